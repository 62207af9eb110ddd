/* Checks a solution on all ranks, without any code of the kernels: positions ask the owners of
 * their followers. */

#include "verify.h"

#include "ask.h"
#include "columns.h"
#include "engine/cluster.h"
#include "failure.h"
#include "lists.h"
#include "paths.h"

#include <grundy/value.h>

#include <inttypes.h>
#include <stdio.h>

/* Local conditions, in the order of the report. Where one fails, the column is wrong:
 *   - remoteness: equations (4a) to (4e) of [Smi66]; finite labels decrease along them, and
 *     positions without one have no follower of even label and a follower without label, so that
 *     nothing but the remoteness satisfies them;
 *   - outcome: the parity of the remoteness;
 *   - distance: equations (2) and (3);
 *   - grundy and counter: conditions A, B and C of [FY86, Def. 1], which by Theorem 2 there nothing
 *     but the generalized Sprague-Grundy function satisfies;
 *   - K: the finite values of followers. */
typedef enum check {
  CHECK_OUTCOME,
  CHECK_REMOTENESS,
  CHECK_DISTANCE,
  CHECK_MISERE,
  CHECK_MISERE_REMOTENESS,
  CHECK_A,
  CHECK_PRESENCE, /* finite values have a counter, infinite ones have none */
  CHECK_B,
  CHECK_C,
  CHECK_K,
  CHECK_COUNT,
} check;

/* What a rank knows about a follower: columns by their numbers in `asked`. */
enum { MOST_ASKED = 5 };

typedef struct verifying {
  const game *g;
  columns *c;
  const uint32_t *remoteness, *misere, *distance, *values, *counter; /* own rows, or NULL */
  const uint32_t *asked[MOST_ASKED];
  int asked_count;
  /* By own move: value and counter of the follower; then, by row, the different values in order,
   * each with its least counter, and how many there are. */
  uint64_t *offers;
  uint32_t *offer_count;
  uint64_t failed_at[CHECK_COUNT]; /* the first position, or UINT64_MAX */
  grundy_error *error;
} verifying;

static void note_failure(verifying *v, check which, uint32_t i) {
  uint64_t position = (uint64_t)v->g->blocks.first + i;
  if (position < v->failed_at[which]) v->failed_at[which] = position;
}

/* What is known about the followers of a position that are processed. */
typedef struct row {
  remoteness_seen remoteness, misere;
  uint32_t largest; /* distance */
} row;

static const row no_followers = {{GRUNDY_INFINITY, 0}, {GRUNDY_INFINITY, 0}, 0};

/* ---- passes over all moves ------------------------------------------------------------- */

/* A pass asks one question for every own move. */
typedef struct pass {
  verifying *v;
  const char *name;
  ask ask;
  bool (*question)(const verifying *v, uint32_t tail, uint32_t head, uint32_t *question);
  void (*answer)(struct pass *p, uint32_t tail, uint64_t move, const uint32_t *answer);
  void (*end)(struct pass *p, uint32_t tail); /* of a row */
  row row;
  bool found; /* in this row */
} pass;

enum { WINDOW = 1 << 16 };

/* Asks about the moves of a window as far as there is room. Returns the move after them. */
static uint64_t ask_window(pass *p, uint64_t first, uint64_t end, uint32_t tail,
                           const uint32_t *heads) {
  const game *g = p->v->g;
  for (uint64_t move = first; move < end; move++) {
    uint32_t question[ASK_MOST_WORDS];
    while (g->offsets[tail + 1] <= move) tail++;
    if (p->question(p->v, tail, heads[move - first], question) && !ask_put(&p->ask, question))
      return move;
  }
  return end;
}

/* Takes the answers in the same order; rows end when all their moves are taken, and rows without
 * moves end on the way. */
