#include "web/task.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/text.h>
#include <jansson.h>

const char *const web_environment[] = {
    "LC_ALL",          "C.UTF-8", /* print for programs, whatever a terminal can show */
    "GRUNDY_CONFINED", "1",       /* read only the files of the request */
    "GRUNDY_ERRORS",   "json",    /* print errors for programs, too */
    "GRUNDY_PROGRESS", "1",       NULL,
};

void web_task_free(struct web_task *task) {
  for (size_t i = 0; i < task->word_count; i++) free(task->words[i]);
  for (size_t i = 0; i < task->file_count; i++) free(task->files[i].name);
  for (size_t i = 0; i < task->link_count; i++) free(task->links[i].name);
  free((void *)task->words);
  free(task->files);
  free(task->links);
  json_decref(task->body);
  *task = (struct web_task){0};
}

/* Returns the list with room for one more item; its size doubles when it is full. NULL if out of
 * memory. */
static void *grow(void *list, size_t count, size_t item) {
  if ((count & (count - 1)) != 0) return list;
  return realloc(list, (count == 0 ? 1 : 2 * count) * item);
}

void web_task_add(struct web_task *task, const char *format, ...) {
  va_list arguments;
  char *word = NULL;
  va_start(arguments, format);
  size_t length = 0;
  FILE *text = grundy_text_open(&word, &length);
  if (text != NULL) (void)vfprintf(text, format, arguments);
  bool written = text != NULL && grundy_text_close(text, &word);
  va_end(arguments);
  char **words = written ? grow((void *)task->words, task->word_count, sizeof *words) : NULL;
  if (words == NULL) {
    free(word);
    task->is_out_of_memory = true;
    return;
  }
  task->words = words;
  task->words[task->word_count++] = word;
}

void web_task_add_limits(struct web_task *task, const struct web_limits *limits) {
  web_task_add(task, "--threads=1");
  web_task_add(task, "--memory=%llu", (unsigned long long)limits->memory);
  web_task_add(task, "--time=%u", limits->seconds);
}

void web_task_add_file(struct web_task *task, const char *name, const char *bytes, size_t length) {
  struct web_file *files = grow(task->files, task->file_count, sizeof *files);
  char *copy = strdup(name);
  if (files != NULL) task->files = files;
  if (files == NULL || copy == NULL) {
    free(copy);
    task->is_out_of_memory = true;
    return;
  }
  task->files[task->file_count++] =
      (struct web_file){.name = copy, .bytes = bytes, .length = length};
}

void web_task_add_link(struct web_task *task, const char *name, const char *target) {
  struct web_link *links = grow(task->links, task->link_count, sizeof *links);
  char *copy = strdup(name);
  if (links != NULL) task->links = links;
  if (links == NULL || copy == NULL) {
    free(copy);
    task->is_out_of_memory = true;
    return;
  }
  task->links[task->link_count++] = (struct web_link){.name = copy, .target = target};
}

bool web_task_has(const struct web_task *task, const char *name) {
  for (size_t i = 0; i < task->file_count; i++)
    if (strcmp(task->files[i].name, name) == 0) return true;
  for (size_t i = 0; i < task->link_count; i++)
    if (strcmp(task->links[i].name, name) == 0) return true;
  return false;
}
