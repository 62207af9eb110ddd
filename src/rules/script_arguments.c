/* Pushes the arguments of a script as described by its `args`. */

#include "rules/script.h"

#include "format/impl.h"
#include "model/graph_family.h"

#include "text/cursor.h"

#include <lauxlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef enum argument_kind {
  ARGUMENT_NUMBER,
  ARGUMENT_TEXT,
  ARGUMENT_DIGRAPH,
  ARGUMENT_GRAPH
} argument_kind;

/* The parts of a description such as "size...:number=3". */
typedef struct description {
  const char *name;
  size_t length;
  bool many;
  argument_kind kind;
  const char *fallback; /* NULL: none */
} description;

static argument_kind kind_of(lua_State *lua, const description *d, const char *word,
                             size_t length) {
  static const char *const words[] = {"number", "text", "digraph", "graph"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (grundy_bytes_are(word, length, words[i])) return (argument_kind)i;
  lua_pushlstring(lua, d->name, d->length);
  (void)luaL_error(lua,
                   "the argument %s has an unknown kind; expected number, text, digraph or graph",
                   lua_tostring(lua, -1));
  return ARGUMENT_TEXT;
}

static description describe(lua_State *lua, const char *text) {
  description d = {.name = text, .length = strcspn(text, ".:=")};
  const char *at = text + d.length;
  if (strncmp(at, "...", 3) == 0) {
    d.many = true;
    at += 3;
  }
  if (*at == ':') {
    size_t length = strcspn(at + 1, "=");
    d.kind = kind_of(lua, &d, at + 1, length);
    at += 1 + length;
  }
  if (*at == '=') d.fallback = at + 1;
  if (*at != '=' && *at != '\0')
    (void)luaL_error(
        lua, "'%s' does not describe an argument; expected NAME, NAME:KIND, NAME=DEFAULT", text);
  return d;
}

/* ---- pushing one ------------------------------------------------------------------------- */

static bool read_integer(const char *text, int64_t *number) {
  grundy_cursor c = grundy_cursor_of("", text, strlen(text), NULL);
  return grundy_cursor_take_integer(&c, number) && c.at == c.end;
}

/* Returns whether the text has the form of an integer, perhaps a large one. */
static bool is_number(const char *text) {
  text += *text == '-';
  return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Returns a checksum of names, moves and the digraphs before this one. */
static uint64_t checksum(const grundy_digraph *g, uint64_t before) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t sum = XXH3_64bits_withSeed(&order, sizeof order, before);
  for (uint32_t u = 0; u < order; u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, u, scratch);
    grundy_vertices followers = grundy_digraph_followers(g, u);
    sum = XXH3_64bits_withSeed(name, strlen(name), sum);
    sum = XXH3_64bits_withSeed(followers.at, followers.count * sizeof *followers.at, sum);
  }
  return sum;
}

