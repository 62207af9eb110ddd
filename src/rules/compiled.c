/* Rules in C: in a shared object, in the gallery, or in the calling program. */

#include "rules/impl.h"

#include "base/alloc.h"
#include "base/confine.h"
#include "base/inputs.h"
#include "board/board.h"
#include "digraph/kinds.h"
#include "text/cursor.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <platform.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct compiled {
  grundy_ruleset base;
  grundy_rules rules; /* the members that exist in their version; zeros until `open` succeeds */
  void *game;
  bool is_caller_game; /* the calling program opened it */
  void *library;       /* NULL: linked */
  char *path;          /* of the library; NULL: linked */
} compiled;

/* Held during `open` and `close`, which rules may assume to be called by one thread at a time. It
 * is not held while a game is closed that the calling program opened itself: its `close` may call
 * the library again. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

/* ---- the running code ------------------------------------------------------------------- */

/* Which code this thread is running: a shared object may crash. The signal handler runs in the same
 * thread, where accessing this must not allocate thread-local memory. */
typedef struct running {
  const char *path; /* NULL: code of the library itself */
  const char *function;
} running;
static _Thread_local running now __attribute__((tls_model("initial-exec")));

static void enter(const compiled *c, const char *function) {
  now = (running){c->path, function};
}

static void leave(void) {
  now = (running){0};
}

const char *grundy_compiled_running(const char **function) {
  if (now.path != NULL) *function = now.function;
  return now.path;
}

/* ---- moves ------------------------------------------------------------------------------ */

/* Where to hand over the positions from the rules. */
typedef struct handing {
  const compiled *c;
  bool canonical;
  grundy_take take;
  void *to;
  bool null;                  /* the rules have emitted NULL */
  bool is_of_no_kind;         /* they have emitted a kind that does not exist */
  grundy_take_move take_move; /* of moves of kinds; NULL: `take` */
} handing;

static grundy_status fail_at(const compiled *c, grundy_position position, grundy_error *error,
                             const char *what);

/* A grundy_emit. */
static void hand_on(void *to, const void *position) {
  handing *h = to;
  const compiled *c = h->c;
  if (position == NULL) {
    h->null = true;
    return;
  }
  (void)*(const volatile unsigned char *)position; /* a wrong pointer crashes in the rules' name */
  alignas(max_align_t) unsigned char canon[GRUNDY_RULES_MAX_POSITION];
  running outer = now;
  if (h->canonical && c->base.has_canon) {
    grundy_position_copy(canon, (grundy_position){position, c->base.bytes});
    enter(c, "canon");
    c->rules.canon(c->game, canon);
    position = canon;
  }
  leave();
  h->take(h->to, (grundy_position){position, c->base.bytes});
  now = outer;
}

/* Passed to grundy_take_move with the kind of a move. */
typedef struct kind_handing {
  const handing *h;
  uint8_t kind;
} kind_handing;

/* A grundy_take. */
static void take_kind(void *to, grundy_position position) {
  const kind_handing *k = to;
  k->h->take_move(k->h->to, position, k->kind);
}

/* A grundy_emit_move. */
static void hand_on_move(void *to, const void *position, char kind) {
  handing *h = to;
  kind_handing with_kind = {h, 0};
  for (int i = 0; i < GRUNDY_MOVE_KINDS; i++)
    if (grundy_kind_texts[i].arrow[0] == kind) with_kind.kind = (uint8_t)(1U << i);
  h->is_of_no_kind |= with_kind.kind == 0;
  if (h->is_of_no_kind) return;
  handing plain = *h;
  if (h->take_move != NULL) {
    plain.take = take_kind;
    plain.to = &with_kind;
  }
  hand_on(&plain, position);
  h->null |= plain.null;
}

static grundy_status compiled_start(grundy_ruleset *ruleset, bool canonical, grundy_take take,
                                    void *to, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take = take, .to = to};
  alignas(max_align_t) unsigned char position[GRUNDY_RULES_MAX_POSITION] = {0};
  (void)error;
  enter(c, "start");
  c->rules.start(c->game, position);
  leave();
  hand_on(&h, position);
  return GRUNDY_OK;
}

