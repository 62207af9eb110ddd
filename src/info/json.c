/* Facts about a game as JSON. */

#include <grundy/info.h>

/* Without positions, the least, the mean and the largest degree are null. */
static void write_degrees(grundy_json *json, const char *name, const grundy_degrees *degrees,
                          const grundy_game_info *info) {
  bool has_any = info->positions > 0;
  grundy_json_object(json, name);
  if (has_any) {
    grundy_json_integer(json, "min", degrees->least);
    grundy_json_real(json, "mean", info->mean);
    grundy_json_integer(json, "max", degrees->most);
  } else {
    grundy_json_null(json, "min");
    grundy_json_null(json, "mean");
    grundy_json_null(json, "max");
  }
  grundy_json_array(json, "histogram");
  for (uint32_t i = 0; i < degrees->class_count; i++) {
    uint64_t from, to;
    grundy_degree_class(i, &from, &to);
    grundy_json_object(json, NULL);
    grundy_json_integer(json, "from", from);
    grundy_json_integer(json, "to", to);
    grundy_json_integer(json, "positions", degrees->count[i]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_end(json);
}

/* Writes what is known about positions, but not about parts of them; then these members are null.
 */
static void write_structure(grundy_json *json, const grundy_game_info *info) {
  static const char *const names[] = {"sinks",     "sources",  "isolated",   "loops",
                                      "moves_out", "moves_in", "components", "acyclic"};
  for (size_t i = 0; info->has_parts && i < sizeof names / sizeof *names; i++)
    grundy_json_null(json, names[i]);
  if (info->has_parts) return;
  grundy_json_integer(json, "sinks", info->terminal);
  grundy_json_integer(json, "sources", info->sources);
  grundy_json_integer(json, "isolated", info->isolated);
  grundy_json_integer(json, "loops", info->loops);
  write_degrees(json, "moves_out", &info->out, info);
  write_degrees(json, "moves_in", &info->in, info);
  grundy_json_object(json, "components");
  grundy_json_integer(json, "count", info->components);
  grundy_json_integer(json, "largest", info->largest);
  grundy_json_integer(json, "cyclic", info->cyclic);
  grundy_json_end(json);
  if (info->cyclic == 0 && info->frontier > 0)
    grundy_json_null(json, "acyclic");
  else
    grundy_json_bool(json, "acyclic", info->cyclic == 0);
}

/* Writes a number, or null if it does not apply. */
static void write_if(grundy_json *json, const char *name, bool applies, uint64_t number) {
  if (applies)
    grundy_json_integer(json, name, number);
  else
    grundy_json_null(json, name);
}

void grundy_game_info_write_json(grundy_json *json, const grundy_game_info *info) {
  grundy_json_object(json, NULL);
  write_if(json, "positions", !info->has_parts, info->positions);
  write_if(json, "parts", info->has_parts, info->positions);
  grundy_json_integer(json, "moves", info->moves);
  write_if(json, "moves_to_one_part", info->has_parts, info->moves - info->sums);
  write_if(json, "moves_to_sums", info->has_parts, info->sums);
  write_if(json, "frontier", info->frontier > 0, info->frontier);
  write_structure(json, info);
  grundy_json_integer(json, "solve_bytes", info->plan.in_memory);
  write_if(json, "solve_lean_bytes", info->plan.lean > 0, info->plan.lean);
  write_if(json, "solve_scratch_bytes", info->plan.scratch > 0, info->plan.scratch);
  grundy_json_end(json);
}
