/* Codes are parsed by this grammar, without blanks:
 *
 *   code    = digit "." digits ["..."] | digit "." [digits] "(" digits ")" | "take" set
 *           | "allbut" set | "allbut{}" | "grundy"
 *   digit   = "0" … "9" | "A" … "Z"             the first one divisible by 4
 *   set     = "{" number {"," number} "}"       numbers increase; no leading zeros
 *
 * Bit p of the digit of k says that a move may take k beans and leave p heaps. */

#include "certificate/rules.h"

#include "text/cursor.h"

#include <assert.h>
#include <string.h>

/* A digit is below 36, so a move leaves at most 5 heaps. */
enum { MOST_PARTS = 5, MOST_OPTION = 64, MOST_TABLE = 1 << 24, MOST_NUMBER = 0x7ffffffe };

/* ---- codes ---------------------------------------------------------------------------------- */

static int digit_at(const grundy_cursor *c) {
  if (c->at == c->end) return -1;
  if (*c->at >= '0' && *c->at <= '9') return *c->at - '0';
  return *c->at >= 'A' && *c->at <= 'Z' ? *c->at - 'A' + 10 : -1;
}

/* Reads digits, and returns how many there are. */
static uint32_t take_digits(grundy_cursor *c, grundy_heap_rules *rules) {
  uint32_t count = 0;
  for (int digit = digit_at(c); digit >= 0; digit = digit_at(c), count++) {
    rules->digits[++rules->last] = (uint8_t)digit;
    c->at++;
  }
  return count;
}

static bool parse_digits(grundy_cursor *c, grundy_heap_rules *rules) {
  int first = digit_at(c);
  if (first < 0 || first % 4 != 0) return false;
  c->at++;
  rules->kind = GRUNDY_RULES_DIGITS;
  rules->digits[0] = (uint8_t)first;
  if (!grundy_cursor_accept(c, '.')) return false;
  bool has_digits = take_digits(c, rules) > 0;
  if (grundy_cursor_accept(c, '(')) {
    rules->repeat = take_digits(c, rules);
    return rules->repeat > 0 && grundy_cursor_accept(c, ')');
  }
  if (has_digits && grundy_cursor_accept_text(c, "...")) rules->repeat = 1;
  return has_digits;
}

/* Reads what follows the opening brace. */
static bool parse_set(grundy_cursor *c, grundy_heap_rules *rules) {
  if (rules->kind == GRUNDY_RULES_ALLBUT && grundy_cursor_accept(c, '}')) return true;
  do {
    uint64_t number;
    if (grundy_cursor_is_at(c, '0') || grundy_cursor_take_digits(c, &number) == 0 ||
        number > MOST_NUMBER ||
        (rules->set_count > 0 && number <= rules->set[rules->set_count - 1]))
      return false;
    rules->set[rules->set_count++] = (uint32_t)number;
  } while (grundy_cursor_accept(c, ','));
  return grundy_cursor_accept(c, '}');
}

static bool parse_code(grundy_cursor *c, grundy_heap_rules *rules) {
  if (grundy_cursor_accept_text(c, "grundy")) {
    rules->kind = GRUNDY_RULES_UNEQUAL;
    return true;
  }
  if (grundy_cursor_accept_text(c, "take{")) {
    rules->kind = GRUNDY_RULES_TAKE;
    return parse_set(c, rules);
  }
  if (grundy_cursor_accept_text(c, "allbut{")) {
    rules->kind = GRUNDY_RULES_ALLBUT;
    return parse_set(c, rules);
  }
  return parse_digits(c, rules);
}

