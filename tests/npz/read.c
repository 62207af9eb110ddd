/* Archives of every form that NumPy and others write are read, from files and from memory; a number
 * of an archive that is wrong is noticed, with a message. */

#include <grundy/grundy.h>

#include "base/little_endian.h"
#include "support/npz_archive.h"
#include "support/test.h"

#include <unistd.h>

static const unsigned char bytes_of_a[] = {1, 2, 3};
static const uint32_t numbers_of_b[] = {4, 5};

/* Two arrays: three bytes, and two numbers of four bytes. */
static void make(npz_archive *archive, npz_form form) {
  const grundy_npz_column columns[] = {
      grundy_npz_column_new("a.npy", 'u', 1, 3, grundy_npz_fill_bytes, bytes_of_a),
      grundy_npz_column_new("b.npy", 'i', 4, 2, grundy_npz_fill_narrow, numbers_of_b)};
  npz_archive_make(archive, columns, 2, form);
}

/* ---- reading -------------------------------------------------------------------------------- */

static const char *const members[] = {"a.npy", "b.npy"};

/* A reader of an archive, in a file or in memory. */
typedef struct reader {
  FILE *in;
  grundy_work work;
  grundy_error error;
  grundy_npz npz;
} reader;

/* Call reader_end, even if it fails. */
static grundy_status reader_start(reader *r, const npz_archive *archive, bool in_file) {
  *r = (reader){.work = grundy_work_start(NULL, "reading", 0)};
  r->npz = (grundy_npz){.name = "file", .error = &r->error, .work = &r->work, .count = 2};
  r->npz.members = members;
  r->in = in_file ? tmpfile() : fmemopen((void *)archive->bytes, archive->size, "r");
  assert_non_null(r->in);
  if (in_file) {
    assert_int_equal(fwrite(archive->bytes, 1, archive->size, r->in), archive->size);
    rewind(r->in);
  }
  return grundy_npz_open(&r->npz, r->in);
}

static void reader_end(reader *r) {
  grundy_npz_close(&r->npz);
  assert_int_equal(fclose(r->in), 0);
}

/* Compares with 1, 2, 3 or 4, 5, and notes in the context whether other numbers were seen. */
static grundy_status compare(void *context, const grundy_npz_array *array, uint64_t first,
                             const int64_t *numbers, uint64_t count) {
  bool *has_others = context;
  assert_int_equal(first, 0);
  for (uint64_t i = 0; i < count; i++)
    *has_others |= numbers[i] != (int64_t)i + (array->member == 0 ? 1 : 4);
  return GRUNDY_OK;
}

/* Asserts that reading everything fails with this message; "": that it succeeds. */
static void expect(const npz_archive *archive, const char *message) {
  for (int in_file = 0; in_file < 2; in_file++) {
    reader r;
    bool has_others = false;
    grundy_status status = reader_start(&r, archive, in_file != 0);
    for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
      if (!grundy_npz_has(&r.npz, i)) fail_msg("%s is missing", members[i]);
      status =
          grundy_npz_read_integers(&r.npz, i, i == 0 ? 3 : 2, "as written", compare, &has_others);
    }
    assert_true(status != GRUNDY_OK || !has_others);
    if (strcmp(r.error.message, message) != 0)
      fail_msg("%s; expected %s", r.error.message, message);
    assert_int_equal(status, message[0] == '\0' ? GRUNDY_OK : GRUNDY_BAD_INPUT);
    reader_end(&r);
  }
}

/* ---- forms ---------------------------------------------------------------------------------- */

static void archives_of_every_form_are_read(void **state) {
  static const int descriptors[] = {0, 12, 16, 20, 24};
  static npz_archive archive;
  for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++)
    for (int bits = 0; bits < 32; bits++) {
      npz_form form = {.descriptor = descriptors[i],
                       .is_deflated = (bits & 1) != 0,
                       .is_open = (bits & 2) != 0 && descriptors[i] > 0,
                       .local_64 = (bits & 4) != 0,
                       .central_64 = (bits & 8) != 0,
                       .end_64 = (bits & 16) != 0};
      make(&archive, form);
      expect(&archive, "");
    }
}

