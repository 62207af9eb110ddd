/* Fuzzes whole games: the input is not a text but the choices that make a game and what to do with
 * it. The first byte chooses one of the checks of checks.h. */

#include "built.h"
#include "checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef void check(bytes *in, const grundy_digraph *g);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static check *const checks[] = {
      check_game_formats, check_solution_formats, check_solve,    check_verify,
      check_maps,         check_quotients,        check_products, check_explanations};
  bytes in = {data, size};
  check *chosen = checks[bytes_below(&in, sizeof checks / sizeof *checks)];
  grundy_threads_set(1);
  grundy_digraph *g = built_game(&in, BUILT_ANY_KIND, BUILT_MOST);
  chosen(&in, g);
  grundy_digraph_free(g);
  return 0;
}