static grundy_status emit_moves(const compiled *c, grundy_position from, handing *h,
                                grundy_error *error) {
  enter(c, "moves_of_kinds");
  c->rules.moves_of_kinds(c->game, from.bytes, hand_on_move, h);
  leave();
  if (h->null) return fail_at(c, from, error, "`moves_of_kinds` emits NULL");
  if (!h->is_of_no_kind) return GRUNDY_OK;
  return fail_at(c, from, error,
                 "`moves_of_kinds` emits no kind of move; expected '-', '+', '=' or '!'");
}

static grundy_status compiled_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                    grundy_take take, void *to, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take = take, .to = to};
  assert(from.length == ruleset->bytes);
  if (c->rules.moves == NULL) return emit_moves(c, from, &h, error);
  enter(c, "moves");
  c->rules.moves(c->game, from.bytes, hand_on, &h);
  leave();
  return h.null ? fail_at(c, from, error, "`moves` emits NULL") : GRUNDY_OK;
}

static grundy_status compiled_moves_of_kinds(grundy_ruleset *ruleset, grundy_position from,
                                             bool canonical, grundy_take_move take, void *to,
                                             grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take_move = take, .to = to};
  assert(ruleset->has_kinds && from.length == ruleset->bytes);
  return emit_moves(c, from, &h, error);
}

static grundy_status compiled_split(grundy_ruleset *ruleset, grundy_position position,
                                    bool canonical, grundy_take take, void *to,
                                    grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take = take, .to = to};
  assert(ruleset->has_split && position.length == ruleset->bytes);
  enter(c, "split");
  c->rules.split(c->game, position.bytes, hand_on, &h);
  leave();
  return h.null ? fail_at(c, position, error, "`split` emits NULL") : GRUNDY_OK;
}

static grundy_status compiled_canon(grundy_ruleset *ruleset, grundy_position position,
                                    grundy_take take, void *to, grundy_error *error) {
  handing h = {.c = (const compiled *)ruleset, .canonical = true, .take = take, .to = to};
  (void)error;
  hand_on(&h, position.bytes);
  return GRUNDY_OK;
}

static grundy_status compiled_swap(grundy_ruleset *ruleset, grundy_position position,
                                   bool canonical, grundy_take take, void *to,
                                   grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take = take, .to = to};
  alignas(max_align_t) unsigned char swapped[GRUNDY_RULES_MAX_POSITION];
  (void)error;
  assert(ruleset->has_swap && position.length == ruleset->bytes);
  grundy_position_copy(swapped, position);
  enter(c, "swap");
  c->rules.swap(c->game, swapped);
  leave();
  hand_on(&h, swapped);
  return GRUNDY_OK;
}

/* ---- answers about a position ------------------------------------------------------------ */

/* Writes the bytes as numbers: "0,3,255". */
static void show_bytes(const unsigned char *bytes, size_t count, char text[GRUNDY_RULES_MAX_NAME]) {
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < count && length < GRUNDY_RULES_MAX_NAME; i++)
    length += (size_t)snprintf(text + length, GRUNDY_RULES_MAX_NAME - length, "%s%u",
                               i == 0 ? "" : ",", bytes[i]);
}

static grundy_status compiled_show(grundy_ruleset *ruleset, grundy_position position,
                                   char text[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  if (c->rules.show == NULL) {
    show_bytes(position.bytes, position.length, text);
    return GRUNDY_OK;
  }
  text[0] = '\0';
  enter(c, "show");
  size_t length = c->rules.show(c->game, position.bytes, text, GRUNDY_RULES_MAX_NAME);
  leave();
  text[GRUNDY_RULES_MAX_NAME - 1] = '\0';
  if (length < GRUNDY_RULES_MAX_NAME) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     "'%.*s...' is a name of %zu bytes; expected at most %d",
                     grundy_excerpt(text, strlen(text)), text, length, GRUNDY_RULES_MAX_NAME - 1);
}

static bool parse_bytes(const char *text, size_t length, unsigned char *bytes, size_t count) {
  grundy_cursor c = grundy_cursor_of("", text, length, NULL);
  for (size_t i = 0; i < count; i++) {
    uint64_t number;
    if (i > 0 && !grundy_cursor_accept(&c, ',')) return false;
    size_t digits = grundy_cursor_take_digits(&c, &number);
    if (digits == 0 || digits > 4 || number > 255) return false;
    bytes[i] = (unsigned char)number;
  }
  return c.at == c.end;
}

