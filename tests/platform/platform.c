/* The platform keeps its promises. The file is compiled twice: with the files for this system, and
 * with their portable twins. */

#include <platform.h>

#include <grundy/base.h>

#ifndef GRUNDY_LAZY_LIBRARIES
#define GRUNDY_LAZY_LIBRARIES
#endif
#include <lazy_library.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- processes and signals -------------------------------------------------------------- */

static bool is_closed_by_exec(int descriptor) {
  return (fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0;
}

static void pipes_are_closed_by_exec(void **state) {
  int ends[2];
  char byte = 0;
  (void)state;
  assert_int_equal(grundy_platform_pipe(ends), 0);
  assert_true(is_closed_by_exec(ends[0]) && is_closed_by_exec(ends[1]));
  assert_int_equal(write(ends[1], "x", 1), 1);
  assert_int_equal(read(ends[0], &byte, 1), 1);
  assert_int_equal(byte, 'x');
  close(ends[0]);
  close(ends[1]);
}

/* Returns the exit code of a child that runs the function. */
static int code_of_child(int (*function)(void)) {
  int status = 0;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) _exit(function());
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static int close_all_but_one(void) {
  int kept = dup2(STDERR_FILENO, 20), other = dup2(STDERR_FILENO, 21), last = dup2(2, 300);
  if (kept < 0 || other < 0 || last < 0) return 1;
  grundy_platform_close_from(3, kept);
  if (fcntl(kept, F_GETFD) < 0) return 2;
  grundy_platform_close_from(kept, kept);
  if (fcntl(kept, F_GETFD) < 0) return 2;
  for (int i = 3; i < 400; i++)
    if (i != kept && fcntl(i, F_GETFD) >= 0) return 3;
  grundy_platform_close_from(3, -1);
  return fcntl(kept, F_GETFD) < 0 && fcntl(STDERR_FILENO, F_GETFD) >= 0 ? 0 : 4;
}

static void one_descriptor_can_stay_open(void **state) {
  (void)state;
  assert_int_equal(code_of_child(close_all_but_one), 0);
}

/* The child of a child that is killed ends, too: its end of the pipe is closed. */
static void children_end_with_their_parent(void **state) {
  int ends[2];
  char byte;
  (void)state;
  assert_int_equal(pipe(ends), 0);
  pid_t parent = fork();
  if (parent == 0) {
    pid_t child = grundy_platform_fork();
    if (child == 0) {
      (void)!write(ends[1], "x", 1);
      for (;;) pause();
    }
    for (;;) pause();
  }
  close(ends[1]);
  assert_int_equal(read(ends[0], &byte, 1), 1);
  kill(parent, SIGKILL);
  waitpid(parent, NULL, 0);
  assert_int_equal(read(ends[0], &byte, 1), 0); /* the end of the stream */
  close(ends[0]);
}

static void waiting_for_a_signal_takes_it(void **state) {
  sigset_t set, before;
  bool was_sent;
  (void)state;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &before);
  assert_int_equal(grundy_platform_wait_for_signal(&set, 1, &was_sent), 0);
  kill(getpid(), SIGUSR1);
  assert_int_equal(grundy_platform_wait_for_signal(&set, 1000, &was_sent), SIGUSR1);
  assert_int_equal(grundy_platform_wait_for_signal(&set, 1, &was_sent), 0);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void signals_become_input(void **state) {
  sigset_t set;
  (void)state;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  int signals = grundy_platform_signals_open(&set);
  assert_true(signals >= 0 && is_closed_by_exec(signals));
  assert_int_equal(grundy_platform_signals_take(signals), 0);
  kill(getpid(), SIGUSR2);
  struct pollfd polled = {.fd = signals, .events = POLLIN};
  int ready;
  do ready = poll(&polled, 1, 5000);
  while (ready < 0 && errno == EINTR);
  assert_int_equal(ready, 1);
  assert_int_equal(grundy_platform_signals_take(signals), SIGUSR2);
  assert_int_equal(grundy_platform_signals_take(signals), 0);
  grundy_platform_signals_close(signals);
}

static void programs_are_searched_and_use_the_streams_of_the_caller(void **state) {
  char shell[] = "sh", option[] = "-c", script[] = "exit 7", nowhere[] = "/nowhere/missing";
  char *exit_7[] = {shell, option, script, NULL}, *missing[] = {nowhere, NULL};
  pid_t child = 0;
  int status = 0;
  (void)state;
  assert_int_equal(grundy_platform_spawn(exit_7, NULL, &child), 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  assert_int_equal(grundy_platform_spawn(missing, NULL, &child), ENOENT);
}

/* A sanitizer may have given the thread a stack, which is put aside. */
static void *use_signal_stacks(void *context) {
  static char blocks[2][1 << 16];
  const stack_t none = {.ss_flags = SS_DISABLE};
  stack_t own, *used = context;
  (void)sigaltstack(&none, &own);
  for (int i = 0; i < 2; i++) {
    grundy_platform_use_signal_stack(blocks[i], sizeof blocks[i]);
    (void)sigaltstack(NULL, &used[i]);
  }
  used[2].ss_sp = blocks[0];
  (void)sigaltstack(&own, NULL);
  return NULL;
}

static void a_thread_keeps_its_signal_stack(void **state) {
  stack_t used[3];
  pthread_t thread;
  (void)state;
  assert_int_equal(pthread_create(&thread, NULL, use_signal_stacks, used), 0);
  pthread_join(thread, NULL);
  for (int i = 0; i < 2; i++) assert_ptr_equal(used[i].ss_sp, used[2].ss_sp);
}

/* The terminal is the standard input of a new session, and then of a process in the background. */
static int ask_for_terminal(void) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (setsid() < 0 || terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return 1;
  int input = open(ptsname(terminal), O_RDWR);
  if (input < 0 || ioctl(input, TIOCSCTTY, 0) != 0 || dup2(input, STDIN_FILENO) < 0) return 2;
  if (!grundy_platform_is_terminal(STDIN_FILENO) || !grundy_platform_has_terminal()) return 3;
  pid_t child = fork();
  if (child == 0) _exit(setpgid(0, 0) == 0 && !grundy_platform_has_terminal() ? 0 : 1);
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return 4;
  int nothing = open("/dev/null", O_RDWR);
  return dup2(nothing, STDIN_FILENO) == 0 && !grundy_platform_is_terminal(STDIN_FILENO) &&
                 grundy_platform_has_terminal()
             ? 0
             : 5;
}

static void processes_in_the_background_must_leave_the_terminal_alone(void **state) {
  (void)state;
  assert_int_equal(code_of_child(ask_for_terminal), 0);
}

static int change_limits(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return 1;
  limit.rlim_cur = 4 << 20;
  if (setrlimit(RLIMIT_STACK, &limit) != 0 || grundy_platform_stack() != 4 << 20) return 2;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_STACK, &limit) != 0) return 3;
  if (grundy_platform_stack() != (limit.rlim_max == RLIM_INFINITY ? SIZE_MAX : limit.rlim_max))
    return 4;
  grundy_platform_set_limit(UINT64_C(1) << 30);
  return grundy_platform_limit() == UINT64_C(1) << 30 ? 0 : 5;
}

