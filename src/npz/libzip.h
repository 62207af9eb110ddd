/* The functions of libzip that are called here. It is loaded with the first archive. */

#ifndef GRUNDY_SRC_NPZ_LIBZIP_H
#define GRUNDY_SRC_NPZ_LIBZIP_H

#include <lazy_library.h>
#include <zip.h>

#define LIBZIP_FUNCTIONS(F)                                                                        \
  F(zip_discard)                                                                                   \
  F(zip_error_code_system)                                                                         \
  F(zip_error_code_zip)                                                                            \
  F(zip_error_fini)                                                                                \
  F(zip_error_init)                                                                                \
  F(zip_error_init_with_code)                                                                      \
  F(zip_error_system_type)                                                                         \
  F(zip_fclose)                                                                                    \
  F(zip_file_get_error)                                                                            \
  F(zip_fopen_index)                                                                               \
  F(zip_fread)                                                                                     \
  F(zip_get_error)                                                                                 \
  F(zip_get_name)                                                                                  \
  F(zip_get_num_entries)                                                                           \
  F(zip_name_locate)                                                                               \
  F(zip_open_from_source)                                                                          \
  F(zip_source_buffer_create)                                                                      \
  F(zip_source_filep_create)                                                                       \
  F(zip_source_free)                                                                               \
  F(zip_stat_index)                                                                                \
  F(zip_stat_init)

LIBRARY_DECLARE(grundy_libzip, LIBZIP_FUNCTIONS)

#endif
