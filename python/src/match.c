/* Matches. */

#include "compound.h"

#include <math.h>
#include <string.h>

static PyTypeObject *match_type;

/* A match, and the options that it reads before every search. */
typedef struct match {
  PyObject_HEAD grundy_match *it;
  grundy_search_options search;
  PyObject *compound, *component; /* what it plays on; the component may be NULL */
} match;

static void match_dealloc(PyObject *self) {
  match *m = (match *)self;
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  grundy_match_free(m->it);
  Py_XDECREF(m->compound);
  Py_XDECREF(m->component);
  release(self);
  Py_DECREF(type);
}

/* Starts a call that may search; end it with match_end. */
static bool match_begin(match *m, work *w, PyObject *progress) {
  if (!exclusive_begin(w, progress)) return false;
  m->search.monitor = &w->monitor;
  return true;
}

static bool match_end(match *m, work *w, grundy_status status) {
  bool good = work_end(w, status);
  m->search.monitor = NULL;
  return good;
}

/* Returns the solved digraph of a component if it has players or payoffs; otherwise NULL. */
static const grundy_solved *solved_with_players(PyObject *component) {
  const grundy_solved *solved = component_solved(component);
  bool coloured = solved != NULL && grundy_game_is_coloured(grundy_digraph_type(solved->g));
  return coloured ? solved : NULL;
}

/* match_new(compound, component or None, first, never, limit, progress): the component is the only
 * one of the compound if it is a solved digraph. */
static PyObject *match_new(PyObject *module, PyObject *arguments) {
  PyObject *compound, *component, *progress;
  int first, never;
  unsigned long long limit;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOipKO", &compound, &component, &first, &never, &limit,
                        &progress))
    return NULL;
  grundy_compound *played = to_compound(compound);
  if (played == NULL) return NULL;
  match *m = PyObject_New(match, match_type);
  if (m == NULL) return NULL;
  m->it = NULL;
  m->search =
      (grundy_search_options){.size = sizeof m->search, .never = never != 0, .limit = limit};
  m->compound = Py_NewRef(compound);
  m->component = Py_NewRef(component);
  grundy_match_options options = {.size = sizeof options, .first = first, .search = &m->search};
  options.solved = solved_with_players(component);
  work w;
  bool good = match_begin(m, &w, progress);
  if (good) {
    good = match_end(m, &w, grundy_match_new(played, &options, &m->it, &w.error));
    (void)exclusive_release(NULL);
  }
  if (good) return (PyObject *)m;
  Py_DECREF(m);
  return NULL;
}

static PyObject *length(PyObject *self, PyObject *Py_UNUSED(none)) {
  work w;
  if (!exclusive_begin(&w, Py_None)) return NULL;
  uint64_t moves = grundy_match_length(((match *)self)->it);
  if (!work_end(&w, GRUNDY_OK)) return exclusive_release(NULL);
  return exclusive_release(PyLong_FromUnsignedLongLong(moves));
}

static PyObject *position_after(const grundy_match *m, unsigned long long moves) {
  if (moves > grundy_match_length(m))
    return PyErr_Format(PyExc_IndexError, "the match has no position after %llu moves", moves);
  grundy_match_position at = grundy_match_position_after(m, moves);
  PyObject *steps = at.steps != NULL ? steps_of(at.steps, at.step_count) : Py_NewRef(Py_None);
  if (steps == NULL) return NULL;
  return Py_BuildValue("iddNN", at.turn, at.worth[0], at.worth[1], PyBool_FromLong(at.is_over),
                       steps);
}

/* position(moves): (turn, worth of 0, worth of 1, is over, steps or None) */
static PyObject *position(PyObject *self, PyObject *number) {
  unsigned long long after = PyLong_AsUnsignedLongLong(number);
  work w;
  if (PyErr_Occurred() || !exclusive_begin(&w, Py_None)) return NULL;
  if (!work_end(&w, GRUNDY_OK)) return exclusive_release(NULL);
  return exclusive_release(position_after(((match *)self)->it, after));
}

static PyObject *colour(PyObject *self, PyObject *number) {
  long player = PyLong_AsLong(number);
  if (PyErr_Occurred()) return NULL;
  char letter = grundy_match_colour(((match *)self)->it, player != 0);
  if (letter == 0) Py_RETURN_NONE;
  return PyUnicode_FromFormat("%c", letter);
}

static PyObject *occurrences(PyObject *self, PyObject *Py_UNUSED(none)) {
  uint64_t count;
  work w;
  if (!exclusive_begin(&w, Py_None)) return NULL;
  bool good = work_end(&w, grundy_match_occurrences(((match *)self)->it, &count, &w.error));
  return exclusive_release(good ? PyLong_FromUnsignedLongLong(count) : NULL);
}

