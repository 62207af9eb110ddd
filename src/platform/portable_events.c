/* Events by poll: the twin of linux_events.c.
 *
 * A descriptor that is watched for something new is not polled again for a moment after poll has
 * reported it, since poll reports everything that is unread. Then its unread bytes are compared
 * with those of the last event. */

#include <platform.h>

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct watched {
  int descriptor;
  enum grundy_platform_watching how;
  void *data;
  int unread;       /* bytes at the last event; -1: there was none */
  bool has_hung_up; /* and that was an event */
  double quiet_until;
};

struct grundy_platform_events {
  struct watched *all;
  size_t count, room;
};

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct grundy_platform_events *grundy_platform_events_new(void) {
  return calloc(1, sizeof(struct grundy_platform_events));
}

void grundy_platform_events_free(struct grundy_platform_events *events) {
  if (events == NULL) return;
  free(events->all);
  free(events);
}

static struct watched *find(const struct grundy_platform_events *events, int descriptor) {
  for (size_t i = 0; i < events->count; i++)
    if (events->all[i].descriptor == descriptor) return &events->all[i];
  return NULL;
}

/* Returns room for one more, NULL if memory runs out: then the descriptor is not watched, and its
 * connection is dropped when its time is over. */
static struct watched *add(struct grundy_platform_events *events) {
  if (events->count == events->room) {
    size_t room = events->room == 0 ? 16 : 2 * events->room;
    struct watched *all = realloc(events->all, room * sizeof *all);
    if (all == NULL) return NULL;
    events->all = all;
    events->room = room;
  }
  return &events->all[events->count++];
}

void grundy_platform_events_watch(struct grundy_platform_events *events, int descriptor,
                                  enum grundy_platform_watching how, void *data) {
  struct watched *at = find(events, descriptor);
  if (at == NULL) at = add(events);
  if (at == NULL) return;
  *at = (struct watched){.descriptor = descriptor, .how = how, .data = data, .unread = -1};
}

void grundy_platform_events_forget(struct grundy_platform_events *events, int descriptor) {
  struct watched *at = find(events, descriptor);
  if (at != NULL) *at = events->all[--events->count];
}

/* Returns whether the other side has closed its end and everything else was read. */
static bool has_ended(int descriptor) {
  char byte;
  return recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* Returns whether what poll has reported is an event. */
static bool is_event(struct watched *at, short reported, struct grundy_platform_event *event) {
  const double quiet = 0.02;
  int unread = 0;
  *event = (struct grundy_platform_event){at->data, false};
  if (at->how == GRUNDY_PLATFORM_UNREAD) return true;
  (void)ioctl(at->descriptor, FIONREAD, &unread);
  event->has_hung_up =
      (reported & (POLLHUP | POLLERR | POLLNVAL)) != 0 || has_ended(at->descriptor);
  bool is_new = unread != at->unread || event->has_hung_up != at->has_hung_up;
  at->unread = unread;
  at->has_hung_up = event->has_hung_up;
  at->quiet_until = now() + quiet;
  return is_new;
}

size_t grundy_platform_events_take(struct grundy_platform_events *events,
                                   struct grundy_platform_event *found, size_t most) {
  size_t count = 0;
  double time = now();
  for (size_t i = 0; i < events->count && count < most; i++) {
    struct watched *at = &events->all[i];
    struct pollfd polled = {.fd = at->descriptor, .events = POLLIN};
    if (at->quiet_until > time || poll(&polled, 1, 0) <= 0) continue;
    if (is_event(at, polled.revents, &found[count])) count++;
  }
  return count;
}

size_t grundy_platform_events_poll(const struct grundy_platform_events *events,
                                   struct pollfd *polled, size_t room, int *milliseconds) {
  size_t count = 0;
  double time = now();
  for (size_t i = 0; i < events->count; i++) {
    const struct watched *at = &events->all[i];
    bool quiet = at->quiet_until > time;
    int left = quiet ? (int)(1e3 * (at->quiet_until - time)) + 1 : count < room ? -1 : 0;
    if (left < 0)
      polled[count++] = (struct pollfd){.fd = at->descriptor, .events = POLLIN};
    else if (*milliseconds < 0 || left < *milliseconds)
      *milliseconds = left;
  }
  return count;
}

bool grundy_platform_has_epoll(void) {
  return false;
}
