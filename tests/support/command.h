/* The command inside a test: its own main, in a folder that is removed afterwards. A test that uses
 * this is linked with test_command. Where something of the test's own fails, it aborts. */

#ifndef SUPPORT_COMMAND_H
#define SUPPORT_COMMAND_H

/* Runs `grundy LINE`, whose words are separated by spaces; at most COMMAND_WORDS of them, in
 * COMMAND_LENGTH bytes. Returns the exit code. */
enum { COMMAND_WORDS = 32, COMMAND_LENGTH = 1024 };
int command_run(const char *line);

/* Lets a descriptor stand for a file, opened by open() with these flags. */
void command_redirect(int descriptor, const char *path, int flags);

/* Makes an empty folder and goes there; leaves it and removes it. 0, or -1 on failure, as cmocka
 * wants it from those that set up and tear down. */
int command_enter_folder(void);
int command_leave_folder(void);

void command_write_file(const char *path, const char *text);

#endif
