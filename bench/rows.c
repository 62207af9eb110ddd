#include "rows.h"

unsigned scale(unsigned i, unsigned most) {
  if (i >= MAX_SCALES) return 0;
  unsigned threads = 1U << i;
  if (threads < most) return threads;
  return i == 0 || threads / 2 < most ? most : 0;
}

static double ratio(double a, double b) {
  return a > 0 && b > 0 ? a / b : 0;
}

double times_longer(const game_row *r, kernel_id id, kernel_id other) {
  return ratio(r->taken[id].seconds, r->taken[other].seconds);
}

double speed_up(const game_row *r, unsigned i, kernel_id id) {
  return ratio(r->scaled[0][id].seconds, r->scaled[i][id].seconds);
}
