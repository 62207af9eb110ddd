/* grundy quotient: by the coarsest compatible relation or by values, in quotient.c, or by the
 * classes of a file, in quotient_classes.c. */

#ifndef GRUNDY_CLI_QUOTIENT_H
#define GRUNDY_CLI_QUOTIENT_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/morphism.h>

#include "options.h"
#include "run_limits.h"

enum { REQUIRE_COMPATIBLE, REQUIRE_SEMICOMPATIBLE, REQUIRE_NOTHING };

struct quotient_arguments {
  const char *game;
  const char *classes; /* the file of --classes; NULL: the relation is the one of --by */
  const char *output;  /* NULL: the quotient is not written */
  const char *map;     /* NULL: the classes are not written */
  int by;              /* the relation */
  int require;         /* one of REQUIRE_* */
  int from;            /* a grundy_format; AUTO leaves it to the ending of `game` */
  int to;              /* likewise of `output` */
  int format;          /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Everything that a run owns, and its results. */
struct quotient_job {
  struct quotient_arguments arguments;
  grundy_format to;
  struct limits limits;
  grundy_digraph *game, *quotient;
  uint32_t *class_of; /* of every position */
  grundy_output *output, *map;

  /* Without --classes. */
  uint32_t *sizes;         /* of the classes */
  uint32_t count, largest; /* classes, and the positions of the largest */
  grundy_hereditary *sets; /* NULL if none are listed */

  /* With --classes. */
  grundy_digraph *classes; /* whose positions have the names of the classes */
  grundy_relation_report report;
  bool endless; /* whether play may go on forever; known where semicompatibility is defined */
};

/* Checks whether the relation of --classes is compatible or semicompatible, writes the quotient if
 * there is one, and prints the report. Returns the exit code. */
int quotient_work_with_classes(struct quotient_job *job);

#endif
