/* Solutions: solving, reading, writing and verifying. */

#include "core.h"

#include <math.h>
#include <string.h>

PyTypeObject *solution_type;

PyObject *wrap_solution(grundy_solution *solution, PyObject *digraph) {
  PyObject *made = handle_new(solution_type, solution, digraph);
  if (made == NULL) grundy_solution_free(solution);
  return made;
}

/* Returns the number of positions that a solution is for. */
static uint32_t order_of(PyObject *self) {
  return grundy_digraph_order(((handle *)((handle *)self)->owner)->it);
}

/* Whether the solution has as many positions as g; if not, with a ValueError. */
static bool is_for(PyObject *self, const grundy_digraph *g) {
  if (order_of(self) == grundy_digraph_order(g)) return true;
  PyErr_Format(PyExc_ValueError, "the solution has %lu positions, and the game has %lu",
               (unsigned long)order_of(self), (unsigned long)grundy_digraph_order(g));
  return false;
}

const grundy_solution *to_solution(PyObject *object, const grundy_digraph *g) {
  const grundy_solution *solution = handle_get(object, solution_type);
  return solution != NULL && is_for(object, g) ? solution : NULL;
}

static const grundy_solution *of(PyObject *self) {
  return ((handle *)self)->it;
}

static void solution_dealloc(PyObject *self) {
  grundy_solution_free(((handle *)self)->it);
  handle_dealloc(self);
}

/* Parses the name of a column; 0 with an exception if it is not exactly one. */
static grundy_columns column_of(const char *name) {
  grundy_columns columns = 0;
  grundy_error error = {0};
  if (!check(grundy_columns_parse(name, &columns, &error), &error)) return 0;
  if (columns != 0 && (columns & (columns - 1)) == 0) return columns;
  PyErr_Format(PyExc_ValueError, "'%s' is not a column", name);
  return 0;
}

/* Parses a list of columns separated by commas; "" is 0. False with an exception on failure. */
static bool columns_of(const char *list, grundy_columns *columns) {
  grundy_error error = {0};
  *columns = 0;
  return *list == '\0' || check(grundy_columns_parse(list, columns, &error), &error);
}

/* Returns the names of the columns as a tuple, player first. */
static PyObject *column_names(grundy_columns columns) {
  PyObject *list = PyList_New(0);
  for (int pass = 0; pass < 2; pass++)
    for (int bit = 0; list != NULL && bit < GRUNDY_COLUMN_COUNT; bit++) {
      grundy_columns column = (grundy_columns)1 << bit;
      if ((columns & column) == 0 || (column == GRUNDY_COLUMN_PLAYER) != (pass == 0)) continue;
      PyObject *name = PyUnicode_FromString(grundy_column_describe(column)->name);
      if (name == NULL || PyList_Append(list, name) < 0) Py_CLEAR(list);
      Py_XDECREF(name);
    }
  PyObject *tuple = list != NULL ? PyList_AsTuple(list) : NULL;
  Py_XDECREF(list);
  return tuple;
}

static PyObject *columns(PyObject *self, PyObject *Py_UNUSED(none)) {
  return column_names(grundy_solution_columns(of(self)));
}

/* array(column, order): a view of letters, numbers or reals. */
static PyObject *array(PyObject *self, PyObject *arguments) {
  const char *name;
  unsigned long long order;
  if (!PyArg_ParseTuple(arguments, "sK", &name, &order)) return NULL;
  grundy_columns column = column_of(name);
  if (column == 0) return NULL;
  if (order > order_of(self))
    return PyErr_Format(PyExc_ValueError, "the solution has %lu positions",
                        (unsigned long)order_of(self));
  const void *at = NULL;
  const char *format = "B";
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
  case GRUNDY_COLUMN_OF_LEVELS:
    at = grundy_solution_letters(of(self), column);
    break;
  case GRUNDY_COLUMN_OF_NUMBERS:
    at = grundy_solution_numbers(of(self), column);
    format = "I";
    break;
  case GRUNDY_COLUMN_OF_REALS:
    at = grundy_solution_reals(of(self), column);
    format = "d";
    break;
  case GRUNDY_COLUMN_OF_SETS:
    break;
  }
  if ((grundy_solution_columns(of(self)) & column) != 0 && (at != NULL || order == 0))
    return view_new(self, at, order, format);
  return PyErr_Format(PyExc_AttributeError, "the solution has no array '%s'", name);
}

