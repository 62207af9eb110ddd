/* Games on vectors. */

#include "core.h"

static PyTypeObject *vectors_type;

/* A box with the game and the options that it was computed with. */
typedef struct vectors {
  PyObject_HEAD grundy_vector_box *box;
  grundy_vector_game game;
  grundy_vector_options options; /* without a monitor; terminal positions belong to the game */
  char *text;
} vectors;

static void vectors_dealloc(PyObject *self) {
  vectors *v = (vectors *)self;
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  grundy_vector_box_free(v->box);
  grundy_vector_game_free(&v->game);
  PyMem_Free(v->text);
  release(self);
  Py_DECREF(type);
}

/* grid(): (view of uint32 values or of letters, has values, lengths of the sides) */
static PyObject *grid(PyObject *self, PyObject *Py_UNUSED(none)) {
  const grundy_vector_grid g = grundy_vector_box_view(((vectors *)self)->box);
  PyObject *lengths = PyTuple_New(g.dimension);
  for (uint32_t i = 0; lengths != NULL && i < g.dimension; i++) {
    PyObject *length = PyLong_FromUnsignedLongLong(g.corner.at[i] + 1ULL);
    if (length == NULL || PyTuple_SetItem(lengths, i, length) < 0) Py_CLEAR(lengths);
  }
  if (lengths == NULL) return NULL;
  bool has_values = g.values != NULL;
  PyObject *view = has_values ? view_new(self, g.values, g.count, "I")
                              : view_new(self, g.outcomes, g.count, "B");
  return Py_BuildValue("NNN", view, PyBool_FromLong(has_values), lengths);
}

/* Parses a slice of the box; `text` is NULL for the whole box. */
static grundy_status find_slice(const vectors *v, const char *text, grundy_vector_slice *slice,
                                grundy_error *error) {
  const grundy_vector_grid g = grundy_vector_box_view(v->box);
  return grundy_vector_slice_parse(text, &g, slice, error);
}

static grundy_status find_period(const vectors *v, const grundy_vector_slice *slice,
                                 const grundy_monitor *monitor, grundy_vector_period *period,
                                 grundy_error *error) {
  grundy_vector_options options = v->options;
  options.monitor = monitor;
  return grundy_vector_find_period(v->game.moves, slice, &options, period, error);
}

/* period(slice, progress): (preperiod, length, saltus, proved_at, theorem) */
static PyObject *period(PyObject *self, PyObject *arguments) {
  const char *text;
  PyObject *progress;
  grundy_vector_slice slice;
  grundy_vector_period p = {0};
  if (!PyArg_ParseTuple(arguments, "sO", &text, &progress)) return NULL;
  work w;
  work_begin(&w, progress);
  grundy_status status = find_slice((vectors *)self, text, &slice, &w.error);
  if (status == GRUNDY_OK) status = find_period((vectors *)self, &slice, &w.monitor, &p, &w.error);
  if (!work_end(&w, status)) return NULL;
  return Py_BuildValue("KKKKs", (unsigned long long)p.preperiod, (unsigned long long)p.length,
                       (unsigned long long)p.saltus, (unsigned long long)p.proved_at, p.theorem);
}

/* draw(slice or None): png in bytes */
static PyObject *draw(PyObject *self, PyObject *arguments) {
  const char *text;
  grundy_vector_slice slice;
  memory_stream stream;
  if (!PyArg_ParseTuple(arguments, "z", &text) || !stream_open(&stream)) return NULL;
  const vectors *v = (vectors *)self;
  work w;
  work_begin(&w, Py_None);
  grundy_status status = find_slice(v, text, &slice, &w.error);
  if (status == GRUNDY_OK)
    status =
        grundy_vector_draw(v->box, &slice, GRUNDY_MONITORED(&w.monitor), stream.file, &w.error);
  return stream_close(&stream, work_end(&w, status));
}

/* write_json(slice or None, with period): bytes */
static PyObject *write_json(PyObject *self, PyObject *arguments) {
  const char *text;
  int with_period;
  grundy_vector_slice slice;
  grundy_vector_period found;
  memory_stream stream;
  if (!PyArg_ParseTuple(arguments, "zp", &text, &with_period) || !stream_open(&stream)) return NULL;
  const vectors *v = (vectors *)self;
  work w;
  work_begin(&w, Py_None);
  const grundy_vector_write_options options = {.size = sizeof options,
                                               .game = v->text,
                                               .outcomes = v->options.outcomes_only,
                                               .period = with_period ? &found : NULL,
                                               .monitor = &w.monitor};
  grundy_status status = find_slice(v, text, &slice, &w.error);
  if (status == GRUNDY_OK && with_period)
    status = find_period(v, &slice, &w.monitor, &found, &w.error);
  if (status == GRUNDY_OK)
    status =
        grundy_vector_write(v->box, &slice, GRUNDY_FORMAT_JSON, &options, stream.file, &w.error);
  return stream_close(&stream, work_end(&w, status));
}

