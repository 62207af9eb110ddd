/* What an operating system offers and WebAssembly does not: other programs, terminals, shared
 * objects and limits on memory. native.c is for Linux and wasm.c for WebAssembly; a build compiles
 * one of them. The library, the server and the command use it. */

#ifndef GRUNDY_PLATFORM_H
#define GRUNDY_PLATFORM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- terminals, programs and signals ---------------------------------------------------- */

/* Returns whether the descriptor is a terminal. */
bool grundy_platform_is_terminal(int descriptor);

/* Starts the program arguments[0], which is searched in PATH. `descriptors` become its standard
 * input, output and error; NULL: those of the caller. Returns 0 or an errno, ENOSYS if programs
 * cannot be started at all. */
int grundy_platform_spawn(char *const *arguments, const int *descriptors, pid_t *child);

/* Lets signal handlers of this thread use that block as their stack, unless they have one. */
void grundy_platform_use_signal_stack(void *stack, size_t size);

/* Returns zeroed memory that is shared with processes that fork from this one; NULL on failure, or
 * if processes cannot fork at all. It is never freed. */
void *grundy_platform_share(size_t size);

/* Forks. The child is killed when the calling thread ends, however that happens. Returns as fork
 * does; -1 and ENOSYS if processes cannot fork at all. */
pid_t grundy_platform_fork(void);

/* Waits at most that long for one of the signals, which are blocked. Returns its number, and
 * whether a process has sent it, and not the terminal; 0 if none came. */
int grundy_platform_wait_for_signal(const sigset_t *set, int milliseconds, bool *was_sent);

/* Returns whether this process may set the terminal that is standard input: it is in the
 * foreground, or the terminal is that of another session. */
bool grundy_platform_has_terminal(void);

/* Returns the bytes that the stack of the main thread may have; SIZE_MAX if there is no limit. */
size_t grundy_platform_stack(void);

/* Calls the function in a new thread with a stack of that size, with the signals of the caller,
 * which gets none meanwhile. Returns false if there is no such thread. */
bool grundy_platform_run_on_stack(size_t size, void (*function)(void *context), void *context);

/* ---- shared objects --------------------------------------------------------------------- */

/* Returns whether shared objects can be loaded at all. */
bool grundy_platform_loads_libraries(void);

/* Loads a shared object. NULL on failure; then *why says why, if that is known. */
void *grundy_platform_library_open(const char *path, const char **why);

/* Returns the address of a symbol; NULL if there is none. */
void *grundy_platform_library_find(void *library, const char *symbol);

void grundy_platform_library_close(void *library);

/* ---- memory ----------------------------------------------------------------------------- */

/* The memory of this process, in bytes. */
struct grundy_platform_usage {
  uint64_t held;     /* resident, without pages of files, which can be read again */
  uint64_t promised; /* all that it may write to, touched or not */
};

/* Returns false if the usage is not known. */
bool grundy_platform_usage(struct grundy_platform_usage *usage);

/* A bound on the memory of this process. */
struct grundy_platform_bound {
  uint64_t bytes;
  const char *giver; /* a text such as "the machine has room for" */
};

enum { GRUNDY_PLATFORM_MAX_BOUNDS = 4 };

/* Writes all bounds that the process has now, `held` bytes of which are in use; returns their
 * number. */
size_t grundy_platform_bounds(uint64_t held,
                              struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS]);

/* Returns the limit on promised memory; UINT64_MAX if there is none. */
uint64_t grundy_platform_limit(void);

/* Makes allocations fail that would exceed this many promised bytes. */
void grundy_platform_set_limit(uint64_t bytes);

/* Returns the largest amount of memory that the process has held so far, in bytes; 0 if unknown. */
uint64_t grundy_platform_peak(void);

/* Returns freed memory to the system, and from now on every large block when it is freed, so that
 * what is held is what is in use. */
void grundy_platform_return_freed(void);

/* ---- pictures --------------------------------------------------------------------------- */

/* Returns whether the program that embeds this one lays out pictures, as a web page can. */
bool grundy_platform_draws(void);

/* Lets that program lay out a text in DOT. Returns the layout in the format `plain` of Graphviz, which
 * the caller frees; NULL on failure. */
char *grundy_platform_draw(const char *dot, const char *layout);

#endif