static void take_window(pass *p, uint64_t first, uint64_t end, uint32_t *tail,
                        const uint32_t *heads) {
  const game *g = p->v->g;
  for (uint64_t move = first; move < end; move++) {
    uint32_t question[ASK_MOST_WORDS], answer[ASK_MOST_WORDS];
    for (; g->offsets[*tail + 1] <= move; ++*tail) p->end(p, *tail);
    if (!p->question(p->v, *tail, heads[move - first], question)) continue;
    ask_take(&p->ask, question[0], answer);
    p->answer(p, *tail, move - g->offsets[0], answer);
  }
}

static grundy_status run_windows(pass *p, uint32_t *heads) {
  const game *g = p->v->g;
  uint64_t move = g->offsets[0], last = g->offsets[g->blocks.own];
  uint32_t tail = 0;
  grundy_status status = GRUNDY_OK;
  for (bool more = true; more && status == GRUNDY_OK;) {
    uint64_t count = last - move < WINDOW ? last - move : WINDOW;
    status = team_agree(g->team, game_heads(g, move, count, heads, NULL, p->v->error), p->v->error);
    if (status != GRUNDY_OK) break;
    game_report(g, p->name, move);
    uint64_t end = ask_window(p, move, move + count, tail, heads);
    ask_run(&p->ask);
    take_window(p, move, end, &tail, heads);
    ask_clear(&p->ask);
    move = end;
    more = team_largest(move < last) != 0;
  }
  for (; tail < g->blocks.own && status == GRUNDY_OK; tail++) p->end(p, tail);
  return status;
}

static grundy_status run_pass(pass *p, uint64_t exchange_size, uint64_t question_words,
                              uint64_t answer_words, ask_answerer *answerer) {
  verifying *v = p->v;
  uint32_t *heads = grundy_alloc(WINDOW, sizeof *heads);
  grundy_status status = heads == NULL ? grundy_fail_memory(v->error) : GRUNDY_OK;
  status = team_agree(v->g->team, status, v->error);
  if (status == GRUNDY_OK)
    status = ask_start(&p->ask, &v->g->blocks, v->g->team, exchange_size, question_words,
                       answer_words, answerer, v, v->error);
  if (status == GRUNDY_OK) {
    status = run_windows(p, heads);
    ask_free(&p->ask);
  }
  free(heads);
  return status;
}

/* ---- the first pass: columns of followers ---------------------------------------------- */

static bool question_of_columns(const verifying *v, uint32_t tail, uint32_t head,
                                uint32_t *question) {
  (void)v, (void)tail;
  question[0] = head;
  return true;
}

static void answer_columns(const void *context, const uint32_t *question, uint32_t *answer) {
  const verifying *v = context;
  for (int i = 0; i < v->asked_count; i++)
    answer[i] = v->asked[i][question[0] - v->g->blocks.first];
}

static void take_columns(pass *p, uint32_t tail, uint64_t own_move, const uint32_t *answer) {
  const verifying *v = p->v;
  (void)tail;
  if (v->remoteness != NULL) remoteness_see(&p->row.remoteness, *answer++);
  if (v->misere != NULL) remoteness_see(&p->row.misere, *answer++);
  if (v->distance != NULL) distance_see(&p->row.largest, *answer++);
  if (v->values != NULL)
    v->offers[own_move] = (uint64_t)answer[0] << 32 | (v->counter == NULL ? 0 : answer[1]);
}

static void end_columns(pass *p, uint32_t tail) {
  verifying *v = p->v;
  const row *r = &p->row;
  uint32_t degree = game_degree(v->g, tail);
  if (v->remoteness != NULL && v->remoteness[tail] != remoteness_expected(r->remoteness, degree, 0))
    note_failure(v, CHECK_REMOTENESS, tail);
  if (v->misere != NULL && v->misere[tail] != remoteness_expected(r->misere, degree, 1))
    note_failure(v, CHECK_MISERE_REMOTENESS, tail);
  if (v->distance != NULL && v->distance[tail] != distance_expected(r->largest, degree))
    note_failure(v, CHECK_DISTANCE, tail);
  p->row = no_followers;
}