/* ---- damage --------------------------------------------------------------------------------- */

#define ARCHIVE(what)                                                                              \
  "the archive is " what "; expected an .npz file as grundy, NumPy and SciPy write it"
#define DAMAGED ARCHIVE("damaged")
#define OTHER_BYTES ARCHIVE("damaged, or has bytes that belong to no member")
#define STRANGE ARCHIVE("damaged, or has members with comments or strange names")
#define DIFFERS                                                                                    \
  "a.npy: its two headers in the archive differ, or are not as grundy, NumPy and SciPy write them"

/* Places in an archive: in what belongs to its first member, or to the second one; at its end. */
typedef enum place { LOCAL, DATA, AFTER, CENTRAL, LOCAL_2, CENTRAL_2, END_64, LOCATOR, END } place;

static size_t place_of(const npz_archive *a, place p) {
  const size_t places[] = {a->local[0],   a->data[0], a->after[0], a->central[0], a->local[1],
                           a->central[1], a->end_64,  a->locator,  a->end};
  return places[p];
}

/* A number that is put there; size 0: none. */
typedef struct change {
  place p;
  size_t at, size;
  uint64_t number;
} change;

/* The fields after the name. */
enum { EXTRA = 30 + 5, CENTRAL_EXTRA = 46 + 5 };

typedef struct damage {
  npz_form form;
  change changes[3];
  const char *message;
} damage;

static void expect_all(const damage *cases, size_t count) {
  static npz_archive archive;
  for (size_t i = 0; i < count; i++) {
    make(&archive, cases[i].form);
    for (int k = 0; k < 3; k++) {
      change c = cases[i].changes[k];
      grundy_put_little_endian(archive.bytes + place_of(&archive, c.p) + c.at, c.number, c.size);
    }
    expect(&archive, cases[i].message);
  }
}
#define EXPECT_ALL(cases) expect_all(cases, sizeof(cases) / sizeof *(cases))

static void every_number_at_the_end_counts(void **state) {
  static const char no_archive[] = "not a zip archive, or damaged, cut short or followed by other "
                                   "bytes; expected an .npz file";
  static const npz_form plain = {0}, wide = {.end_64 = true};
  const damage cases[] = {
      {plain, {{END, 0, 1, 'Q'}}, no_archive},
      {plain, {{END, 20, 2, 1}}, no_archive}, /* a comment */
      {plain, {{END, 4, 2, 1}}, DAMAGED},     /* another disk */
      {plain, {{END, 8, 2, 1}}, DAMAGED},
      {plain, {{END, 12, 4, 7}}, OTHER_BYTES},
      {plain, {{END, 16, 4, 7}}, OTHER_BYTES},
      {plain, {{END, 8, 2, 1}, {END, 10, 2, 1}}, DAMAGED},
      {plain, {{END, 8, 2, 3}, {END, 10, 2, 3}}, DAMAGED},
      {plain, {{END, 8, 2, 0}, {END, 10, 2, 0}}, ARCHIVE("empty")},
      {plain, {{END, 8, 2, 129}, {END, 10, 2, 129}}, ARCHIVE("one of too many members")},
      {wide, {{END_64, 0, 1, 'Q'}}, OTHER_BYTES},
      {wide, {{END_64, 4, 8, 45}}, OTHER_BYTES},
      {wide, {{END_64, 16, 4, 1}}, OTHER_BYTES}, /* another disk */
      {wide, {{END_64, 24, 8, 1}}, OTHER_BYTES},
      {wide, {{END_64, 32, 8, 1}}, OTHER_BYTES},
      {wide, {{END_64, 40, 8, 1}}, OTHER_BYTES},
      {wide, {{END_64, 48, 8, 1}}, OTHER_BYTES},
      {wide, {{END_64, 48, 8, UINT64_MAX}}, OTHER_BYTES},
      {wide, {{LOCATOR, 0, 1, 'Q'}}, OTHER_BYTES},
      {wide, {{LOCATOR, 4, 4, 1}}, OTHER_BYTES}, /* another disk */
      {wide, {{LOCATOR, 8, 8, 1}}, OTHER_BYTES},
      {wide, {{LOCATOR, 16, 4, 2}}, OTHER_BYTES},
      {wide, {{END, 8, 2, 1}, {END, 10, 2, 1}}, OTHER_BYTES}, /* not as in the wide record */
      {wide, {{END, 8, 2, 2}, {END, 10, 2, 2}}, ""},
      {wide, {{END, 12, 4, 7}}, OTHER_BYTES},
      {wide, {{END, 16, 4, 7}}, OTHER_BYTES},
  };
  EXPECT_ALL(cases);
}

