#include "team.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- hung ranks ------------------------------------------------------------------------ */

static unsigned patience;

/* Waits a second between the message and the abort: a launcher that ends the job first drops what
 * its ranks wrote last. */
static void give_up(int number) {
  static const char text[] = "grundy-mpi: a rank has not answered for too long (see --patience); "
                             "ending the job\n";
  struct timespec rest = {.tv_sec = 1};
  (void)number;
  signal(SIGALRM, SIG_DFL); /* in case aborting hangs as well */
  alarm(10);
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR) continue;
  MPI_Abort(MPI_COMM_WORLD, 5);
}

void team_set_patience(unsigned seconds) {
  struct sigaction action = {.sa_handler = give_up, .sa_flags = SA_NODEFER};
  patience = seconds;
  sigaction(SIGALRM, &action, NULL);
}

/* CPU time of this process: when the wait began, and spent in waits so far. Ranks that wait may
 * spin. */
static double began, waited;

static double cpu_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void team_wait_begins(void) {
  if (patience > 0) alarm(patience);
  began = cpu_clock();
}

void team_wait_ends(void) {
  if (patience > 0) alarm(0);
  waited += cpu_clock() - began;
}

double team_cpu_seconds(void) {
  return cpu_clock() - waited;
}

/* ---- signals --------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  (void)number;
  interrupted = 1;
}

void team_catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

bool team_is_interrupted(void) {
  return interrupted != 0;
}

/* ---- agreement ------------------------------------------------------------------------- */

team team_start(int *argc, char ***argv) {
  team t;
  int provided;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &t.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &t.ranks);
  return t;
}

/* Returns whether other nodes may succeed where this one fails: files and memory differ. */
static bool depends_on_node(const grundy_error *error) {
  if (error->status == GRUNDY_CANCELLED) return false;
  return error->status != GRUNDY_BAD_INPUT || error->reason == GRUNDY_REASON_NO_FILE;
}

/* Puts the node in front of the message, which then says where a file is missing. */
static void name_node(grundy_error *error, int rank) {
  char node[MPI_MAX_PROCESSOR_NAME];
  char message[GRUNDY_ERROR_MAX_TEXT];
  int length;
  MPI_Get_processor_name(node, &length);
  memcpy(message, error->message, sizeof message);
  (void)snprintf(error->message, sizeof error->message, "rank %d on %.100s: %.380s", rank, node,
                 message);
}

/* Returns whether all failed ranks have failed alike; then the rank does not matter. */
static bool all_alike(const grundy_error *error, bool failed) {
  grundy_error first = *error;
  int alike;
  MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
  int same = failed && strcmp(first.message, error->message) == 0;
  MPI_Allreduce(&same, &alike, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  return alike != 0;
}

grundy_status team_first_failure(const team *t, grundy_status status, grundy_error *error) {
  int mine = status == GRUNDY_OK ? INT_MAX : t->rank;
  int first;
  team_wait_begins();
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  team_wait_ends();
  if (first == INT_MAX) return GRUNDY_OK;
  bool alike = all_alike(error, status != GRUNDY_OK);
  if (!alike && first == t->rank && depends_on_node(error)) name_node(error, t->rank);
  MPI_Bcast(error, (int)sizeof *error, MPI_BYTE, first, MPI_COMM_WORLD);
  return error->status;
}

/* ---- numbers --------------------------------------------------------------------------- */

static uint64_t reduce(uint64_t number, MPI_Op operation) {
  uint64_t result;
  team_wait_begins();
  MPI_Allreduce(&number, &result, 1, MPI_UINT64_T, operation, MPI_COMM_WORLD);
  team_wait_ends();
  return result;
}

uint64_t team_sum(uint64_t number) {
  return reduce(number, MPI_SUM);
}

uint64_t team_largest(uint64_t number) {
  return reduce(number, MPI_MAX);
}

uint64_t team_sum_before(const team *t, uint64_t number) {
  uint64_t before = 0;
  MPI_Exscan(&number, &before, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return t->rank == 0 ? 0 : before;
}

void team_or(uint64_t *words, uint64_t count) {
  const uint64_t most = 1 << 20;
  for (uint64_t first = 0; first < count; first += most) {
    uint64_t part = count - first < most ? count - first : most;
    MPI_Allreduce(MPI_IN_PLACE, words + first, (int)part, MPI_UINT64_T, MPI_BOR, MPI_COMM_WORLD);
  }
}
