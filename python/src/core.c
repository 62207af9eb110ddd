#include "core.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- objects --------------------------------------------------------------------------- */

PyObject *handle_new(PyTypeObject *type, void *it, PyObject *owner) {
  handle *made = PyObject_New(handle, type);
  if (made == NULL) return NULL;
  made->it = it;
  Py_XINCREF(owner);
  made->owner = owner;
  return (PyObject *)made;
}

void handle_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  Py_XDECREF(((handle *)self)->owner);
  release(self);
  Py_DECREF(type);
}

void *handle_get(PyObject *object, PyTypeObject *type) {
  if (PyObject_TypeCheck(object, type)) return ((handle *)object)->it;
  PyErr_Format(PyExc_TypeError, "expected %R, not %R", type, Py_TYPE(object));
  return NULL;
}

PyTypeObject *add_type(PyObject *module, PyType_Spec *spec) {
  PyObject *type = PyType_FromSpec(spec);
  if (type == NULL) return NULL;
  if (PyModule_AddType(module, (PyTypeObject *)type) < 0) {
    Py_DECREF(type);
    return NULL;
  }
  return (PyTypeObject *)type;
}

/* ---- views ------------------------------------------------------------------------------- */

/* Items that belong to another object. */
typedef struct view {
  PyObject_HEAD PyObject *owner;
  const void *items;
  Py_ssize_t count, item; /* how many, and the bytes of each */
  const char *format;
} view;

static PyTypeObject *view_type;

static Py_ssize_t item_size(char format) {
  switch (format) {
  case 'B':
    return 1;
  case 'I':
    return 4;
  default:
    return 8;
  }
}

PyObject *view_new(PyObject *owner, const void *at, uint64_t count, const char *format) {
  static const uint64_t nothing; /* for arrays of no items, which may be NULL */
  view *made = PyObject_New(view, view_type);
  if (made == NULL) return NULL;
  Py_INCREF(owner);
  made->owner = owner;
  made->items = at != NULL ? at : &nothing;
  made->count = (Py_ssize_t)count;
  made->item = item_size(*format);
  made->format = format;
  return (PyObject *)made;
}

static void view_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  Py_DECREF(((view *)self)->owner);
  release(self);
  Py_DECREF(type);
}

static int view_get(PyObject *self, Py_buffer *buffer, int flags) {
  view *v = (view *)self;
  if (PyBuffer_FillInfo(buffer, self, (void *)v->items, v->count * v->item, 1, flags) < 0)
    return -1;
  buffer->itemsize = v->item;
  if (buffer->format != NULL) buffer->format = (char *)v->format;
  if (buffer->shape != NULL) buffer->shape = &v->count;
  if (buffer->strides != NULL) buffer->strides = &v->item;
  return 0;
}

static PyType_Slot view_slots[] = {
    {Py_tp_doc, (void *)"A read-only buffer over memory of the library."},
    {Py_tp_dealloc, (void *)view_dealloc},
    {Py_bf_getbuffer, (void *)view_get},
    {0, NULL},
};
static PyType_Spec view_spec = {"grundy._core.View", sizeof(view), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, view_slots};

/* ---- exceptions ------------------------------------------------------------------------------ */

/* grundy._errors.make, which makes an exception from the members of an error. */
static PyObject *make_error;

static void raise(grundy_status status, const grundy_error *error) {
  if (status == GRUNDY_OUT_OF_MEMORY) {
    PyErr_NoMemory();
    return;
  }
  grundy_error known = *error;
  known.status = status;
  PyObject *message = text_of(error->message, strlen(error->message));
  PyObject *file = text_of(error->file, strlen(error->file));
  PyObject *made = NULL;
  if (message != NULL && file != NULL)
    made = PyObject_CallFunction(make_error, "isOOKK", (int)status, grundy_error_reason(&known),
                                 message, file, (unsigned long long)error->line,
                                 (unsigned long long)error->column);
  if (made != NULL) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
  Py_XDECREF(made);
  Py_XDECREF(message);
  Py_XDECREF(file);
}

bool check(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_OK && !PyErr_Occurred()) raise(status, error);
  return status == GRUNDY_OK;
}

bool refuse(grundy_status status, const char *format, ...) {
  grundy_error error = {0};
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error.message, sizeof error.message, format, arguments);
  va_end(arguments);
  return check(status, &error);
}

/* ---- calls without the lock -------------------------------------------------------------------
 */

static bool show_progress(work *w, const char *phase, uint64_t done, uint64_t total) {
  if (w->progress == NULL) return true;
  PyObject *result = PyObject_CallFunction(w->progress, "sKK", phase, (unsigned long long)done,
                                           (unsigned long long)total);
  Py_XDECREF(result);
  return result != NULL;
}

/* The call that this thread is making without the lock; NULL while it has the lock. */
static _Thread_local work *current;

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  work *w = context;
  if (w->raised) return false;
  current = NULL;
  PyEval_RestoreThread(w->thread);
  w->raised = PyErr_CheckSignals() < 0 || !show_progress(w, phase, done, total);
  w->thread = PyEval_SaveThread();
  current = w;
  return !w->raised;
}

