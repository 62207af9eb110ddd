/* A file is a header, the payload (for each column its entries and its large numbers), and the
 * checksums: one for each block of the payload, and one for the header and all of these. Numbers
 * are little-endian. */

#include "tiers/file.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "base/lower_bound.h"
#include "base/saturate.h"
#include "base/threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { HEADER = 512, BLOCK = 1 << 20, ESCAPE_BYTES = 16, MAGIC_BYTES = 16 };

static const char magic[MAGIC_BYTES] = "grundy tier 1\n";

/* Where the numbers of the header are, in words of 8 bytes. */
enum {
  AT_IDENTITY = 2,
  AT_TIER = 4,
  AT_COUNT = 5,
  AT_PAYLOAD_END = 6,
  AT_COLUMN_COUNT = 7,
  AT_COUNTS = 8,    /* 7 words */
  AT_COLUMNS = 16,  /* for each column: */
  COLUMN_WORDS = 4, /* its bit in grundy_columns, bits per entry, and where */
  COUNT_WORDS = 7,
};
static_assert(sizeof(grundy_tier_counts) == COUNT_WORDS * sizeof(uint64_t), "only words");

/* Returns the offset of a word of the header. */
static size_t at(size_t word) {
  return 8 * word;
}

static void put_word(unsigned char *to, uint64_t word) {
  grundy_put_little_endian(to, word, 8);
}

static uint64_t get_word(const unsigned char *from) {
  return grundy_get_little_endian(from, 8);
}

static uint64_t round_up(uint64_t bytes) {
  return bytes + (8 - bytes % 8) % 8;
}

static uint64_t block_count(uint64_t payload_end) {
  return (payload_end - HEADER + BLOCK - 1) / BLOCK;
}

uint64_t grundy_tier_file_bytes(uint64_t count, const unsigned *bits, unsigned columns) {
  uint64_t bytes = HEADER;
  for (unsigned i = 0; i < columns; i++)
    bytes = grundy_plus(bytes, grundy_plus(grundy_tier_table_bytes(count, bits[i]), 8));
  return grundy_plus(bytes, grundy_plus(bytes / BLOCK * 8, 16));
}

/* ---- writing ------------------------------------------------------------------------------ */

/* Writes the payload and collects the checksums of its blocks. */
typedef struct writer {
  FILE *out;
  unsigned char *sums; /* of all blocks, 8 bytes each */
  uint64_t written;    /* bytes of the payload */
  XXH3_state_t *block;
} writer;

static void end_block(writer *w) {
  put_word(w->sums + (w->written - 1) / BLOCK * 8, XXH3_64bits_digest(w->block));
  (void)XXH3_64bits_reset(w->block);
}

static bool put(writer *w, const void *bytes, uint64_t count) {
  const unsigned char *from = bytes;
  while (count > 0) {
    uint64_t room = BLOCK - w->written % BLOCK, part = count < room ? count : room;
    if (fwrite(from, 1, part, w->out) != part) return false;
    (void)XXH3_64bits_update(w->block, from, part);
    w->written += part;
    from += part;
    count -= part;
    if (w->written % BLOCK == 0) end_block(w);
  }
  return true;
}

static uint64_t column_bytes(uint64_t count, unsigned bits, uint64_t escapes) {
  return grundy_plus(round_up(grundy_tier_table_bytes(count, bits)),
                     grundy_times(escapes, ESCAPE_BYTES));
}

static void make_header(unsigned char header[HEADER], const grundy_tier_expected *expected,
                        const grundy_tier_counts *counts, const grundy_tier_result *results,
                        unsigned count) {
  uint64_t numbers[COUNT_WORDS], end = HEADER;
  memset(header, 0, HEADER);
  memcpy(header, magic, sizeof magic);
  memcpy(numbers, counts, sizeof numbers);
  for (int i = 0; i < 2; i++) put_word(header + at(AT_IDENTITY + i), expected->identity.word[i]);
  put_word(header + at(AT_TIER), expected->tier);
  put_word(header + at(AT_COUNT), expected->count);
  put_word(header + at(AT_COLUMN_COUNT), count);
  for (int i = 0; i < COUNT_WORDS; i++) put_word(header + at(AT_COUNTS + i), numbers[i]);
  for (unsigned i = 0; i < count; i++) {
    const grundy_tier_table *table = results[i].table;
    unsigned char *to = header + at(AT_COLUMNS + COLUMN_WORDS * i);
    put_word(to, results[i].column);
    put_word(to + 8, table->bits);
    put_word(to + 16, end);
    put_word(to + 24, table->escape_count);
    end += column_bytes(table->count, table->bits, table->escape_count);
  }
  put_word(header + at(AT_PAYLOAD_END), end);
}

