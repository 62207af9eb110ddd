/* A folder of tiers: the file game.txt, which says what the folder is for, and a file per tier. */

#include "tiers/impl.h"

#include "base/alloc.h"
#include "base/confine.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "text/input.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define GAME_FILE "game.txt"
#define FIRST_LINE "grundy tiers 1\n"

/* ---- identity ------------------------------------------------------------------------------- */

static void hash_number(XXH3_state_t *state, uint64_t number) {
  unsigned char bytes[8];
  grundy_put_little_endian(bytes, number, sizeof bytes);
  (void)XXH3_128bits_update(state, bytes, sizeof bytes);
}

static void hash_bytes(XXH3_state_t *state, const void *bytes, size_t length) {
  hash_number(state, length);
  if (length > 0) (void)XXH3_128bits_update(state, bytes, length);
}

/* A grundy_take: hashes the start. */
static void hash_position(void *to, grundy_position position) {
  hash_bytes(to, position.bytes, position.length);
}

/* Hashes what says which game it is: the rules with their arguments (the text of a script or of a
 * game of the gallery, the bytes of a shared object), the digraphs among these, the start, all
 * tiers with their sizes, and the columns. */
static grundy_status identify(const grundy_tiers *t, grundy_columns columns,
                              grundy_tier_identity *identity, grundy_error *error) {
  grundy_ruleset *ruleset = t->ruleset;
  size_t length = 0;
  const char *source = grundy_ruleset_source(ruleset, &length);
  XXH3_state_t *state = XXH3_createState();
  if (state == NULL) return grundy_fail_memory(error);
  (void)XXH3_128bits_reset(state);
  hash_bytes(state, ruleset->text, strlen(ruleset->text));
  hash_bytes(state, source, source == NULL ? 0 : length);
  hash_number(state, ruleset->code);
  hash_number(state, ruleset->digraphs);
  hash_number(state, ruleset->has_canon);
  hash_number(state, columns);
  for (uint64_t i = 0; i < t->count; i++) {
    hash_number(state, t->at[i].number);
    hash_number(state, t->at[i].count);
  }
  grundy_status status = grundy_ruleset_start(ruleset, hash_position, state, error);
  XXH128_hash_t sum = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  *identity = (grundy_tier_identity){{sum.low64, sum.high64}};
  return status;
}

/* ---- the file game.txt ---------------------------------------------------------------------- */

/* Returns "FOLDER/NAME" as a new string; NULL if memory runs out. */
static char *join(const char *folder, const char *name) {
  size_t room = strlen(folder) + 1 + strlen(name) + 1;
  char *path = grundy_alloc(room, 1);
  if (path != NULL) (void)snprintf(path, room, "%s/%s", folder, name);
  return path;
}

/* The columns as the file names them. */
typedef struct column_list {
  char text[256];
} column_list;

static column_list list_columns(grundy_columns columns) {
  column_list list = {""};
  size_t length = 0;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) == 0) continue;
    length += (size_t)snprintf(list.text + length, sizeof list.text - length, "%s%s",
                               length == 0 ? "" : ",", grundy_column_describe(column)->name);
    assert(length < sizeof list.text);
  }
  return list;
}

/* The lines of the file, in its text. */
typedef struct game_lines {
  char *text;
  const char *game, *columns, *identity;
} game_lines;

/* Returns the rest of a line that begins with the word, which ends there, and moves on; NULL if it
 * is another line. */
static const char *take_line(char **at, const char *word) {
  size_t length = strlen(word);
  char *end = strchr(*at, '\n');
  if (end == NULL || strncmp(*at, word, length) != 0) return NULL;
  const char *rest = *at + length;
  *end = '\0';
  *at = end + 1;
  return rest;
}

static grundy_status fail_folder(const char *path, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "not a file of a folder of tiers; use another folder");
}

