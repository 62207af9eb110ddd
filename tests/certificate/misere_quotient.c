/* Proofs of misère quotients. A slow and obvious solver makes certificates of small games; the
 * checker must accept them, and may accept a damaged one only if what it says is true, as all moves
 * of many sums show. */

#include <jansson.h>

#include <grundy/grundy.h>

#include "support/certificates.h"
#include "support/games.h"
#include "support/heap_sums.h"
#include "support/test.h"

/* ---- tables ------------------------------------------------------------------------------ */

static heap_game game_of_table(const json_t *table) {
  heap_game g = {.counts = {0}};
  for (uint32_t heap = 1; heap <= json_array_size(table); heap++) {
    const json_t *list = json_array_get(table, heap - 1);
    for (size_t i = 0; i < json_array_size(list); i++) {
      const json_t *parts = json_array_get(list, i);
      heap_option o = {.count = (uint32_t)json_array_size(parts)};
      for (uint32_t p = 0; p < o.count; p++)
        o.parts[p] = (uint32_t)json_integer_value(json_array_get(parts, p));
      heap_game_add(&g, heap, &o);
    }
  }
  return g;
}

/* A random table of options. */
static heap_game random_table(grundy_random *random, uint32_t heaps) {
  char text[500] = "[", part[40];
  for (uint32_t heap = 1; heap <= heaps; heap++) {
    strcat(text, heap == 1 ? "[" : ", [");
    uint64_t count = grundy_random_below(random, 4);
    for (uint64_t i = 0; i < count; i++) {
      uint32_t one = (uint32_t)grundy_random_below(random, heap);
      uint32_t other = (uint32_t)grundy_random_below(random, heap);
      if (one > other) one = other;
      if (other == 0)
        (void)snprintf(part, sizeof part, "[]");
      else if (one == 0)
        (void)snprintf(part, sizeof part, "[%u]", other);
      else
        (void)snprintf(part, sizeof part, "[%u, %u]", one, other);
      strcat(text, i == 0 ? "" : ", ");
      strcat(text, part);
    }
    strcat(text, "]");
  }
  strcat(text, "]");
  json_t *table = json_loads(text, 0, NULL);
  assert_non_null(table);
  heap_game g = game_of_table(table);
  json_decref(table);
  (void)snprintf(g.text, sizeof g.text, "{\"options\": %s}", text);
  return g;
}

/* ---- a slow solver -------------------------------------------------------------------------- */

/* The sums with at most CAP heaps of each size; a sum with more is taken to be like the one with
 * two heaps less. If that is wrong, the transitions of some sum have no move, and there is no
 * certificate. */
enum { MOST = 6, CAP = 5, BOX = 7776, LEVELS = 6, ELEMENTS = 64, TRANSITIONS = 2000 };

typedef struct solved {
  const heap_game *g;
  bool is_misere;
  uint32_t heaps;  /* with a value */
  uint32_t levels; /* copies of the heap heaps + 1, up to levels - 1 */
  uint32_t box, power[MOST + 2];
  uint8_t p[LEVELS][BOX];
  uint32_t classes[BOX], size, first[ELEMENTS]; /* an element of each class */
  uint64_t p_set[LEVELS];
  uint32_t count[LEVELS];
  uint32_t element[LEVELS][TRANSITIONS];
  uint64_t set[LEVELS][TRANSITIONS];
} solved;

/* Adds a heap to an element of the box. */
static uint32_t add_heap(const solved *s, uint32_t x, uint32_t heap) {
  uint32_t digit = x / s->power[heap] % (CAP + 1);
  return digit < CAP ? x + s->power[heap] : x - s->power[heap];
}

static uint32_t add_all(const solved *s, uint32_t x, const heap_option *o) {
  for (uint32_t i = 0; i < o->count; i++) x = add_heap(s, x, o->parts[i]);
  return x;
}

static bool find_outcome(const solved *s, uint32_t level, uint32_t x) {
  bool has_move = level > 0;
  uint32_t extra = s->heaps + 1;
  for (uint32_t h = 1; h <= s->heaps; h++)
    for (uint32_t i = 0; i < s->g->counts[h] && x / s->power[h] % (CAP + 1) > 0; i++) {
      has_move = true;
      if (s->p[level][add_all(s, x - s->power[h], &s->g->options[h][i])]) return false;
    }
  for (uint32_t i = 0; level > 0 && i < s->g->counts[extra]; i++)
    if (s->p[level - 1][add_all(s, x, &s->g->options[extra][i])]) return false;
  return has_move || !s->is_misere;
}

/* Divides the box into classes that no sum tells apart. */
static void find_classes(solved *s) {
  uint32_t before = 0;
  for (uint32_t x = 0; x < s->box; x++) {
    s->classes[x] = 0;
    for (uint32_t j = 0; j < s->levels; j++) s->classes[x] |= (uint32_t)s->p[j][x] << j;
  }
  for (s->size = 1; s->size > before && s->size <= ELEMENTS;) {
    static uint32_t fresh[BOX];
    before = s->size;
    s->size = 0;
    for (uint32_t x = 0; x < s->box && s->size <= ELEMENTS; x++) {
      uint32_t c = 0;
      for (; c < s->size; c++) {
        uint32_t y = s->first[c];
        bool is_same = s->classes[x] == s->classes[y];
        for (uint32_t h = 1; h <= s->heaps && is_same; h++)
          is_same = s->classes[add_heap(s, x, h)] == s->classes[add_heap(s, y, h)];
        if (is_same) break;
      }
      if (c == s->size && s->size < ELEMENTS) s->first[c] = x;
      if (c == s->size) s->size++;
      fresh[x] = c;
    }
    memcpy(s->classes, fresh, sizeof fresh);
  }
}

