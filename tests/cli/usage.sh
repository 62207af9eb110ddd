#!/bin/sh
# Wrong usage gives one line that says what was expected, and exit code 2.
. tests/support/check.sh

printf 'a b\n' > "$work/game.edges"
game=$work/game.edges

# wrong PATTERN ARGUMENT...
wrong() {
  pattern=$1
  shift
  expect_exit 2 "$grundy" "$@"
  case " $* " in
    *" --json "*) expect_stdout_line '{"error": {"reason": "usage", .*' ;;
    *) expect_no_stdout ;;
  esac
  expect_stderr_line "grundy: $pattern"
}

wrong "unknown command 'sovle'; did you mean 'solve'?" sovle
wrong "unknown command 'xyzzy'; try 'grundy --help'" xyzzy
wrong "unknown option '--frobnicate'; try 'grundy --help'" --frobnicate
wrong "unknown option '--versio'; did you mean '--version'?" --versio
wrong "unknown command ''; try 'grundy --help'" ''
wrong "unknown command or topic 'verfy'; did you mean 'verify'?" help verfy
wrong "unknown command or topic 'colmns'; did you mean 'columns'?" help colmns
wrong "unknown command or topic 'xyzzy'; try 'grundy --help'" help xyzzy
wrong "unexpected argument 'verify'; try 'grundy --help'" help solve verify

for command in solve verify; do
  wrong "GAME is missing; try 'grundy $command --help'" $command
  wrong "unknown option '--fromat'; did you mean '--f.*'?" \
    $command "$game" --fromat tsv
  wrong "unknown option '--jsom'; did you mean '--json'?" $command --jsom "$game"
  wrong "unknown option '-x'; try .*" $command -x "$game"
  wrong "unknown option '--xyzzy'; try .*" $command --xyzzy=3 "$game"
  wrong '--json takes no value; try .*' $command --json=yes "$game"
done
wrong "unknown option '--window'; use it with solve, verify, info, why or draw; try 'grundy best --help'" \
  best nim:3 --window 9
wrong '--to has no value; expected FORMAT; try .*' solve "$game" --to
wrong '--json conflicts with --to; give only one; try .*' solve "$game" --json --to tsv

wrong "--to is 'xml'; expected .* or typst; try .*" solve "$game" --to xml
wrong "--to is ''; expected .* or typst; try .*" solve "$game" --to=
wrong "--colour is 'red'; expected auto, always or never; try .*" solve "$game" --color red
wrong "unexpected argument 'more'; try 'grundy solve --help'" solve "$game" more
wrong "--columns: .*nimber.*; try 'grundy solve --help'" solve "$game" --columns grundy,nimber
wrong "--columns: .*; try 'grundy solve --help'" solve "$game" --columns ''
wrong '--output has no value; expected FILE; try .*' solve "$game" -o
wrong "SOLUTION is missing; try 'grundy verify --help'" verify "$game"
wrong "unexpected argument '+'; put the whole expression in quotes; try 'grundy best --help'" best nim:3 + nim:4
wrong 'more than one of GAME and SOLUTION is standard input; try .*' verify - -
wrong "the format of '-' is not known; use --solution-from .* or json; try .*" verify "$game" -
wrong "'x.dat' has no known ending; use .npz, .tsv, .csv or .json, or --solution-from FORMAT; try .*" verify "$game" x.dat
wrong "--solution-from is 'table'; expected .* or json; try .*" verify "$game" x --solution-from table

# Options of version 0.1.0 are unknown; the message says what to use now.
renamed() { # OLD NEW COMMAND
  wrong "unknown option '--$1'; use '$2'; try 'grundy $3 --help'" "$3" x "--$1" 3
}
renamed every --all-moves best
renamed every --checkpoint-interval heap
renamed limit --max-positions solve
renamed limit --max-positions heap
renamed order --positions random
renamed show --measures experiment
renamed format --to solve
renamed format --json info
renamed moves --by-moves linear

