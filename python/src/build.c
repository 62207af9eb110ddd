/* Making digraphs: from arrays, in place or copied, with names and attributes, and from rules given
 * by a Python function. */

#include "core.h"

#include <math.h>
#include <string.h>

/* ---- arrays --------------------------------------------------------------------------------- */

/* Returns a memoryview of the object, which keeps its buffer where it is, and where that is; NULL
 * with an exception on failure. */
static PyObject *pin(PyObject *object, size_t size, const void **at, uint64_t *count) {
  PyObject *memory = PyMemoryView_FromObject(object);
  item_buffer pinned;
  if (memory == NULL) return NULL;
  if (!items_get(memory, size, false, &pinned)) {
    Py_DECREF(memory);
    return NULL;
  }
  *at = pinned.buffer.buf;
  *count = pinned.count;
  items_release(&pinned); /* the memoryview still exports the buffer */
  return memory;
}

/* borrow(offsets, targets): a digraph over these arrays, which it keeps alive. None if the rows are
 * not strictly increasing. */
static PyObject *borrow(PyObject *module, PyObject *arguments) {
  PyObject *offsets_given, *targets_given, *made = NULL;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &offsets_given, &targets_given)) return NULL;
  const void *offsets, *targets;
  uint64_t rows = 0, moves = 0;
  PyObject *first = pin(offsets_given, sizeof(uint64_t), &offsets, &rows);
  PyObject *second = first ? pin(targets_given, sizeof(uint32_t), &targets, &moves) : NULL;
  PyObject *owner = second ? PyTuple_Pack(2, first, second) : NULL;
  if (owner != NULL && (rows == 0 || rows - 1 > GRUNDY_DIGRAPH_MAX_ORDER ||
                        ((const uint64_t *)offsets)[rows - 1] != moves)) {
    PyErr_SetString(PyExc_ValueError, "the last offset must be the number of targets");
    Py_CLEAR(owner);
  }
  if (owner != NULL) {
    grundy_digraph *g = NULL;
    work w;
    work_begin(&w, Py_None);
    grundy_status status =
        grundy_digraph_borrow((uint32_t)(rows - 1), offsets, targets, &g, &w.error);
    bool refused = status == GRUNDY_BAD_ARGUMENT;
    if (work_end(&w, refused ? GRUNDY_OK : status))
      made = refused ? Py_NewRef(Py_None) : wrap_digraph(g, owner);
  }
  Py_XDECREF(owner);
  Py_XDECREF(first);
  Py_XDECREF(second);
  return made;
}

/* check_unnamed(order, moves, limit): see grundy_digraph_check_unnamed. */
static PyObject *check_unnamed(PyObject *module, PyObject *arguments) {
  unsigned long long order, moves, limit;
  grundy_error error = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "KKK", &order, &moves, &limit)) return NULL;
  if (!check(grundy_digraph_check_unnamed(order, moves, limit, &error), &error)) return NULL;
  Py_RETURN_NONE;
}

/* from_moves(order, tails, heads): a digraph without names; the arrays are copied. */
static PyObject *from_moves(PyObject *module, PyObject *arguments) {
  unsigned long long order;
  PyObject *tails_given, *heads_given, *made = NULL;
  item_buffer tails, heads;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "KOO", &order, &tails_given, &heads_given)) return NULL;
  if (!items_get(tails_given, sizeof(uint32_t), false, &tails)) return NULL;
  if (items_get(heads_given, sizeof(uint32_t), false, &heads)) {
    if (tails.count != heads.count) {
      PyErr_SetString(PyExc_ValueError, "tails and heads must have the same length");
    } else {
      grundy_digraph *g = NULL;
      work w;
      work_begin(&w, Py_None);
      grundy_status status =
          grundy_digraph_new(order > UINT32_MAX ? UINT32_MAX : (uint32_t)order, tails.count,
                             tails.buffer.buf, heads.buffer.buf, &g, &w.error);
      if (work_end(&w, status)) made = wrap_digraph(g, NULL);
    }
    items_release(&heads);
  }
  items_release(&tails);
  return made;
}

/* ---- names and attributes -------------------------------------------------------------------- */

