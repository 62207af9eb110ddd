#include "faults/functions/attempts.h"

#include "answer/impl.h"
#include "automaton/impl.h"
#include "base/monitor.h"
#include "compound/impl.h"
#include "digraph/cycle.h"
#include "digraph/impl.h"
#include "digraph/part_sums.h"
#include "explain/impl.h"
#include "explain/quotient.h"
#include "explain/sum.h"
#include "explore/impl.h"
#include "external/external.h"
#include "external/scratch.h"
#include "faults/functions/allocator.h"
#include "faults/functions/calls.h"
#include "format/npz.h"
#include "formula/impl.h"
#include "gpu/choose.h"
#include "linear/impl.h"
#include "model/graph_family.h"
#include "ordinal/arithmetic.h"
#include "rules/key_table.h"
#include "solve/hmin.h"
#include "solve/impl.h"
#include "solve/kernels.h"
#include "support/folder.h"
#include "support/npz_archive.h"
#include "support/outputs.h"
#include "support/test.h"
#include "support/tiered_rules.h"
#include "support/wrapped.h"

#include <errno.h>
#include <jansson.h>
#include <unistd.h>
#include <zlib.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define TOKEN_RULES GRUNDY_ROOT "/examples/tokens.lua"

static const char game_text[] = "V1 V2\nV2 V1\nV2 V3\nx x\nx V3\nx V1\n";

/* A monitor that stops the work at one of its ticks. */
int ticks_left = NEVER;
bool has_stopped;

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  if (ticks_left == NEVER) return true;
  if (ticks_left > 0) {
    ticks_left--;
    return true;
  }
  has_stopped = true;
  return false;
}

static const grundy_monitor watch = {.tick = tick};
#define WATCHED(type) (&GRUNDY_OPTIONS(type, .monitor = &watch))
#define OPTIONS(type, ...) (&GRUNDY_OPTIONS(type, .monitor = &watch, __VA_ARGS__))

/* Half of the calls want to know what went wrong. */
static grundy_error *some_error(void) {
  static grundy_error error;
  static bool is_wanted;
  is_wanted = !is_wanted;
  return is_wanted ? &error : NULL;
}

/* Nothing fails from quiet_start to quiet_end. */
typedef struct quiet {
  int allocations, ticks;
} quiet;

static quiet quiet_start(void) {
  quiet before = {allocations_left, ticks_left};
  allocations_left = ticks_left = NEVER;
  return before;
}

static void quiet_end(quiet before) {
  allocations_left = before.allocations;
  ticks_left = before.ticks;
}

static void must(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* ---- outputs --------------------------------------------------------------------------- */

/* A stream of that text, and one that leads nowhere; both are closed later. */
static FILE *stream_of(fixture *f, const char *text, size_t length) {
  if (f->made.in != NULL) (void)fclose(f->made.in);
  f->made.in = fmemopen((void *)text, length, "r");
  assert_non_null(f->made.in);
  return f->made.in;
}

#define STREAM(f, text) OPTIONS(grundy_read_options, .stream = stream_of(f, text, strlen(text)))

static FILE *nowhere(fixture *f) {
  if (f->made.out == NULL) f->made.out = fopen("/dev/null", "w");
  assert_non_null(f->made.out);
  return f->made.out;
}

/* The same for JSON, of which no object or array may be left open. */
static grundy_json json;

static grundy_json *json_nowhere(fixture *f) {
  json = grundy_json_start(nowhere(f));
  return &json;
}

static grundy_status json_end(grundy_status status) {
  assert_int_equal(json.depth, 0);
  return status;
}

static FILE *temporary(fixture *f) {
  f->made.out = tmpfile();
  assert_non_null(f->made.out);
  return f->made.out;
}

/* Writes a file with that text to f->path, to be removed. */
static void put_file(const fixture *f, const char *text) {
  FILE *out = fopen(f->path, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
}

static void put_text(fixture *f) {
  put_file(f, f->row->text);
}

/* Removes f->path, which exists. */
static grundy_status unlinked(const fixture *f, grundy_status status) {
  assert_int_equal(unlink(f->path), 0);
  return status;
}

/* row->text, or around a script. */
static const char *text_of(fixture *f) {
  const attempt *row = f->row;
  if (row->script == NULL) return row->text;
  (void)snprintf(f->text, sizeof f->text, "%s%s/%s.lua:%d,%d%s",
                 row->before == NULL ? "" : row->before, f->folder, row->script, row->size,
                 f->bad_call, row->text == NULL ? "" : row->text);
  return f->text;
}

/* ---- games ----------------------------------------------------------------------------- */

/* Reads a game. */
static grundy_digraph *game_of(const char *text, grundy_format format) {
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  must(grundy_digraph_read("game", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                           NULL));
  fclose(in);
  return g;
}

/* Positions that only move to earlier ones, so that one pass in order solves the game. */
static grundy_digraph *ordered_game(void) {
  return game_of("0\n1 0\n2 0\n2 1\n3 2\n", GRUNDY_FORMAT_EDGES);
}

static grundy_digraph *nim_game(void) {
  return game_of("0\n1 0\n2 0\n2 1\n", GRUNDY_FORMAT_EDGES);
}

static grundy_digraph *path_game(void) {
  return game_of("0 1\n1 2\n", GRUNDY_FORMAT_EDGES);
}

/* A cycle of two vertices, and a vertex that leads to it. */
static grundy_digraph *round_game(void) {
  return game_of("0 1\n1 2\n2 1\n", GRUNDY_FORMAT_EDGES);
}

/* It has two labellings; with a loop there would be nothing to search. */
static grundy_digraph *labelled_game(void) {
  return game_of("0 1\n1 0\n1 2\n2 3\n", GRUNDY_FORMAT_EDGES);
}

/* Two moves that are alike, so that signatures have to be checked. */
static grundy_digraph *double_game(void) {
  return game_of("0 1\n2 3\n", GRUNDY_FORMAT_EDGES);
}

static grundy_digraph *drawn_game(void) {
  return game_of("digraph { b -> c; c -> d; d -> c; c -> e; e -> f }", GRUNDY_FORMAT_DOT);
}

/* A long way to the draw with which play ends, and two ways to leave it at once. */
static grundy_digraph *drawn_chain(void) {
  enum { LAST = 20 };
  char text[400];
  size_t length = (size_t)snprintf(text, sizeof text, "e\nx e\ny e\n0 x\n0 y\n");
  for (int i = 0; i < LAST; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%d %d\n", i, i + 1);
  (void)snprintf(text + length, sizeof text - length, "@ %d outcome=draw\n", LAST);
  return game_of(text, GRUNDY_FORMAT_EDGES);
}

/* Names that need quotes or escapes. */
static grundy_digraph *odd_names(void) {
  return game_of("digraph { \"a\tb\" -> \"c,\\\"d\"; \"c,\\\"d\" -> \"e\nf\" }", GRUNDY_FORMAT_DOT);
}

static grundy_digraph *long_names(void) {
  char text[400];
  (void)snprintf(text, sizeof text, "%0150d %0151d\n", 1, 2);
  return game_of(text, GRUNDY_FORMAT_EDGES);
}

static grundy_digraph *one_label(void) {
  return game_of("digraph { a [label=\"label\"]; a -> a }", GRUNDY_FORMAT_DOT);
}

/* Three positions, the first of them terminal. */
static grundy_digraph *coloured_game(void) {
  return game_of("a\nb a\nb c\nc b\n@ a player=B outcome=draw\n@ b player=A\n@ c player=B\n",
                 GRUNDY_FORMAT_EDGES);
}

static grundy_digraph *payoff_game(void) {
  return game_of("a\nb a\nb c\nc b\n@ a player=B payoff=2.5\n@ b player=A\n@ c player=B\n",
                 GRUNDY_FORMAT_EDGES);
}

/* All kinds of moves, and all sorts of values. */
static grundy_digraph *game_of_turns(void) {
  return game_of("end\nloop loop\none end\nhalf +> one\nhalf => loop\nmoon +> end\nmoon end\n"
                 "win !> end\n",
                 GRUNDY_FORMAT_EDGES);
}

/* An entailed player has a choice, so that sums have to be searched. */
static grundy_digraph *game_of_choice(void) {
  return game_of("u !> v\nu => v\nu loop\nv a\nv b\nb a\nloop loop\n", GRUNDY_FORMAT_EDGES);
}

/* No entailed player has a choice, and the first move of a turn may have to be followed by another
 * one there. */
static grundy_digraph *game_of_local_turns(void) {
  return game_of("end\nloop loop\nmoon +> end\nmoon end\nlocal => door\ndoor +> end\ndoor end\n"
                 "door loop\n",
                 GRUNDY_FORMAT_EDGES);
}

/* The vertices of Smith's game in reverse order. */
static grundy_digraph *turned_game(void) {
  return game_of("x\nV3\nV2\nV1\nV1 V2\nV2 V1\nV2 V3\nx x\nx V3\nx V1\n", GRUNDY_FORMAT_EDGES);
}

static grundy_digraph *large_game(void) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  model.order = 60;
  model.degree = 3;
  must(grundy_model_make(&model, NULL, &g, NULL));
  return g;
}

/* Makes a game of all moves that `has_move` has. */
static grundy_digraph *game_with(uint32_t order, bool has_move(uint32_t u, uint32_t v)) {
  enum { MOST = 2048 };
  static uint32_t tails[MOST], heads[MOST];
  uint64_t count = 0;
  grundy_digraph *g;
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (has_move(u, v)) {
        assert_true(count < MOST);
        tails[count] = u;
        heads[count++] = v;
      }
  must(grundy_digraph_new(order, count, tails, heads, &g, NULL));
  return g;
}

/* A position that 599 others move to, and one that moves to all others: long rows. The last two
 * move to each other. */
enum { HUB = 600 };

static bool has_hub_move(uint32_t u, uint32_t v) {
  return u == HUB - 1 ? v < u : (v == 0 && u > 0) || (u == HUB - 2 && v == HUB - 1);
}

static grundy_digraph *hub_game(void) {
  return game_with(HUB, has_hub_move);
}

/* Heaps of Nim up to 20, and a position that moves to all of them and to itself: rows that are long
 * enough for the tables of the verifier. */
static bool has_heap_move(uint32_t u, uint32_t v) {
  return v < u + (u == 21);
}

static grundy_digraph *heaps_game(void) {
  return game_with(22, has_heap_move);
}

/* So many moves that partitions are refined without signatures: position v moves to all others,
 * except for those of every second position to the last one, which is terminal. */
static bool has_dense_move(uint32_t u, uint32_t v) {
  return u != 23 && u != v && (v != 23 || u % 2 != 0) && (v != 1 || u % 3 != 0);
}

static grundy_digraph *dense_game(void) {
  return game_with(24, has_dense_move);
}

/* A game whose positions have moves to sums of parts. */
static grundy_digraph *game_of_parts(const char *moves, const grundy_part_sums *sums) {
  grundy_digraph *g = game_of(moves, GRUNDY_FORMAT_EDGES);
  uint32_t order = grundy_digraph_order(g);
  uint64_t moves_to_sums = sums->rows[order], parts = sums->starts[moves_to_sums];
  grundy_part_sums copy = {malloc((order + 1) * sizeof *copy.rows),
                           malloc((moves_to_sums + 1) * sizeof *copy.starts),
                           malloc(parts * sizeof *copy.parts)};
  memcpy(copy.rows, sums->rows, (order + 1) * sizeof *copy.rows);
  memcpy(copy.starts, sums->starts, (moves_to_sums + 1) * sizeof *copy.starts);
  memcpy(copy.parts, sums->parts, parts * sizeof *copy.parts);
  grundy_digraph_give_part_sums(g, &copy);
  return g;
}

/* A heap of 1; a part that may pass; and two parts on a cycle, with moves to sums of them. */
static grundy_digraph *cyclic_parts(void) {
  enum { HEAP, PASS };
  return game_of_parts(
      "0\n1 1\n2 1\n2 3\n3 2\n",
      &(grundy_part_sums){(uint64_t[]){0, 1, 2, 5, 7}, (uint64_t[]){0, 0, 0, 2, 4, 6, 6, 8},
                          (uint32_t[]){HEAP, HEAP, HEAP, PASS, PASS, PASS, HEAP, PASS}});
}

/* Sums grow on a cycle of two parts, and the message names the way back. */
static grundy_digraph *growing_parts(void) {
  return game_of_parts(
      "0\n1 0\n2 2\n",
      &(grundy_part_sums){(uint64_t[]){0, 1, 1, 1}, (uint64_t[]){0, 2}, (uint32_t[]){1, 2}});
}

/* Heaps of 1, 2 and 3, of which the larger ones may be split. */
static grundy_digraph *heap_parts(void) {
  return game_of_parts("0\n1 0\n2 1\n",
                       &(grundy_part_sums){(uint64_t[]){0, 1, 2, 3}, (uint64_t[]){0, 0, 2, 4},
                                           (uint32_t[]){0, 0, 0, 1}});
}

/* In misere play, sums of positions 2 and 4 make the quotient infinite. */
static grundy_digraph *drifting_parts(void) {
  return game_of_parts("0\n1 0\n2\n3\n4 0\n4 3\n5 4\n",
                       &(grundy_part_sums){(uint64_t[]){0, 0, 0, 2, 3, 4, 4},
                                           (uint64_t[]){0, 2, 5, 7, 9},
                                           (uint32_t[]){1, 1, 1, 1, 1, 2, 2, 2, 3}});
}

/* A token on a path of ten positions. */
static void walk(void *context, const void *position, grundy_emit emit, void *to) {
  const unsigned char *at = position;
  unsigned char next = (unsigned char)(*at + 1);
  if (next < *(int *)context) emit(to, &next);
}

static int walk_length = 10;
static const grundy_callback_rules walk_callback = {
    .size = sizeof walk_callback, .bytes = 1, .start = "", .moves = walk, .context = &walk_length};

/* A window of the path. */
static grundy_digraph *walk_window(void) {
  grundy_digraph *g = NULL;
  must(grundy_game_from_callback(
      &walk_callback, &GRUNDY_OPTIONS(grundy_open_options, .window = 5, .accepts_windows = true),
      &g, NULL));
  return g;
}

static grundy_digraph *wythoff_window(void) {
  grundy_digraph *g = NULL;
  must(grundy_game_open("wythoff:2,2",
                        &GRUNDY_OPTIONS(grundy_open_options, .window = 5, .accepts_windows = true),
                        &g, NULL));
  return g;
}

/* Solves the game, in all columns that it has. */
static void solve_quietly(fixture *f) {
  quiet before = quiet_start();
  must(grundy_solve_in_memory(
      f->game,
      &GRUNDY_OPTIONS(grundy_solve_options, .columns = grundy_solve_columns(f->game, true)),
      &f->made.solution, NULL));
  quiet_end(before);
}

/* Writes the solution of Smith's game as a text. */
static void write_text(fixture *f) {
  size_t length;
  f->made.text = NULL;
  FILE *out = open_memstream(&f->made.text, &length);
  assert_non_null(out);
  must(grundy_solution_write(f->g, f->solution, (grundy_format)f->row->choice, NULL, out, NULL));
  fclose(out);
  (void)stream_of(f, f->made.text, length);
}

/* ---- texts ------------------------------------------------------------------------------ */

/* Writes a text that grows several times: all of it is there, or the stream has an error. */
static grundy_status grow_text(fixture *f) {
  enum { LINES = 5000 };
  char *text = NULL, *at;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return GRUNDY_OUT_OF_MEMORY;
  for (long i = 0; i < LINES; i++) fprintf(out, "%ld\n", i);
  bool is_kept = grundy_text_close(out, &text);
  at = text;
  for (long i = 0; i < LINES && is_kept; i++, at++) assert_int_equal(strtol(at, &at, 10), i);
  if (is_kept) assert_true(at == text + size && *at == '\0');
  free(text);
  return is_kept ? GRUNDY_OK : GRUNDY_OUT_OF_MEMORY;
}

/* ---- base ------------------------------------------------------------------------------ */

static grundy_status open_output(fixture *f) {
  grundy_output *output = UNTOUCHED;
  grundy_error error = {0};
  must(grundy_confined_check(f->path, NULL)); /* it allocates nothing */
  grundy_status status = made(grundy_output_open(f->path, &output, &error), &output);
  if (status != GRUNDY_OK) {
    assert_int_equal(error.status, status);
    assert_int_equal(access(f->path, F_OK), -1);
    return status;
  }
  fputs("text\n", grundy_output_stream(output));
  status = grundy_output_commit(output, &error);
  return status == GRUNDY_OK ? unlinked(f, status) : status;
}

static void assert_content(const fixture *f, const char *text) {
  char content[16] = "";
  FILE *in = fopen(f->path, "r");
  assert_non_null(in);
  (void)fread(content, 1, sizeof content - 1, in);
  fclose(in);
  assert_string_equal(content, text);
}

static grundy_status write_output(const char *path, const char *text) {
  grundy_output *output = UNTOUCHED;
  grundy_status status = made(grundy_output_open(path, &output, NULL), &output);
  if (status != GRUNDY_OK) return status;
  fputs(text, grundy_output_stream(output));
  return grundy_output_commit(output, NULL);
}

/* The old file stays if the new one cannot be written. */
static grundy_status replace_file(fixture *f) {
  grundy_status status = write_output(f->path, "new\n");
  assert_content(f, status == GRUNDY_OK ? "new\n" : f->row->text);
  return unlinked(f, status);
}

static grundy_status write_to_device(fixture *f) {
  return write_output("/dev/null", "text\n");
}

/* ---- digraph --------------------------------------------------------------------------- */

static grundy_status make_digraph(fixture *f) {
  static const uint32_t tails[] = {0, 1, 1, 2, 2}, heads[] = {1, 0, 2, 2, 2};
  must(grundy_digraph_check_unnamed(3, 5, 0, NULL));
  return made(grundy_digraph_new(3, 5, tails, heads, &f->made.g, NULL), &f->made.g);
}

static grundy_status borrow_digraph(fixture *f) {
  return made(grundy_digraph_borrow(grundy_digraph_order(f->g), grundy_digraph_offsets(f->g),
                                    grundy_digraph_targets(f->g), &f->made.g, NULL),
              &f->made.g);
}

static grundy_status transpose(fixture *f) {
  return made(grundy_digraph_transpose(f->game, WATCHED(grundy_run_options), &f->made.g, NULL),
              &f->made.g);
}

static grundy_status find_components(fixture *f) {
  uint32_t component[8] = {77, 77, 77, 77}, count = 77;
  grundy_status status = grundy_digraph_strong_components(f->g, component, &count, NULL);
  assert_int_equal(count == 77, status != GRUNDY_OK);
  assert_int_equal(component[0] == 77, status != GRUNDY_OK);
  return status;
}

static grundy_status multiply_two(fixture *f, grundy_operator kind, const grundy_digraph *g,
                                  const grundy_digraph *h) {
  const grundy_digraph *games[] = {g, h};
  return made(
      grundy_digraph_product(kind, 2, games, WATCHED(grundy_product_options), &f->made.g, NULL),
      &f->made.g);
}

static grundy_status multiply(fixture *f) {
  grundy_status status = GRUNDY_OK;
  for (int kind = GRUNDY_DISJUNCTIVE; kind <= GRUNDY_DISJOINT && status == GRUNDY_OK; kind++) {
    outputs_renew(&f->made);
    status = multiply_two(f, (grundy_operator)kind, f->g, f->reverse);
  }
  return status;
}

/* Makes a digraph without moves whose only vertex has row->text as its name. */
static void name_vertex(fixture *f) {
  uint32_t v;
  must(grundy_builder_new(&f->made.builder, NULL));
  must(grundy_builder_vertex(f->made.builder, f->row->text, strlen(f->row->text), &v, NULL));
  must(grundy_builder_finish(f->made.builder, NULL, &f->made.other, NULL));
}

/* The text of a name grows at a comma between two names, at one that is escaped, or inside of a
 * name. */
static grundy_status multiply_named(fixture *f) {
  return multiply_two(f, (grundy_operator)f->row->choice, f->made.other, f->made.other);
}

/* Fails at various places; the builder frees everything built so far. */
static grundy_status build(fixture *f) {
  grundy_status status = made(grundy_builder_new(&f->made.builder, NULL), &f->made.builder);
  for (int i = 0; i < 40 && status == GRUNDY_OK; i++) {
    char name[8];
    uint32_t v = 77;
    int length = snprintf(name, sizeof name, "n%d", i);
    status = grundy_builder_vertex(f->made.builder, name, (size_t)length, &v, NULL);
    assert_int_equal(v, status == GRUNDY_OK ? i : 77);
    if (status == GRUNDY_OK) status = grundy_builder_move(f->made.builder, v, v / 2, NULL);
    if (status == GRUNDY_OK && i % 2 == 0)
      status = grundy_builder_label(f->made.builder, v, name, (size_t)length, NULL);
  }
  if (status != GRUNDY_OK) return status;
  status =
      made(grundy_builder_finish(f->made.builder, WATCHED(grundy_run_options), &f->made.g, NULL),
           &f->made.g);
  if (status != GRUNDY_OK) return status;
  assert_int_equal(grundy_digraph_order(f->made.g), 40);
  assert_int_equal(grundy_digraph_size(f->made.g), 40);
  return status;
}

/* A game with players, outcomes or payoffs. */
static grundy_status build_coloured(fixture *f) {
  grundy_status status = made(grundy_builder_new(&f->made.builder, NULL), &f->made.builder);
  for (uint32_t i = 0, v = 0; i < 40 && status == GRUNDY_OK; i++) {
    char name[8];
    int length = snprintf(name, sizeof name, "n%u", i);
    status = grundy_builder_vertex(f->made.builder, name, (size_t)length, &v, NULL);
    if (status == GRUNDY_OK)
      status = grundy_builder_player(f->made.builder, v, i % 2 ? 'A' : 'B', NULL);
    if (status == GRUNDY_OK && i > 0) status = grundy_builder_move(f->made.builder, v, v - 1, NULL);
  }
  if (status == GRUNDY_OK) status = grundy_builder_payoff(f->made.builder, 0, 0.5, NULL);
  if (status != GRUNDY_OK) return status;
  status = grundy_builder_outcome(f->made.builder, 0, 'D', NULL);
  assert_int_not_equal(status, GRUNDY_OK);
  if (status != GRUNDY_BAD_INPUT) return status; /* it has a payoff */
  return made(grundy_builder_finish(f->made.builder, WATCHED(grundy_run_options), &f->made.g, NULL),
              &f->made.g);
}

/* Fails while kinds are stored, or when they are copied to the game. */
static grundy_status build_kinds(fixture *f) {
  grundy_status status = made(grundy_builder_new(&f->made.builder, NULL), &f->made.builder);
  for (uint32_t i = 0, v = 0; i < 40 && status == GRUNDY_OK; i++) {
    char name[8];
    int length = snprintf(name, sizeof name, "n%u", i);
    status = grundy_builder_vertex(f->made.builder, name, (size_t)length, &v, NULL);
    if (status == GRUNDY_OK)
      status = grundy_builder_move_of_kinds(f->made.builder, v, v / 2, (uint8_t)(1 + i % 15), NULL);
  }
  if (status != GRUNDY_OK) return status;
  return made(grundy_builder_finish(f->made.builder, WATCHED(grundy_run_options), &f->made.g, NULL),
              &f->made.g);
}

static void prepare_loop(fixture *f) {
  uint32_t v;
  must(grundy_builder_new(&f->made.builder, NULL));
  must(grundy_builder_vertex(f->made.builder, "a", 1, &v, NULL));
  must(grundy_builder_move(f->made.builder, v, v, NULL));
}

/* A builder that failed to finish can try again. */
static grundy_status build_again(fixture *f) {
  grundy_status status =
      made(grundy_builder_finish(f->made.builder, WATCHED(grundy_run_options), &f->made.g, NULL),
           &f->made.g);
  if (status != GRUNDY_OK) {
    allocations_left = ticks_left = NEVER;
    must(grundy_builder_finish(f->made.builder, NULL, &f->made.g, NULL));
  }
  assert_int_equal(grundy_digraph_size(f->made.g), 1);
  return status;
}

/* row->size is the length of the cycle, if it is known. */
static grundy_status find_cycle(fixture *f) {
  uint32_t cycle[8], length = 77;
  grundy_status status = grundy_digraph_cycle(f->game, cycle, &length, NULL);
  if (status == GRUNDY_OK && f->row->size > 0) assert_int_equal(length, f->row->size);
  return status;
}

/* All moves in both directions. */
static grundy_status add_reverses(fixture *f) {
  grundy_status status = made(grundy_digraph_with_reverses(f->game, &f->made.g, NULL), &f->made.g);
  if (status == GRUNDY_OK) assert_int_equal(grundy_digraph_size(f->made.g), 4);
  return status;
}

/* ---- model ------------------------------------------------------------------------------ */

static grundy_status make_models(fixture *f) {
  grundy_status status = GRUNDY_OK;
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT && status == GRUNDY_OK; kind++) {
    grundy_model model = grundy_model_default((grundy_model_kind)kind);
    model.order = 40;
    model.p = 0.1;
    model.moves = 1300;
    model.degree = 3;
    model.layers = model.width = model.height = 6;
    outputs_renew(&f->made);
    must(grundy_model_check(&model, NULL)); /* it allocates nothing */
    status =
        made(grundy_model_make(&model, WATCHED(grundy_run_options), &f->made.g, NULL), &f->made.g);
  }
  return status;
}

/* ---- solution -------------------------------------------------------------------------- */

static grundy_status parse_columns(fixture *f) {
  grundy_columns columns = 0;
  return grundy_columns_parse("all", &columns, NULL);
}

static grundy_status fill_solution(fixture *f) {
  static const uint64_t offsets[] = {0, 1, 3, 3};
  static const uint32_t members[] = {4, 0, 2};
  static const uint8_t absent[] = {0, 0, 1};
  uint8_t *letters = UNTOUCHED;
  uint32_t *numbers = UNTOUCHED;
  double *reals = UNTOUCHED;
  grundy_status status = made(grundy_solution_new(3, &f->made.solution, NULL), &f->made.solution);
  if (status != GRUNDY_OK) return status;
  grundy_solution *solution = f->made.solution;
  status =
      made(grundy_solution_add_letters(solution, GRUNDY_COLUMN_OUTCOME, &letters, NULL), &letters);
  if (status == GRUNDY_OK)
    status =
        made(grundy_solution_add_numbers(solution, GRUNDY_COLUMN_GRUNDY, &numbers, NULL), &numbers);
  if (status == GRUNDY_OK)
    status = made(grundy_solution_add_reals(solution, GRUNDY_COLUMN_CAP, &reals, NULL), &reals);
  if (status != GRUNDY_OK) return status;
  status = grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, members, absent, NULL);
  bool there = (grundy_solution_columns(solution) & GRUNDY_COLUMN_K) != 0;
  assert_int_equal(there, status == GRUNDY_OK);
  return status;
}

