/* The outcome or the value of one position, without exploring all positions. */

#ifndef GRUNDY_SRC_SEARCH_SEARCH_H
#define GRUNDY_SRC_SEARCH_SEARCH_H

#include <grundy/base.h>

#include "rules/ruleset.h"

#include <stdbool.h>
#include <stdint.h>

/* What to search for, and how far. */
typedef struct grundy_position_search_request {
  const char *name; /* of the position; NULL: the start */
  size_t length;
  bool value;                    /* search for the value; otherwise for the outcome alone */
  uint64_t limit;                /* on the positions; 0: GRUNDY_DIGRAPH_MAX_ORDER */
  uint64_t memory;               /* bytes for the table, which then forgets; 0: no limit */
  const grundy_monitor *monitor; /* may be NULL */
  const char *table;             /* a file to resume from, and to write in the end; NULL: none */
  const char *certificate;       /* a file for the proof of the answer; NULL: none */
  uint64_t alone; /* positions that one thread expands before others join; 0: 16,384 */
} grundy_position_search_request;

/* Why a search does not answer. */
typedef enum grundy_position_search_end {
  GRUNDY_POSITION_SEARCH_ANSWERED,
  GRUNDY_POSITION_SEARCH_CYCLE,   /* it met a position again that it was searching */
  GRUNDY_POSITION_SEARCH_ENDS,    /* terminal positions have payoffs or other outcomes */
  GRUNDY_POSITION_SEARCH_PLAYERS, /* the rules say whose turn it is */
  GRUNDY_POSITION_SEARCH_CANCELS, /* `split` leaves out equal parts: exploring shows whether there
                                     are cycles */
  GRUNDY_POSITION_SEARCH_NAME, /* the rules have no `parse`; only exploring shows whether the game
                                  has the position */
} grundy_position_search_end;

typedef struct grundy_position_search_answer {
  grundy_position_search_end end;
  bool is_p;          /* whether the position is a P-position; otherwise it is an N-position */
  uint32_t value;     /* if it was wanted */
  uint64_t positions; /* whose moves were generated */
  bool is_known;      /* the search has answered; also if a file could not be written then */
  bool is_table_kept; /* the file of the table has more entries than fit into memory, and stays */
} grundy_position_search_answer;

/* Searches depth first. A search that ends without an answer is not a failure: *answer says why.
 * GRUNDY_BAD_INPUT with GRUNDY_REASON_NO_POSITION if the game has no position of that name;
 * GRUNDY_UNABLE past a limit. Files are opened before the search; if one cannot be written in the
 * end, the call fails, but *answer is set. The position need not be reachable from the start. */
grundy_status grundy_position_search(grundy_ruleset *ruleset,
                                     const grundy_position_search_request *request,
                                     grundy_position_search_answer *answer, grundy_error *error);

#endif
