/* Turns expressions into Lua: quantifiers over followers become calls with a function, and
 * `if A then C` becomes a premise and a conclusion. Everything else stays as it is. */

#include "formula/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

/* Lua itself allows about 200 levels. */
enum { MOST_DEPTH = 100 };

/* ---- tokens -------------------------------------------------------------------------------- */

typedef struct token {
  char kind; /* 'a': a word, '0': a number, '"': a string, otherwise the character; 0: the end */
  size_t begin, end;
} token;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

/* Returns where the text [[...]] or [==[...]==] ends that begins here; `at` if there is none. */
static size_t long_end(const char *text, size_t length, size_t at) {
  size_t level = 0;
  if (at == length || text[at] != '[') return at;
  while (at + 1 + level < length && text[at + 1 + level] == '=') level++;
  if (at + 1 + level >= length || text[at + 1 + level] != '[') return at;
  for (size_t i = at + 2 + level; i < length; i++) {
    size_t same = 0;
    if (text[i] != ']') continue;
    while (i + 1 + same < length && same < level && text[i + 1 + same] == '=') same++;
    if (same == level && i + 1 + level < length && text[i + 1 + level] == ']') return i + 2 + level;
  }
  return length;
}

static size_t string_end(const char *text, size_t length, size_t at) {
  char quote = text[at++];
  while (at < length && text[at] != quote) at += text[at] == '\\' && at + 1 < length ? 2 : 1;
  return at < length ? at + 1 : length;
}

/* Returns the token at or after `at`, without blanks and comments before it. */
static token next_token(const char *text, size_t length, size_t at) {
  for (;;) {
    while (at < length && strchr(" \t\r\n\f\v", text[at]) != NULL && text[at] != '\0') at++;
    if (at + 1 >= length || text[at] != '-' || text[at + 1] != '-') break;
    size_t end = long_end(text, length, at + 2);
    if (end == at + 2)
      while (end < length && text[end] != '\n') end++;
    at = end;
  }
  token t = {.begin = at, .end = at};
  if (at == length) return t;
  char c = text[at];
  size_t end = long_end(text, length, at);
  if (end > at || c == '"' || c == '\'') {
    t.kind = '"';
    t.end = end > at ? end : string_end(text, length, at);
  } else if (is_digit(c)) {
    t.kind = '0';
    while (t.end < length && (is_word(text[t.end]) || text[t.end] == '.')) t.end++;
  } else if (is_word(c)) {
    t.kind = 'a';
    while (t.end < length && is_word(text[t.end])) t.end++;
  } else {
    t.kind = c == '\0' ? '?' : c;
    t.end = at + 1;
    bool is_pair =
        t.end < length && (text[t.end] == c ? strchr("=/.<>:", c) != NULL
                                            : text[t.end] == '=' && strchr("~<>", c) != NULL);
    if (is_pair && c != '\0') t.end++;
  }
  return t;
}

static bool is_text(const char *text, token t, const char *word) {
  return t.end - t.begin == strlen(word) && memcmp(text + t.begin, word, t.end - t.begin) == 0;
}

/* ---- output -------------------------------------------------------------------------------- */

/* An open bracket. */
typedef struct bracket {
  char close;
  bool is_quantifier;  /* the end of the function is written before it is closed */
  size_t binder_comma; /* of all(p, f, C): the comma before the name; 0: none */
} bracket;

typedef struct rewriter {
  const char *name, *text;
  size_t length, at;
  grundy_formula_source *out;
  bracket open[MOST_DEPTH];
  size_t depth;
  bool failed; /* memory ran out */
} rewriter;

void grundy_formula_source_free(grundy_formula_source *source) {
  free(source->text);
  free(source->origins);
  *source = (grundy_formula_source){0};
}