/* ---- solve ----------------------------------------------------------------------------- */

static grundy_status verify_game(fixture *f, const grundy_digraph *g,
                                 const grundy_solution *solution) {
  grundy_status status =
      made(grundy_verify(g, solution, WATCHED(grundy_verify_options), &f->made.report, NULL),
           &f->made.report);
  if (status == GRUNDY_OK) assert_true(grundy_report_right(f->made.report));
  return status;
}

static grundy_status verify(fixture *f) {
  return verify_game(f, f->g, f->solution);
}

/* Values without a counter, and outcomes without remoteness. */
static grundy_status verify_alone(fixture *f) {
  return verify_game(f, f->g, f->partial);
}

static grundy_status solve_to(fixture *f, grundy_columns columns, grundy_algorithm algorithm) {
  outputs_renew(&f->made);
  return made(grundy_solve_in_memory(
                  f->game,
                  OPTIONS(grundy_solve_options, .columns = columns, .algorithm = algorithm),
                  &f->made.solution, NULL),
              &f->made.solution);
}

static grundy_status solve(fixture *f) {
  return solve_to(f, f->row->columns, GRUNDY_ALGORITHM_AUTO);
}

/* Solves a game, and checks the solution. */
static grundy_status solve_and_check(fixture *f, grundy_columns columns,
                                     grundy_algorithm algorithm) {
  grundy_status status = solve_to(f, columns, algorithm);
  return status == GRUNDY_OK ? verify_game(f, f->game, f->made.solution) : status;
}

static grundy_status solve_right(fixture *f) {
  return solve_and_check(f, f->row->columns, GRUNDY_ALGORITHM_AUTO);
}

/* With a counter and without, for which arrays of another column are not free to be used. */
static grundy_status solve_by(fixture *f) {
  grundy_algorithm algorithm = (grundy_algorithm)f->row->choice;
  grundy_status status = solve_and_check(f, GRUNDY_COLUMN_GRUNDY, algorithm);
  if (status == GRUNDY_OK)
    status = solve_and_check(f, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER, algorithm);
  return status;
}

/* Every column on its own, so that it does not find the arrays of another one. */
static grundy_status solve_each_column(fixture *f) {
  grundy_columns rest = grundy_solve_columns(f->game, true);
  grundy_status status = GRUNDY_OK;
  for (; rest != 0 && status == GRUNDY_OK; rest &= rest - 1)
    status = solve_and_check(f, rest & -rest, GRUNDY_ALGORITHM_AUTO);
  return status;
}

/* Solves row->columns. In the solution the first number of one column is infinite although it
 * should not be, or the other way round; or the first letter is another one. */
static void change_solution(fixture *f, grundy_columns column) {
  quiet before = quiet_start();
  outputs_renew(&f->made);
  must(grundy_solve_in_memory(f->game,
                              &GRUNDY_OPTIONS(grundy_solve_options, .columns = f->row->columns),
                              &f->made.solution, NULL));
  uint8_t *letters = (uint8_t *)grundy_solution_letters(f->made.solution, column);
  uint32_t *numbers = (uint32_t *)grundy_solution_numbers(f->made.solution, column);
  if (letters != NULL) {
    letters[0] = letters[0] == 'P' ? 'N' : 'P';
    quiet_end(before);
    return;
  }
  if (numbers == NULL) { /* a column that the game does not have */
    must(grundy_solution_add_numbers(f->made.solution, column, &numbers, NULL));
    memset(numbers, 0, grundy_digraph_order(f->game) * sizeof *numbers);
  }
  numbers[0] = numbers[0] == GRUNDY_INFINITY ? 0 : GRUNDY_INFINITY;
  quiet_end(before);
}

/* Changes one of row->changed after the other, and finds the mistake. */
static grundy_status check_changes(fixture *f) {
  grundy_status status = GRUNDY_OK;
  for (grundy_columns rest = f->row->changed; rest != 0 && status == GRUNDY_OK; rest &= rest - 1) {
    change_solution(f, rest & -rest);
    status = made(grundy_verify(f->game, f->made.solution, WATCHED(grundy_verify_options),
                                &f->made.report, NULL),
                  &f->made.report);
    if (status == GRUNDY_OK) assert_false(grundy_report_right(f->made.report));
  }
  return status;
}

/* With a limit, so that the engine has to be chosen. */
static grundy_status solve_by_plan(fixture *f) {
  grundy_engine_plan plan;
  grundy_solve_options options = *OPTIONS(grundy_solve_options, .memory = 1 << 30);
  grundy_status status = grundy_solve_plan(f->g, &options, &plan, NULL);
  if (status != GRUNDY_OK) return status;
  return made(grundy_solve(f->g, &options, &f->made.solution, NULL), &f->made.solution);
}

/* What cannot be estimated because memory runs out does not fit into it. */
static grundy_status estimate_parts(fixture *f) {
  return grundy_solve_parts_memory(f->game) == UINT64_MAX ? GRUNDY_OUT_OF_MEMORY : GRUNDY_OK;
}

/* The lean engine solves an ordinary game in place of one with kinds of moves. */
static grundy_status solve_with_waits(fixture *f) {
  return made(grundy_solve(f->game,
                           OPTIONS(grundy_solve_options, .columns = GRUNDY_COLUMN_OUTCOME,
                                   .engine = GRUNDY_ENGINE_LEAN),
                           &f->made.solution, NULL),
              &f->made.solution);
}

/* The message names the cycle on which sums grow. */
static grundy_status find_growth(fixture *f) {
  grundy_error error = {0};
  grundy_status status =
      grundy_solve_in_memory(f->game, WATCHED(grundy_solve_options), &f->made.solution, &error);
  assert_int_not_equal(made(status, &f->made.solution), GRUNDY_OK);
  return status == GRUNDY_UNABLE ? GRUNDY_OK : status;
}

/* ---- external -------------------------------------------------------------------------- */

/* A scratch file does not survive a failure, but the next call goes on from that of a cancelled
 * one, and an older file may stay. */
static grundy_status solve_externally(fixture *f, const grundy_external_options *options) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", f->folder, GRUNDY_SCRATCH_FILE);
  bool is_older = access(path, F_OK) == 0;
  outputs_renew(&f->made);
  grundy_status status =
      made(grundy_external_solve(f->game, options, &f->made.solution, NULL), &f->made.solution);
  bool may_stay = status == GRUNDY_CANCELLED || (is_older && status != GRUNDY_OK);
  if (may_stay) (void)unlink(path);
  assert_int_equal(access(path, F_OK), -1);
  return status;
}

/* In memory, or with a scratch file if is_set. */
static grundy_status solve_external(fixture *f) {
  return solve_externally(f, OPTIONS(grundy_external_options, .columns = f->row->columns,
                                     .scratch = f->row->is_set ? f->folder : NULL,
                                     .block = f->row->columns == 0 ? 3 : 7));
}

/* Columns alone, whose algorithms need other columns. */
static grundy_status solve_columns_in_file(fixture *f) {
  grundy_status status = GRUNDY_OK;
  for (grundy_columns rest = f->row->columns; rest != 0 && status == GRUNDY_OK; rest &= rest - 1)
    status = solve_externally(f, OPTIONS(grundy_external_options, .columns = rest & -rest,
                                         .scratch = f->folder, .block = 3));
  return status;
}

/* Leaves the scratch file of a call that was cancelled after that number of steps. */
static void leave_scratch(fixture *f, const grundy_external_options *options, int steps) {
  quiet before = quiet_start();
  bool stopped = has_stopped;
  uint64_t stride = grundy_work_stride;
  ticks_left = steps;
  grundy_work_stride = 1;
  assert_int_equal(grundy_external_solve(f->game, options, &f->made.solution, NULL),
                   GRUNDY_CANCELLED);
  quiet_end(before);
  has_stopped = stopped;
  grundy_work_stride = stride;
}

/* Solves a game whose reverse rows stay in the scratch file, because they do not fit into memory;
 * goes on after row->size steps, if it is not 0. */
static grundy_status solve_large(fixture *f) {
  grundy_external_options options =
      *OPTIONS(grundy_external_options, .columns = GRUNDY_COLUMNS_EXTERNAL, .scratch = f->folder,
               .block = 7);
  options.memory = grundy_external_memory(f->game, &options);
  if (f->row->size > 0) leave_scratch(f, &options, f->row->size);
  return solve_externally(f, &options);
}

/* Maps a file without a name in the folder of a scratch file, which is removed. */
static grundy_status map_scratch(fixture *f) {
  const grundy_scratch_game game = {3, 2, 77};
  grundy_work work = grundy_work_start(&watch, "opening the scratch file", 0);
  grundy_scratch *scratch = NULL;
  grundy_mapping mapping = {0};
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", f->folder, GRUNDY_SCRATCH_FILE);
  grundy_status status = grundy_scratch_open(f->folder, &game, &work, &scratch, some_error());
  if (status == GRUNDY_OK)
    status = grundy_scratch_map(scratch, "the sets K", 5000, &mapping, some_error());
  assert_int_equal(mapping.length, status == GRUNDY_OK ? 5000 : 0);
  grundy_mapping_free(&mapping);
  grundy_scratch_close(scratch, false);
  (void)unlink(path); /* it stays if opening failed */
  return status;
}

/* ---- gpu ------------------------------------------------------------------------------- */

/* OpenCL itself does not allocate here. */
static grundy_status list_gpus(fixture *f) {
  size_t count = 77;
  if (!f->has_gpu) return GRUNDY_OK;
  grundy_status status = made(grundy_gpu_list(&f->made.devices, &count, NULL), &f->made.devices);
  assert_int_equal(count == 77, status != GRUNDY_OK);
  return status;
}

static grundy_status solve_on_gpu(fixture *f) {
  if (!f->has_gpu) return GRUNDY_OK;
  return made(grundy_gpu_solve(f->g, 1,
                               OPTIONS(grundy_solve_options, .columns = GRUNDY_COLUMNS_ALL),
                               &f->made.solution, NULL),
              &f->made.solution);
}

static grundy_status verify_on_gpu(fixture *f) {
  if (!f->has_gpu) return GRUNDY_OK;
  return made(grundy_gpu_verify(f->g, f->solution, 1, WATCHED(grundy_verify_options),
                                &f->made.report, NULL),
              &f->made.report);
}

/* ---- kernels --------------------------------------------------------------------------- */

enum { MARK = 0xabababab };

static void mark(uint32_t *numbers) {
  for (int i = 0; i < 8; i++) numbers[i] = MARK;
}

/* If the kernel succeeded all four are written; nothing after them ever is. */
static grundy_status written(grundy_status status, const uint32_t *numbers) {
  for (int i = 0; i < 4 && status == GRUNDY_OK; i++) assert_int_not_equal(numbers[i], MARK);
  for (int i = 4; i < 8; i++) assert_int_equal(numbers[i], MARK);
  return status;
}

static grundy_status find_remoteness(fixture *f) {
  uint32_t numbers[8];
  mark(numbers);
  return written(
      grundy_remoteness_solve(f->g, f->reverse, GRUNDY_MISERE_PLAY, &watch, numbers, NULL),
      numbers);
}

static grundy_status find_successes(fixture *f) {
  uint32_t numbers[8];
  uint8_t ends[8] = {0};
  mark(numbers);
  return written(grundy_q_solve(f->g, f->reverse, ends, &watch, numbers, NULL), numbers);
}

static grundy_status find_distance(fixture *f) {
  uint32_t numbers[8];
  mark(numbers);
  return written(grundy_distance_solve(f->g, f->reverse, &watch, numbers, NULL), numbers);
}

static grundy_status find_values(fixture *f) {
  uint32_t values[8], counter[8];
  mark(values);
  mark(counter);
  grundy_status status = grundy_values_solve(f->g, f->reverse, &watch, values, counter, NULL);
  return written(written(status, values), counter);
}

static grundy_status find_hmin(fixture *f) {
  uint32_t numbers[8];
  mark(numbers);
  return written(grundy_hmin_solve(f->g, f->reverse, f->values, &watch, numbers, NULL), numbers);
}

static grundy_status find_hmin_of_large_values(fixture *f) {
  uint32_t numbers[8];
  grundy_work work = grundy_work_start(&watch, "hmin", 0);
  mark(numbers);
  grundy_arena arena = {0};
  bool done = grundy_hmin_large(&arena, grundy_view_of(f->g), grundy_view_of(f->reverse), f->values,
                                numbers, &work);
  return written(grundy_arena_end(&arena, done ? GRUNDY_OK : GRUNDY_CANCELLED, NULL), numbers);
}

static grundy_status find_payoffs(fixture *f) {
  double payoff[3];
  uint32_t moves[3];
  grundy_status status = transpose(f);
  if (status != GRUNDY_OK) return status;
  return grundy_payoff_solve(f->game, f->made.g, 0, &watch, payoff, moves, NULL);
}

static grundy_status find_labellings(fixture *f) {
  uint32_t labels[4];
  grundy_labellings_report report = {.count = 77};
  grundy_status status =
      grundy_labellings(f->game, WATCHED(grundy_labellings_options), labels, &report, NULL);
  assert_int_equal(report.count, status == GRUNDY_OK ? 2 : 77);
  return status;
}

/* ---- format ---------------------------------------------------------------------------- */

static grundy_status scan(fixture *f, const char *path, grundy_format format, FILE *in) {
  return made(grundy_digraph_read(path, format, OPTIONS(grundy_read_options, .stream = in),
                                  &f->made.g, NULL),
              &f->made.g);
}

static grundy_status read_text(fixture *f) {
  const char *text = f->row->text;
  return scan(f, "game", (grundy_format)f->row->choice, stream_of(f, text, strlen(text)));
}

static grundy_status read_path(fixture *f) {
  return scan(f, f->row->text, GRUNDY_FORMAT_AUTO, NULL);
}

static void put_gzip(fixture *f) {
  gzFile out = gzopen(f->path, "wb");
  assert_non_null(out);
  assert_int_equal(gzputs(out, game_text), sizeof game_text - 1);
  assert_int_equal(gzclose(out), Z_OK);
}

static grundy_status read_file(fixture *f) {
  return unlinked(f, scan(f, f->path, GRUNDY_FORMAT_EDGES, NULL));
}

/* A missing file, for which another one is suggested. */
static grundy_status miss_file(fixture *f) {
  grundy_error error = {0};
  f->path[strlen(f->path) - 1] = 'x';
  grundy_status status = grundy_digraph_read(f->path, GRUNDY_FORMAT_EDGES,
                                             WATCHED(grundy_read_options), &f->made.g, &error);
  f->path[strlen(f->path) - 1] = 't';
  assert_int_not_equal(made(unlinked(f, status), &f->made.g), GRUNDY_OK);
  return error.reason == GRUNDY_REASON_NO_FILE ? GRUNDY_OK : status;
}

/* A solution of Smith's game from the text that was written before. */
static grundy_status scan_solution(fixture *f) {
  return made(grundy_solution_read(f->game, "solution", (grundy_format)f->row->choice,
                                   OPTIONS(grundy_read_options, .stream = f->made.in),
                                   &f->made.other_solution, NULL),
              &f->made.other_solution);
}

/* A game from an archive in memory. */
static void put_archive(fixture *f) {
  size_t length;
  f->made.text = NULL;
  FILE *out = open_memstream(&f->made.text, &length);
  assert_non_null(out);
  must(grundy_digraph_write(f->game, GRUNDY_FORMAT_NPZ, NULL, out, NULL));
  fclose(out);
  (void)stream_of(f, f->made.text, length);
}

/* The same in a file, which is mapped. */
static void put_archive_file(fixture *f) {
  must(grundy_digraph_write(f->game, GRUNDY_FORMAT_NPZ, NULL, temporary(f), NULL));
  rewind(f->made.out);
}

