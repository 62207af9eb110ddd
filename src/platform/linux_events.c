/* Linux: sockets and events, by epoll. */

#include <platform.h>

#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

int grundy_platform_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

int grundy_platform_accept(int listening, struct sockaddr *address, socklen_t *length) {
  return accept4(listening, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

struct grundy_platform_events {
  int epoll;
};

struct grundy_platform_events *grundy_platform_events_new(void) {
  struct grundy_platform_events *events = malloc(sizeof *events);
  if (events == NULL) return NULL;
  events->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (events->epoll >= 0) return events;
  free(events);
  return NULL;
}

void grundy_platform_events_free(struct grundy_platform_events *events) {
  if (events == NULL) return;
  (void)close(events->epoll);
  free(events);
}

void grundy_platform_events_watch(struct grundy_platform_events *events, int descriptor,
                                  enum grundy_platform_watching how, void *data) {
  struct epoll_event event = {.events = how == GRUNDY_PLATFORM_NEW ? EPOLLIN | EPOLLRDHUP | EPOLLET
                                                                   : EPOLLIN,
                              .data.ptr = data};
  if (epoll_ctl(events->epoll, EPOLL_CTL_ADD, descriptor, &event) != 0)
    (void)epoll_ctl(events->epoll, EPOLL_CTL_MOD, descriptor, &event);
}

/* Explicitly: a child that was just forked may keep the descriptor open for a moment, and then
 * closing it would not be enough. */
void grundy_platform_events_forget(struct grundy_platform_events *events, int descriptor) {
  struct epoll_event none = {0};
  (void)epoll_ctl(events->epoll, EPOLL_CTL_DEL, descriptor, &none);
}

size_t grundy_platform_events_take(struct grundy_platform_events *events,
                                   struct grundy_platform_event *found, size_t most) {
  enum { MOST = 64 };
  struct epoll_event there[MOST];
  int count = epoll_wait(events->epoll, there, most < MOST ? (int)most : MOST, 0);
  for (int i = 0; i < count; i++)
    found[i] = (struct grundy_platform_event){
        there[i].data.ptr, (there[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0};
  return count < 0 ? 0 : (size_t)count;
}

size_t grundy_platform_events_poll(const struct grundy_platform_events *events,
                                   struct pollfd *polled, size_t room, int *milliseconds) {
  (void)milliseconds;
  if (room == 0) return 0;
  polled[0] = (struct pollfd){.fd = events->epoll, .events = POLLIN};
  return 1;
}

bool grundy_platform_has_epoll(void) {
  return true;
}