static uint32_t multiply(const solved *s, uint32_t a, uint32_t b) {
  uint32_t x = s->first[a];
  for (uint32_t h = 1; h <= s->heaps; h++)
    for (uint32_t n = s->first[b] / s->power[h] % (CAP + 1); n > 0; n--) x = add_heap(s, x, h);
  return s->classes[x];
}

/* The set of elements z such that a move in the heap leads from z and the heap to P. */
static uint64_t wins_of(const solved *s, uint32_t heap, uint32_t level) {
  uint64_t set = 0;
  for (uint32_t i = 0; i < s->g->counts[heap]; i++) {
    uint32_t e = s->classes[add_all(s, 0, &s->g->options[heap][i])];
    for (uint32_t z = 0; z < s->size; z++) set |= (s->p_set[level] >> multiply(s, z, e) & 1) << z;
  }
  return set;
}

/* Adds a transition unless a smaller one is there. False if there are too many. */
static bool add_transition(solved *s, uint32_t level, uint32_t x, uint64_t set) {
  for (uint32_t i = 0; i < s->count[level]; i++)
    if (s->element[level][i] == x && (s->set[level][i] & ~set) == 0) return true;
  if (s->count[level] == TRANSITIONS) return false;
  s->element[level][s->count[level]] = x;
  s->set[level][s->count[level]++] = set;
  return true;
}

/* Finds all transitions of a level; false if some sum has no move that it needs. */
static bool find_transitions(solved *s, uint32_t level) {
  uint64_t p = s->p_set[level];
  if (!add_transition(s, level, 0, level == 0 ? 0 : wins_of(s, s->heaps + 1, level - 1)))
    return false;
  for (uint32_t i = 0; i < s->count[level]; i++)
    for (uint32_t h = 1; h <= s->heaps; h++) {
      if (s->g->counts[h] == 0) continue;
      uint32_t x = s->element[level][i], value = s->classes[s->power[h]];
      uint32_t to = multiply(s, x, value);
      uint64_t wins = wins_of(s, h, level), set = 0;
      for (uint32_t y = 0; y < s->size; y++)
        set |= ((s->set[level][i] >> multiply(s, y, value) | wins >> multiply(s, y, x)) & 1) << y;
      if ((p >> to & 1) == 0 && (set & 1) == 0) return false;
      if (!add_transition(s, level, to, set)) return false;
    }
  return true;
}

/* Solves a game. False if it cannot. */
static bool solve(solved *s, const heap_game *g, bool is_misere, uint32_t heaps, uint32_t levels) {
  *s = (solved){.g = g, .is_misere = is_misere, .heaps = heaps, .levels = levels, .box = 1};
  for (uint32_t h = 1; h <= heaps; h++) {
    s->power[h] = s->box;
    s->box *= CAP + 1;
  }
  assert_true(s->box <= BOX);
  for (uint32_t j = 0; j < levels; j++)
    for (uint32_t x = 0; x < s->box; x++) s->p[j][x] = find_outcome(s, j, x);
  find_classes(s);
  if (s->size > ELEMENTS) return false;
  for (uint32_t j = 0; j < levels; j++)
    for (uint32_t c = 0; c < s->size; c++) s->p_set[j] |= (uint64_t)s->p[j][s->first[c]] << c;
  for (uint32_t j = 0; j < levels; j++)
    if (!find_transitions(s, j)) return false;
  return true;
}

static void put_level(FILE *out, const solved *s, uint32_t j) {
  const char *between = "";
  (void)fprintf(out, "%s{\"P\": [", j == 0 ? "" : ", ");
  for (uint32_t c = 0; c < s->size; c++) {
    if ((s->p_set[j] >> c & 1) == 0) continue;
    (void)fprintf(out, "%s%u", between, c);
    between = ", ";
  }
  (void)fputs("], \"transitions\": [", out);
  for (uint32_t i = 0; i < s->count[j]; i++) {
    (void)fprintf(out, "%s[%u, \"", i == 0 ? "" : ", ", s->element[j][i]);
    for (uint32_t y = 0; y < s->size; y += 4)
      (void)fprintf(out, "%x", (unsigned)(s->set[j][i] >> y & 15));
    (void)fputs("\"]", out);
  }
  (void)fputs("]}", out);
}