/* set_at(column, v) */
static PyObject *set_at(PyObject *self, PyObject *arguments) {
  const char *name;
  unsigned long v;
  if (!PyArg_ParseTuple(arguments, "sk", &name, &v)) return NULL;
  grundy_columns column = column_of(name);
  if (column == 0) return NULL;
  if (v >= order_of(self)) return PyErr_Format(PyExc_IndexError, "no position %lu", v);
  return set_of(grundy_solution_set_at(of(self), column, (uint32_t)v), 0);
}

/* sets(column): a list of frozensets, None where there is no set. */
static PyObject *sets(PyObject *self, PyObject *arguments) {
  const char *name;
  if (!PyArg_ParseTuple(arguments, "s", &name)) return NULL;
  grundy_columns column = column_of(name);
  if (column == 0) return NULL;
  PyObject *list = PyList_New(order_of(self));
  for (uint32_t v = 0; list != NULL && v < order_of(self); v++) {
    PyObject *members = set_of(grundy_solution_set_at(of(self), column, v), 0);
    PyObject *item =
        members == NULL || members == Py_None ? Py_XNewRef(members) : PyFrozenSet_New(members);
    Py_XDECREF(members);
    if (item == NULL || PyList_SetItem(list, v, item) < 0) Py_CLEAR(list);
  }
  return list;
}

/* set_arrays(column): (offsets, members, absent), the first of int64, the second of uint32, and the
 * last with one byte per position, as bytes. */
static PyObject *set_arrays(PyObject *self, PyObject *arguments) {
  const char *name;
  uint64_t total = 0;
  if (!PyArg_ParseTuple(arguments, "s", &name)) return NULL;
  grundy_columns column = column_of(name);
  if (column == 0) return NULL;
  uint32_t order = order_of(self);
  for (uint32_t v = 0; v < order; v++) total += grundy_solution_set_at(of(self), column, v).size;
  PyObject *offsets = PyBytes_FromStringAndSize(NULL, ((Py_ssize_t)order + 1) * 8);
  PyObject *members = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)total * 4);
  PyObject *absent = PyBytes_FromStringAndSize(NULL, order);
  if (offsets != NULL && members != NULL && absent != NULL) {
    int64_t *begins = (int64_t *)(void *)PyBytes_AsString(offsets);
    char *numbers = PyBytes_AsString(members), *missing = PyBytes_AsString(absent);
    begins[0] = 0;
    for (uint32_t v = 0; v < order; v++) {
      grundy_set set = grundy_solution_set_at(of(self), column, v);
      if (set.size > 0) memcpy(numbers + 4 * begins[v], set.numbers, set.size * 4);
      begins[v + 1] = begins[v] + (int64_t)set.size;
      missing[v] = (char)set.absent;
    }
    return Py_BuildValue("NNN", offsets, members, absent);
  }
  Py_XDECREF(offsets);
  Py_XDECREF(members);
  Py_XDECREF(absent);
  return NULL;
}

static PyObject *summary(PyObject *self, PyObject *Py_UNUSED(none)) {
  grundy_summary s = grundy_solution_summary(of(self));
  return Py_BuildValue("{s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "p", s.p, "n", s.n,
                       "d", s.d, "a", s.a, "b", s.b, "infinite", s.infinite, "finite", s.finite,
                       "largest_value", s.largest_value, "decided", s.decided, "largest_remoteness",
                       s.largest_remoteness, "unknown", s.unknown, "unknown_value", s.unknown_value,
                       "frontier", s.frontier);
}

/* ---- writing ------------------------------------------------------------------------------- */

/* Writes to a stream while the lock is released. */
typedef struct writing {
  const grundy_digraph *g;
  const grundy_solution *solution;
  grundy_format format;
  grundy_columns columns;
  bool ascii, tablebase;
  item_buffer rows; /* of a table; none: all */
  bool has_rows;
} writing;

static grundy_status write_stream(const writing *what, FILE *out, work *w) {
  grundy_write_options options = {.size = sizeof options,
                                  .columns = what->columns,
                                  .ascii = what->ascii,
                                  .monitor = &w->monitor};
  if (what->has_rows) {
    options.rows = what->rows.buffer.buf;
    options.row_count = what->rows.count;
  }
  if (what->tablebase)
    return grundy_tablebase_write(what->g, what->solution, &options, out, &w->error);
  return grundy_solution_write(what->g, what->solution, what->format, &options, out, &w->error);
}

/* write_text(digraph, format, columns, rows, ascii): the bytes of a solution, or of a tablebase if
 * that is the format; rows may be None. */
