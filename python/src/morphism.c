/* Relations, quotients and maps. Arrays are buffers of uint32 that the Python layer makes. */

#include "core.h"

#include <string.h>

/* Gets a buffer with one entry per vertex of g. */
static bool per_vertex(PyObject *object, const grundy_digraph *g, bool writable,
                       item_buffer *found) {
  if (!items_get(object, sizeof(uint32_t), writable, found)) return false;
  if (found->count == grundy_digraph_order(g)) return true;
  PyErr_SetString(PyExc_ValueError, "expected one entry per position");
  items_release(found);
  return false;
}

/* relation(digraph, of values, out, progress): the number of classes */
static PyObject *relation(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *out, *progress;
  int by_values;
  uint32_t count = 0;
  item_buffer classes;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OpOO", &digraph, &by_values, &out, &progress)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL || !per_vertex(out, g, true, &classes)) return NULL;
  work w;
  work_begin(&w, progress);
  const grundy_run_options *options = GRUNDY_MONITORED(&w.monitor);
  grundy_status status =
      by_values ? grundy_values_relation(g, options, classes.buffer.buf, &count, &w.error)
                : grundy_compatible_coarsest(g, options, classes.buffer.buf, &count, &w.error);
  bool good = work_end(&w, status);
  items_release(&classes);
  return good ? PyLong_FromUnsignedLong(count) : NULL;
}

/* quotient(digraph, classes, count, names or None, progress) */
static PyObject *quotient(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *given, *naming, *progress;
  unsigned count;
  item_buffer classes;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOIOO", &digraph, &given, &count, &naming, &progress))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph), *names = NULL;
  if (g == NULL || (naming != Py_None && (names = to_digraph(naming)) == NULL)) return NULL;
  if (names != NULL && grundy_digraph_order(names) != count)
    return PyErr_Format(PyExc_ValueError, "expected %u names", count);
  if (!per_vertex(given, g, false, &classes)) return NULL;
  grundy_digraph *made = NULL;
  work w;
  work_begin(&w, progress);
  grundy_status status = grundy_quotient(g, classes.buffer.buf, count, names,
                                         GRUNDY_MONITORED(&w.monitor), &made, &w.error);
  bool good = work_end(&w, status);
  items_release(&classes);
  if (good) return wrap_digraph(made, NULL);
  grundy_digraph_free(made);
  return NULL;
}

/* Returns (at ends, first, second, move), or None if nothing is violated. */
static PyObject *violation_of(grundy_violation violation) {
  if (!violation.found) Py_RETURN_NONE;
  return Py_BuildValue("NIII", PyBool_FromLong(violation.at_ends), violation.first,
                       violation.second, violation.move);
}

/* relation_check(digraph, classes, count, progress): (compatible, semicompatible, whether the
 * latter is defined), violations or None */
static PyObject *relation_check(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *given, *progress;
  unsigned count;
  item_buffer classes;
  grundy_relation_report report;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOIO", &digraph, &given, &count, &progress)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL || !per_vertex(given, g, false, &classes)) return NULL;
  work w;
  work_begin(&w, progress);
  grundy_status status = grundy_relation_check(g, classes.buffer.buf, count,
                                               GRUNDY_MONITORED(&w.monitor), &report, &w.error);
  bool good = work_end(&w, status);
  items_release(&classes);
  if (!good) return NULL;
  return Py_BuildValue("NNN", violation_of(report.compatible), violation_of(report.semicompatible),
                       PyBool_FromLong(report.semicompatible_defined));
}

/* hereditary(digraph, most): a list of texts, None where one is too long and "" where none exists
 */
static PyObject *hereditary(PyObject *module, PyObject *arguments) {
  PyObject *digraph;
  unsigned long long most;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OK", &digraph, &most)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL) return NULL;
  grundy_hereditary *sets = NULL;
  work w;
  work_begin(&w, Py_None);
  if (!work_end(&w, grundy_hereditary_new(g, most, &sets, &w.error))) return NULL;
  uint32_t order = grundy_digraph_order(g);
  PyObject *list = PyList_New(order);
  for (uint32_t v = 0; list != NULL && v < order; v++) {
    const char *text = grundy_hereditary_text(sets, v);
    PyObject *item = text == NULL ? Py_NewRef(Py_None) : text_of(text, strlen(text));
    if (item == NULL || PyList_SetItem(list, v, item) < 0) Py_CLEAR(list);
  }
  grundy_hereditary_free(sets);
  return list;
}

/* ---- maps ---------------------------------------------------------------------------------- */

