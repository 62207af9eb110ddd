/* Writes JSON, member by member. */

#include <grundy/json.h>

#include <assert.h>
#include <math.h>
#include <string.h>

#include "text/numbers.h"
#include "text/utf8.h"

grundy_json grundy_json_start(FILE *out) {
  return (grundy_json){.out = out};
}

/* ---- strings --------------------------------------------------------------------------- */

static void put_string(FILE *out, const char *text) {
  size_t length = strlen(text);
  (void)putc('"', out);
  for (size_t i = 0; i < length;) {
    uint32_t character;
    size_t bytes =
        (unsigned char)text[i] < 0x80 ? 1 : grundy_utf8_next(text + i, length - i, &character);
    if (bytes == 1) {
      if (text[i] == '"' || text[i] == '\\') (void)putc('\\', out);
      if ((unsigned char)text[i] < 0x20)
        (void)fprintf(out, "\\u%04x", (unsigned)(unsigned char)text[i]);
      else
        (void)putc(text[i], out);
    } else if (bytes == 0)
      (void)fputs("\xef\xbf\xbd", out);
    else
      (void)fwrite(text + i, 1, bytes, out);
    i += bytes == 0 ? 1 : bytes;
  }
  (void)putc('"', out);
}

/* ---- items ----------------------------------------------------------------------------- */

/* Writes what precedes an item: a comma, and its name. */
static void begin_item(grundy_json *json, const char *name) {
  assert((name != NULL) == (json->depth > 0 && json->closing[json->depth] == '}'));
  if (json->has_item[json->depth]) (void)fputs(json->starts_line ? "," : ", ", json->out);
  if (json->starts_line) (void)putc('\n', json->out);
  json->has_item[json->depth] = true;
  json->starts_line = false;
  if (name == NULL) return;
  put_string(json->out, name);
  (void)fputs(": ", json->out);
}

/* Ends the document if nothing is open. */
static void end_item(grundy_json *json) {
  if (json->depth == 0) (void)putc('\n', json->out);
}

static void open_item(grundy_json *json, const char *name, char opening, char closing) {
  begin_item(json, name);
  assert(json->depth < GRUNDY_JSON_MAX_DEPTH);
  (void)putc(opening, json->out);
  json->depth++;
  json->has_item[json->depth] = false;
  json->closing[json->depth] = closing;
}

void grundy_json_object(grundy_json *json, const char *name) {
  open_item(json, name, '{', '}');
}

void grundy_json_array(grundy_json *json, const char *name) {
  open_item(json, name, '[', ']');
}

void grundy_json_end(grundy_json *json) {
  assert(json->depth > 0);
  (void)putc(json->closing[json->depth], json->out);
  json->depth--;
  end_item(json);
}

void grundy_json_string(grundy_json *json, const char *name, const char *text) {
  begin_item(json, name);
  if (text == NULL)
    (void)fputs("null", json->out);
  else
    put_string(json->out, text);
  end_item(json);
}

FILE *grundy_json_text(grundy_json *json, const char *name) {
  begin_item(json, name);
  (void)putc('"', json->out);
  return json->out;
}

void grundy_json_text_end(grundy_json *json) {
  (void)putc('"', json->out);
  end_item(json);
}

void grundy_json_document(grundy_json *json, const char *name, const char *text) {
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == '\n') length--;
  begin_item(json, name);
  (void)fwrite(text, 1, length, json->out);
  end_item(json);
}

void grundy_json_integer(grundy_json *json, const char *name, uint64_t number) {
  begin_item(json, name);
  (void)fprintf(json->out, "%llu", (unsigned long long)number);
  end_item(json);
}

void grundy_json_signed(grundy_json *json, const char *name, int64_t number) {
  begin_item(json, name);
  (void)fprintf(json->out, "%lld", (long long)number);
  end_item(json);
}

void grundy_json_real(grundy_json *json, const char *name, double number) {
  char text[GRUNDY_REAL_ROOM];
  begin_item(json, name);
  (void)fputs(isfinite(number) ? grundy_real_format_plain(number, text) : "null", json->out);
  end_item(json);
}

void grundy_json_bool(grundy_json *json, const char *name, bool is_true) {
  begin_item(json, name);
  (void)fputs(is_true ? "true" : "false", json->out);
  end_item(json);
}

void grundy_json_line(grundy_json *json) {
  json->starts_line = true;
}

void grundy_json_null(grundy_json *json, const char *name) {
  grundy_json_string(json, name, NULL);
}
