/* What a request wants to run: a command line and its input files. */

#ifndef GRUNDY_WEB_TASK_H
#define GRUNDY_WEB_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

/* A file in the folder of the command. */
struct web_file {
  char *name;        /* letters, digits, hyphens and one dot: it cannot lead out of the folder */
  const char *bytes; /* owned by the body */
  size_t length;
};

/* A file or folder elsewhere, which gets a link in the folder of the command. */
struct web_link {
  char *name;
  const char *target; /* owned by the list of games; NULL until web_library_link has found it */
};

struct web_task {
  char **words; /* the arguments, beginning with the subcommand */
  size_t word_count;
  struct web_file *files;
  size_t file_count;
  struct web_link *links;
  size_t link_count;
  json_t *body;          /* owns the bytes of the files */
  const char *type;      /* media type of the output */
  bool is_out_of_memory; /* while the task was built */
};

/* The limits of every command. */
struct web_limits {
  unsigned seconds;
  uint64_t memory; /* bytes */
};

/* The environment of every command: names and values by turns, up to a NULL. */
extern const char *const web_environment[];

void web_task_free(struct web_task *task);

/* Appends an argument. Running out of memory is recorded in the task, here and below. */
void web_task_add(struct web_task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends the limits as arguments, and one thread. */
void web_task_add_limits(struct web_task *task, const struct web_limits *limits);

/* Adds a file, whose bytes are owned by task->body. */
void web_task_add_file(struct web_task *task, const char *name, const char *bytes, size_t length);

/* Adds a link, whose target is NULL or outlives the task. */
void web_task_add_link(struct web_task *task, const char *name, const char *target);

/* Returns whether there is a file or a link of that name. */
bool web_task_has(const struct web_task *task, const char *name);

#endif