/* A mapped file whose rows are not sorted, so that its offsets are copied. */
static void put_unsorted_file(fixture *f) {
  uint32_t targets[16];
  const uint64_t *offsets = grundy_digraph_offsets(f->g);
  grundy_npz_column columns[GRUNDY_NPZ_GAME_MEMBERS];
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  assert_true(grundy_digraph_size(f->g) <= LENGTH(targets));
  memcpy(targets, grundy_digraph_targets(f->g), grundy_digraph_size(f->g) * sizeof *targets);
  for (uint32_t u = 0; u < grundy_digraph_order(f->g); u++) {
    uint64_t first = offsets[u], last = offsets[u + 1];
    if (last - first > 1) { /* exchanges two moves */
      uint32_t to = targets[first];
      targets[first] = targets[last - 1];
      targets[last - 1] = to;
    }
  }
  int count = grundy_npz_move_columns(f->g, columns);
  columns[0].source = targets;
  must(grundy_npz_write(temporary(f), columns, count, &work, NULL));
  rewind(f->made.out);
}

/* A file of another form: compressed, with a record after each member and wide numbers. */
static void put_other_archive(fixture *f) {
  static npz_archive archive;
  grundy_npz_column columns[GRUNDY_NPZ_GAME_MEMBERS];
  int count = grundy_npz_move_columns(f->g, columns);
  npz_archive_make(&archive, columns, count,
                   (npz_form){.is_deflated = true,
                              .descriptor = 16,
                              .local_64 = true,
                              .central_64 = true,
                              .end_64 = true});
  FILE *file = temporary(f);
  assert_int_equal(fwrite(archive.bytes, 1, archive.size, file), archive.size);
  rewind(file);
}

static grundy_status read_npz(fixture *f) {
  grundy_status status =
      scan(f, "game", GRUNDY_FORMAT_NPZ, f->made.in != NULL ? f->made.in : f->made.out);
  if (status == GRUNDY_OK)
    assert_int_equal(grundy_digraph_size(f->made.g), grundy_digraph_size(f->game));
  return status;
}

static grundy_status locate_arrays(fixture *f) {
  grundy_npz_layout layout;
  grundy_status status = grundy_npz_read_layout(f->made.out, "game", &layout, some_error());
  if (status == GRUNDY_OK) assert_int_equal(layout.order, grundy_digraph_order(f->game));
  return status;
}

static void put_solution(fixture *f) {
  FILE *out = fopen(f->path, "w");
  assert_non_null(out);
  must(grundy_solution_write(f->g, f->solution, GRUNDY_FORMAT_TSV, NULL, out, NULL));
  fclose(out);
}

/* Gives f->path another name, which ends with the suffix. */
static const char *with_suffix(const fixture *f, const char *suffix) {
  static char path[96];
  (void)snprintf(path, sizeof path, "%s%s", f->path, suffix);
  assert_int_equal(rename(f->path, path), 0);
  return path;
}

/* From a file, whose format is recognized. */
static grundy_status read_solution(fixture *f) {
  const char *path = with_suffix(f, ".tsv");
  grundy_status status =
      made(grundy_solution_read(f->g, path, GRUNDY_FORMAT_AUTO, WATCHED(grundy_read_options),
                                &f->made.other_solution, NULL),
           &f->made.other_solution);
  assert_int_equal(unlink(path), 0);
  return status;
}

static grundy_status write_game(fixture *f) {
  grundy_format format = (grundy_format)f->row->choice;
  return grundy_digraph_write(format == GRUNDY_FORMAT_MTX ? f->reverse
                                                          : f->game, /* without names */
                              format, WATCHED(grundy_run_options),
                              format == GRUNDY_FORMAT_NPZ ? temporary(f) : nowhere(f), NULL);
}

static grundy_status write_solution(fixture *f) {
  return grundy_solution_write(f->g, f->solution, (grundy_format)f->row->choice,
                               WATCHED(grundy_write_options), nowhere(f), NULL);
}

static grundy_status write_bfile(fixture *f) {
  return grundy_solution_write(f->game, f->made.solution, GRUNDY_FORMAT_BFILE,
                               OPTIONS(grundy_write_options, .columns = GRUNDY_COLUMN_DISTANCE),
                               nowhere(f), NULL);
}

/* Writes the solution of a game and reads it again, if the format can be read. */
static grundy_status copy_solution(fixture *f) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TABLE, GRUNDY_FORMAT_LATEX,
                                          GRUNDY_FORMAT_TSV,   GRUNDY_FORMAT_CSV,
                                          GRUNDY_FORMAT_JSON,  GRUNDY_FORMAT_NPZ};
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < LENGTH(formats) && status == GRUNDY_OK; i++) {
    size_t length;
    outputs_renew(&f->made);
    solve_quietly(f);
    f->made.text = NULL;
    FILE *out = open_memstream(&f->made.text, &length);
    assert_non_null(out);
    status = grundy_solution_write(f->game, f->made.solution, formats[i],
                                   WATCHED(grundy_write_options), out, NULL);
    fclose(out);
    if (status != GRUNDY_OK || i < 2) continue;
    status = made(grundy_solution_read(
                      f->game, "solution", formats[i],
                      OPTIONS(grundy_read_options, .stream = stream_of(f, f->made.text, length)),
                      &f->made.other_solution, NULL),
                  &f->made.other_solution);
  }
  return status;
}

/* ---- compound and expression ----------------------------------------------------------- */

/* A compound of the fixture's game, deep enough to reach every file of the room. */
static grundy_status make_compound(fixture *f, grundy_play play) {
  static grundy_solved solved;
  solved = grundy_solved_view(f->g, f->solution);
  grundy_status status =
      made(grundy_compound_new(play, &f->made.compound, NULL), &f->made.compound);
  for (int i = 0; i < 4 && status == GRUNDY_OK; i++) {
    status =
        grundy_compound_add(f->made.compound, grundy_component_digraph(&solved), (uint64_t)i, NULL);
    if (i == 1 && status == GRUNDY_OK)
      status = grundy_compound_join(f->made.compound, GRUNDY_CONJUNCTIVE, 2, NULL);
  }
  if (status == GRUNDY_OK)
    status = grundy_compound_join(f->made.compound, GRUNDY_DISJUNCTIVE, 3, NULL);
  return status;
}

static grundy_status find_best(fixture *f, grundy_compound *compound, uint64_t most,
                               const grundy_search_options *options,
                               grundy_evaluation *evaluation) {
  return made(
      grundy_compound_best(compound, most, options, evaluation, &f->made.best, some_error()),
      &f->made.best);
}

static grundy_status list_moves(fixture *f, grundy_compound *c) {
  return made(grundy_compound_moves(c, 1000, &f->made.moves, NULL), &f->made.moves);
}

static grundy_status use_compound(fixture *f) {
  grundy_evaluation evaluation = {0};
  uint64_t count;
  grundy_status status = make_compound(f, (grundy_play)f->row->choice);
  if (status != GRUNDY_OK) return status;
  grundy_compound *c = f->made.compound;
  status = grundy_compound_evaluate(c, WATCHED(grundy_search_options), &evaluation, NULL);
  assert_int_equal(evaluation.outcome != GRUNDY_OUTCOME_NONE, status == GRUNDY_OK);
  if (status == GRUNDY_OK) status = grundy_compound_move_count(c, &count, NULL);
  if (status == GRUNDY_OK) status = list_moves(f, c);
  if (status == GRUNDY_OK)
    status = find_best(f, c, 1000, WATCHED(grundy_search_options), &evaluation);
  if (status != GRUNDY_OK) return status;
  grundy_move move = grundy_moves_get(f->made.best, 0);
  /* grundy_answer_move calls grundy_answer_steps( and grundy_answer_position(. */
  status = json_end(grundy_answer_move(json_nowhere(f), NULL, c, &move, true, NULL, NULL));
  if (status == GRUNDY_OK) status = grundy_compound_move(c, move.steps, move.count, NULL);
  assert_int_equal(c->start_count, status == GRUNDY_OK);
  return status;
}

static grundy_status start_match(fixture *f) {
  grundy_status status = make_compound(f, GRUNDY_NORMAL_PLAY);
  if (status != GRUNDY_OK) return status;
  return made(grundy_match_new(f->made.compound, NULL, &f->made.match, NULL), &f->made.match);
}

/* A report with a move that may be a mistake, an illegal one, and everything that it writes. */
static grundy_status play_and_report(fixture *f) {
  grundy_status status = start_match(f);
  if (status == GRUNDY_OK)
    status = made(
        grundy_match_report_new(f->made.match, f->made.compound, NULL, &f->made.match_report, NULL),
        &f->made.match_report);
  if (status == GRUNDY_OK) status = list_moves(f, f->made.compound);
  if (status != GRUNDY_OK) return status;
  grundy_move last = grundy_moves_get(f->made.moves, grundy_moves_count(f->made.moves) - 1);
  status = grundy_match_move(f->made.match, last.steps, last.count, NULL);
  if (status == GRUNDY_OK) status = grundy_match_report_add(f->made.match_report, false, NULL);
  if (status == GRUNDY_OK)
    status = grundy_match_report_refuse(f->made.match_report, "z", "no", NULL);
  if (status != GRUNDY_OK) return status;
  return json_end(grundy_match_report_write(f->made.match_report, json_nowhere(f), NULL));
}

/* Plays from the second position of a game with payoffs, with a report. */
static grundy_status play_for_payoffs(fixture *f) {
  static grundy_solved solved;
  grundy_match_report_options options = {.size = sizeof options, .about = {.solved = &solved}};
  grundy_evaluation evaluation;
  grundy_move best;
  solved = grundy_solved_view(f->game, f->made.solution);
  grundy_status status =
      made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  if (status == GRUNDY_OK)
    status = grundy_compound_add(f->made.compound, grundy_component_digraph(&solved), 1, NULL);
  if (status == GRUNDY_OK)
    status = made(grundy_match_new(f->made.compound,
                                   &GRUNDY_OPTIONS(grundy_match_options, .solved = &solved),
                                   &f->made.match, NULL),
                  &f->made.match);
  if (status == GRUNDY_OK)
    status = made(grundy_match_report_new(f->made.match, f->made.compound, &options,
                                          &f->made.match_report, NULL),
                  &f->made.match_report);
  if (status == GRUNDY_OK) status = grundy_match_best(f->made.match, &evaluation, &best, NULL);
  if (status == GRUNDY_OK) status = grundy_match_move(f->made.match, best.steps, best.count, NULL);
  if (status == GRUNDY_OK) status = grundy_match_report_add(f->made.match_report, true, NULL);
  if (status != GRUNDY_OK) return status;
  return json_end(grundy_match_report_write(f->made.match_report, json_nowhere(f), NULL));
}

static grundy_status answer_best(fixture *f) {
  grundy_best_options options = {.size = sizeof options, .all_moves = true, .boards = true};
  grundy_status status = make_compound(f, GRUNDY_NORMAL_PLAY);
  if (status != GRUNDY_OK) return status;
  return json_end(grundy_answer_best(json_nowhere(f), f->made.compound, &options, NULL));
}

/* An answer about positions with names that are longer than most. */
static grundy_status answer_long_names(fixture *f) {
  static grundy_solved solved;
  grundy_best_options options = {.size = sizeof options, .all_moves = true};
  solved = grundy_solved_view(f->game, f->made.solution);
  grundy_status status =
      made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  if (status == GRUNDY_OK)
    status = grundy_compound_add(f->made.compound, grundy_component_digraph(&solved), 0, NULL);
  if (status != GRUNDY_OK) return status;
  return json_end(grundy_answer_best(json_nowhere(f), f->made.compound, &options, some_error()));
}

/* A move, a best move, and a check for repetition. */
static grundy_status use_match(grundy_match *match, grundy_compound *c) {
  grundy_evaluation evaluation;
  grundy_move best;
  uint64_t count = 0;
  grundy_status status = grundy_match_best(match, &evaluation, &best, NULL);
  if (status == GRUNDY_OK) status = grundy_match_move(match, best.steps, best.count, NULL);
  assert_int_equal(grundy_match_length(match), status == GRUNDY_OK);
  assert_int_equal(c->start_count, status == GRUNDY_OK);
  if (status == GRUNDY_OK) status = grundy_match_occurrences(match, &count, NULL);
  assert_int_equal(count, status == GRUNDY_OK);
  return status;
}

static grundy_status play_match(fixture *f) {
  grundy_status status = start_match(f);
  return status == GRUNDY_OK ? use_match(f->made.match, f->made.compound) : status;
}

