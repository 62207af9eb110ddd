/* The kinds of proofs. Adding one is a file of this room with such a struct, a line here, and a
 * line in check.c. */

#ifndef GRUNDY_SRC_CERTIFICATE_KINDS_H
#define GRUNDY_SRC_CERTIFICATE_KINDS_H

#include "certificate/reader.h"

extern const grundy_json_proof_kind grundy_misere_quotient_proof;
extern const grundy_json_proof_kind grundy_misere_infinite_proof;
extern const grundy_json_proof_kind grundy_vector_period_proof;
extern const grundy_json_proof_kind grundy_automaton_proof;

#endif
