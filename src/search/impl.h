/* What the files of the search share: its state, and its steps. */

#ifndef GRUNDY_SRC_SEARCH_IMPL_H
#define GRUNDY_SRC_SEARCH_IMPL_H

#include "base/monitor.h"
#include "rules/positions.h"
#include "rules/split.h"
#include "rules/split_sample.h"
#include "search/search.h"
#include "search/table.h"

#include <pthread.h>

/* Asks whether part v has the value `target`. */
typedef struct grundy_search_frame {
  uint32_t v, target;
  uint32_t bound; /* of v when `next` was set */
  uint32_t next;  /* the follower to look at, a word of the row; those before it do not have the
                     value `bound` */
  uint64_t start; /* how many positions had been expanded before */
} grundy_search_frame;

typedef struct grundy_search grundy_search;

/* One thread of a search. */
typedef struct grundy_search_thread {
  grundy_search *s;
  uint8_t bit; /* of this thread in `frames` of a node */
  grundy_search_frame *frames;
  uint64_t depth, frame_room;

  /* What the rules gave: one position per move, the parts of all of them in their order, and how
   * many each has. */
  grundy_position_list moves, parts;
  uint64_t next_check;  /* of the limit, when there are this many moves */
  grundy_status taking; /* whether moves could be taken */
  uint32_t *part_counts;
  uint64_t part_count_room;
  grundy_splitter splitter;
  grundy_split_sample sample;
  uint8_t end; /* what the rules say about the end of play */

  struct sum *sums; /* the row that is being made */
  uint64_t sum_room;
  uint32_t *numbers;
  uint64_t number_room;
  bool *reached; /* by followers: values from the bound of a part on */
  uint64_t reached_room;
  grundy_aligned_position from; /* the position expanded: positions move when others are added */
} grundy_search_thread;

struct grundy_search {
  grundy_ruleset *ruleset;
  const grundy_position_search_request *request;
  grundy_search_table table;
  grundy_search_thread threads[GRUNDY_SEARCH_MAX_THREADS];
  int thread_count;
  bool is_alone; /* other threads are not to join */

  uint32_t *roots; /* the parts of the position, sorted as parts of a follower are */
  uint32_t root_count;
  uint64_t root_room;

  uint64_t expanded;    /* positions */
  uint64_t next_report; /* when that many are */
  uint64_t moves;       /* in all rows so far */
  uint64_t limit;       /* on the parts, not counting those that were read from a file */
  uint64_t restored;    /* parts that were */
  uint64_t in_file;     /* entries of that file */
  uint64_t memory;      /* bytes for the table; 0: no limit */
  grundy_work work;
  grundy_position_search_end end;
  bool is_stopped;       /* all threads stop: because of `end` or `status` */
  grundy_status status;  /* of the first thread that failed */
  grundy_error *error;   /* of that thread */
  pthread_mutex_t *lock; /* held by a thread except while it calls the rules; NULL: one thread */
  pthread_mutex_t mutex;
};

/* A follower of a part: a sum of parts. */
typedef struct grundy_search_sum {
  const uint32_t *parts; /* equal parts are next to each other */
  uint32_t count;
  uint32_t next; /* the word of the row after it */
} grundy_search_sum;

/* Returns the follower at word i of the row of an expanded node. */
static inline grundy_search_sum grundy_search_follower(const grundy_search_table *t,
                                                       const grundy_search_node *n, uint32_t i) {
  const uint32_t *word = &t->rows[n->row + i];
  if ((*word & GRUNDY_SEARCH_SUM) == 0) return (grundy_search_sum){word, 1, i + 1};
  uint32_t count = *word & ~GRUNDY_SEARCH_SUM;
  return (grundy_search_sum){word + 1, count, i + 1 + count};
}

/* What is known about "this sum has that value". */
typedef enum grundy_search_verdict {
  SUM_HAS_VALUE,
  SUM_HAS_ANOTHER,
  SUM_IS_OPEN
} grundy_search_verdict;

/* The part of a sum to ask about next. */
typedef struct grundy_search_question {
  uint32_t v, target;
} grundy_search_question;

/* Decides from the table alone; if that is not enough, *question would bring it closer. */
grundy_search_verdict grundy_search_ask(const grundy_search_table *t, grundy_search_sum sum,
                                        uint32_t value, grundy_search_question *question);

/* Adds a part to the table. */
grundy_status grundy_search_add(grundy_search *s, grundy_position position, uint32_t *v);

/* Pushes a frame. The thread must not have one for v. */
grundy_status grundy_search_push(grundy_search_thread *t, grundy_search_question question);

/* Pops the frame at the top. */
void grundy_search_pop(grundy_search_thread *t);

/* Generates the moves of the part at the top of the stack. */
grundy_status grundy_search_expand(grundy_search_thread *t);

/* Works until at most `base` frames are left, or until the search stops. */
grundy_status grundy_search_run(grundy_search_thread *t, uint64_t base);

/* Makes room in the table if it is full. Numbers of nodes may change, except in frames, in rows of
 * nodes with frames, and in `roots`. */
grundy_status grundy_search_make_room(grundy_search *s);

/* ---- other files ---------------------------------------------------------------------------- */

/* Reads a table that an earlier search has written; a file that does not exist is not an error. */
grundy_status grundy_search_restore(grundy_search *s, const char *path);

/* Returns whether the search has learned something, and knows about at least as many parts as the
 * file that it has read. */
bool grundy_search_has_more(const grundy_search *s);

/* Writes what is known, and closes the output. */
grundy_status grundy_search_save(const grundy_search *s, grundy_output *output,
                                 grundy_error *error);

/* Checks what can be known before the search: whether there are certificates for these rules, and
 * whether they parse the names of the position's parts. */
grundy_status grundy_search_check_certificate(const grundy_search *s);

/* Writes a proof of the answer, which is known: that the position has this value, or whether its
 * value is 0. Closes the output. */
grundy_status grundy_search_certify(grundy_search *s, const grundy_position_search_answer *answer,
                                    grundy_output *output);

#endif
