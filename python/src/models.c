/* Random and regular games, and experiments with them. */

#include "core.h"

#include <stddef.h>
#include <string.h>

/* Where the model has a parameter, and what it is. */
static const struct member {
  grundy_parameters parameter;
  enum { WHOLE, REAL, FLAG } kind;
  size_t at;
} members[] = {
    {GRUNDY_PARAMETER_ORDER, WHOLE, offsetof(grundy_model, order)},
    {GRUNDY_PARAMETER_MOVES, WHOLE, offsetof(grundy_model, moves)},
    {GRUNDY_PARAMETER_LAYERS, WHOLE, offsetof(grundy_model, layers)},
    {GRUNDY_PARAMETER_WIDTH, WHOLE, offsetof(grundy_model, width)},
    {GRUNDY_PARAMETER_HEIGHT, WHOLE, offsetof(grundy_model, height)},
    {GRUNDY_PARAMETER_REACH, WHOLE, offsetof(grundy_model, reach)},
    {GRUNDY_PARAMETER_P, REAL, offsetof(grundy_model, p)},
    {GRUNDY_PARAMETER_DEGREE, REAL, offsetof(grundy_model, degree)},
    {GRUNDY_PARAMETER_SINKS, REAL, offsetof(grundy_model, sinks)},
    {GRUNDY_PARAMETER_EXPONENT, REAL, offsetof(grundy_model, exponent)},
    {GRUNDY_PARAMETER_BACK, REAL, offsetof(grundy_model, back)},
    {GRUNDY_PARAMETER_SWAPS, FLAG, offsetof(grundy_model, swaps)},
    {GRUNDY_PARAMETER_PUT_BACKS, FLAG, offsetof(grundy_model, put_backs)},
    {GRUNDY_PARAMETER_ORDERED, FLAG, offsetof(grundy_model, ordered)},
};

static void set_member(grundy_model *model, const struct member *member, PyObject *value) {
  char *at = (char *)model + member->at;
  uint64_t whole;
  double real;
  bool flag;
  switch (member->kind) {
  case WHOLE:
    whole = PyLong_AsUnsignedLongLong(value);
    memcpy(at, &whole, sizeof whole);
    break;
  case REAL:
    real = PyFloat_AsDouble(value);
    memcpy(at, &real, sizeof real);
    break;
  case FLAG:
    flag = PyObject_IsTrue(value) == 1;
    memcpy(at, &flag, sizeof flag);
    break;
  }
}

static void set_piece(grundy_model *model, PyObject *value) {
  static const char *const pieces[] = {"rook", "queen", "king"};
  Py_ssize_t length;
  const char *name = PyUnicode_AsUTF8AndSize(value, &length);
  int piece = 0;
  while (name != NULL && piece < 3 && strcmp(name, pieces[piece]) != 0) piece++;
  if (name != NULL && piece == 3)
    (void)refuse(GRUNDY_BAD_ARGUMENT, "the piece must be a rook, a queen or a king");
  model->piece = (grundy_piece)piece;
}

/* Sets one parameter of the model from a Python object; false with an exception on failure. */
static bool set_parameter(grundy_model *model, grundy_parameters parameter, PyObject *value) {
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (members[i].parameter == parameter) set_member(model, &members[i], value);
  if (parameter == GRUNDY_PARAMETER_PIECE) set_piece(model, value);
  return !PyErr_Occurred();
}

/* Makes a model from its name and a dict of parameters by the library's names, which the Python
 * layer has checked. */
static bool model_of(const char *name, PyObject *seed, PyObject *given, grundy_model *model) {
  grundy_model_kind kind = grundy_model_find(name);
  if (kind == GRUNDY_MODEL_COUNT) {
    PyErr_Format(PyExc_ValueError, "'%s' is not a model", name);
    return false;
  }
  *model = grundy_model_default(kind);
  model->seed = PyLong_AsUnsignedLongLong(seed);
  if (PyErr_Occurred()) return false;
  for (int bit = 0; bit < GRUNDY_PARAMETER_COUNT; bit++) {
    grundy_parameters parameter = (grundy_parameters)1 << bit;
    PyObject *value = PyDict_GetItemString(given, grundy_parameter_name(parameter));
    if (value != NULL && !set_parameter(model, parameter, value)) return false;
  }
  grundy_error error = {0};
  return check(grundy_model_check(model, &error), &error);
}

