/* Games that are solved tier by tier, and their folders. */

#include "core.h"

#include <string.h>

/* The library allows one call at a time for an object. Looking up keeps the interpreter's lock; a
 * long call releases it, and `busy` makes other calls fail until it has ended. */
typedef struct tiers {
  PyObject_HEAD grundy_tiers *it;
  bool busy;
} tiers;

static PyTypeObject *tiers_type;

static void tiers_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  grundy_tiers_free(((tiers *)self)->it);
  release(self);
  Py_DECREF(type);
}

/* Returns the tiers; NULL with an exception while a long call uses them. */
static grundy_tiers *idle(PyObject *self) {
  if (!((tiers *)self)->busy) return ((tiers *)self)->it;
  PyErr_SetString(PyExc_RuntimeError, "the tiers are being solved or verified");
  return NULL;
}

/* Marks the tiers as busy and releases the interpreter's lock. */
static void long_call_begin(PyObject *self, work *w, PyObject *progress) {
  ((tiers *)self)->busy = true;
  work_begin(w, progress);
}

static bool long_call_end(PyObject *self, work *w, grundy_status status) {
  bool good = work_end(w, status);
  ((tiers *)self)->busy = false;
  return good;
}

/* solve(folder, columns, memory, progress): (tiers, resumed, positions, p, n, d) */
static PyObject *solve(PyObject *self, PyObject *arguments) {
  PyObject *encoded, *progress;
  const char *list;
  unsigned long long memory;
  if (!PyArg_ParseTuple(arguments, "O&sKO", PyUnicode_FSConverter, &encoded, &list, &memory,
                        &progress))
    return NULL;
  grundy_tiers *it = idle(self);
  grundy_tiers_options options = {.size = sizeof options, .memory = memory};
  grundy_tiers_summary s = {0};
  grundy_error error = {0};
  bool good = it != NULL && check(grundy_columns_parse(list, &options.columns, &error), &error);
  if (good) {
    work w;
    long_call_begin(self, &w, progress);
    options.monitor = &w.monitor;
    good = long_call_end(self, &w,
                         grundy_tiers_solve(it, PyBytes_AsString(encoded), &options, &s, &w.error));
  }
  Py_DECREF(encoded);
  if (!good) return NULL;
  return Py_BuildValue("KKKKKK", (unsigned long long)s.tiers, (unsigned long long)s.resumed,
                       (unsigned long long)s.positions, (unsigned long long)s.p,
                       (unsigned long long)s.n, (unsigned long long)s.d);
}

/* verify(sample, seed, progress): (right, positions, all, wrong) */
static PyObject *verify(PyObject *self, PyObject *arguments) {
  PyObject *progress;
  unsigned long long sample, seed;
  if (!PyArg_ParseTuple(arguments, "KKO", &sample, &seed, &progress)) return NULL;
  grundy_tiers *it = idle(self);
  if (it == NULL) return NULL;
  grundy_tiers_options options = {.size = sizeof options, .sample = sample, .seed = seed};
  grundy_tiers_verdict verdict;
  work w;
  long_call_begin(self, &w, progress);
  options.monitor = &w.monitor;
  if (!long_call_end(self, &w, grundy_tiers_verify(it, &options, &verdict, &w.error))) return NULL;
  PyObject *wrong = text_of(verdict.wrong, strlen(verdict.wrong));
  return wrong == NULL ? NULL
                       : Py_BuildValue("NKNN", PyBool_FromLong(verdict.right),
                                       (unsigned long long)verdict.positions,
                                       PyBool_FromLong(verdict.all), wrong);
}

/* Writes the entry of a column, or null if it is not known. */
static void put_number(grundy_json *json, const char *name, bool is_known, uint32_t number) {
  grundy_answer_number32(json, name, is_known ? number : GRUNDY_NUMBER_UNKNOWN);
}

