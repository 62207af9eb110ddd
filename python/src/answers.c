/* Answers that the library writes as JSON: values, explanations, facts about games, laws, and
 * sweeps. */

#include "core.h"

/* The answer to one question for a value. */
typedef struct value_answer {
  memory_stream stream;
  const char *certificate;
  grundy_status status;
  grundy_error error;
} value_answer;

static grundy_status answered(void *context, const grundy_answer *answer, grundy_error *error) {
  value_answer *found = context;
  (void)error;
  found->status = answer->status;
  found->error = answer->error;
  if (answer->status != GRUNDY_OK) return GRUNDY_OK;
  grundy_json json = grundy_json_start(found->stream.file);
  grundy_answer_evaluated(&json, answer, found->certificate);
  return GRUNDY_OK;
}

/* Returns the path as the system spells it, or NULL for None; the caller releases *encoded. */
static const char *path_of(PyObject *path, PyObject **encoded) {
  if (path == Py_None || PyUnicode_FSConverter(path, encoded) == 0) return NULL;
  return PyBytes_AsString(*encoded);
}

/* value(text, columns, misere, limit, memory, table or None, certificate or None, law or None,
 * progress): JSON in bytes */
static PyObject *value(PyObject *module, PyObject *arguments) {
  const char *text, *columns;
  int misere;
  unsigned long long limit, memory;
  PyObject *table, *certificate, *law, *progress, *bytes = NULL, *encoded[3] = {NULL, NULL, NULL};
  value_answer found = {0};
  grundy_error error = {0};
  grundy_evaluate_options options = {
      .size = sizeof options, .answered = answered, .context = &found};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sspKKOOOO", &text, &columns, &misere, &limit, &memory, &table,
                        &certificate, &law, &progress) ||
      !check(grundy_columns_parse(columns, &options.columns, &error), &error))
    return NULL;
  options.play = misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  options.limit = limit;
  options.memory = memory;
  options.table = path_of(table, &encoded[0]);
  options.certificate = found.certificate = path_of(certificate, &encoded[1]);
  options.law = path_of(law, &encoded[2]);
  if (!PyErr_Occurred() && stream_open(&found.stream)) {
    work w;
    work_begin(&w, progress);
    options.monitor = &w.monitor;
    bool good = work_end(&w, grundy_expressions_evaluate(&text, 1, &options, &w.error)) &&
                check(found.status, &found.error);
    bytes = stream_close(&found.stream, good);
  }
  Py_XDECREF(encoded[0]);
  Py_XDECREF(encoded[1]);
  Py_XDECREF(encoded[2]);
  return bytes;
}

PyObject *facts_of(grundy_facts *facts, int language) {
  memory_stream stream;
  PyObject *bytes = NULL;
  if (stream_open(&stream)) {
    grundy_error error = {0};
    bool good = check(
        grundy_facts_write_json(facts, (grundy_language)language, stream.file, &error), &error);
    bytes = stream_close(&stream, good);
  }
  grundy_facts_free(facts);
  return bytes;
}

/* explain(digraph, solution, v, depth, misere, language): bytes */
static PyObject *explain(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *solved;
  unsigned v, depth;
  int misere, language;
  grundy_facts *facts = NULL;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOIIpi", &digraph, &solved, &v, &depth, &misere, &language))
    return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  const grundy_solution *solution = g != NULL ? to_solution(solved, g) : NULL;
  if (solution == NULL) return NULL;
  if (v >= grundy_digraph_order(g)) return PyErr_Format(PyExc_IndexError, "no position %u", v);
  grundy_explain_options options = {.size = sizeof options,
                                    .depth = depth,
                                    .play = misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY};
  work_begin(&w, Py_None);
  if (!work_end(&w, grundy_explain(g, solution, v, &options, &facts, &w.error))) return NULL;
  return facts_of(facts, language);
}

/* why(text, depth, misere, infinite, language, progress): bytes */
static PyObject *why(PyObject *module, PyObject *arguments) {
  const char *text;
  unsigned depth;
  int misere, language;
  PyObject *infinite, *progress;
  grundy_facts *facts = NULL;
  grundy_expression_options opening = {.size = sizeof opening};
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sIpOiO", &text, &depth, &misere, &infinite, &language,
                        &progress) ||
      !optional_real(infinite, &opening.infinite_known, &opening.infinite))
    return NULL;
  opening.play = misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  work_begin(&w, progress);
  opening.monitor = &w.monitor;
  grundy_why_options options = {.size = sizeof options, .depth = depth, .opening = &opening};
  if (!work_end(&w, grundy_why(text, &options, &facts, &w.error))) return NULL;
  return facts_of(facts, language);
}

