/* Pictures when Graphviz or librsvg misbehave: they run in child processes, so that the caller
 * survives. This program puts its own functions into their tables: gvLayout can crash, hang or call
 * the real one, and others can fail. */

#include <grundy/draw.h>
#include <grundy/format.h>
#include <grundy/solve.h>

#include "draw/libgvc.h"
#include "draw/librsvg.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum behaviour { WORK, EXIT, ABORT, CRASH, HANG, REFUSE } behaviour;

static behaviour wanted;

static __typeof__(&gvLayout) real_layout;

static GVC_t *no_context(void) {
  return NULL;
}

static graph_t *no_graph(const char *text) {
  (void)text;
  return NULL;
}

static int no_picture(GVC_t *context, graph_t *graph, const char *format, char **bytes,
                      unsigned *length) {
  (void)context;
  (void)graph;
  (void)format;
  (void)bytes;
  (void)length;
  return -1;
}

static int empty_picture(GVC_t *context, graph_t *graph, const char *format, char **bytes,
                         unsigned *length) {
  (void)context;
  (void)graph;
  (void)format;
  *bytes = NULL;
  *length = 0;
  return 0;
}

static int misbehave(GVC_t *context, graph_t *graph, const char *engine) {
  switch (wanted) {
  case EXIT:
    fputs("out of memory\n", stderr);
    exit(EXIT_FAILURE);
  case ABORT:
    abort();
  case CRASH:
    raise(SIGSEGV);
    break;
  case HANG:
    for (;;) pause();
  case REFUSE:
    return -1;
  case WORK:
    break;
  }
  return real_layout(context, graph, engine);
}

/* ---- drawing ----------------------------------------------------------------------------- */

static grundy_digraph *game;
static grundy_solution *solution;

/* Returns the picture as bytes, to be freed; NULL if there are none. */
typedef struct drawn {
  grundy_status status;
  grundy_error error;
  char *bytes;
  size_t size;
} drawn;

static drawn draw_as(const char *format, behaviour how, const grundy_monitor *monitor) {
  drawn made = {0};
  grundy_draw_options options = {.size = sizeof options, .monitor = monitor};
  FILE *out = open_memstream(&made.bytes, &made.size);
  assert_non_null(out);
  wanted = how;
  made.status = grundy_draw(game, solution, format, &options, out, &made.error);
  assert_int_equal(fclose(out), 0);
  return made;
}

static drawn draw(behaviour how, const grundy_monitor *monitor) {
  return draw_as("svg", how, monitor);
}

static void expect_picture(drawn made) {
  assert_int_equal(made.status, GRUNDY_OK);
  assert_non_null(strstr(made.bytes, "</svg>"));
  free(made.bytes);
}

static void expect_failure(drawn made, grundy_status status, const char *message) {
  assert_int_equal(made.status, status);
  assert_string_equal(made.error.message, message);
  assert_int_equal(made.size, 0);
  free(made.bytes);
}

