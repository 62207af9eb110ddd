/* What a request asks for: a command line, and the files that it reads. */

#ifndef GRUNDY_WEB_TASK_H
#define GRUNDY_WEB_TASK_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

/* A file for the folder of the command. */
struct web_file {
  char *name;        /* letters, digits, hyphens and one dot: it cannot lead out of the folder */
  const char *bytes; /* belong to the body */
  size_t length;
};

struct web_task {
  char **words; /* the arguments, from the subcommand on */
  size_t word_count;
  struct web_file *files;
  size_t file_count;
  json_t *body;          /* owns the bytes of the files */
  const char *type;      /* of what the command prints, a media type */
  bool answers_in_part;  /* it prints the rest if a limit keeps it from telling everything */
  bool is_out_of_memory; /* while the task was put together */
};

void web_task_free(struct web_task *task);

/* Appends an argument. Running out of memory is noted in the task, here and below. */
void web_task_add(struct web_task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a file, whose bytes belong to task->body. */
void web_task_add_file(struct web_task *task, const char *name, const char *bytes, size_t length);

#endif