/* Returns the checksum of the header and of the checksums of blocks. */
static uint64_t sum_of(XXH3_state_t *state, const unsigned char *header, const unsigned char *sums,
                       uint64_t blocks) {
  (void)XXH3_64bits_reset(state);
  (void)XXH3_64bits_update(state, header, HEADER);
  (void)XXH3_64bits_update(state, sums, 8 * blocks);
  return XXH3_64bits_digest(state);
}

static bool write_all(writer *w, unsigned char header[HEADER], const grundy_tier_result *results,
                      unsigned count) {
  static const unsigned char zeros[8];
  uint64_t blocks = block_count(get_word(header + at(AT_PAYLOAD_END)));
  unsigned char last[8];
  (void)XXH3_64bits_reset(w->block);
  bool done = fwrite(header, 1, HEADER, w->out) == HEADER;
  for (unsigned i = 0; done && i < count; i++) {
    const grundy_tier_table *table = results[i].table;
    uint64_t bytes = grundy_tier_table_bytes(table->count, table->bits);
    done = put(w, (const void *)table->entries, bytes) && put(w, zeros, round_up(bytes) - bytes);
    for (uint64_t j = 0; done && j < table->escape_count; j++) {
      unsigned char pair[ESCAPE_BYTES];
      put_word(pair, table->escapes[j].index);
      put_word(pair + 8, table->escapes[j].number);
      done = put(w, pair, sizeof pair);
    }
  }
  if (done && w->written % BLOCK != 0) end_block(w);
  put_word(last, sum_of(w->block, header, w->sums, blocks));
  return done && fwrite(w->sums, 8, blocks, w->out) == blocks &&
         fwrite(last, 1, sizeof last, w->out) == sizeof last;
}

grundy_status grundy_tier_file_write(const char *path, const grundy_tier_expected *expected,
                                     const grundy_tier_counts *counts,
                                     const grundy_tier_result *results, unsigned count,
                                     grundy_error *error) {
  unsigned char header[HEADER];
  grundy_output *output = NULL;
  make_header(header, expected, counts, results, count);
  writer w = {.block = XXH3_createState()};
  w.sums = grundy_alloc(block_count(get_word(header + at(AT_PAYLOAD_END))), 8);
  grundy_status status = w.block == NULL || w.sums == NULL
                             ? grundy_fail_memory(error)
                             : grundy_output_open(path, &output, error);
  if (status == GRUNDY_OK) {
    w.out = grundy_output_stream(output);
    errno = 0;
    if (write_all(&w, header, results, count)) {
      status = grundy_output_commit(output, error);
    } else {
      status = grundy_fail_at(error, GRUNDY_IO_ERROR, path, 0, 0, "cannot write: %s",
                              strerror(errno == 0 ? EIO : errno));
      grundy_output_discard(output);
    }
  }
  XXH3_freeState(w.block);
  free(w.sums);
  return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

static grundy_status fail_file(const grundy_tier_file *file, grundy_error *error,
                               const char *what) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, file->path, 0, 0, "%s", what);
}

static grundy_status fail_damaged(const grundy_tier_file *file, grundy_error *error) {
  return fail_file(file, error, "the file is damaged; remove it and solve again");
}

static const unsigned char *base_of(const grundy_tier_file *file) {
  return file->mapping.base;
}

/* Sets a column from its words in the header; false if it is not inside the payload. */
static bool read_column(grundy_tier_file *file, unsigned i, uint64_t *end) {
  const unsigned char *words = base_of(file) + at(AT_COLUMNS + COLUMN_WORDS * i);
  uint64_t bits = get_word(words + 8), begin = get_word(words + 16);
  uint64_t escapes = get_word(words + 24), left = file->payload_end - *end;
  grundy_columns column = (grundy_columns)get_word(words);
  if (column != get_word(words) || bits != (column == GRUNDY_COLUMN_OUTCOME ? 2 : 8) ||
      begin != *end)
    return false;
  uint64_t bytes = round_up(grundy_tier_table_bytes(file->count, (unsigned)bits));
  if (bytes > left || escapes > (left - bytes) / ESCAPE_BYTES) return false;
  file->columns[i] = (grundy_tier_column){.column = column,
                                          .bits = (unsigned)bits,
                                          .entries = base_of(file) + begin,
                                          .escapes = base_of(file) + begin + bytes,
                                          .escape_count = escapes};
  *end += bytes + escapes * ESCAPE_BYTES;
  return true;
}

