/* What matches share with compounds. */

#ifndef GRUNDY_PYTHON_COMPOUND_H
#define GRUNDY_PYTHON_COMPOUND_H

#include "core.h"

/* Components may change their data while they are evaluated, and compounds may share components, so
 * only one thread works with compounds at a time. As work_begin; false with a RuntimeError if this
 * thread is working with one already, or with the exception of a signal. After work_end,
 * exclusive_release lets other threads work; it returns its argument. */
bool exclusive_begin(work *w, PyObject *progress);
PyObject *exclusive_release(PyObject *result);

/* Returns the compound of an object; NULL with a TypeError for any other object. */
grundy_compound *to_compound(PyObject *object);

/* Returns what the object, a component, says about a solved digraph; NULL if it is not one. */
const grundy_solved *component_solved(PyObject *object);

/* Fills *sources with the texts of a tuple, one per component of the compound; the caller frees it
 * with PyMem_Free. False with an exception on failure. */
bool sources_of(PyObject *compound, PyObject *names, const char ***sources);

/* Returns [(component, from, to)]. */
PyObject *steps_of(const grundy_step *steps, uint64_t count);

/* Returns a best move as JSON, in bytes. */
PyObject *move_of(const grundy_compound *compound, const grundy_move *move);

/* Parses a list of (component, from, to); the caller frees it with PyMem_Free. NULL with an
 * exception on failure. */
grundy_step *to_steps(PyObject *list, uint64_t *count);

#endif
