/* Tables of Arrow, by the Arrow C data interface, which needs no other library: moves from any
 * object with __arrow_c_stream__, and tables that other libraries read.
 *
 * Positions are numbered in the order in which they first occur, row by row, source before target.
 */

#include "core.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the interface, as Arrow defines it ------------------------------------------------------ */

typedef struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release)(struct ArrowSchema *schema);
  void *private_data;
} ArrowSchema;

typedef struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release)(struct ArrowArray *array);
  void *private_data;
} ArrowArray;

typedef struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *stream, ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *stream, ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *stream);
  void (*release)(struct ArrowArrayStream *stream);
  void *private_data;
} ArrowArrayStream;

static const char stream_name[] = "arrow_array_stream";

/* ---- numbering ---------------------------------------------------------------------------------
 */

/* A key in a hash table: an integer, or the hash of a text, with its number plus 1; 0: it is free.
 */
typedef struct slot {
  uint64_t word;
  uint32_t number;
} slot;

/* A hash table of integers or of texts, with their numbers. Texts are one after the other, and
 * keys[i] is where text i ends. Integers near 0 are also in a table of their own, `near`, which is
 * much faster: near[key] is the number plus 1, or 0 if it is not there. */
typedef struct factors {
  bool texts;
  slot *slots;
  uint64_t mask;
  int64_t *keys; /* the integers, or the ends of the texts */
  uint64_t count, capacity;
  char *bytes;
  uint64_t used, room;
  uint32_t *near;
  uint64_t near_length;
} factors;

static void factors_free(factors *f) {
  free(f->slots);
  free(f->keys);
  free(f->bytes);
  free(f->near);
}

static bool no_memory(void) {
  PyErr_NoMemory();
  return false;
}

/* A bijection that spreads integers [murmur3's finalizer]. */
static uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= UINT64_C(0xff51afd7ed558ccd);
  x ^= x >> 33;
  x *= UINT64_C(0xc4ceb9fe1a85ec53);
  return x ^ x >> 33;
}

static uint64_t hash_text(const char *text, uint64_t length) {
  uint64_t hash = length * UINT64_C(0x9e3779b97f4a7c15), word;
  for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
    memcpy(&word, text, sizeof word);
    hash = mix(hash ^ word);
  }
  word = 0;
  if (length > 0) memcpy(&word, text, length);
  return mix(hash ^ word);
}

/* Doubles the table; the slots are at most half full. */
static bool factors_grow(factors *f) {
  uint64_t count = f->mask == 0 ? 1024 : 2 * (f->mask + 1), capacity = count / 2;
  slot *slots = calloc(count, sizeof *slots);
  int64_t *keys = slots != NULL ? realloc(f->keys, capacity * sizeof *keys) : NULL;
  if (keys == NULL) {
    free(slots);
    return no_memory();
  }
  f->keys = keys;
  for (uint64_t i = 0; f->mask > 0 && i <= f->mask; i++) {
    if (f->slots[i].number == 0) continue;
    uint64_t at = mix(f->slots[i].word) & (count - 1);
    while (slots[at].number != 0) at = (at + 1) & (count - 1);
    slots[at] = f->slots[i];
  }
  free(f->slots);
  f->slots = slots;
  f->mask = count - 1;
  f->capacity = capacity;
  return true;
}

static int64_t text_begin(const factors *f, uint64_t i) {
  return i == 0 ? 0 : f->keys[i - 1];
}

/* Gives the next number to the key of a free slot. -1 with an exception on failure. */
static int64_t factors_add(factors *f, uint64_t at, uint64_t word, int64_t key) {
  if (f->count >= GRUNDY_DIGRAPH_MAX_ORDER) {
    PyErr_SetString(PyExc_ValueError, "there are too many positions");
    return -1;
  }
  f->keys[f->count] = key;
  f->slots[at] = (slot){word, (uint32_t)++f->count};
  return (int64_t)f->count - 1;
}

