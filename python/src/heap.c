/* Heap games and ordinals. */

#include "core.h"

#include <string.h>

static PyTypeObject *heaps_type;

/* The values of a game and its code. */
typedef struct heaps {
  PyObject_HEAD grundy_heaps *it;
  grundy_heap_code *code;
} heaps;

static void heaps_dealloc(PyObject *self) {
  heaps *h = (heaps *)self;
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  grundy_heaps_free(h->it);
  grundy_heap_code_free(h->code);
  release(self);
  Py_DECREF(type);
}

static PyObject *values(PyObject *self, PyObject *Py_UNUSED(none)) {
  uint64_t count;
  const uint32_t *at = grundy_heaps_values(((heaps *)self)->it, &count);
  return view_new(self, at, count, "I");
}

/* (preperiod, length, saltus, proved_at, theorem), or None. */
static PyObject *period(PyObject *self, PyObject *Py_UNUSED(none)) {
  const grundy_heap_period *p = grundy_heaps_period(((heaps *)self)->it);
  if (p == NULL) Py_RETURN_NONE;
  return Py_BuildValue("KKKKs", (unsigned long long)p->preperiod, (unsigned long long)p->length,
                       (unsigned long long)p->saltus, (unsigned long long)p->proved_at, p->theorem);
}

/* (mask, rare, last_rare, largest, largest_at, values) */
static PyObject *split(PyObject *self, PyObject *Py_UNUSED(none)) {
  grundy_heap_split s;
  work w;
  work_begin(&w, Py_None);
  if (!work_end(&w, grundy_heaps_split(((heaps *)self)->it, &s, &w.error))) return NULL;
  return Py_BuildValue("IKIIIK", s.mask, (unsigned long long)s.rare, s.last_rare, s.largest,
                       s.largest_at, (unsigned long long)s.values);
}

static PyObject *plot(PyObject *self, PyObject *Py_UNUSED(none)) {
  heaps *h = (heaps *)self;
  memory_stream stream;
  if (!stream_open(&stream)) return NULL;
  work w;
  work_begin(&w, Py_None);
  bool good = work_end(&w, grundy_heaps_plot(h->it, h->code, stream.file, &w.error));
  return stream_close(&stream, good);
}

