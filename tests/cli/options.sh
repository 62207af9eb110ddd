#!/bin/sh
# An option means the same in every command: it takes the same kind of value, and a letter belongs
# to one long name. Every command is in a group of the overview.
. tests/support/check.sh

# COMMAND LETTER NAME VALUE, "-" for what there is not.
"$grundy" help --markdown | awk '
  /^## / { command = "" }
  /^## grundy / { command = substr($0, 11); gsub(/ /, "_", command) }
  command != "" && /^- `(-., )?--/ {
    line = $0
    sub(/^- `/, "", line)
    sub(/`.*/, "", line)
    letter = "-"
    if (line ~ /^-[^-]/) { letter = substr(line, 2, 1); sub(/^-., /, "", line) }
    split(line, word, " ")
    print command, letter, word[1], (word[2] == "" ? "-" : word[2])
  }' > "$work/options"
[ "$(wc -l < "$work/options")" -gt 150 ] || fail 'options are missing'

# info lists the devices that --gpu takes elsewhere.
awk '$1 == "info" && $3 == "--gpu" { next }
{ key = $3; value = $4
  if (key in kind && kind[key] != value) print key " is " kind[key] " in " where[key] " and " value " in " $1
  if (!(key in kind)) { kind[key] = value; where[key] = $1 }
  if ($2 == "-") next
  if ($2 in long && long[$2] != key) print "-" $2 " is " long[$2] " and " key
  long[$2] = key }' "$work/options" > "$out"
expect_no_stdout

# An option with a letter has it in every command.
awk 'NR == FNR { if ($2 != "-") letter[$3] = $2; next }
  ($3 in letter) && letter[$3] != $2 { print $3 " has no letter in " $1 }' "$work/options" "$work/options" > "$out"
expect_no_stdout

# The options of the group Limits have one text; only the default of --max-positions differs, and the
# server limits its requests.
"$grundy" help --markdown | awk '
  /^## / { command = $2 == "grundy" ? $3 : "" ; limits = 0 }
  /^### / { limits = $2 == "Limits" }
  limits && command != "" && command != "serve" && /^- `--/ { sub(/ \(default: [^)]*\).*/, ""); print }' |
  sort -u > "$work/limits"
sed 's/:.*//' "$work/limits" | sort | uniq -d > "$out"
expect_no_stdout
[ "$(wc -l < "$work/limits")" -ge 5 ] || fail 'limits are missing'

# Every command is in the overview, in a group.
awk '{ print $1 }' "$work/options" | sed 's/_.*//' | sort -u > "$work/commands"
{ listed_commands "$grundy"; echo match; echo record; } | sort > "$work/listed"
expect_same "$work/commands" "$work/listed"
"$grundy" help | awk 'NF == 0 { part++; next } part != 1 { next }
  /^[A-Z]/ { printf "%s%s:", between, $1; between = "\n" }
  { split(substr($0, 13), word); printf " %s", word[1] } END { print "" }' > "$out"
expect_stdout << 'END'
Solve: solve verify value sweep info
Understand: why trace draw
Play: play best serve
Create: rules random convert product
Theory: heap vector period law quotient map linear labellings experiment
Help: help
END

finish