static void put(rewriter *r, const char *text, size_t length, size_t origin, bool is_copy) {
  grundy_formula_source *out = r->out;
  if (r->failed || !grundy_grow(&out->text, &out->room, out->length + length + 1, 1) ||
      !grundy_grow(&out->origins, &out->origin_room, out->length + length + 1,
                   sizeof *out->origins)) {
    r->failed = true;
    return;
  }
  for (size_t i = 0; i < length; i++) {
    out->text[out->length] = text[i];
    out->origins[out->length++] = (uint32_t)(is_copy ? origin + i : origin);
  }
  out->text[out->length] = '\0';
}

static void insert(rewriter *r, const char *text) {
  put(r, text, strlen(text), r->at, false);
}

/* Copies what is between tokens, without comments. */
static void copy_blanks(rewriter *r, size_t end) {
  for (size_t i = r->at; i < end; i++)
    if (r->text[i] == '\n') put(r, "\n", 1, i, true);
  if (end > r->at) put(r, " ", 1, r->at, false);
  r->at = end;
}

static void copy_token(rewriter *r, token t) {
  put(r, r->text + t.begin, t.end - t.begin, t.begin, true);
  r->at = t.end;
}

void grundy_formula_place(const char *text, size_t at, uint64_t *line, uint64_t *column) {
  *line = *column = 1;
  for (size_t i = 0; i < at; i++) {
    bool is_inside = ((unsigned char)text[i] & 0xc0) == 0x80; /* of a UTF-8 character */
    *column = text[i] == '\n' ? 1 : *column + !is_inside;
    *line += text[i] == '\n';
  }
}

static grundy_status fail_here(const rewriter *r, size_t at, const char *message,
                               grundy_error *error) {
  uint64_t line, column;
  grundy_formula_place(r->text, at, &line, &column);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, r->name, line, column, "%s", message);
}

/* ---- quantifiers --------------------------------------------------------------------------- */

/* The arguments of a call. */
typedef struct call {
  size_t count;
  size_t commas[2];
  token first[3], second[3]; /* the first two tokens of each argument */
  bool is_closed;
} call;

/* Reads the call whose bracket is the token `open`. */
static call read_call(const rewriter *r, token open) {
  call c = {0};
  size_t depth = 0, seen = 0, at = open.end;
  for (;;) {
    token t = next_token(r->text, r->length, at);
    at = t.end;
    if (t.kind == '\0') return c;
    bool closes = t.kind == ')' || t.kind == ']' || t.kind == '}';
    if (closes && depth == 0) {
      if (c.count < 3 && seen == 1) c.second[c.count] = t;
      c.count += seen > 0 || c.count > 0;
      c.is_closed = true;
      return c;
    }
    if (t.kind == ',' && depth == 0) {
      if (c.count < 3 && seen == 1) c.second[c.count] = t;
      if (c.count < 2) c.commas[c.count] = t.begin;
      c.count++;
      seen = 0;
      continue;
    }
    if (c.count < 3 && seen == 0) c.first[c.count] = t;
    if (c.count < 3 && seen == 1) c.second[c.count] = t;
    seen++;
    if (t.kind == '(' || t.kind == '[' || t.kind == '{') depth++;
    if (closes) depth--;
  }
}

/* Returns whether an argument is a single word, the name of a follower. */
static bool is_name(const rewriter *r, const call *c, size_t i) {
  return c->first[i].kind == 'a' && !is_text(r->text, c->first[i], "function") &&
         (c->second[i].kind == ',' || c->second[i].kind == ')');
}

/* Writes the beginning of a function of the follower with this name, and skips the comma after
 * it. */
static void begin_function(rewriter *r, token name, size_t comma) {
  insert(r, "function(");
  put(r, r->text + name.begin, name.end - name.begin, name.begin, true);
  insert(r, ") return (");
  r->at = comma + 1;
}

