/* Linear games over GF(2). Rows of matrices are ints: bit j is entry j. */

#include "core.h"

#include <string.h>

static PyTypeObject *lift_type, *linear_type;

/* ---- L(G) ------------------------------------------------------------------------------------ */

static void lift_dealloc(PyObject *self) {
  grundy_lift_free(((handle *)self)->it);
  handle_dealloc(self);
}

/* lift_new(digraph, solution) */
static PyObject *lift_new(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *solved;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &digraph, &solved)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  const grundy_solution *solution = g != NULL ? to_solution(solved, g) : NULL;
  if (solution == NULL) return NULL;
  grundy_lift *lift = NULL;
  work w;
  work_begin(&w, Py_None);
  bool good = work_end(&w, grundy_lift_new(g, solution, &lift, &w.error));
  PyObject *made = good ? handle_new(lift_type, lift, arguments) : NULL;
  if (made == NULL) grundy_lift_free(lift);
  return made;
}

static PyObject *lift_value(PyObject *self, PyObject *element) {
  Py_ssize_t length;
  uint32_t value;
  grundy_error error = {0};
  const char *text = PyUnicode_AsUTF8AndSize(element, &length);
  if (text == NULL) return NULL;
  if (!check(grundy_lift_value(((handle *)self)->it, text, &value, &error), &error)) return NULL;
  return PyLong_FromUnsignedLong(value);
}