/* Writes a certificate; the caller frees it. */
static char *certificate_of(const solved *s, bool is_bound, const char *period) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  (void)fprintf(out,
                "{\"format\": \"grundy misere quotient 1\", \"game\": %s, \"play\": \"%s\", "
                "\"claim\": \"%s\", \"heaps\": %u, \"size\": %u, \"generators\": [",
                s->g->text, s->is_misere ? "misere" : "normal",
                is_bound ? "lower bound" : "quotient", s->heaps + is_bound, s->size);
  for (uint32_t h = 1; h <= s->heaps; h++) (void)fprintf(out, "%s%u", h == 1 ? "" : ", ", h);
  (void)fputs("], \"cayley\": [", out);
  for (uint32_t h = 1; h <= s->heaps; h++) {
    (void)fputs(h == 1 ? "[" : ", [", out);
    for (uint32_t c = 0; c < s->size; c++)
      (void)fprintf(out, "%s%u", c == 0 ? "" : ", ", s->classes[add_heap(s, s->first[c], h)]);
    (void)fputs("]", out);
  }
  (void)fputs("], \"phi\": [0", out);
  for (uint32_t h = 1; h <= s->heaps; h++) (void)fprintf(out, ", %u", s->classes[s->power[h]]);
  (void)fputs("], \"levels\": [", out);
  for (uint32_t j = 0; j < s->levels; j++) put_level(out, s, j);
  (void)fprintf(out, "], \"period\": %s}\n", period);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* ---- checking ------------------------------------------------------------------------------- */

static uint32_t number_in(const json_t *array, size_t index) {
  return (uint32_t)json_integer_value(json_array_get(array, index));
}

/* What a certificate says, read without checking it. */
typedef struct said {
  uint32_t heaps, valued;
  bool is_misere, is_bound;
  const json_t *levels, *cayley, *generators;
  json_t *phi;
  heap_game g;
} said;

/* If it has a period, the values of all heaps up to MOST follow. */
static said read_said(const json_t *root) {
  said s = {.heaps = (uint32_t)json_integer_value(json_object_get(root, "heaps"))};
  s.is_misere = strcmp(json_string_value(json_object_get(root, "play")), "misere") == 0;
  s.is_bound = strcmp(json_string_value(json_object_get(root, "claim")), "quotient") != 0;
  s.valued = s.heaps - s.is_bound;
  s.levels = json_object_get(root, "levels");
  s.cayley = json_object_get(root, "cayley");
  s.generators = json_object_get(root, "generators");
  s.phi = json_object_get(root, "phi");
  const json_t *period = json_object_get(root, "period");
  for (; json_is_object(period) && s.valued < MOST; s.valued++) {
    size_t length = (size_t)json_integer_value(json_object_get(period, "length"));
    (void)json_array_append(s.phi, json_array_get(s.phi, s.valued + 1 - length));
  }
  const json_t *rules = json_object_get(root, "game");
  const char *code = json_string_value(json_object_get(rules, "code"));
  s.g = code != NULL ? heap_game_of_code(code) : game_of_table(json_object_get(rules, "options"));
  return s;
}

/* Returns the element of a sum of generators, found by searching a word for every value. */
static uint32_t element_of(const said *s, const uint32_t counts[HEAPS + 1]) {
  uint32_t x = 0;
  for (uint32_t h = 1; h <= s->valued; h++)
    for (uint32_t n = counts[h]; n > 0; n--) {
      size_t i = 0;
      while (i < json_array_size(s->generators) &&
             number_in(json_array_get(s->cayley, i), 0) != number_in(s->phi, h))
        i++;
      assert_true(i < json_array_size(s->generators)); /* every value is one of a generator here */
      x = number_in(json_array_get(s->cayley, i), x);
    }
  return x;
}

static bool is_listed(const json_t *array, uint32_t x) {
  for (size_t i = 0; i < json_array_size(array); i++)
    if (number_in(array, i) == x) return true;
  return false;
}