static void limits_of_the_process_are_known(void **state) {
  (void)state;
  assert_int_equal(code_of_child(change_limits), 0);
}

static void no_memory_is_shared_if_there_is_too_little(void **state) {
  (void)state;
  char *shared = grundy_platform_share(100);
  assert_non_null(shared);
  assert_int_equal(shared[99], 0);
  assert_null(grundy_platform_share(SIZE_MAX / 2));
}

/* Pictures are drawn by the system only where it is a browser. */
static void the_system_draws_no_pictures(void **state) {
  (void)state;
  assert_false(grundy_platform_draws());
  assert_null(grundy_platform_draw("digraph { a -> b }", "dot"));
}

static void only_processes_that_exist_have_a_cpu_time(void **state) {
  struct timespec used = {.tv_sec = -1};
  int status;
  (void)state;
  if (grundy_platform_cpu_time(getpid(), &used)) assert_true(used.tv_sec >= 0);
  pid_t child = fork();
  if (child == 0) _exit(0);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_false(grundy_platform_cpu_time(child, &used));
}

/* ---- threads ---------------------------------------------------------------------------- */

static void *post_later(void *semaphore) {
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  grundy_platform_semaphore_post(semaphore);
  return NULL;
}

static void semaphores_count(void **state) {
  grundy_platform_semaphore semaphore;
  pthread_t thread;
  (void)state;
  assert_true(grundy_platform_cpus() >= 1);
  assert_true(grundy_platform_semaphore_init(&semaphore));
  assert_false(grundy_platform_semaphore_try(&semaphore));
  assert_false(grundy_platform_semaphore_wait_for(&semaphore, 1000000));
  grundy_platform_semaphore_post(&semaphore);
  grundy_platform_semaphore_post(&semaphore);
  assert_true(grundy_platform_semaphore_try(&semaphore));
  assert_true(grundy_platform_semaphore_wait_for(&semaphore, 1000000));
  assert_false(grundy_platform_semaphore_try(&semaphore));
  assert_int_equal(pthread_create(&thread, NULL, post_later, &semaphore), 0);
  grundy_platform_semaphore_wait(&semaphore);
  pthread_join(thread, NULL);
}

