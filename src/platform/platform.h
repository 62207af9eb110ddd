/* What operating systems offer in different ways, or not at all. The library, the server and the
 * command use it, and no other file depends on the system. A build compiles
 *
 *   Linux            posix.c, linux.c, linux_events.c, linux_memory.c, cookie_stream.c
 *   other systems    posix.c, portable.c, portable_events.c (GRUNDY_PORTABLE)
 *   WebAssembly      wasm.c, cookie_stream.c
 *
 * and either libraries.c or libraries_none.c. portable.c uses only POSIX, and is tested on Linux;
 * every function in it is the twin of one in linux.c. WebAssembly has no threads and no server, so
 * it lacks what only these need. */

#ifndef GRUNDY_PLATFORM_H
#define GRUNDY_PLATFORM_H

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

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

/* Called by a child that was forked by `parent`: ends it if that has ended, and kills it when that
 * ends. If the child becomes another program (`execs`), a portable build only looks once. Safe
 * between fork and exec. */
void grundy_platform_end_with(pid_t parent, bool execs);

/* Opens a pipe whose ends are closed when a program is started. Returns 0, or -1 and errno. */
int grundy_platform_pipe(int ends[2]);

/* Closes all descriptors from `first` on, except `kept` (-1: none). Safe between fork and exec. */
void grundy_platform_close_from(int first, int kept);

/* Sets *used to the CPU time of a process; false if it is not known. */
bool grundy_platform_cpu_time(pid_t process, struct timespec *used);

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

/* ---- threads ---------------------------------------------------------------------------- */

/* Returns the number of CPUs that this process may run on. */
unsigned grundy_platform_cpus(void);

/* A semaphore of the threads of one process. */
typedef struct grundy_platform_semaphore {
#ifdef GRUNDY_PORTABLE
  pthread_mutex_t lock;
  pthread_cond_t posted;
  unsigned count;
#else
  sem_t semaphore;
#endif
} grundy_platform_semaphore;

/* Makes a semaphore with the count 0. It is never destroyed. */
bool grundy_platform_semaphore_init(grundy_platform_semaphore *semaphore);
void grundy_platform_semaphore_post(grundy_platform_semaphore *semaphore);

/* Waits until the count is above 0, and lowers it. */
void grundy_platform_semaphore_wait(grundy_platform_semaphore *semaphore);

/* As above, if the count becomes positive within that time; false if it does not. */
bool grundy_platform_semaphore_wait_for(grundy_platform_semaphore *semaphore, long nanoseconds);
bool grundy_platform_semaphore_try(grundy_platform_semaphore *semaphore);

/* ---- files ------------------------------------------------------------------------------ */

/* Creates a file without a name in the folder and opens it for writing; -1 if that is not
 * possible. */
int grundy_platform_open_nameless(const char *folder);

/* Gives such a file a name. Returns 0, or -1 and errno, ENOTSUP if files always have names. */
int grundy_platform_name_file(int descriptor, const char *name);

/* Makes a new file that long, and reserves room on the disk. Returns 0 or an errno. */
int grundy_platform_reserve(int descriptor, uint64_t bytes);

/* Says that these bytes of a file will be read soon. */
void grundy_platform_announce(int descriptor, uint64_t first, uint64_t bytes);

typedef ssize_t grundy_platform_read(void *context, char *to, size_t size);
typedef int grundy_platform_close(void *context);

/* Returns a stream that reads through the function, which sets errno if it fails, and closes by the
 * other one. NULL and errno on failure; nothing is closed then. A portable build reads everything
 * at once, so that its errors may be those of `read`. */
FILE *grundy_platform_stream(void *context, grundy_platform_read *read,
                             grundy_platform_close *close);

/* Returns a stream for grundy_text_open. The twin of a portable build is open_memstream, which may
 * drop bytes without an error when memory runs out: glibc's does. */
FILE *grundy_platform_text(char **text, size_t *size);

/* Writes the path of the running program; false if it is not known. */
bool grundy_platform_program(char *path, size_t size);

/* Remembers how the program was called, for grundy_platform_program of a portable build. */
void grundy_platform_started_as(const char *word);

/* Fills memory with random bytes that others cannot guess; false on failure. */
bool grundy_platform_random(void *bytes, size_t size);

/* ---- sockets, events and signals of a server --------------------------------------------- */

/* Opens a socket, or accepts a connection, that does not block and that is closed when a program is
 * started. Return it, or -1 and errno. */
int grundy_platform_socket(int family);
int grundy_platform_accept(int listening, struct sockaddr *address, socklen_t *length);

/* Descriptors that are watched for input. */
struct grundy_platform_events;

struct grundy_platform_event {
  void *data;       /* as given by _watch */
  bool has_hung_up; /* the other side sends no more */
};

enum grundy_platform_watching {
  GRUNDY_PLATFORM_UNREAD, /* an event while there is something to read */
  GRUNDY_PLATFORM_NEW,    /* an event when more has arrived, or the other side hangs up */
};

/* NULL and errno on failure. */
struct grundy_platform_events *grundy_platform_events_new(void);
void grundy_platform_events_free(struct grundy_platform_events *events);

/* Watches a descriptor, or watches it in another way. */
void grundy_platform_events_watch(struct grundy_platform_events *events, int descriptor,
                                  enum grundy_platform_watching how, void *data);
void grundy_platform_events_forget(struct grundy_platform_events *events, int descriptor);

/* Returns the number of events that are there now, and writes them. Never waits. */
size_t grundy_platform_events_take(struct grundy_platform_events *events,
                                   struct grundy_platform_event *found, size_t most);

/* Writes at most `room` descriptors to poll, after which there may be events; returns their number.
 * *milliseconds is lowered to the time after which this must be called again. */
size_t grundy_platform_events_poll(const struct grundy_platform_events *events,
                                   struct pollfd *polled, size_t room, int *milliseconds);

/* Returns whether events are those of epoll, which other libraries can use, too. */
bool grundy_platform_has_epoll(void);

/* Returns a descriptor to poll for signals, which are no longer handled otherwise; -1 and errno on
 * failure. One at a time. */
int grundy_platform_signals_open(const sigset_t *set);

/* Returns the number of the next signal; 0 if there is none. */
int grundy_platform_signals_take(int descriptor);
void grundy_platform_signals_close(int descriptor);

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

/* Returns a resource limit of the process, such as RLIMIT_AS; UINT64_MAX if it has none. */
uint64_t grundy_platform_resource_limit(int resource);

/* Returns the limit on promised memory; UINT64_MAX if there is none. */
uint64_t grundy_platform_limit(void);

/* Makes allocations fail that would exceed this many promised bytes. */
void grundy_platform_set_limit(uint64_t bytes);

/* Returns the largest amount of memory that the process has held so far, in bytes; 0 if unknown. */
uint64_t grundy_platform_peak(void);

/* Returns freed memory to the system, and from now on every large block when it is freed, so that
 * what is held is what is in use. */
void grundy_platform_return_freed(void);

/* Asks for large pages in this memory, which begins at a page. */
void grundy_platform_use_large_pages(void *memory, size_t size);

/* Gives the contents of these pages back; they become undefined. */
void grundy_platform_discard(void *memory, size_t size);

/* ---- pictures --------------------------------------------------------------------------- */

/* Returns whether the program that embeds this one lays out pictures, as a web page can. */
bool grundy_platform_draws(void);

/* Lets that program lay out a text in DOT. Returns the layout in the format `plain` of Graphviz,
 * which the caller frees; NULL on failure. */
char *grundy_platform_draw(const char *dot, const char *layout);

#endif