/* Returns whether a certificate is true: the outcomes of many sums, and the order. */
static bool is_true(const char *text) {
  static solved again;
  outcome_memory m = {0};
  json_t *root = json_loads(text, 0, NULL);
  said s = read_said(root);
  bool is_right = true;
  for (uint32_t sum = 0; sum < (1U << (2 * s.valued)) && is_right; sum++)
    for (uint32_t j = 0; j < json_array_size(s.levels) && is_right; j++) {
      uint32_t counts[HEAPS + 1] = {0};
      for (uint32_t h = 1; h <= s.valued; h++) counts[h] = sum >> (2 * (h - 1)) & 3;
      uint32_t x = element_of(&s, counts);
      if (s.is_bound) counts[s.heaps] = j;
      is_right = heap_sum_is_p(&s.g, s.is_misere, counts, &m) ==
                 is_listed(json_object_get(json_array_get(s.levels, j), "P"), x);
    }
  uint32_t size = (uint32_t)json_integer_value(json_object_get(root, "size"));
  /* The order of the quotient is known if the slow solver finds it. */
  if (is_right && s.heaps < MOST && solve(&again, &s.g, s.is_misere, s.heaps, 1))
    is_right = s.is_bound ? size <= again.size : size == again.size;
  json_decref(root);
  outcome_memory_free(&m);
  return is_right;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static const char *const codes[] = {
    "0.77",      "0.123",       "0.07",      "0.137",         "4.7",         "0.3...", "4.3...",
    "take{1,3}", "take{2,3,4}", "allbut{2}", "grundy",        "0.6",         "0.(12)", "0.1(3)",
    "0.F",       "0.1C",        "8.7",       "0.0",           "allbut{1,2}", "0.15",   "0.71",
    "0.33",      "4.0",         "0.26",      "take{1,2,3,4}", "0.3",         "0.17",   "0.1",
    "C.1",       "0.25",        "allbut{}",
};

/* The i-th game: one of the list, a random code, or a random table of so many heaps. */
static heap_game some_game(grundy_random *random, uint64_t i, uint32_t heaps) {
  char code[16];
  if (i < sizeof codes / sizeof *codes) return heap_game_of_code(codes[i]);
  if (i % 2 == 0) return random_table(random, heaps);
  (void)snprintf(code, sizeof code, "%c.%u%u%u", grundy_random_below(random, 4) == 0 ? '4' : '0',
                 (unsigned)grundy_random_below(random, 8), (unsigned)grundy_random_below(random, 8),
                 (unsigned)grundy_random_below(random, 8));
  return heap_game_of_code(code);
}

/* Makes a certificate of some game; NULL if the slow solver cannot. */
static char *some_certificate(grundy_random *random, uint64_t i) {
  static solved s;
  static heap_game g;
  uint32_t heaps = 2 + (uint32_t)(i % 4), levels = i % 3 == 0 ? 1 + (uint32_t)(i % 4) : 1;
  bool is_bound = i % 3 == 0;
  g = some_game(random, i, heaps);
  if (is_bound && g.counts[heaps] == 0) levels = 1;
  if (!solve(&s, &g, i % 7 != 0, heaps - is_bound, levels)) return NULL;
  return certificate_of(&s, is_bound, "null");
}

static void certificates_of_the_slow_solver_are_accepted(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint32_t accepted = 0, tried = 30 + (uint32_t)test_scaled(200);
  for (uint64_t i = 0; i < tried; i++) {
    char *text = some_certificate(&random, i);
    if (text == NULL) continue;
    grundy_certificate_report report = {0};
    grundy_error error = {0};
    if (check_text(text, &report, &error) != GRUNDY_OK) fail_msg("%s: %s", text, error.message);
    if (!report.is_right) fail_msg("%s: %s", text, report.wrong);
    if (!is_true(text)) fail_msg("accepted, but not true: %s", text);
    accepted++;
    free(text);
  }
  assert_true(accepted > tried / 2);
}

/* Damages one token of a certificate: a number, or a character of a set or a word. */
static char *damage(grundy_random *random, const char *text) {
  size_t length = strlen(text), room = length + 40;
  char *made = malloc(room);
  for (;;) {
    size_t at = 60 + (size_t)grundy_random_below(random, length - 60);
    if (text[at] < '0' || (text[at] > '9' && text[at] < 'a') || text[at] > 'f') continue;
    bool in_word = strchr("0123456789abcdef", text[at]) != NULL &&
                   (text[at - 1] == '"' || strspn(text + at, "0123456789abcdef") > 0) &&
                   text[at + strspn(text + at, "0123456789abcdef")] == '"';
    size_t from = at, to = at + 1;
    if (!in_word) {
      if (text[at] > '9') continue;
      while (from > 0 && text[from - 1] >= '0' && text[from - 1] <= '9') from--;
      while (text[to] >= '0' && text[to] <= '9') to++;
      (void)snprintf(made, room, "%.*s%u%s", (int)from, text,
                     (unsigned)grundy_random_below(random, 12), text + to);
    } else {
      (void)snprintf(made, room, "%.*s%c%s", (int)at, text,
                     "0123456789abcdef"[grundy_random_below(random, 16)], text + to);
    }
    if (strcmp(made, text) != 0) return made;
  }
}

/* Removes a transition, or repeats it. */
static char *damage_transitions(grundy_random *random, const char *text) {
  const char *list = strstr(text, "\"transitions\": [");
  size_t room = 2 * strlen(text), count = 0;
  char *made = malloc(room);
  for (const char *at = list; (at = strstr(at, "\"], [")) != NULL; at++) count++;
  if (count == 0) return free(made), damage(random, text);
  const char *at = list;
  for (uint64_t skip = 1 + grundy_random_below(random, count); skip > 0; skip--)
    at = strstr(at + 1, "\"], [");
  const char *end = strstr(at + 3, "\"]");
  (void)snprintf(made, room, "%.*s%s", (int)(at + 2 - text), text, end + 2);
  return made;
}

/* Exchanges two words of the head. */
static char *damage_words(grundy_random *random, const char *text) {
  static const char *const words[][2] = {
      {"misere\", \"claim", "normal\", \"claim"},
      {"normal\", \"claim", "misere\", \"claim"},
      {"\"quotient\"", "\"lower bound\""},
      {"\"lower bound\"", "\"quotient\""},
      {"\"period\": null", "\"period\": {\"start\": 1, \"length\": 1}"},
      {"\"0.", "\"4."},
      {"\"4.", "\"0."},
      {"7", "3"},
      {"take{", "allbut{"},
      {"allbut{", "take{"},
  };
  for (;;) {
    uint64_t i = grundy_random_below(random, sizeof words / sizeof *words);
    const char *at = strstr(text, words[i][0]);
    if (at == NULL) continue;
    size_t room = strlen(text) + 60;
    char *made = malloc(room);
    (void)snprintf(made, room, "%.*s%s%s", (int)(at - text), text, words[i][1],
                   at + strlen(words[i][0]));
    return made;
  }
}

/* Returns whether every value of a heap is that of a generator, as is_true needs it. */
static bool can_judge(const char *text) {
  json_t *root = json_loads(text, 0, NULL);
  const json_t *phi = json_object_get(root, "phi"), *cayley = json_object_get(root, "cayley");
  bool is_simple = true;
  for (size_t h = 1; h < json_array_size(phi); h++) {
    size_t i = 0;
    while (i < json_array_size(cayley) &&
           number_in(json_array_get(cayley, i), 0) != number_in(phi, h))
      i++;
    is_simple = is_simple && i < json_array_size(cayley);
  }
  json_decref(root);
  return is_simple;
}

static void no_damaged_certificate_proves_anything_false(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint32_t damaged = 0, accepted = 0;
  for (uint64_t i = 0; damaged < 400 + test_scaled(4000); i++) {
    char *text = some_certificate(&random, i % 300);
    if (text == NULL) continue;
    for (uint32_t k = 0; k < 12; k++, damaged++) {
      char *made = k % 4 == 0   ? damage_words(&random, text)
                   : k % 4 == 1 ? damage_transitions(&random, text)
                                : damage(&random, text);
      if (is_accepted(made)) {
        accepted++;
        assert_true(can_judge(made));
        if (!is_true(made)) fail_msg("%s\nbecame\n%s", text, made);
      }
      free(made);
    }
    free(text);
  }
  assert_true(accepted < damaged / 4);
}

/* A period of Kayles-like games: 0.3 has values 1 a a a …, that is, period 1. */
static void periods_are_proved(void **state) {
  static solved s;
  static const struct {
    const char *code, *period;
    bool is_right;
  } cases[] = {
      {"0.3", "{\"start\": 1, \"length\": 2}", true},
      {"0.3", "{\"start\": 1, \"length\": 1}", false}, /* 1 and 2 have different values */
      {"0.33", "{\"start\": 1, \"length\": 3}", true},
      {"0.33", "{\"start\": 2, \"length\": 3}", false}, /* needs heap 6 */
      {"0.1", "{\"start\": 2, \"length\": 1}", true},   /* larger heaps have no moves */
      {"0.1", "{\"start\": 1, \"length\": 1}", false},
      {"0.0", "{\"start\": 1, \"length\": 1}", true},
      {"take{1}", "{\"start\": 1, \"length\": 2}", true},
      {"0.3...", "{\"start\": 1, \"length\": 1}", false}, /* no bound on what is taken */
      {"allbut{1,2,3,4}", "{\"start\": 1, \"length\": 1}", false},
      {"0.77", "{\"start\": 1, \"length\": 1}", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    heap_game g = heap_game_of_code(cases[i].code);
    assert_true(solve(&s, &g, true, 5, 1));
    char *text = certificate_of(&s, false, cases[i].period);
    if (is_accepted(text) != cases[i].is_right) fail_msg("%s", text);
    free(text);
  }
}

/* Grundy's game satisfies the inequality and the equalities of Theorem 3 for n0 = 3, p = 3 and
 * N = 12, but heap 13 does not continue the period: splits into equal heaps are not legal, so
 * legality depends on more than numbers of beans and of heaps. */
static void grundys_game_has_no_period(void **state) {
  static const char text[] =
      "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"grundy\"}, \"play\": "
      "\"misere\", \"claim\": \"quotient\", \"heaps\": 2, \"size\": 1, \"generators\": [], "
      "\"cayley\": [], \"phi\": [0, 0, 0], \"levels\": [{\"P\": [], \"transitions\": [[0, \"0\"]]}"
      "], \"period\": %s}";
  char made[sizeof text + 60];
  (void)snprintf(made, sizeof made, text, "null");
  assert_true(is_accepted(made));
  (void)snprintf(made, sizeof made, text, "{\"start\": 1, \"length\": 1}");
  assert_false(is_accepted(made));
}

/* A document about heaps 1 and 2 of 0.3; each %s can be replaced. */
static const char document[] =
    "{%s\"format\": \"grundy misere quotient 1\", \"game\": %s, \"play\": %s, \"claim\": %s, "
    "\"heaps\": %s, \"size\": %s, \"generators\": %s, \"cayley\": %s, \"phi\": %s, \"levels\": "
    "[{\"P\": %s, \"transitions\": %s}], \"period\": %s}%s";
enum { BLANKS = 13 };
static const char *const right[BLANKS] = {"",
                                          "{\"code\": \"0.3\"}",
                                          "\"misere\"",
                                          "\"quotient\"",
                                          "2",
                                          "2",
                                          "[1]",
                                          "[[1, 0]]",
                                          "[0, 1, 0]",
                                          "[1]",
                                          "[[0, \"0\"], [1, \"2\"], [0, \"1\"]]",
                                          "null",
                                          "\n"};

static void fill(char *text, size_t size, const char *const t[BLANKS]) {
  (void)snprintf(text, size, document, t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9],
                 t[10], t[11], t[12]);
}

/* Anything that is not exactly the format is refused, not interpreted. */
static void documents_are_read_strictly(void **state) {
  static const struct {
    int blank;
    const char *wrong;
  } cases[] = {
      {0, "\"format\": \"grundy misere quotient 1\", "}, /* a duplicate */
      {0, "\"extra\": 1, "},
      {1, "{\"code\": \"0.8x\"}"},
      {1, "{\"code\": \"3.77\"}"},
      {1, "{\"code\": \"20.12\"}"},
      {1, "{\"code\": \"0.3f\"}"},
      {1, "{\"code\": \"0.\"}"},
      {1, "{\"code\": \"0\"}"},
      {1, "{\"code\": \"\"}"},
      {1, "{\"code\": \" 0.3\"}"},
      {1, "{\"code\": \"0.3 \"}"},
      {1, "{\"code\": \"0.3....\"}"},
      {1, "{\"code\": \"0.3()\"}"},
      {1, "{\"code\": \"0.3(1\"}"},
      {1, "{\"code\": \"take{}\"}"},
      {1, "{\"code\": \"take{0,1}\"}"},
      {1, "{\"code\": \"take{3,1}\"}"},
      {1, "{\"code\": \"take{1,1}\"}"},
      {1, "{\"code\": \"take{01}\"}"},
      {1, "{\"code\": \"take{1,}\"}"},
      {1, "{\"code\": \"take{99999999999}\"}"},
      {1, "{\"code\": \"kayles\"}"},
      {1, "{\"code\": 3}"},
      {1, "{\"code\": \"0.3\", \"options\": []}"},
      {1, "{}"},
      {1, "\"0.3\""},
      {1, "{\"options\": 3}"},
      {1, "{\"options\": [[[]]]}"},          /* one heap */
      {1, "{\"options\": [[[]], [[2]]]}"},   /* not smaller */
      {1, "{\"options\": [[[]], [[0]]]}"},   /* not a heap */
      {1, "{\"options\": [[[]], [[1.0]]]}"}, /* not an integer */
      {1, "{\"options\": [[[]], [1]]}"},
      {1, "{\"options\": [[[]], 1]}"},
      {1, "{\"options\": [[[]], [[1]], [[2, 1]]]}"}, /* decreasing */
      {2, "\"Misere\""},
      {2, "\"mis\\u00e8re\""},
      {2, "null"},
      {3, "\"proof\""},
      {4, "0"},
      {4, "3"},
      {4, "-1"},
      {4, "2.0"},
      {4, "1e1"},
      {4, "99999999999999999999"},
      {4, "\"2\""},
      {5, "0"},
      {5, "3"},
      {5, "9999999"},
      {6, "[]"},
      {6, "[0]"},
      {6, "[3]"},
      {6, "[1, 2]"},
      {6, "{}"},
      {7, "[[1]]"},
      {7, "[[1, 2]]"},
      {7, "[[1, -1]]"},
      {7, "[[1, 0, 0]]"},
      {7, "[[1, 0], [0, 1]]"}, /* one generator */
      {7, "[1, 0]"},
      {7, "3"},
      {8, "[0, 1]"},
      {8, "[0, 1, 2]"},
      {8, "[1, 1, 0]"},
      {8, "[0, true, 0]"},
      {9, "[2]"},
      {9, "[1, 1]"},
      {9, "[1, 0]"},
      {9, "1"},
      {9, "{}"},
      {10, "[[0, \" \"]]"},
      {10, "[[0, \"\"]]"},
      {10, "[[0, \"00\"]]"},
      {10, "[[0, \"4\"]]"}, /* a bit of no element */
      {10, "[[0, \"A\"]]"},
      {10, "[[0, \"g\"]]"},
      {10, "[[2, \"0\"]]"},
      {10, "[[0]]"},
      {10, "[[0, \"0\", 1]]"},
      {10, "[[0, 0]]"},
      {10, "[0]"},
      {10, "\"\""},
      {11, "0"},
      {11, "{\"start\": 0, \"length\": 1}"},
      {11, "{\"start\": 1, \"length\": 0}"},
      {11, "{\"start\": 1, \"length\": 3}"},
      {11, "{\"start\": 1}"},
      {11, "{\"start\": 1, \"length\": 1, \"x\": 1}"},
      {11, "[1, 1]"},
      {12, "x"},
      {12, "{}"},
      {12, ","},
  };
  char text[1000];
  fill(text, sizeof text, right);
  assert_true(is_accepted(text));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *blanks[BLANKS];
    grundy_certificate_report report;
    grundy_error error = {0};
    memcpy(blanks, right, sizeof blanks);
    blanks[cases[i].blank] = cases[i].wrong;
    fill(text, sizeof text, blanks);
    if (check_text(text, &report, &error) != GRUNDY_BAD_INPUT) fail_msg("%s", text);
    assert_null(strchr(error.message, '\n'));
    assert_true(error.message[0] != '\0');
  }
}