static void every_number_of_the_directory_counts(void **state) {
  static const npz_form plain = {0}, wide = {.central_64 = true};
  const damage cases[] = {
      {plain, {{CENTRAL, 0, 1, 'Q'}}, DAMAGED},
      {plain, {{CENTRAL, 8, 2, 1}}, "a.npy: it is encrypted"},
      {plain, {{CENTRAL, 8, 2, 16}}, DIFFERS}, /* a flag of no meaning */
      {plain, {{CENTRAL, 10, 2, 8}}, DIFFERS},
      {plain, {{CENTRAL, 16, 4, 1}}, DIFFERS},
      {plain, {{CENTRAL, 20, 4, 1}}, DIFFERS},
      {plain, {{CENTRAL, 24, 4, 1}}, DIFFERS},
      {plain, {{CENTRAL, 24, 4, UINT32_MAX}}, DIFFERS}, /* no wide number stands for it */
      {plain, {{CENTRAL, 28, 2, 65535}}, STRANGE},
      {plain, {{CENTRAL, 28, 2, 256}}, STRANGE},
      {plain, {{CENTRAL, 30, 2, 65535}}, STRANGE},
      {plain, {{CENTRAL, 32, 2, 1}}, STRANGE}, /* a comment */
      {plain, {{CENTRAL, 34, 2, 1}}, STRANGE}, /* another disk */
      {plain, {{CENTRAL, 46, 1, '\0'}}, STRANGE},
      {plain, {{CENTRAL, 42, 4, 1}}, ARCHIVE("not at the beginning of the file")},
      {plain, {{CENTRAL_2, 46, 1, 'a'}}, "a.npy: it is there twice"},
      {wide, {{CENTRAL, CENTRAL_EXTRA, 2, 0x7075}}, DIFFERS}, /* another name */
      {wide, {{CENTRAL, CENTRAL_EXTRA, 2, 2}}, DIFFERS},      /* no wide numbers */
      {wide, {{CENTRAL, CENTRAL_EXTRA + 2, 2, 23}}, DIFFERS},
      {wide, {{CENTRAL, CENTRAL_EXTRA + 2, 2, 25}}, DIFFERS},
      {wide, /* wide numbers twice */
       {{CENTRAL, CENTRAL_EXTRA + 2, 2, 8}, {CENTRAL, CENTRAL_EXTRA + 12, 4, 0x000c0001}},
       DIFFERS},
      {wide, {{CENTRAL, 42, 4, 0}}, DIFFERS}, /* nothing needs the last wide number */
      {wide, {{CENTRAL, CENTRAL_EXTRA + 4, 8, 7}}, DIFFERS},
      {wide, {{CENTRAL, CENTRAL_EXTRA + 12, 8, 7}}, DIFFERS},
  };
  EXPECT_ALL(cases);
}

