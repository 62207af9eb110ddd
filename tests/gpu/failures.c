/* When OpenCL is missing or a call of it fails, the library reports it in one line, releases every
 * object, and leaves outputs alone. The program is linked with tests/gpu/shim in place of OpenCL,
 * which passes calls on to pocl. */

#include <grundy/grundy.h>

#include "gpu/choose.h"
#include "gpu/device.h"
#include "gpu/program.h"
#include "gpu/solve.h"
#include "shim/shim.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/* Calls of a function that are made to fail, spread evenly over all its calls. */
enum { FAILURES = 2 };

/* The chain of which the CPU solves a part; the kernels stop after about 8200 waves. */
enum { CHAIN = 12000, STRIDE = 7 };

static char folder[] = "/tmp/grundy-gpu-XXXXXX";

static const char kernel[] = "kernel void add(global int *a) { a[get_global_id(0)] += STEP; }";

/* ---- scenarios --------------------------------------------------------------------------- */

typedef struct fixture {
  grundy_digraph *g;
  grundy_solution *solution; /* of g, by the CPU */
  grundy_digraph *chain;     /* the CPU takes over */
} fixture;

typedef grundy_status scenario(fixture *f, grundy_error *error);

#define UNTOUCHED ((void *)&opencl_shim)

static grundy_status list(fixture *f, grundy_error *error) {
  grundy_gpu_info *devices = UNTOUCHED;
  size_t count = 0;
  (void)f;
  grundy_status status = grundy_gpu_list(&devices, &count, error);
  if (status == GRUNDY_OK) {
    assert_true(count > 0);
    free(devices);
  } else {
    assert_ptr_equal(devices, UNTOUCHED);
  }
  return status;
}

static grundy_status build(fixture *f, grundy_error *error) {
  grundy_gpu_device device = {0};
  cl_program program = NULL;
  (void)f;
  grundy_status status = grundy_gpu_device_open(1, &device, error);
  device.info.is_gpu = true; /* only programs of GPUs are kept */
  if (status == GRUNDY_OK)
    status = grundy_gpu_program_build(&device, kernel, strlen(kernel), "-DSTEP=1", &program, error);
  if (status == GRUNDY_OK) (void)grundy_opencl.clReleaseProgram(program);
  grundy_gpu_device_close(&device);
  return status;
}

static grundy_status solve(fixture *f, grundy_error *error) {
  grundy_columns columns = grundy_solution_columns(f->solution);
  grundy_solution *solution = UNTOUCHED;
  grundy_status status = grundy_gpu_solve(
      f->g, 1, &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns), &solution, error);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(solution, UNTOUCHED);
    return status;
  }
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) != 0) assert_null(same_column(column, f->solution, solution));
  }
  grundy_solution_free(solution);
  return status;
}

static grundy_status verify(fixture *f, grundy_error *error) {
  grundy_report *report = UNTOUCHED;
  grundy_status status = grundy_gpu_verify(f->g, f->solution, 1, NULL, &report, error);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(report, UNTOUCHED);
    return status;
  }
  assert_true(grundy_report_right(report));
  grundy_report_free(report);
  return status;
}

/* Solves the chain in stages of a few KiB, two columns of which the CPU completes. */
static grundy_status solve_chain(fixture *f, grundy_error *error) {
  static const grundy_gpu_tuning tuning = {.group = 16, .narrow = 16};
  const grundy_solve_options options = {.size = sizeof options,
                                        .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_DISTANCE};
  grundy_gpu_device device = {0};
  grundy_gpu_session session;
  grundy_solution *solution = UNTOUCHED;
  grundy_status status = grundy_gpu_device_open(1, &device, error);
  if (status != GRUNDY_OK) return status;
  grundy_gpu_session_start(&session, &device, &tuning, error);
  session.stage = 1 << 14;
  status = session.status;
  if (status == GRUNDY_OK)
    status = grundy_gpu_solve_in(&session, f->chain, &options, &solution, error);
  grundy_gpu_session_end(&session);
  grundy_gpu_device_close(&device);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(solution, UNTOUCHED);
    return status;
  }
  for (uint32_t v = 0; v < CHAIN; v++) { /* as in game_chain */
    uint32_t at = v * STRIDE % CHAIN;
    assert_int_equal(grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME)[at],
                     v % 2 == 0 ? 'P' : 'N');
    assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE)[at], v);
  }
  grundy_solution_free(solution);
  return status;
}