static volatile sig_atomic_t interruptions;
static atomic_bool is_posted;
static pthread_t waiting;

static void count_interruption(int signal) {
  (void)signal;
  interruptions++;
}

static void *interrupt_and_post(void *semaphore) {
  while (interruptions == 0) {
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    pthread_kill(waiting, SIGALRM);
  }
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  is_posted = true;
  grundy_platform_semaphore_post(semaphore);
  return NULL;
}

static void waiting_for_a_semaphore_survives_signals(void **state) {
  struct sigaction count = {.sa_handler = count_interruption}, before;
  grundy_platform_semaphore semaphore;
  pthread_t thread;
  (void)state;
  assert_int_equal(sigaction(SIGALRM, &count, &before), 0);
  assert_true(grundy_platform_semaphore_init(&semaphore));
  waiting = pthread_self();
  assert_int_equal(pthread_create(&thread, NULL, interrupt_and_post, &semaphore), 0);
  grundy_platform_semaphore_wait(&semaphore);
  assert_true(is_posted);
  pthread_join(thread, NULL);
  assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
}

static void set_true(void *context) {
  *(bool *)context = true;
}

static void functions_need_a_possible_stack(void **state) {
  const size_t impossible[] = {1, SIZE_MAX / 4};
  bool is_called = false;
  (void)state;
  for (int i = 0; i < 2; i++)
    assert_false(grundy_platform_run_on_stack(impossible[i], set_true, &is_called));
  assert_false(is_called);
  assert_true(grundy_platform_run_on_stack(1 << 20, set_true, &is_called));
  assert_true(is_called);
}

/* ---- files ------------------------------------------------------------------------------ */

static void files_without_a_name_can_get_one(void **state) {
  char folder[] = "/tmp/grundy-platform-XXXXXX", name[64];
  struct stat about;
  (void)state;
  assert_non_null(mkdtemp(folder));
  snprintf(name, sizeof name, "%s/file", folder);
  int file = grundy_platform_open_nameless(folder);
  if (file >= 0) { /* not every system and every file system has them */
    assert_int_equal(write(file, "abc", 3), 3);
    assert_int_equal(grundy_platform_name_file(file, name), 0);
    assert_int_equal(grundy_platform_name_file(file, name), -1);
    assert_int_equal(stat(name, &about), 0);
    assert_int_equal(about.st_size, 3);
    close(file);
    unlink(name);
  }
  rmdir(folder);
}

static void reserved_files_have_blocks(void **state) {
  FILE *file = tmpfile();
  struct stat about;
  const uint64_t bytes = 100000;
  (void)state;
  assert_non_null(file);
  assert_int_equal(grundy_platform_reserve(fileno(file), bytes), 0);
  grundy_platform_announce(fileno(file), 0, bytes);
  assert_int_equal(fstat(fileno(file), &about), 0);
  assert_int_equal(about.st_size, bytes);
  assert_true(512 * (uint64_t)about.st_blocks >= bytes);
  fclose(file);
}

