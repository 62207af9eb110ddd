#include "source_line.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <wchar.h>

#include <platform.h>

#include "terminal.h"

/* ---- the text ------------------------------------------------------------------------ */

/* Longer lines are not shown. */
enum { MAX_BYTES = 1 << 20 };

enum { MAX_ARGUMENTS = 4 };

static struct {
  const char *name;
  const char *text;
} arguments[MAX_ARGUMENTS];

/* Returns the place of the argument with that name, or a free one; MAX_ARGUMENTS if there is
 * none. */
static size_t find_argument(const char *name) {
  size_t i = 0;
  while (i < MAX_ARGUMENTS && arguments[i].name != NULL && strcmp(arguments[i].name, name) != 0)
    i++;
  return i;
}

void source_line_remember(const char *name, const char *text) {
  size_t i = find_argument(name);
  if (i == MAX_ARGUMENTS) return;
  arguments[i].name = name;
  arguments[i].text = text;
}

/* Steps over the lines before the one with that number, from 1. */
static bool skip_lines(FILE *in, uint64_t number) {
  for (uint64_t line = 1; line < number;) {
    int c = getc(in);
    if (c == EOF) return false;
    line += c == '\n';
  }
  return true;
}

/* Reads a line without its end. */
static char *read_line(FILE *in, uint64_t number, size_t *length) {
  if (!skip_lines(in, number)) return NULL;
  char *line = malloc(MAX_BYTES);
  if (line == NULL) return NULL;
  int c = getc(in);
  for (*length = 0; c != EOF && c != '\n' && *length < MAX_BYTES; c = getc(in))
    line[(*length)++] = (char)c;
  bool is_whole = c == EOF || c == '\n';
  if (is_whole && *length > 0 && line[*length - 1] == '\r') --*length;
  if (is_whole) return line;
  free(line);
  return NULL;
}

/* Steps over a byte order mark; false if the file is compressed. */
static bool skip_mark(FILE *in) {
  char start[3] = "";
  size_t length = fread(start, 1, sizeof start, in);
  bool is_mark = length == 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0;
  bool is_gzip = length >= 2 && memcmp(start, "\x1f\x8b", 2) == 0;
  return !is_gzip && fseek(in, is_mark ? 3 : 0, SEEK_SET) == 0;
}

/* Reads the line of the error from its file; NULL if that cannot be read again, because it is a
 * pipe or compressed. */
static char *read_from_file(const grundy_error *error, size_t *length) {
  struct stat about;
  if (stat(error->file, &about) != 0 || !S_ISREG(about.st_mode)) return NULL;
  FILE *in = fopen(error->file, "r");
  if (in == NULL) return NULL;
  char *line = skip_mark(in) ? read_line(in, error->line, length) : NULL;
  (void)fclose(in);
  return line;
}

static char *find_line(const grundy_error *error, size_t *length) {
  size_t i = find_argument(error->file);
  if (i == MAX_ARGUMENTS || arguments[i].name == NULL) return read_from_file(error, length);
  *length = strlen(arguments[i].text);
  return error->line == 1 && *length <= MAX_BYTES ? strdup(arguments[i].text) : NULL;
}

/* ---- characters ---------------------------------------------------------------------- */

/* A character as the terminal gets it. */
struct glyph {
  char bytes[5];
  int width;
};

/* Returns how many bytes the UTF-8 character has, and sets its code point; a byte that is not part
 * of one counts as a character and has the code point 0. */
static size_t decode(const char *text, size_t length, uint32_t *point) {
  unsigned char first = (unsigned char)text[0];
  size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  *point = size <= 1 ? first : first & (0x7fU >> size);
  if (first > 0xf4 || size > length) size = 0;
  for (size_t i = 1; i < size; i++) {
    if (((unsigned char)text[i] & 0xc0) != 0x80) size = 0;
    *point = *point << 6 | ((unsigned char)text[i] & 0x3f);
  }
  if (size == 0) *point = 0;
  return size == 0 ? 1 : size;
}

/* True for characters that would change the direction of the text, or cannot be seen. */
static bool is_invisible(uint32_t point) {
  return (point >= 0x200b && point <= 0x200f) || (point >= 0x202a && point <= 0x202e) ||
         (point >= 0x2060 && point <= 0x206f) || point == 0xfeff;
}

/* Takes the next character off the text: a tab becomes a space, and whatever the terminal might
 * obey or cannot show a question mark. */
static size_t take_glyph(const char *text, size_t length, struct glyph *glyph) {
  uint32_t point = 0;
  size_t size = decode(text, length, &point);
  int width = point >= 0x20 && point < 0x7f         ? 1
              : point < 0xa0 || terminal_is_ascii() ? -1
                                                    : wcwidth((wchar_t)point);
  *glyph = (struct glyph){.width = 1};
  if (width < 0 || is_invisible(point)) {
    glyph->bytes[0] = point == '\t' ? ' ' : '?';
    return size;
  }
  memcpy(glyph->bytes, text, size);
  glyph->width = width;
  return size;
}

/* ---- showing ------------------------------------------------------------------------- */

enum { INDENT = 2 };

/* Returns the width of the first `count` characters, and how many bytes they have. */
static size_t measure(const char *text, size_t length, uint64_t count, size_t *bytes) {
  size_t width = 0;
  struct glyph glyph;
  for (*bytes = 0; *bytes < length && count > 0; count--) {
    *bytes += take_glyph(text + *bytes, length - *bytes, &glyph);
    width += (size_t)glyph.width;
  }
  return width;
}

/* Writes the characters of which all columns are from `first` up to `end`. */
static void put_columns(const char *text, size_t length, size_t first, size_t end) {
  size_t at = 0;
  struct glyph glyph;
  for (size_t i = 0; i < length && at < end;) {
    i += take_glyph(text + i, length - i, &glyph);
    size_t next = at + (size_t)glyph.width;
    if (at >= first && next <= end)
      (void)fputs(glyph.bytes, stderr);
    else if (next > first && next <= end)
      (void)fprintf(stderr, "%*s", (int)(next - first), "");
    at = next;
  }
}

/* Writes the columns around the caret that fit into a line of the terminal. */
static void put_excerpt(const char *text, size_t length, uint64_t column) {
  size_t bytes, all = measure(text, length, UINT64_MAX, &bytes);
  size_t caret = measure(text, length, column == 0 ? 0 : column - 1, &bytes);
  size_t room = (size_t)terminal_columns();
  room = room > 20 + INDENT ? room - INDENT - 1 : 20;
  size_t first = caret < room * 2 / 3 ? 0 : caret - room / 2;
  if (first + room > all) first = all < room ? 0 : all - room + 1; /* the caret may be at the end */
  (void)fprintf(stderr, "%*s", INDENT, "");
  put_columns(text, length, first, first + room);
  if (column > 0) (void)fprintf(stderr, "\n%*s^", (int)(INDENT + caret - first), "");
  (void)putc('\n', stderr);
}

void source_line_put(const grundy_error *error) {
  size_t length = 0;
  if (error->line == 0 || !grundy_platform_is_terminal(STDERR_FILENO)) return;
  char *line = find_line(error, &length);
  if (line != NULL && length > 0) put_excerpt(line, length, error->column);
  free(line);
}