/* The arguments of `build`, as Python objects. */
typedef struct parts {
  PyObject *names; /* a list of str */
  item_buffer tails, heads;
  PyObject *labels, *players, *outcomes, *payoffs; /* dicts from numbers, or None */
} parts;

static bool add_names(grundy_builder *builder, PyObject *names, grundy_error *error) {
  Py_ssize_t count = PyList_Size(names);
  for (Py_ssize_t i = 0; i < count; i++) {
    Py_ssize_t length;
    uint32_t v;
    const char *name = PyUnicode_AsUTF8AndSize(PyList_GetItem(names, i), &length);
    if (name == NULL) return false;
    if (memchr(name, '\0', (size_t)length) != NULL)
      return refuse(GRUNDY_BAD_ARGUMENT, "a name of a position must not contain a NUL");
    if (!check(grundy_builder_vertex(builder, name, (size_t)length, &v, error), error))
      return false;
    if (v != (uint32_t)i)
      return refuse(GRUNDY_BAD_ARGUMENT, "two positions have the name '%s'", name);
  }
  return true;
}

static bool add_moves(grundy_builder *builder, const parts *p, grundy_error *error) {
  const uint32_t *tails = p->tails.buffer.buf, *heads = p->heads.buffer.buf;
  uint32_t order = (uint32_t)PyList_Size(p->names);
  for (uint64_t i = 0; i < p->tails.count; i++) {
    if (tails[i] >= order || heads[i] >= order) {
      PyErr_SetString(PyExc_ValueError, "a move leads from or to a position that does not exist");
      return false;
    }
    if (!check(grundy_builder_move(builder, tails[i], heads[i], error), error)) return false;
  }
  return true;
}

/* Sets an attribute of v, given as a Python object. */
typedef grundy_status attribute_setter(grundy_builder *builder, uint32_t v, PyObject *value,
                                       grundy_error *error);

static grundy_status set_label(grundy_builder *builder, uint32_t v, PyObject *value,
                               grundy_error *error) {
  Py_ssize_t length;
  const char *text = PyUnicode_AsUTF8AndSize(value, &length);
  if (text == NULL) return GRUNDY_BAD_ARGUMENT;
  return grundy_builder_label(builder, v, text, strlen(text), error);
}

/* Returns the only letter of a str; 0 if it is something else. */
static uint8_t letter_of(PyObject *value) {
  Py_ssize_t length = 0;
  const char *text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &length) : NULL;
  return text != NULL && length == 1 ? (uint8_t)*text : 0;
}

static grundy_status set_player(grundy_builder *builder, uint32_t v, PyObject *value,
                                grundy_error *error) {
  return grundy_builder_player(builder, v, letter_of(value), error);
}

static grundy_status set_outcome(grundy_builder *builder, uint32_t v, PyObject *value,
                                 grundy_error *error) {
  return grundy_builder_outcome(builder, v, letter_of(value), error);
}

static grundy_status set_payoff(grundy_builder *builder, uint32_t v, PyObject *value,
                                grundy_error *error) {
  double payoff = PyFloat_AsDouble(value);
  if (!PyErr_Occurred()) return grundy_builder_payoff(builder, v, payoff, error);
  PyErr_Format(PyExc_TypeError, "a payoff must be a number, not %R", value);
  return GRUNDY_BAD_ARGUMENT;
}

static bool add_attribute(grundy_builder *builder, PyObject *given, attribute_setter *set,
                          Py_ssize_t order, grundy_error *error) {
  if (given == Py_None) return true;
  Py_ssize_t at = 0;
  PyObject *key, *value;
  while (PyDict_Next(given, &at, &key, &value)) {
    Py_ssize_t v = PyLong_AsSsize_t(key);
    if (PyErr_Occurred()) return false;
    if (v < 0 || v >= order) {
      PyErr_SetString(PyExc_ValueError, "an attribute of a position that does not exist");
      return false;
    }
    if (!check(set(builder, (uint32_t)v, value, error), error)) return false;
  }
  return true;
}

