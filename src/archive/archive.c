/* Writes and checks archives. Everything in an archive follows from its game, its solution and the
 * text about.txt, so that checking means to make README.txt, SHA256SUMS and table.tsv again and to
 * compare bytes. */

#include <grundy/archive.h>

#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/text.h>
#include <grundy/verify.h>

#include "archive/zip.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/sha256.h"
#include "digraph/attributes.h"
#include "explore/impl.h"
#include "game/impl.h"
#include "model/graph_family.h"
#include "rules/impl.h"
#include "text/input.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A text that is being written; it belongs to whoever closes it. */
typedef struct writing {
  char *text;
  size_t size;
  FILE *out;
} writing;

static bool writing_open(writing *w) {
  *w = (writing){.text = NULL};
  w->out = grundy_text_open(&w->text, &w->size);
  return w->out != NULL;
}

static grundy_status writing_close(writing *w, grundy_status status, grundy_error *error) {
  return grundy_text_close(w->out, &w->text) ? status : grundy_fail_memory(error);
}

/* ---- about.txt and README.txt ---------------------------------------------------------------- */

/* What about.txt says. */
typedef struct about {
  char version[32], game[GRUNDY_ARCHIVE_MAX_TEXT], command[GRUNDY_ARCHIVE_MAX_TEXT];
  grundy_columns columns;
  bool payoff_known, infinite_known;
  double payoff, infinite;
} about;

static void put_about(FILE *out, const about *a) {
  (void)fprintf(out, "archive 1\nversion %s\ngame %s\ncommand %s\ncolumns ", a->version, a->game,
                a->command);
  bool is_first = true;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((a->columns & column) == 0) continue;
    (void)fprintf(out, "%s%s", is_first ? "" : ",", grundy_column_describe(column)->name);
    is_first = false;
  }
  (void)putc('\n', out);
  if (a->payoff_known) (void)fprintf(out, "payoff %.17g\n", a->payoff);
  if (a->infinite_known) (void)fprintf(out, "infinite %.17g\n", a->infinite);
}

/* Which optional members an archive has, and under which names. */
typedef struct optional {
  const char *rules; /* NULL: none */
  const char *game;  /* an npz file cannot hold players, outcomes and payoffs */
} optional;

static const char game_npz[] = "game.npz", game_graphml[] = "game.graphml";

static void put_readme(FILE *out, const about *a, const optional *o) {
  (void)fprintf(out,
                "A solution of the game %s, by grundy %s.\n\n"
                "about.txt        the game, the version, the command line and the columns\n"
                "SHA256SUMS       checksums of all other files: sha256sum -c SHA256SUMS\n",
                a->game, a->version);
  if (o->rules != NULL) (void)fprintf(out, "%-16s the rules of the game\n", o->rules);
  (void)fprintf(out, "%-16s every position and every move\n", o->game);
  (void)fprintf(out,
                "table.tsv        the columns of every position, as a table\n"
                "certificate.npz  these columns and those that prove them\n\n"
                "The table was made by\n\n    %s\n\n"
                "This checks the whole archive, with code that shares nothing with the solver:\n\n"
                "    grundy verify ARCHIVE.zip\n",
                a->command);
  if (o->game == game_npz)
    (void)fputs("\nA checker that is proved correct checks the table for the moves of the game:\n\n"
                "    unzip ARCHIVE.zip && grundy-certify game.npz certificate.npz\n",
                out);
}

/* Returns the rest of the line after that word and a space, and goes to the next line; NULL if the
 * line begins with something else. */