struct source {
  int left; /* bytes */
  bool fails, is_closed;
};

static ssize_t read_source(void *context, char *to, size_t size) {
  struct source *source = context;
  size_t count = size < 1000 ? size : 1000;
  if (source->left == 0 && source->fails) {
    errno = EILSEQ;
    return -1;
  }
  if ((size_t)source->left < count) count = (size_t)source->left;
  memset(to, 'a', count);
  source->left -= (int)count;
  return (ssize_t)count;
}

static int close_source(void *context) {
  ((struct source *)context)->is_closed = true;
  return 0;
}

static void streams_read_through_functions(void **state) {
  struct source source = {.left = 100000}, damaged = {.left = 5000, .fails = true};
  int count = 0;
  (void)state;
  FILE *stream = grundy_platform_stream(&source, read_source, close_source);
  assert_non_null(stream);
  while (getc(stream) == 'a') count++;
  assert_int_equal(count, 100000);
  assert_false(ferror(stream));
  fclose(stream);
  assert_true(source.is_closed);
  stream = grundy_platform_stream(&damaged, read_source, close_source);
  if (stream != NULL) {
    errno = 0;
    while (getc(stream) == 'a') continue;
    assert_true(ferror(stream));
  }
  assert_int_equal(errno, EILSEQ);
  if (stream != NULL) fclose(stream);
  assert_int_equal(damaged.is_closed, stream != NULL);
}

static void the_program_knows_its_path(void **state) {
  char path[PATH_MAX], *named = realpath(*state, NULL);
  assert_non_null(named);
  grundy_platform_started_as(*state);
  assert_true(grundy_platform_program(path, sizeof path));
  assert_string_equal(path, named);
  free(named);
  grundy_platform_started_as("sh"); /* found in PATH, if nothing better is known */
  assert_true(grundy_platform_program(path, sizeof path));
  assert_int_equal(path[0], '/');
}

static void random_bytes_differ(void **state) {
  uint64_t a[4] = {0}, b[4] = {0};
  (void)state;
  assert_true(grundy_platform_random(a, sizeof a) && grundy_platform_random(b, sizeof b));
  assert_memory_not_equal(a, b, sizeof a);
}

static void memory_has_bounds(void **state) {
  struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS];
  (void)state;
  size_t count = grundy_platform_bounds(0, bounds);
  assert_in_range(count, 2, GRUNDY_PLATFORM_MAX_BOUNDS);
  for (size_t i = 0; i < count; i++) assert_true(bounds[i].bytes > 1 << 20);
  assert_true(grundy_platform_peak() > 100000);
}

/* ---- events ----------------------------------------------------------------------------- */

/* Waits until there is an event, for some seconds at most. Returns the number of events. */
static size_t wait_for_event(struct grundy_platform_events *events,
                             struct grundy_platform_event *event) {
  for (int i = 0; i < 200; i++) {
    struct pollfd polled[8];
    int milliseconds = 50;
    size_t count = grundy_platform_events_take(events, event, 1);
    if (count > 0) return count;
    count = grundy_platform_events_poll(events, polled, 8, &milliseconds);
    (void)poll(polled, (nfds_t)count, milliseconds);
  }
  return 0;
}

/* Returns whether there is no event for a moment. */
static bool is_quiet(struct grundy_platform_events *events) {
  struct grundy_platform_event event;
  for (int i = 0; i < 5; i++) {
    if (grundy_platform_events_take(events, &event, 1) > 0) return false;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  return true;
}

/* Connects to a socket of this process. */
static int connect_to(int listening) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  assert_int_equal(getsockname(listening, (struct sockaddr *)&address, &length), 0);
  int client = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(connect(client, (struct sockaddr *)&address, length), 0);
  return client;
}

