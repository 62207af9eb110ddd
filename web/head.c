#include "web/head.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* A piece of the head; not NUL-terminated. */
struct piece {
  const char *at;
  size_t length;
};

struct head {
  struct web_refusal *why;
  size_t lines; /* checked so far */
  bool is_old;  /* HTTP/1.0 */
  bool has_length, has_encoding;
};

/* Always returns false, so that checks can return its result. */
static bool refuse(const struct head *head, unsigned status, const char *message) {
  *head->why = (struct web_refusal){.status = status, .message = message};
  return false;
}

/* ---- pieces ------------------------------------------------------------------------ */

static bool equals(struct piece piece, const char *text) {
  return piece.length == strlen(text) && strncasecmp(piece.at, text, piece.length) == 0;
}

/* Removes the bytes up to the first `end`, including it, from the piece and returns them without
 * `end`. Returns everything if there is no `end`. */
static struct piece split_at(struct piece *piece, char end) {
  const char *found = memchr(piece->at, end, piece->length);
  struct piece front = {piece->at, found == NULL ? piece->length : (size_t)(found - piece->at)};
  size_t removed = front.length + (found == NULL ? 0 : 1);
  piece->at += removed;
  piece->length -= removed;
  return front;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static struct piece trim(struct piece piece) {
  while (piece.length > 0 && is_blank(piece.at[0])) {
    piece.at++;
    piece.length--;
  }
  while (piece.length > 0 && is_blank(piece.at[piece.length - 1])) piece.length--;
  return piece;
}

/* Returns whether the piece is not empty and consists of these bytes only. */
static bool consists_of(struct piece piece, const char *bytes) {
  for (size_t i = 0; i < piece.length; i++)
    if (piece.at[i] == '\0' || strchr(bytes, piece.at[i]) == NULL) return false;
  return piece.length > 0;
}

static bool is_token(struct piece piece) {
  return consists_of(piece, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static bool has_control(struct piece piece) {
  for (size_t i = 0; i < piece.length; i++) {
    unsigned char c = (unsigned char)piece.at[i];
    if ((c < ' ' && c != '\t') || c == 0x7f) return true;
  }
  return false;
}

/* Matches a version such as "HTTP/2.0". */
static bool is_version(struct piece piece) {
  static const char name[] = "HTTP/";
  size_t length = strlen(name);
  if (piece.length != length + 3 || strncmp(piece.at, name, length) != 0) return false;
  const char *number = piece.at + length;
  return consists_of((struct piece){number, 1}, "0123456789") && number[1] == '.' &&
         consists_of((struct piece){number + 2, 1}, "0123456789");
}

/* ---- lines ------------------------------------------------------------------------- */

static bool check_request_line(struct head *head, struct piece line) {
  struct piece method = split_at(&line, ' ');
  struct piece target = split_at(&line, ' ');
  if (!is_token(method) || target.length == 0 || line.length == 0)
    return refuse(head, 400, "the request line is not METHOD TARGET VERSION");
  head->is_old = equals(line, "HTTP/1.0");
  if (head->is_old || equals(line, "HTTP/1.1")) return true;
  if (!is_version(line)) return refuse(head, 400, "the request line is not METHOD TARGET VERSION");
  return refuse(head, 505, "this version of HTTP is not supported; use HTTP/1.1");
}

/* Refuses numbers above WEB_BODY_MAX_BYTES before they can overflow. */
static bool check_length(struct head *head, struct piece value) {
  if (head->has_length) return refuse(head, 400, "duplicate Content-Length");
  if (!consists_of(value, "0123456789")) return refuse(head, 400, "Content-Length is not a number");
  size_t number = 0;
  for (size_t i = 0; i < value.length; i++) {
    number = 10 * number + (size_t)(value.at[i] - '0');
    if (number > WEB_BODY_MAX_BYTES) return refuse(head, 413, "the body is larger than 8 MiB");
  }
  head->has_length = true;
  return true;
}

static bool check_encoding(struct head *head, struct piece value) {
  if (head->has_encoding) return refuse(head, 400, "duplicate Transfer-Encoding");
  if (head->is_old) return refuse(head, 400, "HTTP/1.0 has no Transfer-Encoding");
  if (!equals(value, "chunked"))
    return refuse(head, 501, "Transfer-Encoding is not supported except for chunked");
  head->has_encoding = true;
  return true;
}

static bool check_field(struct head *head, struct piece line) {
  if (is_blank(line.at[0])) return refuse(head, 400, "header fields may not be folded");
  if (memchr(line.at, ':', line.length) == NULL)
    return refuse(head, 400, "a header field has no colon");
  struct piece name = split_at(&line, ':');
  struct piece value = trim(line);
  if (!is_token(name)) return refuse(head, 400, "the name of a header field is malformed");
  if (equals(name, "Content-Length") && !check_length(head, value)) return false;
  if (equals(name, "Transfer-Encoding") && !check_encoding(head, value)) return false;
  if (head->has_length && head->has_encoding)
    return refuse(head, 400, "Content-Length conflicts with Transfer-Encoding");
  return true;
}

/* Checks a non-empty line, without its line end. */
static bool check_line(struct head *head, struct piece line) {
  if (has_control(line)) return refuse(head, 400, "the head has a control character");
  bool is_first = head->lines++ == 0;
  if (is_first && line.length > WEB_HEAD_MAX_LINE)
    return refuse(head, 414, "the request line is longer than 8 KiB");
  if (head->lines > 1 + WEB_HEAD_MAX_FIELDS)
    return refuse(head, 431, "there are more than 100 header fields");
  return is_first ? check_request_line(head, line) : check_field(head, line);
}

/* Checks the beginning of an incomplete line, which may end with its carriage return. */
static bool check_rest(struct head *head, struct piece rest, size_t length) {
  if (rest.length > 0 && rest.at[rest.length - 1] == '\r') rest.length--;
  if (has_control(rest)) return refuse(head, 400, "the head has a control character");
  if (head->lines == 0 && rest.length > WEB_HEAD_MAX_LINE)
    return refuse(head, 414, "the request line is longer than 8 KiB");
  if (length >= WEB_HEAD_MAX_BYTES) return refuse(head, 431, "the head is larger than 16 KiB");
  return true;
}

enum web_head_state web_head_check(const char *bytes, size_t length, struct web_refusal *why) {
  struct head head = {.why = why};
  struct piece rest = {bytes, length};
  while (memchr(rest.at, '\n', rest.length) != NULL) {
    struct piece line = split_at(&rest, '\n');
    if (line.length == 0 || line.at[line.length - 1] != '\r') {
      (void)refuse(&head, 400, "a line ends with a bare line feed");
      return WEB_HEAD_REFUSED;
    }
    line.length--;
    if (line.length == 0 && head.lines > 0) return WEB_HEAD_COMPLETE;
    if (line.length == 0) (void)refuse(&head, 400, "the request line is missing");
    if (line.length == 0 || !check_line(&head, line)) return WEB_HEAD_REFUSED;
  }
  return check_rest(&head, rest, length) ? WEB_HEAD_PARTIAL : WEB_HEAD_REFUSED;
}