static PyMethodDef methods[] = {
    {"grid", grid, METH_NOARGS, NULL},
    {"period", period, METH_VARARGS, NULL},
    {"draw", draw, METH_VARARGS, NULL},
    {"write_json", write_json, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"A box of a game on vectors."},
    {Py_tp_dealloc, (void *)vectors_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Vectors", sizeof(vectors), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* Solves a game that owns its text; false with an exception on failure. */
static bool solve(vectors *v, PyObject *progress) {
  work w;
  work_begin(&w, progress);
  grundy_status status = grundy_vector_game_parse(v->text, &v->game, &w.error);
  if (status == GRUNDY_OK) {
    v->options.corner = v->game.corner;
    v->options.terminal = v->game.terminal;
    v->options.terminal_count = v->game.terminal_count;
    v->options.passes = v->game.passes;
    v->options.block = v->game.block;
    grundy_vector_options options = v->options;
    options.monitor = &w.monitor;
    status = grundy_vector_solve(v->game.moves, &options, &v->box, &w.error);
  }
  return work_end(&w, status);
}

/* vector_solve(text, outcomes, misere, limit, progress) */
static PyObject *vector_solve(PyObject *module, PyObject *arguments) {
  const char *text;
  Py_ssize_t length;
  int outcomes, misere;
  unsigned long long limit;
  PyObject *progress;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "s#ppKO", &text, &length, &outcomes, &misere, &limit, &progress))
    return NULL;
  vectors *made = PyObject_New(vectors, vectors_type);
  if (made == NULL) return NULL;
  made->box = NULL;
  made->game = (grundy_vector_game){0};
  made->options =
      (grundy_vector_options){.size = sizeof made->options,
                              .play = misere != 0 ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
                              .outcomes_only = outcomes != 0,
                              .limit = limit};
  made->text = PyMem_Malloc((size_t)length + 1);
  if (made->text == NULL) {
    PyErr_NoMemory();
  } else {
    for (Py_ssize_t i = 0; i <= length; i++) made->text[i] = text[i];
    if (solve(made, progress)) return (PyObject *)made;
  }
  Py_DECREF(made);
  return NULL;
}

/* ---- automata ------------------------------------------------------------------------------- */

/* What is learnt and proved about a game. */
typedef struct automata {
  grundy_vector_game game;
  grundy_automaton_options options;
  grundy_automaton *automaton;
  grundy_automaton_report learnt, proved;
} automata;

/* Learns, and proves what was learnt; the certificate is written only if it is proved. */
static grundy_status learn_and_prove(automata *a, const char *path, grundy_error *error) {
  grundy_output *output = NULL;
  grundy_status status =
      grundy_automaton_learn(a->game.moves, &a->options, &a->automaton, &a->learnt, error);
  if (status != GRUNDY_OK || a->automaton == NULL) return status;
  if (path != NULL) status = grundy_output_open(path, &output, error);
  if (output != NULL) a->options.certificate = grundy_output_stream(output);
  if (status == GRUNDY_OK)
    status = grundy_automaton_prove(a->automaton, a->game.moves, &a->options, &a->proved, error);
  if (output == NULL) return status;
  if (status == GRUNDY_OK && a->proved.finding == GRUNDY_AUTOMATON_HOLDS)
    return grundy_output_commit(output, error);
  grundy_output_discard(output);
  return status;
}

/* automaton(text, numeration, level, certificate in bytes or None, limit, memory, progress): JSON
 * in bytes */
static PyObject *automaton(PyObject *module, PyObject *arguments) {
  const char *text, *numeration, *path;
  unsigned level;
  unsigned long long limit, memory;
  PyObject *progress, *bytes = NULL;
  memory_stream stream;
  automata a = {.options = {.size = sizeof a.options}};
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "ssIzKKO", &text, &numeration, &level, &path, &limit, &memory,
                        &progress))
    return NULL;
  work_begin(&w, progress);
  grundy_status status = grundy_numeration_parse(numeration, &a.options.numeration, &w.error);
  if (status == GRUNDY_OK) status = grundy_vector_game_parse(text, &a.game, &w.error);
  a.options.corner = a.game.corner;
  a.options.terminal = a.game.terminal;
  a.options.terminal_count = a.game.terminal_count;
  a.options.block = a.game.block;
  a.options.level = level;
  a.options.limit = limit;
  a.options.memory = memory;
  a.options.monitor = &w.monitor;
  if (status == GRUNDY_OK) status = learn_and_prove(&a, path, &w.error);
  if (work_end(&w, status) && stream_open(&stream)) {
    grundy_json json = grundy_json_start(stream.file);
    grundy_automaton_write_json(
        &json, a.automaton, grundy_vector_moves_view(a.game.moves).dimension, &a.learnt, &a.proved);
    bytes = stream_close(&stream, true);
  }
  grundy_automaton_free(a.automaton);
  grundy_vector_game_free(&a.game);
  return bytes;
}

static PyMethodDef functions[] = {
    {"vector_solve", vector_solve, METH_VARARGS, NULL},
    {"automaton", automaton, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_vector(PyObject *module) {
  vectors_type = add_type(module, &spec);
  return vectors_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
