/* Shared by all other headers: status and error, options, monitoring long work, threads, random
 * numbers, and output files that appear complete or not at all. */

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

/* Returns the version of the linked library, for instance "0.3.0". */
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

/* Returns the exit code of a command that ends with this status: 0 done, 2 wrong usage, 3 bad
 * input, 4 unable, 5 reading or writing failed, 6 undefined, 130 interrupted. */
static inline int grundy_exit_code(grundy_status status) {
  switch (status) {
  case GRUNDY_OK:
    return 0;
  case GRUNDY_BAD_ARGUMENT:
    return 2;
  case GRUNDY_BAD_INPUT:
    return 3;
  case GRUNDY_UNABLE:
  case GRUNDY_OUT_OF_MEMORY:
    return 4;
  case GRUNDY_IO_ERROR:
    return 5;
  case GRUNDY_UNDEFINED:
    return 6;
  case GRUNDY_CANCELLED:
    return 130;
  }
  return 5;
}

/* Why a call failed, for programs; the message is for people. Treat reasons that you do not know as
 * GRUNDY_REASON_OTHER: later versions may add some. */
typedef enum grundy_reason {
  GRUNDY_REASON_OTHER = 0,      /* see the status and the message */
  GRUNDY_REASON_OPTIONS,        /* the size member of an options struct is wrong */
  GRUNDY_REASON_MEMORY,         /* memory ran out, or the limit on it was reached */
  GRUNDY_REASON_TIME,           /* the time limit was reached */
  GRUNDY_REASON_TOO_MANY,       /* a limit on positions, moves or other things was reached */
  GRUNDY_REASON_NO_FILE,        /* the file does not exist or cannot be opened */
  GRUNDY_REASON_NO_FORMAT,      /* the format is not known, or cannot be used for this */
  GRUNDY_REASON_ENDING,         /* unknown file name extension; the file may be an edge list */
  GRUNDY_REASON_COMPRESSED,     /* the compression method is not supported */
  GRUNDY_REASON_CONFINED,       /* forbidden by grundy_confine */
  GRUNDY_REASON_NO_GAME,        /* no game has this name */
  GRUNDY_REASON_NO_POSITION,    /* the game has no such position */
  GRUNDY_REASON_NOT_REACHED,    /* the position cannot be reached from the start */
  GRUNDY_REASON_DUPLICATE_NAME, /* two positions have the same name */
  GRUNDY_REASON_RULES,          /* rules failed or broke a promise */
  GRUNDY_REASON_UNTRUSTED, /* a file names a shared object, and the options forbid loading it */
  GRUNDY_REASON_PICTURE,   /* too many positions or moves for a picture */
  GRUNDY_REASON_ARGUMENTS, /* rules reject their arguments */
  GRUNDY_REASON_COUNT,     /* the number of reasons */
} grundy_reason;

/* The size of the texts of an error, including the NUL. */
enum { GRUNDY_ERROR_MAX_TEXT = 512 };

/* Why a call failed. Functions fill it only when they fail; pass NULL if you do not need it. Text
 * that is too long is truncated. */
typedef struct grundy_error {
  grundy_status status;
  grundy_reason reason;
  char message[GRUNDY_ERROR_MAX_TEXT]; /* one line, without a full stop */
  char file[GRUNDY_ERROR_MAX_TEXT];    /* empty if no file is concerned */
  uint64_t line;                       /* from 1; 0 if no line is concerned */
  uint64_t column;                     /* in characters, from 1; 0 if no column is concerned */
} grundy_error;

/* Returns a word for why a call failed, for programs: the name of the reason, or, if that is
 * GRUNDY_REASON_OTHER, what the status says: usage, syntax (bad input with a line), input, limit,
 * failed, undefined or cancelled. */
GRUNDY_API const char *grundy_error_reason(const grundy_error *error);

/* Writes `file:line:column: message`, leaving out what is not known, NUL-terminated and truncated
 * to `size` bytes. Returns the length of the whole text, as snprintf does. */
GRUNDY_API size_t grundy_error_format(const grundy_error *error, char *text, size_t size);

/* ---- options -------------------------------------------------------------------------- */

/* The first member of every options struct is `size`, which the caller sets to the size of the
 * struct. Later versions of the library may add members at the end; `size` tells them which members
 * the caller knows. A member that is zero has its default value; passing NULL instead of options
 * uses the defaults for all. GRUNDY_BAD_ARGUMENT if `size` is 0, or if a member is set that the
 * linked library does not know. */