static const char *take_line(char **at, const char *word) {
  size_t length = strlen(word);
  char *line = *at, *end = strchr(line, '\n');
  if (end == NULL || strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
  *end = '\0';
  *at = end + 1;
  return line + length + 1;
}

static bool take_text(char **at, const char *word, char *text, size_t room) {
  const char *rest = take_line(at, word);
  if (rest == NULL || strlen(rest) >= room) return false;
  memcpy(text, rest, strlen(rest) + 1);
  return true;
}

/* Parses about.txt, which is changed by that. */
static bool parse_about(char *text, about *a) {
  char number[8], columns[512];
  *a = (about){.columns = 0};
  bool is_right = take_text(&text, "archive", number, sizeof number) && strcmp(number, "1") == 0 &&
                  take_text(&text, "version", a->version, sizeof a->version) &&
                  take_text(&text, "game", a->game, sizeof a->game) &&
                  take_text(&text, "command", a->command, sizeof a->command) &&
                  take_text(&text, "columns", columns, sizeof columns) &&
                  grundy_columns_parse(columns, &a->columns, NULL) == GRUNDY_OK;
  const char *rest = is_right ? take_line(&text, "payoff") : NULL;
  a->payoff_known = rest != NULL;
  if (rest != NULL) a->payoff = strtod(rest, NULL);
  rest = is_right ? take_line(&text, "infinite") : NULL;
  a->infinite_known = rest != NULL;
  if (rest != NULL) a->infinite = strtod(rest, NULL);
  return is_right && *text == '\0';
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* The source of the rules, under its name in an archive. */
typedef struct source {
  const char *member; /* "rules.lua" or "rules.c"; NULL: there is none */
  char *text;         /* owned */
  size_t length;
} source;

/* Finds the source of a game of the gallery or of a script, perhaps inside operators. */
static grundy_status find_source(const char *game, source *s, grundy_error *error) {
  grundy_game_name name = grundy_rule_operator_innermost(game);
  *s = (source){.member = NULL};
  if (name.kind->ruleset == grundy_gallery_open) {
    grundy_gallery_game known;
    bool is_found = grundy_gallery_find(name.text, name.length, &known);
    assert(is_found); /* this makes it a game of the gallery */
    (void)is_found;
    s->text = strndup(known.source, known.length);
    s->length = known.length;
    s->member = strstr(known.file, ".lua") != NULL ? "rules.lua" : "rules.c";
    return s->text == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  }
  if (name.kind->ruleset != grundy_script_open_file) return GRUNDY_OK;
  char *path = strndup(name.text, name.length);
  if (path == NULL) return grundy_fail_memory(error);
  grundy_work work = grundy_work_start(NULL, "reading", 0);
  grundy_status status = grundy_input_read(path, &work, &s->text, &s->length, error);
  free(path);
  if (status == GRUNDY_OK) s->member = "rules.lua";
  return status;
}

/* Finds out whether a script takes a file as an argument, which an archive does not have. The only
 * argument that may be a graph is the first one, if it is of a family. */
static grundy_status find_files(const char *game, const grundy_zip_member *rules, bool *reads_file,
                                grundy_error *error) {
  char title[128], arguments[128];
  uint32_t setup;
  grundy_game_name name = grundy_game_parse(game);
  grundy_status status = grundy_script_describe(rules->name, rules->bytes, rules->length,
                                                sizeof title, title, arguments, &setup, error);
  if (status != GRUNDY_OK) return status;
  const char *rest = arguments + strcspn(arguments, ",");
  *reads_file =
      strstr(rest, "graph") != NULL ||
      (strstr(arguments, "graph") != NULL && grundy_graph_family_numbers(name.arguments) == NULL);
  return GRUNDY_OK;
}

/* Opens the rules of an archive; *ruleset stays NULL if they are not to be run. */
static grundy_status open_rules(const about *a, const grundy_zip_member *rules,
                                const grundy_open_options *options, grundy_ruleset **ruleset,
                                grundy_error *error) {
  grundy_game_name name = grundy_game_parse(a->game);
  grundy_game_name inner = grundy_rule_operator_innermost(a->game);
  bool is_script = strcmp(rules->name, "rules.lua") == 0;
  bool reads_file = false;
  grundy_status found = is_script ? find_files(a->game, rules, &reads_file, error) : GRUNDY_OK;
  if (found != GRUNDY_OK || reads_file) return found;
  if (inner.kind->ruleset == grundy_gallery_open) {
    source own;
    grundy_status status = find_source(a->game, &own, error);
    if (status != GRUNDY_OK) return status;
    assert(own.text != NULL);
    bool is_same = own.length == rules->length && memcmp(own.text, rules->bytes, own.length) == 0;
    free(own.text);
    if (is_same) return grundy_game_ruleset(&name, options, ruleset, error);
    if (strcmp(a->version, grundy_version()) != 0) return GRUNDY_OK;
    return grundy_fail(error, GRUNDY_BAD_INPUT, "these are not the rules of the gallery");
  }
  if (!is_script || name.kind->ruleset != grundy_script_open_file) return GRUNDY_OK;
  return grundy_game_stored_script(&name, rules->bytes, rules->length, options, ruleset, error);
}

static bool same_array(const void *a, const void *b, size_t bytes) {
  return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, bytes) == 0);
}

