#!/bin/sh
# Only src/platform/ knows the operating system: no other source file calls or includes what is not in
# POSIX, or not on every system that has most of POSIX, and no portable file of the platform does.
# open_memstream counts as such: that of glibc drops characters without an error when memory runs out.
set -eu
linux='close_range|pipe2|accept4|epoll_(create1?|ctl|wait|event)|signalfd|prctl|O_TMPFILE|fopencookie|cpu_set_t|sched_getaffinity|getrandom'
linux="$linux|mremap|memfd_create|eventfd|timerfd_[a-z]*|inotify_[a-z0-9]*|malloc_trim|mallopt|mallinfo2?|memmem|v?asprintf"
linux="$linux|strchrnul|mempcpy|qsort_r|secure_getenv|SOCK_NONBLOCK|SOCK_CLOEXEC|MSG_NOSIGNAL|POLLRDHUP|MADV_[A-Z]*"
rare='sem_init|sem_timedwait|sigtimedwait|sigwaitinfo|posix_fallocate|posix_fadvise|clock_getcpuclockid|pthread_barrier_[a-z]*|open_memstream'
headers='sys/(epoll|signalfd|prctl|random|sysinfo|auxv|inotify|eventfd|timerfd|syscall)|linux/[a-z_]*|malloc|semaphore'
pattern="(^|[^A-Za-z0-9_\"])($linux|$rare)[^A-Za-z0-9_]|<($headers)\\.h>|\"/(proc|sys)/|_GNU_SOURCE"

# check ROOT: prints the lines of its files that depend on a system; fails if there is one.
check() {
  found=$(
    cd "$1"
    grep -rnE --include='*.[ch]' "$pattern" src cli command web mpi include games |
    grep -vE '^src/platform/(linux[a-z_]*|wasm|cookie_stream)\.c:|^src/platform/(platform\.h:[0-9]*:#include <semaphore.h>|portable\.c:[0-9]*:  return open_memstream)' |
    grep -vE '^[^:]*:[0-9]*:\s*(/\*| \*)' || true
  )
  [ -z "$found" ] || { echo "$found"; return 1; }
}

check . || { echo 'these lines belong in src/platform'; exit 1; }

# The check notices such a line.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/platform"
for folder in cli command web mpi include games; do mkdir "$work/$folder"; done
for line in '  FILE *out = open_memstream(&text, &size);' '  if (pipe2(ends, 0) != 0) return;' '#include <sys/epoll.h>' '  f = fopen("/proc/self/statm", "r");' '#define _GNU_SOURCE'; do
  for file in web/x.c src/platform/portable.c; do
    printf '%s\n' "$line" > "$work/$file"
    ! check "$work" > /dev/null || { echo "not noticed in $file: $line"; exit 1; }
    rm "$work/$file"
  done
done