/* Returns whether the words of the header from this one up to, but not including, `end` are 0. */
static bool is_unused(const grundy_tier_file *file, size_t word, size_t end) {
  for (; word < end; word++)
    if (get_word(base_of(file) + at(word)) != 0) return false;
  return true;
}

/* Checks the sizes and the checksum of the header, and sets the columns. */
static grundy_status read_header(grundy_tier_file *file, const grundy_tier_expected *expected,
                                 grundy_error *error) {
  const unsigned char *base = base_of(file);
  uint64_t numbers[COUNT_WORDS], length = file->mapping.length;
  if (length < HEADER || memcmp(base, magic, sizeof magic) != 0)
    return fail_file(file, error, "not a tier of this version; remove it or use another folder");
  uint64_t end = get_word(base + at(AT_PAYLOAD_END));
  uint64_t columns = get_word(base + at(AT_COLUMN_COUNT));
  if (end < HEADER || end > length || (length - end) % 8 != 0 ||
      (length - end) / 8 != block_count(end) + 1)
    return fail_file(file, error, "the file is truncated or damaged; remove it and solve again");
  XXH3_state_t *state = XXH3_createState();
  if (state == NULL) return grundy_fail_memory(error);
  uint64_t sum = sum_of(state, base, base + end, block_count(end));
  XXH3_freeState(state);
  if (sum != get_word(base + length - 8) || columns > GRUNDY_TIER_MAX_COLUMNS)
    return fail_damaged(file, error);
  file->payload_end = end;
  file->column_count = (unsigned)columns;
  bool same = get_word(base + at(AT_TIER)) == expected->tier &&
              get_word(base + at(AT_COUNT)) == expected->count;
  for (int i = 0; i < 2; i++)
    same = same && get_word(base + at(AT_IDENTITY + i)) == expected->identity.word[i];
  if (!same)
    return fail_file(
        file, error,
        "a tier of other rules, arguments or columns; remove it or use another folder");
  file->tier = expected->tier;
  file->count = expected->count;
  for (int i = 0; i < COUNT_WORDS; i++) numbers[i] = get_word(base + at(AT_COUNTS + i));
  memcpy(&file->counts, numbers, sizeof numbers);
  file->checked = grundy_alloc_zero(block_count(end), 1);
  if (file->checked == NULL) return grundy_fail_memory(error);
  end = HEADER;
  for (unsigned i = 0; i < file->column_count; i++)
    if (!read_column(file, i, &end)) return fail_damaged(file, error);
  bool is_right = end == file->payload_end &&
                  is_unused(file, AT_COUNTS + COUNT_WORDS, AT_COLUMNS) &&
                  is_unused(file, AT_COLUMNS + COLUMN_WORDS * file->column_count, HEADER / 8);
  return is_right ? GRUNDY_OK : fail_damaged(file, error);
}

grundy_status grundy_tier_file_open(const char *path, const grundy_tier_expected *expected,
                                    grundy_tier_file **file, grundy_error *error) {
  grundy_tier_file *made = grundy_alloc_zero(1, sizeof *made);
  *file = NULL;
  if (made == NULL) return grundy_fail_memory(error);
  made->path = strdup(path);
  FILE *in = made->path == NULL ? NULL : fopen(path, "rbe");
  bool exists = in != NULL || made->path == NULL || errno != ENOENT;
  grundy_status status = GRUNDY_OK;
  if (in != NULL) {
    made->mapping = grundy_mapping_new(in);
    (void)fclose(in);
    status = made->mapping.length > 0
                 ? read_header(made, expected, error)
                 : fail_file(made, error,
                             "the file is empty or cannot be mapped; remove it and solve again");
  } else if (exists) {
    status = made->path == NULL || errno == ENOMEM
                 ? grundy_fail_memory(error)
                 : grundy_fail_at(error, GRUNDY_IO_ERROR, path, 0, 0, "%s", strerror(errno));
  }
  if (status == GRUNDY_OK && exists)
    *file = made;
  else
    grundy_tier_file_close(made);
  return status;
}

