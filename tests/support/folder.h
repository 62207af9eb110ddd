/* Folders that tests make. */

#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

/* Removes all files of a folder, which need not exist, except hidden ones: the library must not
 * leave temporary files behind, and removing the folder fails if it does. */
void folder_empty(const char *folder);

#endif
