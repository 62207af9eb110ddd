/* The directory of an archive [APPNOTE]. A zip file can be read in several ways: from the front or
 * from the back, by its local headers or by its directory, with bytes in between that one reader
 * skips and another one takes for an archive. This reader accepts only files that everybody reads
 * alike. The members are one after the other, in the order of the directory, from the first byte
 * on; the directory follows, and the record at its end is the end of the file, without a comment;
 * both headers of a member say the same; no name occurs twice. NumPy, SciPy and grundy write such
 * archives. */

#include "npz/npz.h"

#include "base/alloc.h"
#include "base/little_endian.h"
#include "base/zip_records.h"
#include "text/input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
  END_RECORD_64 = 56,
  LOCATOR = 20,
  LONGEST_DESCRIPTOR = 24,
  LARGE_16 = 0xffff,
};
#define LARGE_32 UINT32_C(0xffffffff)

/* Bits of the flags of a member. */
enum {
  ENCRYPTED = 1,
  DEFLATE_LEVEL = 6,
  DESCRIPTOR = 8, /* checksum and sizes follow the bytes of the member */
  UTF_8 = 1 << 11,
};

static uint64_t number(const unsigned char *bytes, int size) {
  return grundy_get_little_endian(bytes, (uint64_t)size);
}

/* ---- bytes ----------------------------------------------------------------------------- */

/* Returns GRUNDY_BAD_INPUT with a message that the archive is `what`. */
static grundy_status fail_archive(const grundy_npz *npz, const char *what) {
  return grundy_fail_at(npz->error, GRUNDY_BAD_INPUT, npz->name, 0, 0,
                        "the archive is %s; expected an .npz file as grundy, NumPy and SciPy write "
                        "it",
                        what);
}

