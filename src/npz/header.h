/* The header of an .npy array: a magic number, a length, and the text of a Python dictionary with
 * the keys descr, fortran_order and shape. */

#ifndef GRUNDY_SRC_NPZ_HEADER_H
#define GRUNDY_SRC_NPZ_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GRUNDY_NPY_DIMENSIONS = 32, /* maximum number of dimensions, as in NumPy */
  GRUNDY_NPY_LONGEST = 10000, /* maximum size of the dictionary in bytes, as in NumPy */
  GRUNDY_NPY_HEADER = 128,    /* total size of the headers that we write, in bytes */
  GRUNDY_NPY_MAGIC = 8,       /* bytes of magic number and version */
  GRUNDY_NPY_LENGTH = 4,      /* maximum size of the length that follows, in bytes */
};

/* The type and the shape of an array. */
typedef struct grundy_npy {
  char kind;       /* b bool, i and u integer, f float, c complex, S bytes, U Unicode */
  bool big_endian; /* false where items have no byte order */
  uint64_t item;   /* bytes per item; 0 is possible for S and U only */
  uint64_t count;  /* number of items; count * item does not overflow */
  int dimensions;
  uint64_t shape[GRUNDY_NPY_DIMENSIONS];
} grundy_npy;

/* Returns the size in bytes of the length that follows these first GRUNDY_NPY_MAGIC bytes of an
 * array; 0 if this is not an array or has an unknown version. */
size_t grundy_npy_length_size(const unsigned char magic[GRUNDY_NPY_MAGIC]);

/* Reads the dictionary. Returns NULL, or a static text that says what is wrong. */
const char *grundy_npy_parse(const char *text, size_t length, grundy_npy *npy);

/* Writes the whole header of an array with the kind, big_endian, item, count and dimensions of
 * *npy, padded like NumPy's headers. It has at most four dimensions of less than 2^31, or one. The
 * shape is used if there is more than one. */
void grundy_npy_print(const grundy_npy *npy, unsigned char header[GRUNDY_NPY_HEADER]);

#endif