static void connections_have_events(void **state) {
  struct grundy_platform_events *events = grundy_platform_events_new();
  struct grundy_platform_event event;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int data = 0;
  (void)state;
  assert_non_null(events);
  int listening = grundy_platform_socket(AF_INET);
  assert_true(listening >= 0 && is_closed_by_exec(listening));
  assert_int_equal(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(listen(listening, 8), 0);
  grundy_platform_events_watch(events, listening, GRUNDY_PLATFORM_UNREAD, NULL);
  assert_int_equal(grundy_platform_accept(listening, (struct sockaddr *)&address, &length), -1);
  assert_true(is_quiet(events));

  int client = connect_to(listening);
  assert_int_equal(wait_for_event(events, &event), 1);
  assert_null(event.data);
  int server = grundy_platform_accept(listening, (struct sockaddr *)&address, &length);
  assert_true(server >= 0 && is_closed_by_exec(server));

  /* News are an event once, although they stay unread; so are more of them, and the end. */
  grundy_platform_events_watch(events, server, GRUNDY_PLATFORM_NEW, &data);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(send(client, "x", 1, 0), 1);
    assert_int_equal(wait_for_event(events, &event), 1);
    assert_ptr_equal(event.data, &data);
    assert_false(event.has_hung_up);
    assert_true(is_quiet(events));
  }
  char bytes[4];
  assert_int_equal(recv(server, bytes, sizeof bytes, 0), 2);
  close(client);
  do assert_int_equal(wait_for_event(events, &event), 1); /* perhaps first that nothing is unread */
  while (!event.has_hung_up);
  assert_ptr_equal(event.data, &data);

  /* What is watched in the other way is an event again and again, and nothing after it is
   * forgotten. */
  grundy_platform_events_watch(events, server, GRUNDY_PLATFORM_UNREAD, &data);
  for (int i = 0; i < 3; i++) assert_int_equal(wait_for_event(events, &event), 1);
  grundy_platform_events_forget(events, server);
  assert_true(is_quiet(events));
  close(server);
  close(listening);
  grundy_platform_events_free(events);
}

/* More connections than a call reports. */
static void many_connections_have_events(void **state) {
  enum { PAIRS = 20, MOST = 3 };
  struct grundy_platform_events *events = grundy_platform_events_new();
  struct grundy_platform_event found[MOST];
  struct pollfd polled[MOST];
  int pairs[PAIRS][2], data[PAIRS], milliseconds = -1;
  (void)state;
  for (int i = 0; i < PAIRS; i++) {
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]), 0);
    grundy_platform_events_watch(events, pairs[i][0], GRUNDY_PLATFORM_UNREAD, &data[i]);
  }
  assert_true(is_quiet(events));
  assert_int_equal(grundy_platform_events_poll(events, polled, 0, &milliseconds), 0);
  for (int i = 0; i < 2; i++)
    assert_in_range(grundy_platform_events_poll(events, polled, MOST, &milliseconds), 1, MOST);
  for (int i = 0; i < PAIRS; i++) assert_int_equal(write(pairs[i][1], "x", 1), 1);
  assert_int_equal(grundy_platform_events_take(events, found, MOST), MOST);
  for (int i = 0; i < MOST; i++) {
    assert_in_range((int *)found[i].data - data, 0, PAIRS - 1);
    assert_false(found[i].has_hung_up);
  }
  for (int i = 0; i < PAIRS; i++) grundy_platform_events_forget(events, pairs[i][0]);
  grundy_platform_events_forget(events, pairs[0][1]); /* it was never watched */
  assert_true(is_quiet(events));
  for (int i = 0; i < PAIRS; i++) {
    close(pairs[i][0]);
    close(pairs[i][1]);
  }
  grundy_platform_events_free(events);
  grundy_platform_events_free(NULL);
}

/* Although nothing else arrives, and what has arrived stays unread. */
static void a_connection_that_hangs_up_has_an_event(void **state) {
  struct grundy_platform_events *events = grundy_platform_events_new();
  struct grundy_platform_event event;
  int pair[2];
  (void)state;
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  grundy_platform_events_watch(events, pair[0], GRUNDY_PLATFORM_NEW, pair);
  assert_int_equal(write(pair[1], "x", 1), 1);
  assert_int_equal(wait_for_event(events, &event), 1);
  assert_false(event.has_hung_up);
  close(pair[1]);
  assert_int_equal(wait_for_event(events, &event), 1);
  assert_true(event.has_hung_up);
  close(pair[0]);
  grundy_platform_events_free(events);
}