/* info(digraph, progress): bytes */
static PyObject *info(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *progress;
  memory_stream stream;
  grundy_game_info found;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OO", &digraph, &progress)) return NULL;
  const grundy_digraph *g = to_digraph(digraph);
  if (g == NULL) return NULL;
  work_begin(&w, progress);
  grundy_info_options options = {.size = sizeof options, .monitor = &w.monitor};
  if (!work_end(&w, grundy_game_info_find(g, &options, &found, &w.error)) || !stream_open(&stream))
    return NULL;
  grundy_json json = grundy_json_start(stream.file);
  grundy_game_info_write_json(&json, &found);
  return stream_close(&stream, true);
}

/* record(name, text, expression or None, progress): bytes */
static PyObject *record(PyObject *module, PyObject *arguments) {
  const char *name, *text, *game;
  Py_ssize_t length;
  PyObject *progress, *bytes = NULL;
  grundy_record *read = NULL;
  grundy_expression *expression = NULL;
  grundy_expression_options opening = {.size = sizeof opening, .unreduced = true};
  memory_stream stream;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "ss#zO", &name, &text, &length, &game, &progress)) return NULL;
  FILE *in = fmemopen((void *)text, (size_t)length, "r");
  if (in == NULL) return PyErr_NoMemory();
  work_begin(&w, progress);
  opening.monitor = &w.monitor;
  grundy_read_options reading = {.size = sizeof reading, .stream = in};
  grundy_status status = grundy_record_read(name, &reading, &read, &w.error);
  (void)fclose(in);
  if (status == GRUNDY_OK) {
    opening.play = grundy_record_get_head(read)->play;
    status = grundy_expression_open(game == NULL ? grundy_record_game(read) : game, &opening,
                                    &expression, &w.error);
  }
  if (work_end(&w, status) && stream_open(&stream)) {
    grundy_json json = grundy_json_start(stream.file);
    work_begin(&w, progress);
    bool good = work_end(&w, grundy_record_check(read, expression, &json, &w.error));
    bytes = stream_close(&stream, good);
  }
  grundy_expression_free(expression);
  grundy_record_free(read);
  return bytes;
}

/* law(text, law, where or None, max exceptions, format, limit, memory, digraph or None, progress):
 * bytes */
static PyObject *law(PyObject *module, PyObject *arguments) {
  PyObject *digraph, *progress, *bytes = NULL;
  const char *text, *stated, *format;
  unsigned long long most, limit, memory;
  memory_stream stream;
  grundy_law_options options = {.size = sizeof options};
  grundy_law_report *report = NULL;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "sszKsKKOO", &text, &stated, &options.where, &most, &format,
                        &limit, &memory, &digraph, &progress))
    return NULL;
  if (digraph != Py_None) options.g = to_digraph(digraph);
  if (PyErr_Occurred()) return NULL;
  options.max_exceptions = most == 0 ? GRUNDY_LAW_NO_EXCEPTIONS : most;
  options.format = grundy_format_find(format);
  options.limit = limit;
  options.memory = memory;
  work_begin(&w, progress);
  options.monitor = &w.monitor;
  bool good = work_end(&w, grundy_law_test(text, stated, &options, &report, &w.error));
  if (good && stream_open(&stream)) {
    grundy_json json = grundy_json_start(stream.file);
    grundy_law_write_json(&json, report);
    bytes = stream_close(&stream, true);
  }
  grundy_law_report_free(report);
  return bytes;
}

/* sweep(text, columns, misere, limit, memory, seconds, progress): bytes */
static PyObject *sweep(PyObject *module, PyObject *arguments) {
  PyObject *progress, *bytes = NULL;
  const char *text, *columns;
  unsigned long long limit, memory;
  int misere;
  memory_stream stream;
  grundy_sweep_options options = {.size = sizeof options, .json = true};
  grundy_sweep *made = NULL;
  work w;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "szpKKdO", &text, &columns, &misere, &limit, &memory,
                        &options.seconds, &progress))
    return NULL;
  options.columns = columns;
  options.play = misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  options.limit = limit;
  options.memory = memory;
  work_begin(&w, progress);
  options.monitor = &w.monitor;
  grundy_status status = grundy_sweep_new(text, &options, &made, &w.error);
  if (status == GRUNDY_OK) status = grundy_sweep_run(made, &w.error);
  if (work_end(&w, status) && stream_open(&stream)) {
    grundy_json json = grundy_json_start(stream.file);
    grundy_sweep_write_json(&json, made);
    bytes = stream_close(&stream, true);
  }
  grundy_sweep_free(made);
  return bytes;
}

static PyMethodDef functions[] = {
    {"value", value, METH_VARARGS, NULL},   {"explain", explain, METH_VARARGS, NULL},
    {"why", why, METH_VARARGS, NULL},       {"info", info, METH_VARARGS, NULL},
    {"record", record, METH_VARARGS, NULL}, {"law", law, METH_VARARGS, NULL},
    {"sweep", sweep, METH_VARARGS, NULL},   {NULL, NULL, 0, NULL},
};

int add_answers(PyObject *module) {
  return PyModule_AddFunctions(module, functions);
}
