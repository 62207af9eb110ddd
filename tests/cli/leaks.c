/* Whether it succeeds or fails, the command frees its memory: all lines run in one process, which
 * LeakSanitizer checks at its end. (That takes seconds on some machines, so the other tests of the
 * command do not check leaks.) Without sanitizers this only checks exit codes. */

#include "support/command.h"
#include "support/test.h"

#include <fcntl.h>
#include <unistd.h>

static const struct {
  const char *path, *text;
} files[] = {
    {"game", "a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\n"},
    {"bad", "a b\nb c\nc d e\n"},
    {"acyclic", "a b\n"},
    {"payoffs", "a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n"},
    {"wrong.tsv", "vertex\toutcome\tremoteness\na\tN\t1\nz\tN\t0\nw\tN\t1\nv\tN\t1\ny\tN\t1\n"},
    {"ends.linear", "dimension 2\nmove a 10 11\nmove b 01 01\n"},
    {"cycle.linear", "dimension 2\nmove a 10 11\nmove b 01 11\n"},
    {"rules.lua", "return { args = {'n'}, start = function(n) return n end,\n"
                  "  moves = function(p) return p > 0 and {p - 1} or {} end }\n"},
    {"broken.lua", "return { args = {'n'}, start = function(n) return n end,\n"
                   "  moves = function(p) error('none') end }\n"},
    {"keys", "2 4\nnonsense\n1 z, 2 0\n?\nu\nm\n1\n"},
};

/* One line for each kind that allocates in its own way; words are separated by spaces. Later lines
 * use the output of earlier ones. */