static PyObject *write_text(PyObject *self, PyObject *arguments) {
  const char *format, *list;
  PyObject *digraph, *rows;
  int ascii;
  if (!PyArg_ParseTuple(arguments, "OssOp", &digraph, &format, &list, &rows, &ascii)) return NULL;
  writing what = {.g = to_digraph(digraph), .solution = of(self), .ascii = ascii != 0};
  what.format = grundy_format_find(format);
  what.tablebase = strcmp(format, "tablebase") == 0;
  if (what.g == NULL || !is_for(self, what.g) || !columns_of(list, &what.columns)) return NULL;
  what.has_rows = rows != Py_None;
  if (what.has_rows && !items_get(rows, sizeof(uint32_t), false, &what.rows)) return NULL;
  memory_stream stream;
  PyObject *bytes = NULL;
  if (stream_open(&stream)) {
    work w;
    work_begin(&w, Py_None);
    bool good = work_end(&w, write_stream(&what, stream.file, &w));
    bytes = stream_close(&stream, good);
  }
  if (what.has_rows) items_release(&what.rows);
  return bytes;
}

/* write_file(digraph, path, format, columns, tablebase, progress) */
static PyObject *write_file(PyObject *self, PyObject *arguments) {
  const char *format, *list;
  PyObject *digraph, *encoded, *progress;
  int tablebase;
  if (!PyArg_ParseTuple(arguments, "OO&sspO", &digraph, PyUnicode_FSConverter, &encoded, &format,
                        &list, &tablebase, &progress))
    return NULL;
  writing what = {.g = to_digraph(digraph), .solution = of(self), .tablebase = tablebase != 0};
  what.format = grundy_format_find(format);
  bool good = what.g != NULL && is_for(self, what.g) && columns_of(list, &what.columns);
  if (good) {
    grundy_output *output = NULL;
    work w;
    work_begin(&w, progress);
    grundy_status status = grundy_output_open(PyBytes_AsString(encoded), &output, &w.error);
    if (status == GRUNDY_OK) {
      status = write_stream(&what, grundy_output_stream(output), &w);
      if (status == GRUNDY_OK)
        status = grundy_output_commit(output, &w.error);
      else
        grundy_output_discard(output);
    }
    good = work_end(&w, status);
  }
  Py_DECREF(encoded);
  if (!good) return NULL;
  Py_RETURN_NONE;
}

/* ---- verifying ----------------------------------------------------------------------------- */

/* verify(digraph, payoff, infinite, ascii, progress): JSON in bytes */
static PyObject *verify(PyObject *self, PyObject *arguments) {
  PyObject *digraph, *payoff, *infinite, *progress, *bytes = NULL;
  memory_stream stream;
  int ascii;
  if (!PyArg_ParseTuple(arguments, "OOOpO", &digraph, &payoff, &infinite, &ascii, &progress))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  grundy_verify_options options = {.size = sizeof options, .ascii = ascii != 0};
  if (g == NULL || !is_for(self, g) ||
      !optional_real(payoff, &options.payoff_known, &options.payoff) ||
      !optional_real(infinite, &options.infinite_known, &options.infinite))
    return NULL;
  grundy_report *report = NULL;
  work w;
  work_begin(&w, progress);
  options.monitor = &w.monitor;
  bool good = work_end(&w, grundy_verify(g, of(self), &options, &report, &w.error));
  if (good && stream_open(&stream)) {
    grundy_json json = grundy_json_start(stream.file);
    grundy_json_object(&json, NULL);
    grundy_answer_report(&json, g, report);
    grundy_json_end(&json);
    bytes = stream_close(&stream, true);
  }
  grundy_report_free(report);
  return bytes;
}