static grundy_status check_rows(verifying *v, uint64_t exchange_size) {
  pass p = {.v = v,
            .name = "comparing positions with their followers",
            .question = question_of_columns,
            .answer = take_columns,
            .end = end_columns,
            .row = no_followers};
  return run_pass(&p, exchange_size, 1, (uint64_t)v->asked_count, answer_columns);
}

/* ---- offers ---------------------------------------------------------------------------- */

static uint64_t *offers_of(const verifying *v, uint32_t i) {
  return v->offers + (v->g->offsets[i] - v->g->offsets[0]);
}

/* Returns the least counter among followers of this value, GRUNDY_INFINITY if there is none. */
static uint32_t least_counter(const verifying *v, uint32_t i, uint32_t value) {
  const uint64_t *offers = offers_of(v, i);
  uint64_t at = 0;
  GRUNDY_LOWER_BOUND(at, v->offer_count[i], j, offers[j] >> 32 < value)
  bool found = at < v->offer_count[i] && offers[at] >> 32 == value;
  return found ? (uint32_t)offers[at] : GRUNDY_INFINITY;
}

static uint32_t mex_of(const verifying *v, uint32_t i) {
  const uint64_t *offers = offers_of(v, i);
  uint32_t mex = 0;
  while (mex < v->offer_count[i] && offers[mex] >> 32 == mex) mex++;
  return mex;
}

static bool is_right_set(const verifying *v, uint32_t i) {
  const uint64_t *offers = offers_of(v, i), *starts = v->c->set_starts;
  uint64_t count = v->values[i] == GRUNDY_INFINITY ? v->offer_count[i] : 0;
  bool right = starts[i + 1] - starts[i] == count;
  for (uint64_t j = 0; j < count && right; j++)
    right = v->c->set_numbers[starts[i] + j] == offers[j] >> 32;
  return right;
}

/* Sorts the offers of every row, keeps the least counter of each finite value, and checks what
 * follows from the offers of the row alone. */
static void check_offers(verifying *v) {
  for (uint32_t i = 0; i < v->g->blocks.own; i++) {
    uint64_t *offers = offers_of(v, i), degree = game_degree(v->g, i);
    uint32_t kept = 0;
    grundy_sort_wide(offers, degree);
    for (uint64_t j = 0; j < degree && offers[j] >> 32 != GRUNDY_INFINITY; j++)
      if (kept == 0 || offers[j] >> 32 != offers[kept - 1] >> 32) offers[kept++] = offers[j];
    v->offer_count[i] = kept;
    bool finite = v->values[i] != GRUNDY_INFINITY;
    if (finite && v->values[i] != mex_of(v, i)) note_failure(v, CHECK_A, i);
    if (v->counter != NULL && finite != (v->counter[i] != GRUNDY_INFINITY))
      note_failure(v, CHECK_PRESENCE, i);
    if (v->c->set_starts != NULL && !is_right_set(v, i)) note_failure(v, CHECK_K, i);
  }
}

/* ---- the second pass: replies ---------------------------------------------------------- */

/* About a move from u to v: if u has a finite value, whether v has a larger one and no reply of the
 * value of u with a smaller counter; if not, whether v has none, either, and no reply of value
 * mex(u). The third word is the counter of u, or infinity. */
static bool question_of_reply(const verifying *v, uint32_t tail, uint32_t head,
                              uint32_t *question) {
  bool finite = v->values[tail] != GRUNDY_INFINITY;
  question[0] = head;
  question[1] = finite ? v->values[tail] : mex_of(v, tail);
  question[2] = finite ? v->counter[tail] : GRUNDY_INFINITY;
  return true;
}

static void answer_reply(const void *context, const uint32_t *question, uint32_t *answer) {
  const verifying *v = context;
  uint32_t i = question[0] - v->g->blocks.first, value = v->values[i];
  bool finite = question[2] != GRUNDY_INFINITY;
  bool concerned = finite ? value > question[1] : value == GRUNDY_INFINITY;
  answer[0] = concerned && least_counter(v, i, question[1]) >= question[2];
}

