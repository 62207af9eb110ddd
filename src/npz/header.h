/* The header of an .npy array: the text of a Python dictionary with the three keys descr,
 * fortran_order and shape, behind a magic number and its length. */

#ifndef GRUNDY_SRC_NPZ_HEADER_H
#define GRUNDY_SRC_NPZ_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GRUNDY_NPY_DIMENSIONS = 32, /* an array has at most so many, as in NumPy */
  GRUNDY_NPY_LONGEST = 10000, /* bytes of the dictionary, at most, as in NumPy */
  GRUNDY_NPY_HEADER = 128,    /* bytes of a header that we write, all told */
  GRUNDY_NPY_MAGIC = 8,       /* bytes of magic number and version */
  GRUNDY_NPY_LENGTH = 4,      /* bytes of the length behind them, at most */
};

/* The type and the shape of an array. */
typedef struct grundy_npy {
  char kind;       /* b bool, i and u integer, f float, c complex, S bytes, U unicode */
  bool big_endian; /* false where an item has no order of bytes */
  uint64_t item;   /* bytes of an item; 0 is possible for S and U alone */
  uint64_t count;  /* of items; count * item fits */
  int dimensions;
  uint64_t shape[GRUNDY_NPY_DIMENSIONS];
} grundy_npy;

/* Of the first GRUNDY_NPY_MAGIC bytes of an array: how many bytes the length behind them has;
 * 0 if this is no array, or one of a version that we do not know. */
size_t grundy_npy_length_size(const unsigned char magic[GRUNDY_NPY_MAGIC]);

/* Reads the dictionary. NULL, or what is wrong: a static text with "; expected" in it. */
const char *grundy_npy_parse(const char *text, size_t length, grundy_npy *npy);

/* Writes the whole header of an array of at most one dimension, with kind, big_endian, item,
 * count and dimensions as in *npy; it is padded as NumPy pads it. */
void grundy_npy_print(const grundy_npy *npy, unsigned char header[GRUNDY_NPY_HEADER]);

#endif