# So are options that other commands have.
renamed misere '--columns misere' solve
renamed misere 'grundy law GAME "misere == P"' law
renamed output 'grundy convert IN OUT' convert
wrong "unknown option '-o'; use 'grundy convert IN OUT'; try 'grundy convert --help'" convert "$game" -o x.npz

# An option is not the value of the option before it, unless it is given with an equals sign.
wrong '--output has no value; expected FILE, or --output=--timings if that is the value; try .*' solve "$game" -o --timings
wrong '--columns has no value; expected LIST, or --columns=--to=tsv if that is the value; try .*' solve "$game" --columns --to=tsv
wrong '--output has no value; expected FILE, or --output=--help if that is the value; try .*' solve "$game" -o --help
expect_exit 0 "$grundy" draw "$game" --worksheet --title=--misere
expect_stdout_line '<title>--misere</title>'
expect_exit 0 "$grundy" solve wythoff:2,2 --sort -a --quiet

# So are names of version 0.2.0.
for words in 'games:rules' 'linear-moves:linear --by-moves' 'manual:help --manual' 'completions:help --completions'; do
  wrong "unknown command '${words%%:*}'; use 'grundy ${words#*:}'; try 'grundy --help'" "${words%%:*}" x
  wrong "unknown command '${words%%:*}'; use 'grundy ${words#*:}'; try 'grundy --help'" help "${words%%:*}"
done

# An option without effect is an error.
nothing() { # OPTION NEEDED ARGUMENT...
  option=$1
  needed=$2
  shift 2
  wrong "--$option needs --$needed; try 'grundy $1 --help'" "$@"
}
nothing to output map "$game" "$game" x --to tsv
nothing to output quotient "$game" --to dot
nothing to output quotient "$game" --classes x --to dot
nothing solution-from solution solve "$game" --solution-from tsv
nothing radius around draw "$game" --to svg --radius 2
nothing measures plot experiment chain --vary n=3 --measures d
nothing checkpoint-interval checkpoint heap kayles --checkpoint-interval 3
nothing max-positions misere heap kayles --max-positions 5
nothing max-positions misere heap kayles --heaps 3,4 --max-positions 5
nothing seed 'level easy or fair' play nim:3 --seed 5
apart() { # OPTION OTHER ARGUMENT...
  option=$1
  other=$2
  shift 2
  wrong "--$option conflicts with --$other; give only one; try 'grundy $1 --help'" "$@"
}
apart solution algorithm solve "$game" --algorithm counting --solution x.tsv
apart solution reduce solve "$game" --solution x.tsv --reduce
apart mono palette draw "$game" --to svg --palette safe --mono
wrong "--lua conflicts with --c; give only one; try 'grundy rules new --help'" rules new x --c --lua
wrong '--colour always is only for tables, not for tsv; try .*' solve "$game" --to tsv --color always
wrong '--algorithm needs one of the columns grundy, k, j, counter and hmin; try .*' \
  solve "$game" --algorithm counting --columns outcome
expect_exit 0 "$grundy" solve "$game" --algorithm counting --columns k
apart heaps max heap kayles --max 5 --heaps 3
apart misere rare heap kayles --misere --rare
wrong '--misere conflicts with --stop-at-period; to prove a period, use --misere --quotient .*' \
  heap kayles --misere --stop-at-period
wrong '--rare conflicts with --to csv; use table or json; try .*' heap kayles --rare --to csv
wrong "--checkpoint-interval is '0'; expected a number of seconds above 0; try .*" heap kayles --checkpoint-interval 0 --checkpoint x
wrong "--time is '-1'; expected a number of seconds above 0; try .*" solve "$game" --time -1
wrong '--plot and --output name the same file; try .*' heap kayles -o x.svg --plot x.svg

