#include "support/formats.h"

#include "support/games.h"
#include "support/nasty.h"
#include "support/test.h"

/* ---- texts ----------------------------------------------------------------------------- */

grundy_status scan_bytes(grundy_format format, const char *bytes, size_t size, grundy_digraph **g,
                         grundy_error *error) {
  /* fmemopen rejects an empty buffer. */
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)bytes, size, "r");
  assert_non_null(in);
  grundy_status status = grundy_digraph_read(
      "game", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), g, error);
  fclose(in);
  return status;
}

grundy_status scan_many(grundy_format format, const char *first, const char *part, int count,
                        const char *last, grundy_error *error) {
  char *text;
  size_t size;
  grundy_digraph *g = NULL;
  FILE *out = open_memstream(&text, &size);
  fputs(first, out);
  for (int i = 0; i < count; i++) fprintf(out, part, i);
  fputs(last, out);
  fclose(out);
  grundy_status status = scan_bytes(format, text, size, &g, error);
  grundy_digraph_free(g);
  free(text);
  return status;
}

grundy_digraph *scan_text(grundy_format format, const char *text) {
  grundy_digraph *g = NULL;
  grundy_error error;
  if (scan_bytes(format, text, strlen(text), &g, &error) != GRUNDY_OK)
    fail_msg("%d:%d: %s", (int)error.line, (int)error.column, error.message);
  return g;
}

static grundy_status write_text(grundy_format format, const grundy_digraph *g, char **text,
                                size_t *size, grundy_error *error) {
  *text = NULL;
  FILE *out = open_memstream(text, size);
  assert_non_null(out);
  grundy_status status = grundy_digraph_write(g, format, NULL, out, error);
  fclose(out);
  return status;
}

char *text_of(grundy_format format, const grundy_digraph *g, size_t *size) {
  char *text;
  grundy_error error;
  if (write_text(format, g, &text, size, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return text;
}

void assert_game(grundy_format format, const char *text, const char *names, const char *moves) {
  grundy_digraph *g = scan_text(format, text);
  char seen_names[512] = "", seen_moves[512] = "";
  char u_scratch[GRUNDY_NAME_MAX_BYTES], v_scratch[GRUNDY_NAME_MAX_BYTES];
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    const char *u_name = grundy_digraph_name(g, u, u_scratch);
    strcat(strcat(seen_names, " "), u_name);
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++) {
      strcat(strcat(seen_moves, " "), u_name);
      strcat(strcat(seen_moves, ">"), grundy_digraph_name(g, followers.at[i], v_scratch));
    }
  }
  assert_string_equal(seen_names, names);
  assert_string_equal(seen_moves, moves);
  grundy_digraph_free(g);
}

void assert_labels(grundy_format format, const char *text, const char *labels) {
  grundy_digraph *g = scan_text(format, text);
  char seen[512] = "";
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    const char *label = grundy_digraph_label(g, v);
    strcat(strcat(seen, " "), label == NULL ? "-" : label);
  }
  assert_string_equal(seen, labels);
  grundy_digraph_free(g);
}

void assert_refused(grundy_format format, const char *text, const char *expected) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(scan_bytes(format, text, strlen(text), &g, &error), GRUNDY_BAD_INPUT);
  assert_null(g);
  char said[2 * GRUNDY_ERROR_MAX_TEXT];
  grundy_error_format(&error, said, sizeof said);
  assert_string_equal(said + strlen("game:"), expected);
}