static bool fill(grundy_builder *builder, const parts *p, grundy_error *error) {
  Py_ssize_t order = PyList_Size(p->names);
  return add_names(builder, p->names, error) && add_moves(builder, p, error) &&
         add_attribute(builder, p->labels, set_label, order, error) &&
         add_attribute(builder, p->players, set_player, order, error) &&
         add_attribute(builder, p->outcomes, set_outcome, order, error) &&
         add_attribute(builder, p->payoffs, set_payoff, order, error);
}

static PyObject *finish(grundy_builder *builder) {
  grundy_digraph *g = NULL;
  work w;
  work_begin(&w, Py_None);
  grundy_status status = grundy_builder_finish(builder, GRUNDY_MONITORED(&w.monitor), &g, &w.error);
  if (work_end(&w, status)) return wrap_digraph(g, NULL);
  grundy_digraph_free(g);
  return NULL;
}

static PyObject *build_parts(const parts *p) {
  grundy_builder *builder = NULL;
  grundy_error error = {0};
  PyObject *made = NULL;
  if (!check(grundy_builder_new(&builder, &error), &error)) return NULL;
  if (fill(builder, p, &error)) made = finish(builder);
  grundy_builder_free(builder);
  return made;
}

/* build(names, tails, heads, labels, players, outcomes, payoffs) */
static PyObject *build(PyObject *module, PyObject *arguments) {
  PyObject *tails, *heads, *made = NULL;
  parts p;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOOOOOO", &p.names, &tails, &heads, &p.labels, &p.players,
                        &p.outcomes, &p.payoffs))
    return NULL;
  if (!PyList_Check(p.names)) {
    PyErr_SetString(PyExc_TypeError, "names must be a list");
    return NULL;
  }
  if (!items_get(tails, sizeof(uint32_t), false, &p.tails)) return NULL;
  if (items_get(heads, sizeof(uint32_t), false, &p.heads)) {
    if (p.tails.count == p.heads.count)
      made = build_parts(&p);
    else
      PyErr_SetString(PyExc_ValueError, "tails and heads must have the same length");
    items_release(&p.heads);
  }
  items_release(&p.tails);
  return made;
}

/* ---- numbering ---------------------------------------------------------------------------- */

/* Growing arrays of moves. */
typedef struct moves {
  uint32_t *tails, *heads;
  size_t count, capacity;
} moves;

static void moves_free(moves *m) {
  PyMem_Free(m->tails);
  PyMem_Free(m->heads);
}

static bool moves_grow(moves *m) {
  size_t capacity = m->capacity < 1024 ? 1024 : m->capacity + m->capacity / 2;
  uint32_t *tails = PyMem_Realloc(m->tails, capacity * sizeof *tails);
  if (tails != NULL) m->tails = tails;
  uint32_t *heads = tails == NULL ? NULL : PyMem_Realloc(m->heads, capacity * sizeof *heads);
  if (heads == NULL) {
    PyErr_NoMemory();
    return false;
  }
  m->heads = heads;
  m->capacity = capacity;
  return true;
}

static bool moves_add(moves *m, uint32_t tail, uint32_t head) {
  if (m->count == m->capacity && !moves_grow(m)) return false;
  m->tails[m->count] = tail;
  m->heads[m->count++] = head;
  return true;
}

/* Returns (positions, numbers, tails, heads), the arrays as bytes. */
static PyObject *moves_result(const moves *m, PyObject *positions, PyObject *numbers) {
  Py_ssize_t bytes = (Py_ssize_t)(m->count * sizeof *m->tails);
  return Py_BuildValue("OOy#y#", positions, numbers, m->tails ? (char *)m->tails : "", bytes,
                       m->heads ? (char *)m->heads : "", bytes);
}

/* Positions in the order in which they were found, and their numbers. */
typedef struct numbering {
  PyObject *positions, *numbers; /* a list and a dict */
  Py_ssize_t limit;
} numbering;