static void take_reply(pass *p, uint32_t tail, uint64_t own_move, const uint32_t *answer) {
  (void)tail, (void)own_move;
  p->found |= answer[0] != 0;
}

static void end_reply(pass *p, uint32_t tail) {
  bool finite = p->v->values[tail] != GRUNDY_INFINITY;
  if (finite && p->found) note_failure(p->v, CHECK_B, tail);
  if (!finite && !p->found) note_failure(p->v, CHECK_C, tail);
  p->found = false;
}

static grundy_status check_replies(verifying *v, uint64_t exchange_size) {
  pass p = {.v = v,
            .name = "looking for replies with smaller counters",
            .question = question_of_reply,
            .answer = take_reply,
            .end = end_reply};
  return run_pass(&p, exchange_size, 3, 1, answer_reply);
}

/* ---- the report ------------------------------------------------------------------------ */

static bool holds(const verifying *v, check which) {
  return v->failed_at[which] == UINT64_MAX;
}

typedef enum verdict { RIGHT, WRONG, NOT_CHECKED } verdict;

typedef struct finding {
  grundy_columns column;
  verdict verdict;
  const char *text;
  check failed; /* of a wrong column */
} finding;

static finding finding_of(grundy_columns column, const verifying *v, check which, const char *right,
                          const char *wrong) {
  bool good = holds(v, which);
  return (finding){column, good ? RIGHT : WRONG, good ? right : wrong, which};
}

static finding missing(grundy_columns column, const char *text) {
  return (finding){.column = column, .verdict = NOT_CHECKED, .text = text};
}

static finding find_outcome(const verifying *v, grundy_columns column, const uint32_t *remoteness,
                            check of_remoteness, check which) {
  if (remoteness == NULL) return missing(column, "needs the remoteness");
  if (!holds(v, of_remoteness)) return missing(column, "the remoteness is wrong");
  return finding_of(column, v, which, "the parity of the remoteness",
                    "not the parity of the remoteness");
}

static finding find(const verifying *v, grundy_columns column) {
  if ((v->c->there & column) == 0) return missing(column, "not in the solution");
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
    return find_outcome(v, column, v->remoteness, CHECK_REMOTENESS, CHECK_OUTCOME);
  case GRUNDY_COLUMN_MISERE:
    return find_outcome(v, column, v->misere, CHECK_MISERE_REMOTENESS, CHECK_MISERE);
  case GRUNDY_COLUMN_REMOTENESS:
  case GRUNDY_COLUMN_MISERE_REMOTENESS:
    return finding_of(
        column, v, column == GRUNDY_COLUMN_REMOTENESS ? CHECK_REMOTENESS : CHECK_MISERE_REMOTENESS,
        "equations (4a) to (4e) hold", "an equation of (4a) to (4e) fails");
  case GRUNDY_COLUMN_DISTANCE:
    return finding_of(column, v, CHECK_DISTANCE, "equations (2) and (3) hold",
                      "equation (2) or (3) fails");
  case GRUNDY_COLUMN_GRUNDY:
    if (!holds(v, CHECK_A)) return finding_of(column, v, CHECK_A, "", "condition A fails");
    if (v->counter == NULL) return missing(column, "needs the counter");
    if (!holds(v, CHECK_C)) return finding_of(column, v, CHECK_C, "", "condition C fails");
    if (!holds(v, CHECK_PRESENCE) || !holds(v, CHECK_B))
      return missing(column, "the counter is wrong");
    return finding_of(column, v, CHECK_A, "conditions A, B and C hold", "");
  case GRUNDY_COLUMN_COUNTER:
    if (v->values == NULL) return missing(column, "needs grundy");
    if (!holds(v, CHECK_A) || !holds(v, CHECK_C)) return missing(column, "grundy is wrong");
    if (!holds(v, CHECK_PRESENCE))
      return finding_of(column, v, CHECK_PRESENCE, "",
                        "missing at a finite value, or present at an infinite one");
    return finding_of(column, v, CHECK_B, "condition B holds", "condition B fails");
  default:
    if (v->values == NULL) return missing(column, "needs grundy");
    return finding_of(column, v, CHECK_K, "recomputed from grundy",
                      "not the finite values of the followers");
  }
}