void grundy_tier_file_close(grundy_tier_file *file) {
  if (file == NULL) return;
  grundy_mapping_free(&file->mapping);
  free(file->checked);
  free(file->path);
  free(file);
}

/* ---- checksums ---------------------------------------------------------------------------- */

static bool block_is_right(const grundy_tier_file *file, uint64_t block) {
  uint64_t begin = HEADER + block * BLOCK, left = file->payload_end - begin;
  uint64_t sum = XXH3_64bits(base_of(file) + begin, left < BLOCK ? left : BLOCK);
  return sum == get_word(base_of(file) + file->payload_end + 8 * block);
}

static grundy_status check_range(grundy_tier_file *file, uint64_t begin, uint64_t end,
                                 grundy_error *error) {
  if (begin == end) return GRUNDY_OK;
  for (uint64_t block = (begin - HEADER) / BLOCK; block <= (end - 1 - HEADER) / BLOCK; block++) {
    if (file->checked[block] == 0 && !block_is_right(file, block)) return fail_damaged(file, error);
    file->checked[block] = 1;
  }
  return GRUNDY_OK;
}

grundy_status grundy_tier_file_check_entry(grundy_tier_file *file, const grundy_tier_column *column,
                                           uint64_t index, grundy_error *error) {
  uint64_t entries = (uint64_t)(column->entries - base_of(file));
  uint64_t at = entries + (column->bits == 8 ? index : index / 4);
  uint64_t escapes = (uint64_t)(column->escapes - base_of(file));
  grundy_status status = check_range(file, at, at + 1, error);
  if (status != GRUNDY_OK || column->bits != 8 || column->entries[index] != GRUNDY_TIER_ESCAPED)
    return status;
  return check_range(file, escapes, escapes + column->escape_count * ESCAPE_BYTES, error);
}

/* A check of all blocks: threads take blocks in turn. */
typedef struct checking {
  grundy_tier_file *file;
  grundy_work *work;
  int threads;
  bool right[GRUNDY_MAX_THREADS];
  bool cancelled;
} checking;

static void check_share(void *context, int thread) {
  checking *c = context;
  const uint64_t per_tick = grundy_work_period(64);
  uint64_t blocks = block_count(c->file->payload_end);
  uint64_t end = grundy_share(blocks, thread + 1, c->threads);
  c->right[thread] = true;
  for (uint64_t b = grundy_share(blocks, thread, c->threads); b < end && c->right[thread]; b++) {
    if (c->file->checked[b] == 0) c->right[thread] = block_is_right(c->file, b);
    c->file->checked[b] = c->right[thread];
    if (thread == 0 && b % per_tick == per_tick - 1 && !grundy_work_ask(c->work)) {
      c->cancelled = true;
      return;
    }
  }
}

grundy_status grundy_tier_file_check(grundy_tier_file *file, grundy_work *work,
                                     grundy_error *error) {
  checking c = {.file = file, .work = work};
  c.threads = grundy_threads_for((file->payload_end - HEADER) / 16);
  grundy_parallel(c.threads, check_share, &c);
  if (c.cancelled) return grundy_fail_cancelled(error);
  for (int i = 0; i < c.threads; i++)
    if (!c.right[i]) return fail_damaged(file, error);
  return GRUNDY_OK;
}

/* ---- entries ------------------------------------------------------------------------------ */

const grundy_tier_column *grundy_tier_file_column(const grundy_tier_file *file,
                                                  grundy_columns column) {
  for (unsigned i = 0; i < file->column_count; i++)
    if (file->columns[i].column == column) return &file->columns[i];
  return NULL;
}

grundy_tier_escape grundy_tier_column_escape_at(const grundy_tier_column *column, uint64_t place) {
  const unsigned char *pair = column->escapes + place * ESCAPE_BYTES;
  return (grundy_tier_escape){get_word(pair), get_word(pair + 8)};
}

uint32_t grundy_tier_column_escaped(const grundy_tier_column *column, uint64_t index) {
  uint64_t at = 0;
  GRUNDY_LOWER_BOUND(at, column->escape_count, i,
                     grundy_tier_column_escape_at(column, i).index < index)
  if (at == column->escape_count) return GRUNDY_TIER_NUMBER_ABSENT;
  grundy_tier_escape escape = grundy_tier_column_escape_at(column, at);
  return escape.index == index ? (uint32_t)escape.number : GRUNDY_TIER_NUMBER_ABSENT;
}
