#include "progress.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <platform.h>

#include "lists.h"
#include "memory.h"
#include "signals.h"
#include "terminal.h"

static const double seconds_before_first_line = 1.0;
static const double seconds_before_estimate = 1.0; /* of a phase */
static const double seconds_between_lines = 0.1;
static const double seconds_of_memory = 2.0; /* older estimates hardly count */

/* The parts of the line, `name` ▕bar▏ `share`  `time`, in characters. */
enum {
  NAME = 16,
  SHARE = 6,        /* " 100 %" */
  TIME = 18,        /* "  59 min 59 s left" */
  SHORTEST_BAR = 8, /* without its ends; a shorter bar is left out */
  LONGEST_BAR = 40,
  MARK = 4, /* width of the moving mark if the total is not known */
};

struct progress progress_start(bool is_wanted) {
  double now = terminal_clock();
  const char *asked = getenv("GRUNDY_PROGRESS");
  bool for_programs = asked != NULL && strcmp(asked, "1") == 0;
  return (struct progress){.visible = is_wanted && !for_programs &&
                                      grundy_platform_is_terminal(STDERR_FILENO),
                           .for_programs = for_programs,
                           .start = now,
                           .latest = now,
                           .left = -1};
}

/* ---- lines for programs ---------------------------------------------------------------- */

static void put_for_programs(const struct progress *p) {
  (void)fprintf(stderr, "progress: %llu %s\n", (unsigned long long)p->positions, p->phase);
}

/* Prints a line if the last one is old enough. */
static void note_for_programs(struct progress *p, const char *phase) {
  double now = terminal_clock();
  bool is_new = p->phase == NULL || strcmp(p->phase, phase) != 0;
  p->phase = phase;
  if (!is_new && now - p->latest < seconds_between_lines) return;
  p->latest = now;
  put_for_programs(p);
}

void progress_end(const struct progress *progress) {
  if (progress->for_programs && progress->phase != NULL) put_for_programs(progress);
}

/* ---- the time that is left ----------------------------------------------------------- */

static void follow_phase(struct progress *p, const char *phase, uint64_t done, double now) {
  bool same = p->phase != NULL && strcmp(p->phase, phase) == 0 && done >= p->done;
  p->done = done;
  if (same) return;
  if (p->phase != NULL && strcmp(p->phase, phase) != 0) p->figures[0] = '\0';
  p->phase = phase;
  p->phase_start = now;
  p->first = done;
  p->left = -1;
}

/* Estimates the remaining time from the time so far, in proportion. Smooths it, so that it does not
 * jump: the shorter the time since the older estimate, the more that counts, less the time since
 * then. */
static void estimate(struct progress *p, uint64_t total, double now) {
  double spent = now - p->phase_start;
  if (spent < seconds_before_estimate || p->done <= p->first || total == 0) return;
  double rest = p->done < total ? (double)(total - p->done) : 0.0;
  double fresh = spent * rest / (double)(p->done - p->first);
  double since = now - p->latest;
  double expected = p->left - since;
  bool none_yet = p->left < 0;
  p->left = none_yet ? fresh : expected + (fresh - expected) * since / (since + seconds_of_memory);
  if (p->left < 0) p->left = 0;
}

/* ---- the bar ------------------------------------------------------------------------- */

/* A line under construction; `width` counts its characters. */
struct line {
  char text[512];
  size_t length;
  int width;
};

static void put(struct line *line, const char *text, int width) {
  size_t length = strlen(text);
  if (line->length + length >= sizeof line->text) return;
  memcpy(line->text + line->length, text, length + 1);
  line->length += length;
  line->width += width;
}

/* Writes a block whose left `eighths` are filled, U+2588 to U+258F. */
static void put_block(struct line *line, int eighths) {
  const char block[] = {(char)0xe2, (char)0x96, (char)(0x90 - eighths), '\0'};
  put(line, eighths == 0 ? " " : block, 1);
}

/* Writes `width` characters, filled from `begin` to `end`, in eighths; `begin` is a whole
 * character. */
static void put_bar(struct line *line, int width, int begin, int end) {
  bool ascii = terminal_is_ascii();
  put(line, ascii ? "[" : "▕", 1);
  for (int i = 0; i < width; i++) {
    int filled = 8 * i < begin ? 0 : end - 8 * i;
    if (filled > 8) filled = 8;
    if (filled < 0) filled = 0;
    if (ascii)
      put(line, filled == 8 ? "#" : filled > 0 ? ">" : " ", 1);
    else
      put_block(line, filled);
  }
  put(line, ascii ? "]" : "▏", 1);
}

/* Writes a mark that moves to the right end and back, by one character every tenth of a second. */
static void put_mark(struct line *line, int width, double seconds) {
  int way = width - MARK;
  int at = (int)((uint64_t)(10 * seconds) % (uint64_t)(2 * way));
  int begin = at < way ? at : 2 * way - at;
  put_bar(line, width, 8 * begin, 8 * (begin + MARK));
}

/* ---- the line ------------------------------------------------------------------------ */

/* Writes the end of the line: the share that is done and the remaining time, or the elapsed
 * time. */