static void every_number_of_a_local_header_counts(void **state) {
  static const npz_form plain = {0}, wide = {.local_64 = true}, followed = {.descriptor = 12};
  const damage cases[] = {
      {plain, {{LOCAL, 0, 1, 'Q'}}, DIFFERS},
      {plain, {{LOCAL, 6, 2, 2}}, DIFFERS},
      {plain, {{LOCAL, 8, 2, 8}}, DIFFERS},
      {plain, {{LOCAL, 14, 4, 1}}, DIFFERS},
      {plain, {{LOCAL, 18, 4, 1}}, DIFFERS},
      {plain, {{LOCAL, 22, 4, 1}}, DIFFERS},
      {plain, {{LOCAL, 26, 2, 4}}, DIFFERS},
      {plain, {{LOCAL, 28, 2, 65535}}, ARCHIVE("cut short")},
      {plain, {{LOCAL, 30, 1, 'b'}}, DIFFERS},
      {plain, {{LOCAL, 14, 4, 0}, {LOCAL, 18, 4, 0}, {LOCAL, 22, 4, 0}}, DIFFERS}, /* not open */
      {followed, {{LOCAL, 14, 4, 0}, {LOCAL, 18, 4, 0}, {LOCAL, 22, 4, 0}}, ""},
      {followed, {{LOCAL, 14, 4, 0}, {LOCAL, 18, 4, 0}}, DIFFERS},
      {followed, {{LOCAL, 14, 4, 0}}, DIFFERS},
      {followed, {{LOCAL, 14, 4, 1}, {LOCAL, 18, 4, 0}, {LOCAL, 22, 4, 0}}, DIFFERS},
      {wide, {{LOCAL, EXTRA, 2, 0x7075}}, DIFFERS},
      {wide, {{LOCAL, EXTRA, 2, 2}}, DIFFERS},
      {wide, {{LOCAL, EXTRA + 2, 2, 15}}, DIFFERS},
      {wide, {{LOCAL, EXTRA + 2, 2, 65535}}, DIFFERS},
      {wide, /* only one wide number, and another field */
       {{LOCAL, EXTRA + 2, 2, 8}, {LOCAL, EXTRA + 12, 4, 0x00040002}},
       DIFFERS},
      {wide, {{LOCAL, EXTRA + 4, 8, 7}}, DIFFERS},
      {wide, {{LOCAL, EXTRA + 12, 8, 7}}, DIFFERS},
      {wide, {{LOCAL, 18, 4, 7}}, DIFFERS}, /* neither wide nor the number itself */
      {wide, {{LOCAL, 22, 4, 7}}, DIFFERS},
      {wide, {{LOCAL, 18, 4, 131}, {LOCAL, 22, 4, 131}}, ""}, /* as NumPy writes it */
  };
  EXPECT_ALL(cases);
}

static void nothing_but_descriptors_follows_a_member(void **state) {
  static const npz_form plain = {0}, d12 = {.descriptor = 12}, d16 = {.descriptor = 16};
  static const npz_form d20 = {.descriptor = 20}, d24 = {.descriptor = 24};
  const damage cases[] = {
      {plain, {{LOCAL, 6, 2, 8}, {CENTRAL, 8, 2, 8}}, OTHER_BYTES}, /* none follows */
      {d12, {{LOCAL, 6, 2, 0}, {CENTRAL, 8, 2, 0}}, OTHER_BYTES},   /* it is not announced */
      {plain, {{LOCAL, 18, 4, 130}, {CENTRAL, 20, 4, 130}}, OTHER_BYTES},
      {plain, {{LOCAL, 18, 4, 132}, {CENTRAL, 20, 4, 132}}, "a.npy: it is damaged or cut short"},
      {plain, {{CENTRAL_2, 42, 4, 1}}, "a.npy: it is damaged or cut short"},
      {d12, {{AFTER, 0, 4, 1}}, DIFFERS},
      {d12, {{AFTER, 4, 4, 1}}, DIFFERS},
      {d12, {{AFTER, 8, 4, 1}}, DIFFERS},
      {d16, {{AFTER, 0, 4, 1}}, DIFFERS},
      {d16, {{AFTER, 4, 4, 1}}, DIFFERS},
      {d20, {{AFTER, 0, 4, 1}}, DIFFERS},
      {d20, {{AFTER, 4, 8, 1}}, DIFFERS},
      {d20, {{AFTER, 12, 8, 1}}, DIFFERS},
      {d24, {{AFTER, 0, 4, 1}}, DIFFERS},
      {d24, {{AFTER, 16, 8, 1}}, DIFFERS},
  };
  EXPECT_ALL(cases);
}

