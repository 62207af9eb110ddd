/* Textbook retrograde analysis as a program of its own, for comparison: who wins, by one queue.
 *
 * usage: retrograde MOVES OUTCOMES     one move per line of MOVES, positions are numbers */

#include <stdio.h>
#include <stdlib.h>

static void *must_have(void *block) {
  if (block != NULL) return block;
  (void)fputs("out of memory\n", stderr);
  exit(4);
}

static unsigned *moves; /* pairs: from, to */
static size_t count;
static unsigned order;

static void read_moves(const char *path) {
  FILE *in = must_have(fopen(path, "r"));
  size_t room = 1 << 16;
  unsigned from, to;
  moves = must_have(malloc(room * sizeof *moves));
  while (fscanf(in, "%u %u", &from, &to) == 2) {
    if (2 * count + 2 > room) moves = must_have(realloc(moves, (room *= 2) * sizeof *moves));
    moves[2 * count] = from;
    moves[2 * count++ + 1] = to;
    if (from >= order) order = from + 1;
    if (to >= order) order = to + 1;
  }
  (void)fclose(in);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  read_moves(argv[1]);
  size_t *starts = must_have(calloc((size_t)order + 2, sizeof *starts));
  unsigned *sources = must_have(malloc((count + 1) * sizeof *sources));
  unsigned *left = must_have(calloc((size_t)order + 1, sizeof *left));
  unsigned *queue = must_have(malloc(((size_t)order + 1) * sizeof *queue));
  char *outcome = must_have(malloc((size_t)order + 1));
  for (size_t i = 0; i < count; i++) {
    starts[moves[2 * i + 1] + 2]++;
    left[moves[2 * i]]++;
  }
  for (unsigned v = 2; v <= order; v++) starts[v] += starts[v - 1];
  for (size_t i = 0; i < count; i++) sources[starts[moves[2 * i + 1] + 1]++] = moves[2 * i];
  size_t head = 0, tail = 0;
  for (unsigned v = 0; v < order; v++) {
    outcome[v] = left[v] == 0 ? 'P' : 'D';
    if (left[v] == 0) queue[tail++] = v;
  }
  while (head < tail) {
    unsigned v = queue[head++];
    for (size_t i = starts[v]; i < starts[v + 1]; i++) {
      unsigned u = sources[i];
      if (outcome[u] != 'D' || (outcome[v] == 'N' && --left[u] > 0)) continue;
      outcome[u] = outcome[v] == 'P' ? 'N' : 'P';
      queue[tail++] = u;
    }
  }
  FILE *out = must_have(fopen(argv[2], "w"));
  for (unsigned v = 0; v < order; v++) (void)fprintf(out, "%u\t%c\n", v, outcome[v]);
  return fclose(out) == 0 ? 0 : 5;
}
