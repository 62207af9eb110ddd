/* Boards of scripts: reads the table that `board` returns. Places are numbered from 1 there. */

#include "rules/script.h"

#include "board/board.h"

#include <lauxlib.h>
#include <string.h>

static void check(lua_State *lua, const char *wrong) {
  if (wrong != NULL) (void)luaL_error(lua, "it gives %s", wrong);
}

/* Pushes the field of the table at 2; returns whether it is an array, and its length. A field that
 * is neither nil nor an array is an error. */
static bool push_array(lua_State *lua, const char *name, lua_Unsigned *count) {
  *count = 0;
  if (lua_getfield(lua, 2, name) == LUA_TNIL) return false;
  if (!lua_istable(lua, -1) || !grundy_script_is_array(lua, count))
    (void)luaL_error(lua, "it gives a board whose %s is not an array", name);
  return true;
}

/* Returns entry i of the array at the top of the stack as a string, which the array owns. */
static const char *string_at(lua_State *lua, lua_Unsigned i, const char *name) {
  lua_rawgeti(lua, -1, (lua_Integer)i);
  if (lua_type(lua, -1) != LUA_TSTRING)
    (void)luaL_error(lua, "it gives a board whose %s has an entry that is not a string", name);
  const char *text = lua_tostring(lua, -1);
  lua_pop(lua, 1);
  return text;
}

/* Returns number `index` of the array at the top of the stack. */
static double number_at(lua_State *lua, lua_Integer index, const char *name) {
  lua_rawgeti(lua, -1, index);
  if (lua_type(lua, -1) != LUA_TNUMBER)
    (void)luaL_error(lua, "it gives a board whose %s has an entry without numbers", name);
  double number = lua_tonumber(lua, -1);
  lua_pop(lua, 1);
  return number;
}

/* Pushes entry i, which is an array of numbers. */
static void push_entry(lua_State *lua, lua_Unsigned i, const char *name) {
  lua_rawgeti(lua, -1, (lua_Integer)i);
  if (!lua_istable(lua, -1))
    (void)luaL_error(lua, "it gives a board whose %s has an entry that is not an array", name);
}

/* Converts the number of a place, from 1; 0 means outside. */
static uint32_t place_of(lua_State *lua, double number) {
  if (!(number >= 0 && number <= GRUNDY_BOARD_MAX_PLACES) || number != (double)(uint32_t)number)
    (void)luaL_error(lua, "it gives a board with a place that does not exist");
  return number == 0 ? GRUNDY_BOARD_OUTSIDE : (uint32_t)number - 1;
}

/* ---- places -------------------------------------------------------------------------------- */

static void add_pieces(lua_State *lua, grundy_board *board, uint32_t place, const char *pieces) {
  for (; *pieces != '\0'; pieces++) check(lua, grundy_board_add_piece(board, place, *pieces));
}

/* Rows of characters; a dot is an empty cell. */
static void read_grid(lua_State *lua, grundy_board *board) {
  lua_Unsigned rows;
  if (!push_array(lua, "grid", &rows)) return;
  size_t columns = rows == 0 ? 0 : strlen(string_at(lua, 1, "grid"));
  if (rows > GRUNDY_BOARD_MAX_PLACES || columns > GRUNDY_BOARD_MAX_PLACES)
    (void)luaL_error(lua, "it gives a board with more than 1024 places");
  check(lua, grundy_board_add_grid(board, (uint32_t)rows, (uint32_t)columns));
  for (lua_Unsigned row = 1; row <= rows; row++) {
    const char *text = string_at(lua, row, "grid");
    if (strlen(text) != columns) (void)luaL_error(lua, "it gives rows of different lengths");
    for (size_t i = 0; i < columns; i++)
      if (text[i] != '.')
        check(lua, grundy_board_add_piece(board, (uint32_t)((row - 1) * columns + i), text[i]));
  }
}

/* Points, or the number of points of a circle. */
static void read_points(lua_State *lua, grundy_board *board) {
  lua_Unsigned count;
  if (lua_getfield(lua, 2, "points") == LUA_TNUMBER) {
    uint32_t last = place_of(lua, lua_tonumber(lua, -1));
    check(lua, grundy_board_add_circle(board, last == GRUNDY_BOARD_OUTSIDE ? 0 : last + 1));
    return;
  }
  lua_pop(lua, 1);
  if (!push_array(lua, "points", &count)) return;
  for (lua_Unsigned i = 1; i <= count; i++) {
    push_entry(lua, i, "points");
    double x = number_at(lua, 1, "points"), y = number_at(lua, 2, "points");
    check(lua, grundy_board_add_point(board, x, y));
    lua_pop(lua, 1);
  }
}

static void read_heaps(lua_State *lua, grundy_board *board) {
  lua_Unsigned count;
  if (!push_array(lua, "heaps", &count)) return;
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    int is_integer = 0;
    lua_Integer counters = lua_tointegerx(lua, -1, &is_integer);
    if (!is_integer || counters < 0)
      (void)luaL_error(lua, "it gives a heap that is not an integer from 0");
    check(lua, grundy_board_add_heap(board, (uint64_t)counters));
    lua_pop(lua, 1);
  }
}

/* ---- what is on them ------------------------------------------------------------------------- */