/* model_make(name, seed, parameters, progress) */
static PyObject *model_make(PyObject *module, PyObject *arguments) {
  const char *name;
  PyObject *seed, *given, *progress;
  grundy_model model;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sOO!O", &name, &seed, &PyDict_Type, &given, &progress))
    return NULL;
  if (!model_of(name, seed, given, &model)) return NULL;
  grundy_digraph *g = NULL;
  work w;
  work_begin(&w, progress);
  bool good = work_end(&w, grundy_model_make(&model, GRUNDY_MONITORED(&w.monitor), &g, &w.error));
  if (good) return wrap_digraph(g, NULL);
  grundy_digraph_free(g);
  return NULL;
}

/* Returns the names of the parameters as a list. */
static PyObject *parameter_names(grundy_parameters parameters) {
  PyObject *list = PyList_New(0);
  for (int bit = 0; list != NULL && bit < GRUNDY_PARAMETER_COUNT; bit++) {
    if ((parameters & ((grundy_parameters)1 << bit)) == 0) continue;
    PyObject *name = PyUnicode_FromString(grundy_parameter_name((grundy_parameters)1 << bit));
    if (name == NULL || PyList_Append(list, name) < 0) Py_CLEAR(list);
    Py_XDECREF(name);
  }
  return list;
}

/* models(): [(name, summary, required, optional)] */
static PyObject *models(PyObject *module, PyObject *Py_UNUSED(none)) {
  PyObject *list = PyList_New(0);
  (void)module;
  for (int kind = 0; list != NULL && kind < GRUNDY_MODEL_COUNT; kind++) {
    const grundy_model_info *info = grundy_model_describe((grundy_model_kind)kind);
    PyObject *item =
        Py_BuildValue("ssNN", info->name, info->summary, parameter_names(info->required),
                      parameter_names(info->optional));
    if (item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

/* experiment(name, seed, parameters, games, progress): [(measure, mean, deviation, least,
 * lower quartile, median, upper quartile, most)] */
static PyObject *experiment(PyObject *module, PyObject *arguments) {
  const char *name;
  PyObject *seed, *given, *progress;
  unsigned long long games;
  grundy_model model;
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT];
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sOO!KO", &name, &seed, &PyDict_Type, &given, &games, &progress))
    return NULL;
  if (!model_of(name, seed, given, &model)) return NULL;
  work w;
  work_begin(&w, progress);
  if (!work_end(&w, grundy_experiment_run(&model, games, GRUNDY_MONITORED(&w.monitor), statistics,
                                          &w.error)))
    return NULL;
  PyObject *list = PyList_New(0);
  for (int i = 0; list != NULL && i < GRUNDY_MEASURE_COUNT; i++) {
    const grundy_statistics *s = &statistics[i];
    PyObject *item = Py_BuildValue("sddddddd", grundy_measure_describe((grundy_measure)i)->name,
                                   s->mean, s->deviation, s->least, s->lower_quartile, s->median,
                                   s->upper_quartile, s->most);
    if (item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

/* draws(seed, bound, bound): two random numbers below these bounds */
static PyObject *draws(PyObject *module, PyObject *arguments) {
  unsigned long long seed, first, second;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "KKK", &seed, &first, &second)) return NULL;
  grundy_random random = grundy_random_new(seed);
  first = grundy_random_below(&random, first);
  second = grundy_random_below(&random, second);
  return Py_BuildValue("KK", first, second);
}

static PyMethodDef functions[] = {
    {"model_make", model_make, METH_VARARGS, NULL},
    {"models", models, METH_NOARGS, NULL},
    {"experiment", experiment, METH_VARARGS, NULL},
    {"draws", draws, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_models(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
