#!/bin/sh
# Completions work: in bash, and in zsh and fish if they are installed.
. tests/support/check.sh
root=$PWD

sh scripts/write-documents "$grundy" "$work/documents"
bash_file=$work/documents/bash-completion/completions/grundy
fish_file=$work/documents/fish/vendor_completions.d/grundy.fish
mkdir "$work/games"
cd "$work/games" || exit 1
: > ring.edges
: > 'my ring.edges'

# ---- bash: the script is sourced, and the function called as bash calls it ----
cat > "$work/ask.bash" << 'ASK'
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_grundy
printf '%s\n' "${COMPREPLY[@]}"
ASK
# bash_completes WORD... -- ANSWER...: the words up to the cursor, and the completions.
bash_completes() {
  last="bash: $*"
  : > "$work/words"
  while [ "$1" != -- ]; do
    printf '%s\n' "$1" >> "$work/words"
    shift
  done
  shift
  if [ $# -eq 0 ]; then echo; else printf '%s\n' "$@"; fi > "$work/seen/expected"
  # shellcheck disable=SC2016 # the inner shell expands its arguments
  bash -c 'mapfile -t words < "$1"; exec bash "$2" "$3" "${words[@]}"' - "$work/words" \
    "$work/ask.bash" "$bash_file" > "$out" 2> "$err"
  expect_no_stderr
  cmp -s "$out" "$work/seen/expected" || fail "bash should offer: $(cat "$work/seen/expected")"
}
bash_completes grundy solv -- solve
bash_completes grundy ver -- verify
bash_completes grundy --v -- --version
bash_completes grundy nothing '' --
bash_completes grundy solve --t -- --to --tiers --threads --time --timings
bash_completes grundy solve --to j -- json
bash_completes grundy solve --to = j -- json
bash_completes grundy solve --to = -- npz table tsv csv json bfile latex typst
bash_completes grundy solve ring.edges --colour '' -- auto always never
bash_completes grundy solve ri -- ring.edges
bash_completes grundy solve my -- 'my ring.edges'
bash_completes grundy solve -o ri -- ring.edges
bash_completes grundy solve --threads '' --
bash_completes grundy product s -- selective
bash_completes grundy product --to = dot s -- selective
bash_completes grundy product --threads 2 sel -- selective
bash_completes grundy product selective ri -- ring.edges
bash_completes grundy random bo -- board
bash_completes grundy help ver -- verify
bash_completes grundy help --completions z -- zsh
bash_completes grundy rules ch -- check
bash_completes grundy rules check --wal -- --walks
bash_completes grundy rules check --js -- --json
bash_completes grundy rules build ri -- ring.edges

# Every command with all its options, as in its help.
{
  listed_commands "$grundy"
  listed_actions rules | sed 's/^/rules /'
} > "$work/commands"
grep -qx 'rules check' "$work/commands" || fail 'actions are missing'
while read -r command; do
  # shellcheck disable=SC2086 # an action has two words
  bash "$work/ask.bash" "$bash_file" grundy $command -- | grep '^--' | sort > "$work/offered"
  # shellcheck disable=SC2086
  "$grundy" $command --help | sed -n 's/^ \{2,6\}\(-., \)\?\(--[a-z0-9-]*\).*/\2/p' | sort > "$work/there"
  cmp -s "$work/offered" "$work/there" || fail "bash offers the wrong options of $command"
  for file in "$fish_file" "$work/documents/zsh/site-functions/_grundy"; do
    while read -r option; do
      grep -q -e "${command##* }.* -l ${option#--}\>" -e "$option\>" "$file" || fail "$file lacks $option"
    done < "$work/there"
  done
done < "$work/commands"

# ---- fish ----
# fish_completes LINE ANSWER...
fish_completes() {
  line=$1
  last="fish: $*"
  shift
  if [ $# -eq 0 ]; then :; else printf '%s\n' "$@"; fi > "$work/seen/expected"
  # shellcheck disable=SC2016
  HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' -- "$fish_file" "$line" \
    2> "$err" | cut -f 1 > "$out"
  expect_no_stderr
  cmp -s "$out" "$work/seen/expected" || fail "fish should offer: $(cat "$work/seen/expected")"
}
if command -v fish > /dev/null; then
  fish_completes 'grundy solv' solve
  fish_completes 'grundy solve --pay' --payoff
  fish_completes 'grundy solve --to j' json
  fish_completes 'grundy solve --to=j' --to=json
  fish_completes 'grundy solve ri' ring.edges
  fish_completes 'grundy solve -o ri' ring.edges
  fish_completes 'grundy solve --threads '
  fish_completes 'grundy product sel' selective
  fish_completes 'grundy help ver' verify
  fish_completes 'grundy help --completions z' zsh
  fish_completes 'grundy rules che' check
  fish_completes 'grundy rules check --wal' --walks
  fish_completes 'grundy rules list --js' --json
fi

# ---- zsh, on a terminal ----
if command -v zsh > /dev/null; then
  expect_exit 0 zsh -n "$work/documents/zsh/site-functions/_grundy"
  expect_exit 0 "$python" "$root/tests/cli/zsh_completes.py" "$work/documents/zsh/site-functions" \
    'grundy solv=grundy solve ' 'grundy solve --pay=grundy solve --payoff=' \
    'grundy solve --to js=grundy solve --to json ' \
    'grundy product sel=grundy product selective ' 'grundy solve ri=grundy solve ring.edges ' \
    'grundy solve -o ri=grundy solve -o ring.edges ' 'grundy random boa=grundy random board ' \
    'grundy help ver=grundy help verify ' \
    'grundy rules che=grundy rules check ' 'grundy rules check --wal=grundy rules check --walks=' \
    'grundy rules list --js=grundy rules list --json ' \
    'grundy rules build ri=grundy rules build ring.edges '
fi

expect_exit 2 "$grundy" help --completions
expect_stderr_line "grundy: --completions has no value; expected SHELL; try 'grundy help --help'"
expect_exit 2 "$grundy" help --completions bash solve
expect_stderr_line 'grundy: --completions is for all commands; leave out COMMAND; .*'
expect_exit 2 "$grundy" help --completions tcsh
expect_stderr_line "grundy: --completions is 'tcsh'; expected bash, zsh or fish; .*"
# shellcheck disable=SC2016
expect_exit 5 sh -c '"$0" help --completions bash > /dev/full' "$grundy"
finish