static void write_numbers(const struct progress *p, double share, bool known, char *text,
                          size_t size) {
  char time[32] = "";
  if (!known) {
    lists_duration(p->latest - p->start, time, sizeof time);
    (void)snprintf(text, size, "  %s", time);
    return;
  }
  /* Until the end, at least a second remains. */
  if (p->left >= 0) lists_duration(p->left < 1 ? 1 : p->left, time, sizeof time);
  (void)snprintf(text, size, " %3.0f %%%s%s%s", 100 * share, p->left < 0 ? "" : "  ", time,
                 p->left < 0 ? "" : " left");
}

/* Writes the whole line. The last column of the terminal stays free: some terminals wrap after
 * it. */
static void compose(const struct progress *p, uint64_t total, int columns, struct line *line) {
  double share = total == 0 ? 0.0 : (double)p->done / (double)total;
  if (share > 1) share = 1;
  char numbers[64];
  write_numbers(p, share, total > 0, numbers, sizeof numbers);
  int room = columns - 1 - (NAME + 1 + 2 + SHARE + TIME);
  int width = room > LONGEST_BAR ? LONGEST_BAR : room;
  bool with_bar = width >= SHORTEST_BAR;
  char name[NAME + 2];
  int length = snprintf(name, sizeof name, "%-*.*s%s", with_bar ? NAME : 0, NAME, p->phase,
                        with_bar ? " " : "");
  put(line, name, length);
  if (with_bar && total > 0) put_bar(line, width, 0, (int)(8 * width * share));
  if (with_bar && total == 0) put_mark(line, width, p->latest - p->start);
  put(line, numbers, (int)strlen(numbers));
  /* Without a bar the line is ASCII and can be cut anywhere. */
  if (line->width < columns) return;
  line->width = columns > 1 ? columns - 1 : 0;
  line->text[line->width] = '\0';
}

/* Writes the figures, which are ASCII, cut to the terminal. */
static void compose_figures(const struct progress *p, int columns, struct line *line) {
  line->width = snprintf(line->text, sizeof line->text, "%s: %s", p->phase, p->figures);
  if (line->width < columns) return;
  line->width = columns > 1 ? columns - 1 : 0;
  line->text[line->width] = '\0';
}

/* Writes the line at once, over the previous one. */
static void show(struct progress *p, uint64_t total) {
  struct line line = {0};
  if (p->figures[0] != '\0')
    compose_figures(p, terminal_columns(), &line);
  else
    compose(p, total, terminal_columns(), &line);
  int rest = p->width > line.width ? p->width - line.width : 0;
  (void)fprintf(stderr, "\r%s%*s", line.text, rest, "");
  (void)fflush(stderr);
  p->width = line.width;
  signals_note_progress(p->width);
}

void progress_note(struct progress *progress, const char *phase, uint64_t done, uint64_t total) {
  if (progress->for_programs) note_for_programs(progress, phase);
  if (!progress->visible) return;
  double now = terminal_clock();
  follow_phase(progress, phase, done, now);
  if (now - progress->start < seconds_before_first_line) return;
  if (progress->width > 0 && now - progress->latest < seconds_between_lines) return;
  estimate(progress, total, now);
  progress->latest = now;
  show(progress, total);
}

/* Writes "1234", "56.7 k" or "8.9 M". */
static void write_count(uint64_t count, char text[16]) {
  static const char *const units[] = {"k", "M", "G"};
  double amount = (double)count / 1000;
  size_t unit = 0;
  if (count < 10000) {
    (void)snprintf(text, 16, "%u", (unsigned)count);
    return;
  }
  for (; amount >= 1000 && unit < 2; unit++) amount /= 1000;
  (void)snprintf(text, 16, "%.1f %s", amount, units[unit]);
}

void progress_exploring(void *progress, const grundy_exploration *now) {
  struct progress *p = progress;
  char positions[16];
  char frontier[16];
  char moves[16];
  char memory[32];
  p->positions = now->positions;
  p->parts = now->parts;
  if (!p->visible) return;
  write_count(now->positions, positions);
  write_count(now->frontier, frontier);
  write_count(now->moves, moves);
  grundy_bytes_format(now->memory, memory, sizeof memory);
  (void)snprintf(p->figures, sizeof p->figures, "%s %s, %s moves, frontier %s, %s", positions,
                 now->parts ? "parts" : "positions", moves, frontier, memory);
}

void progress_tiers(void *progress, const grundy_tiers_progress *now) {
  struct progress *p = progress;
  char rate[16];
  char left[32];
  p->positions = now->indices_done;
  p->by_tiers = true;
  double seconds = terminal_clock() - p->start;
  if (!p->visible || seconds < seconds_before_first_line || now->indices_done == 0) return;
  double per_second = (double)now->indices_done / seconds;
  write_count((uint64_t)per_second, rate);
  lists_duration((double)(now->indices - now->indices_done) / per_second, left, sizeof left);
  (void)snprintf(p->figures, sizeof p->figures, "%llu of %llu done, %s positions/s, %s left",
                 (unsigned long long)now->tiers_done, (unsigned long long)now->tiers, rate, left);
}

void progress_clear(struct progress *progress) {
  if (progress->width == 0) return;
  (void)fprintf(stderr, "\r%*s\r", progress->width, "");
  (void)fflush(stderr);
  progress->width = 0;
  signals_note_progress(0);
}
