/* Archives of NumPy arrays: games and solutions survive a round trip, damage is detected.
 *
 * usage: test_format_npz             runs the tests
 *        test_format_npz IN OUT      reads a game and writes it, for tests/format/scipy.sh */

#include <grundy/grundy.h>

#include "format/npz.h"
#include "support/formats.h"
#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

#include <unistd.h>

typedef struct bytes {
  char *at;
  size_t size;
} bytes;

/* Writes to a stream that the library cannot seek in. */
static bytes written_game(const grundy_digraph *g) {
  bytes b = {NULL, 0};
  FILE *out = open_memstream(&b.at, &b.size);
  assert_non_null(out);
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  return b;
}

static bytes written_solution(const grundy_digraph *g, const grundy_solution *solution) {
  bytes b = {NULL, 0};
  FILE *out = open_memstream(&b.at, &b.size);
  assert_non_null(out);
  assert_int_equal(grundy_solution_write(g, solution, GRUNDY_FORMAT_NPZ, NULL, out, NULL),
                   GRUNDY_OK);
  fclose(out);
  return b;
}

static FILE *stream_of(bytes b) {
  FILE *in = b.size == 0 ? fopen("/dev/null", "r") : fmemopen(b.at, b.size, "r");
  assert_non_null(in);
  return in;
}

static grundy_status read_game(bytes b, grundy_digraph **g, grundy_error *error) {
  FILE *in = stream_of(b);
  grundy_status status = grundy_digraph_read(
      "game", GRUNDY_FORMAT_NPZ, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), g, error);
  fclose(in);
  return status;
}

static grundy_status read_solution(bytes b, const grundy_digraph *g, grundy_solution **solution,
                                   grundy_error *error) {
  FILE *in = stream_of(b);
  grundy_status status =
      grundy_solution_read(g, "solution", GRUNDY_FORMAT_NPZ,
                           &GRUNDY_OPTIONS(grundy_read_options, .stream = in), solution, error);
  fclose(in);
  return status;
}

/* Smith's game with an infinite part, and names of several lengths. */
static grundy_digraph *small_game(void) {
  static const char text[] = "V1 V2\nV2 V1\nV2 V3\n∞ ∞\n∞ V3\n∞ V1\n";
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                                       NULL),
                   GRUNDY_OK);
  fclose(in);
  return g;
}

/* ---- round trips ----------------------------------------------------------------------- */

static const char *round_trips_through_memory(const grundy_digraph *g) {
  bytes b = written_game(g);
  grundy_digraph *got = NULL;
  grundy_error error;
  grundy_status status = read_game(b, &got, &error);
  free(b.at);
  if (status != GRUNDY_OK) return because("%s", error.message);
  const char *problem = same_game(g, got);
  grundy_digraph_free(got);
  return problem;
}

/* A regular file is written and read in place, also after other bytes. */
static const char *round_trips_through_a_file(const grundy_digraph *g) {
  grundy_digraph *got = NULL;
  grundy_error error;
  FILE *file = tmpfile();
  assert_non_null(file);
  fputs("before", file);
  long start = ftell(file);
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, file, &error), GRUNDY_OK);
  fseek(file, start, SEEK_SET);
  grundy_status status =
      grundy_digraph_read("game", GRUNDY_FORMAT_NPZ,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = file), &got, &error);
  fclose(file);
  if (status != GRUNDY_OK) return because("%s", error.message);
  const char *problem = same_game(g, got);
  grundy_digraph_free(got);
  return problem;
}

static const char *game_round_trips(const test_game *game) {
  const char *problem = round_trips_through_memory(game->g);
  if (problem == NULL) problem = round_trips_through_a_file(game->g);
  grundy_digraph *named = game_with_names(game->random, game->g);
  if (problem == NULL) problem = round_trips_through_memory(named);
  if (problem == NULL) problem = round_trips_through_a_file(named);
  grundy_digraph_free(named);
  return problem;
}

static void games_survive_a_round_trip(void **state) {
  on_every_game(0, game_round_trips);
  on_every_game(2, game_round_trips);
  on_random_games(300, 30, game_round_trips);
}

