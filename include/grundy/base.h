/* What every other header needs: status and error, watching long work, threads, random numbers,
 * and output files that appear whole or not at all. */

#ifndef GRUNDY_BASE_H
#define GRUNDY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GRUNDY_API __attribute__((visibility("default")))
#define GRUNDY_MUST_USE __attribute__((warn_unused_result))
#else
#define GRUNDY_API
#define GRUNDY_MUST_USE
#endif

/* The version of the library that is linked, for instance "0.1.0". */
GRUNDY_API const char *grundy_version(void);

/* ---- status and error ---------------------------------------------------------------- */

/* How a call ended. UNDEFINED ("no such value exists") is a different answer from UNABLE
 * ("a stated limit was reached"). */
typedef enum grundy_status {
  GRUNDY_OK = 0,
  GRUNDY_BAD_ARGUMENT,  /* the caller broke the contract of the function */
  GRUNDY_BAD_INPUT,     /* the data read is not what its format promises */
  GRUNDY_UNABLE,        /* a limit of size, memory or time; a library that cannot be loaded */
  GRUNDY_OUT_OF_MEMORY, /* an allocation failed */
  GRUNDY_IO_ERROR,      /* reading or writing failed: a full disk, a closed pipe */
  GRUNDY_UNDEFINED,     /* the notion does not exist for this game */
  GRUNDY_CANCELLED,     /* the monitor asked to stop */
} grundy_status;

/* Why a call failed, for programs: the message says it to people. A caller treats reasons that it
 * does not know as GRUNDY_REASON_OTHER; later versions may add some. */
typedef enum grundy_reason {
  GRUNDY_REASON_OTHER = 0,      /* the status and the message say all there is to say */
  GRUNDY_REASON_OPTIONS,        /* the size member of an options struct is wrong */
  GRUNDY_REASON_MEMORY,         /* memory ran out, or the limit on it was reached */
  GRUNDY_REASON_TIME,           /* the time limit was reached */
  GRUNDY_REASON_TOO_MANY,       /* a limit on positions, moves or other things was reached */
  GRUNDY_REASON_NO_FILE,        /* the file does not exist or cannot be opened */
  GRUNDY_REASON_NO_FORMAT,      /* the format is not known, or cannot be used for this */
  GRUNDY_REASON_ENDING,         /* that of a text format that is not read; it may be an edge list */
  GRUNDY_REASON_COMPRESSED,     /* the file is compressed in a way that is not read */
  GRUNDY_REASON_CONFINED,       /* grundy_confine forbids it */
  GRUNDY_REASON_NO_GAME,        /* no game has this name */
  GRUNDY_REASON_NO_POSITION,    /* the game has no such position */
  GRUNDY_REASON_NOT_REACHED,    /* a position that cannot be reached from the start */
  GRUNDY_REASON_DUPLICATE_NAME, /* two positions have the same name */
  GRUNDY_REASON_RULES,          /* rules failed or broke a promise */
  GRUNDY_REASON_UNTRUSTED,      /* a file names a shared object, and options forbid to load it */
  GRUNDY_REASON_PICTURE,        /* too many positions or moves for a picture */
  GRUNDY_REASON_COUNT,          /* all above are below this */
} grundy_reason;

/* Returns a word for it: "time", "no-file" …; "other" if it is not a reason. */
GRUNDY_API const char *grundy_reason_name(grundy_reason reason);

enum { GRUNDY_ERROR_MAX_TEXT = 512 };

/* Why a call failed. A function fills it only when it fails; NULL may be passed by a caller
 * who does not care. Text that is too long is cut. */
typedef struct grundy_error {
  grundy_status status;
  grundy_reason reason;
  char message[GRUNDY_ERROR_MAX_TEXT]; /* one line, no full stop, says what was expected */
  char file[GRUNDY_ERROR_MAX_TEXT];    /* empty if no file is concerned */
  uint64_t line;                       /* from 1; 0 if no line is concerned */
  uint64_t column;                     /* in characters, from 1; 0 if no column is concerned */
} grundy_error;

/* Writes `file:line:column: message`, without the parts that are not known, NUL-terminated
 * and cut to `size` bytes. Returns the length of the whole text, as snprintf does. */
GRUNDY_API size_t grundy_error_format(const grundy_error *error, char *text, size_t size);

/* ---- options -------------------------------------------------------------------------- */

/* The first member of every options struct is `size`, which the caller sets to the size of the
 * struct: later versions of the library may add members at the end, and this is how they know which
 * of them the caller has. Members that are zero have their default, and NULL instead of options
 * means that all have. GRUNDY_BAD_ARGUMENT if `size` is 0, or if a member is set that the linked
 * library does not know. */

/* Options with the named members set: GRUNDY_OPTIONS(grundy_solve_options, .monitor = &monitor). */
#define GRUNDY_OPTIONS(type, ...) ((type){.size = sizeof(type), __VA_ARGS__})

/* ---- outcomes ------------------------------------------------------------------------- */

/* Who wins. A byte, so that arrays of outcomes are small; its value is the letter that is
 * printed. */
typedef uint8_t grundy_outcome;

enum {
  GRUNDY_OUTCOME_NONE = 0, /* not known, or not said */
  GRUNDY_OUTCOME_P = 'P',  /* the previous player, who has just moved */
  GRUNDY_OUTCOME_N = 'N',  /* the next player, who is about to move */
  GRUNDY_OUTCOME_D = 'D',  /* nobody: a draw */
  GRUNDY_OUTCOME_A = 'A',  /* in a two-coloured game, player A */
  GRUNDY_OUTCOME_B = 'B',  /* or player B */
};