/* Reads the text of the file, which does not exist if *text is NULL. */
static grundy_status read_text(const char *path, char **text, size_t *length, grundy_error *error) {
  grundy_work work = grundy_work_start(NULL, "reading", 0);
  FILE *in = fopen(path, "re");
  *text = NULL;
  if (in == NULL && errno == ENOENT) return GRUNDY_OK;
  if (in == NULL && errno == ENOMEM) return grundy_fail_memory(error);
  if (in == NULL) return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "%s", strerror(errno));
  grundy_status status = grundy_input_slurp(in, path, &work, text, length, error);
  (void)fclose(in);
  return status;
}

/* Reads the file of the folder; lines->text is NULL if there is none, and to be freed otherwise. */
static grundy_status read_game(const char *folder, const char *path, game_lines *lines,
                               grundy_error *error) {
  size_t length = 0;
  *lines = (game_lines){0};
  grundy_status status = grundy_confined_check_folder(folder, error);
  if (status == GRUNDY_OK) status = read_text(path, &lines->text, &length, error);
  if (status != GRUNDY_OK || lines->text == NULL) return status;
  char *at = lines->text;
  if (strlen(at) == length && strncmp(at, FIRST_LINE, strlen(FIRST_LINE)) == 0) {
    at += strlen(FIRST_LINE);
    lines->game = take_line(&at, "game ");
    lines->columns = lines->game == NULL ? NULL : take_line(&at, "columns ");
    lines->identity = lines->columns == NULL ? NULL : take_line(&at, "identity ");
    if (lines->identity != NULL && *at == '\0') return GRUNDY_OK;
  }
  free(lines->text);
  lines->text = NULL;
  return fail_folder(path, error);
}

/* Fails if the lines are those of another game, or of other columns. */
static grundy_status compare_game(const grundy_tiers *t, const char *path, const game_lines *lines,
                                  grundy_error *error) {
  char mine[33];
  (void)snprintf(mine, sizeof mine, "%016" PRIx64 "%016" PRIx64, t->identity.word[1],
                 t->identity.word[0]);
  bool is_same = strcmp(mine, lines->identity) == 0;
  size_t length = strlen(lines->game);
  if (strcmp(lines->game, t->ruleset->text) != 0)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                          "the folder has tiers of %.*s; use another folder",
                          grundy_excerpt(lines->game, length), lines->game);
  grundy_columns columns = 0;
  bool known = grundy_columns_parse(lines->columns, &columns, NULL) == GRUNDY_OK;
  if (is_same && strcmp(lines->columns, list_columns(t->columns).text) == 0) return GRUNDY_OK;
  if (is_same || (known && columns != t->columns))
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                          "the folder has tiers with the columns %.*s; use another folder",
                          grundy_excerpt(lines->columns, strlen(lines->columns)), lines->columns);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "the rules have changed since the folder was made; use another folder");
}

/* ---- folders --------------------------------------------------------------------------------- */

/* Forgets the folder and takes another one. */
static grundy_status take_folder(grundy_tiers *t, const char *folder, grundy_error *error) {
  char *copy = strdup(folder);
  if (copy == NULL) return grundy_fail_memory(error);
  grundy_tiers_unmap_all(t);
  free(t->folder);
  t->folder = copy;
  return GRUNDY_OK;
}

/* Removes what was made. */
static void remove_made(const grundy_tiers *t, const char *folder, const char *path) {
  if (t->made_game && path != NULL) (void)unlink(path);
  if (t->made_folder) (void)rmdir(folder);
}

