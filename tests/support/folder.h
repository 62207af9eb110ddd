/* Folders that tests make. */

#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

/* The folder of a group of tests, which folder_make sets up. */
extern char folder[32];
int folder_make(void **state);

/* Writes rules in Lua to the file game.lua in the folder, whose path this is. */
extern char script_path[48];
void write_script(const char *script);

/* Tear down a group: folder_remove fails if files are left in the folder, folder_remove_all removes
 * them. Both allow all threads again. */
int folder_remove(void **state);
int folder_remove_all(void **state);

/* Removes all files of a folder, which need not exist, except hidden ones: the library must not
 * leave temporary files behind, and removing the folder fails if it does. */
void folder_empty(const char *path);

#endif
