/* The functions of libedit that are called here. It is loaded when somebody plays on a terminal. */

#ifndef GRUNDY_CLI_LIBEDIT_H
#define GRUNDY_CLI_LIBEDIT_H

#include <grundy/base.h>
#include <histedit.h>

#include <lazy_library.h>

#define LIBEDIT_FUNCTIONS(F)                                                                       \
  F(el_end)                                                                                        \
  F(el_get)                                                                                        \
  F(el_gets)                                                                                       \
  F(el_init)                                                                                       \
  F(el_set)                                                                                        \
  F(el_source)                                                                                     \
  F(history)                                                                                       \
  F(history_end)                                                                                   \
  F(history_init)

LIBRARY_DECLARE(libedit, LIBEDIT_FUNCTIONS)

#endif