/* More than one block of every array. */
static void large_games_survive_a_round_trip(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 50000, 0.2, 6);
  grundy_digraph *named = game_with_names(&random, g);
  assert_null(round_trips_through_a_file(g));
  assert_null(round_trips_through_memory(named));
  grundy_digraph_free(named);
  grundy_digraph_free(g);
}

static void the_same_game_gives_the_same_bytes(void **state) {
  grundy_digraph *g = small_game();
  bytes a = written_game(g), b = written_game(g);
  assert_int_equal(a.size, b.size);
  assert_memory_equal(a.at, b.at, a.size);
  free(a.at);
  free(b.at);
  grundy_digraph_free(g);
}

/* ---- alignment ------------------------------------------------------------------------- */

static unsigned number_at(const char *at, int size) {
  unsigned number = 0;
  for (int i = size; i-- > 0;) number = number << 8 | (unsigned char)at[i];
  return number;
}

/* Walks over the local headers: [APPNOTE 4.3.7]. Returns the number of members. */
static int check_alignment(bytes b) {
  int members = 0;
  size_t at = 0;
  while (number_at(b.at + at, 4) == 0x04034b50) {
    size_t data = at + 30 + number_at(b.at + at + 26, 2) + number_at(b.at + at + 28, 2);
    assert_int_equal(number_at(b.at + at + 8, 2), 0); /* stored */
    assert_int_equal(data % 64, 0);
    assert_memory_equal(b.at + data, "\x93NUMPY\x01", 7);
    assert_int_equal((10 + number_at(b.at + data + 8, 2)) % 64, 0);
    at = data + number_at(b.at + at + 18, 4);
    members++;
  }
  return members;
}

static const char *arrays_are_aligned(const test_game *game) {
  grundy_digraph *named = game_with_names(game->random, game->g);
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  bytes b = written_game(named);
  assert_int_equal(check_alignment(b), grundy_digraph_order(named) == 0 ? 5 : 6);
  free(b.at);
  b = written_solution(game->g, solution);
  assert_int_equal(check_alignment(b), 12);
  free(b.at);
  grundy_solution_free(solution);
  grundy_digraph_free(named);
  return NULL;
}

static void arrays_begin_at_multiples_of_64(void **state) {
  on_random_games(100, 50, arrays_are_aligned);
}

/* ---- damage ---------------------------------------------------------------------------- */

/* A game is read, or rejected with one clear line. */
static bool game_is_read(bytes b) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_status status = read_game(b, &g, &error);
  if (status == GRUNDY_OK) {
    grundy_digraph_free(g);
    return true;
  }
  assert_null(g);
  assert_int_equal(status, GRUNDY_BAD_INPUT);
  assert_string_equal(error.file, "game");
  assert_true(error.message[0] != '\0' && strpbrk(error.message, "\r\n") == NULL);
  return false;
}

static bool solution_is_read(bytes b, const grundy_digraph *g) {
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  grundy_status status = read_solution(b, g, &solution, &error);
  if (status == GRUNDY_OK) {
    grundy_solution_free(solution);
    return true;
  }
  assert_null(solution);
  assert_int_equal(status, GRUNDY_BAD_INPUT);
  assert_true(error.message[0] != '\0' && strpbrk(error.message, "\r\n") == NULL);
  return false;
}