/* Returns everything known about a position as JSON, in bytes. */
static PyObject *entry_of(const grundy_tiers_entry *entry) {
  static const grundy_value unknown = {.nimber = GRUNDY_NUMBER_UNKNOWN};
  grundy_columns known = entry->columns;
  bool has_value = (known & GRUNDY_COLUMN_GRUNDY) != 0;
  bool has_counter = (known & GRUNDY_COLUMN_COUNTER) != 0 && entry->value.nimber != GRUNDY_INFINITY;
  memory_stream stream;
  if (!stream_open(&stream)) return NULL;
  grundy_json json = grundy_json_start(stream.file);
  grundy_json_object(&json, NULL);
  grundy_answer_outcome(&json, "player", entry->player);
  grundy_answer_outcome(&json, "outcome",
                        (known & GRUNDY_COLUMN_OUTCOME) != 0 ? entry->outcome : 0);
  grundy_answer_value(&json, "value", has_value ? entry->value : unknown);
  put_number(&json, "remoteness", (known & GRUNDY_COLUMN_REMOTENESS) != 0, entry->remoteness);
  put_number(&json, "counter", has_counter, entry->counter);
  put_number(&json, "q1", (known & GRUNDY_COLUMN_Q1) != 0, entry->q1);
  put_number(&json, "q0", (known & GRUNDY_COLUMN_Q0) != 0, entry->q0);
  grundy_json_integer(&json, "tier", entry->tier);
  grundy_json_integer(&json, "index", entry->index);
  grundy_json_end(&json);
  return stream_close(&stream, true);
}

/* find(name): JSON in bytes; "" is the start. */
static PyObject *find(PyObject *self, PyObject *text) {
  Py_ssize_t length;
  grundy_tiers_entry entry;
  grundy_error error = {0};
  const char *name = PyUnicode_AsUTF8AndSize(text, &length);
  grundy_tiers *it = name == NULL ? NULL : idle(self);
  if (it == NULL) return NULL;
  if (!check(grundy_tiers_find(it, name, (size_t)length, &entry, &error), &error)) return NULL;
  return entry_of(&entry);
}

/* list(): [(number, indices, leads_to)], in the order in which tiers are solved. */
static PyObject *list(PyObject *self, PyObject *Py_UNUSED(none)) {
  grundy_tiers *it = idle(self);
  PyObject *made = it == NULL ? NULL : PyList_New(0);
  grundy_tier_info info;
  for (uint64_t place = 0; made != NULL && grundy_tiers_at(it, place, &info); place++) {
    PyObject *item =
        Py_BuildValue("KKK", (unsigned long long)info.number, (unsigned long long)info.indices,
                      (unsigned long long)info.leads_to);
    if (item == NULL || PyList_Append(made, item) < 0) Py_CLEAR(made);
    Py_XDECREF(item);
  }
  return made;
}

static PyMethodDef methods[] = {
    {"solve", solve, METH_VARARGS, NULL},
    {"verify", verify, METH_VARARGS, NULL},
    {"find", find, METH_O, NULL},
    {"list", list, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"Tiers of the library."},
    {Py_tp_dealloc, (void *)tiers_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Tiers", sizeof(tiers), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* tiers_open(text, libraries, progress): rules with ranks, or a folder of solved tiers. */
static PyObject *tiers_open(PyObject *module, PyObject *arguments) {
  PyObject *encoded, *progress;
  int libraries;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "O&pO", PyUnicode_FSConverter, &encoded, &libraries, &progress))
    return NULL;
  grundy_tiers *it = NULL;
  work w;
  work_begin(&w, progress);
  grundy_open_options options = {
      .size = sizeof options, .libraries = libraries != 0, .monitor = &w.monitor};
  bool good = work_end(&w, grundy_tiers_open(PyBytes_AsString(encoded), &options, &it, &w.error));
  Py_DECREF(encoded);
  tiers *made = good ? PyObject_New(tiers, tiers_type) : NULL;
  if (made == NULL) {
    grundy_tiers_free(it);
    return NULL;
  }
  made->it = it;
  made->busy = false;
  return (PyObject *)made;
}

static PyMethodDef functions[] = {
    {"tiers_open", tiers_open, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_tiers(PyObject *module) {
  tiers_type = add_type(module, &spec);
  return tiers_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