/* Makes the table of integers near 0 longer; false if memory runs out. */
static bool near_grow(factors *f, uint64_t key) {
  uint64_t length = 2 * f->near_length > key ? 2 * f->near_length : key + 1;
  uint32_t *near = realloc(f->near, length * sizeof *near);
  if (near == NULL) return no_memory();
  memset(near + f->near_length, 0, (length - f->near_length) * sizeof *near);
  f->near = near;
  f->near_length = length;
  return true;
}

static int64_t number_integer(factors *f, int64_t key) {
  uint64_t word = (uint64_t)key;
  if (word < f->near_length && f->near[word] != 0) return (int64_t)f->near[word] - 1;
  if (f->count == f->capacity && !factors_grow(f)) return -1;
  if (word >= f->near_length && word < 16 * f->count + (1 << 16) && !near_grow(f, word)) return -1;
  uint64_t at = mix(word) & f->mask;
  while (f->slots[at].number != 0 && f->slots[at].word != word) at = (at + 1) & f->mask;
  int64_t number =
      f->slots[at].number != 0 ? (int64_t)f->slots[at].number - 1 : factors_add(f, at, word, key);
  if (number >= 0 && word < f->near_length) f->near[word] = (uint32_t)number + 1;
  return number;
}

static int64_t number_text(factors *f, const char *text, uint64_t length) {
  if (f->count == f->capacity && !factors_grow(f)) return -1;
  uint64_t word = hash_text(text, length), at = mix(word) & f->mask;
  for (; f->slots[at].number != 0; at = (at + 1) & f->mask) {
    uint64_t i = f->slots[at].number - 1;
    if (f->slots[at].word != word || (uint64_t)(f->keys[i] - text_begin(f, i)) != length) continue;
    if (length == 0 || memcmp(f->bytes + text_begin(f, i), text, length) == 0) return (int64_t)i;
  }
  if (f->used + length > f->room) {
    uint64_t room = 2 * f->room + length + 4096;
    char *bytes = realloc(f->bytes, room);
    if (bytes == NULL) return no_memory() ? 0 : -1;
    f->bytes = bytes;
    f->room = room;
  }
  if (length > 0) memcpy(f->bytes + f->used, text, length);
  f->used += length;
  return factors_add(f, at, word, (int64_t)f->used);
}

/* Returns the keys as a list of int or of str. */
static PyObject *factors_list(const factors *f) {
  PyObject *list = PyList_New((Py_ssize_t)f->count);
  for (uint64_t i = 0; list != NULL && i < f->count; i++) {
    int64_t begin = text_begin(f, i);
    PyObject *key =
        f->texts ? PyUnicode_DecodeUTF8(f->bytes + begin, (Py_ssize_t)(f->keys[i] - begin), NULL)
                 : PyLong_FromLongLong(f->keys[i]);
    if (key == NULL || PyList_SetItem(list, (Py_ssize_t)i, key) < 0) Py_CLEAR(list);
  }
  return list;
}

/* The ends of moves, which grow by whole batches. */
typedef struct ends {
  uint32_t *tails, *heads;
  uint64_t count;
} ends;

static bool ends_grow(ends *m, uint64_t more) {
  if (more > (SIZE_MAX / sizeof(uint32_t)) - m->count - 1) return no_memory();
  uint32_t *tails = realloc(m->tails, (m->count + more + 1) * sizeof *tails);
  if (tails != NULL) m->tails = tails;
  uint32_t *heads = tails != NULL ? realloc(m->heads, (m->count + more + 1) * sizeof *heads) : NULL;
  if (heads != NULL) m->heads = heads;
  return heads != NULL || no_memory();
}

static PyObject *ends_result(const ends *m, const factors *f) {
  PyObject *keys = factors_list(f);
  Py_ssize_t bytes = (Py_ssize_t)(m->count * sizeof *m->tails);
  if (keys == NULL) return NULL;
  return Py_BuildValue("Ny#y#", keys, m->tails ? (char *)m->tails : "", bytes,
                       m->heads ? (char *)m->heads : "", bytes);
}

/* The same, without a call for integers that are in the table near 0. */
static inline int64_t number_near(factors *f, int64_t key) {
  uint64_t word = (uint64_t)key;
  if (word < f->near_length && f->near[word] != 0) return (int64_t)f->near[word] - 1;
  return number_integer(f, key);
}