static void only_other_systems_lack_epoll(void **state) {
  (void)state;
#ifdef GRUNDY_PORTABLE
  assert_false(grundy_platform_has_epoll());
#else
  assert_true(grundy_platform_has_epoll());
#endif
}

/* ---- libraries -------------------------------------------------------------------------- */

int grundy_missing_function(void);
#define SOME_FUNCTIONS(X) X(strlen) X(abs)
#define MISSING_FUNCTIONS(X) X(strlen) X(grundy_missing_function)
LIBRARY_DECLARE(some, SOME_FUNCTIONS)
LIBRARY_DEFINE(some, "the C library", "libc.so.6", SOME_FUNCTIONS)
LIBRARY_DECLARE(missing, MISSING_FUNCTIONS)
LIBRARY_DEFINE(missing, "The old library", "libc.so.6", MISSING_FUNCTIONS)
LIBRARY_DECLARE(nowhere, SOME_FUNCTIONS)
LIBRARY_DEFINE(nowhere, "The library", "libgrundy-nowhere.so.1", SOME_FUNCTIONS)

static void libraries_are_loaded_when_they_are_needed(void **state) {
  grundy_error error = {0};
  (void)state;
  for (int i = 0; i < 2; i++) {
    assert_int_equal(some_load(&error), GRUNDY_OK);
    assert_int_equal(some.abs(-3), 3);
    assert_int_equal(some.strlen("four"), 4);
  }
}

static void libraries_that_cannot_be_loaded_are_reported(void **state) {
  static const struct {
    grundy_status (*load)(grundy_error *error);
    const char *title, *reason;
  } cases[] = {{missing_load, "The old library could not be loaded: ", "grundy_missing_function"},
               {nowhere_load, "The library could not be loaded: ", "libgrundy-nowhere.so.1"}};
  (void)state;
  for (int i = 0; i < 4; i++) {
    grundy_error error = {0};
    assert_int_equal(cases[i % 2].load(NULL), GRUNDY_UNABLE);
    assert_int_equal(cases[i % 2].load(&error), GRUNDY_UNABLE);
    assert_int_equal(error.status, GRUNDY_UNABLE);
    assert_int_equal(strncmp(error.message, cases[i % 2].title, strlen(cases[i % 2].title)), 0);
    assert_non_null(strstr(error.message, cases[i % 2].reason));
  }
}

int main(int argc, char **argv) {
  (void)argc;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pipes_are_closed_by_exec),
      cmocka_unit_test(one_descriptor_can_stay_open),
      cmocka_unit_test(children_end_with_their_parent),
      cmocka_unit_test(waiting_for_a_signal_takes_it),
      cmocka_unit_test(signals_become_input),
      cmocka_unit_test(programs_are_searched_and_use_the_streams_of_the_caller),
      cmocka_unit_test(a_thread_keeps_its_signal_stack),
      cmocka_unit_test(processes_in_the_background_must_leave_the_terminal_alone),
      cmocka_unit_test(limits_of_the_process_are_known),
      cmocka_unit_test(no_memory_is_shared_if_there_is_too_little),
      cmocka_unit_test(the_system_draws_no_pictures),
      cmocka_unit_test(only_processes_that_exist_have_a_cpu_time),
      cmocka_unit_test(semaphores_count),
      cmocka_unit_test(waiting_for_a_semaphore_survives_signals),
      cmocka_unit_test(functions_need_a_possible_stack),
      cmocka_unit_test(files_without_a_name_can_get_one),
      cmocka_unit_test(reserved_files_have_blocks),
      cmocka_unit_test(streams_read_through_functions),
      cmocka_unit_test_prestate(the_program_knows_its_path, argv[0]),
      cmocka_unit_test(random_bytes_differ),
      cmocka_unit_test(memory_has_bounds),
      cmocka_unit_test(connections_have_events),
      cmocka_unit_test(many_connections_have_events),
      cmocka_unit_test(a_connection_that_hangs_up_has_an_event),
      cmocka_unit_test(only_other_systems_lack_epoll),
      cmocka_unit_test(libraries_are_loaded_when_they_are_needed),
      cmocka_unit_test(libraries_that_cannot_be_loaded_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