/* Who wins when a player cannot move. */
typedef enum grundy_play {
  GRUNDY_NORMAL_PLAY, /* the player who made the last move wins */
  GRUNDY_MISERE_PLAY, /* the player who made the last move loses */
} grundy_play;

/* ---- watching long work -------------------------------------------------------------- */

/* A part of some long work that has come to its end. The strings are static. */
typedef struct grundy_phase {
  const char *name;
  const char *algorithm; /* the way that was chosen; "" where there is only one */
  double seconds;
  uint64_t moves; /* of the game that was worked on; 0 if moves are not what it goes through */
} grundy_phase;

/* Long work calls `tick` now and then, several times a second, with the name of the phase, a
 * static string, and how much of it is done. `total` is 0 where it is not known. Returning false
 * cancels: the call ends soon with GRUNDY_CANCELLED. `finished` is called when a phase has come
 * to its end and was not cancelled. Both are called by the thread that called the function, and
 * either may be NULL. Wherever a monitor is taken, NULL means that nobody watches. */
typedef struct grundy_monitor {
  bool (*tick)(void *context, const char *phase, uint64_t done, uint64_t total);
  void *context;
  void (*finished)(void *context, const grundy_phase *phase);
} grundy_monitor;

/* Options of functions for which nothing but the monitor can be chosen. */
typedef struct grundy_run_options {
  size_t size;
  const grundy_monitor *monitor; /* NULL: nobody watches */
} grundy_run_options;

/* The address of such options with that monitor. */
#define GRUNDY_MONITORED(by) (&GRUNDY_OPTIONS(grundy_run_options, .monitor = (by)))

/* Options of functions that read a file. */
typedef struct grundy_read_options {
  size_t size;
  const grundy_monitor *monitor; /* NULL: nobody watches */
  FILE *stream; /* is read instead of the file; errors still name the path. NULL: open the path */
} grundy_read_options;

/* ---- threads ------------------------------------------------------------------------- */

/* Sets how many threads the library may use, for all of its functions; 0, the default, stands for
 * one per CPU that the process may run on. Results are the same bytes for any number. Functions
 * that are running keep to what they began with.
 *
 * The threads form one pool per process, which grows as it is needed. If one cannot be created, the
 * others do its work. If several threads of a program call the library at the same time, one of
 * them has the pool and the others work alone, as does a process after fork(). */
GRUNDY_API void grundy_threads_set(unsigned threads);

/* Returns that number, at least 1. */
GRUNDY_API unsigned grundy_threads(void);

/* Returns how many bytes of address space the stacks of threads may take that have not been started
 * yet. Little of it is ever touched; a limit on address space has to allow for it. */
GRUNDY_API uint64_t grundy_threads_unstarted_bytes(void);

/* ---- games of strangers --------------------------------------------------------------- */

/* From now on every function of the library refuses, with GRUNDY_BAD_INPUT, to load shared objects
 * of rules, to read standard input, and to read files whose path has a slash: only files of the
 * current folder are left. For processes that open games on behalf of people whom they do not
 * trust. It cannot be undone. */
GRUNDY_API void grundy_confine(void);

/* GRUNDY_BAD_INPUT if the process is confined and the path is not a file name in the current
 * folder. Every function that opens a file for reading calls this first. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_confined_check(const char *path,
                                                               grundy_error *error);

/* ---- random numbers ------------------------------------------------------------------ */

/* xoshiro256** of Blackman and Vigna, seeded through splitmix64 [BV21]: the same seed gives
 * the same numbers on every machine. Not for secrets. */
typedef struct grundy_random {
  uint64_t state[4];
} grundy_random;

GRUNDY_API grundy_random grundy_random_new(uint64_t seed);

/* A number below `bound`, every one equally likely; 0 if `bound` is 0. */
GRUNDY_API uint64_t grundy_random_below(grundy_random *random, uint64_t bound);

/* ---- words in quotes ----------------------------------------------------------------- */

/* Writes the word in quotes to `to`, which has room for twice its length and two more, without a
 * NUL: "…", in which \" and \\ stand for a quote and a backslash, as in expressions
 * (docs/compounds.md). Returns how long it is. */
GRUNDY_API size_t grundy_quote(const char *word, char *to);

/* ---- output files -------------------------------------------------------------------- */

/* An output that appears under its name only when it is complete: it is written to a
 * temporary file in the same folder and renamed by grundy_output_commit. Where the file system
 * allows it, the temporary file has no name until then and vanishes with the process. "-" is
 * standard output; an existing device, pipe or socket is written to directly. */
typedef struct grundy_output grundy_output;

/* GRUNDY_IO_ERROR if the file cannot be made there. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_output_open(const char *path,
                                                            grundy_output **output,
                                                            grundy_error *error);

/* Where to write; owned by `output`. */
GRUNDY_API FILE *grundy_output_stream(grundy_output *output);

/* Flushes, gives the file its name and frees `output`, on failure too: then nothing stands
 * under the name that did not stand there before, and no temporary file is left. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_output_commit(grundy_output *output,
                                                              grundy_error *error);

/* Removes what was written and frees `output`; NULL is allowed. */
GRUNDY_API void grundy_output_discard(grundy_output *output);

/* Removes the temporary files of all outputs of this process, for a signal handler that is about to
 * call _exit: the outputs can only be discarded after this. Async-signal-safe. */
GRUNDY_API void grundy_outputs_abandon(void);

#ifdef __cplusplus
}
#endif

#endif
