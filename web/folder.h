/* Private temporary folders for the files of requests. */

#ifndef GRUNDY_WEB_FOLDER_H
#define GRUNDY_WEB_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/task.h"

enum { WEB_PATH = 512, WEB_FOLDER = WEB_PATH + 32 };

/* The folder of a server. A file in it is locked while the server lives; the lock of a killed
 * server disappears with its process. */
struct web_folder {
  char path[WEB_PATH];
  int lock;
};

/* Makes a new folder in $TMPDIR or /tmp that only its owner can read, and removes the folders of
 * the same user's servers that were killed. False on failure; errno says why, here and below. */
bool web_folder_new(struct web_folder *folder);

/* Removes the folder, which must not contain other folders. */
void web_folder_free(struct web_folder *folder);

/* Writes the path of subfolder `number`. */
void web_folder_name(char name[WEB_FOLDER], const char *path, uint64_t number);

/* Makes subfolder `number` and writes the files and links of the task there. On failure the
 * subfolder is removed. */
bool web_folder_fill(const char *path, uint64_t number, const struct web_task *task);

/* Removes subfolder `number` with its files. */
void web_folder_empty(const char *path, uint64_t number);

#endif