static void bytes_of_members_are_checked(void **state) {
  static const char damaged[] = "a.npy: it is damaged or cut short";
  static const npz_form plain = {0}, deflated = {.is_deflated = true};
  static const npz_form wide = {.is_deflated = true, .local_64 = true, .central_64 = true};
  const damage cases[] = {
      {plain,
       {{LOCAL, 8, 2, 9}, {CENTRAL, 10, 2, 9}},
       "a.npy: it is compressed by method 9; expected none or deflate, as of numpy.savez and "
       "savez_compressed"},
      {plain,
       {{LOCAL, 22, 4, 132}, {CENTRAL, 24, 4, 132}},
       "a.npy: it announces 132 bytes, more than the file can hold"},
      {deflated,
       {{LOCAL, 22, 4, 1 << 30}, {CENTRAL, 24, 4, 1 << 30}},
       "a.npy: it announces 1073741824 bytes, more than the file can hold"},
      {wide,
       {{LOCAL, EXTRA + 4, 8, UINT64_C(1) << 63},
        {CENTRAL, CENTRAL_EXTRA + 4, 8, UINT64_C(1) << 63}},
       "a.npy: it announces 9223372036854775808 bytes, more than the file can hold"},
      {plain, {{DATA, 128, 1, 7}}, "a.npy: its checksum is wrong: the file is damaged"},
      {plain, {{DATA, 0, 1, 7}}, "a.npy: this is not an array as NumPy writes it (.npy)"},
      {deflated, {{DATA, 0, 1, 255}}, damaged}, /* no block of deflate */
      {{.is_deflated = true, .more_packed = -1}, {{0}}, damaged},
      {{.is_deflated = true, .more_packed = -20}, {{0}}, damaged},
      {{.is_deflated = true, .more_packed = 1}, {{0}}, damaged},
      {{.is_deflated = true, .more_packed = 30000}, {{0}}, damaged},
      {{.is_deflated = true, .more_content = -1}, {{0}}, damaged},
      {{.is_deflated = true, .more_content = 1}, {{0}}, damaged},
  };
  EXPECT_ALL(cases);
}

/* The second member is said to be far beyond the end. */
static void an_offset_beyond_the_end_is_noticed(void **state) {
  static npz_archive archive;
  make(&archive, (npz_form){0});
  grundy_put_little_endian(archive.bytes + archive.local[0] + 18, 1 << 20, 4);
  grundy_put_little_endian(archive.bytes + archive.central[0] + 20, 1 << 20, 4);
  grundy_put_little_endian(archive.bytes + archive.central[1] + 42, archive.data[0] + (1 << 20), 4);
  expect(&archive, ARCHIVE("cut short"));
}

/* Files that are hardly more than a record at the end. */
static void the_shortest_files_are_refused(void **state) {
  static npz_archive archive;
  make(&archive, (npz_form){.end_64 = true});
  memmove(archive.bytes, archive.bytes + archive.locator, archive.size - archive.locator);
  archive.size -= archive.locator;
  expect(&archive, DAMAGED); /* a locator of a record that is not there */
  memset(archive.bytes, 0, 22);
  memcpy(archive.bytes, "PK\5\6", 4);
  archive.size = 22;
  expect(&archive, ARCHIVE("empty"));
  archive.bytes[8] = archive.bytes[10] = 1; /* a member without an entry */
  expect(&archive, DAMAGED);
}

/* Another process shortens the file while it is read. */
static void a_file_that_gets_shorter_is_noticed(void **state) {
  static npz_archive archive;
  for (int deflated = 0; deflated < 2; deflated++) {
    reader r;
    bool has_others = false;
    make(&archive, (npz_form){.is_deflated = deflated != 0});
    assert_int_equal(reader_start(&r, &archive, true), GRUNDY_OK);
    assert_int_equal(ftruncate(fileno(r.in), (off_t)archive.data[1] + 3), 0);
    assert_int_equal(grundy_npz_read_integers(&r.npz, 0, 3, "as written", compare, &has_others),
                     GRUNDY_OK);
    assert_int_equal(grundy_npz_read_integers(&r.npz, 1, 2, "as written", compare, &has_others),
                     GRUNDY_BAD_INPUT);
    assert_string_equal(r.error.message, ARCHIVE("cut short"));
    assert_false(has_others);
    reader_end(&r);
  }
}

/* ---- members -------------------------------------------------------------------------------- */

