/* Pictures, explanations and traces: everything that the library writes to a stream. */

#include "core.h"

#include <stdlib.h>
#include <string.h>

/* explain(digraph, solution, v, depth, most, ascii): bytes */
static PyObject *explain(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *solved;
  unsigned v, depth;
  unsigned long long most;
  int ascii;
  memory_stream stream;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOIIKp", &digraph, &solved, &v, &depth, &most, &ascii))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  const grundy_solution *solution = g != NULL ? to_solution(solved, g) : NULL;
  if (solution == NULL) return NULL;
  if (v >= grundy_digraph_order(g)) return PyErr_Format(PyExc_IndexError, "no position %u", v);
  if (!stream_open(&stream)) return NULL;
  grundy_explain_options options = {
      .size = sizeof options, .depth = depth, .most = most, .ascii = ascii != 0};
  work w;
  work_begin(&w, Py_None);
  bool good = work_end(&w, grundy_explain(g, solution, v, &options, stream.file, &w.error));
  return stream_close(&stream, good);
}

/* trace(digraph, algorithm, format): bytes */
static PyObject *trace(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  int algorithm, format;
  memory_stream stream;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Oii", &digraph, &algorithm, &format)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL || !stream_open(&stream)) return NULL;
  work w;
  work_begin(&w, Py_None);
  bool good = work_end(&w, grundy_trace_write(g, (grundy_tracing)algorithm,
                                              (grundy_trace_format)format, stream.file, &w.error));
  return stream_close(&stream, good);
}

/* The arguments of draw that are arrays. */
typedef struct drawn {
  item_buffer vertices, highlighted, played;
  bool has_vertices, has_highlighted, has_played;
} drawn;

static bool get_optional(PyObject *given, item_buffer *found, bool *has) {
  *has = given != Py_None && items_get(given, sizeof(uint32_t), false, found);
  return !PyErr_Occurred();
}

static void drawn_release(drawn *d) {
  if (d->has_vertices) items_release(&d->vertices);
  if (d->has_highlighted) items_release(&d->highlighted);
  if (d->has_played) items_release(&d->played);
}

/* draw(digraph, solution, format, palette, layout or None, columns, legend, caption or None,
 *      vertices, highlighted, played, blank, scale): bytes; arrays of uint32 or None */
static PyObject *draw(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *solved, *vertices, *highlighted, *played, *bytes = NULL;
  const char *format, *layout, *columns, *caption;
  int palette, legend, blank;
  double scale;
  drawn arrays = {0};
  memory_stream stream;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOsizspzOOOpd", &digraph, &solved, &format, &palette, &layout,
                        &columns, &legend, &caption, &vertices, &highlighted, &played, &blank,
                        &scale))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  const grundy_solution *solution = g != NULL ? to_solution(solved, g) : NULL;
  grundy_draw_options options = {.size = sizeof options,
                                 .palette = (grundy_palette)palette,
                                 .layout = layout,
                                 .legend = legend != 0,
                                 .caption = caption,
                                 .blank = blank != 0,
                                 .scale = scale};
  grundy_error error = {0};
  if (solution == NULL) return NULL;
  if (*columns != '\0' && !check(grundy_columns_parse(columns, &options.show, &error), &error))
    return NULL;
  bool good = get_optional(vertices, &arrays.vertices, &arrays.has_vertices) &&
              get_optional(highlighted, &arrays.highlighted, &arrays.has_highlighted) &&
              get_optional(played, &arrays.played, &arrays.has_played);
  if (arrays.has_vertices) {
    options.vertices = arrays.vertices.buffer.buf;
    options.count = arrays.vertices.count;
  }
  if (arrays.has_highlighted) {
    options.highlighted = arrays.highlighted.buffer.buf;
    options.highlighted_count = arrays.highlighted.count;
  }
  if (arrays.has_played) {
    options.played = arrays.played.buffer.buf;
    options.played_count = arrays.played.count / 2;
  }
  if (good && stream_open(&stream)) {
    work w;
    work_begin(&w, Py_None);
    options.monitor = &w.monitor;
    good = work_end(&w, grundy_draw(g, solution, format, &options, stream.file, &w.error));
    bytes = stream_close(&stream, good);
  }
  drawn_release(&arrays);
  return bytes;
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
    {"explain", explain, METH_VARARGS, NULL},
    {"trace", trace, METH_VARARGS, NULL},
    {"draw", draw, METH_VARARGS, NULL},
    {"draw_around", draw_around, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_pictures(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