/* Rewrites the beginning of a call of a quantifier; its word has been copied. */
static grundy_status open_quantifier(rewriter *r, token word, token open, grundy_error *error) {
  call c = read_call(r, open);
  bracket *b = &r->open[r->depth];
  copy_blanks(r, open.begin);
  copy_token(r, open);
  *b = (bracket){.close = ')'};
  r->depth++;
  bool is_lua = c.count > 0 && c.count <= 2 && is_text(r->text, c.first[c.count - 1], "function");
  if (!c.is_closed || is_lua) return GRUNDY_OK;
  if (c.count == 2 && is_name(r, &c, 0)) {
    b->is_quantifier = true;
    begin_function(r, c.first[0], c.commas[0]);
    return GRUNDY_OK;
  }
  if (c.count != 3 || !is_name(r, &c, 1))
    return fail_here(r, word.begin,
                     "expected a name and a condition, as in all(f, f.G > 0), or a position before "
                     "them",
                     error);
  b->is_quantifier = true;
  b->binder_comma = c.commas[0];
  return GRUNDY_OK;
}

/* Writes `, function(f) return (` at the comma before the name of all(p, f, C). */
static void bind(rewriter *r, token comma) {
  token name = next_token(r->text, r->length, comma.end);
  token after = next_token(r->text, r->length, name.end);
  copy_token(r, comma);
  begin_function(r, name, after.begin);
  r->open[r->depth - 1].binder_comma = 0;
}

/* ---- everything ----------------------------------------------------------------------------- */

/* Copies a bracket that is opened or closed. */
static grundy_status copy_bracket(rewriter *r, token t, grundy_error *error) {
  bool opens = t.kind == '(' || t.kind == '[' || t.kind == '{';
  if (opens) {
    r->open[r->depth++] = (bracket){.close = (char)(t.kind == '('   ? ')'
                                                    : t.kind == '[' ? ']'
                                                                    : '}')};
  } else {
    /* Lua itself reports brackets that do not match, unless a premise would hide it. */
    if (r->depth == 0 && r->out->has_premise) {
      char message[] = "')' closes nothing";
      message[1] = t.kind;
      return fail_here(r, t.begin, message, error);
    }
    if (r->depth == 0) {
      copy_token(r, t);
      return GRUNDY_OK;
    }
    if (r->open[--r->depth].is_quantifier) insert(r, ") end");
  }
  copy_token(r, t);
  return GRUNDY_OK;
}

static bool is_quantifier(const char *text, token t) {
  return t.kind == 'a' &&
         (is_text(text, t, "all") || is_text(text, t, "any") || is_text(text, t, "count"));
}

/* Rewrites everything up to `end`. */
static grundy_status rewrite_until(rewriter *r, size_t end, grundy_error *error) {
  token before = {0};
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && !r->failed) {
    token t = next_token(r->text, r->length, r->at);
    if (t.begin >= end) {
      copy_blanks(r, t.begin < end ? t.begin : end);
      if (r->depth > 0 && r->out->has_premise)
        return fail_here(r, t.begin, "a bracket is not closed here", error);
      return status;
    }
    copy_blanks(r, t.begin);
    if (r->depth == MOST_DEPTH)
      return fail_here(r, t.begin, "brackets are nested too deeply", error);
    token after = next_token(r->text, r->length, t.end);
    if (strchr("()[]{}", t.kind) != NULL) {
      status = copy_bracket(r, t, error);
    } else if (t.kind == ',' && r->depth > 0 && r->open[r->depth - 1].binder_comma == t.begin) {
      bind(r, t);
    } else {
      copy_token(r, t);
      if (is_quantifier(r->text, t) &&
          !(before.end - before.begin == 1 && (before.kind == '.' || before.kind == ':')) &&
          after.kind == '(')
        status = open_quantifier(r, t, after, error);
    }
    before = t;
  }
  return status;
}