static PyObject *report_of(const grundy_map_report *report) {
  static const char *const conditions[] = {
      "",         "not covered", "lost move", "no preimage",  "unrelated",
      "no reply", "not less",    "no d",      "other player", "other end"};
  PyObject *list = PyList_New(GRUNDY_MAP_KIND_COUNT);
  for (int i = 0; list != NULL && i < GRUNDY_MAP_KIND_COUNT; i++) {
    const grundy_map_violation *v = &report->of[i];
    PyObject *item = Py_BuildValue("sIII", conditions[v->condition], v->u, v->v, v->w);
    if (item == NULL || PyList_SetItem(list, i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

/* map_check(r, s, image, d or None, least, progress): one (condition, u, v, w) per property, in the
 * order homomorphism, surjective, d-morphism, Theorem 7; the condition "" holds. */
static PyObject *map_check(PyObject *module, PyObject *arguments) {
  PyObject *from, *to, *image_given, *d_given, *least_given, *progress, *result = NULL;
  item_buffer image, d, least;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOOOOO", &from, &to, &image_given, &d_given, &least_given,
                        &progress))
    return NULL;
  const grundy_digraph *r = to_digraph(from), *s = r != NULL ? to_digraph(to) : NULL;
  bool with_d = d_given != Py_None;
  if (s == NULL || !per_vertex(image_given, r, false, &image)) return NULL;
  if (!with_d || per_vertex(d_given, r, false, &d)) {
    if (per_vertex(least_given, r, true, &least)) {
      grundy_map_report report;
      work w;
      work_begin(&w, progress);
      grundy_status status =
          grundy_map_check(r, s, image.buffer.buf, with_d ? d.buffer.buf : NULL,
                           GRUNDY_MONITORED(&w.monitor), least.buffer.buf, &report, &w.error);
      if (work_end(&w, status)) result = report_of(&report);
      items_release(&least);
    }
    if (with_d) items_release(&d);
  }
  items_release(&image);
  return result;
}

/* map_transport(r, image, d, solution of s) */
static PyObject *map_transport(PyObject *module, PyObject *arguments) {
  PyObject *from, *image_given, *d_given, *solved;
  item_buffer image, d;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOOO", &from, &image_given, &d_given, &solved)) return NULL;
  const grundy_digraph *r = to_digraph(from);
  const grundy_solution *of_s = r != NULL ? handle_get(solved, solution_type) : NULL;
  grundy_solution *made = NULL;
  bool good = false;
  if (of_s == NULL || !per_vertex(image_given, r, false, &image)) return NULL;
  if (per_vertex(d_given, r, false, &d)) {
    work w;
    work_begin(&w, Py_None);
    good = work_end(&w,
                    grundy_map_transport(r, image.buffer.buf, d.buffer.buf, of_s, &made, &w.error));
    items_release(&d);
  }
  items_release(&image);
  if (good) return wrap_solution(made, from);
  grundy_solution_free(made);
  return NULL;
}

/* map_read(r, s, path, image, d): whether the file has a column of d */
static PyObject *map_read(PyObject *module, PyObject *arguments) {
  PyObject *from, *to, *encoded, *image_given, *d_given;
  item_buffer image, d;
  bool with_d = false, good = false;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOO&OO", &from, &to, PyUnicode_FSConverter, &encoded,
                        &image_given, &d_given))
    return NULL;
  const grundy_digraph *r = to_digraph(from), *s = r != NULL ? to_digraph(to) : NULL;
  if (s != NULL && per_vertex(image_given, r, true, &image)) {
    if (per_vertex(d_given, r, true, &d)) {
      work w;
      work_begin(&w, Py_None);
      grundy_read_options options = {.size = sizeof options, .monitor = &w.monitor};
      good = work_end(&w, grundy_map_read(r, s, PyBytes_AsString(encoded), &options,
                                          image.buffer.buf, d.buffer.buf, &with_d, &w.error));
      items_release(&d);
    }
    items_release(&image);
  }
  Py_DECREF(encoded);
  return good ? PyBool_FromLong(with_d) : NULL;
}

/* classes_read(digraph, path, classes): a digraph with the names of the classes */
static PyObject *classes_read(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *encoded, *given;
  item_buffer classes;
  grundy_digraph *names = NULL;
  bool good = false;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO&O", &digraph, PyUnicode_FSConverter, &encoded, &given))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g != NULL && per_vertex(given, g, true, &classes)) {
    work w;
    work_begin(&w, Py_None);
    grundy_read_options options = {.size = sizeof options, .monitor = &w.monitor};
    good = work_end(&w, grundy_classes_read(g, PyBytes_AsString(encoded), &options,
                                            classes.buffer.buf, &names, &w.error));
    items_release(&classes);
  }
  Py_DECREF(encoded);
  if (good) return wrap_digraph(names, NULL);
  grundy_digraph_free(names);
  return NULL;
}

static PyMethodDef functions[] = {
    {"relation", relation, METH_VARARGS, NULL},
    {"quotient", quotient, METH_VARARGS, NULL},
    {"relation_check", relation_check, METH_VARARGS, NULL},
    {"hereditary", hereditary, METH_VARARGS, NULL},
    {"map_check", map_check, METH_VARARGS, NULL},
    {"map_transport", map_transport, METH_VARARGS, NULL},
    {"map_read", map_read, METH_VARARGS, NULL},
    {"classes_read", classes_read, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_morphism(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