static grundy_status compiled_parse(grundy_ruleset *ruleset, const char *text, size_t length,
                                    bool canonical, grundy_take take, void *to,
                                    grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take = take, .to = to};
  alignas(max_align_t) unsigned char position[GRUNDY_RULES_MAX_POSITION] = {0};
  (void)error;
  enter(c, "parse");
  bool read = c->rules.parse != NULL ? c->rules.parse(c->game, text, length, position)
                                     : parse_bytes(text, length, position, ruleset->bytes);
  leave();
  if (read) hand_on(&h, position);
  return GRUNDY_OK;
}

static grundy_status fail_at(const compiled *c, grundy_position position, grundy_error *error,
                             const char *what) {
  char name[GRUNDY_RULES_MAX_NAME];
  (void)compiled_show((grundy_ruleset *)c, position, name, NULL);
  return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_RULES, "at '%.*s' %s",
                             grundy_excerpt(name, strlen(name)), name, what);
}

static grundy_status compiled_info(grundy_ruleset *ruleset, grundy_position position,
                                   grundy_position_info *info, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  *info = (grundy_position_info){0};
  assert(position.length == ruleset->bytes);
  enter(c, "player");
  int player = c->rules.player == NULL ? 0 : c->rules.player(c->game, position.bytes);
  enter(c, "terminal");
  int end =
      c->rules.terminal == NULL ? 0 : c->rules.terminal(c->game, position.bytes, &info->payoff);
  leave();
  info->player_failed = c->rules.player != NULL && player != 'A' && player != 'B';
  if (info->player_failed)
    return fail_at(c, position, error, "`player` gives no player; expected 'A' or 'B'");
  if (end != 0 && (end < 0 || end > 127 || strchr("PNDAB$", end) == NULL))
    return fail_at(c, position, error,
                   "`terminal` gives no outcome; expected 0, 'P', 'N', 'D', 'A', 'B' or '$'");
  if (end == '$' && !isfinite(info->payoff))
    return fail_at(c, position, error, "`terminal` gives a payoff that is not a finite number");
  info->player = (uint8_t)player;
  info->end = (uint8_t)end;
  return GRUNDY_OK;
}

static grundy_status compiled_value(grundy_ruleset *ruleset, grundy_position position, bool *known,
                                    uint32_t *value, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  (void)error;
  assert(position.length == ruleset->bytes);
  enter(c, "value");
  *known = c->rules.value != NULL && c->rules.value(c->game, position.bytes, value);
  leave();
  return GRUNDY_OK;
}

static grundy_status compiled_fields(grundy_ruleset *ruleset, grundy_position position,
                                     int64_t *values, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  int64_t given[GRUNDY_RULES_MAX_FIELDS] = {0};
  assert(position.length == ruleset->bytes);
  enter(c, "fields");
  size_t count = c->rules.fields(c->game, position.bytes, NULL, given);
  leave();
  if (count != ruleset->field_count)
    return fail_at(c, position, error, "`fields` gives another number of fields than at first");
  memcpy(values, given, count * sizeof *values);
  return GRUNDY_OK;
}

static grundy_status compiled_order(grundy_ruleset *ruleset, grundy_position position,
                                    int64_t *order, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  (void)error;
  assert(position.length == ruleset->bytes && ruleset->has_order);
  enter(c, "order");
  *order = c->rules.order(c->game, position.bytes);
  leave();
  return GRUNDY_OK;
}

/* ---- ranks ------------------------------------------------------------------------------- */

static grundy_status compiled_count(grundy_ruleset *ruleset, uint64_t tier, uint64_t *count,
                                    grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  (void)error;
  enter(c, "count");
  *count = c->rules.count(c->game, tier);
  leave();
  return GRUNDY_OK;
}

static grundy_status compiled_rank(grundy_ruleset *ruleset, grundy_position position,
                                   grundy_position_rank *rank, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  (void)error;
  assert(position.length == ruleset->bytes);
  enter(c, "rank");
  rank->exists = c->rules.rank(c->game, position.bytes, &rank->tier, &rank->index);
  leave();
  return GRUNDY_OK;
}