static PyMethodDef methods[] = {
    {"columns", columns, METH_NOARGS, NULL},
    {"array", array, METH_VARARGS, NULL},
    {"sets", sets, METH_VARARGS, NULL},
    {"set_arrays", set_arrays, METH_VARARGS, NULL},
    {"set_at", set_at, METH_VARARGS, NULL},
    {"summary", summary, METH_NOARGS, NULL},
    {"write_text", write_text, METH_VARARGS, NULL},
    {"write_file", write_file, METH_VARARGS, NULL},
    {"verify", verify, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"A solution of the library."},
    {Py_tp_dealloc, (void *)solution_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Solution", sizeof(handle), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* ---- solving ------------------------------------------------------------------------------- */

/* Reads what limits solving: scratch is a folder or None, device a number of grundy_gpu_list, 0 for
 * any, or -1 for none. *encoded is to be released. */
static bool read_engine(PyObject *scratch, unsigned long long memory, int device,
                        grundy_solve_options *options, PyObject **encoded) {
  if (scratch != Py_None && PyUnicode_FSConverter(scratch, encoded) == 0) return false;
  if (*encoded != NULL) options->scratch = PyBytes_AsString(*encoded);
  options->memory = memory;
  if (device < 0) return true;
  options->engine = GRUNDY_ENGINE_GPU;
  options->device = (uint32_t)device;
  return true;
}

/* solve(digraph, columns, algorithm, payoff, infinite, reduce, scratch, memory, device, progress);
 * columns "default" are the default ones. */
static PyObject *solve(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *payoff, *infinite, *scratch, *progress, *encoded = NULL;
  const char *list;
  unsigned long long memory;
  int algorithm, reduce, device;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OsiOOpOKiO", &digraph, &list, &algorithm, &payoff, &infinite,
                        &reduce, &scratch, &memory, &device, &progress))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  grundy_solve_options options = {.size = sizeof options, .algorithm = (grundy_algorithm)algorithm};
  bool payoff_known;
  if (g == NULL || !optional_real(payoff, &payoff_known, &options.payoff) ||
      !optional_real(infinite, &options.infinite_known, &options.infinite))
    return NULL;
  if (strcmp(list, "all") == 0) {
    options.columns = grundy_solve_columns(g, true) & ~(grundy_columns)GRUNDY_COLUMN_DRAW_LEVEL &
                      ~(grundy_columns)GRUNDY_COLUMN_DRAW_REMOTENESS;
    if (!payoff_known) options.columns &= ~(grundy_columns)GRUNDY_COLUMN_QV;
  } else if (strcmp(list, "default") != 0 && !columns_of(list, &options.columns)) {
    return NULL;
  }
  if (!read_engine(scratch, memory, device, &options, &encoded)) return NULL;
  grundy_solution *solution = NULL;
  work w;
  work_begin(&w, progress);
  options.monitor = &w.monitor;
  bool good = work_end(&w, reduce ? grundy_solve_reduced(g, &options, &solution, NULL, &w.error)
                                  : grundy_solve(g, &options, &solution, &w.error));
  Py_XDECREF(encoded);
  if (good) return wrap_solution(solution, digraph);
  grundy_solution_free(solution);
  return NULL;
}

/* solve_columns(digraph, all) */
static PyObject *solve_columns(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  int all;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Op", &digraph, &all)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  return g == NULL ? NULL : column_names(grundy_solve_columns(g, all != 0));
}

/* solution_read(digraph, path, format, progress) */
static PyObject *solution_read(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *encoded, *progress;
  const char *format;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO&sO", &digraph, PyUnicode_FSConverter, &encoded, &format,
                        &progress))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  grundy_solution *solution = NULL;
  bool good = g != NULL;
  if (good) {
    work w;
    work_begin(&w, progress);
    grundy_read_options options = {.size = sizeof options, .monitor = &w.monitor};
    good =
        work_end(&w, grundy_solution_read(g, PyBytes_AsString(encoded), grundy_format_find(format),
                                          &options, &solution, &w.error));
  }
  Py_DECREF(encoded);
  if (good) return wrap_solution(solution, digraph);
  grundy_solution_free(solution);
  return NULL;
}

/* solution_text(digraph, text, format): reads a solution from bytes. */
static PyObject *solution_text(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  char *text;
  Py_ssize_t length;
  const char *format;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Oy#s", &digraph, &text, &length, &format)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL) return NULL;
  static char nothing[] = "\n"; /* fmemopen may refuse an empty buffer */
  FILE *stream = fmemopen(length > 0 ? text : nothing, length > 0 ? (size_t)length : 1, "r");
  if (stream == NULL) return PyErr_NoMemory();
  grundy_solution *solution = NULL;
  work w;
  work_begin(&w, Py_None);
  grundy_read_options options = {.size = sizeof options, .monitor = &w.monitor, .stream = stream};
  bool good = work_end(&w, grundy_solution_read(g, "text", grundy_format_find(format), &options,
                                                &solution, &w.error));
  (void)fclose(stream);
  if (good) return wrap_solution(solution, digraph);
  grundy_solution_free(solution);
  return NULL;
}