/* Finds the number of a position, or gives it the next one. -1 with an exception on failure. */
static int64_t number_position(numbering *known, PyObject *position) {
  PyObject *number = PyDict_GetItemWithError(known->numbers, position);
  if (number != NULL) return PyLong_AsLongLong(number);
  if (PyErr_Occurred()) return -1;
  Py_ssize_t next = PyList_Size(known->positions);
  if (next >= known->limit) {
    grundy_error error = {.reason = GRUNDY_REASON_TOO_MANY};
    (void)snprintf(error.message, sizeof error.message,
                   "there are more than %lld positions, which is the limit",
                   (long long)known->limit);
    (void)check(GRUNDY_UNABLE, &error);
    return -1;
  }
  number = PyLong_FromSsize_t(next);
  if (number == NULL) return -1;
  bool good = PyDict_SetItem(known->numbers, position, number) == 0 &&
              PyList_Append(known->positions, position) == 0;
  Py_DECREF(number);
  return good ? next : -1;
}

static bool numbering_new(numbering *known, Py_ssize_t limit) {
  *known = (numbering){PyList_New(0), PyDict_New(), limit};
  return known->positions != NULL && known->numbers != NULL;
}

static void numbering_free(numbering *known) {
  Py_XDECREF(known->positions);
  Py_XDECREF(known->numbers);
}

/* Adds the move that is a sequence of two positions. */
static bool number_move(numbering *known, moves *m, PyObject *pair) {
  PyObject *ends = PySequence_Tuple(pair);
  if (ends == NULL) return false;
  bool good = PyTuple_Size(ends) == 2;
  if (!good) (void)refuse(GRUNDY_BAD_ARGUMENT, "a move must be a pair of positions");
  int64_t tail = good ? number_position(known, PyTuple_GetItem(ends, 0)) : -1;
  int64_t head = tail >= 0 ? number_position(known, PyTuple_GetItem(ends, 1)) : -1;
  Py_DECREF(ends);
  return head >= 0 && moves_add(m, (uint32_t)tail, (uint32_t)head);
}

/* number(positions, pairs): numbers the positions, then those of pairs in the order in which they
 * first occur. */
static PyObject *number(PyObject *module, PyObject *arguments) {
  PyObject *first, *pairs, *item, *result = NULL;
  numbering known;
  moves m = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &first, &pairs)) return NULL;
  PyObject *begin = PyObject_GetIter(first), *rest = begin ? PyObject_GetIter(pairs) : NULL;
  bool good = rest != NULL && numbering_new(&known, GRUNDY_DIGRAPH_MAX_ORDER);
  if (rest == NULL) known = (numbering){0};
  while (good && (item = PyIter_Next(begin)) != NULL) {
    good = number_position(&known, item) >= 0;
    Py_DECREF(item);
  }
  while (good && !PyErr_Occurred() && (item = PyIter_Next(rest)) != NULL) {
    good = number_move(&known, &m, item);
    Py_DECREF(item);
  }
  if (good && !PyErr_Occurred()) result = moves_result(&m, known.positions, known.numbers);
  Py_XDECREF(begin);
  Py_XDECREF(rest);
  numbering_free(&known);
  moves_free(&m);
  return result;
}

/* Adds the moves from a position to the keys of a dict; *marked: some value has the key. */
static bool number_neighbours(numbering *known, moves *m, PyObject *position, PyObject *neighbours,
                              PyObject *key, bool *marked) {
  Py_ssize_t at = 0;
  PyObject *neighbour, *data;
  int64_t tail = number_position(known, position);
  bool good = tail >= 0;
  while (good && PyDict_Next(neighbours, &at, &neighbour, &data)) {
    int64_t head = number_position(known, neighbour);
    good = head >= 0 && moves_add(m, (uint32_t)tail, (uint32_t)head);
    int has = good && PyDict_Check(data) ? PyDict_Contains(data, key) : 0;
    good = good && has >= 0;
    if (has > 0) *marked = true;
  }
  return good;
}

/* number_adjacency(positions, adjacency, key): numbers the positions, then adds the moves of pairs
 * of a position and a dict from neighbours to data. Returns as number does, and whether some data,
 * a dict, has the key. */