static void a_file_cut_short_is_refused(void **state) {
  grundy_digraph *g = small_game();
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  bytes b = written_game(g);
  for (size_t size = 0; size < b.size; size++) assert_false(game_is_read((bytes){b.at, size}));
  free(b.at);
  b = written_solution(g, solution);
  for (size_t size = 0; size < b.size; size++)
    assert_false(solution_is_read((bytes){b.at, size}, g));
  free(b.at);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* The places of the arrays' bytes: every change there must be detected. */
static char *mark_arrays(bytes b) {
  char *marks = calloc(b.size, 1);
  assert_non_null(marks);
  for (size_t at = 0; number_at(b.at + at, 4) == 0x04034b50;) {
    size_t data = at + 30 + number_at(b.at + at + 26, 2) + number_at(b.at + at + 28, 2);
    size_t size = number_at(b.at + at + 18, 4);
    memset(marks + data, 1, size);
    at = data + size;
  }
  return marks;
}

static void a_flipped_bit_in_an_array_of_a_game_is_noticed(void **state) {
  grundy_digraph *g = small_game();
  bytes b = written_game(g);
  char *marks = mark_arrays(b);
  for (size_t bit = 0; bit < 8 * b.size; bit++) {
    b.at[bit / 8] ^= (char)(1 << bit % 8);
    bool read = game_is_read(b);
    if (read && marks[bit / 8]) fail_msg("flipped bit %zu is not detected", bit);
    b.at[bit / 8] ^= (char)(1 << bit % 8);
  }
  assert_true(game_is_read(b));
  free(marks);
  free(b.at);
  grundy_digraph_free(g);
}

static void a_flipped_bit_in_an_array_of_a_solution_is_noticed(void **state) {
  grundy_digraph *g = small_game();
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_DEFAULT);
  bytes b = written_solution(g, solution);
  char *marks = mark_arrays(b);
  for (size_t bit = 0; bit < 8 * b.size; bit++) {
    b.at[bit / 8] ^= (char)(1 << bit % 8);
    bool read = solution_is_read(b, g);
    if (read && marks[bit / 8]) fail_msg("flipped bit %zu is not detected", bit);
    b.at[bit / 8] ^= (char)(1 << bit % 8);
  }
  assert_true(solution_is_read(b, g));
  free(marks);
  free(b.at);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- arrays that only tablebases have ---------------------------------------------------- */

/* Writes 0 -> 1 as SciPy does, and these other arrays. */
static FILE *archive_of(const grundy_npz_column *others, int other_count) {
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_npz_column columns[GRUNDY_NPZ_GAME_MEMBERS];
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  grundy_digraph *g = game_from_pairs(2, 1, pairs);
  FILE *file = tmpfile();
  assert_non_null(file);
  int count = grundy_npz_move_columns(g, columns);
  for (int i = 0; i < other_count; i++) {
    int at = 0; /* replaces an array of the same name */
    while (at < count && strcmp(columns[at].name, others[i].name) != 0) at++;
    columns[at] = others[i];
    if (at == count) count++;
  }
  assert_int_equal(grundy_npz_write(file, columns, count, &work, NULL), GRUNDY_OK);
  grundy_digraph_free(g);
  rewind(file);
  return file;
}

static grundy_npz_column bytes_column(const char *name, uint64_t count, const void *items) {
  return grundy_npz_column_new(name, 'u', 1, count, grundy_npz_fill_bytes, items);
}

/* A grundy_npz_more: takes everything. */
static grundy_status take_all(void *context, grundy_npz *npz, grundy_digraph *g) {
  (void)context;
  (void)npz;
  (void)g;
  return GRUNDY_OK;
}

/* Reads an archive with rules, and expects this message; "" if it is read. */
static void expect_attributes(const grundy_npz_column *others, int count, const char *message) {
  grundy_npz_column columns[8] = {bytes_column("rules.npy", 1, "x")};
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  memcpy(columns + 1, others, (size_t)count * sizeof *others);
  FILE *in = archive_of(columns, count + 1);
  grundy_status status = grundy_npz_read_game_with(in, "game", NULL, take_all, NULL, &g, &error);
  fclose(in);
  assert_string_equal(error.message, message);
  assert_int_equal(status, message[0] == '\0' ? GRUNDY_OK : GRUNDY_BAD_INPUT);
  grundy_digraph_free(g);
}

static void players_ends_and_windows_are_checked(void **state) {
  static const struct {
    const char *names[2], *bytes[2], *message;
  } cases[] = {
      {{"players.npy", "ends.npy"}, {"AB", "\0A"}, ""},
      {{"players.npy", "ends.npy"},
       {"AC", "\0A"},
       "players.npy: entry 1 is 67; expected 65 or 66, the codes of A and B"},
      {{"players.npy", "ends.npy"},
       {"AA", "\0A"},
       "players.npy: there is a move from 0 to 1, both of A; players have to move in turn"},
      {{"players.npy", "ends.npy"},
       {"AB", "\0P"},
       "ends.npy: entry 1 is 80; expected the code of a letter of ABD"},
      {{"players.npy", "ends.npy"},
       {"AB", "AA"},
       "ends.npy: entry 0 is 65; expected 0, as there are moves"},
      {{"ends.npy", NULL}, {"\0N", NULL}, ""},
      {{"ends.npy", NULL},
       {"\0\0", NULL},
       "ends.npy: entry 1 is 0; expected the code of a letter of PND"},
      {{"ends.npy", NULL},
       {"\0\377", NULL},
       "ends.npy: entry 1 is 255; expected the code of a letter of PND"},
      {{"players.npy", NULL},
       {"AB", NULL},
       "players.npy: nothing says how it ends; expected ends.npy or payoffs.npy"},
      {{"window.npy", NULL}, {"FI", NULL}, ""},
      {{"window.npy", NULL},
       {"IX", NULL},
       "window.npy: entry 1 is 88; expected 70 or 73, the codes of F and I"},
      {{"window.npy", "players.npy"},
       {"FI", "AB"},
       "window.npy: there are players, too; give only one"},
      {{"window.npy", "ends.npy"}, {"IF", "\0\0"}, ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_npz_column columns[2];
    int count = 0;
    for (; count < 2 && cases[i].names[count] != NULL; count++)
      columns[count] = bytes_column(cases[i].names[count], 2, cases[i].bytes[count]);
    expect_attributes(columns, count, cases[i].message);
  }
}

static void attributes_have_the_right_types_and_belong_to_tablebases(void **state) {
  static const double payoffs[] = {0, 1};
  static const uint32_t numbers[] = {65, 66};
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_npz_column column =
      grundy_npz_column_new("players.npy", 'i', 4, 2, grundy_npz_fill_narrow, numbers);
  expect_attributes(&column, 1, "players.npy: its items are of another type; expected uint8");
  column.npy.kind = 'u';
  expect_attributes(&column, 1, "players.npy: its items are of another type; expected uint8");
  column = grundy_npz_column_new("payoffs.npy", 'f', 8, 2, grundy_npz_fill_reals, payoffs);
  column.npy.big_endian = true;
  expect_attributes(&column, 1,
                    "payoffs.npy: its items are of another type; expected float64, "
                    "little-endian");
  column = bytes_column("payoffs.npy", 2, "AB");
  expect_attributes(&column, 1,
                    "payoffs.npy: its items are of another type; expected float64, "
                    "little-endian");
  column = bytes_column("players.npy", 3, "ABA");
  expect_attributes(&column, 1, "players.npy: its length is 3; expected 2, one for every position");
  column = grundy_npz_column_new("payoffs.npy", 'f', 8, 2, grundy_npz_fill_reals, payoffs);
  expect_attributes(&column, 1, "payoffs.npy: the game has no players; expected players.npy");
  FILE *in = archive_of(&column, 1); /* no rules */
  grundy_status status = grundy_npz_read_game_with(in, "game", NULL, take_all, NULL, &g, &error);
  fclose(in);
  assert_int_equal(status, GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "the member 'payoffs.npy' is not known; expected indices, "
                                     "indptr, format, shape, data, names and kinds");
}

static void kinds_of_moves_are_checked(void **state) {
  static const char alone[] = "kinds.npy: a game with kinds of moves has no players, outcomes, "
                              "payoffs, parts or window";
  static const char entry[] = "expected a sum of 1 (ordinary), 2 (carry-on), 4 (local) and 8 "
                              "(entailing)";
  static const uint32_t twice[] = {1, 1}, offsets[] = {0, 2, 2};
  char message[160];
  grundy_npz_column kinds[4] = {bytes_column("kinds.npy", 1, "\x0a")};
  expect_attributes(kinds, 1, "");
  kinds[0].source = "\0";
  (void)snprintf(message, sizeof message, "kinds.npy: entry 0 is 0; %s", entry);
  expect_attributes(kinds, 1, message);
  kinds[0].source = "\x10";
  (void)snprintf(message, sizeof message, "kinds.npy: entry 0 is 16; %s", entry);
  expect_attributes(kinds, 1, message);
  kinds[0] = bytes_column("kinds.npy", 2, "\1\1");
  expect_attributes(kinds, 1, "kinds.npy: its length is 2; expected 1, one for every move");
  kinds[0] = bytes_column("kinds.npy", 1, "\1");
  kinds[1] = bytes_column("ends.npy", 2, "\0D");
  expect_attributes(kinds, 2, alone);
  kinds[1] = bytes_column("window.npy", 2, "FI");
  expect_attributes(kinds, 2, alone);
  kinds[1] = bytes_column("sum_rows.npy", 1, "");
  expect_attributes(kinds, 2, alone);
  kinds[0] = bytes_column("kinds.npy", 2, "\1\1");
  kinds[1] = grundy_npz_column_new("indices.npy", 'i', 4, 2, grundy_npz_fill_narrow, twice);
  kinds[2] = grundy_npz_column_new("indptr.npy", 'i', 4, 3, grundy_npz_fill_narrow, offsets);
  kinds[3] = bytes_column("data.npy", 2, "\1\1");
  expect_attributes(kinds, 4,
                    "kinds.npy: indices.npy lists moves out of order or twice, so that their kinds "
                    "are ambiguous; call matrix.sum_duplicates() before saving");
}

/* Fields of positions are called field_NAME.npy. */
static void tablebases_have_fields(void **state) {
  grundy_npz_column column = bytes_column("field_a.npy", 2, "ab");
  expect_attributes(&column, 1, "");
  static const char *const unknown[] = {"field_.npy", "field.npy", "fields.npy", "field_a.npy.txt"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    char message[128];
    (void)snprintf(message, sizeof message,
                   "the member '%s' is not known; expected indices, indptr, format, shape, data, "
                   "names and kinds",
                   unknown[i]);
    column = bytes_column(unknown[i], 2, "ab");
    expect_attributes(&column, 1, message);
  }
}

/* ---- the layout of a file ---------------------------------------------------------------- */

static void expect_layout(const grundy_npz_column *others, int count, grundy_status expected,
                          const char *message) {
  grundy_npz_layout layout;
  grundy_error error = {0};
  FILE *in = archive_of(others, count);
  grundy_status status = grundy_npz_read_layout(in, "game", &layout, &error);
  fclose(in);
  assert_string_equal(error.message, message);
  assert_int_equal(status, expected);
  if (status != GRUNDY_OK) return;
  assert_int_equal(layout.order, 2);
  assert_int_equal(layout.offsets.npy.count, 3);
  assert_int_equal(layout.targets.npy.count, 1);
}

static void a_layout_says_where_the_arrays_are(void **state) {
  static const uint32_t numbers[] = {0, 1, 1};
  static const double reals[] = {0, 1, 1};
  static const char not_integers[] = "its items are not integers of four or eight bytes";
  char message[128];
  expect_layout(NULL, 0, GRUNDY_OK, "");
  for (int i = 0; i < 2; i++) {
    const char *name = i == 0 ? "indptr.npy" : "indices.npy";
    uint64_t count = i == 0 ? 3 : 1;
    (void)snprintf(message, sizeof message, "%s: %s", name, not_integers);
    grundy_npz_column column =
        grundy_npz_column_new(name, 'f', 8, count, grundy_npz_fill_reals, reals);
    expect_layout(&column, 1, GRUNDY_BAD_INPUT, message);
    column = bytes_column(name, count, "\0\1\1");
    expect_layout(&column, 1, GRUNDY_BAD_INPUT, message);
    column = grundy_npz_column_new(name, 'u', 4, count, grundy_npz_fill_narrow, numbers);
    expect_layout(&column, 1, GRUNDY_OK, "");
    column.npy.dimensions = 0;
    column.npy.count = 1;
    expect_layout(&column, 1, GRUNDY_BAD_INPUT, message);
  }
  grundy_npz_column column =
      grundy_npz_column_new("indptr.npy", 'i', 4, 2, grundy_npz_fill_narrow, numbers);
  expect_layout(&column, 1, GRUNDY_BAD_INPUT,
                "indptr.npy: its length is 2; expected one more than shape.npy has rows");
  column = grundy_npz_column_new("names.npy", 'S', 1, 2, grundy_npz_fill_bytes, "ab");
  expect_layout(&column, 1, GRUNDY_OK, "");
  column = grundy_npz_column_new("names.npy", 'U', 4, 2, grundy_npz_fill_narrow, numbers);
  expect_layout(&column, 1, GRUNDY_OK, "");
  column = grundy_npz_column_new("names.npy", 'S', 1, 1, grundy_npz_fill_bytes, "ab");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT,
                "names.npy: expected a name for every position of the game");
  column = bytes_column("names.npy", 2, "ab");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT,
                "names.npy: expected a name for every position of the game");
  column = grundy_npz_column_new("names.npy", 'S', 1, 1, grundy_npz_fill_bytes, "a");
  column.npy.dimensions = 0;
  expect_layout(&column, 1, GRUNDY_BAD_INPUT,
                "names.npy: expected a name for every position of the game");
  static const char a_byte[] = "kinds.npy: expected a byte for every move";
  column = bytes_column("kinds.npy", 1, "\1");
  expect_layout(&column, 1, GRUNDY_OK, "");
  column.npy.kind = 'i';
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, a_byte);
  column = bytes_column("kinds.npy", 1, "\1");
  column.npy.dimensions = 0;
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, a_byte);
  column = bytes_column("kinds.npy", 2, "\1\1");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, a_byte);
  column = grundy_npz_column_new("kinds.npy", 'u', 4, 1, grundy_npz_fill_narrow, numbers);
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, a_byte);
  static const char *const sums[] = {"sum_rows.npy", "sum_starts.npy", "sum_parts.npy"};
  for (int i = 0; i < 3; i++) {
    grundy_npz_column columns[] = {bytes_column("rules.npy", 1, "x"), bytes_column(sums[i], 1, "")};
    expect_layout(columns, 2, GRUNDY_UNABLE,
                  "this is a tablebase of parts of positions, not of positions; use it with best, "
                  "why, value, verify or solve, or solve the rules with --no-split");
  }
}

