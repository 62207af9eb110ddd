/* Sentences in all languages: a translation has a message for every kind of fact, with the same
 * parameters and forms as the English one, no English words, and a whole sentence whatever the
 * parameters are. The German sentences are those of german.txt.
 *
 * GRUNDY_REWRITE=1 writes german.txt again; read what has changed. */

#include <ctype.h>

#include "facts/impl.h"

#include "support/test.h"

/* ---- messages ------------------------------------------------------------------------------- */

/* Collects what is between "{" and one of "|:},", in `list`: the parameters that a message uses;
 * or, with `forms`, those that have a form, such as "followers,values". Each once, in any order. */
static void list_used(const char *message, bool forms, char list[1024]) {
  list[0] = '\0';
  for (const char *at = strchr(message, '{'); at != NULL; at = strchr(at + 1, '{')) {
    size_t length = strcspn(at + 1, forms ? ":}" : ",:}");
    char word[64];
    snprintf(word, sizeof word, " %.*s ", (int)length, at + 1);
    if (forms && strchr(word, ',') == NULL) continue;
    if (strstr(list, word) == NULL) strcat(list, word);
  }
}

static void check_listed(const char *kind, const char *list, const char *in) {
  for (const char *at = list; *at != '\0';) {
    const char *end = strchr(at + 1, ' ') + 1;
    while (*end != '\0' && *end != ' ') end = strchr(end, ' ') + 1; /* a form of two words */
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(end - at), at);
    if (strstr(in, word) == NULL) fail_msg("%s: '%s' is not used in both languages", kind, word);
    at = end;
  }
}

static void translations_use_the_same_parameters_and_forms(void **state) {
  for (int language = 1; language < GRUNDY_LANGUAGE_COUNT; language++)
    for (int kind = 0; kind < GRUNDY_FACT_KIND_COUNT; kind++) {
      const grundy_fact_info *info = grundy_fact_describe((grundy_fact_kind)kind);
      const char *message = grundy_fact_message((grundy_fact_kind)kind, (grundy_language)language);
      if (message == NULL) fail_msg("%s has no message in language %d", info->name, language);
      for (int forms = 0; forms < 2; forms++) {
        char english[1024], other[1024];
        list_used(info->message, forms, english);
        list_used(message, forms, other);
        check_listed(info->name, english, other);
        check_listed(info->name, other, english);
      }
    }
}

static void translations_have_the_same_forms_of_lists(void **state) {
  for (int language = 1; language < GRUNDY_LANGUAGE_COUNT; language++) {
    const grundy_list_form *english = grundy_language_wording(GRUNDY_ENGLISH)->forms;
    const grundy_list_form *other = grundy_language_wording((grundy_language)language)->forms;
    for (; english->name != NULL; english++, other++) {
      assert_string_equal(english->name, other->name);
      char used[1024], translated[1024];
      list_used(english->item, false, used);
      list_used(other->item, false, translated);
      assert_string_equal(used, translated);
    }
    assert_null(other->name);
  }
}

/* ---- facts of every kind --------------------------------------------------------------------- */

static const uint32_t members[] = {0, 2};

static const grundy_fact_item items[] = {
    {.position = "b", .to = "c", .number = 0},
    {.position = "x y", .to = "d", .number = GRUNDY_INFINITY64, .set = {members, 2, false}},
    {.position = "e", .to = "f", .number = 3},
};

enum { CHOICES = 18 };