/* The first position of value 2^i, for every i. */
static PyObject *lift_basis(PyObject *self, PyObject *Py_UNUSED(none)) {
  const grundy_lift *lift = ((handle *)self)->it;
  PyObject *list = PyList_New(lift->rank);
  for (uint32_t i = 0; list != NULL && i < lift->rank; i++) {
    PyObject *item = PyLong_FromUnsignedLong(lift->f[i]);
    if (item == NULL || PyList_SetItem(list, i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

static PyMethodDef lift_methods[] = {
    {"value", lift_value, METH_O, NULL},
    {"basis", lift_basis, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot lift_slots[] = {
    {Py_tp_doc, (void *)"The linear game of an acyclic game."},
    {Py_tp_dealloc, (void *)lift_dealloc},
    {Py_tp_methods, lift_methods},
    {0, NULL},
};
static PyType_Spec lift_spec = {"grundy._core.Lift", sizeof(handle), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, lift_slots};

/* ---- games given by their moves ---------------------------------------------------------------
 */

/* A game and its solution. */
typedef struct linear {
  PyObject_HEAD grundy_linear *game;
  grundy_linear_solution *solution;
} linear;

static void linear_dealloc(PyObject *self) {
  linear *l = (linear *)self;
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  grundy_linear_solution_free(l->solution);
  grundy_linear_free(l->game);
  release(self);
  Py_DECREF(type);
}

/* Returns the rows of a matrix as texts of 0 and 1; None for NULL. */
static PyObject *rows_of(const grundy_matrix *m) {
  if (m == NULL) Py_RETURN_NONE;
  uint64_t rows = grundy_matrix_rows(m), columns = grundy_matrix_columns(m);
  PyObject *list = PyList_New((Py_ssize_t)rows);
  char *text = PyMem_Malloc(columns + 1);
  if (text == NULL) PyErr_NoMemory();
  if (text == NULL) Py_CLEAR(list);
  for (uint64_t i = 0; list != NULL && i < rows; i++) {
    for (uint64_t j = 0; j < columns; j++) text[j] = grundy_matrix_get(m, i, j) ? '1' : '0';
    PyObject *item = text_of(text, columns);
    if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0) Py_CLEAR(list);
  }
  PyMem_Free(text);
  return list;
}

/* linear_read(path, progress): reads and solves. */
static PyObject *linear_read(PyObject *module, PyObject *arguments) {
  PyObject *encoded, *progress;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "O&O", PyUnicode_FSConverter, &encoded, &progress)) return NULL;
  linear *made = PyObject_New(linear, linear_type);
  if (made == NULL) {
    Py_DECREF(encoded);
    return NULL;
  }
  made->game = NULL;
  made->solution = NULL;
  work w;
  work_begin(&w, progress);
  grundy_read_options options = {.size = sizeof options, .monitor = &w.monitor};
  grundy_status status =
      grundy_linear_read(PyBytes_AsString(encoded), &options, &made->game, &w.error);
  if (status == GRUNDY_OK)
    status =
        grundy_linear_solve(made->game, GRUNDY_MONITORED(&w.monitor), &made->solution, &w.error);
  bool good = work_end(&w, status);
  Py_DECREF(encoded);
  if (good) return (PyObject *)made;
  Py_DECREF(made);
  return NULL;
}

static PyObject *linear_value(PyObject *self, PyObject *element) {
  Py_ssize_t length;
  uint32_t value;
  grundy_error error = {0};
  const grundy_linear_solution *solution = ((linear *)self)->solution;
  const char *text = PyUnicode_AsUTF8AndSize(element, &length);
  if (text == NULL) return NULL;
  if (solution->verdict != GRUNDY_LINEAR_ENDS) {
    (void)refuse(GRUNDY_UNDEFINED, "the game has no linear Grundy function");
    return NULL;
  }
  if (!check(grundy_linear_value(solution, text, &value, &error), &error)) return NULL;
  return PyLong_FromUnsignedLong(value);
}

/* Everything about the game as a dict. */
static PyObject *linear_describe(PyObject *self, PyObject *Py_UNUSED(none)) {
  static const char *const verdicts[] = {"ends", "not (II)(a)", "not (II)(b)", "cyclic"};
  const linear *l = (linear *)self;
  const grundy_linear_solution *s = l->solution;
  uint64_t count = grundy_linear_count(l->game);
  PyObject *names = PyList_New((Py_ssize_t)count), *values = PyList_New(0), *moves = PyList_New(0);
  for (uint64_t i = 0; names != NULL && i < count; i++) {
    const char *name = grundy_linear_name(l->game, i);
    PyObject *item = text_of(name, strlen(name));
    if (item == NULL || PyList_SetItem(names, (Py_ssize_t)i, item) < 0) Py_CLEAR(names);
  }
  uint64_t simple = s->values != NULL ? grundy_matrix_rows(s->simple) : 0;
  for (uint64_t i = 0; values != NULL && i < simple; i++) {
    PyObject *item = PyLong_FromUnsignedLong(s->values[i]);
    if (item == NULL || PyList_Append(values, item) < 0) Py_CLEAR(values);
    Py_XDECREF(item);
  }
  bool is_cyclic = s->verdict == GRUNDY_LINEAR_CYCLIC;
  uint64_t steps = s->moves == NULL ? 0 : is_cyclic ? grundy_matrix_rows(s->witness) : 1;
  for (uint64_t i = 0; moves != NULL && i < steps; i++) {
    PyObject *item = PyLong_FromUnsignedLongLong(s->moves[i]);
    if (item == NULL || PyList_Append(moves, item) < 0) Py_CLEAR(moves);
    Py_XDECREF(item);
  }
  return Py_BuildValue("{s:s,s:K,s:N,s:N,s:N,s:N,s:N,s:N,s:N}", "verdict", verdicts[s->verdict],
                       "dimension", (unsigned long long)grundy_linear_dimension(l->game), "names",
                       names, "witness", rows_of(s->witness), "witness_moves", moves, "functionals",
                       rows_of(s->functionals), "simple", rows_of(s->simple), "values", values,
                       "grundy", rows_of(s->grundy));
}

static PyMethodDef linear_methods[] = {
    {"value", linear_value, METH_O, NULL},
    {"describe", linear_describe, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot linear_slots[] = {
    {Py_tp_doc, (void *)"A linear game given by its moves, solved."},
    {Py_tp_dealloc, (void *)linear_dealloc},
    {Py_tp_methods, linear_methods},
    {0, NULL},
};
static PyType_Spec linear_spec = {"grundy._core.Linear", sizeof(linear), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  linear_slots};

static PyMethodDef functions[] = {
    {"lift_new", lift_new, METH_VARARGS, NULL},
    {"linear_read", linear_read, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_linear(PyObject *module) {
  lift_type = add_type(module, &lift_spec);
  linear_type = lift_type == NULL ? NULL : add_type(module, &linear_spec);
  return linear_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