grundy_status grundy_tiers_bind(grundy_tiers *tiers, const char *folder, grundy_columns columns,
                                grundy_error *error) {
  game_lines lines = {0};
  struct stat about;
  for (const char *text = tiers->ruleset->text; *text != '\0'; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "there are control characters in the name of the game");
  grundy_status status = identify(tiers, columns, &tiers->identity, error);
  tiers->columns = columns;
  tiers->made_folder = tiers->made_game = false;
  if (status == GRUNDY_OK && folder[0] == '\0')
    status = grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the name of the folder is empty");
  if (status == GRUNDY_OK) tiers->made_folder = mkdir(folder, 0777) == 0;
  if (status == GRUNDY_OK && !tiers->made_folder) {
    int reason = errno;
    if (reason == EEXIST && stat(folder, &about) == 0)
      reason = S_ISDIR(about.st_mode) ? 0 : ENOTDIR;
    if (reason != 0)
      status = grundy_fail_at(error, GRUNDY_IO_ERROR, folder, 0, 0, "%s", strerror(reason));
  }
  char *path = join(folder, GAME_FILE);
  if (status == GRUNDY_OK && path == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = read_game(folder, path, &lines, error);
  if (status == GRUNDY_OK && lines.text != NULL) {
    status = compare_game(tiers, path, &lines, error);
  } else if (status == GRUNDY_OK) {
    grundy_output *output = NULL;
    status = grundy_output_open(path, &output, error);
    if (status == GRUNDY_OK) {
      (void)fprintf(grundy_output_stream(output),
                    FIRST_LINE "game %s\ncolumns %s\nidentity %016" PRIx64 "%016" PRIx64 "\n",
                    tiers->ruleset->text, list_columns(columns).text, tiers->identity.word[1],
                    tiers->identity.word[0]);
      status = grundy_output_commit(output, error);
    }
    tiers->made_game = status == GRUNDY_OK;
  }
  if (status == GRUNDY_OK) status = take_folder(tiers, folder, error);
  if (status != GRUNDY_OK) remove_made(tiers, folder, path);
  free(lines.text);
  free(path);
  return status;
}

void grundy_tiers_unbind(grundy_tiers *tiers) {
  if (!tiers->made_game) return;
  char *path = join(tiers->folder, GAME_FILE);
  remove_made(tiers, tiers->folder, path);
  free(path);
  grundy_tiers_unmap_all(tiers);
  free(tiers->folder);
  tiers->folder = NULL;
}

/* Reads the file game.txt of a folder; its lines->text is to be freed. Fails if there is none. */
static grundy_status read_folder(const char *folder, char **path, game_lines *lines,
                                 grundy_error *error) {
  *path = join(folder, GAME_FILE);
  if (*path == NULL) return grundy_fail_memory(error);
  grundy_status status = read_game(folder, *path, lines, error);
  if (status == GRUNDY_OK && lines->text == NULL)
    status = grundy_because(error, GRUNDY_REASON_NO_FILE,
                            grundy_fail_at(error, GRUNDY_BAD_INPUT, folder, 0, 0,
                                           "not a folder of tiers: %s is missing", *path));
  return status;
}

bool grundy_tiers_is_folder(const char *path, size_t length) {
  enum { LONGEST = 4096 };
  struct stat about;
  char file[LONGEST];
  if (length == 0 || length + sizeof "/" GAME_FILE > sizeof file) return false;
  (void)snprintf(file, sizeof file, "%.*s/" GAME_FILE, (int)length, path);
  return stat(file, &about) == 0 && S_ISREG(about.st_mode);
}

grundy_status grundy_tiers_game_of(const char *folder, char **text, grundy_error *error) {
  game_lines lines = {0};
  char *path = NULL;
  grundy_status status = read_folder(folder, &path, &lines, error);
  if (status == GRUNDY_OK) {
    *text = strdup(lines.game);
    if (*text == NULL) status = grundy_fail_memory(error);
  }
  free(lines.text);
  free(path);
  return status;
}

/* Takes the columns that the folder has, and checks that it belongs to these rules. */
grundy_status grundy_tiers_read(grundy_tiers *tiers, const char *folder, grundy_error *error) {
  game_lines lines = {0};
  grundy_columns columns = 0;
  char *path = NULL;
  grundy_status status = read_folder(folder, &path, &lines, error);
  if (status == GRUNDY_OK && grundy_columns_parse(lines.columns, &columns, NULL) != GRUNDY_OK)
    status = fail_folder(path, error);
  if (status == GRUNDY_OK) {
    bool can_be_solved = grundy_tiers_choose_columns(tiers, &columns, NULL) == GRUNDY_OK;
    tiers->columns = columns;
    if (can_be_solved) status = identify(tiers, columns, &tiers->identity, error);
  }
  if (status == GRUNDY_OK) status = compare_game(tiers, path, &lines, error);
  if (status == GRUNDY_OK) status = take_folder(tiers, folder, error);
  free(lines.text);
  free(path);
  return status;
}

/* ---- files of tiers -------------------------------------------------------------------------- */

char *grundy_tiers_path(const grundy_tiers *tiers, uint64_t place) {
  char name[32];
  (void)snprintf(name, sizeof name, "%" PRIu64 ".tier", tiers->at[place].number);
  return join(tiers->folder, name);
}

grundy_tier_expected grundy_tiers_expected(const grundy_tiers *tiers, uint64_t place) {
  return (grundy_tier_expected){tiers->identity, tiers->at[place].number, tiers->at[place].count};
}

grundy_status grundy_tiers_map(grundy_tiers *tiers, uint64_t place, grundy_error *error) {
  grundy_tier *tier = &tiers->at[place];
  grundy_columns stored[GRUNDY_TIER_MAX_COLUMNS];
  if (tier->file != NULL) return GRUNDY_OK;
  grundy_tier_expected expected = grundy_tiers_expected(tiers, place);
  char *path = grundy_tiers_path(tiers, place);
  if (path == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_tier_file_open(path, &expected, &tier->file, error);
  if (status == GRUNDY_OK &&
      tier->file != NULL) { /* its columns are those of the folder, in order */
    unsigned count = grundy_tiers_stored(tiers, tiers->columns, stored);
    bool same = tier->file->column_count == count;
    for (unsigned i = 0; same && i < count; i++) same = tier->file->columns[i].column == stored[i];
    if (!same) {
      grundy_tiers_unmap(tiers, place);
      status =
          grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                         "the file has other columns than its folder; remove it and solve again");
    }
  }
  free(path);
  return status;
}

grundy_status grundy_tiers_need(grundy_tiers *tiers, uint64_t place, grundy_error *error) {
  grundy_status status = grundy_tiers_map(tiers, place, error);
  if (status != GRUNDY_OK || tiers->at[place].file != NULL) return status;
  return grundy_fail_at(error, GRUNDY_UNABLE, tiers->folder, 0, 0,
                        "tier %" PRIu64 " is not solved yet; solve the game with --tiers",
                        tiers->at[place].number);
}

void grundy_tiers_unmap(grundy_tiers *tiers, uint64_t place) {
  grundy_tier_file_close(tiers->at[place].file);
  tiers->at[place].file = NULL;
}

void grundy_tiers_unmap_all(grundy_tiers *tiers) {
  for (uint64_t i = 0; i < tiers->count; i++) grundy_tiers_unmap(tiers, i);
}

/* Maps the tiers that this one leads to, and marks them as needed. */
static grundy_status map_next(grundy_tiers *t, uint64_t place, unsigned char *needed,
                              grundy_work *work, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = t->at[place].first; status == GRUNDY_OK && i < t->at[place].last; i++) {
    uint32_t to = t->leads_to[i];
    needed[to] = 1;
    status = grundy_tiers_need(t, to, error);
    if (status == GRUNDY_OK) status = grundy_tier_file_check(t->at[to].file, work, error);
  }
  return status;
}

grundy_status grundy_tiers_map_around(grundy_tiers *tiers, uint64_t place, bool further,
                                      grundy_work *work, grundy_error *error) {
  unsigned char *needed = grundy_alloc_zero(tiers->count, 1);
  if (needed == NULL) return grundy_fail_memory(error);
  needed[place] = 1;
  grundy_status status = map_next(tiers, place, needed, work, error);
  for (uint64_t i = tiers->at[place].first;
       further && status == GRUNDY_OK && i < tiers->at[place].last; i++)
    status = map_next(tiers, tiers->leads_to[i], needed, work, error);
  for (uint64_t i = 0; i < tiers->count; i++)
    if (needed[i] == 0) grundy_tiers_unmap(tiers, i);
  free(needed);
  return status;
}