/* Evaluates sums of three positions of a game with kinds of moves, and lists their turns. */
static grundy_status use_turns(fixture *f) {
  static grundy_solved solved;
  grundy_evaluation evaluation = {0};
  uint64_t order = grundy_digraph_order(f->game);
  solved = grundy_solved_view(f->game, f->made.solution);
  grundy_status status =
      made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  for (uint64_t i = 0; i < 3 && status == GRUNDY_OK; i++)
    status = grundy_compound_add(f->made.compound, grundy_component_digraph(&solved),
                                 ((uint64_t)f->row->size * (i + 1) + i) % order, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_join(f->made.compound, GRUNDY_DISJUNCTIVE, 3, NULL);
  if (status == GRUNDY_OK)
    status =
        made(grundy_why(NULL, &GRUNDY_OPTIONS(grundy_why_options, .compound = f->made.compound),
                        &f->made.facts, NULL),
             &f->made.facts);
  if (status == GRUNDY_OK)
    status = find_best(f, f->made.compound, 1000, WATCHED(grundy_search_options), &evaluation);
  if (status != GRUNDY_OK || grundy_moves_count(f->made.best) == 0) return status;
  const grundy_step step = grundy_moves_get(f->made.best, 0).steps[0];
  status = grundy_compound_move(f->made.compound, &step, 1, NULL);
  return status == GRUNDY_OK ? list_moves(f, f->made.compound) : status;
}

/* A sum of positions of a game with kinds of moves, whose numbers are the digits of row->position,
 * and of a heap. */
static grundy_status make_sum(fixture *f) {
  static grundy_solved solved;
  uint32_t count = 1;
  solved = grundy_solved_view(f->game, f->made.solution);
  grundy_status status =
      made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  for (const char *at = f->row->position; *at != '\0' && status == GRUNDY_OK; at++, count++)
    status = grundy_compound_add(f->made.compound, grundy_component_digraph(&solved),
                                 (uint64_t)(*at - '0'), NULL);
  if (status == GRUNDY_OK)
    status =
        grundy_compound_add(f->made.compound, grundy_component_nim(), (uint64_t)f->row->size, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_join(f->made.compound, GRUNDY_DISJUNCTIVE, count, NULL);
  return status;
}

/* Makes the first move of the list after which the next one must be made in the same component. */
static grundy_status make_locking_move(fixture *f) {
  for (uint64_t i = 0; i < grundy_moves_count(f->made.moves); i++) {
    grundy_move move = grundy_moves_get(f->made.moves, i);
    if (grundy_step_locks(&move.steps[0]))
      return grundy_compound_move(f->made.compound, move.steps, 1, NULL);
  }
  fail_msg("there is no such move");
  return GRUNDY_OK;
}

/* Finds best turns without having evaluated anything before; is_set: also after a move that has to
 * be followed by another one. */
static grundy_status find_turns(fixture *f) {
  grundy_evaluation evaluation;
  grundy_status status = make_sum(f);
  if (status == GRUNDY_OK)
    status = find_best(f, f->made.compound, 1000, WATCHED(grundy_search_options), &evaluation);
  if (status == GRUNDY_OK && f->row->is_set) {
    grundy_moves_free(f->made.best);
    f->made.best = UNTOUCHED;
    status = list_moves(f, f->made.compound);
    if (status == GRUNDY_OK) status = make_locking_move(f);
    if (status == GRUNDY_OK)
      status = find_best(f, f->made.compound, 1000, WATCHED(grundy_search_options), &evaluation);
  }
  return status;
}

static grundy_status explore_compound(fixture *f) {
  grundy_status status = make_compound(f, GRUNDY_NORMAL_PLAY);
  if (status != GRUNDY_OK) return status;
  return made(grundy_compound_explore(f->made.compound, 100000, WATCHED(grundy_run_options),
                                      &f->made.g, NULL),
              &f->made.g);
}

static grundy_status plan_compound(fixture *f) {
  static grundy_solved solved;
  grundy_evaluation evaluation;
  solved = grundy_solved_view(f->g, f->solution);
  grundy_status status =
      made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  for (int i = 0; i < 12 && status == GRUNDY_OK; i++)
    status = grundy_compound_add(f->made.compound, grundy_component_digraph(&solved), 1, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_join(f->made.compound, GRUNDY_SELECTIVE, 12, NULL);
  if (status == GRUNDY_OK)
    status = find_best(f, f->made.compound, 2, WATCHED(grundy_search_options), &evaluation);
  if (status == GRUNDY_OK) assert_int_equal(grundy_moves_count(f->made.best), 1);
  return status;
}

/* Opens the text as an expression; is_set: its positions are not reduced by symmetry. */
static grundy_status open_text(fixture *f, const char *text) {
  return made(
      grundy_expression_open(text, OPTIONS(grundy_expression_options, .unreduced = f->row->is_set),
                             &f->made.expression, some_error()),
      &f->made.expression);
}

static grundy_status open_expression(fixture *f) {
  return open_text(f, f->row->text);
}

static grundy_compound *opened(fixture *f) {
  return grundy_expression_compound(f->made.expression);
}

/* Reports the move row->position, which is a mistake. */
static grundy_status report_mistake(fixture *f) {
  grundy_step *steps = NULL;
  uint64_t count = 0;
  grundy_status status = open_expression(f);
  if (status == GRUNDY_OK)
    status = made(grundy_match_new(opened(f), NULL, &f->made.match, NULL), &f->made.match);
  if (status == GRUNDY_OK)
    status =
        made(grundy_match_report_new(f->made.match, opened(f), NULL, &f->made.match_report, NULL),
             &f->made.match_report);
  if (status == GRUNDY_OK)
    status = grundy_move_read(f->made.expression, f->row->position, &steps, &count, NULL);
  if (status == GRUNDY_OK) status = grundy_match_move(f->made.match, steps, count, NULL);
  free(steps);
  if (status == GRUNDY_OK) status = grundy_match_report_add(f->made.match_report, false, NULL);
  if (status == GRUNDY_OK)
    assert_non_null(strstr(grundy_match_report_sentence(f->made.match_report), "wins"));
  return status;
}

/* Checks a record that names its result, without writing it. */
static grundy_status check_result(fixture *f) {
  grundy_status status =
      made(grundy_record_read("record", STREAM(f, f->row->text), &f->made.record, some_error()),
           &f->made.record);
  if (status == GRUNDY_OK) status = open_text(f, grundy_record_game(f->made.record));
  return status == GRUNDY_OK
             ? grundy_record_check(f->made.record, f->made.expression, NULL, some_error())
             : status;
}

/* A move to a position that there is not. */
static grundy_status refuse_move(fixture *f) {
  grundy_step *steps = UNTOUCHED;
  uint64_t count = 0;
  grundy_status status = open_expression(f);
  if (status != GRUNDY_OK) return status;
  status = grundy_move_read(f->made.expression, f->row->position, &steps, &count, some_error());
  assert_int_not_equal(made(status, &steps), GRUNDY_OK);
  return status == GRUNDY_BAD_INPUT ? GRUNDY_OK : status;
}

/* A record that is read, checked, written as JSON, and made again move by move. */
static grundy_status keep_record(fixture *f) {
  static const char text[] = "game nim:2 + nim:3\nfirst person Anna\nsecond computer fair\n"
                             "# the start\n1. 1 0  # a\n# b\n2. 2 \"0\"\n2. 2 1\n";
  const char *game = "nim:2 + nim:3";
  grundy_status status =
      made(grundy_record_read("record", STREAM(f, text), &f->made.record, some_error()),
           &f->made.record);
  if (status == GRUNDY_OK) status = open_text(f, game);
  if (status == GRUNDY_OK)
    status = json_end(
        grundy_record_check(f->made.record, f->made.expression, json_nowhere(f), some_error()));
  if (status == GRUNDY_OK) assert_int_equal(opened(f)->start_count, 0);
  if (status == GRUNDY_OK) status = grundy_record_write(f->made.record, nowhere(f), some_error());
  if (status == GRUNDY_OK)
    status = made(grundy_record_new(game, NULL, &f->made.other_record, some_error()),
                  &f->made.other_record);
  for (uint32_t i = 1; status == GRUNDY_OK && i <= grundy_record_count(f->made.record); i++) {
    grundy_record_move move = grundy_record_get(f->made.record, i);
    status =
        grundy_record_add(f->made.other_record, move.parent, move.text, true, NULL, some_error());
    if (status == GRUNDY_OK)
      status = grundy_record_set_comment(f->made.other_record, i, move.comment, some_error());
  }
  return status;
}

/* A move as text, and back. */
static grundy_status keep_move(fixture *f) {
  grundy_step *steps = NULL;
  uint64_t count = 0;
  char *text = NULL;
  grundy_status status = open_text(f, "nim:2 + nim:3");
  if (status == GRUNDY_OK)
    status = grundy_move_read(f->made.expression, "1 \"0\"", &steps, &count, some_error());
  if (status == GRUNDY_OK) status = grundy_move_write(opened(f), steps, count, &text, some_error());
  free(steps);
  free(text);
  return status;
}

/* The names of these terminal positions outgrow their buffer at a comma, at a name, and at a name
 * in quotes. */
static grundy_status explore_names(fixture *f) {
  grundy_status status = open_expression(f);
  if (status == GRUNDY_OK)
    status = made(grundy_compound_explore(opened(f), 10, WATCHED(grundy_run_options), &f->made.g,
                                          some_error()),
                  &f->made.g);
  if (status == GRUNDY_OK) assert_int_equal(grundy_digraph_order(f->made.g), 1);
  return status;
}

/* Plans best moves that delay play, or that comparing the moves of a summand finds. */
static grundy_status plan_further(fixture *f) {
  grundy_evaluation evaluation;
  grundy_status status = open_expression(f);
  if (status == GRUNDY_OK)
    status = find_best(f, opened(f), 3, OPTIONS(grundy_search_options, .limit = 300, .tried = 1),
                       &evaluation);
  if (status == GRUNDY_OK) assert_true(grundy_moves_count(f->made.best) > 0);
  return status;
}

/* Evaluates and plays a position that comes apart. */
static grundy_status evaluate_parts(fixture *f) {
  grundy_evaluation evaluation;
  grundy_status status = open_expression(f);
  if (status == GRUNDY_OK)
    status = find_best(f, opened(f), 5, WATCHED(grundy_search_options), &evaluation);
  return status;
}

/* A sum of rules with `swap`, which are explored again for both players, and a match in it. */
static grundy_status use_swaps(fixture *f) {
  grundy_match_options playing = {.size = sizeof playing, .search = WATCHED(grundy_search_options)};
  grundy_status status = open_text(f, text_of(f));
  if (status == GRUNDY_OK)
    status =
        made(grundy_match_new(opened(f), &playing, &f->made.match, some_error()), &f->made.match);
  return status == GRUNDY_OK ? use_match(f->made.match, opened(f)) : status;
}

/* ---- ordinals --------------------------------------------------------------------------- */

static grundy_status use_ordinals(fixture *f) {
  static const char text[] = "w^(w+1)*(w+1) + 5 # w ^^ w*2";
  grundy_ordinal_answer answer = {.ordinal = UNTOUCHED};
  grundy_ordinal *number = NULL, *results[5] = {NULL};
  grundy_status status =
      made(grundy_ordinal_evaluate(text, strlen(text), &answer, NULL), &answer.ordinal);
  if (status != GRUNDY_OK) return status;
  const grundy_ordinal *a = f->made.ordinal = answer.ordinal;
  status = grundy_ordinal_natural(7, &number, NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_parse("w^2+3", 5, &f->made.other_ordinal, NULL);
  const grundy_ordinal *normal = f->made.other_ordinal;
  if (status == GRUNDY_OK) status = grundy_ordinal_add(a, normal, &results[0], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_multiply(a, normal, &results[1], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_natural_sum(a, number, &results[2], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_nim_sum(a, normal, &results[3], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_approach(a, 3, &results[4], NULL);
  for (size_t i = 0; i < LENGTH(results); i++) grundy_ordinal_free(results[i]);
  grundy_ordinal_free(number);
  return status;
}

static grundy_status refuse_ordinal(fixture *f) {
  grundy_status status =
      made(grundy_ordinal_parse("5+w", 3, &f->made.ordinal, NULL), &f->made.ordinal);
  return status == GRUNDY_BAD_INPUT ? GRUNDY_OK : status;
}

static grundy_status use_transfinite(fixture *f) {
  grundy_evaluation evaluation;
  grundy_status status = made(grundy_ordinals_new(&f->made.ordinals, NULL), &f->made.ordinals);
  if (status != GRUNDY_OK) return status;
  status = open_expression(f);
  /* If looking up a name runs out of memory, the result is not "no such position". */
  if (status != GRUNDY_OK) return status == GRUNDY_BAD_INPUT ? GRUNDY_OUT_OF_MEMORY : status;
  status = find_best(f, opened(f), 5, WATCHED(grundy_search_options), &evaluation);
  if (status == GRUNDY_OK) assert_int_equal(grundy_moves_count(f->made.best), 1);
  return status;
}

/* ---- explain and draw ------------------------------------------------------------------- */

/* Explains every position, in both formats. */
static grundy_status explain(fixture *f) {
  const grundy_solution *solution = f->row->prepare == NULL ? f->solution : f->made.solution;
  grundy_explain_options options = {.size = sizeof options, .depth = 100};
  grundy_status status = GRUNDY_OK;
  for (uint32_t v = 0; v < grundy_digraph_order(f->game) && status == GRUNDY_OK; v++) {
    grundy_facts *facts = UNTOUCHED;
    status = made(grundy_explain(f->game, solution, v, &options, &facts, NULL), &facts);
    if (status != GRUNDY_OK) return status;
    grundy_facts_write(facts, GRUNDY_GERMAN, false, nowhere(f));
    status = grundy_facts_write_json(facts, GRUNDY_ENGLISH, nowhere(f), NULL);
    grundy_facts_free(facts);
  }
  return status;
}

static grundy_status why(fixture *f) {
  return made(grundy_why(f->row->text, NULL, &f->made.facts, NULL), &f->made.facts);
}

static grundy_status why_misere(fixture *f) {
  const grundy_expression_options opening =
      GRUNDY_OPTIONS(grundy_expression_options, .play = GRUNDY_MISERE_PLAY, .monitor = &watch);
  return made(grundy_why(f->row->text, &GRUNDY_OPTIONS(grundy_why_options, .opening = &opening),
                         &f->made.facts, some_error()),
              &f->made.facts);
}

/* The window of an expression. */
static grundy_status read_window(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                 grundy_digraph **g, grundy_error *error) {
  const grundy_open_options options =
      GRUNDY_OPTIONS(grundy_open_options, .window = 5, .accepts_windows = true);
  (void)context;
  (void)closed_limit;
  return grundy_game_open_name(name, &options, g, error);
}

static grundy_status why_window(fixture *f) {
  const grundy_expression_options opening =
      GRUNDY_OPTIONS(grundy_expression_options, .play = (grundy_play)f->row->choice,
                     .monitor = &watch, .read = read_window);
  return made(grundy_why(f->row->text, &GRUNDY_OPTIONS(grundy_why_options, .opening = &opening),
                         &f->made.facts, some_error()),
              &f->made.facts);
}

/* A position that comes apart, as if it were too large to be explored. */
static grundy_status explain_sum(fixture *f) {
  grundy_status status = open_expression(f);
  if (status != GRUNDY_OK) return status;
  assert_true(grundy_sum_applies(f->made.expression));
  return made(grundy_sum_explain(f->made.expression, &f->made.facts, some_error()), &f->made.facts);
}

/* A sum in misere play, as if it were too large to be explored, and as an addition to facts. */
static grundy_status explain_quotient(fixture *f) {
  const grundy_expression_options misere =
      GRUNDY_OPTIONS(grundy_expression_options, .play = GRUNDY_MISERE_PLAY);
  grundy_status status =
      made(grundy_expression_open(f->row->text, &misere, &f->made.expression, some_error()),
           &f->made.expression);
  for (int all = 0; all < 2 && status == GRUNDY_OK; all++) {
    bool is_known = false;
    grundy_facts *facts = grundy_facts_new();
    status = facts == NULL
                 ? GRUNDY_OUT_OF_MEMORY
                 : grundy_quotient_explain(opened(f), all == 1, facts, &is_known, some_error());
    grundy_facts_free(facts);
    if (status == GRUNDY_OK) assert_true(is_known);
  }
  return status;
}

/* Graphviz and its libraries keep some memory. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libgvc\nleak:libfontconfig";
}

/* Freed blocks that AddressSanitizer keeps make every fork of a trial slow. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "quarantine_size_mb=16";
}

static grundy_status trace(fixture *f) {
  static const grundy_tracing algorithms[] = {GRUNDY_TRACING_AUTO, GRUNDY_TRACING_GENERAL};
  static const grundy_trace_format formats[] = {GRUNDY_TRACE_TEXT, GRUNDY_TRACE_HTML,
                                                GRUNDY_TRACE_JSON};
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < 6 && status == GRUNDY_OK; i++)
    if (i != 4) /* the page once */
      status = grundy_trace_write(f->g, algorithms[i / 3], formats[i % 3], GRUNDY_ENGLISH,
                                  nowhere(f), NULL);
  return status;
}

static grundy_status trace_acyclic(fixture *f) {
  grundy_status status = GRUNDY_OK;
  for (int format = GRUNDY_TRACE_TEXT; format <= GRUNDY_TRACE_MARKDOWN && status == GRUNDY_OK;
       format++)
    status = grundy_trace_write(f->game, GRUNDY_TRACING_AUTO, (grundy_trace_format)format,
                                GRUNDY_GERMAN, nowhere(f), NULL);
  return status;
}

/* Graphviz has its own allocator: only our allocations can be made to fail. */
static grundy_status draw(fixture *f) {
  return grundy_draw(f->g, f->solution, f->row->text,
                     OPTIONS(grundy_draw_options, .show = GRUNDY_COLUMN_REMOTENESS), nowhere(f),
                     NULL);
}

/* A draw that is explained. */
static grundy_status draw_current(fixture *f) {
  const uint8_t *outcomes = grundy_solution_letters(f->made.solution, GRUNDY_COLUMN_OUTCOME);
  uint32_t current = 0;
  while (outcomes[current] != GRUNDY_OUTCOME_D) current++;
  return grundy_draw(f->game, f->made.solution, "dot",
                     OPTIONS(grundy_draw_options, .current = &current, .legend = true), nowhere(f),
                     some_error());
}

/* More positions than are written at a time. */
static grundy_status draw_large_dot(fixture *f) {
  grundy_status status =
      made(grundy_solution_new(grundy_digraph_order(f->game), &f->made.solution, NULL),
           &f->made.solution);
  return status == GRUNDY_OK ? grundy_draw(f->game, f->made.solution, "dot",
                                           WATCHED(grundy_draw_options), nowhere(f), some_error())
                             : status;
}

static grundy_status draw_board(fixture *f) {
  static const uint32_t start = 0;
  grundy_status status =
      made(grundy_game_open("nim:2", WATCHED(grundy_open_options), &f->made.g, NULL), &f->made.g);
  return status == GRUNDY_OK
             ? grundy_draw(f->made.g, f->solution, f->row->text,
                           OPTIONS(grundy_draw_options, .board = &start), nowhere(f), some_error())
             : status;
}

/* Many positions before and after one of them. */
static bool has_ray(uint32_t u, uint32_t v) {
  return u > 0 && v == 0;
}

static bool has_reverse_ray(uint32_t u, uint32_t v) {
  return has_ray(v, u);
}

enum { RAYS = 40 };

static grundy_digraph *star(void) {
  return game_with(RAYS + 1, has_ray);
}

static grundy_digraph *reverse_star(void) {
  return game_with(RAYS + 1, has_reverse_ray);
}

/* Two positions after it, and many after each of them. */
static bool has_branch(uint32_t u, uint32_t v) {
  return v > 2 ? u == 1 + v % 2 : v > 0 && u == 0;
}

static grundy_digraph *tree(void) {
  return game_with(RAYS + 1, has_branch);
}

static grundy_digraph *long_chain(void) {
  enum { ORDER = 1001 };
  static uint32_t tails[ORDER - 1], heads[ORDER - 1];
  grundy_digraph *g;
  for (uint32_t v = 1; v < ORDER; v++) {
    tails[v - 1] = v;
    heads[v - 1] = v - 1;
  }
  must(grundy_digraph_new(ORDER, ORDER - 1, tails, heads, &g, NULL));
  return g;
}

static grundy_status draw_around(fixture *f) {
  uint64_t count = 77;
  grundy_status status = transpose(f);
  if (status != GRUNDY_OK) return status;
  status = made(grundy_draw_around(f->game, f->made.g, 0, 3, 100, &f->made.numbers, &count, NULL),
                &f->made.numbers);
  if (f->row->game != NULL) assert_int_equal(count, status == GRUNDY_OK ? RAYS + 1 : 77);
  return status;
}

static grundy_status write_worksheet(fixture *f) {
  return grundy_worksheet_write(f->g, WATCHED(grundy_worksheet_options), nowhere(f), some_error());
}

static grundy_status write_random_worksheet(fixture *f) {
  return grundy_worksheet_write(
      NULL,
      OPTIONS(grundy_worksheet_options, .best_moves = true, .part = GRUNDY_WORKSHEET_QUESTIONS),
      nowhere(f), some_error());
}

/* A graph whose positions get other names, and have levels. */
static grundy_status write_graph_worksheet(fixture *f) {
  return grundy_worksheet_write(
      f->game,
      OPTIONS(grundy_worksheet_options, .seed = 2, .level = GRUNDY_WORKSHEET_EASY,
              .show = GRUNDY_WORKSHEET_GRAPH, .part = GRUNDY_WORKSHEET_SOLUTION,
              .play = (grundy_play)f->row->choice),
      nowhere(f), some_error());
}

static grundy_status find_info(fixture *f) {
  grundy_game_info info = {.positions = 77};
  grundy_status status =
      grundy_game_info_find(f->g, WATCHED(grundy_info_options), &info, some_error());
  assert_int_equal(info.positions, status == GRUNDY_OK ? grundy_digraph_order(f->g) : 77);
  return status;
}

/* ---- maps and classes ------------------------------------------------------------------- */

static const uint32_t same_image[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, no_d[] = {0, 0, 0, 0};

/* From a file, and from a stream. */
static grundy_status read_map(fixture *f) {
  uint32_t image[4], d[4];
  bool with_d = false;
  grundy_status status =
      unlinked(f, grundy_map_read(f->g, f->g, f->path, WATCHED(grundy_read_options), image, d,
                                  &with_d, NULL));
  assert_int_equal(with_d, status == GRUNDY_OK);
  if (status != GRUNDY_OK) return status;
  return grundy_map_read(f->g, f->g, "map", STREAM(f, f->row->text), image, d, &with_d, NULL);
}

static grundy_status read_classes(fixture *f) {
  uint32_t class_of[4];
  grundy_status status =
      unlinked(f, made(grundy_classes_read(f->g, f->path, WATCHED(grundy_read_options), class_of,
                                           &f->made.g, NULL),
                       &f->made.g));
  if (status != GRUNDY_OK) return status;
  return made(
      grundy_classes_read(f->g, "classes", STREAM(f, f->row->text), class_of, &f->made.other, NULL),
      &f->made.other);
}

static grundy_status write_map(fixture *f) {
  static const uint32_t d[LENGTH(same_image)] = {4, 3, 2, 1};
  assert_true(grundy_digraph_order(f->game) <= LENGTH(d));
  return grundy_map_write(f->game, f->game, same_image, d, WATCHED(grundy_run_options), nowhere(f),
                          NULL);
}

/* The identity, with its least d and with a given one. */
static grundy_status check_map(fixture *f) {
  uint32_t least[4];
  grundy_map_report report;
  grundy_status status = grundy_map_check(f->g, f->g, same_image, NULL, WATCHED(grundy_run_options),
                                          least, &report, NULL);
  if (status == GRUNDY_OK)
    status = grundy_map_check(f->g, f->g, same_image, no_d, WATCHED(grundy_run_options), NULL,
                              &report, NULL);
  if (status == GRUNDY_OK) assert_int_equal(report.of[GRUNDY_THEOREM7].condition, GRUNDY_MAP_HOLDS);
  return status;
}

/* A map with d = 1 at a vertex that moves within its fibre and is answered there. */
static void prepare_replies(fixture *f) {
  f->made.g = game_of("0\n1 0\n2 3\n3 0\n", GRUNDY_FORMAT_EDGES);
  f->made.other = game_of("0\n1 0\n", GRUNDY_FORMAT_EDGES);
}

static grundy_status check_replies(fixture *f) {
  static const uint32_t image[] = {0, 1, 0, 1}, given[] = {0, 0, 1, 0};
  uint32_t least[4] = {77, 77, 77, 77};
  grundy_map_report report;
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    status = grundy_map_check(f->made.g, f->made.other, image, i == 0 ? NULL : given,
                              WATCHED(grundy_run_options), i == 0 ? least : NULL, &report, NULL);
    if (status != GRUNDY_OK) return status;
    assert_int_equal(report.of[GRUNDY_THEOREM7].condition, GRUNDY_MAP_HOLDS);
    assert_memory_equal(least, given, sizeof given);
  }
  return status;
}

static grundy_status transport_solution(fixture *f) {
  return made(grundy_map_transport(f->g, same_image, no_d, f->solution, &f->made.solution, NULL),
              &f->made.solution);
}

/* ---- relations and quotients ------------------------------------------------------------ */

static grundy_status divide(fixture *f) {
  uint32_t class_of[32], count = 0;
  grundy_relation_report report;
  grundy_status status =
      grundy_compatible_coarsest(f->game, WATCHED(grundy_run_options), class_of, &count, NULL);
  if (status == GRUNDY_OK)
    status = made(grundy_quotient(f->game, class_of, count, NULL, WATCHED(grundy_run_options),
                                  &f->made.g, NULL),
                  &f->made.g);
  if (status != GRUNDY_OK) return status;
  return grundy_relation_check(f->game, class_of, count, WATCHED(grundy_run_options), &report,
                               NULL);
}

static grundy_status reduce(fixture *f) {
  return made(grundy_solve_reduced(f->game,
                                   OPTIONS(grundy_solve_options, .columns = f->row->columns),
                                   &f->made.solution, NULL, NULL),
              &f->made.solution);
}

static grundy_status divide_by_values(fixture *f) {
  uint32_t class_of[3], count;
  grundy_status status =
      grundy_values_relation(f->game, WATCHED(grundy_run_options), class_of, &count, NULL);
  if (status != GRUNDY_OK) return status;
  return made(grundy_hereditary_new(f->game, 100, &f->made.sets, NULL), &f->made.sets);
}

/* ---- laws, sweeps, formulas, sequences and experiments ---------------------------------- */

static grundy_status test_law(fixture *f) {
  grundy_status status = made(grundy_law_test("wythoff:1..2,2", "G == 0",
                                              OPTIONS(grundy_law_options, .where = "a >= 0"),
                                              &f->made.law, some_error()),
                              &f->made.law);
  if (status != GRUNDY_OK) return status;
  assert_int_equal(f->made.law->finding, GRUNDY_LAW_FAILS);
  grundy_law_write_json(json_nowhere(f), f->made.law);
  return status;
}

/* A law about the game of the fixture, whose exceptions have infinite values. */
static grundy_status test_given_law(fixture *f) {
  grundy_status status =
      made(grundy_law_test("Smith's game", "G == 0", OPTIONS(grundy_law_options, .g = f->g),
                           &f->made.law, some_error()),
           &f->made.law);
  if (status != GRUNDY_OK) return status;
  bool is_infinite = false;
  for (uint64_t i = 0; i < f->made.law->games[0].listed_count; i++)
    is_infinite |= f->made.law->games[0].listed[i].value.k.size > 0;
  assert_true(is_infinite);
  return status;
}

/* Laws that ask rules for other positions, by their integers and by their names. */
static grundy_status test_law_of_script(fixture *f) {
  const char *text = text_of(f);
  grundy_status status =
      made(grundy_law_test(text,
                           f->row->position != NULL
                               ? f->row->position
                               : "at(b, a).G == G and at(name).G == G and all(f, f.G ~= G)",
                           WATCHED(grundy_law_options), &f->made.law, some_error()),
           &f->made.law);
  if (status == GRUNDY_OK) assert_int_equal(f->made.law->finding, GRUNDY_LAW_HOLDS);
  return status;
}

/* A family of one game, as in run_sweep, with a remoteness. */
static grundy_status test_family(fixture *f) {
  grundy_status status =
      made(grundy_law_test("subtraction:4..4,1", "remoteness == n",
                           OPTIONS(grundy_law_options, .starts = true, .where = "n > 3"),
                           &f->made.law, some_error()),
           &f->made.law);
  /* A game for which memory runs out is outside the table. */
  return status == GRUNDY_OK && f->made.law->outside > 0 ? GRUNDY_OUT_OF_MEMORY : status;
}

/* A law about the starts of a family, which reads another game and a follower of it. */
static grundy_status test_starts(fixture *f) {
  grundy_status status =
      made(grundy_law_test("kayles:1..3", "if n > 0 then all(w(1, 2), f, f.G < 9 + at(n + 1).G)",
                           OPTIONS(grundy_law_options, .with = "w=wythoff:2,2"), &f->made.law,
                           some_error()),
           &f->made.law);
  if (status == GRUNDY_OK) assert_int_equal(f->made.law->outside, 1);
  return status;
}

/* Looks for laws about the values if row->is_set, and about the outcomes otherwise. */
static grundy_status find_laws(fixture *f) {
  grundy_status status =
      made(grundy_law_find(f->row->text, f->row->is_set ? "grundy" : "outcome",
                           OPTIONS(grundy_law_options, .where = f->row->position),
                           &f->made.law_search, some_error()),
           &f->made.law_search);
  if (status != GRUNDY_OK) return status;
  assert_true(f->made.law_search->count >= (uint64_t)f->row->size);
  grundy_law_search_write_json(json_nowhere(f), f->made.law_search);
  return status;
}

/* A closed form in a file. */
static grundy_status read_formula(fixture *f) {
  const char *path = with_suffix(f, ".lua");
  grundy_status status =
      made(grundy_formula_read("law", path, &f->made.formula, some_error()), &f->made.formula);
  assert_int_equal(unlink(path), 0);
  if (status == GRUNDY_OK) assert_true(grundy_formula_is_value(f->made.formula));
  return status;
}

/* A sweep of one game: if memory runs out while several are evaluated, they are tried again one by
 * one. The table has no answer, because an answer would be checked, and the check may fail. */
static grundy_status run_sweep(fixture *f) {
  grundy_status status =
      made(grundy_sweep_new("kayles:3..3", OPTIONS(grundy_sweep_options, .json = true),
                            &f->made.sweep, some_error()),
           &f->made.sweep);
  if (status == GRUNDY_OK) status = grundy_sweep_read(f->made.sweep, f->path, some_error());
  (void)unlinked(f, status);
  if (status == GRUNDY_OK) status = grundy_sweep_run(f->made.sweep, some_error());
  if (status != GRUNDY_OK) return status;
  grundy_sweep_state state = grundy_sweep_describe(f->made.sweep);
  assert_int_equal(state.rows, 1);
  grundy_sweep_write_json(json_nowhere(f), f->made.sweep);
  return state.unanswered > 0 ? state.limit.status : GRUNDY_OK;
}

/* Reads a table whose rows are not in order. */
static grundy_status read_sweep(fixture *f) {
  grundy_status status =
      made(grundy_sweep_new("nim:1..2,[1|2]",
                            OPTIONS(grundy_sweep_options, .csv = true, .columns = "grundy"),
                            &f->made.sweep, some_error()),
           &f->made.sweep);
  if (status == GRUNDY_OK) status = grundy_sweep_read(f->made.sweep, f->path, some_error());
  (void)unlinked(f, status);
  if (status != GRUNDY_OK) return status;
  /* If opening the file fails as if there were none, there are no rows. */
  size_t rows = grundy_sweep_describe(f->made.sweep).rows;
  assert_true(rows == 2 || rows == 0);
  return status;
}

/* Writes the archive of a game of the gallery, of a script, or of a game without rules. */
static grundy_status write_an_archive(fixture *f, FILE *out, grundy_error *error) {
  char checksum[GRUNDY_ARCHIVE_CHECKSUM];
  const grundy_archive_contents contents = {.size = sizeof contents,
                                            .game = f->row->script != NULL ? f->text : f->row->text,
                                            .command = "grundy solve GAME",
                                            .g = f->made.g,
                                            .solution = f->made.solution};
  return grundy_archive_write(&contents, out, checksum, error);
}

static void solve_for_archive(fixture *f) {
  if (f->row->game != NULL)
    f->made.g = f->row->game();
  else
    must(grundy_game_open(f->row->text, NULL, &f->made.g, NULL));
  must(grundy_solve(f->made.g, NULL, &f->made.solution, NULL));
}

static grundy_status write_archive(fixture *f) {
  return write_an_archive(f, nowhere(f), some_error());
}

static void put_result_archive(fixture *f) {
  solve_for_archive(f);
  FILE *out = fopen(f->path, "w");
  assert_non_null(out);
  must(write_an_archive(f, out, NULL));
  fclose(out);
}

static grundy_status check_archive(fixture *f) {
  grundy_archive_report report;
  grundy_status status = unlinked(
      f, grundy_archive_check(f->path, WATCHED(grundy_open_options), &report, some_error()));
  if (status == GRUNDY_OK) assert_string_equal(report.wrong, "");
  return status;
}

/* Explores a script, writes the archive with its source, and checks it, which runs it again. */
static grundy_status archive_script(fixture *f) {
  grundy_archive_report report;
  grundy_status status = made(
      grundy_game_open(text_of(f), WATCHED(grundy_open_options), &f->made.g, NULL), &f->made.g);
  if (status == GRUNDY_OK)
    status = made(
        grundy_solve(f->made.g, WATCHED(grundy_solve_options), &f->made.solution, some_error()),
        &f->made.solution);
  if (status != GRUNDY_OK) return status;
  FILE *out = fopen(f->path, "w");
  assert_non_null(out);
  status = write_an_archive(f, out, some_error());
  fclose(out);
  if (status == GRUNDY_OK)
    status = grundy_archive_check(f->path, WATCHED(grundy_open_options), &report, some_error());
  (void)unlinked(f, status);
  if (status == GRUNDY_OK && f->bad_call == 0) assert_string_equal(report.wrong, "");
  return status;
}

/* A sweep of one row. */
static grundy_status run_row_sweep(fixture *f) {
  grundy_status status =
      made(grundy_sweep_new(f->row->text, OPTIONS(grundy_sweep_options, .json = true),
                            &f->made.sweep, some_error()),
           &f->made.sweep);
  if (status == GRUNDY_OK) status = grundy_sweep_run(f->made.sweep, some_error());
  if (status != GRUNDY_OK) return status;
  grundy_sweep_state state = grundy_sweep_describe(f->made.sweep);
  assert_int_equal(state.rows, 1);
  grundy_sweep_write_latex(f->made.sweep, NULL, NULL, temporary(f));
  return state.unanswered > 0 ? state.limit.status : GRUNDY_OK;
}

static grundy_status make_family(fixture *f) {
  return made(grundy_graph_family_make(f->row->text, &f->made.g, some_error()), &f->made.g);
}

static grundy_status parse_range(fixture *f) {
  grundy_parameter_range range = {.values = UNTOUCHED};
  grundy_status status =
      made(grundy_parameter_range_parse(f->row->text, &range, some_error()), &range.values);
  if (status != GRUNDY_OK) return status;
  assert_int_equal(range.count, f->row->size);
  grundy_parameter_range_free(&range);
  return GRUNDY_OK;
}

static grundy_status evaluate_formula(fixture *f) {
  const char *text = f->row->text;
  uint8_t verdicts[64];
  assert_true(grundy_digraph_order(f->g) <= LENGTH(verdicts));
  grundy_status status = made(grundy_formula_parse("test", text, strlen(text),
                                                   GRUNDY_FORMULA_SCRIPT, &f->made.formula, NULL),
                              &f->made.formula);
  if (status != GRUNDY_OK) return status;
  status = grundy_formula_evaluate(f->made.formula, f->g, f->solution, WATCHED(grundy_run_options),
                                   verdicts, NULL);
  assert_true(status != GRUNDY_OK || grundy_formula_has_read(f->made.formula));
  return status;
}

static grundy_status examine_sequence(fixture *f) {
  uint64_t count, order;
  int64_t coefficients[4];
  bool seen;
  grundy_sequence_period period;
  grundy_status status =
      made(grundy_sequence_read("terms", STREAM(f, "1 2 3 4 5 6 7 8 9 10 11 12\n"),
                                &f->made.sequence, NULL),
           &f->made.sequence);
  if (status != GRUNDY_OK) return status;
  const int64_t *terms = grundy_sequence_terms(f->made.sequence, &count, NULL);
  status = grundy_sequence_find_period(terms, count, &period, NULL);
  for (int ring = 0; status == GRUNDY_OK && ring < 2; ring++)
    status = grundy_sequence_find_recurrence(terms, count, (grundy_recurrence_ring)ring, 3,
                                             WATCHED(grundy_run_options), &seen, &order,
                                             coefficients, NULL);
  return status;
}

/* So few steps are done by one thread, as this allocator requires. */
static grundy_status run_experiment(fixture *f) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT] = {{.mean = -1}};
  model.order = 20;
  model.degree = 3;
  grundy_status status =
      grundy_experiment_run(&model, 3, WATCHED(grundy_run_options), statistics, NULL);
  assert_true((statistics[0].mean == -1) == (status != GRUNDY_OK));
  return status;
}

/* ---- games over GF(2) ------------------------------------------------------------------- */

static grundy_status use_matrices(fixture *f) {
  uint64_t pivots[3], rank = 0;
  grundy_matrix *transposed = NULL, *dual = NULL;
  grundy_status status = made(grundy_matrix_new(3, 3, &f->made.matrix, NULL), &f->made.matrix);
  if (status != GRUNDY_OK) return status;
  grundy_matrix *m = f->made.matrix;
  for (uint64_t i = 0; i < 9; i++) {
    if (i % 4 != 2) grundy_bit_set(grundy_matrix_at(m, i / 3), i % 3);
  }
  status = made(grundy_matrix_kernel(m, WATCHED(grundy_run_options), &f->made.other_matrix, NULL),
                &f->made.other_matrix);
  if (status == GRUNDY_OK) status = grundy_matrix_transpose(m, &transposed, NULL);
  if (status == GRUNDY_OK) status = grundy_matrix_dual(m, NULL, &dual, NULL);
  if (status == GRUNDY_OK) status = grundy_matrix_eliminate(m, NULL, pivots, &rank, NULL);
  grundy_matrix_free(transposed);
  grundy_matrix_free(dual);
  return status;
}

static grundy_status use_lift(fixture *f) {
  uint32_t value = 9;
  grundy_status status =
      made(grundy_lift_new(f->game, f->made.solution, &f->made.lift, NULL), &f->made.lift);
  if (status != GRUNDY_OK) return status;
  status = grundy_lift_value(f->made.lift, "1 + \"2\"", &value, NULL);
  assert_int_equal(value, status == GRUNDY_OK ? 3 : 9);
  return status;
}

/* A game with a cycle has none, and the cycle is reported. */
static grundy_status miss_lift(fixture *f) {
  grundy_status status =
      made(grundy_lift_new(f->g, f->solution, &f->made.lift, NULL), &f->made.lift);
  assert_int_not_equal(status, GRUNDY_OK);
  return status == GRUNDY_UNDEFINED ? GRUNDY_OK : status;
}

/* Reads the text and solves the game, whose verdict is row->choice. */
static grundy_status solve_linear(fixture *f) {
  uint32_t value = 0;
  grundy_status status = made(
      grundy_linear_read("game", STREAM(f, f->row->text), &f->made.linear, NULL), &f->made.linear);
  if (status == GRUNDY_OK)
    status = made(grundy_linear_solve(f->made.linear, WATCHED(grundy_run_options),
                                      &f->made.linear_solution, NULL),
                  &f->made.linear_solution);
  if (status != GRUNDY_OK) return status;
  assert_int_equal(f->made.linear_solution->verdict, f->row->choice);
  if (f->row->choice == GRUNDY_LINEAR_ENDS)
    status = grundy_linear_value(f->made.linear_solution, "11", &value, NULL);
  return status;
}

static grundy_status build_linear(fixture *f) {
  uint64_t one = 1;
  grundy_status status = made(grundy_linear_new(1, &f->made.linear, NULL), &f->made.linear);
  if (status == GRUNDY_OK)
    status = grundy_linear_add_pair(f->made.linear, "a", 1, &one, &one, NULL);
  if (status == GRUNDY_OK) status = grundy_matrix_new(1, 1, &f->made.matrix, NULL);
  if (status == GRUNDY_OK)
    status = grundy_linear_add_matrix(f->made.linear, "b", 1, f->made.matrix, NULL, NULL);
  return status;
}

static grundy_status read_linear(fixture *f) {
  return made(grundy_linear_read(GRUNDY_ROOT "/examples/turtles.linear",
                                 WATCHED(grundy_read_options), &f->made.linear, NULL),
              &f->made.linear);
}

/* ---- heap games ------------------------------------------------------------------------ */

static grundy_status write_heaps(fixture *f) {
  static const grundy_heaps_format formats[] = {GRUNDY_HEAPS_TABLE, GRUNDY_HEAPS_JSON,
                                                GRUNDY_HEAPS_NPZ, GRUNDY_HEAPS_LATEX,
                                                GRUNDY_HEAPS_TYPST};
  grundy_heap_split split;
  grundy_status status = grundy_heaps_split(f->made.heaps, &split, NULL);
  FILE *out = temporary(f);
  for (size_t i = 0; i < LENGTH(formats) && status == GRUNDY_OK; i++)
    status = grundy_heaps_write(f->made.heaps, f->made.code, &split, formats[i],
                                WATCHED(grundy_run_options), out, NULL);
  return status == GRUNDY_OK ? grundy_heaps_plot(f->made.heaps, f->made.code, out, NULL) : status;
}

/* Solves row->text up to row->size, writes its checkpoint and reads it again. */
static grundy_status solve_heaps(fixture *f) {
  const char *text = f->row->text;
  grundy_status status =
      made(grundy_heap_code_parse(text, strlen(text), &f->made.code, NULL), &f->made.code);
  for (int i = 1; i <= 2 && status == GRUNDY_OK; i++) {
    if (i == 2) grundy_heaps_free(f->made.heaps);
    f->made.heaps = UNTOUCHED;
    status =
        made(grundy_heaps_solve(f->made.code,
                                OPTIONS(grundy_heap_options, .max = (uint32_t)(i * f->row->size),
                                        .checkpoint = f->path),
                                &f->made.heaps, NULL),
             &f->made.heaps);
  }
  if (status == GRUNDY_OK) status = write_heaps(f);
  unlink(f->path);
  return status;
}

/* Has no checkpoint and no rare values. */
static grundy_status solve_top_entails(fixture *f) {
  grundy_status status =
      made(grundy_heap_code_parse("top-entails", 11, &f->made.code, NULL), &f->made.code);
  if (status != GRUNDY_OK) return status;
  return made(grundy_heaps_solve(f->made.code, OPTIONS(grundy_heap_options, .max = 200),
                                 &f->made.heaps, NULL),
              &f->made.heaps);
}

/* Writes the box in all ways of writing, and draws it. */
static grundy_status write_box(fixture *f) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TABLE, GRUNDY_FORMAT_TSV,
                                          GRUNDY_FORMAT_JSON, GRUNDY_FORMAT_NPZ,
                                          GRUNDY_FORMAT_LATEX};
  const grundy_vector_grid grid = grundy_vector_box_view(f->made.box);
  grundy_vector_slice slice;
  FILE *out = temporary(f);
  grundy_status status = grundy_vector_slice_parse("x,y", &grid, &slice, some_error());
  for (size_t i = 0; i < LENGTH(formats) && status == GRUNDY_OK; i++)
    status = grundy_vector_write(f->made.box, &slice, formats[i],
                                 WATCHED(grundy_vector_write_options), out, some_error());
  if (status != GRUNDY_OK) return status;
  return grundy_vector_draw(f->made.box, &slice, WATCHED(grundy_run_options), out, some_error());
}

/* Proves the period of a row. */
static grundy_status find_vector_period(fixture *f) {
  const char *text = f->row->text;
  grundy_vector_grid grid = {.dimension = 2, .corner = {{3, 9}}, .count = 40};
  grundy_vector_slice slice;
  grundy_vector_period period;
  grundy_status status =
      made(grundy_vector_moves_parse(text, strlen(text), &f->made.vectors, some_error()),
           &f->made.vectors);
  if (status == GRUNDY_OK) status = grundy_vector_slice_parse("3,x", &grid, &slice, some_error());
  if (status != GRUNDY_OK) return status;
  status = grundy_vector_find_period(f->made.vectors, &slice,
                                     OPTIONS(grundy_vector_options, .corner = grid.corner), &period,
                                     some_error());
  if (status != GRUNDY_OK) return status;
  return grundy_vector_certificate_write(f->made.vectors, &slice, &period,
                                         OPTIONS(grundy_vector_options, .corner = grid.corner),
                                         temporary(f), some_error());
}

/* Parses a game with operators and solves it. */
static grundy_status solve_vectors(fixture *f) {
  grundy_vector_game game = {0};
  grundy_status status = grundy_vector_game_parse(f->row->text, &game, some_error());
  if (status != GRUNDY_OK) {
    assert_null(game.moves);
    return status;
  }
  const char *text = grundy_vector_moves_view(game.moves).text;
  status = made(grundy_vector_moves_parse(text, strlen(text), &f->made.vectors, some_error()),
                &f->made.vectors);
  if (status == GRUNDY_OK)
    status =
        made(grundy_vector_solve(f->made.vectors,
                                 OPTIONS(grundy_vector_options, .corner = game.corner,
                                         .outcomes_only = f->row->is_set, .passes = game.passes,
                                         .block = game.block, .terminal = game.terminal,
                                         .terminal_count = game.terminal_count),
                                 &f->made.box, some_error()),
             &f->made.box);
  if (status == GRUNDY_OK) status = write_box(f);
  grundy_vector_game_free(&game);
  return status;
}

static grundy_status play_misere_heaps(fixture *f) {
  const uint32_t sizes[] = {3, 4};
  grundy_outcome outcome, outcomes[6];
  grundy_genus genera[6];
  uint64_t positions;
  uint32_t found;
  grundy_status status = grundy_heap_code_parse("kayles", 6, &f->made.code, NULL);
  if (status == GRUNDY_OK)
    status = grundy_heaps_misere(f->made.code, sizes, 2, 1000, WATCHED(grundy_run_options),
                                 &outcome, &positions, NULL);
  if (status == GRUNDY_OK)
    status =
        grundy_heaps_misere_all(f->made.code, 5, 1000, WATCHED(grundy_run_options), outcomes, NULL);
  if (status == GRUNDY_OK)
    status = grundy_heaps_genus(f->made.code, 5, 1000, WATCHED(grundy_run_options), genera, &found,
                                NULL);
  return status;
}

/* Asks for the value of a position, and why, by the law in the certificate at f->path. */
static grundy_status ask_law(fixture *f) {
  const char *position = "7";
  grundy_facts *facts = NULL;
  grundy_status status = grundy_expressions_evaluate(
      &position, 1, OPTIONS(grundy_evaluate_options, .law = f->path), some_error());
  if (status == GRUNDY_OK)
    status = grundy_why(position, &GRUNDY_OPTIONS(grundy_why_options, .law = f->path), &facts,
                        some_error());
  grundy_facts_free(facts);
  return status;
}

/* Evaluates a position by the law in the certificate at f->path. */
static grundy_status use_law(fixture *f) {
  FILE *out = temporary(f);
  grundy_automaton *copy = NULL;
  grundy_automaton_law law = {0};
  grundy_automaton_answer answer = {0};
  grundy_certificate_report report = {0};
  grundy_status status =
      grundy_certificate_verify("terminal(vector{(1)}:9, 2)", f->path,
                                WATCHED(grundy_certificate_options), &report, some_error());
  if (status == GRUNDY_OK) assert_true(report.is_right);
  if (status == GRUNDY_OK)
    status = grundy_automaton_law_read(f->path, WATCHED(grundy_run_options), &law, some_error());
  if (status == GRUNDY_OK) status = grundy_automaton_evaluate(&law, "7", &answer, some_error());
  if (status == GRUNDY_OK)
    must(grundy_automaton_write_walnut(&law, out, NULL)); /* it allocates nothing */
  if (status == GRUNDY_OK)
    status =
        grundy_automaton_draw(law.automaton, "dot", WATCHED(grundy_run_options), out, some_error());
  if (status == GRUNDY_OK) status = ask_law(f);
  if (status == GRUNDY_OK) {
    const grundy_automaton_parts parts = grundy_automaton_view(law.automaton);
    status = grundy_automaton_new(&parts, &copy, some_error());
  }
  grundy_automaton_free(copy);
  free(answer.follower);
  grundy_automaton_law_free(&law);
  return status;
}

/* Learns and proves an automaton, writes its certificate to f->path, and uses it. */
static grundy_status use_automaton(fixture *f) {
  const char *text = f->row->text;
  const grundy_vector_position end = {{2}};
  grundy_automaton_report report;
  grundy_status status =
      made(grundy_vector_moves_parse(text, strlen(text), &f->made.vectors, some_error()),
           &f->made.vectors);
  if (status != GRUNDY_OK) return status;
  grundy_numeration numeration;
  must(grundy_numeration_parse("base2", &numeration, NULL)); /* it allocates nothing */
  FILE *out = fopen(f->path, "w");
  assert_non_null(out);
  const grundy_automaton_options *options =
      OPTIONS(grundy_automaton_options, .numeration = numeration, .certificate = out,
              .corner = {{60}}, .terminal = &end, .terminal_count = 1);
  status = made(
      grundy_automaton_learn(f->made.vectors, options, &f->made.automaton, &report, some_error()),
      &f->made.automaton);
  if (status == GRUNDY_OK)
    status =
        grundy_automaton_prove(f->made.automaton, f->made.vectors, options, &report, some_error());
  (void)fclose(out);
  if (status == GRUNDY_OK) status = use_law(f);
  return unlinked(f, status);
}

/* Tries to prove that positions of row->text are P if their second coordinate is even. With is_set,
 * that is so. */
static grundy_status prove_parity(fixture *f) {
  static const uint32_t next[] = {0, 1, 0, 1, 0, 1, 0, 1};
  static const uint8_t of_states[] = {0, 1};
  const grundy_automaton_parts parts = {.numeration = 2,
                                        .dimension = 2,
                                        .symbols = 4,
                                        .states = 2,
                                        .next = next,
                                        .outputs = of_states};
  const char *text = f->row->text;
  grundy_automaton_report report;
  grundy_status status =
      made(grundy_vector_moves_parse(text, strlen(text), &f->made.vectors, some_error()),
           &f->made.vectors);
  if (status == GRUNDY_OK)
    status =
        made(grundy_automaton_new(&parts, &f->made.automaton, some_error()), &f->made.automaton);
  if (status == GRUNDY_OK)
    status =
        grundy_automaton_prove(f->made.automaton, f->made.vectors,
                               OPTIONS(grundy_automaton_options, .block = (uint32_t)f->row->choice),
                               &report, some_error());
  if (status == GRUNDY_OK)
    assert_int_equal(report.finding == GRUNDY_AUTOMATON_HOLDS, f->row->is_set);
  if (status != GRUNDY_OK || !f->row->is_set) return status;
  const grundy_automaton_law law = {.automaton = f->made.automaton, .moves = f->made.vectors};
  grundy_automaton_answer answer = {0};
  status = grundy_automaton_evaluate(&law, "1,1", &answer, some_error());
  if (status == GRUNDY_OK) assert_string_equal(answer.follower, "1,0");
  free(answer.follower);
  return status;
}

static bool see_move(void *context, uint32_t heap, const uint32_t *parts, uint32_t count) {
  (void)context, (void)heap, (void)parts, (void)count;
  return true;
}

/* Uses a quotient in every way. A limit of memory or time ends its computation, too: then the call
 * has an answer, and this fails. */
static grundy_status use_quotient(fixture *f, grundy_status computed) {
  static const uint32_t sizes[] = {2, 1};
  uint32_t element, size;
  grundy_status status = made(computed, &f->made.quotient);
  if (status != GRUNDY_OK) return status;
  const grundy_misere_facts facts = grundy_misere_get_facts(f->made.quotient);
  bool is_failure = facts.limit != NULL && facts.limit->status != GRUNDY_UNABLE;
  if (is_failure) return facts.limit->status;
  uint64_t count = facts.heaps < 2 ? 0 : 2;
  grundy_outcome outcome;
  status = grundy_misere_value(f->made.quotient, sizes, count, &element, NULL);
  if (status == GRUNDY_OK)
    status = grundy_misere_outcome(f->made.quotient, sizes, count, &outcome, NULL);
  if (status == GRUNDY_OK)
    status = grundy_misere_winning_moves(f->made.quotient, sizes, count, see_move, f, NULL);
  if (status == GRUNDY_OK)
    status = grundy_misere_write_certificate(f->made.quotient, WATCHED(grundy_run_options),
                                             temporary(f), &size, some_error());
  if (status == GRUNDY_OK)
    status = grundy_misere_write(
        f->made.quotient, GRUNDY_FORMAT_LATEX,
        &(grundy_misere_write_options){.size = sizeof(grundy_misere_write_options)}, f->made.out,
        NULL);
  if (status == GRUNDY_OK)
    status =
        grundy_misere_draw(f->made.quotient, "dot", WATCHED(grundy_run_options), f->made.out, NULL);
  return status;
}

/* Computes the quotient of row->text up to row->size, or until it has more than 20 elements. */
static grundy_status quotient_of_code(fixture *f) {
  const char *text = f->row->text;
  grundy_status status =
      made(grundy_heap_code_parse(text, strlen(text), &f->made.code, NULL), &f->made.code);
  if (status != GRUNDY_OK) return status;
  return use_quotient(
      f, grundy_misere_of_code(f->made.code,
                               OPTIONS(grundy_misere_options, .max = (uint32_t)f->row->size,
                                       .stop_at_period = true, .max_elements = 20),
                               &f->made.quotient, some_error()));
}

static grundy_status quotient_of_digraph(fixture *f) {
  return use_quotient(f, grundy_misere_of_digraph(f->game, OPTIONS(grundy_misere_options),
                                                  &f->made.quotient, some_error()));
}

static grundy_status use_heap_game(fixture *f) {
  grundy_evaluation evaluation;
  uint64_t position = 0, to = 0;
  grundy_status status =
      made(grundy_heap_game_new("kayles", 5, NULL, &f->made.heap_game, NULL), &f->made.heap_game);
  if (status != GRUNDY_OK) return status;
  grundy_heap_game *game = f->made.heap_game;
  grundy_component component = grundy_component_heaps(game);
  status = component.kind->find_position(game, "5", 1, &position, NULL);
  if (status == GRUNDY_OK) status = component.kind->get_move(game, position, 0, &to, NULL);
  if (status == GRUNDY_OK) status = grundy_heap_game_explore(game, position, NULL);
  if (status == GRUNDY_OK)
    status =
        made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  if (status == GRUNDY_OK)
    status = grundy_compound_add(f->made.compound, component, position, NULL);
  if (status == GRUNDY_OK)
    status = find_best(f, f->made.compound, 5, WATCHED(grundy_search_options), &evaluation);
  if (status == GRUNDY_OK) assert_int_equal(evaluation.value, 4);
  return status;
}

/* ---- rules ------------------------------------------------------------------------------ */

#define NIM_RULES GRUNDY_ROOT "/tests/explore/modules/nim.lua"

/* Cards or a table for two variants of a game, with its rules in words. */
static grundy_status write_exercises(fixture *f) {
  const char *text = text_of(f);
  grundy_status status = made(
      grundy_game_open(text, WATCHED(grundy_open_options), &f->made.g, some_error()), &f->made.g);
  if (status != GRUNDY_OK) return status;
  return grundy_worksheet_write(f->made.g,
                                OPTIONS(grundy_worksheet_options, .game = text, .exercises = 2,
                                        .variants = 2, .best_moves = true,
                                        .language = f->row->is_set ? GRUNDY_GERMAN : GRUNDY_ENGLISH,
                                        .show = (grundy_worksheet_show)f->row->choice),
                                nowhere(f), some_error());
}

static grundy_status explore(fixture *f) {
  uint32_t v;
  grundy_status status =
      made(grundy_game_open(text_of(f), WATCHED(grundy_open_options), &f->made.g, some_error()),
           &f->made.g);
  if (status == GRUNDY_OK) (void)grundy_digraph_find(f->made.g, "n1.1", 4, &v);
  return status;
}

static grundy_status use_closed_form(fixture *f) {
  grundy_evaluation evaluation;
  grundy_game_name name = grundy_game_parse(NIM_RULES ":2,3");
  grundy_status status =
      made(grundy_closed_form_open(&name, NULL, &f->made.closed_form, NULL), &f->made.closed_form);
  if (status == GRUNDY_OK)
    status =
        made(grundy_compound_new(GRUNDY_NORMAL_PLAY, &f->made.compound, NULL), &f->made.compound);
  if (status == GRUNDY_OK)
    status = grundy_compound_add(f->made.compound,
                                 grundy_component_closed_form(f->made.closed_form), 0, NULL);
  if (status == GRUNDY_OK)
    status = find_best(f, f->made.compound, 9, WATCHED(grundy_search_options), &evaluation);
  if (status == GRUNDY_OK) assert_int_equal(evaluation.value, 1);
  return status;
}

static grundy_status explore_callback(fixture *f) {
  return made(
      grundy_game_from_callback(&walk_callback, WATCHED(grundy_open_options), &f->made.g, NULL),
      &f->made.g);
}

static const char *open_walk(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  *bytes = 1;
  int *length = *game = malloc(sizeof *length);
  if (length == NULL) return GRUNDY_RULES_MEMORY;
  *length = walk_length;
  return NULL;
}

static void start_walk(const void *game, void *position) {
  *(unsigned char *)position = 0;
}

static void move_walk(const void *game, const void *position, grundy_emit emit, void *to) {
  walk((void *)game, position, emit, to);
}

/* A and B move in turn. */
static int player_of_walk(const void *game, const void *position) {
  return *(const unsigned char *)position % 2 == 0 ? 'A' : 'B';
}

static int payoff_of_walk(const void *game, const void *position, double *payoff) {
  *payoff = 1;
  return *(const unsigned char *)position + 1 == *(const int *)game ? '$' : 0;
}

static int end_of_walk(const void *game, const void *position, double *payoff) {
  *payoff = 0;
  return *(const unsigned char *)position + 1 == *(const int *)game ? 'P' : 0;
}

#define WALK_RULES                                                                                 \
  .abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "walk", .open = open_walk,       \
  .close = free, .start = start_walk, .moves = move_walk

/* Explores a game; for the last rules, the end is outside of a window, of which every column is
 * solved. */
static grundy_status explore_walk(fixture *f) {
  static const grundy_rules rules[] = {
      {WALK_RULES},
      {WALK_RULES, .player = player_of_walk},
      {WALK_RULES, .player = player_of_walk, .terminal = payoff_of_walk},
      {WALK_RULES, .terminal = end_of_walk}};
  grundy_open_options options =
      *OPTIONS(grundy_open_options, .window = f->row->choice == 3 ? 5 : 0, .accepts_windows = true);
  grundy_digraph *g = UNTOUCHED;
  grundy_status status =
      made(grundy_game_from_rules(&rules[f->row->choice], "1,2", &options, &g, some_error()), &g);
  if (status != GRUNDY_OK) return status;
  f->game = g;
  if (options.window > 0) status = solve_each_column(f);
  grundy_digraph_free(g);
  return status;
}

/* Draws a position and what its moves lead to. */
static grundy_status draw_moves(fixture *f) {
  static grundy_board board;
  grundy_status status = explore(f);
  if (status != GRUNDY_OK) return status;
  uint32_t v = grundy_digraph_order(f->made.g) - 1;
  while (v > 0 && grundy_digraph_followers(f->made.g, v).count == 0) v--;
  const grundy_vertices row = grundy_digraph_followers(f->made.g, v);
  status = grundy_position_board(f->made.g, v, 1, &board, some_error());
  for (uint64_t e = 0; e < row.count && status == GRUNDY_OK; e++)
    status = grundy_follower_board(f->made.g, v, row.at[e], 2, &board, some_error());
  return status;
}

/* Finds a position by its name, and a name that none has. */
static grundy_status find_names(fixture *f) {
  uint32_t v = 0;
  const char *name = f->row->position;
  grundy_status status = explore(f);
  if (status == GRUNDY_OK)
    status = grundy_position_find(f->made.g, name, strlen(name), &v, some_error());
  if (status != GRUNDY_OK) return status;
  status = grundy_position_find(f->made.g, "nobody", 6, &v, some_error());
  return status == GRUNDY_BAD_INPUT ? GRUNDY_OK : status;
}

static grundy_status open_name(fixture *f) {
  grundy_game_name name = grundy_game_parse("wythoff:1,2");
  return made(grundy_game_open_name(&name, WATCHED(grundy_open_options), &f->made.g, NULL),
              &f->made.g);
}

/* A broken promise is bad input. */
static grundy_status check_promises(fixture *f) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_status status = grundy_rules_check(
      text_of(f), OPTIONS(grundy_rules_check_options, .walks = 1), findings, some_error());
  for (int i = 0; i < GRUNDY_PROMISE_COUNT && status == GRUNDY_OK; i++)
    if (findings[i].broken[0] != '\0') status = GRUNDY_BAD_INPUT;
  return status;
}

/* Checks and explores rules around a script. */
static grundy_status check_and_explore(fixture *f) {
  grundy_status status = check_promises(f);
  if (status != GRUNDY_OK) return status;
  return grundy_game_open(text_of(f),
                          OPTIONS(grundy_open_options, .window = 3, .accepts_windows = true),
                          &f->made.g, NULL);
}

/* The table of keys grows; all of its entries belong to the last bucket, so that they overflow. */
static grundy_status grow_keys(fixture *f) {
  grundy_key_table table = {0};
  grundy_work work = grundy_work_start(&watch, "exploring", 0);
  grundy_status status = grundy_key_table_reserve(&table, 1, &work, some_error());
  for (uint32_t v = 0; v < 20 && status == GRUNDY_OK; v++)
    grundy_key_table_add(&table, UINT32_MAX - v, v);
  if (status == GRUNDY_OK)
    status = grundy_key_table_reserve(&table, 8 * table.bucket_count, &work, some_error());
  if (status == GRUNDY_OK) assert_int_equal(table.count, 20);
  grundy_key_table_free(&table);
  return status;
}

static grundy_status describe_rules(fixture *f) {
  grundy_gallery_description description;
  grundy_status status = grundy_gallery_describe("wythoff", &description, NULL);
  return status == GRUNDY_OK ? grundy_rules_describe("wythoff:1,2", &description, NULL) : status;
}

static void see_path(void *context, const char *path) {
  *(size_t *)context += strlen(path);
}

static grundy_status list_files(fixture *f) {
  size_t bytes = 0;
  return grundy_game_files("pass(a.lua:3, 2) + nim:1", true, see_path, &bytes, some_error());
}

static grundy_status find_fields(fixture *f) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_status status = explore(f);
  if (status != GRUNDY_OK) return status;
  assert_int_equal(grundy_position_fields(f->made.g).count, 3);
  assert_true(grundy_position_is_reduced(f->made.g));
  assert_true(grundy_position_memory(f->made.g) > 0);
  return grundy_position_field_values(f->made.g, 0, values, NULL);
}

/* ---- tablebases ------------------------------------------------------------------------- */

/* Explores, solves, checks and stores a game, opens it again, and finds a position, which is a sum
 * of row->choice parts if it is a game of parts (is_set). */
static grundy_status store_game(fixture *f) {
  size_t length = strlen(f->row->position);
  grundy_open_options options = *OPTIONS(grundy_open_options, .window = (uint64_t)f->row->window,
                                         .accepts_windows = true, .parts = f->row->is_set);
  uint64_t count = 0;
  uint32_t v = 0;
  grundy_status status =
      made(grundy_game_open(text_of(f), &options, &f->made.g, some_error()), &f->made.g);
  if (status == GRUNDY_OK)
    status = made(
        grundy_solve_in_memory(f->made.g, WATCHED(grundy_solve_options), &f->made.solution, NULL),
        &f->made.solution);
  if (status == GRUNDY_OK) status = verify_game(f, f->made.g, f->made.solution);
  FILE *out = fopen(f->path, "wb");
  assert_non_null(out);
  if (status == GRUNDY_OK)
    status = grundy_tablebase_write(f->made.g, f->made.solution, WATCHED(grundy_write_options), out,
                                    some_error());
  fclose(out);
  options.format = GRUNDY_FORMAT_NPZ;
  options.window = 0;
  if (status == GRUNDY_OK)
    status =
        made(grundy_game_open(f->path, &options, &f->made.other, some_error()), &f->made.other);
  if (status == GRUNDY_OK && f->row->choice <= 1)
    status = grundy_position_find(f->made.other, f->row->position, length, &v, some_error());
  if (status == GRUNDY_OK)
    status = made(grundy_position_parts(f->made.other, f->row->position, length, &f->made.numbers,
                                        &count, NULL),
                  &f->made.numbers);
  if (status == GRUNDY_OK) assert_int_equal(count, f->row->choice == 0 ? 1 : f->row->choice);
  return unlinked(f, status);
}

/* Reads the files instead of mapping them. */
static grundy_status store_without_mapping(fixture *f) {
  no_file_is_mapped = true;
  grundy_status status = store_game(f);
  no_file_is_mapped = false;
  return status;
}

static grundy_digraph *growing_tokens(void) {
  grundy_digraph *g = NULL;
  must(grundy_game_open(TOKEN_RULES ":g", &GRUNDY_OPTIONS(grundy_open_options, .parts = true), &g,
                        NULL));
  return g;
}

/* ---- searches --------------------------------------------------------------------------- */

/* A limit of memory is an answer, not a failure. */
static grundy_status keep_status(void *context, const grundy_answer *answer, grundy_error *error) {
  *(grundy_status *)context = answer->status;
  return GRUNDY_OK;
}

static grundy_status evaluate_with(const char *text, grundy_evaluate_options options) {
  grundy_status answered = GRUNDY_OK;
  options.size = sizeof options;
  options.monitor = &watch;
  options.answered = keep_status;
  options.context = &answered;
  grundy_status status = grundy_expressions_evaluate(&text, 1, &options, some_error());
  return status == GRUNDY_OK ? answered : status;
}

/* With row->choice bytes for a search; 0: the default. If there are few, the search has to forget
 * positions. */
static grundy_status evaluate(fixture *f) {
  return evaluate_with(text_of(f), (grundy_evaluate_options){.memory = (uint64_t)f->row->choice});
}

static grundy_status evaluate_all(fixture *f) {
  return evaluate_with(f->row->text, (grundy_evaluate_options){.columns = GRUNDY_COLUMN_OUTCOME |
                                                                          GRUNDY_COLUMN_DISTANCE});
}

static grundy_status evaluate_misere(fixture *f) {
  return evaluate_with(f->row->text, (grundy_evaluate_options){.play = GRUNDY_MISERE_PLAY});
}

/* Searches a position, and checks the certificate. With is_set, the rules of the search are right;
 * those that check the certificate may fail. */
static grundy_status certify(fixture *f) {
  grundy_certificate_report report = {0};
  char moves[sizeof f->path + 6];
  int bad_call = f->bad_call;
  (void)snprintf(moves, sizeof moves, "%s.moves", f->path);
  if (f->row->is_set) f->bad_call = 0;
  grundy_status status =
      evaluate_with(text_of(f), (grundy_evaluate_options){.certificate = f->path});
  f->bad_call = bad_call;
  if (status == GRUNDY_OK)
    status = grundy_certificate_verify(text_of(f), f->path,
                                       OPTIONS(grundy_certificate_options, .moves = moves), &report,
                                       some_error());
  if (status == GRUNDY_OK) assert_true(report.is_right);
  (void)remove(f->path);
  (void)remove(moves);
  return status;
}

/* Checks a certificate in JSON, of the game in row->before. With is_set, it proves nothing. */
static grundy_status certify_game(fixture *f) {
  grundy_certificate_report report = {0};
  put_text(f);
  grundy_status status = grundy_certificate_verify(
      f->row->before, f->path, WATCHED(grundy_certificate_options), &report, some_error());
  if (status == GRUNDY_OK) assert_int_equal(report.is_right, !f->row->is_set);
  return unlinked(f, status);
}

/* Writes the table of a search and goes on from it. */
static grundy_status resume(fixture *f) {
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++)
    status = evaluate_with(text_of(f), (grundy_evaluate_options){.table = f->path});
  (void)remove(f->path);
  return status;
}

