/* Components, compounds and expressions. */

#include "compound.h"

#include <pythread.h>
#include <string.h>

PyTypeObject *component_type, *compound_type;
static PyTypeObject *expression_type;

/* ---- one thread at a time ------------------------------------------------------------------ */

static PyThread_type_lock lock;
static unsigned long holder; /* the thread that has the lock; 0: none. Guarded by the GIL. */

/* Takes the lock. Signals are handled while it waits: false with the exception that one raises. */
static bool wait_for_lock(void) {
  enum { MICROSECONDS = 50000 };
  for (;;) {
    PyThreadState *thread = PyEval_SaveThread();
    PyLockStatus status = PyThread_acquire_lock_timed(lock, MICROSECONDS, 1);
    PyEval_RestoreThread(thread);
    if (status == PY_LOCK_ACQUIRED) return true;
    if (PyErr_CheckSignals() < 0) return false;
  }
}

bool exclusive_begin(work *w, PyObject *progress) {
  if (holder == PyThread_get_thread_ident()) {
    PyErr_SetString(PyExc_RuntimeError, "compounds cannot be used while one is being evaluated");
    return false;
  }
  if (!wait_for_lock()) return false;
  holder = PyThread_get_thread_ident();
  work_begin(w, progress);
  return true;
}

PyObject *exclusive_release(PyObject *result) {
  holder = 0;
  PyThread_release_lock(lock);
  return result;
}

/* ---- components ------------------------------------------------------------------------------ */

typedef struct component {
  PyObject_HEAD grundy_component it;
  const grundy_solved *solved; /* NULL if it is not made of a digraph */
  grundy_solved *owned;        /* the same if it belongs to this object; otherwise NULL */
  PyObject *owner;
} component;

static PyObject *component_new(grundy_component it, const grundy_solved *solved, PyObject *owner) {
  component *made = PyObject_New(component, component_type);
  if (made == NULL) return NULL;
  made->it = it;
  made->solved = solved;
  made->owned = NULL;
  Py_XINCREF(owner);
  made->owner = owner;
  return (PyObject *)made;
}

static void component_dealloc(PyObject *self) {
  component *c = (component *)self;
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  PyMem_Free(c->owned);
  Py_XDECREF(c->owner);
  release(self);
  Py_DECREF(type);
}

const grundy_solved *component_solved(PyObject *object) {
  return PyObject_TypeCheck(object, component_type) ? ((component *)object)->solved : NULL;
}

static PyObject *component_find(PyObject *self, PyObject *name) {
  Py_ssize_t length;
  uint64_t position;
  const char *text = PyUnicode_AsUTF8AndSize(name, &length);
  grundy_component it = ((component *)self)->it;
  work w;
  if (text == NULL || !exclusive_begin(&w, Py_None)) return NULL;
  grundy_status status = it.kind->find_position(it.data, text, (size_t)length, &position, &w.error);
  if (status != GRUNDY_OK && w.error.message[0] == '\0')
    (void)snprintf(w.error.message, sizeof w.error.message, "'%.200s' is not a position", text);
  bool good = work_end(&w, status);
  return exclusive_release(good ? PyLong_FromUnsignedLongLong(position) : NULL);
}

static PyObject *component_name(PyObject *self, PyObject *number) {
  enum { ROOM = 1 << 16 };
  unsigned long long position = PyLong_AsUnsignedLongLong(number);
  if (PyErr_Occurred()) return NULL;
  grundy_component it = ((component *)self)->it;
  char *text = PyMem_Malloc(ROOM);
  if (text == NULL) return PyErr_NoMemory();
  size_t length = 0;
  PyObject *name = NULL;
  work w;
  if (exclusive_begin(&w, Py_None)) {
    (void)it.kind->name_position(it.data, position, text, ROOM, &length, &w.error);
    if (work_end(&w, GRUNDY_OK)) name = text_of(text, length < ROOM ? length : strlen(text));
    (void)exclusive_release(NULL);
  }
  PyMem_Free(text);
  return name;
}