static void the_first_unknown_member_is_named(void **state) {
  static npz_archive archive;
  reader r;
  const char *const names[] = {"a.npy", "x.npy", "b.npy", "y.npy"};
  grundy_npz_column columns[4];
  for (int i = 0; i < 4; i++)
    columns[i] = grundy_npz_column_new(names[i], 'u', 1, 3, grundy_npz_fill_bytes, bytes_of_a);
  npz_archive_make(&archive, columns, 4, (npz_form){0});
  assert_int_equal(reader_start(&r, &archive, true), GRUNDY_OK);
  assert_string_equal(r.npz.unknown, "x.npy");
  assert_int_equal(r.npz.place[0], 0);
  assert_int_equal(r.npz.place[1], 2);
  reader_end(&r);
}

/* Fails at once. */
static grundy_status refuse(void *context, const grundy_npz_array *array, uint64_t first,
                            const int64_t *numbers, uint64_t count) {
  (void)array, (void)first, (void)numbers, (void)count;
  ++*(int *)context;
  return GRUNDY_UNABLE;
}

static void a_failing_taker_gets_no_more_numbers(void **state) {
  static const unsigned char zeros[2 * GRUNDY_NPZ_BATCH];
  grundy_npz_column column =
      grundy_npz_column_new("a.npy", 'u', 1, sizeof zeros, grundy_npz_fill_bytes, zeros);
  FILE *file = tmpfile();
  assert_non_null(file);
  reader r = {.work = grundy_work_start(NULL, "both", 0)};
  int calls = 0;
  assert_int_equal(grundy_npz_write(file, &column, 1, &r.work, NULL), GRUNDY_OK);
  rewind(file);
  r.npz = (grundy_npz){.name = "file", .error = &r.error, .work = &r.work, .count = 1};
  r.npz.members = members;
  assert_int_equal(grundy_npz_open(&r.npz, file), GRUNDY_OK);
  assert_int_equal(grundy_npz_read_integers(&r.npz, 0, sizeof zeros, "as written", refuse, &calls),
                   GRUNDY_UNABLE);
  assert_int_equal(calls, 1);
  grundy_npz_close(&r.npz);
  fclose(file);
}

/* ---- in place ------------------------------------------------------------------------------- */

/* Asserts whether the items of a member can be located in the file, and used in place. */
static void expect_place(const npz_archive *archive, bool in_file, int member, bool is_located,
                         bool is_in_place) {
  reader r;
  grundy_npz_array array;
  grundy_npz_place found;
  void *items;
  assert_int_equal(reader_start(&r, archive, in_file), GRUNDY_OK);
  grundy_npz_map(&r.npz);
  assert_int_equal(grundy_npz_begin(&r.npz, member, &array), GRUNDY_OK);
  assert_int_equal(grundy_npz_locate(&array, &found), is_located ? GRUNDY_OK : GRUNDY_UNABLE);
  if (is_located)
    assert_int_equal(found.begin, archive->data[member] + GRUNDY_NPY_HEADER);
  else
    assert_non_null(strstr(r.error.message, "cannot be read in parts"));
  assert_int_equal(grundy_npz_in_place(&array, &items), GRUNDY_OK);
  assert_int_equal(items != NULL, is_in_place);
  if (is_in_place)
    assert_memory_equal(items, archive->bytes + archive->data[member] + GRUNDY_NPY_HEADER,
                        array.npy.count * array.npy.item);
  grundy_npz_drop(&array);
  reader_end(&r);
}

static void items_are_used_in_place_where_that_is_possible(void **state) {
  static npz_archive archive;
  make(&archive, (npz_form){0});
  expect_place(&archive, true, 0, true, true);
  expect_place(&archive, false, 0, false, false);
  assert_true((archive.data[1] + GRUNDY_NPY_HEADER) % 4 != 0);
  expect_place(&archive, true, 1, true, false); /* not aligned */
  archive.bytes[archive.data[0] + GRUNDY_NPY_HEADER] = 7;
  expect_place(&archive, true, 0, true, false); /* the checksum is wrong */
  make(&archive, (npz_form){.is_deflated = true});
  expect_place(&archive, true, 0, false, false);
  grundy_npz_column column =
      grundy_npz_column_new("a.npy", 'i', 4, 2, grundy_npz_fill_narrow, numbers_of_b);
  column.npy.big_endian = true;
  npz_archive_make(&archive, &column, 1, (npz_form){0});
  expect_place(&archive, true, 0, false, false);
  column = grundy_npz_column_new("a.npy", 'S', 0, 2, grundy_npz_fill_bytes, "");
  npz_archive_make(&archive, &column, 1, (npz_form){0});
  expect_place(&archive, true, 0, true, false);
}