/* ---- the cache --------------------------------------------------------------------------- */

/* Calls `visit` for every file of the cache. */
static int visit_cache(void (*visit)(const char *path)) {
  char path[256], file[512];
  int count = 0;
  (void)snprintf(path, sizeof path, "%s/grundy", folder);
  DIR *opened = opendir(path);
  if (opened == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
    visit(file);
    count++;
  }
  (void)closedir(opened);
  return count;
}

static void remove_file(const char *path) {
  assert_int_equal(unlink(path), 0);
}

static void count_file(const char *path) {
  assert_non_null(strstr(path, "/gpu-"));
}

static void cut_file(const char *path) {
  assert_int_equal(truncate(path, 100), 0);
}

/* Replaces a byte by another one, at that place. */
static long damaged_place;

static void damage_file(const char *path) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, damaged_place, SEEK_SET), 0);
  int byte = getc(file);
  assert_int_equal(fseek(file, damaged_place, SEEK_SET), 0);
  (void)putc(byte ^ 1, file);
  (void)fclose(file);
}

static void empty_cache(void) {
  (void)visit_cache(remove_file);
}

/* ---- failing calls ----------------------------------------------------------------------- */

static void reset_shim(void) {
  assert_int_equal(opencl_shim.live, 0);
  opencl_shim.failing = NULL;
  for (int i = 0; i < OPENCL_SHIM_MOST; i++) opencl_shim_calls[i] = 0;
  opencl_shim.no_platforms = opencl_shim.no_devices = opencl_shim.is_gpu = false;
  opencl_shim.says_none = false;
  opencl_shim.memory = 0;
  opencl_shim.value = NULL;
  opencl_shim.copies = opencl_shim.described = 0;
  opencl_shim.log = NULL;
  opencl_shim.is_bad_binary = opencl_shim.has_no_binary = false;
}

static void set_property(unsigned property, const void *value, size_t size) {
  opencl_shim.property = property;
  opencl_shim.value = value;
  opencl_shim.value_size = size;
}

