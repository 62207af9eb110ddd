/* Digraphs: opening, reading and writing them, and what they say about positions. */

#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *digraph_type;

PyObject *wrap_digraph(grundy_digraph *g, PyObject *owner) {
  PyObject *made = handle_new(digraph_type, g, owner);
  if (made == NULL) grundy_digraph_free(g);
  return made;
}

static const grundy_digraph *of(PyObject *self) {
  return ((handle *)self)->it;
}

static void digraph_dealloc(PyObject *self) {
  grundy_digraph_free(((handle *)self)->it);
  handle_dealloc(self);
}

/* ---- numbers ------------------------------------------------------------------------------- */

static PyObject *get_order(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromUnsignedLong(grundy_digraph_order(of(self)));
}

/* The number of moves; those of parts may lead to several parts at once. */
static PyObject *get_size(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromUnsignedLongLong(grundy_digraph_size(of(self)) +
                                     grundy_digraph_sum_count(of(self)));
}

static PyObject *get_has_parts(PyObject *self, void *closure) {
  (void)closure;
  return PyBool_FromLong(grundy_digraph_type(of(self)) == GRUNDY_GAME_PARTS);
}

static PyObject *get_is_explored(PyObject *self, void *closure) {
  (void)closure;
  return PyBool_FromLong(grundy_is_explored(of(self)));
}

static PyObject *get_has_labels(PyObject *self, void *closure) {
  (void)closure;
  uint32_t order = grundy_digraph_order(of(self)), v = 0;
  while (v < order && grundy_digraph_label(of(self), v) == NULL) v++;
  return PyBool_FromLong(v < order);
}

static PyObject *set_seen_by_mover(PyObject *self, PyObject *Py_UNUSED(none)) {
  grundy_digraph_set_seen_by_mover(((handle *)self)->it, true);
  Py_RETURN_NONE;
}

/* Parses a vertex; false with an IndexError if the game does not have it. */
static bool vertex_of(PyObject *self, PyObject *number, uint32_t *v) {
  unsigned long long given = PyLong_AsUnsignedLongLong(number);
  if (PyErr_Occurred()) return false;
  if (given < grundy_digraph_order(of(self))) {
    *v = (uint32_t)given;
    return true;
  }
  PyErr_Format(PyExc_IndexError, "the game has no position number %llu", given);
  return false;
}

/* ---- arrays ------------------------------------------------------------------------------- */

static PyObject *offsets(PyObject *self, PyObject *Py_UNUSED(none)) {
  const grundy_digraph *g = of(self);
  return view_new(self, grundy_digraph_offsets(g), (uint64_t)grundy_digraph_order(g) + 1, "Q");
}

static PyObject *targets(PyObject *self, PyObject *Py_UNUSED(none)) {
  const grundy_digraph *g = of(self);
  return view_new(self, grundy_digraph_targets(g), grundy_digraph_size(g), "I");
}

static PyObject *view_or_none(PyObject *self, const void *items, const char *format) {
  if (items == NULL) Py_RETURN_NONE;
  return view_new(self, items, grundy_digraph_order(of(self)), format);
}

static PyObject *players(PyObject *self, PyObject *Py_UNUSED(none)) {
  return view_or_none(self, grundy_digraph_players(of(self)), "B");
}

static PyObject *outcomes(PyObject *self, PyObject *Py_UNUSED(none)) {
  return view_or_none(self, grundy_digraph_outcomes(of(self)), "B");
}

static PyObject *payoffs(PyObject *self, PyObject *Py_UNUSED(none)) {
  return view_or_none(self, grundy_digraph_payoffs(of(self)), "d");
}

static PyObject *frontier(PyObject *self, PyObject *Py_UNUSED(none)) {
  return view_or_none(self, grundy_digraph_frontier(of(self)), "B");
}

static PyObject *kinds(PyObject *self, PyObject *Py_UNUSED(none)) {
  const uint8_t *items = grundy_digraph_kinds(of(self));
  if (items == NULL) Py_RETURN_NONE;
  return view_new(self, items, grundy_digraph_size(of(self)), "B");
}