/* Well-formed documents that prove nothing, and the conditions that fail. */
static void the_condition_that_fails_is_named(void **state) {
  static const struct {
    int blank;
    const char *wrong, *said;
  } cases[] = {
      {1, "{\"code\": \"0.0\"}", "heap 1 has no moves, but its value is not 1"},
      {2, "\"normal\"", "condition 1: the outcome of the empty sum"},
      {7, "[[0, 0]]", "'cayley' and 'phi' give different values to heap 1"},
      {7, "[[1, 1]]", "condition"},
      {8, "[0, 1, 1]", "condition 2: a P-position that contains heap 2"},
      {9, "[]", "condition 3: a sum with heap 1"},
      {10, "[[0, \"0\"]]", "condition 3: the transitions are not closed under adding heap 1"},
      {10, "[]", "condition 3: no transition belongs to the empty sum"},
      {10, "[[0, \"1\"]]", "condition 3: no transition belongs to the empty sum"},
      {11, "{\"start\": 1, \"length\": 2}", "the period needs the values of more heaps"},
      {11, "{\"start\": 1, \"length\": 1}", "the period fails at heap 2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    const char *blanks[BLANKS];
    grundy_certificate_report report;
    memcpy(blanks, right, sizeof blanks);
    blanks[cases[i].blank] = cases[i].wrong;
    fill(text, sizeof text, blanks);
    assert_int_equal(check_text(text, &report, NULL), GRUNDY_OK);
    assert_false(report.is_right);
    if (strncmp(report.wrong, cases[i].said, strlen(cases[i].said)) != 0)
      fail_msg("%s instead of %s", report.wrong, cases[i].said);
  }
}

/* In the relative form a heap without moves must still have the value 1: otherwise this would
 * prove that 0.01, which has heap 1 without moves, has two elements. */
static void heaps_without_moves_have_the_value_1_at_every_level(void **state) {
  static const char text[] =
      "{\"format\": \"grundy misere quotient 1\", \"game\": {\"options\": [[], [[]]]}, \"play\": "
      "\"misere\", \"claim\": \"lower bound\", \"heaps\": 2, \"size\": 2, \"generators\": [1], "
      "\"cayley\": [[1, 0]], \"phi\": [0, 1], \"levels\": [{\"P\": [], \"transitions\": [[0, "
      "\"0\"]]}, {\"P\": [0], \"transitions\": [[0, \"0\"]]}], \"period\": null}";
  assert_false(is_accepted(text));
}

/* Outcomes are right, but heap 2 of 0.3 is like no heap at all, and two elements too many. */
static void elements_that_nothing_tells_apart_are_refused(void **state) {
  static const char text[] =
      "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"0.3\"}, \"play\": "
      "\"misere\", \"claim\": \"quotient\", \"heaps\": 2, \"size\": 4, \"generators\": [1, 2], "
      "\"cayley\": [[1, 0, 3, 2], [2, 3, 0, 1]], \"phi\": [0, 1, 2], \"levels\": [{\"P\": [1, 3], "
      "\"transitions\": [[0, \"0\"], [1, \"a\"], [2, \"5\"], [3, \"a\"]]}], \"period\": null}";
  grundy_certificate_report report;
  assert_int_equal(check_text(text, &report, NULL), GRUNDY_OK);
  assert_false(report.is_right);
  assert_string_equal(report.wrong, "not reduced: only 2 of 4 elements can be told apart");
}

/* Heap 1 of 0.1 alone is a P-position, so level 1 must say so. */
static void copies_of_the_last_heap_alone_need_an_outcome(void **state) {
  static const char text[] =
      "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"0.1\"}, \"play\": "
      "\"misere\", \"claim\": \"lower bound\", \"heaps\": 1, \"size\": 1, \"generators\": [], "
      "\"cayley\": [], \"phi\": [0], \"levels\": [{\"P\": [], \"transitions\": [[0, \"0\"]]}, "
      "{\"P\": [%s], \"transitions\": [[0, \"0\"]]}], \"period\": null}";
  char made[sizeof text + 10];
  grundy_certificate_report report;
  (void)snprintf(made, sizeof made, text, "0");
  assert_true(is_accepted(made));
  (void)snprintf(made, sizeof made, text, "");
  assert_int_equal(check_text(made, &report, NULL), GRUNDY_OK);
  assert_false(report.is_right);
  assert_non_null(strstr(report.wrong, "condition 1: copies of heap 1 alone"));
}

/* Returns the document with one blank filled in another way, to be freed. */
static char *document_with(int blank, const char *wrong) {
  const char *blanks[BLANKS];
  size_t size = sizeof document + 500 + strlen(wrong);
  char *text = malloc(size);
  assert_non_null(text);
  memcpy(blanks, right, sizeof blanks);
  blanks[blank] = wrong;
  fill(text, size, blanks);
  return text;
}

/* Returns `before`, so many copies of an item with commas between them, and `after`, to be freed.
 */
static char *copies(const char *before, const char *item, size_t count, const char *after) {
  size_t length = strlen(item), size = strlen(before) + count * (length + 1) + strlen(after) + 1;
  char *made = malloc(size), *at = made;
  assert_non_null(made);
  at += sprintf(at, "%s", before);
  for (size_t i = 0; i < count; i++) {
    memcpy(at, item, length);
    at += length;
    if (i + 1 < count) *at++ = ',';
  }
  (void)sprintf(at, "%s", after);
  return made;
}

static void limits_end_in_unable(void **state) {
  static const struct {
    int blank;
    const char *before, *item;
    size_t count;
    const char *after, *message;
  } cases[] = {
      {1, "{\"code\": \"take{", "1", 300, "}\"}",
       "too many characters of a code; certificates have at most 511"},
      {1, "{\"options\": [[[", "1", 65, "]]]}",
       "too many parts of an option; certificates have at most 64"},
      {1, "{\"options\": [", "[]", 1048577, "]}",
       "too many heaps; certificates have at most 1048576"},
      {7, "[", "0", 4097, "]", "too many generators; certificates have at most 4096"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *part = copies(cases[i].before, cases[i].item, cases[i].count, cases[i].after);
    char *text = document_with(cases[i].blank, part);
    expect_failure(text, GRUNDY_UNABLE, cases[i].message);
    free(text);
    free(part);
  }
}

/* Heap 1 of 0.1 has one option, no heap at all. The blank is for levels. */
static const char copies_of_heap_1[] =
    "{\"format\": \"grundy misere quotient 1\", \"game\": {\"options\": [[[]]]}, \"play\": "
    "\"misere\", \"claim\": \"lower bound\", \"heaps\": 1, \"size\": 1, \"generators\": [], "
    "\"cayley\": [], \"phi\": [0], \"levels\": [LEVELS], \"period\": null}";
#define LEVEL_N "{\"P\": [], \"transitions\": [[0, \"0\"]]}"
#define LEVEL_P "{\"P\": [0], \"transitions\": [[0, \"0\"]]}"

static void levels_of_a_lower_bound_are_read_and_checked(void **state) {
  static const char no_levels[] = "'levels' is wrong; expected an array of levels";
  static const char *const broken[][2] = {
      {"3", no_levels},
      {"[]", no_levels},
      {"[3]", "'a level' is wrong; expected an object"},
      {"[{\"P\": []}]", "a level has no member 'transitions'"},
  };
  char *text;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    text = text_with(copies_of_heap_1, "[LEVELS]", broken[i][0]);
    expect_failure(text, GRUNDY_BAD_INPUT, broken[i][1]);
    free(text);
  }
  char *many = copies("", LEVEL_N, 4097, "");
  text = text_with(copies_of_heap_1, "LEVELS", many);
  expect_failure(text, GRUNDY_UNABLE, "too many levels; certificates have at most 4096");
  free(text);
  free(many);
  /* Positions alternate: one more heap 1 can be taken. */
  text = text_with(copies_of_heap_1, "LEVELS", LEVEL_N ", " LEVEL_P ", " LEVEL_N);
  assert_true(is_accepted(text));
  free(text);
  text = text_with(copies_of_heap_1, "LEVELS", LEVEL_N ", " LEVEL_P ", " LEVEL_P);
  expect_refutation(text, "condition 2: a P-position that contains heap 1 has a move in it to a "
                          "P-position");
  free(text);
  char *other = text_with(copies_of_heap_1, "[[[]]]", "[[]]");
  text = text_with(other, "LEVELS", LEVEL_N ", " LEVEL_N);
  expect_refutation(text, "heap 1 has no moves");
  free(text);
  free(other);
  other = text_with(copies_of_heap_1, "lower bound", "quotient");
  text = text_with(other, "[0], \"levels\": [LEVELS]",
                   "[0, 0], \"levels\": [" LEVEL_N ", " LEVEL_N "]");
  expect_failure(text, GRUNDY_BAD_INPUT, "'levels' is wrong; expected an array of one level");
  free(text);
  free(other);
}

/* In 0.3, with a = heap 1, b = heap 2 and 1 = ab: nothing says what the moves of ab are. */
static void every_sum_has_a_transition(void **state) {
  static const char text[] =
      "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"0.3\"}, \"play\": "
      "\"misere\", \"claim\": \"quotient\", \"heaps\": 2, \"size\": 4, \"generators\": [1, 2], "
      "\"cayley\": [[2, 3, 0, 1], [3, 2, 1, 0]], \"phi\": [0, 2, 3], \"levels\": [{\"P\": [1, 2], "
      "\"transitions\": [[0, \"0\"], [2, \"6\"], [3, \"9\"]]}], \"period\": null}";
  expect_refutation(text, "condition 3: the transitions are not closed under adding heap 2");
}

static void documents_of_no_format_are_refused(void **state) {
  static const char *const cases[][2] = {
      {"{}", "not a certificate: it needs a member 'format', a string"},
      {"{\"format\": 1}", "not a certificate: it needs a member 'format', a string"},
      {"{\"format\": \"grundy 1\"}", "unknown format 'grundy 1' of a certificate"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_failure(cases[i][0], GRUNDY_BAD_INPUT, cases[i][1]);
  grundy_certificate_report report;
  grundy_error error = {0};
  /* A text of more than 1 GiB is refused before it is read. */
  assert_int_equal(
      grundy_json_proof_check_text("{}", (size_t)1 << 31, "proof", NULL, &report, &error),
      GRUNDY_UNABLE);
  assert_string_equal(error.message, "the certificate is too large; expected at most 1 GiB");
  assert_string_equal(error.file, "proof");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(certificates_of_the_slow_solver_are_accepted),
      cmocka_unit_test(no_damaged_certificate_proves_anything_false),
      cmocka_unit_test(periods_are_proved),
      cmocka_unit_test(grundys_game_has_no_period),
      cmocka_unit_test(documents_are_read_strictly),
      cmocka_unit_test(the_condition_that_fails_is_named),
      cmocka_unit_test(heaps_without_moves_have_the_value_1_at_every_level),
      cmocka_unit_test(elements_that_nothing_tells_apart_are_refused),
      cmocka_unit_test(copies_of_the_last_heap_alone_need_an_outcome),
      cmocka_unit_test(limits_end_in_unable),
      cmocka_unit_test(levels_of_a_lower_bound_are_read_and_checked),
      cmocka_unit_test(every_sum_has_a_transition),
      cmocka_unit_test(documents_of_no_format_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
