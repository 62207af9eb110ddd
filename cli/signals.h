/* Ctrl-C and its relatives. The flag behind signals_caught is the only global of the
 * command. */

#ifndef GRUNDY_CLI_SIGNALS_H
#define GRUNDY_CLI_SIGNALS_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP only set a flag, for work that has something to
 * clean up and looks at the flag; the same signal a second time ends the process. A signal
 * that was ignored when the process started stays ignored. */
void signals_set_flag(void);

/* From now on they end the process at once with CODE_INTERRUPTED, for work that has nothing
 * to clean up. A signal caught earlier still has to be looked for with signals_caught. */
void signals_end_process(void);

/* Ends the process after that time with CODE_UNABLE, whatever it is doing: rules may hang in code
 * that nobody can interrupt. 0: it does not, any more. */
void signals_end_after(double seconds);

/* Has one been caught? */
bool signals_caught(void);

/* To be called first. Whoever reads our output may stop early, as `head` does: that ends the
 * process with CODE_BROKEN and without a word. A file that grows past its limit is a write that
 * fails, not the end of the process. */
void signals_start(void);

#endif