static PyObject *list_of(const uint32_t *vertices, uint64_t count) {
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (uint64_t i = 0; list != NULL && i < count; i++) {
    PyObject *item = PyLong_FromUnsignedLong(vertices[i]);
    if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

static PyObject *followers(PyObject *self, PyObject *number) {
  uint32_t v;
  if (!vertex_of(self, number, &v)) return NULL;
  grundy_vertices row = grundy_digraph_followers(of(self), v);
  return list_of(row.at, row.count);
}

/* ---- names -------------------------------------------------------------------------------- */

static PyObject *name_of(const grundy_digraph *g, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(g, v, scratch);
  return text_of(name, strlen(name));
}

static PyObject *name(PyObject *self, PyObject *number) {
  uint32_t v;
  return vertex_of(self, number, &v) ? name_of(of(self), v) : NULL;
}

static PyObject *names(PyObject *self, PyObject *Py_UNUSED(none)) {
  uint32_t order = grundy_digraph_order(of(self));
  PyObject *list = PyList_New(order);
  for (uint32_t v = 0; list != NULL && v < order; v++) {
    PyObject *item = name_of(of(self), v);
    if (item == NULL || PyList_SetItem(list, v, item) < 0) Py_CLEAR(list);
  }
  return list;
}

static PyObject *find(PyObject *self, PyObject *text) {
  Py_ssize_t length;
  uint32_t v;
  grundy_error error = {0};
  const char *given = PyUnicode_AsUTF8AndSize(text, &length);
  if (given == NULL) return NULL;
  if (!check(grundy_position_find(of(self), given, (size_t)length, &v, &error), &error))
    return NULL;
  return PyLong_FromUnsignedLong(v);
}

/* parts(name): the numbers of the parts that the position comes apart into. */
static PyObject *parts(PyObject *self, PyObject *text) {
  Py_ssize_t length;
  uint32_t *found = NULL;
  uint64_t count = 0;
  grundy_error error = {0};
  const char *given = PyUnicode_AsUTF8AndSize(text, &length);
  if (given == NULL) return NULL;
  if (!check(grundy_position_parts(of(self), given, (size_t)length, &found, &count, &error),
             &error))
    return NULL;
  PyObject *list = list_of(found, count);
  free(found);
  return list;
}

static PyObject *label(PyObject *self, PyObject *number) {
  uint32_t v;
  if (!vertex_of(self, number, &v)) return NULL;
  const char *text = grundy_digraph_label(of(self), v);
  if (text == NULL) Py_RETURN_NONE;
  return text_of(text, strlen(text));
}

/* ---- components and the reverse ------------------------------------------------------------ */

static PyObject *components(PyObject *self, PyObject *out) {
  item_buffer numbers;
  uint32_t count = 0;
  if (!items_get(out, sizeof(uint32_t), true, &numbers)) return NULL;
  bool fits = numbers.count == grundy_digraph_order(of(self));
  bool good = false;
  if (fits) {
    work w;
    work_begin(&w, Py_None);
    good = work_end(
        &w, grundy_digraph_strong_components(of(self), numbers.buffer.buf, &count, &w.error));
  } else {
    PyErr_SetString(PyExc_ValueError, "expected one entry per position");
  }
  items_release(&numbers);
  return good ? PyLong_FromUnsignedLong(count) : NULL;
}

static PyObject *transpose(PyObject *self, PyObject *progress) {
  grundy_digraph *made = NULL;
  work w;
  work_begin(&w, progress);
  grundy_status status =
      grundy_digraph_transpose(of(self), GRUNDY_MONITORED(&w.monitor), &made, &w.error);
  if (work_end(&w, status)) return wrap_digraph(made, NULL);
  grundy_digraph_free(made);
  return NULL;
}

/* ---- writing ------------------------------------------------------------------------------ */

static PyObject *write_text(PyObject *self, PyObject *arguments) {
  const char *format;
  memory_stream stream;
  if (!PyArg_ParseTuple(arguments, "s", &format) || !stream_open(&stream)) return NULL;
  work w;
  work_begin(&w, Py_None);
  bool good =
      work_end(&w, grundy_digraph_write(of(self), grundy_format_find(format),
                                        GRUNDY_MONITORED(&w.monitor), stream.file, &w.error));
  return stream_close(&stream, good);
}

static PyObject *write_file(PyObject *self, PyObject *arguments) {
  const char *path, *format;
  PyObject *encoded, *progress;
  if (!PyArg_ParseTuple(arguments, "O&sO", PyUnicode_FSConverter, &encoded, &format, &progress))
    return NULL;
  path = PyBytes_AsString(encoded);
  grundy_output *output = NULL;
  work w;
  work_begin(&w, progress);
  grundy_status status = grundy_output_open(path, &output, &w.error);
  if (status == GRUNDY_OK) {
    status =
        grundy_digraph_write(of(self), grundy_format_find(format), GRUNDY_MONITORED(&w.monitor),
                             grundy_output_stream(output), &w.error);
    if (status == GRUNDY_OK)
      status = grundy_output_commit(output, &w.error);
    else
      grundy_output_discard(output);
  }
  bool good = work_end(&w, status);
  Py_DECREF(encoded);
  if (!good) return NULL;
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"offsets", offsets, METH_NOARGS, NULL},
    {"targets", targets, METH_NOARGS, NULL},
    {"players", players, METH_NOARGS, NULL},
    {"outcomes", outcomes, METH_NOARGS, NULL},
    {"payoffs", payoffs, METH_NOARGS, NULL},
    {"kinds", kinds, METH_NOARGS, NULL},
    {"frontier", frontier, METH_NOARGS, NULL},
    {"followers", followers, METH_O, NULL},
    {"name", name, METH_O, NULL},
    {"names", names, METH_NOARGS, NULL},
    {"find", find, METH_O, NULL},
    {"parts", parts, METH_O, NULL},
    {"label", label, METH_O, NULL},
    {"components", components, METH_O, NULL},
    {"transpose", transpose, METH_O, NULL},
    {"set_seen_by_mover", set_seen_by_mover, METH_NOARGS, NULL},
    {"write_text", write_text, METH_VARARGS, NULL},
    {"write_file", write_file, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef getters[] = {
    {"order", get_order, NULL, NULL, NULL},
    {"size", get_size, NULL, NULL, NULL},
    {"is_explored", get_is_explored, NULL, NULL, NULL},
    {"has_parts", get_has_parts, NULL, NULL, NULL},
    {"has_labels", get_has_labels, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"A game of the library."},
    {Py_tp_dealloc, (void *)digraph_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, getters},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Digraph", sizeof(handle), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* ---- opening ------------------------------------------------------------------------------ */

/* game_open(text, format, limit, memory, libraries, unreduced, split, window, progress) */
static PyObject *game_open(PyObject *module, PyObject *arguments) {
  const char *text, *format;
  unsigned long long limit, memory, window;
  int libraries, unreduced, split;
  PyObject *progress;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "ssKKpppKO", &text, &format, &limit, &memory, &libraries,
                        &unreduced, &split, &window, &progress))
    return NULL;
  grundy_digraph *g = NULL;
  work w;
  work_begin(&w, progress);
  grundy_open_options options = {.size = sizeof options,
                                 .format = grundy_format_find(format),
                                 .limit = limit,
                                 .memory = memory,
                                 .libraries = libraries != 0,
                                 .unreduced = unreduced != 0,
                                 .parts = split != 0,
                                 .window = window,
                                 .accepts_windows = true,
                                 .monitor = &w.monitor};
  bool good = work_end(&w, grundy_game_open(text, &options, &g, &w.error));
  if (good) return wrap_digraph(g, NULL);
  grundy_digraph_free(g);
  return NULL;
}

/* digraph_read(path, format, max_positions, progress) */
static PyObject *digraph_read(PyObject *module, PyObject *arguments) {
  const char *format;
  unsigned long long most;
  PyObject *encoded, *progress;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "O&sKO", PyUnicode_FSConverter, &encoded, &format, &most,
                        &progress))
    return NULL;
  const char *path = PyBytes_AsString(encoded);
  grundy_digraph *g = NULL;
  work w;
  work_begin(&w, progress);
  grundy_read_options options = {
      .size = sizeof options, .monitor = &w.monitor, .max_positions = most};
  bool good =
      work_end(&w, grundy_digraph_read(path, grundy_format_find(format), &options, &g, &w.error));
  Py_DECREF(encoded);
  if (good) return wrap_digraph(g, NULL);
  grundy_digraph_free(g);
  return NULL;
}