static void read_pairs(lua_State *lua, grundy_board *board, const char *name,
                       const char *(*add)(grundy_board *, uint32_t, uint32_t)) {
  lua_Unsigned count;
  if (!push_array(lua, name, &count)) return;
  for (lua_Unsigned i = 1; i <= count; i++) {
    push_entry(lua, i, name);
    uint32_t from = place_of(lua, number_at(lua, 1, name));
    check(lua, add(board, from, place_of(lua, number_at(lua, 2, name))));
    lua_pop(lua, 1);
  }
}

static void read_lines(lua_State *lua, grundy_board *board) {
  read_pairs(lua, board, "lines", grundy_board_add_line);
}

static void read_arrows(lua_State *lua, grundy_board *board) {
  read_pairs(lua, board, "arrows", grundy_board_add_arrow);
}

static void read_pieces(lua_State *lua, grundy_board *board) {
  lua_Unsigned count;
  if (!push_array(lua, "pieces", &count)) return;
  for (lua_Unsigned i = 1; i <= count; i++)
    add_pieces(lua, board, (uint32_t)(i - 1), string_at(lua, i, "pieces"));
}

static void read_labels(lua_State *lua, grundy_board *board) {
  lua_Unsigned count;
  if (!push_array(lua, "labels", &count)) return;
  for (lua_Unsigned i = 1; i <= count; i++)
    check(lua, grundy_board_add_label(board, (uint32_t)(i - 1), string_at(lua, i, "labels")));
}

/* Adds the titles in the order of their pieces, since the order of `pairs` says nothing. */
static void read_titles(lua_State *lua, grundy_board *board) {
  if (lua_getfield(lua, 2, "titles") == LUA_TNIL) return;
  if (!lua_istable(lua, -1)) (void)luaL_error(lua, "it gives a board whose titles are not a table");
  for (char piece = ' ' + 1; piece < 0x7f; piece++) {
    const char key[] = {piece, '\0'};
    if (lua_getfield(lua, -1, key) != LUA_TNIL) {
      if (lua_type(lua, -1) != LUA_TSTRING)
        (void)luaL_error(lua, "it gives a title that is not a string");
      check(lua, grundy_board_add_title(board, piece, lua_tostring(lua, -1)));
    }
    lua_pop(lua, 1);
  }
}

/* Which way pieces look: { X = "right" }. */
static void read_facing(lua_State *lua, grundy_board *board) {
  if (lua_getfield(lua, 2, "facing") == LUA_TNIL) return;
  if (!lua_istable(lua, -1)) (void)luaL_error(lua, "it gives a board whose facing is not a table");
  for (char piece = ' ' + 1; piece < 0x7f; piece++) {
    const char key[] = {piece, '\0'};
    if (lua_getfield(lua, -1, key) != LUA_TNIL)
      check(lua, grundy_board_add_facing(
                     board, piece, lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : ""));
    lua_pop(lua, 1);
  }
}

/* { from, to, piece }; by default the piece is the one that is at `from`. */
static void read_steps(lua_State *lua, grundy_board *board) {
  lua_Unsigned count;
  if (!push_array(lua, "steps", &count)) return;
  for (lua_Unsigned i = 1; i <= count; i++) {
    push_entry(lua, i, "steps");
    uint32_t from = place_of(lua, number_at(lua, 1, "steps"));
    uint32_t to = place_of(lua, number_at(lua, 2, "steps"));
    char piece = from < board->place_count ? board->places[from].pieces[0] : '\0';
    if (lua_rawgeti(lua, -1, 3) == LUA_TSTRING) piece = lua_tostring(lua, -1)[0];
    lua_pop(lua, 1);
    check(lua, grundy_board_add_step(board, from, to, piece));
    lua_pop(lua, 1);
  }
}

/* Rejects misspelt fields. */
static void check_fields(lua_State *lua) {
  static const char *const fields[] = {"grid",   "points", "heaps",  "lines", "arrows", "pieces",
                                       "labels", "titles", "facing", "steps", NULL};
  for (lua_pushnil(lua); lua_next(lua, 2) != 0; lua_pop(lua, 1)) {
    bool known = false;
    for (int i = 0; fields[i] != NULL && !known; i++)
      known = lua_type(lua, -2) == LUA_TSTRING && strcmp(lua_tostring(lua, -2), fields[i]) == 0;
    if (!known)
      (void)luaL_error(lua, "it gives a board with an unknown field; expected grid, points, heaps, "
                            "lines, arrows, pieces, labels, titles, facing and steps alone");
  }
}

void grundy_script_read_board(lua_State *lua, grundy_board *board) {
  static void (*const parts[])(lua_State *, grundy_board *) = {
      read_grid,   read_heaps,  read_points, read_lines,  read_arrows,
      read_pieces, read_labels, read_titles, read_facing, read_steps,
  };
  if (lua_isnil(lua, 2)) return;
  if (!lua_istable(lua, 2))
    (void)luaL_error(lua, "it gives %s; expected a board or nil", grundy_script_type(lua, 2));
  check_fields(lua);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    parts[i](lua, board);
    lua_settop(lua, 2);
  }
  if (board->kind == GRUNDY_BOARD_NONE)
    (void)luaL_error(lua, "it gives a board without grid, points or heaps");
  check(lua, grundy_board_check(board));
}