/* Makes options with the given members set: `GRUNDY_OPTIONS(grundy_solve_options, .columns =
 * all)`. */
#define GRUNDY_OPTIONS(type, ...) ((type){.size = sizeof(type), __VA_ARGS__})

/* ---- outcomes ------------------------------------------------------------------------- */

/* Who wins. It is a byte, to keep arrays of outcomes small; its value is the letter that is
 * printed. */
typedef uint8_t grundy_outcome;

enum {
  GRUNDY_OUTCOME_NONE = 0, /* unknown or unspecified */
  GRUNDY_OUTCOME_P = 'P',  /* the previous player: the one who has just moved */
  GRUNDY_OUTCOME_N = 'N',  /* the next player: the one who is about to move */
  GRUNDY_OUTCOME_D = 'D',  /* nobody: a draw */
  GRUNDY_OUTCOME_A = 'A',  /* in a two-coloured game, player A */
  GRUNDY_OUTCOME_B = 'B',  /* or player B */
};

/* Who wins when the player to move has no move. */
typedef enum grundy_play {
  GRUNDY_NORMAL_PLAY, /* the player who made the last move wins */
  GRUNDY_MISERE_PLAY, /* the player who made the last move loses */
} grundy_play;

/* ---- monitoring long work ------------------------------------------------------------ */

/* A finished phase of some long work. The strings are static. */
typedef struct grundy_phase {
  const char *name;
  const char *algorithm; /* the algorithm that was chosen; "" if there is only one */
  double seconds;
  uint64_t moves;        /* moves of the game; 0 if the phase does not go through moves */
  double serial_seconds; /* the part of `seconds` in which only one thread worked */
} grundy_phase;

/* Callbacks of long work. `tick` is called several times per second with the name of the phase, a
 * static string, and how much of the phase is done; `total` is 0 if the total is not known. If
 * `tick` returns false, the call soon ends with GRUNDY_CANCELLED. `finished` is called when a phase
 * ends without being cancelled. Both are called by the thread that called the function, and either
 * may be NULL. Wherever a monitor is taken, NULL means no monitoring. */
typedef struct grundy_monitor {
  bool (*tick)(void *context, const char *phase, uint64_t done, uint64_t total);
  void *context;
  void (*finished)(void *context, const grundy_phase *phase);
} grundy_monitor;

/* Options of functions whose only option is the monitor. */
typedef struct grundy_run_options {
  size_t size;
  const grundy_monitor *monitor; /* may be NULL */
} grundy_run_options;

/* The address of such options with the given monitor. */
#define GRUNDY_MONITORED(by) (&GRUNDY_OPTIONS(grundy_run_options, .monitor = (by)))

/* Options of functions that read a file. */
typedef struct grundy_read_options {
  size_t size;
  const grundy_monitor *monitor; /* may be NULL */
  FILE *stream; /* read this instead of the file; errors still name the path. NULL: open the path */
  uint64_t max_positions; /* that a matrix may have: see grundy_digraph_check_unnamed */
} grundy_read_options;

/* ---- threads ------------------------------------------------------------------------- */

/* Formats a number of bytes for people: "512 bytes" or "21.4 GiB". */
GRUNDY_API void grundy_bytes_format(uint64_t bytes, char *text, size_t size);

/* Sets how many threads the library may use, in all of its functions; 0, the default, means one per
 * CPU that the process may run on. Results are identical, byte for byte, for any number. Functions
 * that are already running keep the number they started with.
 *
 * The threads form one pool per process, which grows on demand. If a thread cannot be created, the
 * others do its work. If several threads of a program call the library at the same time, one of
 * them gets the pool and the others work alone; so does a process after fork(). */
GRUNDY_API void grundy_threads_set(unsigned threads);

/* Returns the number of threads, at least 1. */
GRUNDY_API unsigned grundy_threads(void);

/* Returns how many bytes of address space the stacks of threads that have not been started yet may
 * take. Little of it is ever touched, but a limit on address space has to allow for it. */
GRUNDY_API uint64_t grundy_threads_unstarted_bytes(void);

/* Starts these threads now rather than when they are first needed, so that a limit on memory that
 * is set afterwards need not allow for their stacks. Those that cannot be created are left out. */
GRUNDY_API void grundy_threads_start(void);

/* ---- untrusted games ------------------------------------------------------------------ */