static PyObject *component_is_digraph(PyObject *self, void *closure) {
  (void)closure;
  return PyBool_FromLong(((component *)self)->solved != NULL);
}

static PyGetSetDef component_getters[] = {
    {"is_digraph", component_is_digraph, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef component_methods[] = {
    {"find", component_find, METH_O, NULL},
    {"name", component_name, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot component_slots[] = {
    {Py_tp_doc, (void *)"A game that can be part of a compound."},
    {Py_tp_dealloc, (void *)component_dealloc},
    {Py_tp_methods, component_methods},
    {Py_tp_getset, component_getters},
    {0, NULL},
};
static PyType_Spec component_spec = {"grundy._core.Component", sizeof(component), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                     component_slots};

/* component_digraph(digraph, solution) */
static PyObject *component_digraph(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *solution;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &digraph, &solution)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  const grundy_solution *known = g != NULL ? to_solution(solution, g) : NULL;
  if (known == NULL) return NULL;
  grundy_solved *solved = PyMem_Malloc(sizeof *solved);
  if (solved == NULL) return PyErr_NoMemory();
  *solved = grundy_solved_view(g, known);
  PyObject *made = component_new(grundy_component_digraph(solved), solved, arguments);
  if (made != NULL)
    ((component *)made)->owned = solved;
  else
    PyMem_Free(solved);
  return made;
}

static PyObject *component_nim(PyObject *module, PyObject *Py_UNUSED(none)) {
  (void)module;
  return component_new(grundy_component_nim(), NULL, NULL);
}

/* expression_columns(digraph, misere, payoff known): the columns that a component needs, as a list.
 */
static PyObject *expression_columns(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  int misere, payoff_known;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Opp", &digraph, &misere, &payoff_known)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL) return NULL;
  grundy_columns columns = grundy_expression_columns(
      g, misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY, payoff_known != 0);
  PyObject *list = PyList_New(0);
  for (int bit = 0; list != NULL && bit < GRUNDY_COLUMN_COUNT; bit++)
    if ((columns & ((grundy_columns)1 << bit)) != 0) {
      PyObject *name = PyUnicode_FromString(grundy_column_describe((grundy_columns)1 << bit)->name);
      if (name == NULL || PyList_Append(list, name) < 0) Py_CLEAR(list);
      Py_XDECREF(name);
    }
  return list;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Returns the evaluation of the compound as JSON, in bytes. */
static PyObject *evaluation_of(const grundy_compound *compound, const grundy_evaluation *e) {
  memory_stream stream;
  if (!stream_open(&stream)) return NULL;
  grundy_json json = grundy_json_start(stream.file);
  grundy_json_object(&json, NULL);
  grundy_answer_evaluation(&json, e);
  grundy_answer_origins(&json, e);
  grundy_answer_compound_limit(&json, compound);
  grundy_json_end(&json);
  return stream_close(&stream, true);
}

/* ---- compounds ------------------------------------------------------------------------------ */

grundy_compound *to_compound(PyObject *object) {
  return handle_get(object, compound_type);
}

static grundy_compound *of(PyObject *self) {
  return ((handle *)self)->it;
}

/* A compound with an owner of type Expression belongs to that. */
static void compound_dealloc(PyObject *self) {
  PyObject *owner = ((handle *)self)->owner;
  if (owner == NULL || !PyObject_TypeCheck(owner, expression_type)) grundy_compound_free(of(self));
  handle_dealloc(self);
}

/* Adds a component, (component, position), or joins the last ones, (operator, count). */
static grundy_status follow(grundy_compound *compound, PyObject *action, grundy_error *error) {
  PyObject *what = PyTuple_GetItem(action, 0), *number = PyTuple_GetItem(action, 1);
  if (what == NULL || number == NULL) return GRUNDY_BAD_ARGUMENT;
  unsigned long long n = PyLong_AsUnsignedLongLong(number);
  if (PyErr_Occurred()) return GRUNDY_BAD_ARGUMENT;
  if (PyObject_TypeCheck(what, component_type))
    return grundy_compound_add(compound, ((component *)what)->it, n, error);
  long kind = PyLong_AsLong(what);
  if (PyErr_Occurred()) return GRUNDY_BAD_ARGUMENT;
  return grundy_compound_join(compound, (grundy_operator)kind, (uint32_t)n, error);
}

/* compound_new(misere, program): program is a tuple of such actions. */
static PyObject *compound_new(PyObject *module, PyObject *arguments) {
  int misere;
  PyObject *program, *made = NULL;
  grundy_compound *compound = NULL;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "pO!", &misere, &PyTuple_Type, &program)) return NULL;
  /* Adding a component asks it about the position, so other threads must wait. */
  if (!exclusive_begin(&w, Py_None)) return NULL;
  if (!work_end(&w, GRUNDY_OK)) return exclusive_release(NULL);
  grundy_status status =
      grundy_compound_new(misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY, &compound, &w.error);
  for (Py_ssize_t i = 0; status == GRUNDY_OK && i < PyTuple_Size(program); i++)
    status = follow(compound, PyTuple_GetItem(program, i), &w.error);
  if (check(status, &w.error)) made = handle_new(compound_type, compound, program);
  if (made == NULL) grundy_compound_free(compound);
  return exclusive_release(made);
}

static PyObject *get_count(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromUnsignedLong(grundy_compound_count(of(self)));
}

/* Fills search options from (never, limit, memory). */
static grundy_search_options search_of(int never, unsigned long long limit,
                                       unsigned long long memory, const grundy_monitor *monitor) {
  return (grundy_search_options){.size = sizeof(grundy_search_options),
                                 .never = never != 0,
                                 .limit = limit,
                                 .memory = memory,
                                 .monitor = monitor};
}

/* evaluate(never, limit, memory, progress): JSON in bytes */
static PyObject *compound_evaluate(PyObject *self, PyObject *arguments) {
  int never;
  unsigned long long limit, memory;
  PyObject *progress;
  grundy_evaluation evaluation;
  work w;
  if (!PyArg_ParseTuple(arguments, "pKKO", &never, &limit, &memory, &progress)) return NULL;
  if (!exclusive_begin(&w, progress)) return NULL;
  grundy_search_options options = search_of(never, limit, memory, &w.monitor);
  grundy_status status = grundy_compound_evaluate(of(self), &options, &evaluation, &w.error);
  if (!work_end(&w, status)) return exclusive_release(NULL);
  return exclusive_release(evaluation_of(of(self), &evaluation));
}

PyObject *steps_of(const grundy_step *steps, uint64_t count) {
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (uint64_t i = 0; list != NULL && i < count; i++) {
    PyObject *item = Py_BuildValue("IKKI", steps[i].component, (unsigned long long)steps[i].from,
                                   (unsigned long long)steps[i].to, (unsigned)steps[i].kind);
    if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

PyObject *move_of(const grundy_compound *compound, const grundy_move *move) {
  memory_stream stream;
  grundy_error error = {0};
  if (!stream_open(&stream)) return NULL;
  grundy_json json = grundy_json_start(stream.file);
  bool good = check(grundy_answer_move(&json, NULL, compound, move, true, NULL, &error), &error);
  return stream_close(&stream, good);
}

static grundy_status put_moves(grundy_json *json, const grundy_compound *compound,
                               const grundy_moves *moves, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  grundy_json_object(json, NULL);
  grundy_json_bool(json, "complete", grundy_moves_complete(moves));
  grundy_json_array(json, "moves");
  for (uint64_t i = 0; status == GRUNDY_OK && i < grundy_moves_count(moves); i++) {
    grundy_move move = grundy_moves_get(moves, i);
    status = grundy_answer_move(json, NULL, compound, &move, false, NULL, error);
  }
  grundy_json_end(json);
  grundy_json_end(json);
  return status;
}

bool sources_of(PyObject *self, PyObject *names, const char ***sources) {
  Py_ssize_t count = PyTuple_Size(names);
  if (count < 0) return false;
  if ((uint64_t)count != grundy_compound_count(of(self))) {
    PyErr_SetString(PyExc_ValueError, "there must be one source per component");
    return false;
  }
  *sources = PyMem_Calloc((size_t)count + 1, sizeof **sources);
  if (*sources == NULL) PyErr_NoMemory();
  for (Py_ssize_t i = 0; *sources != NULL && i < count && !PyErr_Occurred(); i++)
    (*sources)[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), NULL);
  return !PyErr_Occurred();
}

/* best(sources, component or None, player, all moves, most, never, limit, memory, progress): JSON
 * in bytes; the component is the only one if it is a solved digraph. */
static PyObject *compound_best(PyObject *self, PyObject *arguments) {
  int player, all_moves, never;
  unsigned long long most, limit, memory;
  PyObject *names, *only, *progress, *bytes = NULL;
  const char **sources = NULL;
  memory_stream stream;
  work w;
  if (!PyArg_ParseTuple(arguments, "OOipKpKKO", &names, &only, &player, &all_moves, &most, &never,
                        &limit, &memory, &progress))
    return NULL;
  if (sources_of(self, names, &sources) && stream_open(&stream)) {
    bool good = exclusive_begin(&w, progress);
    if (good) {
      grundy_search_options search = search_of(never, limit, memory, &w.monitor);
      grundy_best_options options = {
          .size = sizeof options,
          .about = {.sources = (const char *const *)sources, .solved = component_solved(only)},
          .search = &search,
          .player = player,
          .all_moves = all_moves != 0,
          .boards = true,
          .most = most};
      grundy_json json = grundy_json_start(stream.file);
      good = work_end(&w, grundy_answer_best(&json, of(self), &options, &w.error));
      (void)exclusive_release(NULL);
    }
    bytes = stream_close(&stream, good);
  }
  PyMem_Free(sources);
  return bytes;
}

/* moves(most): JSON in bytes */
static PyObject *compound_moves(PyObject *self, PyObject *number) {
  unsigned long long most = PyLong_AsUnsignedLongLong(number);
  grundy_moves *moves = NULL;
  memory_stream stream;
  work w;
  if (PyErr_Occurred() || !stream_open(&stream)) return NULL;
  bool good = exclusive_begin(&w, Py_None);
  if (good) {
    grundy_json json = grundy_json_start(stream.file);
    grundy_status status = grundy_compound_moves(of(self), most, &moves, &w.error);
    if (status == GRUNDY_OK) status = put_moves(&json, of(self), moves, &w.error);
    good = work_end(&w, status);
    (void)exclusive_release(NULL);
  }
  grundy_moves_free(moves);
  return stream_close(&stream, good);
}

/* explain(language): bytes, if has_turns */
static PyObject *compound_explain(PyObject *self, PyObject *number) {
  long language = PyLong_AsLong(number);
  grundy_facts *facts = NULL;
  work w;
  if (PyErr_Occurred() || !exclusive_begin(&w, Py_None)) return NULL;
  const grundy_expression_options opening = {.size = sizeof opening, .monitor = &w.monitor};
  const grundy_why_options options = {
      .size = sizeof options, .opening = &opening, .compound = of(self)};
  bool good = work_end(&w, grundy_why(NULL, &options, &facts, &w.error));
  (void)exclusive_release(NULL);
  return good ? facts_of(facts, (int)language) : NULL;
}

/* explore(limit, progress): a digraph */
static PyObject *compound_explore(PyObject *self, PyObject *arguments) {
  unsigned long long limit;
  PyObject *progress;
  grundy_digraph *g = NULL;
  work w;
  if (!PyArg_ParseTuple(arguments, "KO", &limit, &progress)) return NULL;
  if (!exclusive_begin(&w, progress)) return NULL;
  grundy_status status =
      grundy_compound_explore(of(self), limit, GRUNDY_MONITORED(&w.monitor), &g, &w.error);
  if (work_end(&w, status)) return exclusive_release(wrap_digraph(g, NULL));
  grundy_digraph_free(g);
  return exclusive_release(NULL);
}

/* The current positions of all components. */
static PyObject *list_positions(PyObject *self) {
  uint32_t count = grundy_compound_count(of(self));
  PyObject *list = PyList_New(count);
  for (uint32_t i = 0; list != NULL && i < count; i++) {
    PyObject *item = PyLong_FromUnsignedLongLong(grundy_compound_position(of(self), i));
    if (item == NULL || PyList_SetItem(list, i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

static PyObject *compound_positions(PyObject *self, PyObject *Py_UNUSED(none)) {
  work w;
  if (!exclusive_begin(&w, Py_None)) return NULL;
  return exclusive_release(work_end(&w, GRUNDY_OK) ? list_positions(self) : NULL);
}

/* Returns whether a component has kinds of moves. */
static bool has_turns(const grundy_compound *c) {
  for (uint32_t i = 0; i < grundy_compound_count(c); i++)
    if (GRUNDY_COMPONENT_HAS(grundy_compound_component(c, i).kind, get_kinds)) return true;
  return false;
}

/* after(steps): the positions of all components after a move */
static PyObject *compound_after(PyObject *self, PyObject *steps) {
  uint64_t count = 0;
  grundy_step *made = to_steps(steps, &count);
  PyObject *list = NULL;
  work w;
  if (made == NULL) return NULL;
  if (has_turns(of(self)) && exclusive_begin(&w, Py_None)) {
    /* The steps are those of a turn, one after the other. */
    list = work_end(&w, GRUNDY_OK) ? list_positions(self) : NULL;
    for (uint64_t i = 0; i < count && list != NULL; i++) {
      PyObject *item = PyLong_FromUnsignedLongLong(made[i].to);
      if (item == NULL || PyList_SetItem(list, made[i].component, item) < 0) Py_CLEAR(list);
    }
    (void)exclusive_release(NULL);
  } else if (!has_turns(of(self)) && exclusive_begin(&w, Py_None)) {
    grundy_status status = grundy_compound_move(of(self), made, count, &w.error);
    if (work_end(&w, status)) {
      list = list_positions(self);
      (void)grundy_compound_take_back(of(self));
    }
    (void)exclusive_release(NULL);
  }
  PyMem_Free(made);
  return list;
}

static PyObject *get_has_turns(PyObject *self, void *closure) {
  (void)closure;
  return PyBool_FromLong(has_turns(of(self)));
}

static PyObject *get_rests_on(PyObject *self, void *closure) {
  const char *text = grundy_compound_rests_on(of(self));
  (void)closure;
  return text_of(text, strlen(text));
}

static PyMethodDef compound_methods[] = {
    {"evaluate", compound_evaluate, METH_VARARGS, NULL},
    {"best", compound_best, METH_VARARGS, NULL},
    {"moves", compound_moves, METH_O, NULL},
    {"explain", compound_explain, METH_O, NULL},
    {"explore", compound_explore, METH_VARARGS, NULL},
    {"positions", compound_positions, METH_NOARGS, NULL},
    {"after", compound_after, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef compound_getters[] = {
    {"count", get_count, NULL, NULL, NULL},
    {"has_turns", get_has_turns, NULL, NULL, NULL},
    {"rests_on", get_rests_on, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot compound_slots[] = {
    {Py_tp_doc, (void *)"A compound of the library."},
    {Py_tp_dealloc, (void *)compound_dealloc},
    {Py_tp_methods, compound_methods},
    {Py_tp_getset, compound_getters},
    {0, NULL},
};
static PyType_Spec compound_spec = {"grundy._core.Compound", sizeof(handle), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                    compound_slots};

grundy_step *to_steps(PyObject *list, uint64_t *count) {
  PyObject *tuple = PySequence_Tuple(list);
  if (tuple == NULL) return NULL;
  Py_ssize_t length = PyTuple_Size(tuple);
  grundy_step *steps = PyMem_Calloc((size_t)length + 1, sizeof *steps);
  if (steps == NULL) PyErr_NoMemory();
  for (Py_ssize_t i = 0; steps != NULL && i < length; i++) {
    unsigned number, kind;
    unsigned long long from, to;
    if (!PyArg_ParseTuple(PyTuple_GetItem(tuple, i), "IKKI", &number, &from, &to, &kind)) {
      PyMem_Free(steps);
      steps = NULL;
      break;
    }
    steps[i] = (grundy_step){.component = number, .from = from, .to = to, .kind = (uint8_t)kind};
  }
  Py_DECREF(tuple);
  *count = (uint64_t)length;
  return steps;
}

/* ---- expressions ------------------------------------------------------------------------------
 */

static void expression_dealloc(PyObject *self) {
  grundy_expression_free(((handle *)self)->it);
  handle_dealloc(self);
}

static PyObject *expression_compound(PyObject *self, PyObject *Py_UNUSED(none)) {
  return handle_new(compound_type, grundy_expression_compound(((handle *)self)->it), self);
}

/* Parses the number of a component of an expression. */
static bool part_of(PyObject *self, PyObject *number, uint32_t *part) {
  unsigned long given = PyLong_AsUnsignedLong(number);
  if (PyErr_Occurred()) return false;
  *part = (uint32_t)given;
  if (given < grundy_compound_count(grundy_expression_compound(((handle *)self)->it))) return true;
  PyErr_Format(PyExc_IndexError, "the expression has no component %lu", given);
  return false;
}

static PyObject *expression_component(PyObject *self, PyObject *number) {
  uint32_t part;
  if (!part_of(self, number, &part)) return NULL;
  grundy_compound *compound = grundy_expression_compound(((handle *)self)->it);
  const grundy_solved *solved = grundy_expression_describe(((handle *)self)->it, part).solved;
  PyObject *made = component_new(grundy_compound_component(compound, part), solved, self);
  if (made == NULL) return NULL;
  return Py_BuildValue("NK", made, (unsigned long long)grundy_compound_position(compound, part));
}

static PyObject *expression_source(PyObject *self, PyObject *number) {
  uint32_t part;
  if (!part_of(self, number, &part)) return NULL;
  const char *text = grundy_expression_describe(((handle *)self)->it, part).source;
  return text_of(text, strlen(text));
}

static PyMethodDef expression_methods[] = {
    {"compound", expression_compound, METH_NOARGS, NULL},
    {"component", expression_component, METH_O, NULL},
    {"source", expression_source, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot expression_slots[] = {
    {Py_tp_doc, (void *)"An expression of the library."},
    {Py_tp_dealloc, (void *)expression_dealloc},
    {Py_tp_methods, expression_methods},
    {0, NULL},
};
static PyType_Spec expression_spec = {"grundy._core.Expression", sizeof(handle), 0,
                                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                      expression_slots};

/* expression_open(text, misere, payoff, infinite, progress) */
static PyObject *expression_open(PyObject *module, PyObject *arguments) {
  const char *text;
  int misere;
  PyObject *payoff, *infinite, *progress;
  grundy_expression *expression = NULL;
  grundy_expression_options options = {
      .size = sizeof options, .monitor = &lasting_monitor, .swaps = true};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "spOOO", &text, &misere, &payoff, &infinite, &progress) ||
      !optional_real(payoff, &options.payoff_known, &options.payoff) ||
      !optional_real(infinite, &options.infinite_known, &options.infinite))
    return NULL;
  options.play = misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  work w;
  work_begin(&w, progress);
  bool good = work_end(&w, grundy_expression_open(text, &options, &expression, &w.error));
  PyObject *made = good ? handle_new(expression_type, expression, NULL) : NULL;
  if (made == NULL) grundy_expression_free(expression);
  return made;
}

static PyMethodDef functions[] = {
    {"component_digraph", component_digraph, METH_VARARGS, NULL},
    {"component_nim", component_nim, METH_NOARGS, NULL},
    {"expression_columns", expression_columns, METH_VARARGS, NULL},
    {"compound_new", compound_new, METH_VARARGS, NULL},
    {"expression_open", expression_open, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_compound(PyObject *module) {
  lock = PyThread_allocate_lock();
  if (lock == NULL) return -1;
  component_type = add_type(module, &component_spec);
  compound_type = component_type == NULL ? NULL : add_type(module, &compound_spec);
  expression_type = compound_type == NULL ? NULL : add_type(module, &expression_spec);
  return expression_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