static void run_well(scenario *run, fixture *f) {
  grundy_error error = {0};
  if (run(f, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(opencl_shim.live, 0);
}

/* Returns how often the function was called since the shim was reset. */
static int calls_of(const char *function) {
  for (int i = 0; opencl_shim_functions[i] != NULL; i++)
    if (strcmp(opencl_shim_functions[i], function) == 0) return opencl_shim_calls[i];
  fail_msg("the shim has no %s", function);
  return 0;
}

/* One call fails. The scenario may succeed nevertheless: by compiling a program that could not be
 * loaded, or because releasing an object never matters. */
static void fail_call(scenario *run, fixture *f, const char *function, int fatal) {
  grundy_error error = {0};
  reset_shim();
  opencl_shim.failing = function;
  opencl_shim.fatal = fatal;
  opencl_shim.code = fatal % 2 == 0 ? CL_OUT_OF_RESOURCES : CL_OUT_OF_HOST_MEMORY;
  grundy_status status = run(f, &error);
  if (opencl_shim.live != 0)
    fail_msg("call %d of %s fails: %d objects are not released", fatal, function, opencl_shim.live);
  if (status == GRUNDY_OK) return;
  if (status != GRUNDY_UNABLE && status != GRUNDY_OUT_OF_MEMORY)
    fail_msg("call %d of %s fails: status %d", fatal, function, (int)status);
  assert_int_equal(error.status, status);
  assert_true(error.message[0] != '\0');
  assert_null(strchr(error.message, '\n'));
}

/* Makes up to `count` calls of every function fail. The cache is emptied before each run if `cold`.
 */
static void fail_all_calls(scenario *run, fixture *f, int count, bool cold) {
  int all[OPENCL_SHIM_MOST] = {0};
  if (cold) empty_cache();
  reset_shim();
  run_well(run, f);
  for (int i = 0; i < OPENCL_SHIM_MOST; i++) all[i] = opencl_shim_calls[i];
  for (int i = 0; opencl_shim_functions[i] != NULL; i++) {
    int most = all[i] < count ? all[i] : count;
    for (int k = 0; k < most; k++) {
      if (cold) empty_cache();
      fail_call(run, f, opencl_shim_functions[i], (int)((int64_t)k * all[i] / most));
    }
  }
  reset_shim();
}

static void every_failing_call_is_survived_when_devices_are_listed(void **state) {
  fail_all_calls(list, *state, FAILURES, false);
}

static void every_failing_call_is_survived_when_a_program_is_compiled(void **state) {
  fail_all_calls(build, *state, FAILURES, true);
}

static void every_failing_call_is_survived_when_a_program_is_loaded(void **state) {
  fail_all_calls(build, *state, FAILURES, false);
}

static void every_failing_call_is_survived_when_a_game_is_solved(void **state) {
  fail_all_calls(solve, *state, FAILURES, false);
}

static void every_failing_call_is_survived_when_a_solution_is_verified(void **state) {
  fail_all_calls(verify, *state, FAILURES, false);
}

/* Fails calls of that function, from the last one back to the one that is `count` before. */
static void fail_last_calls(scenario *run, fixture *f, const char *function, int count) {
  reset_shim();
  run_well(run, f);
  int last = calls_of(function);
  for (int k = 1; k <= count && k <= last; k++) fail_call(run, f, function, last - k);
  reset_shim();
}

static void every_failing_call_is_survived_when_the_cpu_takes_over(void **state) {
  static const char *const functions[] = {"clCreateKernel", "clEnqueueReadBuffer",
                                          "clEnqueueWriteBuffer", "clWaitForEvents", "clFlush"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    fail_last_calls(solve_chain, *state, functions[i], 24);
}

/* The kernels of sets, the last buffers, and what is asked before programs are built. */
static void the_last_calls_may_fail(void **state) {
  static const char *const functions[] = {"clCreateKernel", "clEnqueueReadBuffer",
                                          "clGetDeviceInfo", "clCreateBuffer"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    fail_last_calls(solve, *state, functions[i], 10);
}

static void a_failing_driver_needs_no_error_to_be_reported_to(void **state) {
  reset_shim();
  opencl_shim.failing = "clGetDeviceIDs";
  opencl_shim.fatal = 0;
  opencl_shim.code = CL_OUT_OF_RESOURCES;
  assert_int_equal(list(*state, NULL), GRUNDY_UNABLE);
  reset_shim();
}

/* ---- nothing there ----------------------------------------------------------------------- */

static void expect_unable(scenario *run, fixture *f, const char *said) {
  grundy_error error = {0};
  assert_int_equal(run(f, &error), GRUNDY_UNABLE);
  if (strstr(error.message, said) == NULL) fail_msg("'%s' lacks '%s'", error.message, said);
  reset_shim();
}

static void without_platforms_or_devices_the_message_says_what_to_install(void **state) {
  scenario *const all[] = {list, build, solve, verify};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    opencl_shim.no_platforms = true;
    expect_unable(all[i], *state, "OCL_ICD_VENDORS");
    opencl_shim.no_devices = true;
    expect_unable(all[i], *state, "pocl-opencl-icd");
  }
  opencl_shim.no_platforms = opencl_shim.says_none = true;
  expect_unable(list, *state, "OCL_ICD_VENDORS");
  opencl_shim.no_devices = opencl_shim.says_none = true;
  expect_unable(list, *state, "pocl-opencl-icd");
}

/* Devices that are switched off, that cannot compile, or that order bytes otherwise, and those of
 * old versions. */
static void devices_that_cannot_run_the_kernels_are_not_listed(void **state) {
  static const cl_uint flags[] = {CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE,
                                  CL_DEVICE_ENDIAN_LITTLE};
  static const char *const old[] = {"OpenCL 1.1 old", "OpenCL 1", "1.2", ""};
  const cl_bool no = CL_FALSE;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    set_property(flags[i], &no, sizeof no);
    expect_unable(list, *state, "OpenCL finds no device");
  }
  for (size_t i = 0; i < sizeof old / sizeof *old; i++) {
    set_property(CL_DEVICE_VERSION, old[i], strlen(old[i]) + 1);
    expect_unable(list, *state, "OpenCL finds no device");
  }
  set_property(CL_DEVICE_VERSION, "OpenCL 1.2", sizeof "OpenCL 1.2");
  run_well(list, *state);
  set_property(CL_DEVICE_VERSION, "OpenCL 3.0", sizeof "OpenCL 3.0");
  run_well(list, *state);
  reset_shim();
}

static void names_of_devices_are_printable(void **state) {
  static const char *const names[][2] = {
      {"a\tb\x7f \n ", "a b"}, {"\xc3\xa4x", "  x"}, {" \r", ""}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    grundy_gpu_info *devices = NULL;
    size_t count = 0;
    set_property(CL_DEVICE_NAME, names[i][0], strlen(names[i][0]) + 1);
    assert_int_equal(grundy_gpu_list(&devices, &count, NULL), GRUNDY_OK);
    assert_string_equal(devices[0].name, names[i][1]);
    free(devices);
  }
  reset_shim();
}

/* The devices with an odd index are GPUs. */
static void auto_chooses_the_gpu_with_the_most_memory(void **state) {
  static const struct {
    int copies;
    uint64_t memories[4], best;
  } cases[] = {{2, {900, 100}, 100},
               {3, {900, 100, 800}, 100},
               {4, {900, 100, 800, 200}, 200},
               {4, {900, 200, 800, 100}, 200},
               {4, {100, 200, 800, 200}, 200}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_gpu_device device = {0};
    grundy_error error;
    opencl_shim.copies = cases[i].copies;
    opencl_shim.memories = cases[i].memories;
    assert_int_equal(grundy_gpu_device_find(GRUNDY_GPU_AUTO, &device, NULL), GRUNDY_OK);
    assert_true(device.info.is_gpu);
    assert_int_equal(device.info.memory, cases[i].best);
    assert_int_equal(grundy_gpu_device_find(1, &device, NULL), GRUNDY_OK);
    assert_int_equal(device.info.memory, cases[i].memories[0]);
    assert_int_equal(grundy_gpu_device_find(1000, &device, &error), GRUNDY_UNABLE);
    assert_non_null(strstr(error.message, " devices"));
    reset_shim();
  }
}

/* A driver may return codes that are not in the headers. */
static void unknown_codes_are_reported_by_number(void **state) {
  grundy_error error = {0};
  opencl_shim.failing = "clGetPlatformIDs";
  opencl_shim.fatal = 0;
  opencl_shim.code = -9999;
  assert_int_equal(list(*state, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "the GPU failed (clGetPlatformIDs: unknown code, -9999)");
  reset_shim();
}

/* Work-groups are as large as the device allows: one size for which other tests compile the
 * kernels, too. The driver does not give the program away, because pocl would compile it again. */
static void a_device_that_says_gpu_solves_alike(void **state) {
  const size_t most = 16;
  const cl_uint none = 0;
  opencl_shim.is_gpu = true;
  opencl_shim.failing = "clGetProgramInfo";
  opencl_shim.fatal = 0;
  opencl_shim.code = CL_INVALID_PROGRAM;
  set_property(CL_DEVICE_MAX_WORK_GROUP_SIZE, &most, sizeof most);
  run_well(solve, *state);
  reset_shim();
  set_property(CL_DEVICE_MAX_COMPUTE_UNITS, &none, sizeof none);
  run_well(solve, *state);
  reset_shim();
}

/* Registers are limited, and a unit has room for more work-items. */
static void programs_for_nvidia_have_an_option_of_its_compiler(void **state) {
  static const grundy_gpu_tuning tuning = {.group = 16, .narrow = 16};
  for (int is_nvidia = 0; is_nvidia < 2; is_nvidia++) {
    grundy_gpu_device device = {0};
    grundy_gpu_session session;
    assert_int_equal(grundy_gpu_device_open(1, &device, NULL), GRUNDY_OK);
    device.info.is_gpu = true;
    device.info.units = 3;
    if (is_nvidia) strcpy(device.info.platform, "NVIDIA CUDA");
    opencl_shim.has_no_binary = true; /* otherwise pocl compiles again */
    grundy_gpu_session_start(&session, &device, &tuning, NULL);
    assert_int_equal(session.status, GRUNDY_OK);
    assert_int_equal(session.groups, 3 * (is_nvidia ? 96 : 64));
    assert_string_equal(opencl_shim.options, is_nvidia
                                                 ? "-DGROUP=16 -DNARROW=16 -cl-nv-maxrregcount=40"
                                                 : "-DGROUP=16 -DNARROW=16");
    grundy_gpu_session_end(&session);
    grundy_gpu_device_close(&device);
    reset_shim();
  }
}

static void a_game_that_does_not_fit_is_refused_with_the_figure(void **state) {
  opencl_shim.memory = 100;
  expect_unable(solve, *state, "GiB");
  opencl_shim.memory = 100;
  expect_unable(verify, *state, "GiB");
}

/* The device is not even opened. */
static void auto_solves_on_the_cpu_what_does_not_fit(void **state) {
  fixture *f = *state;
  grundy_solution *solution = NULL;
  opencl_shim.memory = 100;
  opencl_shim.is_gpu = true;
  assert_int_equal(grundy_gpu_solve(f->g, GRUNDY_GPU_AUTO, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(calls_of("clCreateContext"), 0);
  grundy_solution_free(solution);
  reset_shim();
}

/* Neither the CPU as a device nor a GPU is faster for a small game. */
static void auto_solves_small_games_on_the_cpu(void **state) {
  fixture *f = *state;
  for (int is_gpu = 0; is_gpu < 2; is_gpu++) {
    grundy_solution *solution = NULL;
    grundy_report *report = NULL;
    opencl_shim.is_gpu = is_gpu != 0;
    assert_int_equal(grundy_gpu_solve(f->g, GRUNDY_GPU_AUTO, NULL, &solution, NULL), GRUNDY_OK);
    assert_int_equal(grundy_gpu_verify(f->g, solution, GRUNDY_GPU_AUTO, NULL, &report, NULL),
                     GRUNDY_OK);
    assert_true(grundy_report_right(report));
    assert_int_equal(calls_of("clCreateContext"), 0);
    grundy_report_free(report);
    grundy_solution_free(solution);
    reset_shim();
  }
}

static void games_with_kinds_of_moves_are_refused(void **state) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  bool use = true;
  uint32_t a;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, "a", 1, &a, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move_of_kinds(builder, a, a, GRUNDY_MOVE_CARRY_ON, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_gpu_choose(g, GRUNDY_COLUMN_OUTCOME, 1, &use, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "devices do not support carry-on and entailing moves yet");
  assert_true(use);
  assert_int_equal(calls_of("clGetPlatformIDs"), 0);
  grundy_builder_free(builder);
  grundy_digraph_free(g);
}

static void only_large_games_with_many_moves_are_worthwhile(void **state) {
  enum { ROW = 1001, ORDER = 4100 };
  fixture *f = *state;
  uint32_t *targets = new_numbers(ROW * ORDER);
  uint64_t *offsets = calloc(ORDER * ROW + 1, sizeof *offsets);
  grundy_digraph *many = NULL, *few = NULL;
  assert_non_null(offsets);
  for (uint32_t i = 0; i < ROW * ORDER; i++) targets[i] = i % ROW;
  for (uint32_t v = 0; v <= ORDER; v++) offsets[v] = (uint64_t)v * ROW;
  assert_int_equal(grundy_digraph_borrow(ORDER, offsets, targets, &many, NULL), GRUNDY_OK);
  assert_true(grundy_gpu_is_worthwhile(many, GRUNDY_COLUMN_OUTCOME));
  assert_false(grundy_gpu_is_worthwhile(many, GRUNDY_COLUMN_HMIN));
  for (int is_gpu = 0; is_gpu < 2; is_gpu++) {
    bool use = is_gpu == 0;
    opencl_shim.is_gpu = is_gpu != 0;
    assert_int_equal(grundy_gpu_choose(many, GRUNDY_COLUMN_OUTCOME, GRUNDY_GPU_AUTO, &use, NULL),
                     GRUNDY_OK);
    assert_int_equal(use, is_gpu);
    reset_shim();
  }
  assert_false(grundy_gpu_is_worthwhile(f->g, GRUNDY_COLUMN_OUTCOME));
  for (uint32_t v = 0; v <= ORDER * ROW; v++) offsets[v] = v; /* one move each */
  assert_int_equal(grundy_digraph_borrow(ORDER * ROW, offsets, targets, &few, NULL), GRUNDY_OK);
  assert_false(grundy_gpu_is_worthwhile(few, GRUNDY_COLUMN_OUTCOME));
  grundy_digraph_free(many);
  grundy_digraph_free(few);
  free(offsets);
  free(targets);
}

static void the_memory_of_any_game_can_be_estimated(void **state) {
  assert_int_equal(grundy_gpu_memory(10, 20, 0), grundy_gpu_memory(10, 20, GRUNDY_COLUMNS_DEFAULT));
  assert_true(grundy_gpu_memory(10, 20, GRUNDY_COLUMN_OUTCOME) < grundy_gpu_memory(10, 20, 0));
  assert_int_equal(grundy_gpu_memory(10, UINT64_MAX, 0), UINT64_MAX);
}

static void a_device_that_does_not_exist_is_refused(void **state) {
  grundy_gpu_device device = {0};
  grundy_error error = {0};
  assert_int_equal(grundy_gpu_device_open(1000, &device, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "1000"));
  assert_int_equal(grundy_gpu_device_open(UINT32_MAX, &device, NULL), GRUNDY_UNABLE);
}

/* ---- programs ---------------------------------------------------------------------------- */

/* Returns how often the source was compiled. */
static int compilations(fixture *f) {
  reset_shim();
  run_well(build, f);
  return calls_of("clCreateProgramWithSource");
}

static void a_program_is_compiled_once(void **state) {
  empty_cache();
  assert_int_equal(compilations(*state), 1);
  assert_int_equal(compilations(*state), 0);
}

/* In the magic number, the key, the length, the checksum and the binary. */
static void a_damaged_file_of_the_cache_is_replaced(void **state) {
  const long places[] = {0, 8, 16, 24, 32, 1000};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    empty_cache();
    run_well(build, *state);
    damaged_place = places[i];
    assert_int_equal(visit_cache(damage_file), 1);
    assert_int_equal(compilations(*state), 1);
    assert_int_equal(compilations(*state), 0);
  }
  assert_int_equal(visit_cache(cut_file), 1);
  assert_int_equal(compilations(*state), 1);
  assert_int_equal(compilations(*state), 0);
}

/* Changes the file so that its header says that the binary has no bytes, and has none. */
static void remove_binary(const char *path) {
  static const char none[8];
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, 16, SEEK_SET), 0);
  assert_int_equal(fwrite(none, sizeof none, 1, file), 1);
  (void)fclose(file);
  assert_int_equal(truncate(path, 32), 0);
}

static void cut_header(const char *path) {
  assert_int_equal(truncate(path, 20), 0);
}

static void a_file_of_the_cache_without_a_binary_is_replaced(void **state) {
  void (*const changes[])(const char *) = {remove_binary, cut_header};
  empty_cache();
  run_well(build, *state);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    assert_int_equal(visit_cache(changes[i]), 1);
    assert_int_equal(compilations(*state), 1);
    assert_int_equal(compilations(*state), 0);
  }
}

static void replace_by_folder(const char *path) {
  assert_int_equal(unlink(path), 0);
  assert_int_equal(mkdir(path, 0700), 0);
}

static void remove_folder(const char *path) {
  assert_int_equal(rmdir(path), 0);
}

/* It can neither be read nor replaced. */
static void a_program_is_compiled_if_a_folder_has_the_name_of_its_file(void **state) {
  empty_cache();
  run_well(build, *state);
  assert_int_equal(visit_cache(replace_by_folder), 1);
  for (int i = 0; i < 2; i++) assert_int_equal(compilations(*state), 1);
  assert_int_equal(visit_cache(remove_folder), 1);
}

/* The program is made of the binary, but cannot be used; and a driver that gives none away. */
static void a_program_without_a_valid_binary_is_compiled(void **state) {
  empty_cache();
  run_well(build, *state);
  reset_shim();
  opencl_shim.is_bad_binary = true;
  run_well(build, *state);
  assert_int_equal(calls_of("clCreateProgramWithBinary"), 1);
  assert_int_equal(calls_of("clCreateProgramWithSource"), 1);
  empty_cache();
  reset_shim();
  opencl_shim.has_no_binary = true;
  run_well(build, *state);
  assert_int_equal(visit_cache(count_file), 0);
  reset_shim();
}

/* Without a folder, and with one that cannot be made. */
static void a_program_is_compiled_without_a_cache(void **state) {
  empty_cache();
  assert_int_equal(setenv("XDG_CACHE_HOME", "/dev/null/nowhere", 1), 0);
  run_well(build, *state);
  char *home = strdup(getenv("HOME") == NULL ? "/" : getenv("HOME"));
  assert_int_equal(unsetenv("XDG_CACHE_HOME"), 0);
  assert_int_equal(unsetenv("HOME"), 0);
  run_well(build, *state);
  assert_int_equal(setenv("HOME", "not/absolute", 1), 0);
  assert_int_equal(setenv("XDG_CACHE_HOME", "not/absolute", 1), 0);
  run_well(build, *state);
  char *long_path = malloc(8001);
  assert_non_null(long_path);
  memset(long_path, '/', 8000);
  long_path[8000] = '\0';
  assert_int_equal(setenv("XDG_CACHE_HOME", long_path, 1), 0);
  run_well(build, *state);
  free(long_path);
  assert_int_equal(setenv("HOME", home, 1), 0);
  free(home);
  assert_int_equal(setenv("XDG_CACHE_HOME", folder, 1), 0);
  assert_int_equal(visit_cache(count_file), 0);
}

/* Compiles a program with an error, and expects the message of the library. */
static void expect_build_failure(const char *said) {
  const char source[] = "kernel void f(global int *a) { a[0] = nothing; }";
  grundy_gpu_device device = {0};
  grundy_error error = {0};
  cl_program program = NULL;
  assert_int_equal(grundy_gpu_device_open(1, &device, NULL), GRUNDY_OK);
  (void)strcpy(device.info.name, "it");
  assert_int_equal(grundy_gpu_program_build(&device, source, strlen(source), "", &program, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message, said);
  grundy_gpu_device_close(&device);
  reset_shim();
}

static void messages_of_the_compiler_are_cut_to_one_line(void **state) {
  static const char before[] = "the driver of it cannot compile the kernels: ";
  static const char after[] = "; update it, or choose another device";
  static const char *const logs[][2] = {{"\n \n no such type\n", "no such type"},
                                        {"error: x", "error: x"},
                                        {"note\n2: error: y\r\nerror: z", "2: error: y"},
                                        {"", ""}};
  char expected[512], log[512] = "error ";
  for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
    opencl_shim.log = logs[i][0];
    (void)snprintf(expected, sizeof expected, "%s%s%s", before, logs[i][1], after);
    expect_build_failure(expected);
  }
  memset(log + 6, 'x', 400);
  opencl_shim.log = log;
  (void)snprintf(expected, sizeof expected, "%s%.240s%s", before, log, after);
  expect_build_failure(expected);
  for (int k = 0; k < 2; k++) { /* the messages cannot be read */
    opencl_shim.failing = "clGetProgramBuildInfo";
    opencl_shim.fatal = k;
    opencl_shim.code = CL_INVALID_VALUE;
    expect_build_failure("the GPU failed (clBuildProgram: CL_BUILD_PROGRAM_FAILURE, -11)");
  }
}

static void an_error_of_the_compiler_is_one_line(void **state) {
  const char source[] = "kernel void f(global int *a) {\n  a[0] = nothing;\n}\n";
  grundy_gpu_device device = {0};
  grundy_error error = {0};
  cl_program program = NULL;
  assert_int_equal(grundy_gpu_device_open(1, &device, NULL), GRUNDY_OK);
  assert_int_equal(grundy_gpu_program_build(&device, source, strlen(source), "", &program, &error),
                   GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "nothing"));
  assert_null(strchr(error.message, '\n'));
  grundy_gpu_device_close(&device);
  reset_shim();
}

