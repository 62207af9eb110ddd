/* A sum of many components: what it takes beyond solving its game once. */

#ifndef GRUNDY_BENCH_COMPOUNDS_H
#define GRUNDY_BENCH_COMPOUNDS_H

void measure_compounds(void);

#endif