/* ---- tiers ------------------------------------------------------------------------------- */

/* Closes the folder of tiers, and removes it with all files. */
static grundy_status without_tiers(fixture *f, grundy_status status) {
  outputs_renew(&f->made);
  if (access(f->tiers, F_OK) != 0) return status;
  folder_empty(f->tiers);
  assert_int_equal(rmdir(f->tiers), 0); /* no temporary file is left */
  return status;
}

static grundy_status open_tiers(fixture *f) {
  return made(grundy_tiers_open(text_of(f), WATCHED(grundy_open_options), &f->made.tiers, NULL),
              &f->made.tiers);
}

static grundy_status solve_opened(fixture *f) {
  return grundy_tiers_solve(f->made.tiers, f->tiers,
                            OPTIONS(grundy_tiers_options, .columns = f->row->columns), NULL, NULL);
}

static grundy_status solve_tiers(fixture *f) {
  grundy_tiers_plan plan;
  grundy_tiers_entry entry;
  grundy_tiers_verdict verdict = {.right = true};
  double rate;
  grundy_status status = open_tiers(f);
  if (status == GRUNDY_OK)
    status = grundy_tiers_measure(f->made.tiers, f->row->columns, &plan, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_sample(f->made.tiers, 1e-9, &rate, NULL);
  if (status == GRUNDY_OK) status = solve_opened(f);
  if (status == GRUNDY_OK) status = grundy_tiers_read(f->made.tiers, f->tiers, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_find(f->made.tiers, "", 0, &entry, NULL);
  if (status == GRUNDY_OK)
    status = grundy_tiers_verify(f->made.tiers, WATCHED(grundy_tiers_options), &verdict, NULL);
  assert_true(verdict.right);
  return without_tiers(f, status);
}

/* A team of one rank. */
static grundy_status agree_alone(void *context, grundy_status status, grundy_error *error) {
  return status;
}

static uint64_t keep_number(void *context, uint64_t number) {
  return number;
}

static void gather_nothing(void *context, void *array, const uint64_t *starts) {}

/* Solves the chain of fixture_set_up, whose numbers do not fit into a byte, in a team if is_set. */
static grundy_status solve_chain(fixture *f) {
  static const grundy_tier_team team = {.ranks = 1,
                                        .agree = agree_alone,
                                        .sum = keep_number,
                                        .least = keep_number,
                                        .gather = gather_nothing};
  static grundy_rules rules;
  grundy_tiers_verdict verdict = {.right = true};
  rules = tiered_rules(false, false, false, !f->row->is_set);
  grundy_status status = tiered_try_open(&rules, "chain", &f->made.tiers, NULL);
  if (status == GRUNDY_OK)
    status = grundy_tiers_solve_together(
        f->made.tiers, f->tiers, OPTIONS(grundy_tiers_options, .columns = GRUNDY_COLUMN_REMOTENESS),
        f->row->is_set ? &team : NULL, NULL, NULL);
  if (status == GRUNDY_OK)
    status = grundy_tiers_verify(f->made.tiers, OPTIONS(grundy_tiers_options, .sample = 20),
                                 &verdict, NULL);
  assert_true(verdict.right);
  return without_tiers(f, status);
}

/* Looks up and explains the start of a folder. */
static grundy_status look_around(fixture *f) {
  static const uint64_t starts[2];
  uint32_t v, vertices[2];
  grundy_status status =
      made(grundy_expression_neighbourhood(f->made.expression, 0, starts, 2, vertices, &f->made.g,
                                           &f->made.solution, NULL),
           &f->made.g);
  if (status != GRUNDY_OK) return status;
  return made(grundy_explain_neighbourhood(f->made.expression, NULL, &f->made.other,
                                           &f->made.other_solution, &v, NULL),
              &f->made.other);
}

/* Evaluates the first component, and asks for a move, its name and its board. */
static grundy_status ask_first(fixture *f) {
  static grundy_board board;
  const char *name = f->row->position;
  grundy_component game = grundy_compound_component(opened(f), 0);
  uint64_t position = grundy_compound_position(opened(f), 0), to = 0, count = 0;
  grundy_evaluation evaluation;
  char text[GRUNDY_NAME_MAX_BYTES];
  size_t length;
  grundy_status status = grundy_compound_evaluate(opened(f), WATCHED(grundy_search_options),
                                                  &evaluation, some_error());
  if (status != GRUNDY_OK || name == NULL) return status;
  status = game.kind->get_move(game.data, position, 0, &to, some_error());
  if (status == GRUNDY_OK) status = game.kind->count_moves(game.data, to, &count, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->name_position(game.data, to, text, sizeof text, &length, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->board(game.data, position, &to, 1, &board, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->find_position(game.data, name, strlen(name), &to, some_error());
  return status;
}

static grundy_status play_script(fixture *f) {
  grundy_status status = open_text(f, text_of(f));
  return status == GRUNDY_OK ? ask_first(f) : status;
}

/* Turns the start of a script around, in a sum that is explored or, with is_set, unreduced. */
static grundy_status swap_script(fixture *f) {
  grundy_status status = open_text(f, text_of(f));
  if (status != GRUNDY_OK) return status;
  grundy_component game = grundy_compound_component(opened(f), 0);
  uint64_t position = grundy_compound_position(opened(f), 0), swapped = 77;
  status = game.kind->swap(game.data, position, &swapped, some_error());
  assert_int_equal(swapped == 77, status != GRUNDY_OK);
  return status;
}

/* Solves tiers, and plays from a position of their folder. */
static grundy_status play_tiers(fixture *f) {
  grundy_status status = open_tiers(f);
  if (status == GRUNDY_OK) status = solve_opened(f);
  outputs_renew(&f->made);
  if (status == GRUNDY_OK) status = open_text(f, f->tiers);
  if (status == GRUNDY_OK) status = ask_first(f);
  if (status == GRUNDY_OK) status = look_around(f);
  return without_tiers(f, status);
}

/* Asks for moves and boards of all components. */
static grundy_status ask_all(fixture *f) {
  static grundy_board board;
  grundy_status status = open_expression(f);
  for (uint32_t i = 0; i < 3 && status == GRUNDY_OK; i++) {
    grundy_component game = grundy_compound_component(opened(f), i);
    uint64_t position = grundy_compound_position(opened(f), i), to = 0, count = 0;
    status = game.kind->get_move(game.data, position, 0, &to, NULL);
    if (status == GRUNDY_OK) status = game.kind->count_moves(game.data, to, &count, NULL);
    if (status == GRUNDY_OK) status = game.kind->board(game.data, position, &to, 1, &board, NULL);
  }
  return status;
}

static grundy_status play_closed_form(fixture *f) {
  grundy_game_name name = grundy_game_parse(text_of(f));
  grundy_status status =
      made(grundy_closed_form_open(&name, NULL, &f->made.closed_form, some_error()),
           &f->made.closed_form);
  if (status != GRUNDY_OK) return status;
  grundy_closed_form *closed = f->made.closed_form;
  grundy_component game = grundy_component_closed_form(closed);
  grundy_evaluation evaluation = {0};
  uint64_t position = 0, count = 0, to = 0;
  status = game.kind->find_position(closed, "1-2", 3, &position, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->evaluate(closed, position, GRUNDY_NORMAL_PLAY, &evaluation, some_error());
  if (status == GRUNDY_OK) assert_int_equal(evaluation.value, 3);
  if (status == GRUNDY_OK) status = game.kind->count_moves(closed, position, &count, some_error());
  if (status == GRUNDY_OK) status = game.kind->get_move(closed, position, 0, &to, some_error());
  return status;
}

/* ---- the tables ------------------------------------------------------------------------- */

#define ROW(...)                                                                                   \
  { .name = #__VA_ARGS__, .call = __VA_ARGS__ }

#define VALUES (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER)
#define SUCCESSES (GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0)
#define TIERED (GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS)

static const attempt attempts[] = {
    ROW(grow_text),
    ROW(open_output),
    ROW(replace_file, .prepare = put_text, .text = "old\n"),
    ROW(write_to_device),
    ROW(make_digraph),
    ROW(borrow_digraph),
    ROW(transpose),
    ROW(build),
    ROW(build_coloured),
    ROW(build_kinds),
    ROW(build_again, .prepare = prepare_loop),
    ROW(find_cycle),
    ROW(find_cycle, .game = round_game, .size = 2),
    ROW(add_reverses, .game = path_game),
    ROW(find_components),
    ROW(multiply),
    ROW(multiply_named, .prepare = name_vertex, .choice = GRUNDY_DISJUNCTIVE,
        .text = "aaaaaaaaaaaaaaaa"),
    ROW(multiply_named, .prepare = name_vertex, .choice = GRUNDY_DISJUNCTIVE,
        .text = ",,,,,,,,,,,,,,,,,,,,"),
    ROW(multiply_named, .prepare = name_vertex, .choice = GRUNDY_DISJUNCTIVE,
        .text = "\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\"),
    ROW(multiply_named, .prepare = name_vertex, .choice = GRUNDY_DISJOINT,
        .text = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    ROW(make_models),
    ROW(parse_columns),
    ROW(fill_solution),

    ROW(solve, .columns = GRUNDY_COLUMNS_ALL),
    ROW(solve_each_column),
    ROW(solve_each_column, .game = ordered_game),
    ROW(solve_each_column, .game = coloured_game),
    ROW(solve_each_column, .game = game_of_turns),
    ROW(solve_with_waits, .game = game_of_turns),
    ROW(solve_each_column, .game = payoff_game),
    ROW(solve_each_column, .game = wythoff_window),
    ROW(solve_each_column, .game = cyclic_parts),
    ROW(solve_right, .columns = GRUNDY_COLUMN_DRAW_LEVEL),
    ROW(solve_right, .columns = GRUNDY_COLUMN_DRAW_REMOTENESS),
    ROW(solve_right, .columns = GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS),
    ROW(solve_right, .game = heaps_game),
    ROW(solve_right, .game = coloured_game),
    ROW(solve_right, .game = game_of_turns),
    ROW(solve_right, .game = payoff_game),
    ROW(solve_right, .game = cyclic_parts),
    ROW(solve_by, .choice = GRUNDY_ALGORITHM_COUNTING),
    ROW(solve_by, .choice = GRUNDY_ALGORITHM_LAZY),
    ROW(solve_by_plan),
    ROW(estimate_parts, .game = cyclic_parts),
    ROW(estimate_parts, .game = growing_parts),
    ROW(check_changes, .columns = GRUNDY_COLUMNS_ALL,
        .changed = VALUES | GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_REMOTENESS |
                   GRUNDY_COLUMN_MISERE_REMOTENESS | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_QV),
    /* Without cycles, distances take the place of a sweep over replies, unless they are wrong. */
    ROW(check_changes, .game = ordered_game, .columns = GRUNDY_COLUMNS_ALL,
        .changed = GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY),
    ROW(check_changes, .game = coloured_game, .changed = GRUNDY_COLUMN_GRUNDY),
    ROW(check_changes, .game = payoff_game, .changed = GRUNDY_COLUMN_GRUNDY),
    ROW(check_changes, .game = wythoff_window,
        .changed = GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_DISTANCE),
    ROW(check_changes, .game = wythoff_window,
        .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS,
        .changed = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS),
    ROW(check_changes, .game = game_of_turns,
        .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS,
        .changed = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS),
    ROW(check_changes, .game = cyclic_parts, .changed = VALUES | GRUNDY_COLUMN_HMIN),
    ROW(find_growth, .game = growing_parts),
    ROW(find_growth, .game = growing_tokens),
    ROW(verify),
    ROW(verify_alone),

    ROW(solve_external),
    ROW(solve_external, .is_set = true),
    ROW(solve_external, .game = hub_game, .columns = GRUNDY_COLUMNS_EXTERNAL),
    ROW(solve_columns_in_file,
        .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_K | VALUES),
    ROW(solve_large, .game = large_game),
    ROW(solve_large, .game = large_game, .size = 20),
    ROW(solve_large, .game = large_game, .size = 100),
    ROW(solve_large, .game = hub_game),
    ROW(solve_large, .game = hub_game, .size = 100),
    ROW(map_scratch),
    ROW(list_gpus),
    ROW(solve_on_gpu),
    ROW(verify_on_gpu),

    ROW(find_remoteness),
    ROW(find_successes),
    ROW(find_distance),
    ROW(find_values),
    ROW(find_hmin),
    ROW(find_hmin_of_large_values),
    ROW(find_payoffs, .game = payoff_game),
    ROW(find_labellings, .game = labelled_game),

    ROW(read_text, .choice = GRUNDY_FORMAT_EDGES, .text = game_text),
    /* Numbers in order, and out of order. */
    ROW(read_text, .choice = GRUNDY_FORMAT_EDGES, .text = "0\n1\n2\n0 1\n0 2\n0 2\n2 1\n"),
    ROW(read_text, .choice = GRUNDY_FORMAT_EDGES, .text = "7 3\n5 7\n3 5\n1\n"),
    ROW(read_text, .choice = GRUNDY_FORMAT_EDGES, .text = "0\n1\n2\n"), /* no moves */
    ROW(read_text, .choice = GRUNDY_FORMAT_EDGES, .text = "\"a\\\"b\" c\n"),
    ROW(read_text, .choice = GRUNDY_FORMAT_DOT,
        .text = "digraph { node [label=\"\\N!\"]; a -> {b \"c\" + <d>} [x=y]; e:p [label=<f>]; "
                "subgraph s { subgraph t { b } } -> subgraph s { c } }"),
    ROW(read_text, .choice = GRUNDY_FORMAT_GRAPHML, /* Expat's allocations fail, too */
        .text = "<graphml><key id='k' attr.name='label'><default>d</default></key>"
                "<graph edgedefault='directed'><node id='a'><data key='k'>x&amp;y</data></node>"
                "<edge source='a' target='b'/><node id='b'/></graph></graphml>"),
    ROW(read_text, .choice = GRUNDY_FORMAT_MTX,
        .text = "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 2\n"),
    ROW(read_text, .choice = GRUNDY_FORMAT_MTX,
        .text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0.5\n2 2 1\n"),
    ROW(read_path, .text = GRUNDY_ROOT "/examples/smith.edges"),
    ROW(read_file, .prepare = put_gzip),
    ROW(miss_file, .prepare = put_text, .text = game_text),
    ROW(read_npz, .prepare = put_archive),
    ROW(read_npz, .prepare = put_archive, .game = game_of_turns),
    ROW(locate_arrays, .prepare = put_archive_file, .game = game_of_turns),
    ROW(read_npz, .prepare = put_archive_file),
    ROW(read_npz, .prepare = put_unsorted_file),
    ROW(read_npz, .prepare = put_other_archive),
    ROW(scan_solution, .prepare = write_text, .choice = GRUNDY_FORMAT_TSV),
    ROW(scan_solution, .prepare = write_text, .choice = GRUNDY_FORMAT_CSV),
    ROW(scan_solution, .prepare = write_text, .choice = GRUNDY_FORMAT_JSON),
    ROW(scan_solution, .prepare = write_text, .choice = GRUNDY_FORMAT_NPZ),
    /* The vertices in reverse order, so that rows are matched by name. */
    ROW(scan_solution, .prepare = write_text, .choice = GRUNDY_FORMAT_NPZ, .game = turned_game),
    ROW(read_solution, .prepare = put_solution),
    ROW(write_game, .choice = GRUNDY_FORMAT_EDGES),
    ROW(write_game, .choice = GRUNDY_FORMAT_DOT),
    ROW(write_game, .choice = GRUNDY_FORMAT_DOT, .game = odd_names),
    ROW(write_game, .choice = GRUNDY_FORMAT_GRAPHML),
    ROW(write_game, .choice = GRUNDY_FORMAT_GRAPHML, .game = odd_names),
    ROW(write_game, .choice = GRUNDY_FORMAT_MTX),
    ROW(write_game, .choice = GRUNDY_FORMAT_NPZ),
    ROW(write_solution, .choice = GRUNDY_FORMAT_TABLE),
    ROW(write_solution, .choice = GRUNDY_FORMAT_TSV),
    ROW(write_solution, .choice = GRUNDY_FORMAT_CSV),
    ROW(write_solution, .choice = GRUNDY_FORMAT_JSON),
    ROW(write_solution, .choice = GRUNDY_FORMAT_NPZ),
    ROW(write_solution, .choice = GRUNDY_FORMAT_LATEX),
    ROW(write_solution, .choice = GRUNDY_FORMAT_TYPST),
    ROW(write_bfile, .game = odd_names, .prepare = solve_quietly),
    ROW(copy_solution, .game = coloured_game),
    ROW(copy_solution, .game = payoff_game),
    ROW(copy_solution, .game = odd_names),

    ROW(use_compound, .choice = GRUNDY_NORMAL_PLAY),
    ROW(use_compound, .choice = GRUNDY_MISERE_PLAY),
    ROW(use_turns, .game = game_of_turns, .prepare = solve_quietly, .size = 0),
    ROW(use_turns, .game = game_of_turns, .prepare = solve_quietly, .size = 3),
    ROW(use_turns, .game = game_of_turns, .prepare = solve_quietly, .size = 4),
    ROW(use_turns, .game = game_of_choice, .prepare = solve_quietly),
    ROW(find_turns, .game = game_of_turns, .prepare = solve_quietly, .position = "2", .size = 3),
    ROW(find_turns, .game = game_of_turns, .prepare = solve_quietly, .position = "5", .size = 1),
    ROW(find_turns, .game = game_of_turns, .prepare = solve_quietly, .position = "34", .size = 2),
    ROW(find_turns, .game = game_of_choice, .prepare = solve_quietly, .position = "0", .size = 1,
        .is_set = true),
    ROW(find_turns, .game = game_of_choice, .prepare = solve_quietly, .position = "00", .size = 0,
        .is_set = true),
    ROW(find_turns, .game = game_of_local_turns, .prepare = solve_quietly, .position = "3",
        .is_set = true),
    ROW(find_turns, .game = game_of_local_turns, .prepare = solve_quietly, .position = "32",
        .is_set = true),
    ROW(find_turns, .game = game_of_local_turns, .prepare = solve_quietly, .position = "31",
        .is_set = true),
    ROW(play_match),
    ROW(play_and_report),
    ROW(play_for_payoffs, .game = payoff_game, .prepare = solve_quietly),
    ROW(report_mistake, .text = "nim:3 + nim:1", .position = "2 0"),
    ROW(report_mistake, .text = "nim:2 & nim:2", .position = "1 1, 2 1"),
    ROW(keep_record),
    ROW(check_result, .text = "game nim:2\nfirst computer fair\nresult second\n1. 1\n2. 0\n1. 0\n"),
    ROW(check_result, .text = "game kayles:2,1\nresult first\n1. 1,1\n"),
    ROW(refuse_move, .text = "\"" GRUNDY_ROOT "/examples/smith.edges\"@V1", .position = "V4"),
    ROW(refuse_move, .text = "wythoff:1,2 + nim:1", .position = "1 \"3,3\""),
    ROW(keep_move),
    ROW(answer_best),
    ROW(answer_long_names, .game = long_names, .prepare = solve_quietly),
    ROW(explore_compound),
    ROW(plan_compound),
    ROW(open_expression, /* more components and operators than fit into the first array, at various
                            places */
        .text = "2*\"" GRUNDY_ROOT "/examples/smith.edges\"@V1 + (nim:5 & take{2,1}:7)"
                " + (nim:1 & nim:2 & nim:3 & nim:4 & nim:5 & nim:6 & nim:7 & nim:8 & nim:9 & nim:8 "
                "& nim:7)"
                " + 20*nim:1 + \"wythoff\":1,2"),
    ROW(open_expression,
        .text = "2*tokens:\"" GRUNDY_ROOT "/examples/smith.edges\"{V1,20*V3} + nim:3"),
    ROW(explore_names, .text = "11*nim:0 + wythoff:0,0"),
    ROW(explore_names, .text = "19*nim:0 + wythoff:0,0"),
    ROW(plan_further, .text = "coins{free}:1.00 & coins{free}:1.00"),
    ROW(plan_further, .text = "((nim:2 & nim:3) + nim:1) & nim:4000"),
    ROW(evaluate_parts, .text = TOKEN_RULES ":bd@bcd + nim:1"),
    ROW(use_swaps, .text = "northcott:3,0,1 + nim:1"),
    ROW(use_swaps, .text = "northcott:3,0,1 + nim:1", .is_set = true),
    ROW(ask_all, .text = "wythoff:2,1 + wythoff:1,2 + kayles:3", .is_set = true),
    ROW(use_ordinals),
    ROW(refuse_ordinal),
    ROW(use_transfinite, .text = "ordinal:(w^2) + ordinal:(w^w+3) + nim:5 + coins{free}:1.00"),

    ROW(explain),
    ROW(explain, .game = drawn_game, .prepare = solve_quietly),
    ROW(explain, .game = coloured_game, .prepare = solve_quietly),
    ROW(explain, .game = payoff_game, .prepare = solve_quietly),
    ROW(explain, .game = walk_window, .prepare = solve_quietly),
    ROW(explain, .game = drawn_chain, .prepare = solve_quietly),
    ROW(why, .text = "nim:2 + take{1,2}:3"),
    ROW(why, .text = "cram:2,3"),
    ROW(why, .text = "quixo:2"),
    ROW(why, .text = "wythoff:2,1"),
    ROW(why, .text = TOKEN_RULES ":b"),
    ROW(why_misere, .text = "nim:2 + nim:1"),
    ROW(why_misere, .text = "cram:1,3"),
    ROW(why_misere, .text = "kayles:2 + kayles:1"),
    ROW(why_misere, .text = "wythoff:2,1"),
    ROW(why_window, .text = "wythoff:2,2"),
    ROW(why_window, .text = "wythoff:2,2", .choice = GRUNDY_MISERE_PLAY),
    ROW(explain_sum, .text = TOKEN_RULES ":b@bc"),
    ROW(explain_quotient, .text = "kayles:3 + kayles:2"),
    ROW(explain_quotient, .text = "kayles:1 + nim:0 + kayles:1"),
    ROW(trace),
    ROW(trace_acyclic, .game = odd_names),
    ROW(draw, .text = "dot"),
    ROW(draw, .text = "svg"),
    ROW(draw_current, .game = drawn_game, .prepare = solve_quietly),
    ROW(draw_current, .game = drawn_chain, .prepare = solve_quietly),
    ROW(draw_large_dot, .game = long_chain),
    ROW(draw_board, .text = "svg"),
    ROW(draw_board, .text = "png"),
    ROW(draw_around),
    ROW(draw_around, .game = tree),
    ROW(draw_around, .game = star),
    ROW(draw_around, .game = reverse_star),
    ROW(write_worksheet),
    ROW(write_random_worksheet),
    ROW(write_graph_worksheet, .game = coloured_game),
    ROW(write_graph_worksheet, .game = path_game, .choice = GRUNDY_MISERE_PLAY),
    ROW(write_exercises, .text = "nim:1,2", .choice = GRUNDY_WORKSHEET_BOARDS),
    ROW(write_exercises, .text = "euclid:2,3", .choice = GRUNDY_WORKSHEET_NAMES, .is_set = true),
    ROW(find_info),

    ROW(read_map, .prepare = put_text, .text = "V1 V1 0\nV2 V2 1\nV3 V3 0\nx x 0\n"),
    ROW(read_classes, .prepare = put_text, .text = "V1 a\nV2 b\nV3 a\nx c\n"),
    ROW(write_map),
    ROW(write_map, .game = wythoff_window),
    ROW(check_map),
    ROW(check_replies, .prepare = prepare_replies),
    ROW(transport_solution),
    ROW(divide),
    ROW(divide, .game = double_game),
    ROW(divide, .game = dense_game),
    ROW(divide, .game = coloured_game),
    ROW(divide, .game = payoff_game),
    ROW(divide, .game = one_label), /* quotients inherit labels */
    ROW(reduce, .columns = GRUNDY_COLUMNS_ALL),
    ROW(reduce, .game = payoff_game),
    ROW(divide_by_values, .game = nim_game),

    ROW(test_law),
    ROW(test_given_law),
    ROW(test_starts),
    ROW(test_family),
    ROW(find_laws, .text = "kayles:1..9"),
    ROW(find_laws, .text = "subtraction:40,1,2", .size = 1),
    ROW(find_laws, .text = "subtraction:60,1,2", .position = "n < 30", .size = 1, .is_set = true),
    ROW(read_formula, .prepare = put_text, .text = "return { value = function(p) return 0 end }"),
    ROW(evaluate_formula,
        .text = "return {value = function(p) return p.K[0] and K[0] and 1 or 0 end}"),
    ROW(run_row_sweep, .text = "take{choose(1..2,2)}:x"),
    ROW(run_row_sweep, .text = "vector{(1,0)*,(0,1)*}:2..2,x"),
    ROW(read_sweep, .prepare = put_text, .text = "heaps1,heaps2,grundy\n2,1,3\n1,1,0\n"),
    ROW(write_archive, .prepare = solve_for_archive, .text = "wythoff:1,1"),
    ROW(write_archive, .prepare = solve_for_archive, .text = "game.edges", .game = payoff_game),
    ROW(check_archive, .prepare = put_result_archive, .text = "wythoff:1,1"),
    ROW(check_archive, .prepare = put_result_archive, .text = "game.edges", .game = payoff_game),
    ROW(check_archive, .prepare = put_result_archive, .text = "game.edges", .game = game_of_turns),
    ROW(run_sweep, .prepare = put_text, .text = "n\toutcome\tgrundy\n3\t?\t?\n"),
    ROW(make_family, .text = "cycle:3"),
    ROW(make_family, .text = "complete:3"),
    ROW(make_family, .text = "grid:2,2"),
    ROW(make_family, .text = "star:1,2"),
    ROW(make_family, .text = "tree:0,1"),
    ROW(parse_range, .text = "n=10..200:1", .size = 191),
    ROW(parse_range, .text = "n=1..1e6x1.1", .size = 130),
    ROW(examine_sequence),
    ROW(run_experiment),

    ROW(use_matrices),
    ROW(use_lift, .game = nim_game, .prepare = solve_quietly),
    ROW(miss_lift),
    ROW(solve_linear, .choice = GRUNDY_LINEAR_ENDS,
        .text = "dimension 2\nmove a 10 10\nmatrix b\n11\n00\n"),
    ROW(solve_linear, .choice = GRUNDY_LINEAR_NOT_A, .text = "dimension 2\nmatrix b\n01\n11\n"),
    ROW(solve_linear, .choice = GRUNDY_LINEAR_CYCLIC, .text = "dimension 2\nmove a 10 01\n"),
    ROW(solve_linear, .choice = GRUNDY_LINEAR_CYCLIC,
        .text = "dimension 2\nmove a 10 11\nmove b 01 01\nmove c 11 10\n"),
    ROW(solve_linear, .choice = GRUNDY_LINEAR_CYCLIC,
        .text = "dimension 2\nmove a 10 11\nmove b 01 11\n"),
    ROW(build_linear),
    ROW(read_linear),

    ROW(solve_heaps, .text = "allbut{2,3}", .size = 40),
    ROW(solve_heaps, .text = "0.156", .size = 300),
    ROW(solve_heaps, .text = "0.77", .size = 120),
    ROW(solve_heaps, .text = "0.3F", .size = 30),
    ROW(solve_heaps, .text = "lasker",
        .size = 24), /* any number can be taken, and the values grow */
    ROW(solve_heaps, .text = "grundy", .size = 80),
    ROW(solve_top_entails),
    ROW(solve_vectors, .text = "vector{(1,0)*,(0,1)*,(3,1),overshoot}:20,30"),
    ROW(solve_vectors, .text = "pass(terminal(vector{(1,0)*,(5,1)*}:9,9, 1,1, 2,2))",
        .is_set = true),
    ROW(solve_vectors, .text = "block(vector{(1,1),(2,3)}:9,9, 1)"),
    ROW(find_vector_period, .text = "vector{(1,0)*,(0,1)*,(1,1)*}"),
    ROW(evaluate_parts, .text = "vector{(1)*}:6000@70 + vector{(1)*}:6000@9"),
    ROW(play_misere_heaps),
    ROW(quotient_of_code, .text = "0.123", .size = 20),
    ROW(quotient_of_code, .text = "0.77", .size = 27),
    ROW(quotient_of_code, .text = "0.3F", .size = 6),
    ROW(quotient_of_digraph, .game = nim_game),
    ROW(quotient_of_code, .text = "0.3", .size = 0),
    ROW(quotient_of_digraph, .game = heap_parts),
    ROW(quotient_of_digraph, .game = drifting_parts),
    ROW(use_automaton, .text = "vector{(1)}"),
    ROW(prove_parity, .text = "vector{(1,-1),(0,1)}", .is_set = true),
    ROW(prove_parity, .text = "vector{(1,-2),(0,1)}"), /* moves lead from P to P */
    ROW(prove_parity, .text = "vector{(1,-1),(0,3)}"), /* 0,1 has no moves */
    ROW(prove_parity, .text = "vector{(1,-1),(0,1)}", .choice = 1),
    ROW(use_heap_game),

    ROW(explore, .text = NIM_RULES ":2,2"),
    ROW(explore, .text = "fair-shares:8"),
    ROW(explore, .text = "nimstring-grid:1,1"),
    ROW(explore, .text = "block(wythoff:1,1, 1)"),
    ROW(explore, .text = "terminal(wythoff:1,1, 0,1, 1,0)"),
    ROW(explore, .text = "restrict(wythoff:1,1, a <= p.b)"),
    ROW(find_fields, .text = "pass(wythoff:1,1)"),
    ROW(draw_moves, .text = "quixo:2"),
    ROW(find_names, .text = "subtraction:3,1,2", .position = "1"),
    ROW(explore_callback),
    ROW(explore_walk, .choice = 0),
    ROW(explore_walk, .choice = 1),
    ROW(explore_walk, .choice = 2),
    ROW(explore_walk, .choice = 3),
    ROW(use_closed_form),
    ROW(open_name),
    ROW(grow_keys),
    ROW(explore, .text = HASHED_RULES ":1,5,4,2,-"),
    ROW(describe_rules),
    ROW(list_files),
    /* Rules with symmetry and ranks, with unmoves, and with parts. */
    ROW(check_promises, .text = "wythoff:1,2"),
    ROW(check_promises, .text = "chomp:1,2"),
    ROW(check_promises, .text = "annihilation:" GRUNDY_ROOT "/examples/nim-2.edges"),
    ROW(check_promises, .text = TOKEN_RULES ":cc"),

    ROW(store_game, .text = "wythoff:1,2", .position = "1,1"),
    ROW(store_without_mapping, .text = "wythoff:1,2", .position = "1,1"),
    ROW(store_game, .text = "wythoff:4,5", .position = "1,1", .window = 20),
    ROW(store_game, .text = TOKEN_RULES ":bcd", .position = "aab", .is_set = true, .choice = 3),
    ROW(evaluate, .text = "wythoff:2,3@1,2"),
    ROW(evaluate, .text = "wythoff:1,2 + nim:2"),
    ROW(evaluate, .text = "nim:1,2"),
    ROW(evaluate, .text = "graph-kayles:cycle:5"),
    ROW(evaluate_all, .text = "graph-kayles:cycle:5"),
    ROW(evaluate_all, .text = "nim:1,2"),
    ROW(evaluate_misere, .text = "0.77:3"),
    ROW(evaluate, .text = "vector{(1,0)*,(0,2)}:2,2 + nim:1"),
    ROW(evaluate, .text = "cram:3,4", .choice = 2500),
    ROW(certify, .text = "cram:2,3"),
    ROW(certify_game, .before = "vector{(0,1)*,(1,0)}:1,x",
        .text = "{\"format\": \"grundy vector period 1\", \"game\": \"vector{(1,0),(0,1)*}:1,x\", "
                "\"preperiod\": 0, \"period\": 2, \"saltus\": 2, \"at\": 2, \"rows_period\": 2, "
                "\"values\": [1, 0]}"),
    ROW(certify_game, .before = "0.30",
        .text = "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"0.3\"}, "
                "\"play\": \"misere\", \"claim\": \"quotient\", \"heaps\": 3, \"size\": 2, "
                "\"generators\": [1], \"cayley\": [[1, 0]], \"phi\": [0, 1, 0, 1], \"levels\": "
                "[{\"P\": [1], \"transitions\": [[0, \"0\"], [1, \"2\"], [0, \"1\"]]}], "
                "\"period\": {\"start\": 1, \"length\": 2}}"),
    /* Elements that nothing tells apart. */
    ROW(certify_game, .is_set = true,
        .text = "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"0.3\"}, "
                "\"play\": \"misere\", \"claim\": \"quotient\", \"heaps\": 2, \"size\": 4, "
                "\"generators\": [1, 2], \"cayley\": [[1, 0, 3, 2], [2, 3, 0, 1]], \"phi\": [0, 1, "
                "2], \"levels\": [{\"P\": [1, 3], \"transitions\": [[0, \"0\"], [1, \"a\"], [2, "
                "\"5\"], [3, \"a\"]]}], \"period\": null}"),
    /* A lower bound has several levels. */
    ROW(certify_game,
        .text = "{\"format\": \"grundy misere quotient 1\", \"game\": {\"options\": [[[]]]}, "
                "\"play\": \"misere\", \"claim\": \"lower bound\", \"heaps\": 1, \"size\": 1, "
                "\"generators\": [], \"cayley\": [], \"phi\": [0], \"levels\": [{\"P\": [], "
                "\"transitions\": [[0, \"0\"]]}, {\"P\": [0], \"transitions\": [[0, \"0\"]]}], "
                "\"period\": null}"),
    /* Parity: the outcomes are right, but heap 1 does not drift. */
    ROW(certify_game, .is_set = true,
        .text = "{\"format\": \"grundy misere infinite 1\", \"game\": {\"code\": \"0.3\"}, "
                "\"play\": \"misere\", \"heaps\": 5, \"drifting\": [1, 2], \"size\": 2, "
                "\"generators\": [3, 5], \"cayley\": [[1, 0], [1, 0]], \"phi\": [0, null, null, 1, "
                "0, 1], "
                "\"fold\": {\"diagonal\": [0, 2], \"first\": [2, 2], \"second\": [2, 1]}, "
                "\"outcomes\": [[0, 0, \"2\"], [0, 1, \"2\"], [0, 2, \"2\"], [1, 0, \"1\"], [1, "
                "1, \"1\"], [1, 2, \"1\"], [2, 0, \"2\"], [2, 1, \"2\"], [3, 0, \"1\"], [3, 1, "
                "\"1\"]]}"),
    ROW(certify_game, .before = "vector{(0,1)*,(1,0)*}",
        .text = "{\"format\": \"grundy automaton 1\", \"game\": {\"moves\": [{\"vector\": [0, 1], "
                "\"ray\": true}, {\"vector\": [1, 0], \"ray\": true}], \"terminal\": [], "
                "\"block\": 0}, \"numeration\": \"base2\", \"level\": 0, \"weight\": [1, 1], "
                "\"automaton\": {\"outputs\": [0, 1], \"next\": [[0, 1, 1, 0], [1, 1, 1, 1]]}, "
                "\"steps\": [{\"labels\": [[0, 0], [], [0, 1]], \"map\": [0, 1, 2]}, {\"labels\": "
                "[[0, 1], [2, 1], []], \"map\": [0, 1, 2]}, {\"labels\": [[0, 0], [], [0, 1]], "
                "\"map\": [0, 1, 2]}, {\"labels\": [[0, 1], [], [2, 1]], \"map\": [0, 1, 2]}, "
                "{\"labels\": [[0, 0], [1, 1], [2, 2]], \"map\": [0, 1, 1]}]}"),
    ROW(resume, .text = "coin-rows:2,4"),
    ROW(open_tiers, .text = "quixo:4"),
    ROW(solve_tiers, .text = "quixo:2", .columns = TIERED),
    ROW(play_tiers, .text = "quixo:2", .columns = GRUNDY_COLUMN_OUTCOME),
    /* Without a script, so that every allocation is made to fail. */
    ROW(play_tiers, .text = "annihilation:" GRUNDY_ROOT "/examples/ring.edges,a,b",
        .position = "a,b", .columns = VALUES),
    ROW(solve_chain),
    ROW(solve_chain, .is_set = true),
};

attempt_list all_attempts(void) {
  return (attempt_list){attempts, LENGTH(attempts)};
}

/* Everything that asks a script. */
static const attempt script_attempts[] = {
    ROW(check_promises, .script = "heaps", .size = 1),
    ROW(check_promises, .script = "turns", .size = 2),
    ROW(check_promises, .script = "ends", .size = 2),
    ROW(check_promises, .script = "kinds", .size = 1),
    ROW(check_promises, .script = "pairs", .size = 1),
    ROW(check_promises, .script = "swaps", .size = 1),
    ROW(store_game, .script = "heaps", .size = 2, .position = "1-1"),
    ROW(store_game, .script = "heaps", .size = 2, .position = "0-2", .window = 4),
    ROW(store_game, .script = "heaps", .size = 2, .position = "0-1", .is_set = true),
    ROW(store_game, .script = "turns", .size = 3, .position = "1A"),
    ROW(store_game, .script = "ends", .size = 3, .position = "2"),
    ROW(check_and_explore, .before = "terminal(", .script = "heaps", .size = 1, .text = ", 0-1)"),
    ROW(check_and_explore, .before = "restrict(", .script = "heaps", .size = 1,
        .text = ", a <= b)"),
    ROW(check_and_explore, .before = "pass(", .script = "heaps", .size = 1, .text = ")"),
    ROW(check_and_explore, .before = "block(", .script = "heaps", .size = 1, .text = ", 1)"),
    /* Checking promises would call the script far more often. */
    ROW(test_law_of_script, .script = "heaps", .size = 1),
    ROW(test_law_of_script, .before = "pass(", .script = "heaps", .size = 1, .text = ", 1)",
        .position = "a <= b and G >= 0"),
    ROW(explore, .before = "terminal(", .script = "heaps", .size = 1, .text = ", 0-1)"),
    ROW(explore, .before = "restrict(", .script = "heaps", .size = 1, .text = ", a <= b)"),
    ROW(explore, .before = "block(terminal(", .script = "heaps", .size = 1, .text = ", 0-1), 1)"),
    ROW(explore, .script = "kinds", .size = 1),
    ROW(draw_moves, .script = "heaps", .size = 1),
    ROW(draw_moves, .script = "swaps", .size = 1),
    ROW(draw_moves, .script = "turns", .size = 1),
    ROW(find_names, .script = "swaps", .size = 1, .position = "0-1"),
    ROW(find_names, .script = "heaps", .size = 1, .position = "0-1"),
    ROW(use_swaps, .script = "swaps", .size = 1, .text = " + nim:1"),
    ROW(use_swaps, .script = "swaps", .size = 1, .text = " + nim:1", .is_set = true),
    ROW(explore, .before = "terminal(", .script = "ends", .size = 3, .text = ", 1)"),
    ROW(explore, .before = "restrict(", .script = "ends", .size = 3, .text = ", name ~= '1')"),
    ROW(certify, .script = "heaps", .size = 3),
    ROW(certify, .script = "heaps", .size = 1, .text = "@1-0"), /* a name that the rules parse */
    ROW(certify, .script = "heaps", .size = 1, .text = "@1-0", .is_set = true),
    ROW(resume, .script = "heaps", .size = 3),
    ROW(resume, .script = "ends", .size = 2),
    ROW(evaluate, .script = "heaps", .size = 3, .text = "@1-2 + nim:2"),
    ROW(archive_script, .script = "heaps", .size = 1),
    ROW(solve_tiers, .script = "heaps", .size = 2, .columns = TIERED | VALUES),
    ROW(solve_tiers, .script = "rings", .columns = GRUNDY_COLUMN_OUTCOME | VALUES),
    ROW(solve_tiers, .before = "restrict(", .script = "heaps", .size = 1,
        .text = ", name ~= '1-0')", .columns = TIERED),
    ROW(solve_tiers, .before = "terminal(", .script = "rings", .text = ", 6)", .columns = TIERED),
    ROW(solve_tiers, .before = "pass(", .script = "heaps", .size = 1, .text = ")",
        .columns = TIERED),
    ROW(solve_tiers, .script = "turns", .size = 3, .columns = SUCCESSES),
    ROW(write_exercises, .script = "heaps", .size = 1, .choice = GRUNDY_WORKSHEET_BOARDS),
    ROW(write_exercises, .script = "turns", .size = 2, .choice = GRUNDY_WORKSHEET_BOARDS),
    ROW(play_script, .script = "heaps", .size = 1, .position = "1-0", .is_set = true),
    ROW(play_script, .script = "turns", .size = 3, .position = "2B", .is_set = true),
    ROW(swap_script, .script = "seen", .size = 2, .text = " + nim:1"),
    ROW(swap_script, .script = "seen", .size = 2, .text = " + nim:1", .is_set = true),
    ROW(play_tiers, .script = "heaps", .size = 1, .position = "1-0",
        .columns = VALUES | GRUNDY_COLUMN_REMOTENESS),
    ROW(play_tiers, .script = "turns", .size = 1, .position = "0B", .columns = SUCCESSES),
    ROW(play_tiers, .script = "rings", .position = "2",
        .columns = VALUES), /* infinite values, whose K is stored */
    ROW(play_closed_form, .script = "heaps", .size = 3),
};

attempt_list all_script_attempts(void) {
  return (attempt_list){script_attempts, LENGTH(script_attempts)};
}

/* ---- running ---------------------------------------------------------------------------- */

static const char *last; /* the name of an attempt */
static const char *only; /* only attempts whose names begin with this are made; NULL: all are */

void attempts_limit(const char *name) {
  only = name;
}

grundy_status attempt_run(fixture *f, const attempt *row) {
  if (only != NULL && strncmp(row->name, only, strlen(only)) != 0) return GRUNDY_OK;
  last = row->name;
  quiet before = quiet_start();
  f->row = row;
  outputs_start(&f->made);
  grundy_digraph *g = row->game == NULL ? NULL : row->game();
  f->game = g == NULL ? f->g : g;
  if (row->prepare != NULL) row->prepare(f);
  quiet_end(before);
  grundy_status status = row->call(f);
  outputs_free(&f->made);
  grundy_digraph_free(g);
  return status;
}

int attempt_report(void **state) {
  fprintf(stderr, "the last attempt was %s\n", last);
  return 0;
}

/* ---- the fixture ------------------------------------------------------------------------ */

static bool finds_gpu(void) {
  grundy_gpu_info *devices = NULL;
  size_t count = 0;
  bool found = grundy_gpu_list(&devices, &count, NULL) == GRUNDY_OK;
  free(devices);
  return found;
}

static const char *const scripts[] = {"ends",  "heaps", "kinds", "pairs",
                                      "rings", "seen",  "swaps", "turns"};

static char *path_of_script(const fixture *f, size_t i) {
  static char path[128];
  (void)snprintf(path, sizeof path, "%s/%s.lua", f->folder, scripts[i]);
  return path;
}

/* Copies a file of tests/faults. */
static void copy_text(const char *name, FILE *out) {
  char path[256];
  (void)snprintf(path, sizeof path, GRUNDY_ROOT "/tests/faults/%s.lua", name);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  for (int c; (c = getc(in)) != EOF;) (void)putc(c, out);
  fclose(in);
}

/* Writes scripts of which any call can fail. */
static void put_scripts(const fixture *f) {
  for (size_t i = 0; i < LENGTH(scripts); i++) {
    FILE *out = fopen(path_of_script(f, i), "w");
    assert_non_null(out);
    fputs("local rules = (function()\n", out);
    copy_text(scripts[i], out);
    fputs("end)()\n", out);
    copy_text("failing", out);
    assert_int_equal(fclose(out), 0);
  }
}

int fixture_set_up(void **state) {
  static fixture f;
  f.has_gpu = finds_gpu();
  json_set_alloc_funcs(__wrap_malloc, __wrap_free);
  strcpy(f.folder, "/tmp/grundy-test-XXXXXX");
  if (mkdtemp(f.folder) == NULL) return -1;
  (void)snprintf(f.path, sizeof f.path, "%s/output", f.folder);
  (void)snprintf(f.tiers, sizeof f.tiers, "%s/tiers", f.folder);
  put_scripts(&f);
  FILE *in = fmemopen((void *)game_text, strlen(game_text), "r");
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMNS_ALL};
  grundy_solve_options some = {.size = sizeof some,
                               .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY};
  if (in == NULL ||
      grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &f.g,
                          NULL) != GRUNDY_OK ||
      grundy_digraph_transpose(f.g, NULL, &f.reverse, NULL) != GRUNDY_OK ||
      grundy_values_solve(f.g, f.reverse, NULL, f.values, NULL, NULL) != GRUNDY_OK ||
      grundy_solve_in_memory(f.g, &options, &f.solution, NULL) != GRUNDY_OK ||
      grundy_solve_in_memory(f.g, &some, &f.partial, NULL) != GRUNDY_OK)
    return -1;
  fclose(in);
  tiered_start(400); /* 0 -> 1 -> …, so that the remoteness of many does not fit into a byte */
  for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
  *state = &f;
  return 0;
}

int fixture_tear_down(void **state) {
  fixture *f = *state;
  grundy_solution_free(f->solution);
  grundy_solution_free(f->partial);
  grundy_digraph_free(f->reverse);
  grundy_digraph_free(f->g);
  tiered_clear();
  for (size_t i = 0; i < LENGTH(scripts); i++) (void)unlink(path_of_script(f, i));
  return rmdir(f->folder);
}