/* Finds the `then` of the `if` at the beginning; false if there is none. */
static bool find_then(const rewriter *r, size_t at, token *then) {
  size_t depth = 0;
  for (;;) {
    token t = next_token(r->text, r->length, at);
    at = t.end;
    if (t.kind == '\0') return false;
    bool opens = strchr("([{", t.kind) != NULL || is_text(r->text, t, "function") ||
                 is_text(r->text, t, "do") || is_text(r->text, t, "if");
    bool closes = strchr(")]}", t.kind) != NULL || is_text(r->text, t, "end");
    if (depth == 0 && is_text(r->text, t, "then")) {
      *then = t;
      return true;
    }
    if (opens) depth++;
    if (closes && depth > 0) depth--;
  }
}

grundy_status grundy_formula_rewrite(const char *name, const char *text, size_t length,
                                     grundy_formula_source *source, grundy_error *error) {
  rewriter r = {.name = name, .text = text, .length = length, .out = source};
  grundy_status status = GRUNDY_OK;
  if (length > UINT32_MAX / 2)
    return grundy_fail_at(error, GRUNDY_UNABLE, name, 0, 0, "the expression is too long");
  token first = next_token(text, length, 0), then;
  source->has_premise = is_text(text, first, "if");
  insert(&r, "");
  if (source->has_premise && !find_then(&r, first.end, &then)) {
    status = fail_here(&r, first.begin, "'if' without 'then'; expected if PREMISE then CONCLUSION",
                       error);
  } else if (source->has_premise) {
    copy_blanks(&r, first.begin);
    r.at = first.end;
    insert(&r, "premise((");
    status = rewrite_until(&r, then.begin, error);
    insert(&r, ")) and (");
    r.at = then.end;
  }
  if (status == GRUNDY_OK) status = rewrite_until(&r, length, error);
  if (source->has_premise) insert(&r, ")");
  if (status == GRUNDY_OK && r.failed) status = grundy_fail_memory(error);
  if (status != GRUNDY_OK) grundy_formula_source_free(source);
  return status;
}

/* ---- places of errors ---------------------------------------------------------------------- */

/* Returns whether Lua rejects the first `length` bytes because of what they are, not because they
 * end too early. */
static bool is_wrong(lua_State *lua, const grundy_formula_source *source, size_t length) {
  lua_settop(lua, 0);
  lua_pushstring(lua, "return (");
  lua_pushlstring(lua, source->text, length);
  if (length == source->length) lua_pushstring(lua, "\n)");
  lua_concat(lua, lua_gettop(lua));
  size_t size;
  const char *chunk = lua_tolstring(lua, 1, &size);
  if (luaL_loadbufferx(lua, chunk, size, "=", "t") == LUA_OK) return false;
  return strstr(lua_tostring(lua, -1), "near <eof>") == NULL;
}

/* Finds the first token with which the text becomes wrong: texts that end before it only end too
 * early. */
static int body_locate(lua_State *lua) {
  const grundy_formula_source *source = lua_touserdata(lua, 1);
  size_t *place = lua_touserdata(lua, 2);
  for (size_t at = 0;;) {
    token t = next_token(source->text, source->length, at);
    *place = t.begin;
    if (t.kind == '\0' || is_wrong(lua, source, t.end)) return 0;
    at = t.end;
  }
}

void grundy_formula_locate(const char *text, size_t length, const grundy_formula_source *source,
                           grundy_error *error) {
  enum { MOST_LENGTH = 1 << 12 }; /* each token is tried, so this is quadratic */
  lua_State *lua = error == NULL || source->length > MOST_LENGTH ? NULL : luaL_newstate();
  if (lua == NULL) return;
  size_t place = 0;
  lua_pushcfunction(lua, body_locate);
  lua_pushlightuserdata(lua, (void *)source);
  lua_pushlightuserdata(lua, &place);
  if (lua_pcall(lua, 2, 0, 0) == LUA_OK)
    grundy_formula_place(text, place < source->length ? source->origins[place] : length,
                         &error->line, &error->column);
  lua_close(lua);
}