/* ---- the program ------------------------------------------------------------------------- */

/* A few hundred positions, so that all kernels run. */
static int start(void **state) {
  static fixture f;
  grundy_random random = grundy_random_new(7);
  if (mkdtemp(folder) == NULL || setenv("XDG_CACHE_HOME", folder, 1) != 0) return -1;
  f.g = game_sparse(&random, 300, 0.1, 4);
  f.solution = solution_of(f.g, GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE |
                                    GRUNDY_COLUMN_MISERE_REMOTENESS | GRUNDY_COLUMN_HMIN);
  f.chain = game_chain(CHAIN, STRIDE);
  *state = &f;
  return 0;
}

static int end(void **state) {
  fixture *f = *state;
  char path[256];
  grundy_digraph_free(f->g);
  grundy_digraph_free(f->chain);
  grundy_solution_free(f->solution);
  empty_cache();
  (void)snprintf(path, sizeof path, "%s/grundy", folder);
  (void)rmdir(path);
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_failing_call_is_survived_when_devices_are_listed),
      cmocka_unit_test(every_failing_call_is_survived_when_a_program_is_compiled),
      cmocka_unit_test(every_failing_call_is_survived_when_a_program_is_loaded),
      cmocka_unit_test(every_failing_call_is_survived_when_a_game_is_solved),
      cmocka_unit_test(every_failing_call_is_survived_when_a_solution_is_verified),
      cmocka_unit_test(every_failing_call_is_survived_when_the_cpu_takes_over),
      cmocka_unit_test(the_last_calls_may_fail),
      cmocka_unit_test(a_failing_driver_needs_no_error_to_be_reported_to),
      cmocka_unit_test(without_platforms_or_devices_the_message_says_what_to_install),
      cmocka_unit_test(devices_that_cannot_run_the_kernels_are_not_listed),
      cmocka_unit_test(names_of_devices_are_printable),
      cmocka_unit_test(auto_chooses_the_gpu_with_the_most_memory),
      cmocka_unit_test(unknown_codes_are_reported_by_number),
      cmocka_unit_test(a_device_that_says_gpu_solves_alike),
      cmocka_unit_test(programs_for_nvidia_have_an_option_of_its_compiler),
      cmocka_unit_test(a_game_that_does_not_fit_is_refused_with_the_figure),
      cmocka_unit_test(auto_solves_on_the_cpu_what_does_not_fit),
      cmocka_unit_test(auto_solves_small_games_on_the_cpu),
      cmocka_unit_test(games_with_kinds_of_moves_are_refused),
      cmocka_unit_test(only_large_games_with_many_moves_are_worthwhile),
      cmocka_unit_test(the_memory_of_any_game_can_be_estimated),
      cmocka_unit_test(a_device_that_does_not_exist_is_refused),
      cmocka_unit_test(a_program_is_compiled_once),
      cmocka_unit_test(a_damaged_file_of_the_cache_is_replaced),
      cmocka_unit_test(a_file_of_the_cache_without_a_binary_is_replaced),
      cmocka_unit_test(a_program_is_compiled_if_a_folder_has_the_name_of_its_file),
      cmocka_unit_test(a_program_without_a_valid_binary_is_compiled),
      cmocka_unit_test(a_program_is_compiled_without_a_cache),
      cmocka_unit_test(an_error_of_the_compiler_is_one_line),
      cmocka_unit_test(messages_of_the_compiler_are_cut_to_one_line),
  };
  return cmocka_run_group_tests(tests, start, end);
}
