/* Folders for the files of requests: private, and gone when they are not needed any more. */

#ifndef GRUNDY_WEB_FOLDER_H
#define GRUNDY_WEB_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/task.h"

enum { WEB_PATH = 512, WEB_FOLDER = WEB_PATH + 32 };

/* The folder of a server. It is locked while the server lives, by a file in it; the lock of a
 * server that was killed goes with its process. */
struct web_folder {
  char path[WEB_PATH];
  int lock;
};

/* Makes a new folder that only its owner can look into, in $TMPDIR or /tmp, and removes those of
 * servers of the same user that were killed. False if that failed; errno says why, here and below.
 */
bool web_folder_new(struct web_folder *folder);

/* Removes the folder, in which there are no others any more. */
void web_folder_free(struct web_folder *folder);

/* The name of the folder `number` in it. */
void web_folder_name(char name[WEB_FOLDER], const char *path, uint64_t number);

/* Makes the folder `number` in it and writes the files of the task there. What was made is removed
 * if that fails. */
bool web_folder_fill(const char *path, uint64_t number, const struct web_task *task);

/* Removes the folder `number` in it with its files. */
void web_folder_empty(const char *path, uint64_t number);

#endif
