/* Presentations: every element is written as its least word, shorter words first and words of the
 * same length in the order of a dictionary. Prefixes of least words are least words, and so are all
 * factors, because the order is compatible with multiplication. So the words are found in their
 * order by appending letters to least words, letters not before the last one; a word that leads to
 * an element which has a word already is the left side of a relation, unless it has a smaller
 * factor that is not least. These relations are a complete rewriting system: a word to which none
 * can be applied is least. So they define the monoid. */

#include "base/alloc.h"
#include "misere/impl.h"

#include <assert.h>

void grundy_presentation_free(grundy_presentation *p) {
  free(p->starts);
  free(p->letters);
  free(p->left_starts);
  free(p->left_letters);
  free(p->right);
}

typedef struct presenting {
  const grundy_monoid *monoid;
  uint32_t *parent, *letter; /* of the least words; the parent of a missing one is NONE */
  uint32_t *length;
  uint32_t *queue;
  uint32_t *from, *by; /* of relations: the element of the left side without its last letter, and
                          that letter */
  uint64_t from_capacity, by_capacity;
  uint32_t relation_count;
} presenting;

/* Returns the element of the least word of x without one letter g, which it contains. */
static uint32_t remove_letter(const presenting *p, uint32_t x, uint32_t g) {
  uint32_t rest = 0;
  bool removed = false;
  for (uint32_t y = x; y != 0; y = p->parent[y]) {
    if (!removed && p->letter[y] == g)
      removed = true;
    else
      rest = grundy_monoid_map(p->monoid, p->letter[y])[rest];
  }
  assert(removed);
  return rest;
}

/* Returns whether all factors of the word of x followed by g are least. */
static bool is_minimal(const presenting *p, uint32_t x, uint32_t g) {
  for (uint32_t y = x; y != 0; y = p->parent[y]) {
    uint32_t h = p->letter[y];
    if (h == g || (p->parent[y] != 0 && p->letter[p->parent[y]] == h)) continue;
    uint32_t rest = remove_letter(p, x, h), to = grundy_monoid_map(p->monoid, g)[rest];
    if (p->parent[to] != rest || p->letter[to] != g) return false;
  }
  return true;
}

static bool add_relation(presenting *p, uint32_t x, uint32_t g) {
  uint64_t need = p->relation_count + UINT64_C(1);
  if (!grundy_grow(&p->from, &p->from_capacity, need, sizeof *p->from) ||
      !grundy_grow(&p->by, &p->by_capacity, need, sizeof *p->by))
    return false;
  p->from[p->relation_count] = x;
  p->by[p->relation_count++] = g;
  return true;
}

/* Finds the least words. Factors of a word are shorter, so relations are found afterwards. */
static void find_words(presenting *p) {
  const grundy_monoid *m = p->monoid;
  uint32_t known = 1;
  for (uint32_t x = 0; x < m->size; x++) p->parent[x] = GRUNDY_MONOID_NONE;
  p->parent[0] = p->letter[0] = p->length[0] = p->queue[0] = 0;
  for (uint32_t i = 0; i < known; i++) {
    uint32_t x = p->queue[i];
    for (uint32_t g = x == 0 ? 0 : p->letter[x]; g < m->generators; g++) {
      uint32_t to = grundy_monoid_map(m, g)[x];
      if (p->parent[to] != GRUNDY_MONOID_NONE) continue;
      p->parent[to] = x;
      p->letter[to] = g;
      p->length[to] = p->length[x] + 1;
      p->queue[known++] = to;
    }
  }
  assert(known == m->size);
}

static bool find_relations(presenting *p) {
  const grundy_monoid *m = p->monoid;
  for (uint32_t i = 0; i < m->size; i++) {
    uint32_t x = p->queue[i];
    for (uint32_t g = x == 0 ? 0 : p->letter[x]; g < m->generators; g++) {
      uint32_t to = grundy_monoid_map(m, g)[x];
      bool is_least = to != 0 && p->parent[to] == x && p->letter[to] == g;
      if (!is_least && is_minimal(p, x, g) && !add_relation(p, x, g)) return false;
    }
  }
  return true;
}

/* Writes the letters of the word of x before `end`. */
static void put_word(const presenting *p, uint32_t x, uint32_t *end) {
  for (uint32_t y = x; y != 0; y = p->parent[y]) *--end = p->letter[y];
}

