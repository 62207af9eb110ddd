/* The functions of libmicrohttpd that are called here. It is loaded when the server starts. */

#ifndef GRUNDY_WEB_LIBMICROHTTPD_H
#define GRUNDY_WEB_LIBMICROHTTPD_H

#include <grundy/base.h>

#include <lazy_library.h>
#include <microhttpd.h>

#define LIBMICROHTTPD_FUNCTIONS(F)                                                                 \
  F(MHD_add_connection)                                                                            \
  F(MHD_add_response_header)                                                                       \
  F(MHD_create_response_from_buffer_with_free_callback_cls)                                        \
  F(MHD_destroy_response)                                                                          \
  F(MHD_get_connection_info)                                                                       \
  F(MHD_get_connection_values)                                                                     \
  F(MHD_get_daemon_info)                                                                           \
  F(MHD_get_fdset2)                                                                                \
  F(MHD_get_reason_phrase_for)                                                                     \
  F(MHD_get_timeout)                                                                               \
  F(MHD_http_unescape)                                                                             \
  F(MHD_lookup_connection_value)                                                                   \
  F(MHD_queue_response)                                                                            \
  F(MHD_resume_connection)                                                                         \
  F(MHD_run)                                                                                       \
  F(MHD_run_from_select)                                                                           \
  F(MHD_start_daemon)                                                                              \
  F(MHD_stop_daemon)                                                                               \
  F(MHD_suspend_connection)

LIBRARY_DECLARE(web_mhd, LIBMICROHTTPD_FUNCTIONS)

#endif