static grundy_status compiled_unrank(grundy_ruleset *ruleset, uint64_t tier, uint64_t index,
                                     grundy_take take, void *to, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  alignas(max_align_t) unsigned char position[GRUNDY_RULES_MAX_POSITION];
  (void)error;
  memset(position, 0, ruleset->bytes);
  enter(c, "unrank");
  bool exists = c->rules.unrank(c->game, tier, index, position);
  leave();
  if (exists) take(to, (grundy_position){position, ruleset->bytes});
  return GRUNDY_OK;
}

/* Where to hand over tiers. */
typedef struct tier_handing {
  grundy_take_tier take;
  void *to;
} tier_handing;

static void hand_on_tier(void *to, uint64_t tier) {
  const tier_handing *h = to;
  running outer = now;
  leave();
  h->take(h->to, tier);
  now = outer;
}

static grundy_status compiled_tiers(grundy_ruleset *ruleset, uint64_t tier, grundy_take_tier take,
                                    void *to, grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  tier_handing h = {take, to};
  (void)error;
  enter(c, "tiers");
  c->rules.tiers(c->game, tier, hand_on_tier, &h);
  leave();
  return GRUNDY_OK;
}

static grundy_status compiled_unmoves(grundy_ruleset *ruleset, grundy_position position,
                                      bool canonical, grundy_take take, void *to,
                                      grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  handing h = {.c = c, .canonical = canonical, .take = take, .to = to};
  assert(position.length == ruleset->bytes);
  enter(c, "unmoves");
  c->rules.unmoves(c->game, position.bytes, hand_on, &h);
  leave();
  return h.null ? fail_at(c, position, error, "`unmoves` emits NULL") : GRUNDY_OK;
}

/* ---- boards ------------------------------------------------------------------------------ */

/* A board that the rules are drawing. After an error nothing more is drawn. */
typedef struct drawing {
  grundy_board *board;
  const char *wrong; /* NULL: nothing */
} drawing;

#define DRAW(to, call)                                                                             \
  do {                                                                                             \
    drawing *d = (to);                                                                             \
    if (d->wrong == NULL) d->wrong = (call);                                                       \
  } while (0)

static void draw_grid(void *to, uint32_t rows, uint32_t columns) {
  DRAW(to, grundy_board_add_grid(d->board, rows, columns));
}

static void draw_point(void *to, double x, double y) {
  DRAW(to, grundy_board_add_point(d->board, x, y));
}

static void draw_line(void *to, uint32_t from, uint32_t place) {
  DRAW(to, grundy_board_add_line(d->board, from, place));
}

static void draw_heap(void *to, uint64_t counters) {
  DRAW(to, grundy_board_add_heap(d->board, counters));
}

static void draw_piece(void *to, uint32_t place, char piece) {
  DRAW(to, grundy_board_add_piece(d->board, place, piece));
}

static void draw_label(void *to, uint32_t place, const char *label) {
  DRAW(to, grundy_board_add_label(d->board, place, label));
}

static void draw_title(void *to, char piece, const char *title) {
  DRAW(to, grundy_board_add_title(d->board, piece, title));
}

static void draw_step(void *to, uint32_t from, uint32_t place, char piece) {
  DRAW(to, grundy_board_add_step(d->board, from, place, piece));
}

static void draw_circle(void *to, uint32_t points) {
  DRAW(to, grundy_board_add_circle(d->board, points));
}

static void draw_arrow(void *to, uint32_t from, uint32_t place) {
  DRAW(to, grundy_board_add_arrow(d->board, from, place));
}

static void draw_facing(void *to, char piece, const char *way) {
  DRAW(to, grundy_board_add_facing(d->board, piece, way));
}

static grundy_status compiled_board(grundy_ruleset *ruleset, grundy_position position,
                                    const grundy_position *follower, int turn, grundy_board *board,
                                    grundy_error *error) {
  const compiled *c = (const compiled *)ruleset;
  drawing d = {.board = board};
  const grundy_board_writer writer = {&d,        draw_grid,   draw_point, draw_line,
                                      draw_heap, draw_piece,  draw_label, draw_title,
                                      draw_step, draw_circle, draw_arrow, draw_facing};
  assert(ruleset->has_board);
  enter(c, "board");
  c->rules.board(c->game, position.bytes, follower == NULL ? NULL : follower->bytes, turn, &writer);
  leave();
  if (d.wrong == NULL) d.wrong = grundy_board_check(board);
  if (d.wrong == NULL) return GRUNDY_OK;
  char what[128];
  (void)snprintf(what, sizeof what, "`board` gives %s", d.wrong);
  return fail_at(c, position, error, what);
}