static bool store_words(const presenting *p, grundy_presentation *to) {
  uint32_t size = p->monoid->size;
  uint64_t total = 0;
  to->starts = grundy_alloc(size + UINT64_C(1), sizeof *to->starts);
  if (to->starts == NULL) return false;
  for (uint32_t x = 0; x < size; x++) {
    to->starts[x] = total;
    total += p->length[x];
  }
  to->starts[size] = total;
  to->letters = grundy_alloc(total, sizeof *to->letters);
  if (to->letters == NULL) return false;
  for (uint32_t x = 0; x < size; x++) put_word(p, x, to->letters + to->starts[x + 1]);
  return true;
}

static bool store_relations(const presenting *p, grundy_presentation *to) {
  uint64_t total = 0, count = p->relation_count;
  to->left_starts = grundy_alloc(count + 1, sizeof *to->left_starts);
  to->right = grundy_alloc(count, sizeof *to->right);
  if (to->left_starts == NULL || to->right == NULL) return false;
  for (uint64_t i = 0; i < count; i++) {
    to->left_starts[i] = total;
    total += p->length[p->from[i]] + 1;
    to->right[i] = grundy_monoid_map(p->monoid, p->by[i])[p->from[i]];
  }
  to->left_starts[count] = total;
  to->left_letters = grundy_alloc(total, sizeof *to->left_letters);
  if (to->left_letters == NULL) return false;
  for (uint64_t i = 0; i < count; i++) {
    uint32_t *end = to->left_letters + to->left_starts[i + 1] - 1;
    *end = p->by[i];
    put_word(p, p->from[i], end);
  }
  to->relation_count = p->relation_count;
  return true;
}

grundy_status grundy_misere_present(grundy_misere *q, grundy_error *error) {
  const grundy_monoid *m = grundy_misere_level_of(q)->monoid;
  presenting p = {.monoid = m,
                  .parent = grundy_alloc(m->size, sizeof *p.parent),
                  .letter = grundy_alloc(m->size, sizeof *p.letter),
                  .length = grundy_alloc(m->size, sizeof *p.length),
                  .queue = grundy_alloc(m->size, sizeof *p.queue)};
  bool done = p.parent != NULL && p.letter != NULL && p.length != NULL && p.queue != NULL;
  if (done) find_words(&p);
  done = done && find_relations(&p) && store_words(&p, &q->presentation) &&
         store_relations(&p, &q->presentation);
  free(p.parent);
  free(p.letter);
  free(p.length);
  free(p.queue);
  free(p.from);
  free(p.by);
  return done ? GRUNDY_OK : grundy_fail_memory(error);
}

/* ---- tame quotients ----------------------------------------------------------------------- */

/* The quotient of all heaps of Nim with fewer than 2^k beans has 1 element if k is 0, 2 if k is 1,
 * and else 2^k + 2: the identity, a = phi(1) with a · a = 1, and a group of 2^k elements whose
 * squares are its identity e; P = {a, e}. */
bool grundy_misere_find_tame(const grundy_misere_level *level, bool *is_tame) {
  grundy_monoid *m = level->monoid;
  uint64_t words = grundy_set_words(m->size);
  uint32_t p_order = grundy_set_count(level->lost, words);
  *is_tame = m->size < 3; /* 1 and a are told apart by P */
  if (m->size < 3) return true;
  uint32_t group = m->size - 2;
  if (p_order != 2 || group < 4 || (group & (group - 1)) != 0) return true;
  uint32_t a = 0, e = 0;
  for (uint32_t x = 1; x < m->size; x++) {
    if (!grundy_set_has(level->lost, x)) continue;
    if (!grundy_monoid_make_row(m, x)) return false;
    if (m->rows[x][x] == 0)
      a = x;
    else
      e = x;
  }
  if (a == 0 || e == 0) return true;
  /* The elements e · x are e · 1, e · a and, if the quotient is tame, all but 1 and a. */
  for (uint32_t x = 1; x < m->size; x++)
    if (x != a && m->rows[e][x] != x) return true;
  for (uint32_t g = 0; g < m->generators; g++) {
    const uint32_t *map = grundy_monoid_map(m, g);
    for (uint32_t x = 1; x < m->size; x++)
      if (x != a && map[map[x]] != x) return true;
  }
  *is_tame = true;
  return true;
}
