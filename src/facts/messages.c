/* Turns facts into sentences, with the messages of a language: english.c, german.c. A translation
 * is one more file like german.c, and a line in `languages` below.
 *
 * In a message,
 *   {NAME}             stands for the parameter NAME;
 *   {NAME,FORM}        for a list in one of the forms of the language, or, as {NAME,bare}, for the
 *                      name of a position without quotes;
 *   {NAME:A=x|B=y|z}   for x if the parameter is A, for y if it is B, and otherwise for z. A list
 * is compared by its number of items, a missing parameter is "null", and a flag is "true" or
 * "false". Alternatives may have parameters, too. */

#include "facts/impl.h"

#include "text/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const grundy_wording *const languages[GRUNDY_LANGUAGE_COUNT] = {
    [GRUNDY_ENGLISH] = &grundy_english,
    [GRUNDY_GERMAN] = &grundy_german,
};

const grundy_wording *grundy_language_wording(grundy_language language) {
  assert(language < GRUNDY_LANGUAGE_COUNT);
  return languages[language];
}

const grundy_fact_info *grundy_fact_describe(grundy_fact_kind kind) {
  assert(kind < GRUNDY_FACT_KIND_COUNT);
  return &grundy_fact_kinds[kind];
}

const char *grundy_fact_message(grundy_fact_kind kind, grundy_language language) {
  assert(kind < GRUNDY_FACT_KIND_COUNT);
  const char *const *messages = grundy_language_wording(language)->messages;
  return messages == NULL ? grundy_fact_kinds[kind].message : messages[kind];
}

/* ---- names --------------------------------------------------------------------------------- */

static bool is_of_word(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '\'' || c == '/' || c >= 0x80;
}

bool grundy_is_plain_word(const char *name) {
  bool word = name[0] != '\0';
  for (const char *c = name; *c != '\0'; c++) word = word && is_of_word((unsigned char)*c);
  return word;
}

/* Returns whether the name already has quotes: a compound quotes the names of its components, and
 * the whole is not quoted again. */
static bool has_own_quotes(const char *name) {
  bool plain = true;
  for (const char *c = name; *c != '\0'; c++)
    plain = plain && strchr("()\\\x7f", *c) == NULL && (unsigned char)*c >= 0x20;
  return plain && strchr(name, '"') != NULL;
}

/* Writes characters that can be printed, and a backslash before those in `escaped`. */
static void write_escaped(const char *text, const char *escaped, FILE *out) {
  for (const char *c = text; *c != '\0'; c++) {
    if (strchr(escaped, *c) != NULL) (void)putc('\\', out);
    (void)putc((unsigned char)*c < 0x20 || *c == 0x7f ? '?' : *c, out);
  }
}

/* ---- parameters ---------------------------------------------------------------------------- */

/* A sentence that is being written. */
typedef struct writing {
  const grundy_fact *fact;
  const grundy_wording *language;
  bool ascii;
  FILE *out;
} writing;

static void write_quoted(const writing *w, const char *name) {
  (void)fputs(w->ascii ? "\"" : w->language->quotes[0], w->out);
  write_escaped(name, "\"\\", w->out);
  (void)fputs(w->ascii ? "\"" : w->language->quotes[1], w->out);
}

static void write_number(const writing *w, uint64_t number) {
  if (number == GRUNDY_INFINITY64)
    (void)fputs(w->ascii ? "inf" : "∞", w->out);
  else
    (void)fprintf(w->out, "%" PRIu64, number);
}

static void write_parameter(const writing *w, const grundy_fact_parameter *p) {
  char real[GRUNDY_REAL_ROOM];
  switch (p->type) {
  case GRUNDY_FACT_TYPE_POSITION:
    /* Writes a plain word as it is, a name in parentheses if it contains quotes, and other
     * names in quotes. */
    if (grundy_is_plain_word(p->text))
      (void)fputs(p->text, w->out);
    else if (has_own_quotes(p->text))
      (void)fprintf(w->out, "(%s)", p->text);
    else
      write_quoted(w, p->text);
    break;
  case GRUNDY_FACT_TYPE_WORD:
    (void)fputs(p->text, w->out);
    break;
  case GRUNDY_FACT_TYPE_REAL:
    (void)fputs(grundy_real_format_plain(p->real, real), w->out);
    break;
  case GRUNDY_FACT_TYPE_SET:
    for (uint64_t i = 0; i < p->set.size; i++)
      (void)fprintf(w->out, "%s%" PRIu32, i == 0 ? "{" : ",", p->set.numbers[i]);
    (void)fputs(p->set.size == 0 ? "{}" : "}", w->out);
    break;
  case GRUNDY_FACT_TYPE_VALUE:
    if (p->number == GRUNDY_INFINITY64)
      grundy_value_write((grundy_value){.nimber = GRUNDY_INFINITY, .k = p->set}, w->ascii, w->out);
    else
      write_number(w, p->number);
    break;
  default:
    write_number(w, p->number);
  }
}

/* Returns what alternatives of a message compare the parameter with. */
static const char *key_of(const grundy_fact_parameter *p, char room[24]) {
  bool is_list = p->type >= GRUNDY_FACT_TYPE_POSITIONS;
  if (p->is_null) return "null";
  if (p->type == GRUNDY_FACT_TYPE_FLAG) return p->number != 0 ? "true" : "false";
  if (p->type == GRUNDY_FACT_TYPE_WORD) return p->text;
  (void)snprintf(room, 24, "%" PRIu64, is_list ? p->count : p->number);
  return room;
}