static void expect_no_children(void) {
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

static const char died[] = "Graphviz crashed or ran out of memory";

/* ---- failures ---------------------------------------------------------------------------- */

static void a_crash_of_graphviz_is_an_error(void **state) {
  expect_failure(draw(EXIT, NULL), GRUNDY_UNABLE, died);
  expect_failure(draw(ABORT, NULL), GRUNDY_UNABLE, died);
  expect_failure(draw(CRASH, NULL), GRUNDY_UNABLE, died);
  expect_failure(draw(REFUSE, NULL), GRUNDY_UNABLE, "Graphviz cannot lay out with 'dot' here");
  expect_picture(draw(WORK, NULL));
  expect_no_children();
}

static void failures_of_graphviz_are_errors(void **state) {
  __typeof__(grundy_libgvc) real = grundy_libgvc;
  grundy_libgvc.gvContext = no_context;
  expect_failure(draw(WORK, NULL), GRUNDY_OUT_OF_MEMORY, "out of memory");
  grundy_libgvc = real;
  grundy_libgvc.agmemread = no_graph;
  expect_failure(draw(WORK, NULL), GRUNDY_OUT_OF_MEMORY, "out of memory");
  grundy_libgvc = real;
  grundy_libgvc.gvRenderData = no_picture;
  expect_failure(draw(WORK, NULL), GRUNDY_UNABLE, "Graphviz cannot lay out with 'dot' here");
  grundy_libgvc.gvRenderData = empty_picture;
  expect_failure(draw(WORK, NULL), GRUNDY_UNABLE, "Graphviz cannot lay out with 'dot' here");
  grundy_libgvc = real;
  expect_picture(draw(WORK, NULL));
}

/* A pdf contains a date, but not that of the drawing. */
static void every_format_has_the_same_bytes_again(void **state) {
  static const char *const formats[] = {"pdf", "png", "tikz", "json"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    drawn first = draw_as(formats[i], WORK, NULL), second = draw_as(formats[i], WORK, NULL);
    assert_int_equal(first.status, GRUNDY_OK);
    assert_int_equal(second.size, first.size);
    assert_memory_equal(second.bytes, first.bytes, first.size);
    free(first.bytes);
    free(second.bytes);
  }
}

static grundy_rsvg_handle *no_handle(const unsigned char *data, size_t size, void **error) {
  (void)data;
  (void)size;
  (void)error;
  return NULL;
}

static int no_document(grundy_rsvg_handle *handle, grundy_cairo *cairo,
                       const grundy_rsvg_rectangle *viewport, void **error) {
  (void)handle;
  (void)cairo;
  (void)viewport;
  (void)error;
  return 0;
}

static int vast(grundy_rsvg_handle *handle, double *width, double *height) {
  (void)handle;
  *width = *height = 1e6;
  return 1;
}

static int high(grundy_rsvg_handle *handle, double *width, double *height) {
  (void)handle;
  *width = 10;
  *height = 1e6;
  return 1;
}

static int bad_status(grundy_cairo *cairo) {
  (void)cairo;
  return 1;
}

static int no_png(grundy_cairo_surface *surface, grundy_cairo_write *write, void *context) {
  (void)surface;
  (void)write;
  (void)context;
  return 1;
}

static int crash(grundy_rsvg_handle *handle, double *width, double *height) {
  (void)handle;
  (void)width;
  (void)height;
  raise(SIGSEGV);
  return 1;
}

static void failures_of_librsvg_are_errors(void **state) {
  assert_int_equal(grundy_librsvg_open(NULL), GRUNDY_OK);
  const __typeof__(grundy_librsvg) real = grundy_librsvg;
  grundy_librsvg.rsvg_handle_new_from_data = no_handle;
  expect_failure(draw_as("png", WORK, NULL), GRUNDY_OUT_OF_MEMORY, "out of memory");
  grundy_librsvg = real;
  grundy_librsvg.rsvg_handle_render_document = no_document;
  expect_failure(draw_as("pdf", WORK, NULL), GRUNDY_UNABLE, "the picture is too large for a pdf");
  grundy_librsvg = real;
  grundy_librsvg.cairo_status = bad_status;
  expect_failure(draw_as("pdf", WORK, NULL), GRUNDY_UNABLE, "the picture is too large for a pdf");
  expect_failure(draw_as("png", WORK, NULL), GRUNDY_UNABLE, "the picture is too large for a png");
  grundy_librsvg = real;
  grundy_librsvg.cairo_surface_write_to_png_stream = no_png;
  expect_failure(draw_as("png", WORK, NULL), GRUNDY_UNABLE, "the picture is too large for a png");
  grundy_librsvg = real;
  grundy_librsvg.rsvg_handle_get_intrinsic_size_in_pixels = high;
  expect_failure(draw_as("png", WORK, NULL), GRUNDY_UNABLE, "the picture is too large for a png");
  grundy_librsvg.rsvg_handle_get_intrinsic_size_in_pixels = vast;
  expect_failure(draw_as("png", WORK, NULL), GRUNDY_UNABLE, "the picture is too large for a png");
  grundy_librsvg.rsvg_handle_get_intrinsic_size_in_pixels = crash;
  expect_failure(draw_as("png", WORK, NULL), GRUNDY_UNABLE, "librsvg crashed or ran out of memory");
  grundy_librsvg = real;
  expect_failure(draw_as("gif", WORK, NULL), GRUNDY_UNABLE,
                 "'gif' is not a format of pictures; use svg, png, pdf, dot, tikz or json");
}

/* Games with many positions, or many moves, are laid out with springs. */
static void large_games_are_laid_out_with_springs(void **state) {
  static const struct {
    uint32_t order;
    double density;
    const char *message;
  } cases[] = {{120, 0, "Graphviz cannot lay out with 'dot' here"},
               {121, 0, "Graphviz cannot lay out with 'sfdp' here"},
               {30, 1, "Graphviz cannot lay out with 'sfdp' here"}};
  grundy_digraph *usual = game;
  grundy_solution *usual_solution = solution;
  grundy_random random = grundy_random_new(1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    game = game_random(&random, cases[i].order, cases[i].density);
    solution = solution_of(game, GRUNDY_COLUMN_OUTCOME);
    expect_failure(draw(REFUSE, NULL), GRUNDY_UNABLE, cases[i].message);
    grundy_solution_free(solution);
    grundy_digraph_free(game);
  }
  game = usual;
  solution = usual_solution;
}

static int64_t *handled; /* shared with children */

static void count_exit(void) {
  ++*handled;
}

static void handlers_and_buffers_of_the_caller_are_left_alone(void **state) {
  char text[16] = "";
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(atexit(count_exit), 0);
  assert_true(fputs("once", file) >= 0);
  expect_failure(draw(EXIT, NULL), GRUNDY_UNABLE, died);
  rewind(file);
  assert_non_null(fgets(text, sizeof text, file));
  assert_string_equal(text, "once");
  fclose(file);
  assert_int_equal(*handled, 0);
}

static bool tick_five_times(void *context, const char *phase, uint64_t done, uint64_t total) {
  int *ticks = context;
  assert_string_equal(phase, "drawing");
  (void)done;
  (void)total;
  return ++*ticks < 5;
}

static void graphviz_can_be_interrupted(void **state) {
  int ticks = 0;
  grundy_monitor monitor = {.tick = tick_five_times, .context = &ticks};
  expect_failure(draw(HANG, &monitor), GRUNDY_CANCELLED, "interrupted");
  assert_int_equal(ticks, 5);
  expect_no_children();
}

static void graphviz_that_hangs_is_an_error(void **state) {
  expect_failure(draw(HANG, NULL), GRUNDY_UNABLE, "Graphviz hangs; it may have run out of memory");
  expect_no_children();
}

static void a_program_may_ignore_its_children(void **state) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  assert_int_equal(sigaction(SIGCHLD, &ignore, &before), 0);
  expect_picture(draw(WORK, NULL));
  expect_failure(draw(CRASH, NULL), GRUNDY_UNABLE, died);
  assert_int_equal(sigaction(SIGCHLD, &before, NULL), 0);
  expect_no_children();
}