static void the_format_of_a_matrix_is_a_text(void **state) {
  static const char message[] = "format.npy: this is not a format; expected 'csr'";
  grundy_npz_column column = bytes_column("format.npy", 3, "csr");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, message);
  column = grundy_npz_column_new("format.npy", 'S', 3, 2, grundy_npz_fill_bytes, "csrcsr");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, message);
  column = grundy_npz_column_new("format.npy", 'S', 17, 1, grundy_npz_fill_bytes,
                                 "csr\0\0\0\0\0\0\0\0\0\0\0\0\0");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT, message);
  column = grundy_npz_column_new("format.npy", 'U', 12, 1, grundy_npz_fill_bytes,
                                 "c\0\0\0s\0\0\0r\0\0\0");
  expect_layout(&column, 1, GRUNDY_OK, "");
  column = grundy_npz_column_new("format.npy", 'U', 12, 1, grundy_npz_fill_bytes,
                                 "\0\0\0c\0\0\0s\0\0\0r");
  column.npy.big_endian = true;
  expect_layout(&column, 1, GRUNDY_OK, "");
  column = grundy_npz_column_new("format.npy", 'S', 3, 1, grundy_npz_fill_bytes, "coo");
  expect_layout(&column, 1, GRUNDY_BAD_INPUT,
                "format.npy: the matrix is in the format 'coo'; expected 'csr': save "
                "matrix.tocsr()");
}

