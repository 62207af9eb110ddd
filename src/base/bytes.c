/* Writes amounts of memory for people. */

#include <grundy/base.h>

#include <assert.h>
#include <stdio.h>

void grundy_bytes_format(uint64_t bytes, char *text, size_t size) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = (double)bytes / 1024;
  size_t unit = 0;
  if (bytes < 1024) {
    (void)snprintf(text, size, "%llu bytes", (unsigned long long)bytes);
    return;
  }
  for (; amount >= 1024; unit++) amount /= 1024;
  assert(unit < sizeof units / sizeof units[0]); /* 2^64 bytes are 16 EiB */
  (void)snprintf(text, size, "%.1f %s", amount, units[unit]);
}
