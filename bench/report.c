#include "report.h"

#include "aims.h"

#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* ---- machine ---------------------------------------------------------------------------- */

/* Gets the value of the line of lscpu that begins with `name`; "" if there is none. */
static void ask_lscpu(const char *name, char *text, size_t size) {
  char line[256];
  text[0] = '\0';
  FILE *pipe = popen("LC_ALL=C lscpu 2> /dev/null", "r");
  if (pipe == NULL) return;
  while (fgets(line, sizeof line, pipe) != NULL) {
    if (strncmp(line, name, strlen(name)) != 0) continue;
    const char *value = line + strlen(name);
    value += strspn(value, " ");
    snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
  }
  pclose(pipe);
}

void print_machine(FILE *out, const char *prefix) {
  char date[32], model[128], second[64], third[64];
  struct utsname system = {0};
  time_t moment = time(NULL);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&moment));
  ask_lscpu("Model name:", model, sizeof model);
  ask_lscpu("L2 cache:", second, sizeof second);
  ask_lscpu("L3 cache:", third, sizeof third);
  (void)uname(&system);
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  fprintf(out, "%s%s, grundy %s, gcc %s, %s %s\n", prefix, date, grundy_version(), __VERSION__,
          system.sysname, system.machine);
  fprintf(out, "%s%ld processors %s, L2 %s, L3 %s, %.0f GiB\n", prefix,
          sysconf(_SC_NPROCESSORS_ONLN), model, second, third, memory / (1 << 30));
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* Prints three or more digits, right-aligned; "-" for 0, which means not measured. */
static void print_number(int width, double x, bool more) {
  char text[32];
  if (x <= 0)
    snprintf(text, sizeof text, "-");
  else
    snprintf(text, sizeof text, "%s%.*f", more ? ">" : "", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
  printf(" %*s", width, text);
}

static void print_title(const char *title) {
  printf("\n%s\n\n", title);
}

/* ---- multiples of the limit, and moves per second ---------------------------------------- */

static const kernel_id columns[] = {REVERSE, REMOTENESS, MISERE, DISTANCE, VALUES,
                                    HMIN,    SOLVE,      VERIFY, FIFO,     PAPER};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

void print_multiples_heading(void) {
  print_title("Multiples of the read-once limit, which is in nanoseconds per move");
  printf("%-18s %9s %10s %6s", "game", "positions", "moves", "limit");
  for (int i = 0; i < COLUMN_COUNT; i++) printf(" %7s", kernels[columns[i]].heading);
  printf(" %8s\n", "paper/G");
}

void print_multiples(const game_row *r) {
  printf("%-18s %9" PRIu64 " %10" PRIu64, r->played->name, r->order, r->moves);
  print_number(6, 1e9 * r->taken[LIMIT].seconds / (double)r->moves, false);
  for (int i = 0; i < COLUMN_COUNT; i++)
    print_number(7, times_longer(r, columns[i], LIMIT), r->taken[columns[i]].stopped);
  print_number(8, times_longer(r, PAPER, VALUES), r->taken[PAPER].stopped);
  putchar('\n');
}

/* Returns 0 if it was not measured, or was stopped. */
static double moves_per_second(const game_row *r, timing taken) {
  return taken.seconds > 0 && !taken.stopped ? (double)r->moves / taken.seconds : 0;
}

static void print_speeds(const game_row *rows, size_t count) {
  print_title("Million moves per second");
  printf("%-18s %7s", "game", "limit");
  for (int i = 0; i < COLUMN_COUNT; i++) printf(" %7s", kernels[columns[i]].heading);
  putchar('\n');
  for (const game_row *r = rows; r < rows + count; r++) {
    printf("%-18s", r->played->name);
    print_number(7, 1e-6 * moves_per_second(r, r->taken[LIMIT]), false);
    for (int i = 0; i < COLUMN_COUNT; i++)
      print_number(7, 1e-6 * moves_per_second(r, r->taken[columns[i]]), false);
    putchar('\n');
  }
}

/* ---- the other tables -------------------------------------------------------------------- */

static void print_chains(const game_row *rows, size_t count) {
  static const kernel_id chased[] = {CHASE_ROWS, REMOTENESS, DISTANCE, VALUES, FIFO};
  print_title("Chains: multiples of a dependent pointer chase, which is in nanoseconds per step");
  printf("%-18s %7s", "game", "chase");
  for (size_t i = 0; i < sizeof chased / sizeof *chased; i++)
    printf(" %7s", kernels[chased[i]].heading);
  putchar('\n');
  for (const game_row *r = rows; r < rows + count; r++) {
    if (r->played->family != CHAIN) continue;
    printf("%-18s", r->played->name);
    print_number(7, 1e9 * r->taken[CHASE].seconds / (double)r->moves, false);
    for (size_t i = 0; i < sizeof chased / sizeof *chased; i++)
      print_number(7, times_longer(r, chased[i], CHASE), false);
    putchar('\n');
  }
}

static void print_scaling(const game_row *rows, size_t count, unsigned most) {
  print_title("How many times faster with more threads");
  printf("%-18s %7s", "game", "threads");
  for (int id = 0; id < KERNEL_COUNT; id++)
    if (kernels[id].scales) printf(" %7s", kernels[id].heading);
  putchar('\n');
  for (const game_row *r = rows; r < rows + count; r++) {
    if (!r->played->selected) continue;
    for (unsigned i = 1; scale(i, most) > 0; i++) {
      printf("%-18s %7u", r->played->name, scale(i, most));
      for (int id = 0; id < KERNEL_COUNT; id++)
        if (kernels[id].scales) print_number(7, speed_up(r, i, (kernel_id)id), false);
      putchar('\n');
    }
  }
}

static void print_memory(const game_row *rows, size_t count) {
  print_title("Peak bytes per move, including both digraphs and the solution");
  printf("%-18s %10s %12s %15s %8s\n", "game", "moves/pos.", "G alone", "default columns",
         "promised");
  for (const game_row *r = rows; r < rows + count; r++) {
    printf("%-18s", r->played->name);
    print_number(10, (double)r->moves / (double)r->order, false);
    print_number(12, r->memory.values_alone, false);
    print_number(15, r->memory.default_columns, false);
    print_number(8, r->memory.promised, false);
    putchar('\n');
  }
}

/* Returns the game on which the aim is furthest from being met, NULL if none was measured, and
 * counts on how many games it is met and was measured. */
static const game_row *worst_row(const aim *a, const game_row *rows, size_t count, size_t *met,
                                 size_t *all) {
  const game_row *worst = NULL;
  *met = *all = 0;
  for (const game_row *r = rows; r < rows + count; r++) {
    double measured = aim_measured(a, r);
    if (measured <= 0) continue;
    ++*all;
    *met += aim_met(a, measured);
    if (worst == NULL || aim_distance(a, measured) > aim_distance(a, aim_measured(a, worst)))
      worst = r;
  }
  return worst;
}

static void print_aims(const game_row *rows, size_t count) {
  print_title("Aims");
  printf("%-42s %8s %8s  %-18s %s\n", "", "aim", "worst", "on", "met on");
  for (const aim *a = aims; a < aims + AIM_COUNT; a++) {
    size_t met, all;
    const game_row *worst = worst_row(a, rows, count, &met, &all);
    if (worst == NULL) continue;
    bool at_most = a->kind == TIMES_LONGER || a->kind == BYTES;
    printf("%-42s %2s %5.1f", a->text, at_most ? "<=" : ">=", a->bound);
    print_number(8, aim_measured(a, worst), false);
    printf("  %-18s %zu of %zu\n", worst->played->name, met, all);
  }
}

void print_rest(const game_row *rows, size_t count, unsigned most) {
  print_speeds(rows, count);
  print_chains(rows, count);
  print_scaling(rows, count, most);
  print_memory(rows, count);
  print_aims(rows, count);
}

/* ---- lines for programs ------------------------------------------------------------------ */

static void write_field(FILE *out, double x) {
  if (x > 0)
    fprintf(out, "\t%.6g", x);
  else
    fprintf(out, "\t-");
}

/* Writes one measurement; `multiple` is 0 if the limit was not measured with it. */
static void write_line(FILE *out, const game_row *r, kernel_id id, unsigned threads, timing taken) {
  if (taken.seconds <= 0) return;
  fprintf(out, "%s\t%" PRIu64 "\t%" PRIu64 "\t%s\t%u", r->played->name, r->order, r->moves,
          kernels[id].name, threads);
  write_field(out, taken.seconds);
  fprintf(out, "\t%s", taken.stopped ? "stopped" : "done");
  write_field(out, taken.seconds / r->taken[LIMIT].seconds);
  write_field(out, aimed_multiple(id, r->played));
  write_field(out, moves_per_second(r, taken));
  write_field(out, id == SOLVE ? r->memory.default_columns : 0);
  fputc('\n', out);
}

void write_tsv(FILE *out, const game_row *rows, size_t count, unsigned threads, unsigned most) {
  print_machine(out, "# ");
  fprintf(out, "game\tpositions\tmoves\tkernel\tthreads\tseconds\tend\tmultiple\taim\t"
               "moves_per_second\tbytes_per_move\n");
  for (const game_row *r = rows; r < rows + count; r++) {
    for (int id = 0; id < KERNEL_COUNT; id++)
      write_line(out, r, (kernel_id)id, threads, r->taken[id]);
    for (unsigned i = 0; scale(i, most) > 0; i++)
      for (int id = 0; id < KERNEL_COUNT; id++)
        if (scale(i, most) != threads)
          write_line(out, r, (kernel_id)id, scale(i, most), r->scaled[i][id]);
  }
}