/* ---- games ----------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

const char *same_game(const grundy_digraph *expected, const grundy_digraph *got) {
  uint32_t order = grundy_digraph_order(expected);
  if (grundy_digraph_order(got) != order)
    return because("%u vertices instead of %u", grundy_digraph_order(got), order);
  for (uint32_t u = 0; u < order; u++) {
    char a_scratch[GRUNDY_NAME_MAX_BYTES], b_scratch[GRUNDY_NAME_MAX_BYTES];
    const char *a = grundy_digraph_name(expected, u, a_scratch);
    const char *b = grundy_digraph_name(got, u, b_scratch);
    if (strcmp(a, b) != 0) return because("the name of %u is '%s' instead of '%s'", u, b, a);
    if (!same_text(grundy_digraph_label(expected, u), grundy_digraph_label(got, u)))
      return because("the labels of '%s' differ", a);
    grundy_vertices f = grundy_digraph_followers(expected, u), h = grundy_digraph_followers(got, u);
    if (f.count != h.count || memcmp(f.at, h.at, f.count * sizeof *f.at) != 0)
      return because("the moves of '%s' differ", a);
  }
  const uint8_t *a = grundy_digraph_kinds(expected), *b = grundy_digraph_kinds(got);
  if ((a == NULL) != (b == NULL) || (a != NULL && memcmp(a, b, grundy_digraph_size(expected)) != 0))
    return "the kinds of moves differ";
  return NULL;
}

grundy_digraph *with_nasty_texts(const grundy_digraph *g, grundy_random *random, bool labelled,
                                 bool (*allowed)(const char *text)) {
  grundy_builder *builder;
  grundy_digraph *made = NULL;
  uint32_t order = grundy_digraph_order(g), v;
  uint64_t next = grundy_random_below(random, NASTY_COUNT);
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t u = 0; u < order; u++, next++) {
    while (allowed != NULL && !allowed(nasty_texts[next % NASTY_COUNT])) next++;
    const char *name = nasty_texts[next % NASTY_COUNT];
    assert_int_equal(grundy_builder_vertex(builder, name, strlen(name), &v, NULL), GRUNDY_OK);
    assert_int_equal(v, u);
    const char *label = nasty_texts[grundy_random_below(random, NASTY_COUNT)];
    if (labelled && grundy_random_below(random, 2) == 0 && (allowed == NULL || allowed(label)))
      assert_int_equal(grundy_builder_label(builder, u, label, strlen(label), NULL), GRUNDY_OK);
  }
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++)
      assert_int_equal(grundy_builder_move(builder, u, followers.at[i], NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_finish(builder, NULL, &made, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return made;
}

const char *survives(grundy_format format, const grundy_digraph *g) {
  grundy_digraph *again = NULL;
  grundy_error error;
  char *text;
  size_t size;
  const char *wrong;
  if (write_text(format, g, &text, &size, &error) != GRUNDY_OK)
    wrong = because("writing fails: %s", error.message);
  else if (scan_bytes(format, text, size, &again, &error) != GRUNDY_OK)
    wrong = because("reading again fails: %d:%d: %s", (int)error.line, (int)error.column,
                    error.message);
  else
    wrong = same_game(g, again);
  grundy_digraph_free(again);
  free(text);
  return wrong;
}

/* ---- damaged texts --------------------------------------------------------------------- */

static void assert_one_line(grundy_status status, const grundy_error *error) {
  assert_true(status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE);
  assert_int_equal(error->status, status);
  assert_true(error->message[0] != '\0');
  assert_null(strpbrk(error->message, "\r\n"));
}

static void try_bytes(grundy_format format, const char *bytes, size_t size) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_status status = scan_bytes(format, bytes, size, &g, &error);
  if (status != GRUNDY_OK) {
    assert_null(g);
    assert_one_line(status, &error);
    return;
  }
  char *text;
  size_t length;
  status = write_text(format, g, &text, &length, &error);
  free(text);
  if (status == GRUNDY_OK) {
    const char *wrong = survives(format, g);
    if (wrong != NULL) fail_msg("%s: %.*s", wrong, (int)size, bytes);
  } else {
    assert_int_equal(status, GRUNDY_UNABLE);
  }
  grundy_digraph_free(g);
}

void assert_any_damage_is_noticed_or_harmless(grundy_format format, const char *text) {
  size_t size = strlen(text);
  char *bytes = malloc(size + 1);
  assert_non_null(bytes);
  for (size_t length = 0; length <= size; length++) {
    memcpy(bytes, text, size);
    try_bytes(format, bytes, length);
  }
  for (size_t bit = 0; bit < 8 * size; bit++) {
    memcpy(bytes, text, size);
    bytes[bit / 8] ^= (char)(1 << bit % 8);
    try_bytes(format, bytes, size);
  }
  free(bytes);
}