/* move(steps, progress) */
static PyObject *move(PyObject *self, PyObject *arguments) {
  PyObject *list, *progress;
  uint64_t count;
  work w;
  if (!PyArg_ParseTuple(arguments, "OO", &list, &progress)) return NULL;
  grundy_step *steps = to_steps(list, &count);
  if (steps == NULL) return NULL;
  bool begun = match_begin((match *)self, &w, progress), good = false;
  if (begun) {
    good = match_end((match *)self, &w,
                     grundy_match_move(((match *)self)->it, steps, count, &w.error));
    (void)exclusive_release(NULL);
  }
  PyMem_Free(steps);
  if (!good) return NULL;
  Py_RETURN_NONE;
}

static PyObject *undo(PyObject *self, PyObject *Py_UNUSED(none)) {
  work w;
  if (!exclusive_begin(&w, Py_None)) return NULL;
  bool undone = grundy_match_undo(((match *)self)->it);
  if (!work_end(&w, GRUNDY_OK)) return exclusive_release(NULL);
  return exclusive_release(PyBool_FromLong(undone));
}

/* best(progress): (a move as JSON, in bytes, the remoteness); the remoteness is 0 in games with
 * payoffs */
static PyObject *best(PyObject *self, PyObject *progress) {
  match *m = (match *)self;
  grundy_evaluation evaluation;
  grundy_move found;
  work w;
  if (!match_begin(m, &w, progress)) return NULL;
  if (!match_end(m, &w, grundy_match_best(m->it, &evaluation, &found, &w.error)))
    return exclusive_release(NULL);
  PyObject *json = move_of(to_compound(m->compound), &found);
  if (json == NULL) return exclusive_release(NULL);
  return exclusive_release(Py_BuildValue("NK", json, (unsigned long long)evaluation.remoteness));
}

static PyMethodDef methods[] = {
    {"length", length, METH_NOARGS, NULL}, {"position", position, METH_O, NULL},
    {"colour", colour, METH_O, NULL},      {"occurrences", occurrences, METH_NOARGS, NULL},
    {"move", move, METH_VARARGS, NULL},    {"undo", undo, METH_NOARGS, NULL},
    {"best", best, METH_O, NULL},          {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"A match of the library."},
    {Py_tp_dealloc, (void *)match_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Match", sizeof(match), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* Makes the moves of a list of (steps, is a reply) and reports each. */
static grundy_status add_moves(PyObject *moves, grundy_match *m, grundy_match_report *report,
                               grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  for (Py_ssize_t i = 0; status == GRUNDY_OK && i < PyList_Size(moves); i++) {
    PyObject *list;
    int is_reply;
    uint64_t count = 0;
    if (!PyArg_ParseTuple(PyList_GetItem(moves, i), "Op", &list, &is_reply)) break;
    grundy_step *steps = to_steps(list, &count);
    if (steps == NULL) break;
    status = grundy_match_move(m, steps, count, error);
    if (status == GRUNDY_OK) status = grundy_match_report_add(report, is_reply != 0, error);
    PyMem_Free(steps);
  }
  return PyErr_Occurred() ? GRUNDY_BAD_ARGUMENT : status;
}

/* match_report(compound, component or None, first, sources, moves, language): JSON in bytes. The
 * compound is at the start of the match, and the component as for match_new. */
static PyObject *match_report(PyObject *module, PyObject *arguments) {
  PyObject *compound, *component, *names, *moves, *bytes = NULL;
  const char **sources = NULL;
  int first, language;
  memory_stream stream;
  grundy_match *m = NULL;
  grundy_match_report *report = NULL;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOiOO!i", &compound, &component, &first, &names, &PyList_Type,
                        &moves, &language))
    return NULL;
  grundy_compound *played = to_compound(compound);
  if (played == NULL || !sources_of(compound, names, &sources) || !stream_open(&stream)) {
    PyMem_Free(sources);
    return NULL;
  }
  bool good = exclusive_begin(&w, Py_None);
  if (good) good = work_end(&w, GRUNDY_OK); /* the moves are objects, so the lock is kept */
  if (good) {
    grundy_match_options options = {.size = sizeof options, .first = first};
    grundy_match_report_options about = {
        .size = sizeof about,
        .about = {.sources = (const char *const *)sources, .solved = component_solved(component)},
        .language = (grundy_language)language};
    options.solved = solved_with_players(component);
    grundy_json json = grundy_json_start(stream.file);
    grundy_status status = grundy_match_new(played, &options, &m, &w.error);
    if (status == GRUNDY_OK) status = grundy_match_report_new(m, played, &about, &report, &w.error);
    if (status == GRUNDY_OK) status = add_moves(moves, m, report, &w.error);
    if (status == GRUNDY_OK) status = grundy_match_report_write(report, &json, &w.error);
    good = check(status, &w.error);
    grundy_match_report_free(report);
    grundy_match_free(m);
    (void)exclusive_release(NULL);
  }
  PyMem_Free(sources);
  bytes = stream_close(&stream, good);
  return bytes;
}

static PyMethodDef functions[] = {
    {"match_new", match_new, METH_VARARGS, NULL},
    {"match_report", match_report, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_match(PyObject *module) {
  match_type = add_type(module, &spec);
  return match_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
