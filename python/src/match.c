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

/* match_new(compound, component or None, first, progress): the component is the only one of the
 * compound if it is a solved digraph. */
static PyObject *match_new(PyObject *module, PyObject *arguments) {
  PyObject *compound, *component, *progress;
  int first;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOiO", &compound, &component, &first, &progress)) return NULL;
  grundy_compound *played = to_compound(compound);
  if (played == NULL) return NULL;
  match *m = PyObject_New(match, match_type);
  if (m == NULL) return NULL;
  m->it = NULL;
  m->search = (grundy_search_options){.size = sizeof m->search};
  m->compound = Py_NewRef(compound);
  m->component = Py_NewRef(component);
  grundy_match_options options = {.size = sizeof options, .first = first, .search = &m->search};
  const grundy_solved *solved = component_solved(component);
  if (solved != NULL && (grundy_digraph_players(solved->g) || grundy_digraph_payoffs(solved->g)))
    options.solved = solved;
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

static PyObject *has_payoffs(PyObject *self, PyObject *Py_UNUSED(none)) {
  return PyBool_FromLong(grundy_match_has_payoffs(((match *)self)->it));
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

/* best(progress): (evaluation, move) */
static PyObject *best(PyObject *self, PyObject *progress) {
  match *m = (match *)self;
  grundy_evaluation evaluation;
  grundy_move found;
  work w;
  if (!match_begin(m, &w, progress)) return NULL;
  if (!match_end(m, &w, grundy_match_best(m->it, &evaluation, &found, &w.error)))
    return exclusive_release(NULL);
  return exclusive_release(
      Py_BuildValue("NN", evaluation_of(&evaluation), move_of(to_compound(m->compound), found)));
}

static PyMethodDef methods[] = {
    {"length", length, METH_NOARGS, NULL},
    {"position", position, METH_O, NULL},
    {"colour", colour, METH_O, NULL},
    {"has_payoffs", has_payoffs, METH_NOARGS, NULL},
    {"occurrences", occurrences, METH_NOARGS, NULL},
    {"move", move, METH_VARARGS, NULL},
    {"undo", undo, METH_NOARGS, NULL},
    {"best", best, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"A match of the library."},
    {Py_tp_dealloc, (void *)match_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Match", sizeof(match), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

static PyMethodDef functions[] = {
    {"match_new", match_new, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_match(PyObject *module) {
  match_type = add_type(module, &spec);
  return match_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