/* Which values the parameters with some names take; all others are numbers: 0, 1, 2. */
static const struct {
  const char *names;
  grundy_fact_type type;
  const char *words[CHOICES]; /* up to NULL; "" is null */
} choices[] = {
    {" position to reply back last ", GRUNDY_FACT_TYPE_POSITION, {"a", "x y", ""}},
    {" misere ends goes_on complete at_once nimbers periodic trivial lost endless known draws "
     "is_empty holds cited ",
     GRUNDY_FACT_TYPE_FLAG,
     {"false", "true"}},
    {" outcome after ", GRUNDY_FACT_TYPE_WORD, {"P", "N", "D", "A", "B"}},
    {" mover winner opponent player ", GRUNDY_FACT_TYPE_WORD, {"A", "B", ""}},
    {" verdict ", GRUNDY_FACT_TYPE_WORD, {"win", "loss", "draw"}},
    {" effect ",
     GRUNDY_FACT_TYPE_WORD,
     {"keeps-win", "keeps-draw", "loses", "gives-win-away", "gives-draw-away", ""}},
    {" how ", GRUNDY_FACT_TYPE_WORD, {"keep", "reach", "delay"}},
    {" heading ",
     GRUNDY_FACT_TYPE_WORD,
     {"position", "first", "outcome", "value", "remoteness", "distance", "by", "unknown",
      "rests-on", "player", "A", "B", "over", "best-move", "all-moves", "one-of-many", "others"}},
    {" positions ", GRUNDY_FACT_TYPE_WORD, {"24", ""}},
    {" theorem ", GRUNDY_FACT_TYPE_WORD, {"[FY86, Cor. 2]", ""}},
    {" numeration ", GRUNDY_FACT_TYPE_WORD, {"zeckendorf", "base2"}},
    {" guaranteed ",
     GRUNDY_FACT_TYPE_WORD,
     {"bounded-win", "bounded-draw", "draw", "draw/bounded-loss", "bounded-loss", ""}},
    {" generators factors product turn move better ", GRUNDY_FACT_TYPE_WORD, {"a -> b", ""}},
    {" payoff guarantee cap ", GRUNDY_FACT_TYPE_REAL, {"2.5", ""}},
    {" value to_value missing ", GRUNDY_FACT_TYPE_VALUE, {"0", "1", "2", "inf"}},
    {" labels ", GRUNDY_FACT_TYPE_SET, {"0"}},
    {" line path cycle ", GRUNDY_FACT_TYPE_POSITIONS, {"1", "3"}},
    {" leaving queue predecessors ", GRUNDY_FACT_TYPE_POSITIONS, {"0", "1", "3"}},
    {" exits ", GRUNDY_FACT_TYPE_MOVES, {"1"}},
    {" followers ", GRUNDY_FACT_TYPE_VALUES, {"0", "1", "3"}},
    {" parts ", GRUNDY_FACT_TYPE_VALUES, {"1", "3"}},
    {" conditions ", GRUNDY_FACT_TYPE_WORDS, {"1"}},
    {"", GRUNDY_FACT_TYPE_NUMBER, {"0", "1", "2", ""}},
};

/* Parameters that every fact of the kind has; others may be null if the message asks for it. */
static bool may_be_null(const char *message, const char *name) {
  char test[64];
  snprintf(test, sizeof test, "{%s:null=", name);
  return strstr(message, test) != NULL;
}

/* Makes the parameter with the choice of that number, of *count. */
static grundy_fact_parameter make(grundy_fact_kind kind, const char *name, int number, int *count) {
  const char *message = grundy_fact_describe(kind)->message;
  bool is_level = strcmp(name, "level") == 0 && strstr(message, "{level:") != NULL;
  char word[64];
  snprintf(word, sizeof word, " %s ", is_level ? "guaranteed" : name);
  size_t c = 0;
  while (choices[c].names[0] != '\0' && strstr(choices[c].names, word) == NULL) c++;
  *count = 0;
  while (*count < CHOICES && choices[c].words[*count] != NULL) ++*count;
  bool nullable = is_level || strcmp(name, "effect") == 0 || may_be_null(message, name);
  if (choices[c].words[*count - 1][0] == '\0' && !nullable) --*count;
  const char *chosen = choices[c].words[number % *count];
  grundy_fact_parameter made = {.name = name,
                                .type = choices[c].type,
                                .is_null = chosen[0] == '\0',
                                .text = chosen,
                                .set = {members, 2, false},
                                .items = items,
                                .real = strtod(chosen, NULL),
                                .number = strtoull(chosen, NULL, 10)};
  made.count = made.number;
  if (strcmp(chosen, "true") == 0) made.number = 1;
  if (strcmp(chosen, "inf") == 0) made.number = GRUNDY_INFINITY64;
  return made;
}

enum { MOST_PARAMETERS = 12 };

/* The names of the parameters of a kind, and how many values each takes. */
struct parameters {
  char names[MOST_PARAMETERS][32];
  int counts[MOST_PARAMETERS];
  uint32_t count;
};

static struct parameters parameters_of(grundy_fact_kind kind) {
  struct parameters found = {.count = 0};
  for (const char *at = grundy_fact_describe(kind)->parameters; *at != '\0';) {
    size_t length = strcspn(at, " ");
    assert_true(found.count < MOST_PARAMETERS && length < 32);
    memcpy(found.names[found.count], at, length);
    (void)make(kind, found.names[found.count], 0, &found.counts[found.count]);
    found.count++;
    at += length + (at[length] == ' ');
  }
  return found;
}

/* Returns the sentence with these choices, to be freed. */
static char *sentence_of(grundy_fact_kind kind, const struct parameters *p,
                         const int numbers[MOST_PARAMETERS], grundy_language language, bool ascii) {
  grundy_fact_parameter made[MOST_PARAMETERS];
  int count;
  for (uint32_t i = 0; i < p->count; i++) made[i] = make(kind, p->names[i], numbers[i], &count);
  const grundy_fact fact = {.kind = kind, .parameters = made, .parameter_count = p->count};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_fact_write(&fact, language, ascii, out);
  fclose(out);
  return text;
}

/* ---- whole sentences ------------------------------------------------------------------------- */

static const char *const english_words[] = {
    "the",    "is",   "are", "move", "moves", "and",  "or",   "to",   "of", "leads", "value",
    "values", "play", "win", "wins", "loses", "draw", "with", "from", "it", "that",  "position"};

