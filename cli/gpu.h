/* The option --gpu of commands that can work on a GPU. */

#ifndef GRUNDY_CLI_GPU_H
#define GRUNDY_CLI_GPU_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/base.h>

#include "options.h"

/* Reads the value of --gpu: "auto", or a number of `grundy info --gpu`; NULL if the option is not
 * given. Returns an exit code. */
int gpu_parse(const struct command *command, const char *text, uint32_t *device);

/* Fails if --gpu is given and there is no such device: to be called before anything that takes
 * long. `text` is the value of the option, or NULL. */
grundy_status gpu_check(const char *text, uint32_t device, grundy_error *error);

/* Prints all devices, with their memory and the size of games that fit. */
grundy_status gpu_write_list(bool json, grundy_error *error);

/* For a struct of arguments of that type, with a member `gpu`. */
#define OPTION_GPU(type, conflicting)                                                              \
  {                                                                                                \
    .group = OPTIONS_LIMITS, .name = "gpu", .kind = OPTION_STRING, .value = "DEVICE",              \
    .destination = offsetof(type, gpu), .excludes = (conflicting),                                 \
    .help = "work on a GPU: auto, or a number of 'grundy info --gpu'",                             \
  }

#endif