/* ---- limits ---------------------------------------------------------------------------- */

/* An array reserves the length of the longest name for every name. */
static void one_long_name_among_many_is_too_much(void **state) {
  enum { NAMES = 1 << 13, LENGTH = 1 << 20 };
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  uint32_t v;
  char *name = malloc(LENGTH);
  assert_non_null(name);
  memset(name, 'x', LENGTH);
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (int i = 0; i < NAMES; i++) {
    char short_name[16];
    int length = snprintf(short_name, sizeof short_name, "n%d", i);
    assert_int_equal(grundy_builder_vertex(builder, short_name, (size_t)length, &v, NULL),
                     GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_vertex(builder, name, LENGTH, &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  FILE *out = tmpfile();
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, out, &error), GRUNDY_UNABLE);
  assert_int_equal(ftell(out), 0);
  fclose(out);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
  free(name);
}

static void a_name_that_is_not_text_cannot_be_written(void **state) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  uint32_t v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, "\xff", 1, &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  FILE *out = tmpfile();
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, out, &error), GRUNDY_UNABLE);
  fclose(out);
  out = tmpfile();
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_OUTCOME);
  assert_int_equal(grundy_solution_write(g, solution, GRUNDY_FORMAT_NPZ, NULL, out, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "the name '\xff' cannot be written in an array of NumPy: it is "
                      "not UTF-8");
  fclose(out);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

/* A name has room for 2^24 characters. */
static void a_very_long_name_cannot_be_written(void **state) {
  const size_t length = ((size_t)1 << 24) + 1;
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  uint32_t v;
  char *name = malloc(length);
  assert_non_null(name);
  memset(name, 'x', length);
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, name, length, &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  FILE *out = tmpfile();
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, out, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "a name of 16777217 characters cannot be written in an array: "
                                     "it holds at most 16777216");
  fclose(out);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
  free(name);
}