static bool same_game(const grundy_digraph *a, const grundy_digraph *b) {
  uint32_t order = grundy_digraph_order(a);
  if (grundy_digraph_order(b) != order || grundy_digraph_size(a) != grundy_digraph_size(b) ||
      grundy_digraph_type(a) != grundy_digraph_type(b))
    return false;
  if (!same_array(grundy_digraph_offsets(a), grundy_digraph_offsets(b),
                  ((size_t)order + 1) * sizeof(uint64_t)) ||
      !same_array(grundy_digraph_targets(a), grundy_digraph_targets(b),
                  grundy_digraph_size(a) * sizeof(uint32_t)) ||
      !same_array(grundy_digraph_kinds(a), grundy_digraph_kinds(b), grundy_digraph_size(a)) ||
      !same_array(grundy_digraph_players(a), grundy_digraph_players(b), order) ||
      !same_array(grundy_digraph_outcomes(a), grundy_digraph_outcomes(b),
                  order * sizeof(grundy_outcome)) ||
      !same_array(grundy_digraph_payoffs(a), grundy_digraph_payoffs(b), order * sizeof(double)))
    return false;
  for (uint32_t v = 0; v < order; v++) {
    char one[GRUNDY_NAME_MAX_BYTES], other[GRUNDY_NAME_MAX_BYTES];
    if (strcmp(grundy_digraph_name(a, v, one), grundy_digraph_name(b, v, other)) != 0) return false;
  }
  return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The members of an archive that is being made; their texts are owned. */
typedef struct making {
  grundy_zip zip;
  char *texts[GRUNDY_ZIP_MAX_MEMBERS];
} making;

static void making_free(making *m) {
  for (size_t i = 0; i < m->zip.count; i++) free(m->texts[i]);
}

/* Adds a member and takes over its text. */
static void add_member(making *m, const char *name, char *text, size_t length) {
  grundy_zip_member *member = &m->zip.members[m->zip.count];
  m->texts[m->zip.count++] = text;
  (void)snprintf(member->name, sizeof member->name, "%s", name);
  member->bytes = text;
  member->length = length;
}

/* Writes one line per member except SHA256SUMS, as sha256sum does. */
static void put_sums(FILE *out, const grundy_zip *zip) {
  for (size_t i = 0; i < zip->count; i++) {
    const grundy_zip_member *member = &zip->members[i];
    char checksum[GRUNDY_SHA256_TEXT];
    if (strcmp(member->name, "SHA256SUMS") == 0) continue;
    grundy_sha256(member->bytes, member->length, checksum);
    (void)fprintf(out, "%s  %s\n", checksum, member->name);
  }
}

static grundy_status put_table(FILE *out, const grundy_digraph *g, const grundy_solution *solution,
                               grundy_columns columns, grundy_error *error) {
  grundy_write_options options = {.size = sizeof options, .columns = columns};
  return grundy_solution_write(g, solution, GRUNDY_FORMAT_TSV, &options, out, error);
}

enum { README, ABOUT, GAME, TABLE, CERTIFICATE, WRITTEN };
static const char *const member_names[] = {"README.txt", "about.txt", game_npz, "table.tsv",
                                           "certificate.npz"};

static const char *member_name(int which, const optional *o) {
  return which == GAME ? o->game : member_names[which];
}

static grundy_status put_member(FILE *out, int which, const grundy_archive_contents *c,
                                const about *a, const optional *o, grundy_error *error) {
  grundy_write_options all = {.size = sizeof all};
  switch (which) {
  case README:
    put_readme(out, a, o);
    return GRUNDY_OK;
  case ABOUT:
    put_about(out, a);
    return GRUNDY_OK;
  case GAME:
    return grundy_digraph_write(
        c->g, o->game == game_npz ? GRUNDY_FORMAT_NPZ : GRUNDY_FORMAT_GRAPHML, NULL, out, error);
  case TABLE:
    return put_table(out, c->g, c->solution, a->columns, error);
  default:
    return grundy_solution_write(c->g, c->solution, GRUNDY_FORMAT_NPZ, &all, out, error);
  }
}

/* Adds all members; the checksums come last. */
static grundy_status add_members(making *m, const grundy_archive_contents *c, const about *a,
                                 source *s, grundy_error *error) {
  const optional o = {s->member, grundy_has_attributes(c->g) ? game_graphml : game_npz};
  grundy_status status = GRUNDY_OK;
  writing w;
  for (int i = 0; i < WRITTEN && status == GRUNDY_OK; i++) {
    if (i == GAME && s->member != NULL) {
      add_member(m, s->member, s->text, s->length);
      s->text = NULL;
    }
    if (!writing_open(&w)) return grundy_fail_memory(error);
    status = put_member(w.out, i, c, a, &o, error);
    status = writing_close(&w, status, error);
    add_member(m, member_name(i, &o), w.text, w.size);
  }
  if (status != GRUNDY_OK) return status;
  if (!writing_open(&w)) return grundy_fail_memory(error);
  put_sums(w.out, &m->zip);
  status = writing_close(&w, GRUNDY_OK, error);
  add_member(m, "SHA256SUMS", w.text, w.size);
  return status;
}

/* Copies a text of one line. */
static grundy_status copy_line(const char *text, const char *what, char copy[], size_t room,
                               grundy_error *error) {
  if (strlen(text) >= room || strchr(text, '\n') != NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the %s is not one line of less than %zu bytes",
                       what, room);
  memcpy(copy, text, strlen(text) + 1);
  return GRUNDY_OK;
}

grundy_status grundy_archive_write(const grundy_archive_contents *contents, FILE *out,
                                   char checksum[GRUNDY_ARCHIVE_CHECKSUM], grundy_error *error) {
  grundy_archive_contents c;
  grundy_status status = grundy_options_copy(contents, &c, sizeof c, error);
  if (status != GRUNDY_OK) return status;
  grundy_game_type type = grundy_digraph_type(c.g);
  if (grundy_game_is_window(type) || grundy_digraph_sum_count(c.g) > 0)
    return grundy_fail(
        error, GRUNDY_UNABLE,
        "an archive has all positions of a game, not a window or parts of positions");
  about a = {.columns = c.columns == 0 ? grundy_solution_columns(c.solution) : c.columns,
             .payoff_known = c.payoff_known,
             .payoff = c.payoff,
             .infinite_known = c.infinite_known,
             .infinite = c.infinite};
  making m = {.zip = {.count = 0}};
  source s = {.member = NULL};
  unsigned char *bytes = NULL;
  size_t length = 0;
  (void)snprintf(a.version, sizeof a.version, "%s", grundy_version());
  status = copy_line(c.game, "game", a.game, sizeof a.game, error);
  if (status == GRUNDY_OK)
    status = copy_line(c.command, "command line", a.command, sizeof a.command, error);
  if (status == GRUNDY_OK) status = find_source(a.game, &s, error);
  if (status == GRUNDY_OK) status = add_members(&m, &c, &a, &s, error);
  if (status == GRUNDY_OK) status = grundy_zip_make(&m.zip, &bytes, &length, error);
  if (status == GRUNDY_OK) {
    grundy_sha256(bytes, length, checksum);
    if (fwrite(bytes, 1, length, out) != length)
      status = grundy_fail(error, GRUNDY_IO_ERROR, "the archive could not be written");
  }
  free(bytes);
  free(s.text);
  making_free(&m);
  return status;
}

/* ---- checking -------------------------------------------------------------------------------- */

typedef struct checking {
  grundy_zip zip;
  about about;
  grundy_digraph *g, *again; /* of game.npz, and of the rules */
  grundy_solution *solution;
  uint64_t memory;
  const grundy_monitor *monitor;
  grundy_archive_report *report;
  grundy_error *error;
} checking;

/* Notes the first thing that is wrong. */
static void note_wrong(checking *c, const char *member, const char *what) {
  if (c->report->wrong[0] != '\0') return;
  c->report->is_right = false;
  (void)snprintf(c->report->wrong, sizeof c->report->wrong, "%s: %s", member, what);
}

static bool is_wrong(const checking *c) {
  return c->report->wrong[0] != '\0';
}

/* Compares a member with the text that it should have, which is freed. */
static grundy_status compare(checking *c, const char *name, writing *w, grundy_status status,
                             const char *what) {
  const grundy_zip_member *member = grundy_zip_find(&c->zip, name);
  status = writing_close(w, status, c->error);
  if (status == GRUNDY_OK &&
      (w->size != member->length || memcmp(w->text, member->bytes, w->size) != 0))
    note_wrong(c, name, what);
  free(w->text);
  return status;
}

/* Checks that there are the members that we write, in their order. */
static bool has_members(const checking *c, optional *o) {
  size_t at = 0;
  *o = (optional){.game = grundy_zip_find(&c->zip, game_npz) != NULL ? game_npz : game_graphml};
  for (int i = 0; i < WRITTEN; i++) {
    const char *name = at < c->zip.count ? c->zip.members[at].name : "";
    if (i == GAME && (strcmp(name, "rules.lua") == 0 || strcmp(name, "rules.c") == 0)) {
      o->rules = name;
      at++;
    }
    if (at == c->zip.count || strcmp(c->zip.members[at++].name, member_name(i, o)) != 0)
      return false;
  }
  return at + 1 == c->zip.count && strcmp(c->zip.members[at].name, "SHA256SUMS") == 0;
}

/* Checks SHA256SUMS, about.txt and README.txt. */
static grundy_status check_texts(checking *c, const optional *o) {
  const grundy_zip_member *text = grundy_zip_find(&c->zip, "about.txt");
  writing w;
  if (!writing_open(&w)) return grundy_fail_memory(c->error);
  put_sums(w.out, &c->zip);
  grundy_status status =
      compare(c, "SHA256SUMS", &w, GRUNDY_OK, "the checksums are not those of the other members");
  if (status != GRUNDY_OK || is_wrong(c)) return status;
  char *copy = strndup(text->bytes, text->length);
  if (copy == NULL) return grundy_fail_memory(c->error);
  if (strlen(copy) != text->length || !parse_about(copy, &c->about))
    note_wrong(c, "about.txt", "the file is not as grundy writes it");
  free(copy);
  if (is_wrong(c)) return GRUNDY_OK;
  if (!writing_open(&w)) return grundy_fail_memory(c->error);
  put_about(w.out, &c->about);
  status = compare(c, "about.txt", &w, GRUNDY_OK, "the file is not as grundy writes it");
  if (status != GRUNDY_OK) return status;
  if (!writing_open(&w)) return grundy_fail_memory(c->error);
  put_readme(w.out, &c->about, o);
  return compare(c, "README.txt", &w, GRUNDY_OK, "the text does not fit about.txt");
}

/* Reads a game or a solution from a member. Adds what is wrong with it to the report. */
static grundy_status read_member(checking *c, const char *name, bool is_game) {
  const grundy_zip_member *member = grundy_zip_find(&c->zip, name);
  grundy_error why = {0};
  /* The stream does not write. NOLINTNEXTLINE(performance-no-int-to-ptr) */
  void *bytes = (void *)(uintptr_t)member->bytes;
  if (member->length == 0) { /* fmemopen may refuse it */
    note_wrong(c, name, "the file is empty");
    return GRUNDY_OK;
  }
  FILE *in = fmemopen(bytes, member->length, "rb");
  if (in == NULL) return grundy_fail_memory(c->error);
  grundy_read_options options = {.size = sizeof options, .monitor = c->monitor, .stream = in};
  grundy_status status =
      is_game ? grundy_digraph_read(name, GRUNDY_FORMAT_AUTO, &options, &c->g, &why)
              : grundy_solution_read(c->g, name, GRUNDY_FORMAT_NPZ, &options, &c->solution, &why);
  (void)fclose(in);
  if (status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE || status == GRUNDY_UNDEFINED) {
    note_wrong(c, name, why.message);
    return GRUNDY_OK;
  }
  if (status != GRUNDY_OK && c->error != NULL) *c->error = why;
  return status;
}

/* Explores the rules again, and compares what they give with the game. */
static grundy_status check_rules(checking *c, const char *rules) {
  grundy_open_options options = {.size = sizeof options,
                                 .memory = c->memory,
                                 .limit = grundy_digraph_order(c->g),
                                 .monitor = c->monitor};
  grundy_ruleset *ruleset = NULL;
  grundy_error why = {0};
  if (rules == NULL) return GRUNDY_OK;
  c->report->rules = GRUNDY_ARCHIVE_RULES_KEPT;
  grundy_status status =
      open_rules(&c->about, grundy_zip_find(&c->zip, rules), &options, &ruleset, &why);
  if (status == GRUNDY_OK && ruleset == NULL) return GRUNDY_OK;
  if (status == GRUNDY_OK) status = grundy_explore(ruleset, &options, &c->again, &why);
  bool is_limit = why.reason == GRUNDY_REASON_TOO_MANY;
  if (status == GRUNDY_BAD_INPUT || (status == GRUNDY_UNABLE && is_limit)) {
    note_wrong(c, rules, is_limit ? "the rules have more positions than the game" : why.message);
    return GRUNDY_OK;
  }
  if (status != GRUNDY_OK) {
    if (c->error != NULL) *c->error = why;
    return status;
  }
  c->report->rules = GRUNDY_ARCHIVE_RULES_RUN;
  if (!same_game(c->g, c->again)) note_wrong(c, rules, "the game is not that of the rules");
  return GRUNDY_OK;
}

/* Checks the solution by the definitions, and the table by the solution. */
static grundy_status check_solution(checking *c) {
  const about *a = &c->about;
  if ((a->columns & ~grundy_solution_columns(c->solution)) != 0) {
    note_wrong(c, "certificate.npz", "it lacks a column of the table");
    return GRUNDY_OK;
  }
  grundy_verify_options options = {.size = sizeof options,
                                   .monitor = c->monitor,
                                   .payoff_known = a->payoff_known,
                                   .payoff = a->payoff,
                                   .infinite_known = a->infinite_known,
                                   .infinite = a->infinite};
  grundy_report *report = NULL;
  grundy_status status = grundy_verify(c->g, c->solution, &options, &report, c->error);
  if (status != GRUNDY_OK) return status;
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    bool is_there = (finding.column & grundy_solution_columns(c->solution)) != 0;
    if (finding.verdict == GRUNDY_VERDICT_WRONG ||
        (is_there && finding.verdict == GRUNDY_VERDICT_NOT_CHECKED))
      note_wrong(c, "certificate.npz", finding.text);
  }
  if (!grundy_report_right(report)) note_wrong(c, "certificate.npz", "a column is wrong");
  grundy_report_free(report);
  writing w;
  if (!writing_open(&w)) return grundy_fail_memory(c->error);
  status = put_table(w.out, c->g, c->solution, a->columns, c->error);
  return compare(c, "table.tsv", &w, status,
                 "the table does not have the entries of certificate.npz");
}

