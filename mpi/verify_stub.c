#include "verify.h"
int verify_run(const team *t, const char *game, const char *solution, uint64_t exchange_size, bool quiet) { (void)t,(void)game,(void)solution,(void)exchange_size,(void)quiet; return 4; }