/* ---- sets ------------------------------------------------------------------------------ */

/* Every position is on a cycle, and every value is infinite: no set is absent. */
static void all_sets_may_exist(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 0}},
                        values[] = {GRUNDY_INFINITY, GRUNDY_INFINITY};
  static const uint64_t offsets[] = {0, 0, 0};
  grundy_digraph *g = game_from_pairs(2, 2, pairs);
  for (int with_values = 0; with_values < 2; with_values++) {
    grundy_solution *solution = NULL, *got = NULL;
    uint32_t *numbers;
    assert_int_equal(grundy_solution_new(2, &solution, NULL), GRUNDY_OK);
    assert_int_equal(
        grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, values, NULL, NULL),
        GRUNDY_OK);
    if (with_values) {
      assert_int_equal(grundy_solution_add_numbers(solution, GRUNDY_COLUMN_GRUNDY, &numbers, NULL),
                       GRUNDY_OK);
      memcpy(numbers, values, sizeof values);
    }
    bytes b = written_solution(g, solution);
    assert_int_equal(read_solution(b, g, &got, NULL), GRUNDY_OK);
    assert_int_equal(grundy_solution_columns(got), grundy_solution_columns(solution));
    for (uint32_t v = 0; v < 2; v++) {
      grundy_set set = grundy_solution_set_at(got, GRUNDY_COLUMN_K, v);
      assert_false(set.absent);
      assert_int_equal(set.size, 0);
    }
    free(b.at);
    grundy_solution_free(got);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}