/* Numbers the ends of moves that are given by two arrays. */
static bool number_all(factors *f, ends *m, const int64_t *from, const int64_t *to,
                       uint64_t count) {
  for (uint64_t i = 0; i < count; i++, m->count++) {
    int64_t tail = number_near(f, from[i]);
    int64_t head = tail >= 0 ? number_near(f, to[i]) : -1;
    if (head < 0) return false;
    m->tails[m->count] = (uint32_t)tail;
    m->heads[m->count] = (uint32_t)head;
  }
  return true;
}

/* number_integers(sources, targets): two buffers of int64. Returns (keys, tails, heads). */
static PyObject *number_integers(PyObject *module, PyObject *arguments) {
  PyObject *sources_given, *targets_given, *result = NULL;
  item_buffer sources, targets;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &sources_given, &targets_given)) return NULL;
  if (!items_get(sources_given, sizeof(int64_t), false, &sources)) return NULL;
  if (items_get(targets_given, sizeof(int64_t), false, &targets)) {
    factors f = {0};
    ends m = {0};
    bool good = sources.count == targets.count;
    if (!good) PyErr_SetString(PyExc_ValueError, "sources and targets must have the same length");
    const int64_t *from = sources.buffer.buf, *to = targets.buffer.buf;
    good = good && ends_grow(&m, sources.count);
    good = good && number_all(&f, &m, from, to, sources.count);
    if (good) result = ends_result(&m, &f);
    factors_free(&f);
    free(m.tails);
    free(m.heads);
    items_release(&targets);
  }
  items_release(&sources);
  return result;
}

/* ---- reading a table
 * ----------------------------------------------------------------------------- */

/* A column of one batch. */
typedef struct column {
  const ArrowSchema *schema;
  const ArrowArray *array;
  const char *role;              /* "source" or "target" */
  int64_t first;                 /* where the batch begins in it */
  const ArrowSchema *dictionary; /* NULL: the column has the keys itself */
  const ArrowArray *entries;
  int64_t *numbers; /* of the entries of the dictionary; -1: not known yet */
} column;

static bool is_integer(const char *format) {
  return strlen(format) == 1 && strchr("cCsSiIlL", *format) != NULL;
}

static bool is_text(const char *format) {
  return strcmp(format, "u") == 0 || strcmp(format, "U") == 0 || strcmp(format, "vu") == 0;
}

static bool is_valid(const ArrowArray *array, int64_t at) {
  const uint8_t *bits = array->n_buffers > 0 && array->null_count != 0 ? array->buffers[0] : NULL;
  return bits == NULL || (bits[at >> 3] >> (at & 7) & 1) != 0;
}

static int64_t integer_at(const char *format, const ArrowArray *array, int64_t at) {
  const void *items = array->buffers[1];
  switch (*format) {
  case 'c':
    return ((const int8_t *)items)[at];
  case 'C':
    return ((const uint8_t *)items)[at];
  case 's':
    return ((const int16_t *)items)[at];
  case 'S':
    return ((const uint16_t *)items)[at];
  case 'i':
    return ((const int32_t *)items)[at];
  case 'I':
    return ((const uint32_t *)items)[at];
  default:
    return ((const int64_t *)items)[at];
  }
}

static int64_t number_view(factors *f, const ArrowArray *array, int64_t at) {
  const char *view = (const char *)array->buffers[1] + 16 * at;
  int32_t length, buffer, offset;
  memcpy(&length, view, sizeof length);
  if (length <= 12) return number_text(f, view + 4, (uint64_t)length);
  memcpy(&buffer, view + 8, sizeof buffer);
  memcpy(&offset, view + 12, sizeof offset);
  return number_text(f, (const char *)array->buffers[2 + buffer] + offset, (uint64_t)length);
}

