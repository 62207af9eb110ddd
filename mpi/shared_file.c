#include "shared_file.h"

#include "engine/cluster.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <zlib.h>

/* Bytes that one call of MPI reads or writes. */
enum { MOST = 1 << 24 };

/* ---- files ----------------------------------------------------------------------------- */

static grundy_status fail_at(const shared_file *p, int code, const char *what,
                             grundy_error *error) {
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(code, text, &length);
  for (int i = 0; i < length; i++)
    if (text[i] == '\n') text[i] = ' ';
  return grundy_fail(error, GRUNDY_IO_ERROR, "%s '%s' failed: %.300s", what, p->path, text);
}

static grundy_status open_file(shared_file *p, const team *t, const char *path, int mode,
                               grundy_error *error) {
  *p = (shared_file){.team = t, .path = path};
  int code = MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &p->file);
  p->is_open = code == MPI_SUCCESS;
  grundy_status status = p->is_open ? GRUNDY_OK : fail_at(p, code, "opening", error);
  grundy_status agreed = team_agree(t, status, error);
  /* Closing is collective, so a file that not all ranks have opened stays open; the job ends. */
  if (agreed != GRUNDY_OK) p->is_open = false;
  return agreed;
}

grundy_status shared_file_open(shared_file *p, const team *t, const char *path,
                               grundy_error *error) {
  return open_file(p, t, path, MPI_MODE_RDONLY, error);
}

grundy_status shared_file_create(shared_file *p, const team *t, const char *path,
                                 grundy_error *error) {
  grundy_status status = open_file(p, t, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, error);
  if (status != GRUNDY_OK) return status;
  int code = MPI_File_set_size(p->file, 0);
  status =
      team_agree(t, code == MPI_SUCCESS ? GRUNDY_OK : fail_at(p, code, "writing", error), error);
  return status == GRUNDY_OK ? GRUNDY_OK : shared_file_close(p, status, error);
}

grundy_status shared_file_close(shared_file *p, grundy_status status, grundy_error *error) {
  if (p->is_open) {
    int code = MPI_File_close(&p->file);
    if (status == GRUNDY_OK && code != MPI_SUCCESS) status = fail_at(p, code, "closing", error);
  }
  p->is_open = false;
  return status;
}

grundy_status shared_file_read(const shared_file *p, uint64_t offset, void *bytes, uint64_t size,
                               grundy_error *error) {
  for (uint64_t done = 0; done < size;) {
    int some = size - done < MOST ? (int)(size - done) : MOST;
    int got = 0;
    MPI_Status about;
    int code = MPI_File_read_at(p->file, (MPI_Offset)offset + (MPI_Offset)done,
                                (char *)bytes + done, some, MPI_BYTE, &about);
    if (code != MPI_SUCCESS) return fail_at(p, code, "reading", error);
    MPI_Get_count(&about, MPI_BYTE, &got);
    if (got <= 0)
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, p->path, 0, 0, "the file is cut short");
    done += (uint64_t)got;
  }
  return GRUNDY_OK;
}

grundy_status shared_file_write(const shared_file *p, uint64_t offset, const void *bytes,
                                uint64_t size, grundy_error *error) {
  for (uint64_t done = 0; done < size;) {
    int some = size - done < MOST ? (int)(size - done) : MOST;
    int put = 0;
    MPI_Status about;
    int code = MPI_File_write_at(p->file, (MPI_Offset)offset + (MPI_Offset)done,
                                 (const char *)bytes + done, some, MPI_BYTE, &about);
    if (code != MPI_SUCCESS) return fail_at(p, code, "writing", error);
    MPI_Get_count(&about, MPI_BYTE, &put);
    if (put <= 0) return grundy_fail(error, GRUNDY_IO_ERROR, "writing '%s' failed", p->path);
    done += (uint64_t)put;
  }
  return GRUNDY_OK;
}

/* ---- integers -------------------------------------------------------------------------- */

/* The bytes are in this machine's order (grundy_npz_locate). */
static void widen(const grundy_npy *npy, const unsigned char *bytes, uint64_t count,
                  uint64_t *numbers) {
  for (uint64_t i = 0; i < count; i++) {
    if (npy->item == 8) {
      memcpy(&numbers[i], bytes + 8 * i, 8);
    } else if (npy->item == 1) {
      numbers[i] = npy->kind == 'i' ? (uint64_t)(int64_t)(int8_t)bytes[i] : bytes[i];
    } else {
      uint32_t number;
      memcpy(&number, bytes + 4 * i, 4);
      numbers[i] = npy->kind == 'i' ? (uint64_t)(int64_t)(int32_t)number : number;
    }
  }
}

grundy_status shared_file_integers(const shared_file *p, const grundy_npz_place *place,
                                   uint64_t first, uint64_t count, uint64_t *numbers,
                                   uint32_t *checksum, grundy_error *error) {
  enum { BATCH = 1 << 14 };
  unsigned char bytes[BATCH * 8];
  uint64_t item = place->npy.item;
  assert(item == 1 || item == 4 || item == 8);
  for (uint64_t done = 0, got; done < count; done += got) {
    got = count - done < BATCH ? count - done : BATCH;
    grundy_status status =
        shared_file_read(p, place->begin + (first + done) * item, bytes, got * item, error);
    if (status != GRUNDY_OK) return status;
    if (checksum != NULL) *checksum = (uint32_t)crc32_z(*checksum, bytes, got * item);
    widen(&place->npy, bytes, got, numbers + done);
  }
  return GRUNDY_OK;
}

/* ---- checksums ------------------------------------------------------------------------- */

uint32_t shared_file_combine(const team *t, uint32_t checksum, uint64_t size) {
  uint64_t whole[2] = {0, 0};
  for (int rank = 0; rank < t->ranks; rank++) {
    uint64_t share[2] = {checksum, size};
    MPI_Bcast(share, 2, MPI_UINT64_T, rank, MPI_COMM_WORLD);
    whole[0] = crc32_combine((uLong)whole[0], (uLong)share[0], (z_off_t)share[1]);
  }
  return (uint32_t)whole[0];
}

grundy_status shared_file_check(const shared_file *p, const grundy_npz_place *place,
                                const char *member, uint32_t checksum, uint64_t size,
                                grundy_error *error) {
  unsigned char header[1 << 14];
  grundy_status status = GRUNDY_OK;
  uint32_t items = shared_file_combine(p->team, checksum, size), whole = 0;
  if (place->header > sizeof header)
    status = grundy_fail_at(error, GRUNDY_BAD_INPUT, p->path, 0, 0, "%s: its header is too long",
                            member);
  else
    status = shared_file_read(p, place->begin - place->header, header, place->header, error);
  if (status == GRUNDY_OK)
    whole = (uint32_t)crc32_combine(crc32_z(0, header, place->header), items,
                                    (z_off_t)(place->npy.count * place->npy.item));
  if (status == GRUNDY_OK && whole != place->checksum)
    status = grundy_fail_at(error, GRUNDY_BAD_INPUT, p->path, 0, 0,
                            "%s is damaged: its checksum is wrong", member);
  return team_agree(p->team, status, error);
}

grundy_status shared_file_fail_missing(const char *path, grundy_error *error) {
  grundy_status status = grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "%s", strerror(errno));
  return grundy_because(error, GRUNDY_REASON_NO_FILE, status);
}
