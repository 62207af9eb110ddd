/* Pictures of boxes with one pixel per position, as PNG with a palette. */

#include <grundy/draw.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"

#include <zlib.h>

enum { COLOURS = 256, BUFFER = 1 << 12 };

/* A picture being written. Colour 0 is for P-positions; values up to the largest have the others.
 */
typedef struct picture {
  grundy_vector_grid grid;
  grundy_vector_slice slice;
  uint32_t largest; /* value of the slice */
  FILE *out;
  z_stream stream;
  unsigned char *row;    /* the type of its filter, and its pixels */
  unsigned char *packed; /* BUFFER bytes */
} picture;

/* ---- chunks ------------------------------------------------------------------------------ */

static void put_big_endian(unsigned char *to, uint32_t number) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(number >> (24 - 8 * i));
}

static void write_chunk(FILE *out, const char type[4], const unsigned char *bytes,
                        uint32_t length) {
  unsigned char number[4];
  put_big_endian(number, length);
  fwrite(number, 1, 4, out);
  fwrite(type, 1, 4, out);
  if (length > 0) fwrite(bytes, 1, length, out);
  uLong checksum = crc32(0, (const unsigned char *)type, 4);
  if (length > 0) checksum = crc32(checksum, bytes, length);
  put_big_endian(number, (uint32_t)checksum);
  fwrite(number, 1, 4, out);
}

/* From white to dark blue, as in heat maps of grids; P-positions are red. */
static void write_head(const picture *p) {
  static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  unsigned char header[13] = {[8] = 8, [9] = 3}; /* 8 bits, with a palette */
  unsigned char palette[3 * COLOURS] = {0xd6, 0x27, 0x28};
  put_big_endian(header, (uint32_t)p->slice.lengths[1]);
  put_big_endian(header + 4, (uint32_t)p->slice.lengths[0]);
  for (size_t i = 1; i < COLOURS; i++) {
    size_t share = i - 1;
    palette[3 * i] = (unsigned char)(255 - share * 224 / 255);
    palette[3 * i + 1] = (unsigned char)(255 - share * 175 / 255);
    palette[3 * i + 2] = (unsigned char)(255 - share * 95 / 255);
  }
  fwrite(signature, 1, sizeof signature, p->out);
  write_chunk(p->out, "IHDR", header, sizeof header);
  write_chunk(p->out, "PLTE", palette, sizeof palette);
}

/* ---- pixels ------------------------------------------------------------------------------ */

static uint64_t index_at(const picture *p, uint64_t x, uint64_t y) {
  return p->slice.first + x * p->slice.steps[0] + y * p->slice.steps[1];
}

static unsigned char colour_of(const picture *p, uint64_t index) {
  if (grundy_vector_outcome(&p->grid, index) == GRUNDY_OUTCOME_P) return 0;
  if (p->grid.values == NULL) return 1;
  return (unsigned char)(1 + (uint64_t)p->grid.values[index] * (COLOURS - 2) / p->largest);
}

static uint32_t largest_value(const picture *p) {
  uint32_t largest = 1;
  for (uint64_t x = 0; x < p->slice.lengths[0] && p->grid.values != NULL; x++)
    for (uint64_t y = 0; y < p->slice.lengths[1]; y++) {
      uint32_t value = p->grid.values[index_at(p, x, y)];
      if (value > largest) largest = value;
    }
  return largest;
}

/* Compresses what is in the stream, and writes it; `flush` ends it. */
static void pack(picture *p, int flush) {
  do {
    p->stream.next_out = p->packed;
    p->stream.avail_out = BUFFER;
    (void)deflate(&p->stream, flush);
    uint32_t length = BUFFER - p->stream.avail_out;
    if (length > 0) write_chunk(p->out, "IDAT", p->packed, length);
  } while (p->stream.avail_out == 0);
}

/* Writes all rows; false if the work was cancelled. */
static bool write_rows(picture *p, grundy_work *work) {
  uint64_t columns = p->slice.lengths[1];
  p->row[0] = 0; /* no filter */
  for (uint64_t x = 0; x < p->slice.lengths[0]; x++) {
    for (uint64_t y = 0; y < columns; y++) p->row[1 + y] = colour_of(p, index_at(p, x, y));
    p->stream.next_in = p->row;
    p->stream.avail_in = (uInt)(1 + columns);
    pack(p, x + 1 == p->slice.lengths[0] ? Z_FINISH : Z_NO_FLUSH);
    if (!grundy_work_step(work, columns)) return false;
  }
  return true;
}

grundy_status grundy_vector_draw(const grundy_vector_box *box, const grundy_vector_slice *slice,
                                 const grundy_run_options *options, FILE *out,
                                 grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  picture p = {.grid = grundy_vector_box_view(box), .slice = *slice, .out = out};
  if (slice->axes == 0 || slice->lengths[0] > GRUNDY_PICTURE_MAX_SIDE ||
      slice->lengths[1] > GRUNDY_PICTURE_MAX_SIDE)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_PICTURE,
                               "a picture has two dimensions, of at most %d positions; choose a "
                               "slice such as x,y,0",
                               (int)GRUNDY_PICTURE_MAX_SIDE);
  grundy_arena arena = {0};
  grundy_status status = GRUNDY_OK;
  grundy_work work = grundy_work_start(monitor, "drawing", slice->lengths[0] * slice->lengths[1]);
  p.row = grundy_arena_array(&arena, 1 + slice->lengths[1], 1);
  p.packed = grundy_arena_array(&arena, BUFFER, 1);
  bool is_ready = !arena.failed && deflateInit(&p.stream, Z_DEFAULT_COMPRESSION) == Z_OK;
  if (!is_ready) {
    grundy_arena_fail(&arena);
    return grundy_arena_end(&arena, status, error);
  }
  p.largest = largest_value(&p);
  write_head(&p);
  status = grundy_work_end(&work, write_rows(&p, &work), "", 0, error);
  write_chunk(out, "IEND", NULL, 0);
  (void)deflateEnd(&p.stream);
  return grundy_arena_end(&arena, status, error);
}