/* Writes a column of sets alone, without the array that says where they do not exist. */
static void expect_absences(const char *edges, grundy_columns column, const char *message) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL, *got = NULL;
  grundy_error error = {0};
  grundy_npz_column arrays[GRUNDY_NPZ_SOLUTION_MEMBERS], kept[GRUNDY_NPZ_SOLUTION_MEMBERS];
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  FILE *in = fmemopen((void *)(uintptr_t)edges, strlen(edges), "r"), *file = tmpfile();
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                                       NULL),
                   GRUNDY_OK);
  fclose(in);
  assert_int_equal(
      grundy_solve(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = column), &solution, NULL),
      GRUNDY_OK);
  int count = grundy_npz_solution_columns(g, solution, column, arrays), left = 0;
  for (int i = 0; i < count; i++)
    if (strstr(arrays[i].name, "_absent") == NULL) kept[left++] = arrays[i];
  assert_int_equal(left, count - 1);
  assert_int_equal(grundy_npz_write(file, kept, left, &work, NULL), GRUNDY_OK);
  rewind(file);
  assert_int_equal(grundy_solution_read(g, "solution", GRUNDY_FORMAT_NPZ,
                                        &GRUNDY_OPTIONS(grundy_read_options, .stream = file), &got,
                                        &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, message);
  fclose(file);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void an_array_says_which_sets_are_absent(void **state) {
  expect_absences("0 1\n1 1\n", GRUNDY_COLUMN_K,
                  "k_indptr.npy: neither grundy.npy nor k_absent.npy says where K does not exist; "
                  "expected one of them");
  expect_absences("0 1\n1 1\n0 +> 2\n", GRUNDY_COLUMN_C,
                  "c_indptr.npy: neither grundy.npy nor c_absent.npy says where C does not exist; "
                  "expected one of them");
}

/* ---- streams --------------------------------------------------------------------------- */

static void a_full_disk_is_noticed(void **state) {
  grundy_digraph *g = small_game();
  grundy_error error = {0};
  FILE *out = fopen("/dev/full", "w");
  assert_non_null(out);
  setvbuf(out, NULL, _IONBF, 0);
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, out, &error), GRUNDY_IO_ERROR);
  assert_non_null(strstr(error.message, "No space left"));
  fclose(out);
  grundy_digraph_free(g);
}