/* ---- opening ---------------------------------------------------------------------------- */

static void compiled_close(grundy_ruleset *ruleset) {
  compiled *c = (compiled *)ruleset;
  enter(c, "close");
  if (c->rules.close != NULL) {
    if (!c->is_caller_game) (void)pthread_mutex_lock(&opening);
    c->rules.close(c->game);
    if (!c->is_caller_game) (void)pthread_mutex_unlock(&opening);
  }
  enter(c, "dlclose");
  if (c->library != NULL) grundy_platform_library_close(c->library);
  leave();
  free(c->path);
  free(c);
}

#define COMPILED_FUNCTIONS                                                                         \
  .start = compiled_start, .moves = compiled_moves, .moves_of_kinds = compiled_moves_of_kinds,     \
  .canon = compiled_canon, .swap = compiled_swap, .info = compiled_info, .show = compiled_show,    \
  .parse = compiled_parse, .value = compiled_value, .board = compiled_board,                       \
  .fields = compiled_fields, .split = compiled_split, .order = compiled_order,                     \
  .close = compiled_close, .count = compiled_count, .rank = compiled_rank,                         \
  .unrank = compiled_unrank, .tiers = compiled_tiers, .unmoves = compiled_unmoves

static const grundy_ruleset_kind parallel_kind = {.parallel = true, COMPILED_FUNCTIONS};
static const grundy_ruleset_kind serial_kind = {.slow = true, COMPILED_FUNCTIONS};

/* The size of the struct in version 1, which had padding in place of the size. */
enum { ABI_1_SIZE = offsetof(grundy_rules, value) + sizeof(((grundy_rules *)NULL)->value) };

static grundy_status fail_version(const char *name, const grundy_rules *rules,
                                  grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                        "these rules were compiled for version %" PRIu32
                        " of <grundy/rules.h>; expected at most %d: build them again",
                        rules->abi, GRUNDY_RULES_ABI);
}

/* Copies the members that exist in the version of these rules; the others become NULL. */
static grundy_status copy_rules(const char *name, const grundy_rules *rules, grundy_rules *known,
                                grundy_error *error) {
  *known = (grundy_rules){0};
  if (rules->abi == 0 || rules->abi > GRUNDY_RULES_ABI) return fail_version(name, rules, error);
  size_t size = rules->abi == 1 ? (size_t)ABI_1_SIZE : rules->size;
  if (size < (size_t)ABI_1_SIZE)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have no size; write .size = sizeof(grundy_rules)");
  memcpy(known, rules, size < sizeof *known ? size : sizeof *known);
  return GRUNDY_OK;
}

static grundy_status check_rules(const char *name, const grundy_rules *rules, bool opened,
                                 grundy_error *error) {
  const char *missing = rules->title == NULL                                    ? "title"
                        : rules->open == NULL && !opened                        ? "open"
                        : rules->start == NULL                                  ? "start"
                        : rules->moves == NULL && rules->moves_of_kinds == NULL ? "moves"
                                                                                : NULL;
  if (missing != NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have no %s; expected title, open, start and moves", missing);
  if (rules->moves != NULL && rules->moves_of_kinds != NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have both moves and moves_of_kinds; expected one of them");
  if (rules->seen_by != NULL && strcmp(rules->seen_by, "mover") != 0)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have '%.*s' as seen_by; expected \"mover\" or NULL",
                          grundy_excerpt(rules->seen_by, strlen(rules->seen_by)), rules->seen_by);
  const bool has[] = {rules->count != NULL, rules->rank != NULL, rules->unrank != NULL,
                      rules->tiers != NULL, rules->unmoves != NULL};
  const char *without = grundy_ranks_missing(has);
  if (without == NULL) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0, GRUNDY_RANKS_MISSING, without);
}

