/* Explains once what several commands have in common: `grundy help TOPIC`. */

#ifndef GRUNDY_CLI_TOPICS_H
#define GRUNDY_CLI_TOPICS_H

#include "help_writer.h"

struct topic {
  const char *name;
  const char *summary;
  void (*put)(const struct help_writer *page); /* writes headings and the text under them */
};

/* Returns all topics, up to one without a name. */
const struct topic *topic_list(void);

/* Returns the topic of that name; NULL if there is none. */
const struct topic *topic_find(const char *name);

/* Writes a row for every topic, under a heading. */
void topics_put(const struct help_writer *page);

/* Writes all topics except the exit codes, which manual pages have in a section of their own. */
void topics_put_sections(const struct help_writer *page);

#endif