/* A stream opened for appending cannot go back to fill in a header: it gets a copy. */
static void a_stream_that_appends_gets_a_complete_archive(void **state) {
  grundy_digraph *g = small_game(), *got = NULL;
  char path[] = "/tmp/grundy-test-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  FILE *out = fopen(path, "a");
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  assert_int_equal(grundy_digraph_read(path, GRUNDY_FORMAT_NPZ, NULL, &got, NULL), GRUNDY_OK);
  assert_null(same_game(g, got));
  unlink(path);
  grundy_digraph_free(got);
  grundy_digraph_free(g);
}

static void a_monitor_can_cancel_reading_and_writing(void **state) {
  grundy_digraph *g = small_game(), *got = NULL;
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  grundy_write_options options = {.size = sizeof options, .monitor = &test_cancelling};
  FILE *out = tmpfile();
  assert_int_equal(
      grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, GRUNDY_MONITORED(&test_cancelling), out, NULL),
      GRUNDY_CANCELLED);
  assert_int_equal(grundy_solution_write(g, solution, GRUNDY_FORMAT_NPZ, &options, out, NULL),
                   GRUNDY_CANCELLED);
  fclose(out);
  bytes b = written_game(g);
  FILE *in = stream_of(b);
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_NPZ,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in,
                                                       .monitor = &test_cancelling),
                                       &got, NULL),
                   GRUNDY_CANCELLED);
  assert_null(got);
  fclose(in);
  free(b.at);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_survive_a_round_trip),
      cmocka_unit_test(large_games_survive_a_round_trip),
      cmocka_unit_test(the_same_game_gives_the_same_bytes),
      cmocka_unit_test(arrays_begin_at_multiples_of_64),
      cmocka_unit_test(a_file_cut_short_is_refused),
      cmocka_unit_test(a_flipped_bit_in_an_array_of_a_game_is_noticed),
      cmocka_unit_test(a_flipped_bit_in_an_array_of_a_solution_is_noticed),
      cmocka_unit_test(players_ends_and_windows_are_checked),
      cmocka_unit_test(attributes_have_the_right_types_and_belong_to_tablebases),
      cmocka_unit_test(kinds_of_moves_are_checked),
      cmocka_unit_test(tablebases_have_fields),
      cmocka_unit_test(a_layout_says_where_the_arrays_are),
      cmocka_unit_test(the_format_of_a_matrix_is_a_text),
      cmocka_unit_test(one_long_name_among_many_is_too_much),
      cmocka_unit_test(a_name_that_is_not_text_cannot_be_written),
      cmocka_unit_test(a_very_long_name_cannot_be_written),
      cmocka_unit_test(all_sets_may_exist),
      cmocka_unit_test(an_array_says_which_sets_are_absent),
      cmocka_unit_test(a_full_disk_is_noticed),
      cmocka_unit_test(a_stream_that_appends_gets_a_complete_archive),
      cmocka_unit_test(a_monitor_can_cancel_reading_and_writing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