/* The columns that can be checked. */
static const grundy_columns checked[] = {
    GRUNDY_COLUMN_OUTCOME,  GRUNDY_COLUMN_GRUNDY,
    GRUNDY_COLUMN_K,        GRUNDY_COLUMN_REMOTENESS,
    GRUNDY_COLUMN_DISTANCE, GRUNDY_COLUMN_COUNTER,
    GRUNDY_COLUMN_MISERE,   GRUNDY_COLUMN_MISERE_REMOTENESS,
};
enum { CHECKED = sizeof checked / sizeof *checked };

typedef struct report_text {
  const verifying *v;
  finding findings[CHECKED];
  int right, wrong;
} report_text;

/* Writes why a column is wrong, or what was checked. */
static void put_text(FILE *out, const verifying *v, const finding *f) {
  if (f->verdict == WRONG) (void)fprintf(out, "at position %" PRIu64 ": ", v->failed_at[f->failed]);
  (void)fprintf(out, "%s\n", f->text);
}

static void put_headline(FILE *out, const report_text *r) {
  bool partial = false; /* a column of the solution was not checked */
  for (const finding *f = r->findings; f < r->findings + CHECKED; f++) {
    partial |= (f->column & r->v->c->there) != 0 && f->verdict == NOT_CHECKED;
    if (f->verdict != WRONG) continue;
    (void)fputs("wrong: ", out);
    put_text(out, r->v, f);
    return;
  }
  (void)fputs(r->right == 0 ? "nothing could be checked: "
              : partial     ? "right as far as checked: "
                            : "right: ",
              out);
  lists_sizes(out, r->v->g->blocks.order, r->v->g->size, false);
  (void)putc('\n', out);
}

/* Writes the same lines as grundy verify. */
static grundy_status put_report(const void *context, FILE *out, grundy_error *error) {
  static const char *const words[] = {"right", "wrong", "not checked"};
  const report_text *r = context;
  (void)error;
  put_headline(out, r);
  for (int i = 0; i < CHECKED; i++) {
    const finding *f = &r->findings[i];
    (void)fprintf(out, "  %-17s  %-11s  ", grundy_column_describe(f->column)->name,
                  words[f->verdict]);
    put_text(out, r->v, f);
  }
  return GRUNDY_OK;
}

/* Prints the report, on one rank. *code is the exit code: 0 right, 1 wrong, 4 nothing checked. */
static grundy_status print_report(const verifying *v, bool quiet, int *code) {
  report_text r = {.v = v};
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < CHECKED; i++) {
    r.findings[i] = find(v, checked[i]);
    r.right += r.findings[i].verdict == RIGHT;
    r.wrong += r.findings[i].verdict == WRONG;
  }
  *code = r.wrong > 0 ? CODE_NO : r.right > 0 ? CODE_YES : CODE_UNABLE;
  if (!quiet && v->g->team->rank == 0) status = file_write("-", put_report, &r, v->error);
  return team_agree(v->g->team, status, v->error);
}

/* ---- all ------------------------------------------------------------------------------- */

static const uint32_t *column_of(verifying *v, grundy_columns column, bool asked) {
  const uint32_t *numbers = v->c->numbers[__builtin_ctz(column)];
  if (asked && numbers != NULL) v->asked[v->asked_count++] = numbers;
  return numbers;
}

