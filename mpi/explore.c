/* Exploring rules on all ranks. In a round every rank expands own positions and sends each move to
 * the owner of the position that it leads to: the position itself, and where the move comes from.
 * The owner finds or adds the position, and notes the move as one into it; no answer is needed. */

#include "game.h"
#include "report.h"
#include "run.h"

#include "engine/cluster.h"
#include "game/impl.h"

#include <inttypes.h>
#include <string.h>

/* A move on its way: this header, then the bytes of the position that it leads to. */
typedef struct header {
  uint64_t hash;
  uint32_t tail;   /* own position of the sender */
  uint32_t length; /* bytes of the position */
} header;

/* The moves from one rank into own positions. */
typedef struct moves {
  uint32_t (*at)[2]; /* head and tail, each as own position of its rank */
  uint64_t count, room;
} moves;

typedef struct explorer {
  game *g;
  exchange x;
  moves *from; /* by rank */
  uint32_t *degrees;
  uint64_t degrees_room;
  uint64_t ends_room;
  uint32_t expanded;
  /* The row of the position that is being expanded: records as above, and those left to send. */
  unsigned char *row;
  uint64_t row_size, row_room;
  uint64_t *places, place_count, places_room; /* of its different moves */
  uint64_t next_place;
  bool out_of_memory;
  grundy_status status;
  grundy_error *error;
} explorer;

/* ---- rows ------------------------------------------------------------------------------ */

static void take_move(void *to, grundy_position position) {
  explorer *e = to;
  header h = {grundy_position_hash(position), e->expanded, (uint32_t)position.length};
  uint64_t size = sizeof h + position.length;
  e->out_of_memory |=
      !grundy_grow(&e->row, &e->row_room, e->row_size + size, 1) ||
      !grundy_grow(&e->places, &e->places_room, e->place_count + 1, sizeof *e->places);
  if (e->out_of_memory) return;
  memcpy(e->row + e->row_size, &h, sizeof h);
  memcpy(e->row + e->row_size + sizeof h, position.bytes, position.length);
  e->places[e->place_count++] = e->row_size;
  e->row_size += size;
}

static header header_at(const unsigned char *at) {
  header h;
  memcpy(&h, at, sizeof h);
  return h;
}

static const unsigned char
    *comparing; /* the row whose places are sorted; ranks have one thread here */

static int compare(const void *a, const void *b) {
  const unsigned char *one = comparing + *(const uint64_t *)a;
  const unsigned char *other = comparing + *(const uint64_t *)b;
  header x = header_at(one), y = header_at(other);
  if (x.hash != y.hash) return x.hash < y.hash ? -1 : 1;
  if (x.length != y.length) return x.length < y.length ? -1 : 1;
  return memcmp(one + sizeof x, other + sizeof y, x.length);
}

/* Asks the rules how the game ends here. Returns the outcome for the player to move, 0 if there may
 * be moves. */
static grundy_status ask_end(explorer *e, grundy_position position, uint8_t *end) {
  grundy_position_info info = {0};
  grundy_ruleset *rules = e->g->rules;
  *end = 0;
  if (!rules->has_terminal) return GRUNDY_OK;
  grundy_status status = rules->kind->info(rules, position, &info, e->error);
  if (status != GRUNDY_OK) return status;
  if (info.end == '$')
    return grundy_fail(e->error, GRUNDY_BAD_INPUT,
                       "there is a payoff, but the game has no players; expected \"P\", \"N\" or "
                       "\"draw\"");
  if (info.end == GRUNDY_OUTCOME_A || info.end == GRUNDY_OUTCOME_B)
    return grundy_fail(e->error, GRUNDY_BAD_INPUT,
                       "%c wins, but the game has no players; expected \"P\", \"N\" or \"draw\"",
                       info.end);
  if (!grundy_grow(&e->g->ends, &e->ends_room, (uint64_t)e->expanded + 1, 1))
    return grundy_fail_memory(e->error);
  *end = e->g->ends[e->expanded] = info.end;
  return GRUNDY_OK;
}

