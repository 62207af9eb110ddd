/* Pictures and traces. */

#include "core.h"

#include <stdlib.h>
#include <string.h>

/* trace(digraph, algorithm, format, language): bytes */
static PyObject *trace(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  int algorithm, format, language;
  memory_stream stream;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Oiii", &digraph, &algorithm, &format, &language)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL || !stream_open(&stream)) return NULL;
  work w;
  work_begin(&w, Py_None);
  bool good =
      work_end(&w, grundy_trace_write(g, (grundy_tracing)algorithm, (grundy_trace_format)format,
                                      (grundy_language)language, stream.file, &w.error));
  return stream_close(&stream, good);
}

/* An array of uint32, or nothing. */
typedef struct optional_items {
  item_buffer items;
  bool given;
} optional_items;

static bool get_optional(PyObject *object, optional_items *found) {
  found->given = object != Py_None && items_get(object, sizeof(uint32_t), false, &found->items);
  return !PyErr_Occurred();
}

/* Returns the numbers, of which there are *count; NULL if there is nothing. */
static const void *numbers_of(const optional_items *from, uint64_t *count) {
  *count = from->given ? from->items.count : 0;
  return from->given ? from->items.buffer.buf : NULL;
}

/* Draws with these options; `lists` are the vertices to draw, those to highlight, and moves. */
static PyObject *draw_lists(const grundy_digraph *g, const grundy_solution *solution,
                            const char *format, const optional_items lists[3],
                            grundy_draw_options options) {
  memory_stream stream;
  options.vertices = numbers_of(&lists[0], &options.count);
  options.highlighted = numbers_of(&lists[1], &options.highlighted_count);
  options.played = numbers_of(&lists[2], &options.played_count);
  options.played_count /= 2;
  if (!stream_open(&stream)) return NULL;
  work w;
  work_begin(&w, Py_None);
  options.monitor = &w.monitor;
  bool good = work_end(&w, grundy_draw(g, solution, format, &options, stream.file, &w.error));
  return stream_close(&stream, good);
}

/* draw(digraph, solution, format, palette, layout or None, columns, legend, caption or None,
 *      vertices, highlighted, played, blank, scale, current or -1, overlap or None, no_boards,
 *      board or -1): bytes; arrays of uint32 or None. The solution may be None if a board is drawn
 */
static PyObject *draw(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *solved, *given[3], *bytes = NULL;
  const char *format, *columns;
  int palette, legend, blank, no_boards;
  long long at, alone;
  grundy_draw_options options = {.size = sizeof options};
  grundy_error error = {0};
  optional_items lists[3] = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOsizspzOOOpdLzpL", &digraph, &solved, &format, &palette,
                        &options.layout, &columns, &legend, &options.caption, &given[0], &given[1],
                        &given[2], &blank, &options.scale, &at, &options.overlap, &no_boards,
                        &alone))
    return NULL;
  uint32_t current = (uint32_t)at, board = (uint32_t)alone;
  const grundy_digraph *g = to_digraph(digraph);
  const grundy_solution *solution = g != NULL && alone < 0 ? to_solution(solved, g) : NULL;
  options.palette = (grundy_palette)palette;
  options.legend = legend != 0;
  options.blank = blank != 0;
  options.current = at < 0 ? NULL : &current;
  options.no_boards = no_boards != 0;
  options.board = alone < 0 ? NULL : &board;
  if (g == NULL || (solution == NULL && alone < 0)) return NULL;
  if (*columns != '\0' && !check(grundy_columns_parse(columns, &options.show, &error), &error))
    return NULL;
  bool good = true;
  for (int i = 0; i < 3 && good; i++) good = get_optional(given[i], &lists[i]);
  if (good) bytes = draw_lists(g, solution, format, lists, options);
  for (int i = 0; i < 3; i++)
    if (lists[i].given) items_release(&lists[i].items);
  return bytes;
}

/* worksheet(digraph, columns, title, part, misere, palette, layout or None, overlap or None, game
 * or None, best_moves, show, level, exercises, variants, seed, paper, no_name, language): bytes */
static PyObject *worksheet(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  const char *columns;
  int part, misere, palette, best_moves, show, level, paper, no_name, language;
  unsigned long long seed;
  memory_stream stream;
  grundy_worksheet_options options = {.size = sizeof options};
  grundy_error error = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OszipizzzpiiIIKipi", &digraph, &columns, &options.title, &part,
                        &misere, &palette, &options.layout, &options.overlap, &options.game,
                        &best_moves, &show, &level, &options.exercises, &options.variants, &seed,
                        &paper, &no_name, &language))
    return NULL;
  options.best_moves = best_moves;
  options.show = (grundy_worksheet_show)show;
  options.level = (grundy_worksheet_level)level;
  options.seed = seed;
  options.paper = (grundy_worksheet_paper)paper;
  options.no_name = no_name;
  options.language = (grundy_language)language;
  const grundy_digraph *g = to_digraph(digraph);
  options.part = (grundy_worksheet_part)part;
  options.palette = (grundy_palette)palette;
  options.play = misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  if (g == NULL ||
      (*columns != '\0' &&
       !check(grundy_columns_parse(columns, &options.columns, &error), &error)) ||
      !stream_open(&stream))
    return NULL;
  work w;
  work_begin(&w, Py_None);
  options.monitor = &w.monitor;
  bool good = work_end(&w, grundy_worksheet_write(g, &options, stream.file, &w.error));
  return stream_close(&stream, good);
}

/* draw_around(digraph, reverse, v, radius, most): a list of vertices */
static PyObject *draw_around(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *other;
  unsigned v, radius;
  unsigned long long most;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOIIK", &digraph, &other, &v, &radius, &most)) return NULL;
  const grundy_digraph *g = to_digraph(digraph), *reverse = g != NULL ? to_digraph(other) : NULL;
  if (reverse == NULL) return NULL;
  if (v >= grundy_digraph_order(g)) return PyErr_Format(PyExc_IndexError, "no position %u", v);
  uint32_t *found = NULL;
  uint64_t count = 0;
  work w;
  work_begin(&w, Py_None);
  if (!work_end(&w, grundy_draw_around(g, reverse, v, radius, most, &found, &count, &w.error)))
    return NULL;
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (uint64_t i = 0; list != NULL && i < count; i++) {
    PyObject *item = PyLong_FromUnsignedLong(found[i]);
    if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0) Py_CLEAR(list);
  }
  free(found);
  return list;
}

static PyMethodDef functions[] = {
    {"trace", trace, METH_VARARGS, NULL},
    {"draw", draw, METH_VARARGS, NULL},
    {"worksheet", worksheet, METH_VARARGS, NULL},
    {"draw_around", draw_around, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_pictures(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