/* columns_info(): [(name, kind, summary)] for all columns. */
static PyObject *columns_info(PyObject *module, PyObject *Py_UNUSED(none)) {
  static const char *const kinds[] = {"letters", "numbers", "sets", "levels", "reals"};
  PyObject *list = PyList_New(0);
  (void)module;
  for (int bit = 0; list != NULL && bit < GRUNDY_COLUMN_COUNT; bit++) {
    const grundy_column_info *info = grundy_column_describe((grundy_columns)1 << bit);
    PyObject *item = Py_BuildValue("sss", info->name, kinds[info->kind], info->summary);
    if (item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

static PyObject *level_name(PyObject *module, PyObject *arguments) {
  int level;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "i", &level)) return NULL;
  const grundy_level_info *info = grundy_level_describe((uint8_t)level);
  if (info == NULL) Py_RETURN_NONE;
  return PyUnicode_FromString(info->name);
}

/* ---- values -------------------------------------------------------------------------------- */

static bool nimber_of(PyObject *given, uint32_t *nimber) {
  unsigned long number = PyLong_AsUnsignedLong(given);
  if (PyErr_Occurred()) return false;
  *nimber = (uint32_t)number;
  if (number <= GRUNDY_NIM_MAX_HEAP) return true;
  PyErr_SetString(PyExc_OverflowError, "a nimber must be below 2^31");
  return false;
}

/* Parses a sorted tuple of nimbers, of which the last may be inf; None is an absent set. The
 * numbers must be freed. */
static bool numbers_of(PyObject *given, grundy_set *set) {
  *set = (grundy_set){.absent = given == Py_None};
  if (set->absent) return true;
  Py_ssize_t count = PyTuple_Size(given);
  uint32_t *numbers = count < 0 ? NULL : PyMem_Calloc((size_t)count + 1, sizeof *numbers);
  if (numbers == NULL) {
    if (!PyErr_Occurred()) PyErr_NoMemory();
    return false;
  }
  bool good = true;
  for (Py_ssize_t i = 0; good && i < count; i++) {
    PyObject *number = PyTuple_GetItem(given, i);
    if (PyFloat_Check(number))
      numbers[i] = GRUNDY_INFINITY;
    else
      good = nimber_of(number, &numbers[i]);
  }
  *set = (grundy_set){numbers, (uint64_t)count, false};
  if (!good) PyMem_Free(numbers);
  return good;
}

static void value_free(const grundy_value *value) {
  PyMem_Free((void *)value->k.numbers);
  PyMem_Free((void *)value->c.numbers);
}

/* Parses (nimber or inf, K, C): the sets are None or sorted tuples. Free it with value_free. */
static bool value_of(PyObject *given, grundy_value *value) {
  PyObject *nimber, *k, *c;
  *value = (grundy_value){0};
  if (!PyArg_ParseTuple(given, "OOO", &nimber, &k, &c)) return false;
  if (PyFloat_Check(nimber))
    value->nimber = GRUNDY_INFINITY;
  else if (!nimber_of(nimber, &value->nimber))
    return false;
  if (!numbers_of(k, &value->k)) return false;
  if (numbers_of(c, &value->c)) return true;
  PyMem_Free((void *)value->k.numbers);
  return false;
}

/* Returns the numbers that grundy_value_add needs room for. */
static uint64_t room_of(const grundy_value *a, const grundy_value *b) {
  bool has_rests = a->c.size > 0 || b->c.size > 0;
  return has_rests               ? (a->k.size + a->c.size + 1) * (b->k.size + b->c.size + 1)
         : a->k.size > b->k.size ? a->k.size
                                 : b->k.size;
}

/* value_add(a, b): (nimber, K, C) of the generalized nim-sum of two such tuples. */
static PyObject *value_add(PyObject *module, PyObject *arguments) {
  PyObject *a, *b, *result = NULL;
  grundy_value first, second;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &a, &b)) return NULL;
  if (!value_of(a, &first)) return NULL;
  if (value_of(b, &second)) {
    uint32_t *room = PyMem_Calloc(room_of(&first, &second) + 1, sizeof *room);
    if (room == NULL) {
      PyErr_NoMemory();
    } else {
      grundy_value sum = grundy_value_add(first, second, room);
      if (sum.nimber != GRUNDY_INFINITY) sum.k.absent = true;
      result = Py_BuildValue("NNN", number_of(sum.nimber), set_of(sum.k, 0), set_of(sum.c, 0));
    }
    PyMem_Free(room);
    value_free(&second);
  }
  value_free(&first);
  return result;
}

static PyMethodDef functions[] = {
    {"solve", solve, METH_VARARGS, NULL},
    {"solve_columns", solve_columns, METH_VARARGS, NULL},
    {"solution_read", solution_read, METH_VARARGS, NULL},
    {"solution_text", solution_text, METH_VARARGS, NULL},
    {"columns_info", columns_info, METH_NOARGS, NULL},
    {"level_name", level_name, METH_VARARGS, NULL},
    {"value_add", value_add, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_solution(PyObject *module) {
  solution_type = add_type(module, &spec);
  return solution_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
