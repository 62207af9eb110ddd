/* The gallery, and checking rules. */

#include "core.h"

#include <string.h>

/* gallery(): [(name, title, arguments, file, rules)] */
static PyObject *gallery(PyObject *module, PyObject *Py_UNUSED(none)) {
  PyObject *list = PyList_New(0);
  grundy_gallery_entry entry;
  (void)module;
  for (size_t i = 0; list != NULL && grundy_gallery(i, &entry); i++) {
    grundy_gallery_description about;
    grundy_error error = {0};
    PyObject *item = NULL;
    if (check(grundy_gallery_describe(entry.name, &about, &error), &error))
      item =
          Py_BuildValue("sssss", entry.name, about.title, about.arguments, entry.file, about.rules);
    if (item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

/* gallery_source(name): the text of the rules, or None */
static PyObject *gallery_source(PyObject *module, PyObject *arguments) {
  const char *name;
  grundy_gallery_entry entry;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "s", &name)) return NULL;
  for (size_t i = 0; grundy_gallery(i, &entry); i++)
    if (strcmp(entry.name, name) == 0) return text_of(entry.source, entry.length);
  Py_RETURN_NONE;
}

static PyObject *findings_of(const grundy_rules_finding *findings) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list != NULL && i < GRUNDY_PROMISE_COUNT; i++) {
    const grundy_rules_finding *f = &findings[i];
    PyObject *broken = text_of(f->broken, strlen(f->broken));
    PyObject *item = broken == NULL ? NULL
                                    : Py_BuildValue("ssNKN", f->function, f->promise,
                                                    PyBool_FromLong(f->applies),
                                                    (unsigned long long)f->tried, broken);
    if (item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

/* rules_check(text, seed, walks, progress): [(function, promise, applies, tried, broken)] */
static PyObject *rules_check(PyObject *module, PyObject *arguments) {
  const char *text;
  unsigned long long seed;
  unsigned walks;
  PyObject *progress;
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sKIO", &text, &seed, &walks, &progress)) return NULL;
  work w;
  work_begin(&w, progress);
  grundy_rules_check_options options = {
      .size = sizeof options, .seed = seed, .walks = walks, .monitor = &w.monitor};
  if (!work_end(&w, grundy_rules_check(text, &options, findings, &w.error))) return NULL;
  return findings_of(findings);
}

static PyMethodDef functions[] = {
    {"gallery", gallery, METH_NOARGS, NULL},
    {"gallery_source", gallery_source, METH_VARARGS, NULL},
    {"rules_check", rules_check, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_rules(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