/* Returns the number of the key at a place; -1 with an exception on failure. */
static int64_t number_key(factors *f, const char *format, const ArrowArray *array, int64_t at) {
  if (!f->texts) {
    int64_t key = integer_at(format, array, at);
    if (*format != 'L' || key >= 0) return number_integer(f, key);
    PyErr_SetString(PyExc_OverflowError, "a position is larger than 2^63 - 1");
    return -1;
  }
  if (*format == 'v') return number_view(f, array, at);
  const char *bytes = array->buffers[2];
  if (*format == 'u') {
    const int32_t *offsets = array->buffers[1];
    return number_text(f, bytes + offsets[at], (uint64_t)(offsets[at + 1] - offsets[at]));
  }
  const int64_t *offsets = array->buffers[1];
  return number_text(f, bytes + offsets[at], (uint64_t)(offsets[at + 1] - offsets[at]));
}

static int64_t number_row(factors *f, const column *c, int64_t row, uint64_t row_shown) {
  int64_t at = c->first + c->array->offset + row;
  if (!is_valid(c->array, at)) {
    PyErr_Format(PyExc_ValueError, "row %llu has no %s", (unsigned long long)row_shown, c->role);
    return -1;
  }
  if (c->entries == NULL) return number_key(f, c->schema->format, c->array, at);
  int64_t entry = integer_at(c->schema->format, c->array, at);
  if (entry < 0 || entry >= c->entries->length) {
    PyErr_SetString(PyExc_ValueError, "an entry of a dictionary does not exist");
    return -1;
  }
  if (c->numbers[entry] >= 0) return c->numbers[entry];
  entry += c->entries->offset;
  if (!is_valid(c->entries, entry)) {
    PyErr_Format(PyExc_ValueError, "row %llu has no %s", (unsigned long long)row_shown, c->role);
    return -1;
  }
  int64_t number = number_key(f, c->dictionary->format, c->entries, entry);
  c->numbers[entry - c->entries->offset] = number;
  return number;
}

static bool column_begin(column *c, const ArrowArray *batch, int64_t child) {
  c->array = batch->children[child];
  c->first = batch->offset;
  c->entries = c->dictionary != NULL ? c->array->dictionary : NULL;
  if (c->dictionary == NULL) return true;
  if (c->entries == NULL) {
    PyErr_SetString(PyExc_ValueError, "a column has no dictionary");
    return false;
  }
  c->numbers = malloc(((size_t)c->entries->length + 1) * sizeof *c->numbers);
  if (c->numbers == NULL) return no_memory();
  for (int64_t i = 0; i < c->entries->length; i++) c->numbers[i] = -1;
  return true;
}

/* Releases what a producer has made, which may run Python, and keeps a pending exception. */
static void release_all(ArrowSchema *schema, ArrowArray *array) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (schema != NULL && schema->release != NULL) schema->release(schema);
  if (array != NULL && array->release != NULL) array->release(array);
  PyErr_Restore(type, value, traceback);
}

/* A table while it is read. */
typedef struct reading {
  ArrowArrayStream *stream;
  ArrowSchema schema;
  int64_t child[2]; /* of the source and of the target */
  column columns[2];
  factors keys;
  ends moves;
} reading;

/* Returns the integers of a batch if the column is int64 and none is missing; NULL otherwise. */
static const int64_t *plain_integers(const column *c) {
  bool plain = strcmp(c->schema->format, "l") == 0 && c->entries == NULL;
  if (!plain || (c->array->null_count != 0 && c->array->buffers[0] != NULL)) return NULL;
  const int64_t *items = c->array->buffers[1];
  return items + c->first + c->array->offset;
}