/* Compares the game and the certificate with what this version writes, which leaves no byte of
 * these files that nobody reads. Other versions may write them in other ways. */
static grundy_status check_forms(checking *c, const optional *o) {
  const grundy_archive_contents contents = {.g = c->g, .solution = c->solution};
  grundy_status status = GRUNDY_OK;
  if (strcmp(c->about.version, grundy_version()) != 0) return GRUNDY_OK;
  for (int i = GAME; i < WRITTEN && status == GRUNDY_OK; i++) {
    writing w;
    if (i == TABLE) continue;
    if (!writing_open(&w)) return grundy_fail_memory(c->error);
    status = put_member(w.out, i, &contents, &c->about, o, c->error);
    status = compare(c, member_name(i, o), &w, status, "the file is not as grundy writes it");
  }
  return status;
}

static grundy_status check_members(checking *c) {
  optional o;
  if (!has_members(c, &o)) {
    note_wrong(c, "SHA256SUMS", "members are missing, unknown or out of order");
    return GRUNDY_OK;
  }
  grundy_status status = check_texts(c, &o);
  grundy_archive_report *r = c->report;
  memcpy(r->version, c->about.version, sizeof r->version);
  memcpy(r->game, c->about.game, sizeof r->game);
  memcpy(r->command, c->about.command, sizeof r->command);
  r->columns = c->about.columns;
  if (status == GRUNDY_OK && !is_wrong(c)) status = read_member(c, o.game, true);
  if (status == GRUNDY_OK && !is_wrong(c)) status = check_rules(c, o.rules);
  if (status == GRUNDY_OK && !is_wrong(c)) status = read_member(c, "certificate.npz", false);
  if (status == GRUNDY_OK && !is_wrong(c)) status = check_solution(c);
  if (status == GRUNDY_OK && !is_wrong(c)) status = check_forms(c, &o);
  if (c->g != NULL) {
    r->positions = grundy_digraph_order(c->g);
    r->moves = grundy_digraph_size(c->g);
  }
  return status;
}

grundy_status grundy_archive_check(const char *path, const grundy_open_options *options,
                                   grundy_archive_report *report, grundy_error *error) {
  grundy_open_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status != GRUNDY_OK) return status;
  checking c = {.memory = own.memory, .monitor = own.monitor, .report = report, .error = error};
  grundy_work work = grundy_work_start(own.monitor, "reading", 0);
  char *bytes = NULL;
  size_t length = 0;
  *report = (grundy_archive_report){.is_right = true};
  status = grundy_input_read(path, &work, &bytes, &length, error);
  if (status != GRUNDY_OK) return status;
  grundy_sha256(bytes, length, report->checksum);
  status = grundy_zip_parse(path, (const unsigned char *)bytes, length, &c.zip, error);
  if (status == GRUNDY_OK) status = check_members(&c);
  grundy_digraph_free(c.g);
  grundy_digraph_free(c.again);
  grundy_solution_free(c.solution);
  free(bytes);
  return status;
}