static grundy_status start(verifying *v) {
  v->remoteness = column_of(v, GRUNDY_COLUMN_REMOTENESS, true);
  v->misere = column_of(v, GRUNDY_COLUMN_MISERE_REMOTENESS, true);
  v->distance = column_of(v, GRUNDY_COLUMN_DISTANCE, true);
  v->values = column_of(v, GRUNDY_COLUMN_GRUNDY, true);
  v->counter = column_of(v, GRUNDY_COLUMN_COUNTER, v->values != NULL);
  for (int i = 0; i < CHECK_COUNT; i++) v->failed_at[i] = UINT64_MAX;
  if (v->values == NULL) return GRUNDY_OK;
  const blocks *b = &v->g->blocks;
  v->offers = grundy_alloc(v->g->offsets[b->own] - v->g->offsets[0], sizeof *v->offers);
  v->offer_count = grundy_alloc(b->own, sizeof *v->offer_count);
  bool enough = v->offers != NULL && v->offer_count != NULL;
  return enough ? GRUNDY_OK : grundy_fail_memory(v->error);
}

static void check_letters(verifying *v, grundy_columns column, const uint32_t *remoteness,
                          check which) {
  const uint32_t *letters = v->c->numbers[__builtin_ctz(column)];
  for (uint32_t i = 0; letters != NULL && remoteness != NULL && i < v->g->blocks.own; i++) {
    uint32_t label = remoteness[i];
    uint32_t letter = label == GRUNDY_INFINITY ? 'D' : label % 2 == 0 ? 'P' : 'N';
    if (letters[i] != letter) note_failure(v, which, i);
  }
}

/* Verifies the checksum of the moves; the passes read some of them twice. */
static grundy_status check_moves(const verifying *v) {
  const game *g = v->g;
  uint64_t first = g->offsets[0], end = g->offsets[g->blocks.own], got;
  uint32_t checksum = 0;
  uint32_t *heads = grundy_alloc(WINDOW, sizeof *heads);
  grundy_status status = heads == NULL ? grundy_fail_memory(v->error) : GRUNDY_OK;
  for (uint64_t move = first; move < end && status == GRUNDY_OK; move += got) {
    got = end - move < WINDOW ? end - move : WINDOW;
    game_report(g, "computing the checksum of the moves", move);
    status = game_heads(g, move, got, heads, &checksum, v->error);
  }
  free(heads);
  status = team_agree(g->team, status, v->error);
  if (status != GRUNDY_OK) return status;
  return shared_file_check(&g->file, &g->layout.targets, "indices.npy", checksum,
                           (end - first) * g->layout.targets.npy.item, v->error);
}

static grundy_status check_all(verifying *v, uint64_t exchange_size) {
  grundy_status status = check_moves(v);
  if (status != GRUNDY_OK) return status;
  check_letters(v, GRUNDY_COLUMN_OUTCOME, v->remoteness, CHECK_OUTCOME);
  check_letters(v, GRUNDY_COLUMN_MISERE, v->misere, CHECK_MISERE);
  if (v->asked_count > 0) status = check_rows(v, exchange_size);
  if (status == GRUNDY_OK && v->values != NULL) {
    check_offers(v);
    if (v->counter != NULL) status = check_replies(v, exchange_size);
  }
  for (int i = 0; i < CHECK_COUNT; i++)
    v->failed_at[i] = UINT64_MAX - team_largest(UINT64_MAX - v->failed_at[i]);
  return status;
}

int verify_run(const team *t, const char *game_path, const char *solution, uint64_t exchange_size,
               bool quiet, grundy_status *status, grundy_error *error) {
  game g;
  columns c = {0};
  verifying v = {.g = &g, .c = &c, .error = error};
  int code = 0;
  *status = game_open(&g, t, game_path, error);
  if (*status == GRUNDY_OK && g.layout.has_kinds)
    *status =
        grundy_fail_at(error, GRUNDY_UNABLE, game_path, 0, 0,
                       "grundy-mpi does not check games with carry-on or entailing moves yet; "
                       "use 'grundy verify'");
  if (*status == GRUNDY_OK) *status = columns_open(&c, &g, solution, error);
  if (*status == GRUNDY_OK) *status = team_agree(t, start(&v), error);
  if (*status == GRUNDY_OK) *status = check_all(&v, exchange_size);
  if (*status == GRUNDY_OK) *status = print_report(&v, quiet, &code);
  free(v.offers);
  free(v.offer_count);
  columns_close(&c);
  game_close(&g);
  return code;
}
