/* The devices of OpenCL, for --gpu and for `grundy info --gpu`. */

#include "gpu.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/gpu.h>
#include <grundy/json.h>

#include "failure.h"
#include "files.h"
#include "lists.h"

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
  return fail_usage(command->name, "--gpu takes auto or a number of 'grundy info --gpu', not '%s'",
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
                   "there is no device %" PRIu32 "; 'grundy info --gpu' shows %zu device%s", device,
                   count, count == 1 ? "" : "s");
}

/* ---- list ---------------------------------------------------------------------------- */

enum { TYPICAL_MOVES = 8 };

struct list_job {
  bool json;
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
  grundy_bytes_format(info->memory, memory, sizeof memory);
  (void)fprintf(out, "%zu  %s: %s, %s, ", number, info->name, info->is_gpu ? "GPU" : "not a GPU",
                memory);
  lists_count(out, info->units, "compute unit");
  (void)fprintf(out, " (%s, driver %s)\n   room for ", info->platform, info->driver);
  lists_count(out, positions, "position");
  (void)fputs(" with 8 moves each, ", out);
  lists_count(out, (uint64_t)positions * TYPICAL_MOVES, "move");
  (void)putc('\n', out);
}

static void put_json_device(grundy_json *json, size_t number, const grundy_gpu_info *info) {
  uint32_t positions = largest_game(info);
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_integer(json, "number", number);
  grundy_json_string(json, "name", info->name);
  grundy_json_string(json, "platform", info->platform);
  grundy_json_string(json, "driver", info->driver);
  grundy_json_bool(json, "gpu", info->is_gpu);
  grundy_json_integer(json, "units", info->units);
  grundy_json_integer(json, "memory", info->memory);
  grundy_json_integer(json, "usable", info->usable);
  grundy_json_integer(json, "positions", positions);
  grundy_json_integer(json, "moves", (uint64_t)positions * TYPICAL_MOVES);
  grundy_json_end(json);
}

static grundy_status put_list(const void *context, FILE *out, grundy_error *error) {
  const struct list_job *job = context;
  (void)error; /* closing the output reports errors of writing */
  if (!job->json) {
    for (size_t i = 0; i < job->count; i++) put_device(out, i + 1, &job->devices[i]);
    return GRUNDY_OK;
  }
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_array(&json, "devices");
  for (size_t i = 0; i < job->count; i++) put_json_device(&json, i + 1, &job->devices[i]);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return GRUNDY_OK;
}

grundy_status gpu_write_list(bool json, grundy_error *error) {
  struct list_job job = {.json = json};
  grundy_status status = grundy_gpu_list(&job.devices, &job.count, error);
  if (status == GRUNDY_OK) status = file_write("-", put_list, &job, error);
  free(job.devices);
  return status;
}
