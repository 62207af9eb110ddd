/* What Linux and other systems with POSIX have in common. */

#include <platform.h>

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

/* ---- terminals, programs and signals ---------------------------------------------------- */

bool grundy_platform_is_terminal(int descriptor) {
  return isatty(descriptor) == 1;
}

int grundy_platform_spawn(char *const *arguments, const int *descriptors, pid_t *child) {
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  for (int i = 0; descriptors != NULL && failure == 0 && i < 3; i++)
    failure = posix_spawn_file_actions_adddup2(&actions, descriptors[i], i);
  if (failure == 0) failure = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failure;
}

void grundy_platform_use_signal_stack(void *stack, size_t size) {
  stack_t there = {.ss_sp = stack, .ss_size = size}, before;
  bool missing = sigaltstack(NULL, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0;
  if (missing) (void)sigaltstack(&there, NULL);
}

void *grundy_platform_share(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

pid_t grundy_platform_fork(void) {
  pid_t parent = getpid(), child = fork();
  if (child == 0) grundy_platform_end_with(parent, false);
  return child;
}

bool grundy_platform_has_terminal(void) {
  pid_t front = tcgetpgrp(STDIN_FILENO);
  return front < 0 || front == getpgrp();
}

size_t grundy_platform_stack(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  return (size_t)limit.rlim_cur;
}

struct call {
  void (*function)(void *context);
  void *context;
  sigset_t signals;
};

static void *make_call(void *context) {
  const struct call *call = context;
  (void)pthread_sigmask(SIG_SETMASK, &call->signals, NULL);
  call->function(call->context);
  return NULL;
}

bool grundy_platform_run_on_stack(size_t size, void (*function)(void *context), void *context) {
  struct call call = {.function = function, .context = context};
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all;
  if (pthread_attr_init(&attributes) != 0) return false;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &call.signals);
  bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
                 pthread_create(&thread, &attributes, make_call, &call) == 0;
  if (started) (void)pthread_join(thread, NULL);
  (void)pthread_sigmask(SIG_SETMASK, &call.signals, NULL);
  (void)pthread_attr_destroy(&attributes);
  return started;
}

/* ---- limits on memory ------------------------------------------------------------------- */

uint64_t grundy_platform_resource_limit(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return (uint64_t)limit.rlim_cur;
}

uint64_t grundy_platform_limit(void) {
  return grundy_platform_resource_limit(RLIMIT_DATA);
}

void grundy_platform_set_limit(uint64_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = (rlim_t)bytes;
  (void)setrlimit(RLIMIT_DATA, &limit);
}

/* ---- pictures --------------------------------------------------------------------------- */

bool grundy_platform_draws(void) {
  return false;
}

char *grundy_platform_draw(const char *dot, const char *layout) {
  (void)dot;
  (void)layout;
  return NULL;
}
