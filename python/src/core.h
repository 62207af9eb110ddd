/* Shared by all files of the extension module: objects that own memory of the library, exceptions,
 * and calls of the library without the interpreter's lock. The module calls only public headers of
 * the library and the stable ABI of Python 3.11. */

#ifndef GRUNDY_PYTHON_CORE_H
#define GRUNDY_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <grundy/grundy.h>

/* ---- objects --------------------------------------------------------------------------- */

/* An object that owns something of the library, and what that needs to exist. */
typedef struct handle {
  PyObject_HEAD void *it;
  PyObject *owner; /* NULL: nothing else is needed */
} handle;

/* Makes an object of the type. It takes ownership of `it`, and a reference to the owner, which may
 * be NULL. NULL with an exception if memory runs out; then `it` stays with the caller. */
PyObject *handle_new(PyTypeObject *type, void *it, PyObject *owner);

/* Frees the object; the caller has freed `it`. */
void handle_dealloc(PyObject *self);

/* Returns `it` of an object of this type; NULL with a TypeError for any other object. */
void *handle_get(PyObject *object, PyTypeObject *type);

/* Makes the type and adds it to the module. NULL with an exception on failure. */
PyTypeObject *add_type(PyObject *module, PyType_Spec *spec);

/* The types of the module. */
extern PyTypeObject *digraph_type, *solution_type, *component_type, *compound_type;

static inline const grundy_digraph *to_digraph(PyObject *object) {
  return handle_get(object, digraph_type);
}

/* Returns the solution of an object; NULL with a TypeError for any other object, or with a
 * ValueError if it has not as many positions as g. */
const grundy_solution *to_solution(PyObject *object, const grundy_digraph *g);

/* Wrap what the library has made; they take ownership even on failure. A solution is of the
 * digraph, which it keeps alive. */
PyObject *wrap_digraph(grundy_digraph *g, PyObject *owner);
PyObject *wrap_solution(grundy_solution *solution, PyObject *digraph);

/* Makes an object with the buffer protocol over `count` items that belong to the owner, which it
 * keeps alive. `format` is a letter of the module struct: B, I, Q or d. */
PyObject *view_new(PyObject *owner, const void *at, uint64_t count, const char *format);

/* Returns the facts as JSON, in bytes, and frees them. */
PyObject *facts_of(grundy_facts *facts, int language);

/* ---- calling the library ----------------------------------------------------------------- */

/* A call of the library that runs without the interpreter's lock. The monitor takes the lock
 * several times per second to handle signals and to show progress. */
typedef struct work {
  grundy_monitor monitor;
  grundy_error error;
  PyThreadState *thread;
  PyObject *progress; /* called with phase, done and total; NULL: nothing */
  bool raised;        /* an exception is pending */
} work;

/* Releases the lock. `progress` is a callable or None, borrowed until the call has ended. */
void work_begin(work *w, PyObject *progress);

/* Takes the lock again. False with an exception if the call failed. */
bool work_end(work *w, grundy_status status);

/* Does what the monitor of the call does that this thread is making, and nothing if there is none:
 * for what keeps its monitor longer than one call. */
extern const grundy_monitor lasting_monitor;

/* For short calls that keep the lock: false with an exception if the call failed. */
bool check(grundy_status status, const grundy_error *error);

/* Raises the exception of a status that is not GRUNDY_OK, with a message; returns false. */
__attribute__((format(printf, 2, 3))) bool refuse(grundy_status status, const char *format, ...);

/* ---- text -------------------------------------------------------------------------------- */

/* A stream in memory. */
typedef struct memory_stream {
  FILE *file;
  char *text;
  size_t length;
} memory_stream;

/* Opens the stream; false with an exception on failure. */
bool stream_open(memory_stream *stream);

/* Closes the stream and returns its bytes; NULL, with a MemoryError if no exception is pending, if
 * writing failed or `good` is false. */
PyObject *stream_close(memory_stream *stream, bool good);

/* Returns a str of UTF-8; bytes that are not UTF-8 are replaced. */
PyObject *text_of(const char *text, size_t length);

/* ---- numbers and sets ---------------------------------------------------------------------- */

/* Returns an int, math.inf for GRUNDY_INFINITY, or None for GRUNDY_NUMBER_UNKNOWN. */
PyObject *number_of(uint32_t number);

/* Returns a tuple of ints; None if the set is absent. */
PyObject *set_of(grundy_set set, uint32_t shift);

/* Parses a number or None; false with an exception on failure. */
bool optional_real(PyObject *given, bool *known, double *value);

/* A buffer of items of one size, one after the other. */
typedef struct item_buffer {
  Py_buffer buffer;
  uint64_t count;
} item_buffer;

/* Fills `items` from an object with the buffer protocol, of items of `size` bytes. False with an
 * exception on failure. */
bool items_get(PyObject *object, size_t size, bool writable, item_buffer *items);
void items_release(item_buffer *items);

/* ---- the parts of the module --------------------------------------------------------------- */

/* Each adds its types and functions to the module: 0, or -1 with an exception. */
int add_core(PyObject *module);
int add_digraph(PyObject *module);
int add_build(PyObject *module);
int add_solution(PyObject *module);
int add_compound(PyObject *module);
int add_match(PyObject *module);
int add_heap(PyObject *module);
int add_vector(PyObject *module);
int add_models(PyObject *module);
int add_morphism(PyObject *module);
int add_linear(PyObject *module);
int add_pictures(PyObject *module);
int add_rules(PyObject *module);
int add_tiers(PyObject *module);
int add_answers(PyObject *module);
int add_arrow(PyObject *module);

#endif