/* digraph_text(text, format, max_positions): reads a game from bytes. */
static PyObject *digraph_text(PyObject *module, PyObject *arguments) {
  char *text;
  Py_ssize_t length;
  const char *format;
  unsigned long long most;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "y#sK", &text, &length, &format, &most)) return NULL;
  static char nothing[] = "\n"; /* fmemopen may refuse an empty buffer */
  FILE *stream = fmemopen(length > 0 ? text : nothing, length > 0 ? (size_t)length : 1, "r");
  if (stream == NULL) return PyErr_NoMemory();
  grundy_digraph *g = NULL;
  work w;
  work_begin(&w, Py_None);
  grundy_read_options options = {
      .size = sizeof options, .monitor = &w.monitor, .stream = stream, .max_positions = most};
  bool good =
      work_end(&w, grundy_digraph_read("text", grundy_format_find(format), &options, &g, &w.error));
  (void)fclose(stream);
  if (good) return wrap_digraph(g, NULL);
  grundy_digraph_free(g);
  return NULL;
}

/* format_of(path, use): the name of the format for this use that belongs to the ending; "" if there
 * is none. */
static PyObject *format_of(PyObject *module, PyObject *arguments) {
  PyObject *encoded;
  int use;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "O&i", PyUnicode_FSConverter, &encoded, &use)) return NULL;
  const char *name_found =
      grundy_format_name(grundy_format_of(PyBytes_AsString(encoded), (grundy_format_use)use));
  Py_DECREF(encoded);
  return PyUnicode_FromString(name_found != NULL ? name_found : "");
}