static bool read_batch(reading *r, const ArrowArray *batch) {
  bool good =
      batch->n_children == r->schema.n_children && ends_grow(&r->moves, (uint64_t)batch->length);
  if (!good && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a batch has other columns");
  for (int i = 0; good && i < 2; i++) good = column_begin(&r->columns[i], batch, r->child[i]);
  const int64_t *from = good && batch->length > 0 ? plain_integers(&r->columns[0]) : NULL;
  const int64_t *to = from != NULL ? plain_integers(&r->columns[1]) : NULL;
  if (to != NULL) return number_all(&r->keys, &r->moves, from, to, (uint64_t)batch->length);
  for (int64_t row = 0; good && row < batch->length; row++) {
    int64_t tail = number_row(&r->keys, &r->columns[0], row, r->moves.count);
    int64_t head = tail >= 0 ? number_row(&r->keys, &r->columns[1], row, r->moves.count) : -1;
    good = head >= 0;
    if (!good) break;
    r->moves.tails[r->moves.count] = (uint32_t)tail;
    r->moves.heads[r->moves.count++] = (uint32_t)head;
  }
  for (int i = 0; i < 2; i++) {
    free(r->columns[i].numbers);
    r->columns[i].numbers = NULL;
  }
  return good;
}

/* Raises what the producer says. */
static bool stream_failed(ArrowArrayStream *stream, int code) {
  if (code == ENOMEM) return no_memory();
  const char *message = stream->get_last_error(stream);
  PyErr_Format(PyExc_ValueError, "the table cannot be read: %s",
               message != NULL ? message : "no reason is given");
  return false;
}

static bool find_column(reading *r, int i, const char *role, const char *name) {
  for (int64_t child = 0; child < r->schema.n_children; child++) {
    const ArrowSchema *found = r->schema.children[child];
    if (found->name == NULL || strcmp(found->name, name) != 0) continue;
    const ArrowSchema *of = found->dictionary != NULL ? found->dictionary : found;
    r->child[i] = child;
    r->columns[i] = (column){.schema = found, .role = role, .dictionary = found->dictionary};
    if (is_integer(of->format) || is_text(of->format)) return true;
    PyErr_Format(PyExc_TypeError, "the column '%s' must have integers or texts", name);
    return false;
  }
  PyErr_Format(PyExc_KeyError, "%s", name);
  return false;
}

static const char *keys_format(const column *c) {
  return (c->dictionary != NULL ? c->dictionary : c->schema)->format;
}

static bool read_stream(reading *r, const char *source, const char *target) {
  int code = r->stream->get_schema(r->stream, &r->schema);
  if (code != 0) return stream_failed(r->stream, code);
  if (strcmp(r->schema.format, "+s") != 0) {
    PyErr_SetString(PyExc_TypeError, "the stream does not have a table");
    return false;
  }
  if (!find_column(r, 0, "source", source) || !find_column(r, 1, "target", target)) return false;
  r->keys.texts = is_text(keys_format(&r->columns[0]));
  if (r->keys.texts != is_text(keys_format(&r->columns[1]))) {
    PyErr_SetString(PyExc_TypeError, "both columns must have integers, or both texts");
    return false;
  }
  for (;;) {
    ArrowArray batch = {0};
    code = r->stream->get_next(r->stream, &batch);
    if (code != 0) return stream_failed(r->stream, code);
    if (batch.release == NULL) return true;
    bool good = read_batch(r, &batch) && PyErr_CheckSignals() == 0;
    release_all(NULL, &batch);
    if (!good) return false;
  }
}

/* arrow_moves(capsule, source, target): the moves of a table. Returns (keys, tails, heads). */
static PyObject *arrow_moves(PyObject *module, PyObject *arguments) {
  PyObject *capsule, *result = NULL;
  const char *source, *target;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Oss", &capsule, &source, &target)) return NULL;
  reading r = {.stream = PyCapsule_GetPointer(capsule, stream_name)};
  if (r.stream == NULL) return NULL;
  if (r.stream->release == NULL) {
    PyErr_SetString(PyExc_ValueError, "the stream has been read already");
    return NULL;
  }
  if (read_stream(&r, source, target)) result = ends_result(&r.moves, &r.keys);
  release_all(&r.schema, NULL);
  factors_free(&r.keys);
  free(r.moves.tails);
  free(r.moves.heads);
  return result;
}

/* ---- writing a table
 * ------------------------------------------------------------------------------ */

/* A column is a tuple (name, format, length, nulls, buffers, children, dictionary): buffers are
 * objects with the buffer protocol or None, children are columns, and the dictionary is a column or
 * None. Nodes of schemas and arrays have what they point to in one block. */

static Py_ssize_t children_of(PyObject *spec) {
  return PyTuple_Size(PyTuple_GetItem(spec, 5));
}

static void schema_release(ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i] != NULL) {
      if (schema->children[i]->release != NULL) schema->children[i]->release(schema->children[i]);
      free(schema->children[i]);
    }
  if (schema->dictionary != NULL) {
    if (schema->dictionary->release != NULL) schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  free(schema->children);
  free(schema->private_data);
  schema->release = NULL;
}