/* The file was shortened before it is mapped: to the middle of the items, or before them. */
static void items_beyond_the_mapping_are_not_used(void **state) {
  static npz_archive archive;
  for (int i = 0; i < 2; i++) {
    reader r;
    grundy_npz_array array;
    void *items;
    make(&archive, (npz_form){0});
    assert_int_equal(reader_start(&r, &archive, true), GRUNDY_OK);
    assert_int_equal(grundy_npz_begin(&r.npz, 0, &array), GRUNDY_OK);
    size_t begin = archive.data[0] + GRUNDY_NPY_HEADER;
    assert_int_equal(ftruncate(fileno(r.in), (off_t)(i == 0 ? begin + 2 : begin - 1)), 0);
    grundy_npz_map(&r.npz);
    assert_int_equal(grundy_npz_in_place(&array, &items), GRUNDY_OK);
    assert_null(items);
    grundy_npz_drop(&array);
    reader_end(&r);
  }
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* Expects the texts of the context. */
static grundy_status take_text(void *context, const grundy_npz_array *array, uint32_t index,
                               const char *text, size_t length) {
  (void)array, (void)index;
  const char *expected = context;
  assert_int_equal(length, strlen(expected));
  assert_memory_equal(text, expected, length);
  return GRUNDY_OK;
}

/* Items of no bytes, and of more than are written or decoded at once. */
static void texts_of_any_length_survive_a_round_trip(void **state) {
  static const size_t lengths[] = {0, 1, (1 << 16) + 1, (1 << 20) + 1};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    size_t length = lengths[i];
    char *texts = malloc(2 * length + 1), *expected = calloc(length + 1, 1);
    assert_true(texts != NULL && expected != NULL);
    memset(texts, 'x', 2 * length);
    memset(expected, 'x', length);
    grundy_npz_column column =
        grundy_npz_column_new("a.npy", 'S', length, 2, grundy_npz_fill_bytes, texts);
    FILE *file = tmpfile();
    assert_non_null(file);
    reader r = {.work = grundy_work_start(NULL, "both", 0)};
    assert_int_equal(grundy_npz_write(file, &column, 1, &r.work, NULL), GRUNDY_OK);
    rewind(file);
    r.npz = (grundy_npz){.name = "file", .error = &r.error, .work = &r.work, .count = 1};
    r.npz.members = members;
    assert_int_equal(grundy_npz_open(&r.npz, file), GRUNDY_OK);
    assert_int_equal(grundy_npz_read_texts(&r.npz, 0, 2, "as written", take_text, expected),
                     GRUNDY_OK);
    grundy_npz_close(&r.npz);
    fclose(file);
    free(expected);
    free(texts);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(archives_of_every_form_are_read),
      cmocka_unit_test(every_number_at_the_end_counts),
      cmocka_unit_test(every_number_of_the_directory_counts),
      cmocka_unit_test(every_number_of_a_local_header_counts),
      cmocka_unit_test(nothing_but_descriptors_follows_a_member),
      cmocka_unit_test(bytes_of_members_are_checked),
      cmocka_unit_test(an_offset_beyond_the_end_is_noticed),
      cmocka_unit_test(the_shortest_files_are_refused),
      cmocka_unit_test(a_file_that_gets_shorter_is_noticed),
      cmocka_unit_test(the_first_unknown_member_is_named),
      cmocka_unit_test(a_failing_taker_gets_no_more_numbers),
      cmocka_unit_test(items_are_used_in_place_where_that_is_possible),
      cmocka_unit_test(items_beyond_the_mapping_are_not_used),
      cmocka_unit_test(texts_of_any_length_survive_a_round_trip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