static PyObject *number_adjacency(PyObject *module, PyObject *arguments) {
  PyObject *first, *adjacency, *key, *item, *result = NULL;
  numbering known = {0};
  moves m = {0};
  bool marked = false;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOO", &first, &adjacency, &key)) return NULL;
  PyObject *begin = PyObject_GetIter(first), *rest = begin ? PyObject_GetIter(adjacency) : NULL;
  bool good = rest != NULL && numbering_new(&known, GRUNDY_DIGRAPH_MAX_ORDER);
  while (good && (item = PyIter_Next(begin)) != NULL) {
    good = number_position(&known, item) >= 0;
    Py_DECREF(item);
  }
  while (good && !PyErr_Occurred() && (item = PyIter_Next(rest)) != NULL) {
    PyObject *position, *neighbours;
    good = PyArg_ParseTuple(item, "OO", &position, &neighbours) != 0;
    if (good && !PyDict_Check(neighbours)) {
      PyErr_SetString(PyExc_TypeError, "neighbours must be a dict");
      good = false;
    }
    good = good && number_neighbours(&known, &m, position, neighbours, key, &marked);
    Py_DECREF(item);
  }
  if (good && !PyErr_Occurred()) {
    PyObject *found = moves_result(&m, known.positions, known.numbers);
    if (found != NULL) result = Py_BuildValue("NO", found, marked ? Py_True : Py_False);
  }
  Py_XDECREF(begin);
  Py_XDECREF(rest);
  numbering_free(&known);
  moves_free(&m);
  return result;
}

/* ---- rules given by a function --------------------------------------------------------------- */

/* Adds the moves from position `v`, which the function returns as an iterable. */
static bool expand(numbering *known, moves *m, PyObject *function, PyObject *canon, Py_ssize_t v) {
  PyObject *position = PyList_GetItem(known->positions, v), *item;
  PyObject *list = PyObject_CallFunctionObjArgs(function, position, NULL);
  if (list == NULL) return false;
  PyObject *iterator = PyObject_GetIter(list);
  Py_DECREF(list);
  if (iterator == NULL) return false;
  bool good = true;
  while (good && (item = PyIter_Next(iterator)) != NULL) {
    if (canon != Py_None) {
      PyObject *represented = PyObject_CallFunctionObjArgs(canon, item, NULL);
      Py_DECREF(item);
      item = represented;
    }
    int64_t to = item != NULL ? number_position(known, item) : -1;
    Py_XDECREF(item);
    good = to >= 0 && moves_add(m, (uint32_t)v, (uint32_t)to);
  }
  Py_DECREF(iterator);
  return good && !PyErr_Occurred();
}

/* Handles signals and shows progress, every so often. */
static bool explore_tick(Py_ssize_t done, Py_ssize_t found, PyObject *progress) {
  if (done % 1024 != 0) return true;
  if (PyErr_CheckSignals() < 0) return false;
  if (progress == Py_None) return true;
  PyObject *result = PyObject_CallFunction(progress, "snn", "exploring", done, found);
  Py_XDECREF(result);
  return result != NULL;
}

/* explore(start, moves, canon, limit, progress): breadth first, from all positions of the list
 * `start`, as grundy_game_open does. */
static PyObject *explore(PyObject *module, PyObject *arguments) {
  PyObject *start, *function, *canon, *progress, *result = NULL;
  Py_ssize_t limit;
  numbering known;
  moves m = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOOnO", &start, &function, &canon, &limit, &progress))
    return NULL;
  bool good = numbering_new(&known, limit);
  Py_ssize_t starts = PyList_Size(start);
  good = good && starts >= 0;
  for (Py_ssize_t i = 0; good && i < starts; i++)
    good = number_position(&known, PyList_GetItem(start, i)) >= 0;
  for (Py_ssize_t v = 0; good && v < PyList_Size(known.positions); v++)
    good = explore_tick(v, PyList_Size(known.positions), progress) &&
           expand(&known, &m, function, canon, v);
  if (good) result = moves_result(&m, known.positions, known.numbers);
  numbering_free(&known);
  moves_free(&m);
  return result;
}

static PyMethodDef functions[] = {
    {"check_unnamed", check_unnamed, METH_VARARGS, NULL},
    {"borrow", borrow, METH_VARARGS, NULL},
    {"from_moves", from_moves, METH_VARARGS, NULL},
    {"build", build, METH_VARARGS, NULL},
    {"number", number, METH_VARARGS, NULL},
    {"number_adjacency", number_adjacency, METH_VARARGS, NULL},
    {"explore", explore, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_build(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
