/* What the files about records share. */

#ifndef GRUNDY_SRC_PLAY_RECORD_H
#define GRUNDY_SRC_PLAY_RECORD_H

#include <grundy/play.h>

#include "base/error.h"
#include "text/cursor.h"

/* A move, or the start. The numbers of other moves are 0 if there are none. */
typedef struct record_node {
  uint32_t number, parent;
  uint32_t first, next;  /* the first move after it, and the next branch after the same move */
  char *text, *comment;  /* NULL: none */
  uint64_t line, column; /* where its text was read; 0: nowhere */
} record_node;

struct grundy_record {
  char *game;
  grundy_record_head head; /* its texts are owned */
  char *name;              /* of the file; NULL: it was not read */
  record_node *nodes;      /* nodes[0] is the start */
  uint32_t count;          /* of the moves */
  uint64_t capacity;
};

/* Returns the move after `move` in the order of the text: a move, what follows it, then its
 * branches; 0 after the last. */
uint32_t grundy_record_following(const grundy_record *record, uint32_t move);

/* Finds the first place at which the text of a move goes wrong: NULL if it is a move, possibly
 * followed by a comment, which begins at *comment or does not exist. *what says what is wrong. */
const char *grundy_record_scan(const char *text, size_t length, const char **comment,
                               const char **what);

/* Returns the word without blanks at its ends. */
grundy_word grundy_record_trim(grundy_word word);

/* The words of results and of players, in lines of the head. */
extern const char *const grundy_record_results[];
extern const char *const grundy_record_turns[];

#endif