static int descriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  assert_non_null(folder);
  while (readdir(folder) != NULL) count++;
  closedir(folder);
  return count;
}

static void drawing_leaves_no_descriptor_open(void **state) {
  int before = descriptors();
  expect_picture(draw(WORK, NULL));
  expect_failure(draw(CRASH, NULL), GRUNDY_UNABLE, died);
  assert_int_equal(descriptors(), before);
}

/* A descriptor below 3 may be one of the pipe. */
static void standard_streams_may_be_closed(void **state) {
  int kept = dup(STDIN_FILENO);
  assert_true(kept >= 0);
  close(STDIN_FILENO);
  expect_picture(draw(WORK, NULL));
  assert_int_equal(dup2(kept, STDIN_FILENO), STDIN_FILENO);
  close(kept);
}

static void *draw_one(void *made) {
  *(drawn *)made = draw(WORK, NULL);
  return NULL;
}

static void several_threads_draw_the_same_at_once(void **state) {
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  drawn made[THREADS] = {0}, one = draw(WORK, NULL);
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, draw_one, &made[i]), 0);
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(made[i].size, one.size);
    assert_memory_equal(made[i].bytes, one.bytes, one.size);
    expect_picture(made[i]);
  }
  expect_picture(one);
}

/* ---- setup ------------------------------------------------------------------------------- */

static int set_up(void **state) {
  static const char text[] = "a b\nb a\nb c\n";
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY};
  if (grundy_libgvc_load(NULL) != GRUNDY_OK) return -1;
  real_layout = grundy_libgvc.gvLayout;
  grundy_libgvc.gvLayout = misbehave;
  handled = mmap(NULL, sizeof *handled, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  if (handled == MAP_FAILED || in == NULL ||
      grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &game,
                          NULL) != GRUNDY_OK ||
      grundy_solve_in_memory(game, &options, &solution, NULL) != GRUNDY_OK)
    return -1;
  return fclose(in);
}

static int tear_down(void **state) {
  grundy_solution_free(solution);
  grundy_digraph_free(game);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_crash_of_graphviz_is_an_error),
      cmocka_unit_test(failures_of_graphviz_are_errors),
      cmocka_unit_test(failures_of_librsvg_are_errors),
      cmocka_unit_test(every_format_has_the_same_bytes_again),
      cmocka_unit_test(large_games_are_laid_out_with_springs),
      cmocka_unit_test(handlers_and_buffers_of_the_caller_are_left_alone),
      cmocka_unit_test(graphviz_can_be_interrupted),
      cmocka_unit_test(graphviz_that_hangs_is_an_error),
      cmocka_unit_test(a_program_may_ignore_its_children),
      cmocka_unit_test(drawing_leaves_no_descriptor_open),
      cmocka_unit_test(standard_streams_may_be_closed),
      cmocka_unit_test(several_threads_draw_the_same_at_once),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
