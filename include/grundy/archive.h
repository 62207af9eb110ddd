/* One file for a result that others cite: rules, arguments, version, table, certificate, command
 * lines and a README, as a zip file. The same contents give the same bytes, so the checksum of the
 * file can be printed. docs/archives.md describes the members. */

#ifndef GRUNDY_ARCHIVE_H
#define GRUNDY_ARCHIVE_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GRUNDY_ARCHIVE_MAX_TEXT = 1024, /* bytes of GAME and of a command line, with their NUL */
  GRUNDY_ARCHIVE_CHECKSUM = 65,   /* SHA-256 in hexadecimal digits, and a NUL */
};

/* What goes into an archive. */
typedef struct grundy_archive_contents {
  size_t size;
  const char *game;        /* GAME */
  const char *command;     /* the command line that gives the table */
  const grundy_digraph *g; /* the game; not parts of positions, and not a window */
  const grundy_solution *solution;
  grundy_columns columns; /* of the table; 0: all of the solution */
  bool payoff_known;      /* as in grundy_verify_options */
  double payoff;
  bool infinite_known;
  double infinite;
  const grundy_monitor *monitor; /* may be NULL */
} grundy_archive_contents;

/* Writes the archive, and its checksum into `checksum`. GRUNDY_BAD_ARGUMENT if a text is too long
 * or has more than one line, GRUNDY_UNABLE if the game is of a kind that cannot be stored or if the
 * archive would have 2 GiB or more. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_archive_write(const grundy_archive_contents *contents, FILE *out,
                     char checksum[GRUNDY_ARCHIVE_CHECKSUM], grundy_error *error);

/* What is known about the rules of an archive. */
typedef enum grundy_archive_rules {
  GRUNDY_ARCHIVE_NO_RULES,   /* the game is a file, a copy of which is in the archive */
  GRUNDY_ARCHIVE_RULES_RUN,  /* they were explored again, and give the game in the archive */
  GRUNDY_ARCHIVE_RULES_KEPT, /* they were not run, because they read a file, are compiled, or are
                                those of another version of the gallery */
} grundy_archive_rules;

/* The result of checking an archive. */
typedef struct grundy_archive_report {
  bool is_right;
  char wrong[640]; /* what is wrong; "" if nothing is */
  char checksum[GRUNDY_ARCHIVE_CHECKSUM];
  char version[32]; /* of grundy, which wrote the archive */
  char game[GRUNDY_ARCHIVE_MAX_TEXT], command[GRUNDY_ARCHIVE_MAX_TEXT];
  uint32_t positions;
  uint64_t moves;
  grundy_columns columns; /* of the table, all of which were checked */
  grundy_archive_rules rules;
} grundy_archive_report;

/* Checks an archive as a whole: that it has the bytes that grundy_archive_write writes for its
 * members, that every member has its checksum, that the rules give the game, and that the table and
 * the certificate are right by grundy_verify. A failure of any of these is not an error: see
 * `wrong`. GRUNDY_BAD_INPUT if the file is not an archive. Of
 * `options`, which may be NULL, memory and monitor are used.
 * Time and space are those of exploring and verifying. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_archive_check(const char *path,
                                                              const grundy_open_options *options,
                                                              grundy_archive_report *report,
                                                              grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
