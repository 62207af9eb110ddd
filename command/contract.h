/* The contract of the front ends: operations with their parameters, and the types of answers. */

#ifndef GRUNDY_COMMAND_CONTRACT_H
#define GRUNDY_COMMAND_CONTRACT_H

/* Prints the contract as JSON: every command that has an answer, with the parameters that other
 * front ends have, and the types of program.types. Returns the exit code. */
int contract_show(void);

#endif
