/* Runs the command's own main inside a test, in a folder that is removed afterwards. Tests that use
 * this are linked with test_command. A failure of the test's own code aborts. */

#ifndef SUPPORT_COMMAND_H
#define SUPPORT_COMMAND_H

/* Runs `grundy LINE`, whose words are separated by spaces; at most COMMAND_WORDS of them, in
 * COMMAND_LENGTH bytes. Returns the exit code. */
enum { COMMAND_WORDS = 32, COMMAND_LENGTH = 1024 };
int command_run(const char *line);

/* Redirects a descriptor to a file, opened by open() with these flags. */
void command_redirect(int descriptor, const char *path, int flags);

/* Makes an empty folder and changes to it; changes back and removes it. Both return 0, or -1 on
 * failure, as setup and teardown functions of cmocka must. */
int command_enter_folder(void);
int command_leave_folder(void);

void command_write_file(const char *path, const char *text);

#endif
