# Compares a text with an example in a document.
# usage: awk -f compare.awk SHOWN PRINTED
# Ignores blank lines, trailing blanks and the time after "Solved in". In SHOWN, a line "…" matches
# any number of lines, and "…" within a line matches any text.

function plain(line) {
  sub(/[ \t]+$/, "", line)
  sub(/Solved in [0-9].*/, "Solved in", line)
  return line
}

# Returns whether the line begins and ends like the pattern and contains its other parts in order.
function fits(pattern, line, parts, count, i, at) {
  count = split(pattern, parts, "…")
  if (count <= 1) return pattern == line
  if (substr(line, 1, length(parts[1])) != parts[1]) return 0
  line = substr(line, length(parts[1]) + 1)
  for (i = 2; i < count; i++) {
    at = index(line, parts[i])
    if (at == 0) return 0
    line = substr(line, at + length(parts[i]))
  }
  return length(line) >= length(parts[count]) &&
         substr(line, length(line) - length(parts[count]) + 1) == parts[count]
}

{ text = plain($0) }
text == "" { next }
FILENAME == ARGV[1] { shown[++shown_count] = text; next }
{ printed[++printed_count] = text }

# A line "…" matches no line at first, and one line more whenever the rest does not match.
END {
  i = j = 1
  while (j <= printed_count)
    if (i <= shown_count && shown[i] == "…") {
      after = ++i
      again = j
    } else if (i <= shown_count && fits(shown[i], printed[j])) {
      i++
      j++
    } else if (after) {
      i = after
      j = ++again
    } else
      exit 1
  while (i <= shown_count && shown[i] == "…") i++
  exit i <= shown_count
}
