/* Reads options structs of callers compiled against another version of the library. */

#ifndef GRUNDY_SRC_BASE_OPTIONS_H
#define GRUNDY_SRC_BASE_OPTIONS_H

#include <grundy/base.h>

/* Copies the options at `given`, a struct whose first member is its size, to the `size` bytes at
 * `copy`. Members that the caller does not have become zero, as do all if `given` is NULL; the size
 * member of the copy is `size`. GRUNDY_BAD_ARGUMENT if the size of the caller's struct does not
 * even cover the size member, or if the caller set members beyond `size`, which this version does
 * not know. */
GRUNDY_MUST_USE grundy_status grundy_options_copy(const void *given, void *copy, size_t size,
                                                  grundy_error *error);

/* Finds the monitor of options, which may be NULL. Fails as grundy_options_copy does. */
GRUNDY_MUST_USE grundy_status grundy_monitor_of(const grundy_run_options *options,
                                                const grundy_monitor **monitor,
                                                grundy_error *error);

#endif