/* Returns whether the result of `open` means that memory ran out. In version 1 this was a text. */
static bool is_out_of_memory(const grundy_rules *rules, const char *expected) {
  return strcmp(expected, rules->abi == 1 ? "more memory" : GRUNDY_RULES_MEMORY) == 0;
}

/* Calls the `open` of the rules. */
static grundy_status open_game(compiled *c, const char *name, const grundy_rules *rules,
                               const char *arguments, uint32_t *bytes, grundy_error *error) {
  grundy_argument_list list;
  grundy_status status = grundy_arguments_split(arguments, &list, error);
  if (status != GRUNDY_OK) return status;
  grundy_arguments given = {list.count, list.at};
  enter(c, "open");
  (void)pthread_mutex_lock(&opening);
  const char *expected = rules->open(&given, bytes, &c->game);
  (void)pthread_mutex_unlock(&opening);
  leave();
  if (expected != NULL && is_out_of_memory(rules, expected))
    status = grundy_fail_memory(error);
  else if (expected != NULL)
    status = grundy_because(error, GRUNDY_REASON_ARGUMENTS,
                            grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                                           "the arguments '%.*s' are wrong; expected %.200s",
                                           grundy_excerpt(arguments, strlen(arguments)), arguments,
                                           expected));
  grundy_arguments_free(&list);
  return status;
}

/* The rules and where they come from. */
typedef struct origin {
  const char *name; /* for errors */
  const grundy_rules *rules;
  void *library; /* NULL: part of the program */
  const char
      *arguments; /* for `open`; NULL: the game is already open, and `game` and `bytes` are set */
  void *game;
  uint32_t bytes;
} origin;

static void note_functions(compiled *c) {
  c->base.has_canon = c->rules.canon != NULL;
  c->base.has_show = c->rules.show != NULL;
  c->base.has_parse = c->base.has_own_parse = c->rules.parse != NULL;
  c->base.has_terminal = c->rules.terminal != NULL;
  c->base.has_player = c->rules.player != NULL;
  c->base.has_value = c->rules.value != NULL;
  c->base.has_board = c->rules.board != NULL;
  c->base.has_split = c->rules.split != NULL;
  c->base.has_order = c->rules.order != NULL;
  c->base.has_ranks = c->rules.rank != NULL;
  c->base.has_unmoves = c->rules.unmoves != NULL;
  c->base.is_seen_by_mover = c->rules.seen_by != NULL;
  c->base.has_swap = c->rules.swap != NULL;
  c->base.has_kinds = c->rules.moves_of_kinds != NULL;
}

/* Keeps the names of the fields. */
static grundy_status note_fields(compiled *c, const char *name, grundy_error *error) {
  const char *names[GRUNDY_RULES_MAX_FIELDS] = {0};
  grundy_error why = {0};
  if (c->rules.fields == NULL) return GRUNDY_OK;
  enter(c, "fields");
  size_t count = c->rules.fields(c->game, NULL, names, NULL);
  leave();
  grundy_status status = grundy_ruleset_set_fields(&c->base, names, count, &why);
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  return grundy_fail_at(error, status, name, 0, 0, "%s", why.message);
}

/* Begins the game. On failure the caller closes `c` as far as it was opened. */
static grundy_status begin(compiled *c, const origin *from, grundy_error *error) {
  grundy_rules rules;
  uint32_t bytes = from->bytes;
  c->game = from->game;
  grundy_status status = copy_rules(from->name, from->rules, &rules, error);
  if (status == GRUNDY_OK) status = check_rules(from->name, &rules, from->arguments == NULL, error);
  if (status == GRUNDY_OK && from->arguments != NULL)
    status = open_game(c, from->name, &rules, from->arguments, &bytes, error);
  if (status != GRUNDY_OK) return status;
  c->rules = rules;
  c->base.bytes = bytes;
  note_functions(c);
  if (bytes == 0 || bytes > GRUNDY_RULES_MAX_POSITION)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, from->name, 0, 0,
                          "a position of %" PRIu32 " bytes; expected 1 to %d", bytes,
                          (int)GRUNDY_RULES_MAX_POSITION);
  c->base.title = strdup(rules.title);
  if (c->base.title == NULL) return grundy_fail_memory(error);
  status = grundy_ruleset_check_functions(&c->base, from->name, error);
  return status == GRUNDY_OK ? note_fields(c, from->name, error) : status;
}

