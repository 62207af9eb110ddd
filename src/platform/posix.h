/* What posix.c offers to linux.c and portable.c. */

#ifndef GRUNDY_SRC_PLATFORM_POSIX_H
#define GRUNDY_SRC_PLATFORM_POSIX_H

#include <stdint.h>

/* Returns a resource limit of the process, such as RLIMIT_AS; UINT64_MAX if there is none. */
uint64_t grundy_platform_resource_limit(int resource);

#endif
