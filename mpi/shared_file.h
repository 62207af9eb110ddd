/* Files of which each rank reads or writes its share, through MPI-IO. */

#ifndef GRUNDY_MPI_SHARED_FILE_H
#define GRUNDY_MPI_SHARED_FILE_H

#include "engine/cluster.h"
#include "team.h"

/* An open file. */
typedef struct shared_file {
  const team *team;
  const char *path;
  MPI_File file;
  bool is_open;
} shared_file;

/* Open a file that exists, or make one. Collective. */
grundy_status shared_file_open(shared_file *p, const team *t, const char *path,
                               grundy_error *error);
grundy_status shared_file_create(shared_file *p, const team *t, const char *path,
                                 grundy_error *error);

/* Closes the file, whatever the status of the caller was, which all ranks share. */
grundy_status shared_file_close(shared_file *p, grundy_status status, grundy_error *error);

/* Read and write bytes at an offset; not collective. */
grundy_status shared_file_read(const shared_file *p, uint64_t offset, void *bytes, uint64_t size,
                               grundy_error *error);
grundy_status shared_file_write(const shared_file *p, uint64_t offset, const void *bytes,
                                uint64_t size, grundy_error *error);

/* Reads integers first … first + count - 1 of an array as numbers of 64 bits, negative ones as
 * large ones, and adds their bytes to the checksum unless it is NULL; not collective. */
grundy_status shared_file_integers(const shared_file *p, const grundy_npz_place *place,
                                   uint64_t first, uint64_t count, uint64_t *numbers,
                                   uint32_t *checksum, grundy_error *error);

/* Combines the checksums of consecutive shares, one of each rank. Collective; the same result on
 * all ranks. */
uint32_t shared_file_combine(const team *t, uint32_t checksum, uint64_t size);

/* Checks that the shares that all ranks have read make up the array. Collective. */
grundy_status shared_file_check(const shared_file *p, const grundy_npz_place *place,
                                const char *member, uint32_t checksum, uint64_t size,
                                grundy_error *error);

/* Fails because the file cannot be opened, as errno says. */
grundy_status shared_file_fail_missing(const char *path, grundy_error *error);

#endif