/* Makes the row of the next own position, in which equal moves are one. */
static grundy_status expand(explorer *e) {
  grundy_position position = grundy_positions_get(&e->g->positions, e->expanded);
  uint64_t kept = 0;
  uint8_t end;
  e->row_size = e->place_count = e->next_place = 0;
  grundy_status status = ask_end(e, position, &end);
  if (status == GRUNDY_OK && end == 0)
    status = grundy_ruleset_moves(e->g->rules, position, take_move, e, e->error);
  if (status != GRUNDY_OK) return status;
  if (e->out_of_memory ||
      !grundy_grow(&e->degrees, &e->degrees_room, (uint64_t)e->expanded + 1, sizeof *e->degrees))
    return grundy_fail_memory(e->error);
  comparing = e->row;
  if (e->place_count > 1) qsort(e->places, e->place_count, sizeof *e->places, compare);
  for (uint64_t i = 0; i < e->place_count; i++)
    if (kept == 0 || compare(&e->places[i], &e->places[kept - 1]) != 0)
      e->places[kept++] = e->places[i];
  e->place_count = kept;
  e->degrees[e->expanded++] = (uint32_t)e->place_count;
  return GRUNDY_OK;
}

/* ---- rounds ---------------------------------------------------------------------------- */

/* The table of positions uses the high bits of a hash. */
static int owner_of(const explorer *e, uint64_t hash) {
  return (int)((hash & UINT32_MAX) * (unsigned)e->g->team->ranks >> 32);
}

/* Sends the rest of the row. False if a move does not fit. */
static bool send_row(explorer *e) {
  for (; e->next_place < e->place_count; e->next_place++) {
    const unsigned char *record = e->row + e->places[e->next_place];
    header h = header_at(record);
    uint64_t size = sizeof h + h.length;
    int rank = owner_of(e, h.hash);
    uint64_t *filled = exchange_filled(&e->x, rank, 0);
    if (*filled + size > e->x.room) return false;
    memcpy(exchange_out(&e->x, rank, 0) + *filled, record, size);
    *filled += size;
  }
  return true;
}

/* Takes the moves that a rank has sent. */
static grundy_status take_moves(explorer *e, int rank, const unsigned char *bytes, uint64_t size) {
  moves *from = &e->from[rank];
  for (uint64_t at = 0; at < size;) {
    header h = header_at(bytes + at);
    grundy_position position = {bytes + at + sizeof h, h.length};
    uint32_t v;
    if (!grundy_positions_add(&e->g->positions, position, h.hash, &v) ||
        !grundy_grow_slowly(&from->at, &from->room, from->count + 1, sizeof *from->at))
      return grundy_fail_memory(e->error);
    if (e->g->positions.count > GRUNDY_DIGRAPH_MAX_ORDER)
      return grundy_fail(e->error, GRUNDY_UNABLE, "the game has too many positions");
    from->at[from->count][0] = v;
    from->at[from->count++][1] = h.tail;
    at += sizeof h + h.length;
  }
  return GRUNDY_OK;
}

static grundy_status explore_all(explorer *e) {
  const team *t = e->g->team;
  for (bool more = true; more;) {
    while (send_row(e) && e->expanded < e->g->positions.count && e->status == GRUNDY_OK)
      e->status = expand(e);
    exchange_run(&e->x);
    grundy_status taken = take_moves(e, t->rank, exchange_out(&e->x, t->rank, 0),
                                     *exchange_filled(&e->x, t->rank, 0));
    for (int rank = 0; rank < t->ranks && t->ranks > 1 && taken == GRUNDY_OK; rank++)
      taken = take_moves(e, rank, e->x.in + e->x.starts_in[rank], (uint64_t)e->x.counts_in[rank]);
    exchange_clear(&e->x);
    if (e->status == GRUNDY_OK) e->status = taken;
    if (e->status == GRUNDY_OK && team_is_interrupted())
      e->status = grundy_fail_cancelled(e->error);
    report("exploring: about %" PRIu64 " positions",
           (uint64_t)e->g->positions.count * (uint64_t)t->ranks);
    bool left = e->next_place < e->place_count || e->expanded < e->g->positions.count;
    more = team_largest(left ? 1 : 0) != 0 && team_largest(e->status != GRUNDY_OK) == 0;
  }
  return team_agree(t, e->status, e->error);
}

/* ---- the game -------------------------------------------------------------------------- */

/* Only the owner of the start adds it. */
static void take_start(void *to, grundy_position position) {
  explorer *e = to;
  uint32_t v;
  uint64_t hash = grundy_position_hash(position);
  if (owner_of(e, hash) == e->g->team->rank)
    e->out_of_memory |= !grundy_positions_add(&e->g->positions, position, hash, &v);
}

