/* Put before MPI with LD_PRELOAD: delays every exchange and every agreement by a random time, so
 * that ranks run apart; and makes one rank hang, if GRUNDY_HANG is the number of that rank. */

#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static void delay(void) {
  static unsigned seed;
  static int calls;
  int rank;
  const char *hangs = getenv("GRUNDY_HANG");
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (seed == 0) seed = 1000003U * (unsigned)(rank + 1);
  if (rand_r(&seed) % 4 == 0) usleep((useconds_t)rand_r(&seed) % 20000);
  while (hangs != NULL && atoi(hangs) == rank && ++calls > 20) sleep(1);
}

int MPI_Alltoallv(const void *send, const int *counts, const int *starts, MPI_Datatype type,
                  void *in, const int *counts_in, const int *starts_in, MPI_Datatype type_in,
                  MPI_Comm comm) {
  delay();
  return PMPI_Alltoallv(send, counts, starts, type, in, counts_in, starts_in, type_in, comm);
}

int MPI_Allreduce(const void *send, void *in, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm comm) {
  delay();
  return PMPI_Allreduce(send, in, count, type, operation, comm);
}