static PyObject *format_can(PyObject *module, PyObject *arguments) {
  const char *format;
  int use;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "si", &format, &use)) return NULL;
  return PyBool_FromLong(grundy_format_can(grundy_format_find(format), (grundy_format_use)use));
}

/* ---- products ----------------------------------------------------------------------------- */

/* product(kind, digraphs, unnamed, progress) */
static PyObject *product(PyObject *module, PyObject *arguments) {
  int kind, unnamed;
  PyObject *list, *progress;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "iOpO", &kind, &list, &unnamed, &progress)) return NULL;
  PyObject *kept = PySequence_Tuple(list);
  if (kept == NULL) return NULL;
  Py_ssize_t count = PyTuple_Size(kept);
  const grundy_digraph **games = PyMem_Calloc((size_t)count + 1, sizeof(void *));
  grundy_digraph *made = NULL;
  bool good = games != NULL;
  if (games == NULL) PyErr_NoMemory();
  for (Py_ssize_t i = 0; good && i < count; i++) {
    games[i] = to_digraph(PyTuple_GetItem(kept, i));
    good = games[i] != NULL;
  }
  if (good) {
    work w;
    work_begin(&w, progress);
    grundy_product_options options = {
        .size = sizeof options, .unnamed = unnamed != 0, .monitor = &w.monitor};
    good = work_end(&w, grundy_digraph_product((grundy_operator)kind, (size_t)count, games,
                                               &options, &made, &w.error));
  }
  PyMem_Free(games);
  Py_DECREF(kept);
  if (good) return wrap_digraph(made, NULL);
  grundy_digraph_free(made);
  return NULL;
}

static PyMethodDef functions[] = {
    {"game_open", game_open, METH_VARARGS, NULL},
    {"digraph_read", digraph_read, METH_VARARGS, NULL},
    {"digraph_text", digraph_text, METH_VARARGS, NULL},
    {"format_of", format_of, METH_VARARGS, NULL},
    {"format_can", format_can, METH_VARARGS, NULL},
    {"product", product, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_digraph(PyObject *module) {
  digraph_type = add_type(module, &spec);
  return digraph_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
