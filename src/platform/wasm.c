/* WebAssembly: one instance per command, in a page, a worker or Node. */

#include <platform.h>

#include <emscripten.h>
#include <emscripten/heap.h>
#include <errno.h>
#include <malloc.h>
#include <unistd.h>

/* ---- terminals, programs and signals ---------------------------------------------------- */

/* JavaScript collects what the command prints, so that nothing is a terminal. */
bool grundy_platform_is_terminal(int descriptor) {
  (void)descriptor;
  return false;
}

int grundy_platform_spawn(char *const *arguments, const int *descriptors, pid_t *child) {
  (void)arguments;
  (void)descriptors;
  (void)child;
  return ENOSYS;
}

void grundy_platform_use_signal_stack(void *stack, size_t size) {
  (void)stack;
  (void)size;
}

void *grundy_platform_share(size_t size) {
  (void)size;
  return NULL;
}

pid_t grundy_platform_fork(void) {
  errno = ENOSYS;
  return -1;
}

int grundy_platform_wait_for_signal(const sigset_t *set, int milliseconds, bool *was_sent) {
  (void)set;
  (void)milliseconds;
  *was_sent = false;
  return 0;
}

bool grundy_platform_has_terminal(void) {
  return false;
}

size_t grundy_platform_stack(void) {
  return SIZE_MAX;
}

bool grundy_platform_run_on_stack(size_t size, void (*function)(void *context), void *context) {
  (void)size;
  (void)function;
  (void)context;
  return false;
}

/* ---- files ------------------------------------------------------------------------------ */

int grundy_platform_open_nameless(const char *folder) {
  (void)folder;
  return -1;
}

int grundy_platform_name_file(int descriptor, const char *name) {
  (void)descriptor;
  (void)name;
  errno = ENOTSUP;
  return -1;
}

/* There is no disk that could be full. */
int grundy_platform_reserve(int descriptor, uint64_t bytes) {
  return ftruncate(descriptor, (off_t)bytes) == 0 ? 0 : errno;
}

void grundy_platform_announce(int descriptor, uint64_t first, uint64_t bytes) {
  (void)descriptor;
  (void)first;
  (void)bytes;
}

void grundy_platform_started_as(const char *word) {
  (void)word;
}

bool grundy_platform_program(char *path, size_t size) {
  (void)path;
  (void)size;
  return false;
}

/* ---- memory ----------------------------------------------------------------------------- */

/* The linker sends all calls of sbrk, by which malloc gets memory, to __wrap_sbrk. */
void *__real_sbrk(intptr_t bytes);
void *__wrap_sbrk(intptr_t bytes);

static uint64_t limit = UINT64_MAX;

static uint64_t break_now(void) {
  return (uintptr_t)__real_sbrk(0);
}

void *__wrap_sbrk(intptr_t bytes) {
  if (bytes > 0 && break_now() + (uint64_t)bytes > limit) {
    errno = ENOMEM;
    return (void *)-1; /* NOLINT(performance-no-int-to-ptr): what sbrk returns */
  }
  return __real_sbrk(bytes);
}

/* Where the heap begins, above constants and the stack; emscripten's linker defines it. */
extern const unsigned char __heap_base;

/* Constants, which are read from the module, and the stack, of which little is touched, do not
 * count as held. Blocks that were freed can be used again, but stay below the break. */
bool grundy_platform_usage(struct grundy_platform_usage *usage) {
  uint64_t free = (uint32_t)mallinfo().fordblks;
  usage->promised = break_now();
  usage->held = usage->promised - (uintptr_t)&__heap_base - free;
  return true;
}

size_t grundy_platform_bounds(uint64_t held,
                              struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS]) {
  (void)held;
  bounds[0] = (struct grundy_platform_bound){emscripten_get_heap_max(), "WebAssembly has room for"};
  return 1;
}

uint64_t grundy_platform_limit(void) {
  return limit;
}

void grundy_platform_set_limit(uint64_t bytes) {
  limit = bytes;
}

void grundy_platform_return_freed(void) {}

void grundy_platform_use_large_pages(void *memory, size_t size) {
  (void)memory;
  (void)size;
}

uint64_t grundy_platform_peak(void) {
  return break_now();
}

/* ---- pictures --------------------------------------------------------------------------- */

/* clang-format off */
EM_JS(bool, has_draw, (void), { return typeof Module["draw"] === "function"; });

EM_JS(char *, call_draw, (const char *dot, const char *layout), {
  try {
    return allocateUTF8(Module["draw"](UTF8ToString(dot), UTF8ToString(layout)));
  } catch (error) {
    return 0;
  }
});
/* clang-format on */

bool grundy_platform_draws(void) {
  return has_draw();
}

char *grundy_platform_draw(const char *dot, const char *layout) {
  return call_draw(dot, layout);
}