/* From now on every function of the library refuses, with GRUNDY_BAD_INPUT, to load shared objects
 * of rules, to read standard input, and to read files whose path contains a slash; only files in
 * the current folder, and folders of tiers there, can be read. For processes that open games on
 * behalf of people whom they do not trust. It cannot be undone. */
GRUNDY_API void grundy_confine(void);

/* Returns GRUNDY_BAD_INPUT if the process is confined and the path is not a file name in the
 * current folder, GRUNDY_OK otherwise. Every function that opens a file for reading calls this
 * first. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_confined_check(const char *path,
                                                               grundy_error *error);

/* ---- random numbers ------------------------------------------------------------------ */

/* xoshiro256** of Blackman and Vigna, seeded through splitmix64 [BV21]: the same seed gives
 * the same numbers on every machine. Not for secrets. */
typedef struct grundy_random {
  uint64_t state[4];
} grundy_random;

/* Returns a generator with this seed. */
GRUNDY_API grundy_random grundy_random_new(uint64_t seed);

/* Returns a number below `bound`, all equally likely; 0 if `bound` is 0. */
GRUNDY_API uint64_t grundy_random_below(grundy_random *random, uint64_t bound);

/* ---- quoted words -------------------------------------------------------------------- */

/* Writes the word in quotes to `to`, without a NUL: "…", in which \" and \\ stand for a quote and a
 * backslash, as in expressions (docs/compounds.md). `to` must have room for twice the length of the
 * word plus 2 bytes. Returns the length of the result. */
GRUNDY_API size_t grundy_quote(const char *word, char *to);

/* ---- misspelled words ---------------------------------------------------------------- */

/* The longest word that is suggested, in bytes. */
enum { GRUNDY_SUGGESTION_MAX_BYTES = 64 };

/* The closest word so far to one that was not found; start with {0}. */
typedef struct grundy_suggestion {
  char word[GRUNDY_SUGGESTION_MAX_BYTES + 1]; /* "" if none was close */
  unsigned distance;                          /* the number of edits between the two */
} grundy_suggestion;

/* Keeps `candidate` if it is closer to the word of `length` bytes than *best. Words are close if
 * few letters have to be changed, inserted, deleted or swapped with a neighbour, or if the word is
 * a prefix of the candidate. Equal words and words with different digits are not considered. */
GRUNDY_API void grundy_suggest(grundy_suggestion *best, const char *word, size_t length,
                               const char *candidate);

/* ---- output files -------------------------------------------------------------------- */

/* An output that appears under its name only when it is complete: it is written to a
 * temporary file in the same folder and renamed by grundy_output_commit. Where the file system
 * allows it, the temporary file has no name until then and vanishes with the process. "-" is
 * standard output; an existing device, pipe or socket is written to directly. */
typedef struct grundy_output grundy_output;

/* From now on no output of this process replaces a file that was read as an input after this call,
 * under whatever path: grundy_output_open and grundy_output_commit fail with GRUNDY_BAD_ARGUMENT.
 * Files that a call reads in order to replace them, such as the table of a search, can still be
 * replaced. For commands, whose outputs must not destroy their inputs; a program that stores a game
 * in the file that it came from does not call this. It cannot be undone. */
GRUNDY_API void grundy_inputs_protect(void);

/* Opens an output. GRUNDY_IO_ERROR if the file cannot be created. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_output_open(const char *path,
                                                            grundy_output **output,
                                                            grundy_error *error);

/* Returns the stream to write to; owned by `output`. */
GRUNDY_API FILE *grundy_output_stream(grundy_output *output);

/* Flushes, gives the file its name and frees `output`, even on failure: then whatever had this name
 * before is unchanged, and no temporary file is left. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_output_commit(grundy_output *output,
                                                              grundy_error *error);

/* Discards what was written and frees `output`; NULL is allowed. */
GRUNDY_API void grundy_output_discard(grundy_output *output);

/* Removes the temporary files of all outputs of this process, for a signal handler that is about to
 * call _exit: after this, outputs can only be discarded. Async-signal-safe. */
GRUNDY_API void grundy_outputs_abandon(void);

/* From now on the names of temporary files are listed in that memory, which is zero. If a process
 * shares it with a child that it forks, then grundy_outputs_abandon in the parent removes the files
 * that the child has left. A name takes 4,100 bytes; names for which there is no room are not
 * listed. To be called before outputs are opened. */
GRUNDY_API void grundy_outputs_share(void *memory, size_t size);

#ifdef __cplusplus
}
#endif

#endif