/* A column may have columns in it: at most lists of numbers, so this is two calls deep. */
/* NOLINTBEGIN(misc-no-recursion) */
static bool schema_fill(PyObject *spec, ArrowSchema *out);

static ArrowSchema *schema_new(PyObject *spec) {
  ArrowSchema *made = calloc(1, sizeof *made);
  if (made != NULL && schema_fill(spec, made)) return made;
  free(made);
  return NULL;
}

/* Fills the schema of a column; false if memory runs out. */
static bool schema_fill(PyObject *spec, ArrowSchema *out) {
  const char *name = NULL, *format = NULL;
  PyObject *dictionary = PyTuple_GetItem(spec, 6);
  Py_ssize_t count = children_of(spec);
  name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(spec, 0), NULL);
  format = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(spec, 1), NULL);
  if (name == NULL || format == NULL) return false;
  size_t name_size = strlen(name) + 1, format_size = strlen(format) + 1;
  char *texts = malloc(name_size + format_size);
  ArrowSchema **children = calloc((size_t)count + 1, sizeof(ArrowSchema *));
  if (texts == NULL || children == NULL) {
    free(texts);
    free(children);
    return false;
  }
  memcpy(texts, name, name_size);
  memcpy(texts + name_size, format, format_size);
  *out = (ArrowSchema){.format = texts + name_size,
                       .name = texts,
                       .flags = 2, /* may have nulls */
                       .n_children = count,
                       .children = children,
                       .release = schema_release,
                       .private_data = texts};
  bool good = true;
  for (Py_ssize_t i = 0; good && i < count; i++) {
    out->children[i] = schema_new(PyTuple_GetItem(PyTuple_GetItem(spec, 5), i));
    good = out->children[i] != NULL;
  }
  if (good && dictionary != Py_None) {
    out->dictionary = schema_new(dictionary);
    good = out->dictionary != NULL;
  }
  if (!good) schema_release(out);
  return good;
}
/* NOLINTEND(misc-no-recursion) */

/* What an array owns. */
typedef struct held {
  Py_buffer *views;
  Py_ssize_t count;
  const void **buffers;
} held;

static void array_release(ArrowArray *array) {
  held *own = array->private_data;
  for (int64_t i = 0; i < array->n_children; i++)
    if (array->children[i] != NULL) {
      if (array->children[i]->release != NULL) array->children[i]->release(array->children[i]);
      free(array->children[i]);
    }
  if (array->dictionary != NULL) {
    if (array->dictionary->release != NULL) array->dictionary->release(array->dictionary);
    free(array->dictionary);
  }
  if (own != NULL) {
    PyGILState_STATE state = PyGILState_Ensure();
    for (Py_ssize_t i = 0; i < own->count; i++)
      if (own->views[i].obj != NULL) PyBuffer_Release(&own->views[i]);
    PyGILState_Release(state);
    free(own->views);
    free(own->buffers);
    free(own);
  }
  free(array->children);
  array->release = NULL;
}

/* NOLINTBEGIN(misc-no-recursion) */
static bool array_fill(PyObject *spec, ArrowArray *out);

static ArrowArray *array_new(PyObject *spec) {
  ArrowArray *made = calloc(1, sizeof *made);
  if (made != NULL && array_fill(spec, made)) return made;
  free(made);
  return NULL;
}

static bool hold(held *own, PyObject *buffers) {
  Py_ssize_t count = PyTuple_Size(buffers);
  own->views = calloc((size_t)count + 1, sizeof *own->views);
  own->buffers = calloc((size_t)count + 1, sizeof *own->buffers);
  if (own->views == NULL || own->buffers == NULL) return false;
  own->count = count;
  for (Py_ssize_t i = 0; i < count; i++) {
    PyObject *given = PyTuple_GetItem(buffers, i);
    if (given == Py_None) continue;
    if (PyObject_GetBuffer(given, &own->views[i], PyBUF_SIMPLE) < 0) return false;
    own->buffers[i] = own->views[i].buf;
  }
  return true;
}