static grundy_status read_code(const grundy_json_proof *proof, const json_t *value,
                               grundy_heap_rules *rules) {
  const char *code;
  char *game = proof->report->game;
  grundy_status status = grundy_json_proof_string(proof, value, "code", &code);
  if (status != GRUNDY_OK) return status;
  size_t length = strlen(code);
  if (length >= GRUNDY_ERROR_MAX_TEXT)
    return grundy_json_proof_fail_limit(proof, "characters of a code", GRUNDY_ERROR_MAX_TEXT - 1);
  grundy_cursor c = grundy_cursor_of("code", code, length, NULL);
  if (!parse_code(&c, rules) || c.at != c.end)
    return grundy_json_proof_fail(proof, "code", "a code such as 0.77 or take{1,3,4}");
  memcpy(game, code, length + 1);
  return GRUNDY_OK;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* Reads an option of `heap`: heaps that are smaller, and do not decrease. */
static bool read_option(const json_t *option, uint32_t heap, uint32_t *parts) {
  uint32_t least = 1;
  for (size_t i = 0; i < json_array_size(option); i++) {
    const json_t *part = json_array_get(option, i);
    json_int_t number = json_integer_value(part);
    if (!json_is_integer(part) || number < least || number >= heap) return false;
    least = parts[i] = (uint32_t)number;
  }
  return json_is_array(option);
}

/* Counts heaps, options and parts. */
static grundy_status measure_table(const grundy_json_proof *proof, const json_t *table,
                                   uint64_t *options, uint64_t *parts) {
  size_t heaps, listed;
  grundy_status status = grundy_json_proof_array(proof, table, "options", "an array", &heaps);
  if (status == GRUNDY_OK && heaps > GRUNDY_RULES_MAX_HEAP)
    status = grundy_json_proof_fail_limit(proof, "heaps", GRUNDY_RULES_MAX_HEAP);
  for (size_t h = 0; h < heaps && status == GRUNDY_OK; h++) {
    const json_t *list = json_array_get(table, h);
    status = grundy_json_proof_array(proof, list, "options", "arrays", &listed);
    *options += listed;
    for (size_t i = 0; i < listed; i++) {
      size_t count = json_array_size(json_array_get(list, i));
      if (count > MOST_OPTION)
        return grundy_json_proof_fail_limit(proof, "parts of an option", MOST_OPTION);
      *parts += count;
    }
  }
  if (*options > MOST_TABLE || *parts > MOST_TABLE)
    return grundy_json_proof_fail_limit(proof, "options", MOST_TABLE);
  return status;
}

static grundy_status read_table(const grundy_json_proof *proof, const json_t *table,
                                grundy_arena *arena, grundy_heap_rules *rules) {
  uint64_t options = 0, parts = 0, option = 0, part = 0;
  grundy_status status = measure_table(proof, table, &options, &parts);
  if (status != GRUNDY_OK) return status;
  rules->kind = GRUNDY_RULES_TABLE;
  rules->heaps = (uint32_t)json_array_size(table);
  rules->first_option = grundy_arena_array(arena, rules->heaps + UINT64_C(1), sizeof(uint64_t));
  rules->first_part = grundy_arena_array(arena, options + 1, sizeof *rules->first_part);
  rules->parts = grundy_arena_array(arena, parts, sizeof *rules->parts);
  if (arena->failed) return grundy_fail_memory(proof->error);
  for (uint32_t h = 0; h < rules->heaps; h++) {
    const json_t *list = json_array_get(table, h);
    rules->first_option[h] = option;
    for (size_t i = 0; i < json_array_size(list); i++) {
      rules->first_part[option++] = part;
      if (!read_option(json_array_get(list, i), h + 1, rules->parts + part))
        return grundy_json_proof_fail(proof, "options", "smaller heaps, in increasing order");
      part += json_array_size(json_array_get(list, i));
    }
  }
  assert(option == options && part == parts);
  rules->first_option[rules->heaps] = option;
  rules->first_part[options] = part;
  return GRUNDY_OK;
}

grundy_status grundy_heap_rules_read(const grundy_json_proof *proof, const json_t *game,
                                     grundy_arena *arena, grundy_heap_rules *rules) {
  json_t *value;
  *rules = (grundy_heap_rules){0};
  bool has_table = json_object_get(game, "options") != NULL;
  const grundy_json_proof_member members[] = {{has_table ? "options" : "code", &value}, {0}};
  grundy_status status = grundy_json_proof_members(proof, game, "game", members);
  if (status != GRUNDY_OK) return status;
  return has_table ? read_table(proof, value, arena, rules) : read_code(proof, value, rules);
}

/* ---- options -------------------------------------------------------------------------------- */

/* Steps to the next list of `count` numbers that do not decrease and have the same sum, in
 * lexicographic order. False after the last one. */
static bool next_parts(uint32_t *parts, uint32_t count) {
  uint64_t sum = parts[count - 1];
  for (uint32_t i = count - 1; i-- > 0;) {
    uint64_t part = parts[i] + UINT64_C(1);
    sum += parts[i];
    if (sum < part * (count - i)) continue;
    for (uint32_t k = i; k < count - 1; k++) parts[k] = (uint32_t)part;
    parts[count - 1] = (uint32_t)(sum - part * (count - 1 - i));
    return true;
  }
  return false;
}

/* Visits the options that leave `left` beans in `count` heaps. */
static void visit_parts(const grundy_heap_rules *rules, uint32_t left, uint32_t count,
                        grundy_option_visitor *visit, void *context) {
  uint32_t parts[MOST_PARTS];
  assert(count <= MOST_PARTS);
  if (left < count || (count == 0 && left > 0)) return;
  for (uint32_t i = 0; i + 1 < count; i++) parts[i] = 1;
  if (count > 0) parts[count - 1] = left - (count - 1);
  do {
    if (rules->kind != GRUNDY_RULES_UNEQUAL || parts[0] != parts[1]) visit(context, parts, count);
  } while (count > 1 && next_parts(parts, count));
}

static bool is_in_set(const grundy_heap_rules *rules, uint32_t number) {
  for (uint32_t i = 0; i < rules->set_count; i++)
    if (rules->set[i] == number) return true;
  return false;
}

/* Returns the digit of taking that many beans, at most as many as grundy_heap_rules_bound says. */
static uint32_t digit_of(const grundy_heap_rules *rules, uint32_t taken) {
  switch (rules->kind) {
  case GRUNDY_RULES_DIGITS:
    if (taken <= rules->last) return rules->digits[taken];
    assert(rules->repeat > 0);
    return rules
        ->digits[rules->last + 1 - rules->repeat + (taken - rules->last - 1) % rules->repeat];
  case GRUNDY_RULES_TAKE:
    return is_in_set(rules, taken) ? 3 : 0;
  case GRUNDY_RULES_ALLBUT:
    return taken > 0 && !is_in_set(rules, taken) ? 3 : 0;
  default:
    return taken == 0 ? 4 : 0;
  }
}

static void visit_table(const grundy_heap_rules *rules, uint32_t heap, grundy_option_visitor *visit,
                        void *context) {
  assert(heap >= 1 && heap <= rules->heaps);
  for (uint64_t i = rules->first_option[heap - 1]; i < rules->first_option[heap]; i++) {
    uint64_t first = rules->first_part[i];
    visit(context, rules->parts + first, (uint32_t)(rules->first_part[i + 1] - first));
  }
}

void grundy_heap_rules_visit(const grundy_heap_rules *rules, uint32_t heap,
                             grundy_option_visitor *visit, void *context) {
  if (rules->kind == GRUNDY_RULES_TABLE) {
    visit_table(rules, heap, visit, context);
    return;
  }
  uint32_t most, parts, last = heap;
  if (grundy_heap_rules_bound(rules, &most, &parts) && most < last) last = most;
  for (uint32_t taken = 0; taken <= last; taken++)
    for (uint32_t digit = digit_of(rules, taken), count = 0; digit != 0; digit >>= 1, count++)
      if ((digit & 1) != 0) visit_parts(rules, heap - taken, count, visit, context);
}

bool grundy_heap_rules_bound(const grundy_heap_rules *rules, uint32_t *taken, uint32_t *parts) {
  *parts = 1;
  if (rules->kind == GRUNDY_RULES_TAKE) {
    *taken = rules->set[rules->set_count - 1];
    return true;
  }
  *taken = 0;
  for (uint32_t k = 0; k <= rules->last; k++) {
    if (rules->digits[k] != 0) *taken = k;
    while (rules->digits[k] >> *parts >> 1 != 0) ++*parts;
  }
  return rules->kind == GRUNDY_RULES_DIGITS && rules->repeat == 0;
}