grundy_status grundy_npz_read_at(const grundy_npz *npz, uint64_t at, void *bytes, uint64_t size) {
  if (at > npz->length || size > npz->length - at) return fail_archive(npz, "cut short");
  if (npz->file == NULL) {
    if (size > 0) memcpy(bytes, npz->text + at, size);
    return GRUNDY_OK;
  }
  for (unsigned char *to = bytes; size > 0;) {
    size_t most = size < (1U << 30) ? size : 1U << 30;
    ssize_t got = pread(fileno(npz->file), to, most, (off_t)(npz->start + at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return grundy_fail_reading(npz->name, errno, npz->error);
    if (got == 0) return fail_archive(npz, "cut short");
    to += got;
    at += (uint64_t)got;
    size -= (uint64_t)got;
  }
  return GRUNDY_OK;
}

static grundy_status fail_entry(const grundy_npz *npz, const char *name, const char *what) {
  return grundy_fail_at(npz->error, GRUNDY_BAD_INPUT, npz->name, 0, 0, "%s: %s", name, what);
}

static const char differs[] = "its two headers in the archive differ, or are not as grundy, NumPy "
                              "and SciPy write them";

/* ---- the end --------------------------------------------------------------------------- */

/* Where the directory is. */
typedef struct directory {
  uint64_t begin, size, count;
} directory;

/* Returns whether a field is that number, or says that it is elsewhere, in zip64 form. */
static bool agrees(uint64_t field, uint64_t large, uint64_t wide) {
  return field == wide || field == large;
}

/* Reads the zip64 records, which are just before the end record. */
static grundy_status read_end_64(const grundy_npz *npz, const unsigned char end[GRUNDY_ZIP_END],
                                 directory *d) {
  unsigned char r[END_RECORD_64 + LOCATOR];
  uint64_t after = npz->length - GRUNDY_ZIP_END, at = after - sizeof r;
  if (after < sizeof r) return fail_archive(npz, "damaged");
  grundy_status status = grundy_npz_read_at(npz, at, r, sizeof r);
  if (status != GRUNDY_OK) return status;
  const unsigned char *locator = r + END_RECORD_64;
  *d = (directory){number(r + 48, 8), number(r + 40, 8), number(r + 32, 8)};
  bool right = memcmp(r, "PK\6\6", 4) == 0 && number(r + 4, 8) == END_RECORD_64 - 12 &&
               number(r + 16, 8) == 0 && number(r + 24, 8) == d->count &&
               memcmp(locator, "PK\6\7", 4) == 0 && number(locator + 4, 4) == 0 &&
               number(locator + 8, 8) == at && number(locator + 16, 4) == 1 &&
               agrees(number(end + 10, 2), LARGE_16, d->count) &&
               agrees(number(end + 12, 4), LARGE_32, d->size) &&
               agrees(number(end + 16, 4), LARGE_32, d->begin) && d->begin <= at &&
               d->size == at - d->begin;
  return right ? GRUNDY_OK
               : fail_archive(npz, "damaged, or has bytes that belong to "
                                   "no member");
}

static grundy_status read_end(const grundy_npz *npz, directory *d) {
  unsigned char end[GRUNDY_ZIP_END] = {0};
  grundy_status status = GRUNDY_OK;
  if (npz->length >= GRUNDY_ZIP_END)
    status = grundy_npz_read_at(npz, npz->length - GRUNDY_ZIP_END, end, sizeof end);
  if (status != GRUNDY_OK) return status;
  if (memcmp(end, "PK\5\6", 4) != 0 || number(end + 20, 2) != 0)
    return grundy_fail_at(npz->error, GRUNDY_BAD_INPUT, npz->name, 0, 0,
                          "not a zip archive, or damaged, cut short or followed by other bytes; "
                          "expected an .npz file");
  *d = (directory){number(end + 16, 4), number(end + 12, 4), number(end + 10, 2)};
  if (number(end + 4, 4) != 0 || number(end + 8, 2) != d->count)
    return fail_archive(npz, "damaged");
  /* A reader might follow a locator of a zip64 record even if nothing requires one. */
  unsigned char locator[4] = {0};
  if (npz->length >= GRUNDY_ZIP_END + LOCATOR)
    status =
        grundy_npz_read_at(npz, npz->length - GRUNDY_ZIP_END - LOCATOR, locator, sizeof locator);
  if (status != GRUNDY_OK) return status;
  if (memcmp(locator, "PK\6\7", 4) == 0) return read_end_64(npz, end, d);
  if (d->begin + d->size != npz->length - GRUNDY_ZIP_END)
    return fail_archive(npz, "damaged, or has bytes that belong to no member");
  return GRUNDY_OK;
}

/* ---- members --------------------------------------------------------------------------- */

/* The zip64 numbers of a header: sizes, and where the member is. */
typedef struct wide_numbers {
  const unsigned char *at;
  uint64_t left; /* in bytes */
  bool right;
} wide_numbers;

/* Looks at the extra fields. They fill their room, there is at most one with zip64 numbers, and
 * none that renames the member. */
static wide_numbers parse_extra(const unsigned char *extra, uint64_t size) {
  enum { ZIP64 = 1, UNICODE_PATH = 0x7075 };
  wide_numbers wide = {.right = true};
  while (size > 0) {
    if (size < 4 || number(extra + 2, 2) > size - 4) return (wide_numbers){0};
    uint64_t id = number(extra, 2), length = number(extra + 2, 2);
    if (id == UNICODE_PATH || (id == ZIP64 && wide.at != NULL)) return (wide_numbers){0};
    if (id == ZIP64) wide = (wide_numbers){extra + 4, length, true};
    extra += 4 + length;
    size -= 4 + length;
  }
  return wide;
}

/* Returns the number of a header, or the next zip64 number if it stands for one. */
static uint64_t widen(wide_numbers *wide, uint64_t field) {
  if (field != LARGE_32) return field;
  if (wide->left < 8) {
    wide->right = false;
    return field;
  }
  wide->at += 8;
  wide->left -= 8;
  return number(wide->at - 8, 8);
}

/* Reads the entry of the directory at h, which has `left` bytes; *size is its size. */
static grundy_status parse_central(const grundy_npz *npz, const unsigned char *h, uint64_t left,
                                   grundy_npz_entry *entry, uint64_t *offset, uint64_t *size) {
  if (left < GRUNDY_ZIP_CENTRAL || memcmp(h, "PK\1\2", 4) != 0) return fail_archive(npz, "damaged");
  uint64_t name = number(h + 28, 2), extra = number(h + 30, 2), comment = number(h + 32, 2);
  *size = GRUNDY_ZIP_CENTRAL + name + extra;
  if (*size > left || name >= sizeof entry->name || comment != 0 || number(h + 34, 2) != 0 ||
      memchr(h + GRUNDY_ZIP_CENTRAL, '\0', name) != NULL)
    return fail_archive(npz, "damaged, or has members with comments or strange names");
  memcpy(entry->name, h + GRUNDY_ZIP_CENTRAL, name);
  entry->name[name] = '\0';
  entry->flags = (uint16_t)number(h + 8, 2);
  entry->method = (uint16_t)number(h + 10, 2);
  entry->checksum = (uint32_t)number(h + 16, 4);
  wide_numbers wide = parse_extra(h + GRUNDY_ZIP_CENTRAL + name, extra);
  entry->size = widen(&wide, number(h + 24, 4));
  entry->packed = widen(&wide, number(h + 20, 4));
  *offset = widen(&wide, number(h + 42, 4));
  if ((entry->flags & ENCRYPTED) != 0) return fail_entry(npz, entry->name, "it is encrypted");
  if (!wide.right || wide.left != 0 || (entry->flags & ~(DEFLATE_LEVEL | DESCRIPTOR | UTF_8)) != 0)
    return fail_entry(npz, entry->name, differs);
  return GRUNDY_OK;
}

/* Returns whether a local header says what the directory says. If a descriptor follows the member,
 * checksum and sizes may be zero. NumPy writes zip64 numbers even if the sizes fit into the
 * header. */
static bool local_agrees(const unsigned char *h, uint64_t name, uint64_t extra,
                         const grundy_npz_entry *entry) {
  wide_numbers wide = parse_extra(h + GRUNDY_ZIP_LOCAL + name, extra);
  uint64_t checksum = number(h + 14, 4), packed = number(h + 18, 4), size = number(h + 22, 4);
  if (wide.at != NULL) {
    if (wide.left != 16 || !agrees(size, LARGE_32, number(wide.at, 8)) ||
        !agrees(packed, LARGE_32, number(wide.at + 8, 8)))
      return false;
    size = number(wide.at, 8);
    packed = number(wide.at + 8, 8);
  }
  bool same = checksum == entry->checksum && packed == entry->packed && size == entry->size;
  bool open = (entry->flags & DESCRIPTOR) != 0 && checksum == 0 && packed == 0 && size == 0;
  return wide.right && memcmp(h, "PK\3\4", 4) == 0 && number(h + 6, 2) == entry->flags &&
         number(h + 8, 2) == entry->method &&
         memcmp(h + GRUNDY_ZIP_LOCAL, entry->name, name) == 0 && (same || open);
}

/* Reads the local header at `offset`, and finds where the bytes of the member begin. */
static grundy_status read_local(const grundy_npz *npz, uint64_t offset, grundy_npz_entry *entry) {
  unsigned char fixed[GRUNDY_ZIP_LOCAL];
  grundy_status status = grundy_npz_read_at(npz, offset, fixed, sizeof fixed);
  if (status != GRUNDY_OK) return status;
  uint64_t name = number(fixed + 26, 2), extra = number(fixed + 28, 2);
  if (name != strlen(entry->name)) return fail_entry(npz, entry->name, differs);
  unsigned char *header = grundy_alloc(GRUNDY_ZIP_LOCAL + name + extra, 1);
  if (header == NULL) return grundy_fail_memory(npz->error);
  status = grundy_npz_read_at(npz, offset, header, GRUNDY_ZIP_LOCAL + name + extra);
  if (status == GRUNDY_OK && !local_agrees(header, name, extra, entry))
    status = fail_entry(npz, entry->name, differs);
  free(header);
  entry->begin = offset + GRUNDY_ZIP_LOCAL + name + extra;
  return status;
}

/* Checks what is between the bytes of a member and `next`, where the next member or the directory
 * begins: nothing, or a descriptor, which may have a signature and numbers of four or eight
 * bytes. */
static grundy_status check_end_of(const grundy_npz *npz, const grundy_npz_entry *entry,
                                  uint64_t next) {
  unsigned char d[LONGEST_DESCRIPTOR];
  if (entry->begin > next || entry->packed > next - entry->begin)
    return fail_entry(npz, entry->name, "it is damaged or cut short");
  uint64_t end = entry->begin + entry->packed, size = next - end;
  if ((entry->flags & DESCRIPTOR) == 0 && size == 0) return GRUNDY_OK;
  bool known = size == 12 || size == 16 || size == 20 || size == 24;
  if ((entry->flags & DESCRIPTOR) == 0 || !known)
    return fail_archive(npz, "damaged, or has bytes that belong to no member");
  grundy_status status = grundy_npz_read_at(npz, end, d, size);
  if (status != GRUNDY_OK) return status;
  int width = size < 20 ? 4 : 8, signature = size % 8 == 0 ? 4 : 0;
  const unsigned char *numbers = d + signature;
  bool right = (signature == 0 || memcmp(d, "PK\7\x8", 4) == 0) &&
               number(numbers, 4) == entry->checksum &&
               number(numbers + 4, width) == entry->packed &&
               number(numbers + 4 + width, width) == entry->size;
  return right ? GRUNDY_OK : fail_entry(npz, entry->name, differs);
}

/* Reads all members of the directory, whose bytes these are. */
static grundy_status read_entries(grundy_npz *npz, const directory *d, const unsigned char *bytes) {
  uint64_t at = 0, size = 0, offset = 0;
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < d->count && status == GRUNDY_OK; i++, at += size) {
    grundy_npz_entry *entry = &npz->entries[npz->entry_count++];
    status = parse_central(npz, bytes + at, d->size - at, entry, &offset, &size);
    for (const grundy_npz_entry *other = npz->entries; status == GRUNDY_OK && other < entry;
         other++)
      if (strcmp(entry->name, other->name) == 0)
        return fail_entry(npz, entry->name, "it is there twice");
    if (status == GRUNDY_OK && i == 0 && offset != 0)
      return fail_archive(npz, "not at the beginning of the file");
    if (status == GRUNDY_OK && i > 0) status = check_end_of(npz, entry - 1, offset);
    if (status == GRUNDY_OK) status = read_local(npz, offset, entry);
  }
  if (status == GRUNDY_OK && at != d->size) return fail_archive(npz, "damaged");
  return status == GRUNDY_OK ? check_end_of(npz, &npz->entries[npz->entry_count - 1], d->begin)
                             : status;
}

grundy_status grundy_npz_read_directory(grundy_npz *npz) {
  directory d;
  grundy_status status = read_end(npz, &d);
  if (status != GRUNDY_OK) return status;
  if (d.count == 0) return fail_archive(npz, "empty");
  if (d.count > GRUNDY_NPZ_MEMBERS) return fail_archive(npz, "one of too many members");
  npz->entries = grundy_alloc(d.count, sizeof *npz->entries);
  unsigned char *bytes = grundy_alloc(d.size, 1);
  status = npz->entries == NULL || bytes == NULL ? grundy_fail_memory(npz->error)
                                                 : grundy_npz_read_at(npz, d.begin, bytes, d.size);
  if (status == GRUNDY_OK) status = read_entries(npz, &d, bytes);
  free(bytes);
  return status;
}