# Long options may be abbreviated, if that is not ambiguous.
expect_exit 0 "$grundy" solve "$game" --js
expect_stdout_line '"position": \["a", "b"\],'
expect_exit 0 "$grundy" solve "$game" --color=never --time 9
expect_exit 0 "$grundy" solve "$game" --he
expect_stdout_line 'usage: grundy solve .*'
wrong '--ti is ambiguous: --tiers, --time, --timings; try .*' solve "$game" --ti 3
wrong '--he is ambiguous: --heaps, --help; try .*' heap kayles --he

# Every command that writes a file refuses endings that it does not know, in the same words.
unknown() { # PATH ENDINGS ARGUMENT...
  path=$1
  endings=$2
  shift 2
  wrong "'$path' has no known ending; use $endings; try 'grundy $1.*" "$@"
  [ ! -e "$path" ] || fail "$path was written"
}
games='.edges, .dot, .graphml, .mtx or .npz, or --to FORMAT'
solutions='.npz, .tsv, .csv, .json, .tex, .typ or .txt, or --to FORMAT'
unknown x.foo "$games" random chain -n 3 -o x.foo
unknown x.gml "$games" convert "$game" x.gml
unknown x.foo "$games" product disjunctive "$game" "$game" -o x.foo
unknown x.foo "$games" quotient "$game" -o x.foo
unknown x.foo "$games" quotient "$game" --classes y -o x.foo
unknown x.foo "$solutions" solve "$game" -o x.foo
unknown x.edges.gz "$solutions" heap kayles -o x.edges.gz
unknown x.foo '.npz, .tsv, .csv, .json, .tex or .typ, or --to FORMAT' map "$game" "$game" y -o x.foo
unknown x.foo '.svg, .png, .pdf, .dot, .tikz or .json, or --to FORMAT' draw "$game" -o x.foo
unknown x.foo '.txt, .md, .html or .json, or --to FORMAT' trace "$game" -o x.foo
unknown x.foo '.csv, .tsv or .json, or --to FORMAT' experiment chain --vary n=3 -o x.foo
unknown x.eps '.svg, .png or .pdf' experiment chain --vary n=3 --plot x.eps
unknown x.eps '.svg or .pdf' heap kayles --plot x.eps
unknown x.foo '.so' rules build x.c -o x.foo

# All messages about wrong usage have that form.
for words in 'solve' 'solve a b' 'solve a --from x' 'product sum a' 'rules' 'rules knit' 'rules show' 'rules new .' \
  'rules build x' 'rules build x.c -o x' 'verify - -' 'value - a' 'play -' 'serve --token x' 'serve --listen 0.0.0.0' \
  'help --completions tcsh' 'experiment dag' 'experiment dag --vary n' 'random nothing' 'heap kayles --heaps x' \
  'heap kayles --plot x.png' 'draw x -o y' 'map a b c -o -' 'convert x y' 'best x --payoff y'; do
  # shellcheck disable=SC2086 # words
  wrong "[^;]*\(; [^;]*\)\?; try 'grundy [a-z ]*--help'" $words
done

# No input can break the line or send control characters to the terminal.
wrong "unknown command 'a?b?\[0m'; try .*" "$(printf 'a\nb\033[0m')"

# A solution never overwrites its game.
cp "$game" "$work/moves.tsv"
ln -s moves.tsv "$work/link.tsv"
wrong "--output would overwrite the input '.*moves.tsv'; try .*" \
  solve "$work/moves.tsv" -o "$work/link.tsv"
expect_same "$game" "$work/moves.tsv"

# Options may be spelt in all usual ways and appear anywhere; the last one counts.
"$grundy" solve "$game" --to csv > "$work/expected"
cd "$work" || exit 1
cp game.edges -- -game
for words in '--to=csv game.edges' 'game.edges --to csv' \
  '--to csv -- game.edges' 'game.edges -o - --to csv' 'game.edges -o- --to csv' \
  '--to csv -- -game' '--to=csv --output=- game.edges' '--to csv -'; do
  # shellcheck disable=SC2086 # words
  expect_exit 0 "$grundy" solve $words < game.edges
  expect_same "$out" "$work/expected"
done

finish