/* write_json(rare): bytes */
static PyObject *write_json(PyObject *self, PyObject *rare) {
  heaps *h = (heaps *)self;
  grundy_heap_split split;
  memory_stream stream;
  int with_rare = PyObject_IsTrue(rare);
  if (with_rare < 0 || !stream_open(&stream)) return NULL;
  work w;
  work_begin(&w, Py_None);
  grundy_status status = with_rare ? grundy_heaps_split(h->it, &split, &w.error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_heaps_write(h->it, h->code, with_rare ? &split : NULL, GRUNDY_HEAPS_JSON,
                                GRUNDY_MONITORED(&w.monitor), stream.file, &w.error);
  return stream_close(&stream, work_end(&w, status));
}

static PyMethodDef methods[] = {
    {"values", values, METH_NOARGS, NULL},    {"period", period, METH_NOARGS, NULL},
    {"split", split, METH_NOARGS, NULL},      {"plot", plot, METH_NOARGS, NULL},
    {"write_json", write_json, METH_O, NULL}, {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"The values of a heap game."},
    {Py_tp_dealloc, (void *)heaps_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {"grundy._core.Heaps", sizeof(heaps), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* Parses a code; NULL with an exception on failure. */
static grundy_heap_code *code_of(const char *text) {
  grundy_heap_code *code = NULL;
  grundy_error error = {0};
  return check(grundy_heap_code_parse(text, strlen(text), &code, &error), &error) ? code : NULL;
}

/* heap_code(text): its normal form */
static PyObject *heap_code(PyObject *module, PyObject *arguments) {
  const char *text;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "s", &text)) return NULL;
  grundy_heap_code *code = code_of(text);
  if (code == NULL) return NULL;
  const char *normal = grundy_heap_code_text(code);
  PyObject *made = text_of(normal, strlen(normal));
  grundy_heap_code_free(code);
  return made;
}

/* heaps_solve(code, max, stop_at_period, checkpoint or None, progress) */
static PyObject *heaps_solve(PyObject *module, PyObject *arguments) {
  const char *text;
  unsigned long long max;
  int stop;
  PyObject *checkpoint, *progress, *encoded = NULL;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sKpOO", &text, &max, &stop, &checkpoint, &progress))
    return NULL;
  if (max > GRUNDY_HEAP_MAX_SIZE)
    return PyErr_Format(PyExc_OverflowError, "heaps have at most %u tokens", GRUNDY_HEAP_MAX_SIZE);
  if (checkpoint != Py_None && PyUnicode_FSConverter(checkpoint, &encoded) == 0) return NULL;
  heaps *made = PyObject_New(heaps, heaps_type);
  if (made == NULL) {
    Py_XDECREF(encoded);
    return NULL;
  }
  made->it = NULL;
  made->code = code_of(text);
  bool good = made->code != NULL;
  if (good) {
    work w;
    work_begin(&w, progress);
    grundy_heap_options options = {.size = sizeof options,
                                   .max = (uint32_t)max,
                                   .stop_at_period = stop != 0,
                                   .checkpoint = encoded ? PyBytes_AsString(encoded) : NULL,
                                   .monitor = &w.monitor};
    good = work_end(&w, grundy_heaps_solve(made->code, &options, &made->it, &w.error));
  }
  Py_XDECREF(encoded);
  if (good) return (PyObject *)made;
  Py_DECREF(made);
  return NULL;
}

/* heaps_misere(code, sizes as uint32, limit, progress): (outcome, positions) */
static PyObject *heaps_misere(PyObject *module, PyObject *arguments) {
  const char *text;
  PyObject *list, *progress;
  unsigned long long limit;
  item_buffer sizes;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sOKO", &text, &list, &limit, &progress)) return NULL;
  grundy_heap_code *code = code_of(text);
  if (code == NULL) return NULL;
  grundy_outcome outcome = 0;
  uint64_t positions = 0;
  bool good = items_get(list, sizeof(uint32_t), false, &sizes);
  if (good) {
    work w;
    work_begin(&w, progress);
    good = work_end(&w, grundy_heaps_misere(code, sizes.buffer.buf, sizes.count, limit,
                                            GRUNDY_MONITORED(&w.monitor), &outcome, &positions,
                                            &w.error));
    items_release(&sizes);
  }
  grundy_heap_code_free(code);
  if (!good) return NULL;
  char letter[] = {(char)outcome, '\0'};
  return Py_BuildValue("sK", letter, (unsigned long long)positions);
}

/* heaps_quotient(code, max, stop_at_period, max_elements, progress): JSON in bytes */
static PyObject *heaps_quotient(PyObject *module, PyObject *arguments) {
  const char *text;
  unsigned max, elements;
  int stop;
  PyObject *progress, *bytes = NULL;
  grundy_misere *quotient = NULL;
  memory_stream stream;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sIpIO", &text, &max, &stop, &elements, &progress)) return NULL;
  grundy_heap_code *code = code_of(text);
  if (code == NULL) return NULL;
  if (stream_open(&stream)) {
    work w;
    work_begin(&w, progress);
    grundy_misere_options options = {.size = sizeof options,
                                     .max = max,
                                     .stop_at_period = stop != 0,
                                     .max_elements = elements,
                                     .monitor = &w.monitor};
    grundy_status status = grundy_misere_of_code(code, &options, &quotient, &w.error);
    const grundy_error *limit =
        status == GRUNDY_OK ? grundy_misere_get_facts(quotient).limit : NULL;
    if (limit != NULL && limit->status != GRUNDY_UNABLE) {
      w.error = *limit;
      status = limit->status;
    }
    if (status == GRUNDY_OK) {
      grundy_json json = grundy_json_start(stream.file);
      grundy_answer_quotient(&json, quotient, grundy_heap_code_text(code), limit, 0);
    }
    bytes = stream_close(&stream, work_end(&w, status));
  }
  grundy_misere_free(quotient);
  grundy_heap_code_free(code);
  return bytes;
}

/* ---- ordinals ------------------------------------------------------------------------------ */

static PyObject *ordinal_text(const grundy_ordinal *ordinal, bool ascii) {
  size_t length = grundy_ordinal_format(ordinal, ascii, NULL, 0);
  char *text = PyMem_Malloc(length + 1);
  if (text == NULL) return PyErr_NoMemory();
  (void)grundy_ordinal_format(ordinal, ascii, text, length + 1);
  PyObject *made = text_of(text, length);
  PyMem_Free(text);
  return made;
}

/* ordinal(expression): (text, text with ω, kind, is odd), or whether a comparison holds. */
static PyObject *ordinal(PyObject *module, PyObject *arguments) {
  static const char *const kinds[] = {"zero", "limit", "successor"};
  const char *text;
  Py_ssize_t length;
  grundy_ordinal_answer answer = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "s#", &text, &length)) return NULL;
  work w;
  work_begin(&w, Py_None);
  if (!work_end(&w, grundy_ordinal_evaluate(text, (size_t)length, &answer, &w.error))) return NULL;
  if (answer.ordinal == NULL) return PyBool_FromLong(answer.holds);
  grundy_ordinal_description about = grundy_ordinal_describe(answer.ordinal);
  PyObject *made =
      Py_BuildValue("NNsN", ordinal_text(answer.ordinal, true), ordinal_text(answer.ordinal, false),
                    kinds[about.kind], PyBool_FromLong(about.is_odd));
  grundy_ordinal_free(answer.ordinal);
  return made;
}

static PyMethodDef functions[] = {
    {"heap_code", heap_code, METH_VARARGS, NULL},
    {"heaps_solve", heaps_solve, METH_VARARGS, NULL},
    {"heaps_misere", heaps_misere, METH_VARARGS, NULL},
    {"heaps_quotient", heaps_quotient, METH_VARARGS, NULL},
    {"ordinal", ordinal, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_heap(PyObject *module) {
  heaps_type = add_type(module, &spec);
  return heaps_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