/* Fills the array of a column; false if memory runs out. */
static bool array_fill(PyObject *spec, ArrowArray *out) {
  PyObject *dictionary = PyTuple_GetItem(spec, 6), *buffers = PyTuple_GetItem(spec, 4);
  Py_ssize_t count = children_of(spec);
  held *own = calloc(1, sizeof *own);
  ArrowArray **children = calloc((size_t)count + 1, sizeof(ArrowArray *));
  if (own == NULL || children == NULL) {
    free(own);
    free(children);
    return false;
  }
  *out = (ArrowArray){.length = PyLong_AsLongLong(PyTuple_GetItem(spec, 2)),
                      .null_count = PyLong_AsLongLong(PyTuple_GetItem(spec, 3)),
                      .n_buffers = PyTuple_Size(buffers),
                      .n_children = count,
                      .children = children,
                      .release = array_release,
                      .private_data = own};
  bool good = hold(own, buffers);
  out->buffers = own->buffers;
  for (Py_ssize_t i = 0; good && i < count; i++) {
    out->children[i] = array_new(PyTuple_GetItem(PyTuple_GetItem(spec, 5), i));
    good = out->children[i] != NULL;
  }
  if (good && dictionary != Py_None) {
    out->dictionary = array_new(dictionary);
    good = out->dictionary != NULL;
  }
  if (!good) array_release(out);
  return good;
}
/* NOLINTEND(misc-no-recursion) */

/* A stream of one batch. */
typedef struct writing {
  PyObject *spec;
  bool done, failed;
} writing;

static int stream_schema(ArrowArrayStream *stream, ArrowSchema *out) {
  writing *w = stream->private_data;
  PyGILState_STATE state = PyGILState_Ensure();
  w->failed = !schema_fill(w->spec, out);
  PyErr_Clear();
  PyGILState_Release(state);
  return w->failed ? ENOMEM : 0;
}

static int stream_next(ArrowArrayStream *stream, ArrowArray *out) {
  writing *w = stream->private_data;
  *out = (ArrowArray){0};
  if (w->done) return 0;
  PyGILState_STATE state = PyGILState_Ensure();
  w->failed = !array_fill(w->spec, out);
  w->done = !w->failed;
  PyErr_Clear();
  PyGILState_Release(state);
  return w->failed ? ENOMEM : 0;
}

static const char *stream_error(ArrowArrayStream *stream) {
  return ((writing *)stream->private_data)->failed ? "out of memory" : NULL;
}

static void stream_release(ArrowArrayStream *stream) {
  writing *w = stream->private_data;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(w->spec);
  PyGILState_Release(state);
  free(w);
  stream->release = NULL;
}

static void capsule_free(PyObject *capsule) {
  ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, stream_name);
  if (stream->release != NULL) stream->release(stream);
  free(stream);
}

/* arrow_stream(table): a capsule with a stream of one batch; the table is a column of format +s. */
static PyObject *arrow_stream(PyObject *module, PyObject *spec) {
  (void)module;
  if (!PyTuple_Check(spec) || PyTuple_Size(spec) != 7) {
    PyErr_SetString(PyExc_TypeError, "expected a column of seven members");
    return NULL;
  }
  ArrowArrayStream *stream = malloc(sizeof *stream);
  writing *w = malloc(sizeof *w);
  if (stream == NULL || w == NULL) {
    free(stream);
    free(w);
    return PyErr_NoMemory();
  }
  *w = (writing){.spec = Py_NewRef(spec)};
  *stream = (ArrowArrayStream){stream_schema, stream_next, stream_error, stream_release, w};
  PyObject *capsule = PyCapsule_New(stream, stream_name, capsule_free);
  if (capsule == NULL) {
    stream_release(stream);
    free(stream);
  }
  return capsule;
}

static PyMethodDef functions[] = {
    {"number_integers", number_integers, METH_VARARGS, NULL},
    {"arrow_moves", arrow_moves, METH_VARARGS, NULL},
    {"arrow_stream", arrow_stream, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int add_arrow(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