/* Builds the offsets of the moves of own positions, and the rows of the moves into them. */
static grundy_status build_rows(const explorer *e, rows *r) {
  game *g = e->g;
  const blocks *b = &g->blocks;
  g->offsets = grundy_alloc((uint64_t)b->own + 1, sizeof *g->offsets);
  if (g->offsets == NULL) return grundy_fail_memory(e->error);
  g->offsets[0] = 0;
  for (uint32_t i = 0; i < b->own; i++) g->offsets[i + 1] = g->offsets[i] + e->degrees[i];
  r->offsets = grundy_alloc_zero((uint64_t)b->own + 2, sizeof *r->offsets);
  if (r->offsets == NULL) return grundy_fail_memory(e->error);
  for (int rank = 0; rank < e->g->team->ranks; rank++)
    for (uint64_t i = 0; i < e->from[rank].count; i++) r->offsets[e->from[rank].at[i][0] + 2]++;
  for (uint64_t i = 2; i <= (uint64_t)b->own + 1; i++) r->offsets[i] += r->offsets[i - 1];
  r->tails = grundy_alloc(r->offsets[b->own + 1], sizeof *r->tails);
  if (r->tails == NULL) return grundy_fail_memory(e->error);
  uint32_t block = 0;
  for (int rank = 0; rank < e->g->team->ranks; rank++) {
    while (block < b->count && b->rank_of[block] < rank) block++;
    for (uint64_t i = 0; i < e->from[rank].count; i++)
      r->tails[r->offsets[e->from[rank].at[i][0] + 1]++] =
          (block << b->bits) + e->from[rank].at[i][1];
  }
  return GRUNDY_OK;
}

static grundy_status explore(explorer *e, rows *r, uint64_t exchange_size) {
  game *g = e->g;
  /* Each rank's room has to hold the longest position. */
  uint64_t least = (unsigned)g->team->ranks * (sizeof(header) + GRUNDY_RULES_MAX_POSITION + 8);
  if (exchange_size < least) exchange_size = least;
  grundy_status status = exchange_start(&e->x, g->team, 1, exchange_size, e->error);
  if (status == GRUNDY_OK) {
    status = grundy_ruleset_start(g->rules, take_start, e, e->error);
    if (status == GRUNDY_OK && e->out_of_memory) status = grundy_fail_memory(e->error);
    status = team_agree(g->team, status, e->error);
  }
  if (status == GRUNDY_OK) status = explore_all(e);
  if (status == GRUNDY_OK)
    status = blocks_start_with(&g->blocks, g->team, g->positions.count, e->error);
  if (status == GRUNDY_OK) status = team_agree(g->team, build_rows(e, r), e->error);
  if (status == GRUNDY_OK) g->size = team_sum(g->offsets[g->blocks.own]);
  return status;
}

bool game_is_rules(const char *text) {
  grundy_game_name name = grundy_game_parse(text);
  return name.kind->ruleset != NULL;
}

static grundy_status open_rules(game *g, const char *text, grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  grundy_open_options options = {.size = sizeof options};
  grundy_status status = grundy_game_ruleset(&name, &options, &g->rules, error);
  if (status != GRUNDY_OK) return status;
  g->positions.bytes = g->rules->bytes;
  if (g->rules->has_player)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "the rules are for two players with different moves; use 'grundy solve'");
  if (g->rules->has_kinds)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "several processes do not explore rules with carry-on or entailing moves "
                       "yet; 'grundy convert RULES game.npz' writes a file whose outcomes "
                       "grundy-mpi finds");
  return GRUNDY_OK;
}

grundy_status game_explore(game *g, rows *r, const team *t, const char *text,
                           uint64_t exchange_size, grundy_error *error) {
  *g = (game){.team = t, .per_entry = 1};
  *r = (rows){0};
  explorer e = {.g = g, .error = error};
  grundy_status status = open_rules(g, text, error);
  e.from = grundy_alloc_zero((uint64_t)t->ranks, sizeof *e.from);
  if (status == GRUNDY_OK && e.from == NULL) status = grundy_fail_memory(error);
  status = team_agree(t, status, error);
  if (status == GRUNDY_OK) status = explore(&e, r, exchange_size);
  for (int rank = 0; e.from != NULL && rank < t->ranks; rank++) free(e.from[rank].at);
  free(e.from);
  free(e.degrees);
  free(e.row);
  free(e.places);
  exchange_free(&e.x);
  if (status != GRUNDY_OK) rows_free(r);
  return status;
}
