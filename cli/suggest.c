#include "suggest.h"

#include <stddef.h>
#include <string.h>

/* Longer words are nobody's typing errors. */
enum { LONGEST = 32 };

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

/* The number of letters to change, add, leave out or swap with a neighbour. Both words have
 * at most LONGEST letters. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t table[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= a_length; i++) table[i][0] = i;
  for (size_t j = 0; j <= b_length; j++) table[0][j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    for (size_t j = 1; j <= b_length; j++) {
      size_t changed = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      size_t best = smaller(changed, smaller(table[i - 1][j], table[i][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = smaller(best, table[i - 2][j - 2] + 1);
      table[i][j] = best;
    }
  }
  return table[a_length][b_length];
}

void suggest(struct suggestion *best, const char *typed, const char *candidate) {
  size_t move_input_length = strlen(typed);
  size_t length = strlen(candidate);
  if (move_input_length == 0 || move_input_length > LONGEST || length > LONGEST) return;
  size_t far = distance(typed, move_input_length, candidate, length);
  if (strncmp(typed, candidate, move_input_length) == 0) far = 1;
  if (far > (length + 2) / 3) return;
  if (best->word == NULL || far < best->distance)
    *best = (struct suggestion){.word = candidate, .distance = far};
}