static const struct {
  int code;
  const char *line;
} lines[] = {
    {0, "solve game --columns all --check -o solution.json"},
    {3, "solve bad"},
    {5, "solve game -o /dev/full"},
    {1, "verify game wrong.tsv"},
    {0, "solve game --solution solution.json --check"},
    {1, "solve game --solution wrong.tsv --check"},
    {0, "random power -n 100 --degree 3 -o random.edges"},
    {0, "info random.edges"},
    {0, "convert random.edges copy.edges"},
    {0, "convert random.edges copy.npz"},
    {0, "convert copy.npz copy.dot"},
    {0, "convert copy.dot copy.graphml"},
    {0, "info copy.graphml --json"},
    {3, "convert bad copy.edges"},
    {0, "product selective game game -o product.edges"},
    {0, "quotient game -o small.edges --map classes.tsv"},
    {0, "map game small.edges classes.tsv -o mapped.tsv"},
    {3, "map game small.edges bad -o mapped.tsv"},
    {6, "quotient game --by grundy -o small.edges"},
    {0, "quotient game --classes classes.tsv -o again.edges"},
    {0, "solve game --reduce --columns all --check"},
    {0, "best game@a+(take{1,2}:5&game@v) --all"},
    {3, "best game@a+(take{1,2}:5&game@q)"},
    {4, "best game@v+nim:1000+nim:2000 --max-positions 5"},
    {0, "best kayles:7+lasker:3,4"},
    {0, "best ordinal:(w+1)+coins{free}:1.05 --json"},
    {3, "best ordinal:(w+"},
    {0, "best payoffs@a --payoff 1 --infinite 0"},
    {0, "vector pass(vector{(1,0)*,(2,1)}:9,9) --plot plot.png -o values.npz"},
    {3, "vector vector{(1,0)*,(2,1):9,9"},
    {3, "vector vector{(1,0)*,(2,1)}:9,9 --slice z"},
    {4, "vector vector{(1,-1)}:9,9"},
    {0, "vector vector{(1,0)*,(2,1)}:9,9 --slice 2,x --period --certificate row.proof"},
    {0, "verify --certificate row.proof"},
    {0, "heap kayles --stop-at-period --rare --plot plot.svg --checkpoint save"},
    {3, "heap 0.156 --checkpoint save"},
    {0, "heap kayles --misere --heaps 3,4"},
    {0, "play game@a+nim:5"},
    {4, "play --misere game@a+take{1,2}:9 --max-positions 5"},
    {0, "play payoffs@a"},
    {0, "linear acyclic --of a --basis"},
    {6, "linear game"},
    {0, "linear ends.linear --of 10 --basis"},
    {1, "linear cycle.linear"},
    {1, "labellings game"},
    {0, "law wythoff:3,3 G<=a+b"},
    {1, "law wythoff:3,3 G==a --where a<b"},
    {3, "law wythoff:3,3 G<=c"},
    {0, "solve wythoff:3,3 --where a<=2 --sort -a,name --to latex"},
    {0, "solve wythoff:3,3 --grid a,b -o map.svg"},
    {3, "period bad"},
    {0, "value --ordinal (w^2+3)#w"},
    {0, "experiment degree --degree 2 --vary n=5,9 --games 3 -o table.csv"},
    {2, "experiment dag --degree 2 --vary n=9,2 --games 3 -o table.csv"},
    {2, "experiment dag --degree 2 --vary n=9,x"},
    {0, "why game@a+nim:2 --depth 3"},
    {0, "why payoffs@a --json"},
    {0, "why pong-hau-ki --json"},
    {0, "best wythoff:2,3 --all-moves --json"},
    {0, "best kayles:5+nim:2 --all-moves"},
    {0, "match wythoff:2,3 2,2 --reply fair --json"},
    {0, "match game@v z"},
    {1, "match game@a+nim:2 nonsense --json"},
    {3, "match game@q"},
    {0, "draw game --worksheet -o sheet.html"},
    {0, "draw game --worksheet --misere --part solution -o sheet.html"},
    {2, "draw game --worksheet -o sheet.pdf"},
    {0, "draw game -o blank.svg --blank --current a"},
    {0, "solve rules.lua:4 -o base.npz"},
    {0, "solve wythoff:2,3 --columns all"},
    {3, "solve broken.lua:4"},
    {0, "value base.npz 2 --json"},
    {0, "value wythoff:2,3@1,2 --json"},
    {0, "value pass(wythoff:1,2)"},
    {3, "value pass(wythoff:1,2"},
    {4, "value kotzig:20 --max-positions 9"},
    {0, "sweep wythoff:1..2,1..2 -o sweep.csv"},
    {0, "sweep wythoff:1..2,1..3 -o sweep.csv --resume"},
    {3, "sweep wythoff:1..2,1..1 -o sweep.csv --resume"},
    {4, "sweep kotzig:5..6 --max-positions 9"},
    {2, "sweep kotzig:6..5"},
    {0, "sweep take{choose(1..3,2)}:x -o sweep.tex"},
    {4, "sweep vector{(1..2)*}:x --json"},
    {2, "sweep take{choose(1..3,4)}:x"},
    {3, "sweep kotzig:0..3"},
    {3, "value base.npz 7"},
    {0, "rules list"},
    {0, "rules show wythoff"},
    {0, "rules check rules.lua:3"},
    {1, "rules check broken.lua:3"},
    {0, "draw game -o picture.svg --highlight a,v --around a"},
    {0, "trace game --to html -o trace.html"},
    {0, "help solve"},
    {0, "help --manual best"},
    {0, "help --completions zsh"},
    {2, "sovle game"},
};

static void all_line_ends_are_accepted(void **state) {
  int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    command_redirect(STDIN_FILENO, "keys", O_RDONLY);
    rewind(stdin);
    command_redirect(STDOUT_FILENO, "/dev/null", O_WRONLY);
    command_redirect(STDERR_FILENO, "said", O_WRONLY | O_CREAT | O_TRUNC);
    int code = command_run(lines[i].line);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (code != lines[i].code)
      fail_msg("%s: exit code %d instead of %d", lines[i].line, code, lines[i].code);
  }
  close(out);
  close(err);
}

static int set_up(void **state) {
  if (command_enter_folder() != 0) return -1;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    command_write_file(files[i].path, files[i].text);
  return 0;
}

static int tear_down(void **state) {
  return command_leave_folder();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_line_ends_are_accepted)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
