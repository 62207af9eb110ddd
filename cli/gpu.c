/* grundy gpu list: the devices of OpenCL, for --gpu. */

#include "gpu.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/gpu.h>

#include "actions.h"
#include "commands.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "lists.h"
#include "memory.h"

static const struct command list_command;

/* ---- the option --gpu ---------------------------------------------------------------- */

int gpu_parse(const struct command *command, const char *text, uint32_t *device) {
  if (text == NULL || strcmp(text, "auto") == 0) {
    *device = GRUNDY_GPU_AUTO;
    return CODE_YES;
  }
  /* Nine digits fit. */
  size_t length = strlen(text);
  if (length > 0 && length <= 9 && strspn(text, "0123456789") == length) {
    *device = (uint32_t)strtoul(text, NULL, 10);
    if (*device > 0) return CODE_YES;
  }
  return fail_usage(command->name, "--gpu takes auto or a number of 'grundy gpu list', not '%s'",
                    text);
}

grundy_status gpu_check(const char *text, uint32_t device, grundy_error *error) {
  grundy_gpu_info *devices = NULL;
  size_t count = 0;
  if (text == NULL) return GRUNDY_OK;
  grundy_status status = grundy_gpu_list(&devices, &count, error);
  free(devices);
  if (status != GRUNDY_OK || device <= count) return status;
  return fail_with(error, GRUNDY_UNABLE, "",
                   "there is no device %" PRIu32 "; 'grundy gpu list' shows %zu device%s", device,
                   count, count == 1 ? "" : "s");
}

/* ---- list ---------------------------------------------------------------------------- */

enum { TYPICAL_MOVES = 8 };

struct list_job {
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  grundy_gpu_info *devices;
  size_t count;
};

/* Returns how many positions with TYPICAL_MOVES moves each the device has room for. */
static uint32_t largest_game(const grundy_gpu_info *info) {
  uint32_t low = 0, high = UINT32_MAX - 1;
  while (low < high) {
    uint32_t middle = high - (high - low) / 2;
    if (grundy_gpu_memory(middle, (uint64_t)middle * TYPICAL_MOVES, 0) <= info->usable)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static void put_device(FILE *out, size_t number, const grundy_gpu_info *info) {
  char memory[32];
  uint32_t positions = largest_game(info);
  memory_format(info->memory, memory, sizeof memory);
  (void)fprintf(out, "%zu  %s: %s, %s, ", number, info->name, info->is_gpu ? "GPU" : "not a GPU",
                memory);
  lists_count(out, info->units, "compute unit");
  (void)fprintf(out, " (%s, driver %s)\n   room for ", info->platform, info->driver);
  lists_count(out, positions, "position");
  (void)fputs(" with 8 moves each, ", out);
  lists_count(out, (uint64_t)positions * TYPICAL_MOVES, "move");
  (void)putc('\n', out);
}

static void put_json_text(FILE *out, const char *name, const char *text) {
  (void)fprintf(out, ", \"%s\": ", name);
  json_put_string(out, text);
}

static void put_json_device(FILE *out, size_t number, const grundy_gpu_info *info) {
  uint32_t positions = largest_game(info);
  (void)fprintf(out, "  {\"number\": %zu", number);
  put_json_text(out, "name", info->name);
  put_json_text(out, "platform", info->platform);
  put_json_text(out, "driver", info->driver);
  (void)fprintf(out,
                ", \"gpu\": %s, \"units\": %" PRIu32 ", \"memory\": %" PRIu64
                ", \"usable\": %" PRIu64 ", \"positions\": %" PRIu32 ", \"moves\": %" PRIu64 "}",
                info->is_gpu ? "true" : "false", info->units, info->memory, info->usable, positions,
                (uint64_t)positions * TYPICAL_MOVES);
}

static grundy_status put_list(const void *context, FILE *out, grundy_error *error) {
  const struct list_job *job = context;
  bool json = job->format == ANSWER_JSON;
  (void)error; /* closing the output reports errors of writing */
  for (size_t i = 0; i < job->count; i++) {
    if (json) (void)fputs(i == 0 ? "[\n" : ",\n", out);
    if (json)
      put_json_device(out, i + 1, &job->devices[i]);
    else
      put_device(out, i + 1, &job->devices[i]);
  }
  if (json) (void)fputs("\n]\n", out);
  return GRUNDY_OK;
}

static int run_list(int argc, char **argv) {
  struct list_job job = {.format = ANSWER_TEXT};
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&list_command, argc, argv, &job, &code)) return code;
  grundy_status status = grundy_gpu_list(&job.devices, &job.count, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_list, &job, &error);
  free(job.devices);
  return status == GRUNDY_OK ? CODE_YES : fail(&error);
}

static const struct positional no_positionals[] = {{0}};

static const struct option list_options[] = {
    OPTION_JSON(struct list_job),
    {0},
};

static const struct example list_examples[] = {
    {"grundy gpu list", "all devices, with their memory and the size of games that fit"},
    {"OCL_ICD_VENDORS=$HOME/opencl grundy gpu list",
     "the devices of the drivers that .icd files in this folder name"},
    {0},
};

static const struct command list_command = {
    .name = "gpu list",
    .summary = "list the devices of OpenCL",
    .description =
        "Lists the devices that can run the kernels: their numbers for --gpu, their memory, and "
        "how many positions with 8 moves each fit, for the default columns. If there is no "
        "device, says what to install, and the exit code is 4. docs/gpu.md has the details.",
    .positionals = no_positionals,
    .options = list_options,
    .examples = list_examples,
    .run = run_list,
};

/* ---- gpu ----------------------------------------------------------------------------- */

static const struct command *const actions[] = {&list_command, NULL};
static const char *const words[] = {"list", NULL};

static int run(int argc, char **argv) {
  return actions_run(&gpu_command, argc, argv);
}

static const struct positional positionals[] = {POSITIONAL_ACTION, {0}};

static const struct option options[] = {{0}};

static const struct example examples[] = {
    {"grundy gpu list", "all devices, with their memory and the size of games that fit"},
    {"grundy solve large.npz --gpu 1 -o solution.npz", "solves a game on the first of them"},
    {0},
};

const struct command gpu_command = {
    .name = "gpu",
    .summary = "list the GPUs that can solve games",
    .group = GROUP_SOLVE,
    .description =
        "'grundy solve' and 'grundy verify' can work on a GPU, with the option --gpu. The "
        "results have the same bytes as those of the CPU. Devices are found through "
        "OpenCL; docs/gpu.md says how to install it.",
    .positionals = positionals,
    .actions = actions,
    .first_choices = words,
    .options = options,
    .examples = examples,
    .run = run,
};