/* Returns whether the text has the word, between characters that are not letters. */
static bool has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
    bool begins = at == text || (isalpha((unsigned char)at[-1]) == 0 && (at[-1] & 0x80) == 0);
    if (begins && isalpha((unsigned char)at[length]) == 0 && (at[length] & 0x80) == 0) return true;
  }
  return false;
}

static void check_sentence(const char *kind, const char *text, grundy_language language) {
  bool fine = text[0] != '\0' && text[0] != ' ' && strstr(text, "  ") == NULL &&
              strstr(text, "null") == NULL && strstr(text, " .") == strstr(text, " ...") &&
              strstr(text, " ,") == NULL && strstr(text, "..") == strstr(text, "...") &&
              strchr(text, '|') == NULL;
  for (size_t i = 0; i < sizeof english_words / sizeof *english_words; i++)
    fine = fine && (language == GRUNDY_ENGLISH || !has_word(text, english_words[i]));
  if (!fine) fail_msg("%s: %s", kind, text);
}

static void sentences_are_whole_whatever_the_parameters_are(void **state) {
  enum { MOST_COMBINATIONS = 3000 };
  for (int kind = 0; kind < GRUNDY_FACT_KIND_COUNT; kind++) {
    const struct parameters p = parameters_of((grundy_fact_kind)kind);
    int numbers[MOST_PARAMETERS] = {0};
    for (int tried = 0; tried < MOST_COMBINATIONS; tried++) {
      for (int language = 0; language < GRUNDY_LANGUAGE_COUNT; language++) {
        char *text =
            sentence_of((grundy_fact_kind)kind, &p, numbers, (grundy_language)language, true);
        check_sentence(grundy_fact_describe((grundy_fact_kind)kind)->name, text,
                       (grundy_language)language);
        for (const char *c = text; *c != '\0'; c++) assert_true((*c & 0x80) == 0);
        free(text);
      }
      uint32_t next = 0;
      while (next < p.count && ++numbers[next] == p.counts[next]) numbers[next++] = 0;
      if (next == p.count) break;
    }
  }
}

/* ---- golden sentences ------------------------------------------------------------------------ */

/* Writes every sentence once: the choices of all parameters advance together. */
static void write_sentences(FILE *out, grundy_language language) {
  for (int kind = 0; kind < GRUNDY_FACT_KIND_COUNT; kind++) {
    const struct parameters p = parameters_of((grundy_fact_kind)kind);
    char last[4096] = "";
    int most = 1;
    for (uint32_t i = 0; i < p.count; i++) most = p.counts[i] > most ? p.counts[i] : most;
    fprintf(out, "\n%s\n", grundy_fact_describe((grundy_fact_kind)kind)->name);
    for (int number = 0; number < most; number++) {
      int numbers[MOST_PARAMETERS];
      for (uint32_t i = 0; i < MOST_PARAMETERS; i++) numbers[i] = number;
      char *text = sentence_of((grundy_fact_kind)kind, &p, numbers, language, false);
      if (strcmp(text, last) != 0) fprintf(out, "  %s\n", text);
      snprintf(last, sizeof last, "%s", text);
      free(text);
    }
  }
}

static void german_sentences_are_those_that_were_read(void **state) {
  const char *path = GRUNDY_ROOT "/tests/facts/german.txt";
  static char read[1 << 17];
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  fputs(
      "Sentences in German, by kinds of facts; tests/facts/languages.c writes and compares them.\n",
      out);
  write_sentences(out, GRUNDY_GERMAN);
  fclose(out);
  if (getenv("GRUNDY_REWRITE") != NULL) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
  }
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  read[fread(read, 1, sizeof read - 1, in)] = '\0';
  fclose(in);
  assert_string_equal(text, read);
  free(text);
}

static void names_are_quoted_as_in_the_language(void **state) {
  const grundy_fact *fact =
      GRUNDY_FACT(GRUNDY_FACT_LOSING_END, grundy_with_name("to", "x \"y\" (\\)"));
  const char *const sentences[] = {
      "The move to \"x \\\"y\\\" (\\\\)\" ends the play, and the player who makes it loses.",
      "Der Zug nach „x \\\"y\\\" (\\\\)“ beendet das Spiel, und wer ihn macht, verliert.",
  };
  for (int language = 0; language < GRUNDY_LANGUAGE_COUNT; language++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    grundy_fact_write(fact, (grundy_language)language, false, out);
    fclose(out);
    assert_string_equal(text, sentences[language]);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(translations_use_the_same_parameters_and_forms),
      cmocka_unit_test(translations_have_the_same_forms_of_lists),
      cmocka_unit_test(sentences_are_whole_whatever_the_parameters_are),
      cmocka_unit_test(german_sentences_are_those_that_were_read),
      cmocka_unit_test(names_are_quoted_as_in_the_language),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
