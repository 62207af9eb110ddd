/* Files that were read, which outputs of a command must not replace. */

#ifndef GRUNDY_SRC_BASE_INPUTS_H
#define GRUNDY_SRC_BASE_INPUTS_H

#include <grundy/base.h>

struct stat;

/* Notes that a regular file is an input, if grundy_inputs_protect was called. Every function that
 * opens a file which its caller named, and which it does not replace itself, calls this.
 * GRUNDY_OUT_OF_MEMORY. */
GRUNDY_MUST_USE grundy_status grundy_inputs_note(const struct stat *file, grundy_error *error);

/* Returns whether the file was noted. */
bool grundy_inputs_have(const struct stat *file);

#endif
