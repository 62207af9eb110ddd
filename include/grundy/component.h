/* What a compound has to know about a game that is one of its components. */

#ifndef GRUNDY_COMPONENT_H
#define GRUNDY_COMPONENT_H

#include <grundy/base.h>
#include <grundy/ordinal.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Infinity where sums over many components are counted: a remoteness, a distance, a counter. */
#define GRUNDY_INFINITY64 UINT64_MAX

/* Such a number may be an ordinal [Smi66, §11]: n stands for ω·(n / GRUNDY_OMEGA) + n %
 * GRUNDY_OMEGA. So ordinals compare as numbers do, are odd as numbers are, and their natural sum is
 * the sum. Finite numbers never come near to GRUNDY_OMEGA. From GRUNDY_TOO_LARGE on they are too
 * large to be told. */
#define GRUNDY_OMEGA (UINT64_C(1) << 50)
#define GRUNDY_TOO_LARGE (UINT64_C(1) << 63)

/* A remoteness that is not told: it would take too long to find, or there is none. */
#define GRUNDY_UNKNOWN (UINT64_MAX - 1)

/* The largest finite nimber that an evaluation holds, and the largest heap of Nim. */
#define GRUNDY_NIM_MAX_HEAP UINT32_C(0x7fffffff)

/* ---- what a component is ---------------------------------------------------------------- */

/* What a compound asks about a position of a component. */
typedef struct grundy_facts {
  grundy_value value; /* K belongs to the game */
  bool has_high_part; /* an ordinal heap: the value has more than these 31 bits */
  uint64_t counter;   /* of a monotonic counterfunction; GRUNDY_INFINITY64 where G is infinite */
  uint64_t remoteness[2]; /* by grundy_play; or GRUNDY_UNKNOWN */
  uint64_t distance;      /* the last three may be GRUNDY_INFINITY64 */
} grundy_facts;

/* A kind of component: what a compound knows about a game. Positions are numbers whose meaning only
 * the game knows. No function fails, and `game` is not changed. */
typedef struct grundy_component_kind {
  const char *name;
  bool standalone; /* it has no value, since it has rules of its own for its ends: no operator takes
                      it */
  bool nim;        /* the position n moves to 0 … n - 1 and nowhere else */

  /* Is this a position, and is known what such play needs? GRUNDY_BAD_ARGUMENT otherwise. NULL:
   * whoever adds it makes sure. */
  grundy_status (*check_position)(const void *game, uint64_t position, grundy_play play,
                                  grundy_error *error);

  void (*facts)(const void *game, uint64_t position, grundy_facts *facts);
  uint64_t (*move_count)(const void *game, uint64_t position); /* UINT64_MAX: infinitely many */
  uint64_t (*move)(const void *game, uint64_t position, uint64_t index);

  /* May one move from there to that position? NULL: the moves are tried one by one. */
  bool (*allows)(const void *game, uint64_t from, uint64_t to);

  /* Where the remoteness is a limit: a move that leaves a remoteness with a finite part above
   * `bound`. NULL: there are no such positions. */
  uint64_t (*delaying_move)(const void *game, uint64_t position, uint64_t bound);

  /* A position that is equivalent to a heap of transfinite Nim [Smi66, §11]: the ordinal that is
   * its value and the length of its longest play, which belongs to the caller; and the follower
   * with a smaller ordinal, which is taken over, on failure too. Both or neither; NULL: values are
   * below 2^31 or infinite. */
  grundy_status (*ordinal_of)(const void *game, uint64_t position, grundy_ordinal **ordinal,
                              grundy_error *error);
  grundy_status (*move_to_ordinal)(const void *game, uint64_t position, grundy_ordinal *ordinal,
                                   uint64_t *to, grundy_error *error);

  /* What went wrong in a call before this one; GRUNDY_OK: nothing did. After it nothing that was
   * told is to be trusted. NULL: nothing can. */
  grundy_status (*failed)(const void *game, grundy_error *error);

  /* A move in words, cut as names are; NULL: the names of its positions are all there is to say. */
  size_t (*describe_move)(const void *game, uint64_t from, uint64_t to, char *text, size_t size);

  /* The name of a position, NUL-terminated and cut to `size` bytes; returns its whole length, as
   * snprintf does. `find` is the way back. */
  size_t (*name_of)(const void *game, uint64_t position, char *text, size_t size);
  bool (*find)(const void *game, const char *name, size_t length, uint64_t *position);

  /* What is wrong with a name that was not found, into error->message; GRUNDY_OUT_OF_MEMORY as
   * error->status if nothing is. NULL, or an error left as it is: there is no such position, and
   * nothing more to say. */
  void (*explain)(const void *game, const char *name, size_t length, grundy_error *error);
} grundy_component_kind;

typedef struct grundy_component {
  const grundy_component_kind *kind;
  const void *data; /* belongs to somebody who keeps it as long as the compound */
} grundy_component;

#ifdef __cplusplus
}
#endif

#endif
