/* Measures how fast the moves of positions are generated and ranked. */

#include "tiers/impl.h"

#include "tiers/reader.h"

static grundy_status try_position(grundy_tier_reader *r, uint64_t tier, uint64_t index) {
  grundy_tier_cursor cursor = {.list = &r->moves};
  grundy_position follower;
  bool exists = false;
  unsigned end;
  grundy_status status = grundy_tier_load(r, tier, index, &exists);
  if (status != GRUNDY_OK || !exists) return status;
  status = grundy_tier_expand(r, &end);
  while (status == GRUNDY_OK && grundy_tier_next(&cursor, &follower)) {
    uint32_t to;
    uint64_t to_index;
    status = grundy_tier_locate(r, follower, &to, &to_index);
  }
  return status;
}

grundy_status grundy_tiers_sample(grundy_tiers *tiers, double seconds, double *positions_per_second,
                                  grundy_error *error) {
  enum { FEW = 16 };
  grundy_tier_reader r = grundy_tier_reader_new(tiers);
  grundy_random random = grundy_random_new(1);
  uint64_t indices = grundy_tiers_indices(tiers), tried = 0;
  grundy_status status = GRUNDY_OK;
  double start = grundy_clock(), now = start;
  while (status == GRUNDY_OK && tried < indices && now - start < seconds) {
    for (int i = 0; status == GRUNDY_OK && i < FEW; i++, tried++) {
      uint64_t index = grundy_random_below(&random, indices);
      uint64_t place = grundy_tiers_place_of_index(tiers, &index);
      status = try_position(&r, tiers->at[place].number, index);
    }
    now = grundy_clock();
  }
  if (status != GRUNDY_OK && error != NULL) *error = r.error;
  if (status == GRUNDY_OK) *positions_per_second = now > start ? (double)tried / (now - start) : 0;
  grundy_tier_reader_free(&r);
  return status;
}