/* ---- messages ------------------------------------------------------------------------------ */

/* Recursion is as deep as braces are nested in the table of messages, whatever the facts are.
 * NOLINTBEGIN(misc-no-recursion) */

static void write_message(const writing *w, const char *at, const char *end);

static void write_item(const writing *w, const char *message, grundy_fact_type type,
                       const grundy_fact_item *item) {
  const grundy_fact_parameter parameters[] = {
      {.name = "position",
       .type = type == GRUNDY_FACT_TYPE_WORDS ? GRUNDY_FACT_TYPE_WORD : GRUNDY_FACT_TYPE_POSITION,
       .text = item->position,
       .is_null = item->position == NULL},
      {.name = "value", .type = GRUNDY_FACT_TYPE_VALUE, .number = item->number, .set = item->set},
  };
  const grundy_fact fact = {.parameters = parameters, .parameter_count = 2};
  const writing of_item = {&fact, w->language, w->ascii, w->out};
  write_message(&of_item, message, message + strlen(message));
}

/* Returns the end of an alternative: a bar or `end`, outside of braces. */
static const char *end_of_alternative(const char *at, const char *end) {
  for (int depth = 0; at < end && (depth > 0 || *at != '|'); at++)
    depth += (*at == '{') - (*at == '}');
  return at;
}

static void write_alternative(const writing *w, const grundy_fact_parameter *p, const char *at,
                              const char *end) {
  char room[24];
  const char *key = key_of(p, room);
  for (;;) {
    const char *stop = end_of_alternative(at, end);
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-");
    if (at[length] != '=') length = 0; /* the alternative has no key */
    if (length == 0 || (strlen(key) == length && strncmp(key, at, length) == 0)) {
      write_message(w, at + length + (length > 0), stop);
      return;
    }
    if (stop == end) return;
    at = stop + 1;
  }
}

/* Writes what is between braces. */
static void write_placeholder(const writing *w, const char *at, const char *end) {
  char name[32];
  size_t length = strcspn(at, ",:}");
  assert(length < sizeof name && at + length <= end);
  memcpy(name, at, length);
  name[length] = '\0';
  const grundy_fact_parameter *p = grundy_fact_find(w->fact, name);
  const char *rest = at + length + 1;
  assert(p != NULL);
  if (at[length] == ':')
    write_alternative(w, p, rest, end);
  else if (at[length] != ',')
    write_parameter(w, p);
  else if (p->type != GRUNDY_FACT_TYPE_POSITION) {
    const grundy_list_form *form = w->language->forms;
    size_t size = (size_t)(end - rest);
    while (strlen(form->name) != size || strncmp(form->name, rest, size) != 0) form++;
    for (uint64_t i = 0; i < p->count; i++) {
      if (i > 0) (void)fputs(i + 1 < p->count ? form->between : form->last, w->out);
      write_item(w, form->item, p->type, &p->items[i]);
    }
  } else if (p->text[0] == '\0' || p->text[0] == '"') /* a name as tables have it */
    write_quoted(w, p->text);
  else
    write_escaped(p->text, "", w->out);
}

/* Writes one character of a message; returns where the next one is. */
static const char *write_character(const writing *w, const char *at) {
  static const struct {
    const char *character, *ascii;
  } others[] = {
      {"∞", "inf"}, {"…", "..."}, {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"},
      {"Ä", "Ae"},  {"Ö", "Oe"},  {"Ü", "Ue"}, {"ß", "ss"}, {"è", "e"},
  };
  for (size_t i = 0; w->ascii && i < sizeof others / sizeof *others; i++) {
    size_t length = strlen(others[i].character);
    if (strncmp(at, others[i].character, length) != 0) continue;
    (void)fputs(others[i].ascii, w->out);
    return at + length;
  }
  (void)putc(*at, w->out);
  return at + 1;
}

static void write_message(const writing *w, const char *at, const char *end) {
  while (at < end) {
    if (*at != '{') {
      at = write_character(w, at);
      continue;
    }
    const char *close = at + 1;
    for (int depth = 1; depth > 0; close++) depth += (*close == '{') - (*close == '}');
    write_placeholder(w, at + 1, close - 1);
    at = close;
  }
}

/* NOLINTEND(misc-no-recursion) */

void grundy_fact_write(const grundy_fact *fact, grundy_language language, bool ascii, FILE *out) {
  const char *message = grundy_fact_message(fact->kind, language);
  const writing w = {fact, grundy_language_wording(language), ascii, out};
  write_message(&w, message, message + strlen(message));
}

void grundy_facts_write(const grundy_facts *facts, grundy_language language, bool ascii,
                        FILE *out) {
  for (uint64_t i = 0; i < facts->count; i++) {
    const grundy_fact *fact = &facts->at[i];
    if (i > 0 && fact->paragraph != fact[-1].paragraph) (void)putc('\n', out);
    if (fact->is_detail) (void)fputs("  ", out);
    grundy_fact_write(fact, language, ascii, out);
    (void)putc('\n', out);
  }
}