static void push_followers(lua_State *lua, const grundy_digraph *g, uint32_t u) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  lua_createtable(lua, (int)followers.count, 0);
  for (uint64_t i = 0; i < followers.count; i++) {
    lua_pushinteger(lua, (lua_Integer)followers.at[i] + 1);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

/* Reads a graph from a file, or makes one of a family. In a graph, every edge is a move in both
 * directions. */
static grundy_status open_graph(const char *text, grundy_digraph **g, grundy_error *error) {
  return grundy_graph_family_numbers(text) != NULL ? grundy_graph_family_make(text, g, error)
                                                   : grundy_graph_read(text, g, error);
}

/* Pushes a digraph, with `names`, `order` and, if it is of a family, `family`: its text. */
static void push_digraph(grundy_script *s, const char *path, bool is_graph) {
  grundy_error error = {0};
  lua_State *lua = s->lua;
  if (strcmp(path, "-") == 0)
    (void)luaL_error(lua, "a digraph cannot come from standard input; expected a file");
  grundy_status status =
      is_graph ? open_graph(path, &s->argument, &error)
               : grundy_digraph_read(path, GRUNDY_FORMAT_AUTO, NULL, &s->argument, &error);
  if (status != GRUNDY_OK) {
    char text[GRUNDY_ERROR_MAX_TEXT];
    s->out_of_memory = status == GRUNDY_OUT_OF_MEMORY;
    (void)grundy_error_format(&error, text, sizeof text);
    (void)luaL_error(lua, "%s", text);
  }
  s->base.digraphs = checksum(s->argument, s->base.digraphs);
  uint32_t order = grundy_digraph_order(s->argument);
  lua_createtable(lua, (int)order, 3);
  lua_createtable(lua, (int)order, 0);
  for (uint32_t u = 0; u < order; u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    lua_pushstring(lua, grundy_digraph_name(s->argument, u, scratch));
    lua_rawseti(lua, -2, (lua_Integer)u + 1);
    push_followers(lua, s->argument, u);
    lua_rawseti(lua, -3, (lua_Integer)u + 1);
  }
  lua_setfield(lua, -2, "names");
  lua_pushinteger(lua, order);
  lua_setfield(lua, -2, "order");
  if (is_graph && grundy_graph_family_numbers(path) != NULL) {
    lua_pushstring(lua, path);
    lua_setfield(lua, -2, "family");
  }
  grundy_digraph_free(s->argument);
  s->argument = NULL;
}

static void push_one(grundy_script *s, const description *d, const char *text) {
  int64_t number = 0;
  switch (d->kind) {
  case ARGUMENT_TEXT:
    lua_pushstring(s->lua, text);
    return;
  case ARGUMENT_DIGRAPH:
  case ARGUMENT_GRAPH:
    push_digraph(s, text, d->kind == ARGUMENT_GRAPH);
    return;
  case ARGUMENT_NUMBER:
    /* A number may be written with its name: cops=2. */
    if (strncmp(text, d->name, d->length) == 0 && text[d->length] == '=') text += d->length + 1;
    lua_pushlstring(s->lua, d->name, d->length);
    if (!read_integer(text, &number))
      (void)luaL_error(s->lua, "the argument %s is '%s'; expected an integer%s",
                       lua_tostring(s->lua, -1), text,
                       is_number(text) ? " of absolute value below 2^63" : "");
    lua_pop(s->lua, 1);
    lua_pushinteger(s->lua, number);
  }
}

/* ---- pushing all ------------------------------------------------------------------------- */

/* Reserves stack for this many values and their parts. */
static void make_room(grundy_script *s, size_t values) {
  s->out_of_memory = values > 100000 || !lua_checkstack(s->lua, (int)values + 100);
  if (s->out_of_memory) (void)luaL_error(s->lua, "too many arguments");
}

/* Pushes arguments without a description: integers as integers, everything else as text. */
static int push_freely(grundy_script *s, const grundy_argument_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    int64_t number;
    if (read_integer(list->at[i], &number))
      lua_pushinteger(s->lua, number);
    else
      lua_pushstring(s->lua, list->at[i]);
  }
  return (int)list->count;
}

/* Joins the arguments that describe a graph of a family to one, the last of them: they follow each
 * other in one text, with a NUL where each comma was. */
static void join_family(const grundy_argument_list *list, size_t *taken) {
  size_t first = *taken;
  size_t count = grundy_graph_family_take(list->at + first, list->count - first);
  for (size_t i = first + 1; i < first + count; i++) list->text[list->at[i] - list->text - 1] = ',';
  if (count > 1) list->at[first + count - 1] = list->at[first];
  if (count > 1) *taken += count - 1;
}

int grundy_script_push_arguments(grundy_script *s, int index, const grundy_argument_list *list) {
  lua_State *lua = s->lua;
  make_room(s, list->count);
  if (lua_getfield(lua, index, "args") == LUA_TNIL) return push_freely(s, list);
  int args = lua_gettop(lua), pushed = 0;
  if (!lua_istable(lua, args)) return luaL_error(lua, "args is not an array of strings");
  size_t described = (size_t)lua_rawlen(lua, args), taken = 0;
  make_room(s, list->count + 3 * described);
  for (size_t i = 0; i < described; i++) {
    if (lua_rawgeti(lua, args, (lua_Integer)i + 1) != LUA_TSTRING)
      return luaL_error(lua, "args is not an array of strings");
    description d = describe(lua, lua_tostring(lua, -1));
    lua_remove(lua, -1); /* the array keeps the string */
    if (d.many && i + 1 < described)
      return luaL_error(lua, "args has an argument with ... before others; put it last");
    bool given = taken < list->count;
    if (given && *list->at[taken] == '\0') {
      lua_pushlstring(lua, d.name, d.length);
      return luaL_error(lua, "the argument %s is empty", lua_tostring(lua, -1));
    }
    if (!given && !d.many && d.fallback == NULL) {
      lua_pushlstring(lua, d.name, d.length);
      return luaL_error(lua, "the argument %s is missing; write it after a colon",
                        lua_tostring(lua, -1));
    }
    if (given && d.kind == ARGUMENT_GRAPH) join_family(list, &taken);
    if (!d.many || (!given && d.fallback != NULL)) {
      push_one(s, &d, given ? list->at[taken] : d.fallback);
      pushed++;
      taken++;
    }
    for (; d.many && taken < list->count; taken++, pushed++) push_one(s, &d, list->at[taken]);
  }
  if (taken < list->count)
    return luaL_error(lua, "the argument '%s' is one too many", list->at[taken]);
  return pushed;
}