/* Finds a checksum of the shared object. */
static grundy_status find_checksum(const char *path, uint64_t *sum, grundy_error *error) {
  enum { PIECE = 1 << 14 };
  unsigned char bytes[PIECE];
  size_t length;
  FILE *file = fopen(path, "rb");
  bool is_read = file != NULL;
  *sum = 0;
  while (is_read && (length = fread(bytes, 1, sizeof bytes, file)) > 0)
    *sum = XXH3_64bits_withSeed(bytes, length, *sum);
  if (is_read) is_read = ferror(file) == 0;
  int reason = errno;
  if (file != NULL) (void)fclose(file);
  if (is_read) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_IO_ERROR, path, 0, 0, "%s", strerror(reason));
}

/* Takes ownership of the library, even on failure. */
static grundy_status make(const origin *from, bool parallel, grundy_ruleset **ruleset,
                          grundy_error *error) {
  compiled *c = grundy_alloc_zero(1, sizeof *c);
  if (c == NULL) {
    if (from->library != NULL) grundy_platform_library_close(from->library);
    return grundy_fail_memory(error);
  }
  c->base.kind = parallel ? &parallel_kind : &serial_kind;
  c->is_caller_game = from->arguments == NULL;
  c->library = from->library;
  grundy_status status = GRUNDY_OK;
  if (from->library != NULL) {
    c->path = strdup(from->name);
    status = c->path == NULL ? grundy_fail_memory(error)
                             : find_checksum(from->name, &c->base.code, error);
  }
  if (status == GRUNDY_OK) status = begin(c, from, error);
  if (status == GRUNDY_OK) {
    *ruleset = &c->base;
    return GRUNDY_OK;
  }
  if (from->arguments == NULL) c->rules.close = NULL; /* the caller keeps the game */
  grundy_ruleset_close(&c->base);
  return status;
}

grundy_status grundy_compiled_linked(const char *name, const grundy_rules *rules,
                                     const char *arguments, grundy_ruleset **ruleset,
                                     grundy_error *error) {
  origin from = {.name = name, .rules = rules, .arguments = arguments};
  return make(&from, true, ruleset, error);
}

grundy_status grundy_compiled_opened(const grundy_rules *rules, uint32_t bytes, void *game,
                                     bool parallel, grundy_ruleset **ruleset, grundy_error *error) {
  origin from = {.name = rules->title, .rules = rules, .game = game, .bytes = bytes};
  return make(&from, parallel, ruleset, error);
}

#define SYMBOL_TEXT_(symbol) #symbol
#define SYMBOL_TEXT(symbol) SYMBOL_TEXT_(symbol)

static grundy_status note_input(const char *path, grundy_error *error) {
  struct stat about;
  return stat(path, &about) == 0 ? grundy_inputs_note(&about, error) : GRUNDY_OK;
}

grundy_status grundy_compiled_open(const char *path, const char *arguments,
                                   const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                   grundy_error *error) {
  (void)options;
  if (grundy_is_confined())
    return grundy_because(error, GRUNDY_REASON_CONFINED,
                          grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                                         "shared objects may not be loaded here"));
  if (!grundy_platform_loads_libraries())
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0,
                          "this build of grundy cannot load compiled rules");
  grundy_status status = note_input(path, error);
  if (status != GRUNDY_OK) return status;
  /* For a path without a slash, the system would search its own folders. */
  char *here = grundy_alloc(strlen(path) + 3, 1);
  if (here == NULL) return grundy_fail_memory(error);
  sprintf(here, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
  now = (running){path, "dlopen"};
  const char *why = NULL;
  void *library = grundy_platform_library_open(here, &why);
  leave();
  free(here);
  if (library == NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "cannot be loaded: %s",
                          why == NULL ? "no reason is given" : why);
  const grundy_rules *rules =
      grundy_platform_library_find(library, SYMBOL_TEXT(GRUNDY_RULES_SYMBOL));
  origin from = {.name = path, .rules = rules, .library = library, .arguments = arguments};
  if (rules != NULL) return make(&from, true, ruleset, error);
  grundy_platform_library_close(library);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "it contains no rules; expected GRUNDY_RULES = {...} of "
                        "<grundy/rules.h>");
}