static bool tick_current(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  return current == NULL || tick(current, phase, done, total);
}

const grundy_monitor lasting_monitor = {.tick = tick_current};

void work_begin(work *w, PyObject *progress) {
  *w = (work){.monitor = {.tick = tick, .context = w}};
  if (progress != Py_None) w->progress = progress;
  w->thread = PyEval_SaveThread();
  current = w;
}

bool work_end(work *w, grundy_status status) {
  current = NULL;
  PyEval_RestoreThread(w->thread);
  if (w->raised && status == GRUNDY_OK) return false; /* raised at the very end */
  return check(status, &w->error);
}

/* ---- text ---------------------------------------------------------------------------------- */

bool stream_open(memory_stream *stream) {
  *stream = (memory_stream){0};
  stream->file = grundy_text_open(&stream->text, &stream->length);
  if (stream->file == NULL) PyErr_NoMemory();
  return stream->file != NULL;
}

PyObject *stream_close(memory_stream *stream, bool good) {
  bool written = grundy_text_close(stream->file, &stream->text);
  PyObject *bytes = NULL;
  if (good && written)
    bytes = PyBytes_FromStringAndSize(stream->text, (Py_ssize_t)stream->length);
  else if (!PyErr_Occurred())
    PyErr_NoMemory();
  free(stream->text);
  return bytes;
}

PyObject *text_of(const char *text, size_t length) {
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
}

/* ---- numbers and sets ------------------------------------------------------------------------ */

PyObject *number_of(uint32_t number) {
  if (number == GRUNDY_INFINITY) return PyFloat_FromDouble(INFINITY);
  if (number == GRUNDY_NUMBER_UNKNOWN) Py_RETURN_NONE;
  return PyLong_FromUnsignedLong(number);
}

PyObject *set_of(grundy_set set, uint32_t shift) {
  if (set.absent) Py_RETURN_NONE;
  PyObject *made = PyTuple_New((Py_ssize_t)set.size);
  for (uint64_t i = 0; made != NULL && i < set.size; i++) {
    uint32_t number = set.numbers[i];
    PyObject *item = number_of(number >= GRUNDY_NUMBER_UNKNOWN ? number : number ^ shift);
    if (item == NULL || PyTuple_SetItem(made, (Py_ssize_t)i, item) < 0) Py_CLEAR(made);
  }
  return made;
}

bool optional_real(PyObject *given, bool *known, double *value) {
  *known = given != Py_None;
  *value = *known ? PyFloat_AsDouble(given) : 0;
  return !PyErr_Occurred();
}

bool items_get(PyObject *object, size_t size, bool writable, item_buffer *items) {
  if (PyObject_GetBuffer(object, &items->buffer, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0)
    return false;
  items->count = (uint64_t)items->buffer.len / size;
  if ((uint64_t)items->buffer.len % size == 0) return true;
  PyErr_Format(PyExc_ValueError, "expected a buffer of items of %zu bytes", size);
  PyBuffer_Release(&items->buffer);
  return false;
}

void items_release(item_buffer *items) {
  PyBuffer_Release(&items->buffer);
}

/* ---- functions of the whole library ------------------------------------------------------------
 */

static PyObject *threads(PyObject *module, PyObject *Py_UNUSED(none)) {
  (void)module;
  return PyLong_FromUnsignedLong(grundy_threads());
}

static PyObject *threads_set(PyObject *module, PyObject *count) {
  (void)module;
  unsigned long number = PyLong_AsUnsignedLong(count);
  if (PyErr_Occurred()) return NULL;
  if (number > UINT_MAX) number = UINT_MAX;
  grundy_threads_set((unsigned)number);
  Py_RETURN_NONE;
}

static PyObject *quote(PyObject *module, PyObject *word) {
  (void)module;
  Py_ssize_t length;
  const char *text = PyUnicode_AsUTF8AndSize(word, &length);
  if (text == NULL) return NULL;
  char *room = PyMem_Malloc(2 * (size_t)length + 2);
  if (room == NULL) return PyErr_NoMemory();
  PyObject *quoted = text_of(room, grundy_quote(text, room));
  PyMem_Free(room);
  return quoted;
}

static PyMethodDef functions[] = {
    {"threads", threads, METH_NOARGS, NULL},
    {"threads_set", threads_set, METH_O, NULL},
    {"quote", quote, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int add_core(PyObject *module) {
  PyObject *errors = PyImport_ImportModule("grundy._errors");
  if (errors == NULL) return -1;
  make_error = PyObject_GetAttrString(errors, "make");
  Py_DECREF(errors);
  if (make_error == NULL) return -1;
  view_type = add_type(module, &view_spec);
  if (view_type == NULL) return -1;
  if (PyModule_AddStringConstant(module, "version", grundy_version()) < 0) return -1;
  return PyModule_AddFunctions(module, functions);
}
