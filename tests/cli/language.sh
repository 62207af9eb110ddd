#!/bin/sh
# --language: sentences in German, everything else as in English, whatever the locale is.
. tests/support/check.sh

expect_exit 0 "$grundy" why examples/ring.edges@b --language de
expect_no_stderr
expect_stdout << 'END'
b ist eine N-Stellung: Der Zug nach g führt zu einer P-Stellung.
b hat die Remoteness 1: Am schnellsten gewinnt der Zug nach g, mit der kleinsten geraden Remoteness, 0.
  Bestes Spiel: b -> g, 1 Zug.
b hat den Wert ∞{0}: Züge führen zum Wert 0 (g), aber zu keinem anderen endlichen Wert.
  1, der kleinste fehlende Wert, kann es nicht sein: Der Zug nach c mit dem Wert ∞{} lässt sich nicht umkehren, denn kein Zug von c führt zum Wert 1.
END
expect_exit 0 "$grundy" why 'nim:1 + nim:2' --language de
expect_stdout_line '„1, 2“ ist eine N-Stellung: Der Zug nach „1, 1“ führt zu einer P-Stellung\.'
expect_exit 0 env LC_ALL=C "$grundy" why 'nim:1 + nim:2' --language de
expect_stdout_line '"1, 2" ist eine N-Stellung: Der Zug nach "1, 1" fuehrt zu einer P-Stellung\.'

# The locale does not choose the language, and English is the default.
"$grundy" why examples/ring.edges@a > "$work/english"
expect_exit 0 env LANG=de_DE.UTF-8 LC_MESSAGES=de_DE.UTF-8 LANGUAGE=de "$grundy" why examples/ring.edges@a
expect_same "$out" "$work/english"
expect_exit 0 "$grundy" why examples/ring.edges@a --language en
expect_same "$out" "$work/english"

# As JSON only the sentences differ.
# differ_in_sentences ARGUMENTS...
differ_in_sentences() {
  "$grundy" "$@" --language en > "$work/en.json"
  "$grundy" "$@" --language de > "$work/de.json"
  expect_exit 0 "$python" - "$work/en.json" "$work/de.json" << 'END'
import json, sys
def without(value, found):
    if isinstance(value, list):
        return [without(item, found) for item in value]
    if isinstance(value, dict):
        found += [value["sentence"]] if "sentence" in value else []
        return {name: without(member, found) for name, member in value.items() if name != "sentence"}
    return value
sentences = [], []
english, german = (without(json.load(open(path)), found) for path, found in zip(sys.argv[1:], sentences))
assert english == german
assert len(sentences[0]) == len(sentences[1]) > 0
assert not set(sentences[0]) & set(sentences[1]), set(sentences[0]) & set(sentences[1])
END
}
differ_in_sentences why examples/ring.edges@a --depth 5 --json
differ_in_sentences why examples/two-coloured.edges@b3 --depth 5 --json
differ_in_sentences why examples/payoffs.edges@a1 --depth 5 --json
differ_in_sentences trace examples/ring.edges --json
differ_in_sentences trace examples/lm08.edges --json
differ_in_sentences match examples/ring.edges@a b c --json

expect_exit 0 "$grundy" trace examples/lm08.edges --language de
expect_stdout_line '  1  Stellungen ohne Züge bekommen die Marke 0 .*'
expect_exit 0 "$grundy" match examples/ring.edges@a b c --language de
expect_stdout_line '2\. b -> c verschenkt den Sieg: Jetzt ist es ein Remis\. b -> g gewinnt\.'
expect_stdout_line 'Wer am Zug ist, kann ein Remis halten\.'
expect_exit 0 "$grundy" trace examples/ring.edges --language de --to html
expect_stdout_line '<html lang="de">'

expect_exit 0 "$grundy" best 'examples/ring.edges + nim:3' --language de
expect_stdout << 'END'
Stellung    1 examples/ring.edges: a, die erste Stellung
Ausgang     N  durch: Satz [FY86, Cor. 2]
Wert        3  durch: Satz [FY86, Thm. 5; Smi66, (36)]
Remoteness  3  durch: Suche in 28 Stellungen
Distanz     ∞  durch: Satz [Smi66, (15)]

gewinnende Züge; der erste ist der sicherste
  2 nim: 3 -> 0  führt zu einer P-Stellung, Wert 0, Remoteness 2
END
expect_exit 0 "$grundy" best examples/two-coloured.edges@b3 --language de
expect_stdout_line 'barbara   ist sicher: ein Sieg in höchstens 1 Zug'
expect_stdout_line 'q-1       ∞, gehalten durch den Zug nach a2'
expect_exit 0 "$grundy" best examples/payoffs.edges@a1 --language de --all-moves
expect_stdout_line 'A bekommt mindestens 1 in höchstens 3 Zügen, durch den Zug nach b2'
expect_stdout_line '.*a1 -> b1  führt zu Spieler B, A bekommt mindestens -1.5, B gibt höchstens -1.5'
expect_exit 0 "$grundy" best 'nim:9 + nim:9' --language de
expect_stdout_line 'bester Zug'
expect_stdout_line '  einer von vielen: jeder Zug verliert'

for command in 'best nim:3' 'why nim:3' 'trace examples/ring.edges' 'match nim:3'; do
  # shellcheck disable=SC2086 # words
  expect_exit 2 "$grundy" $command --language fr
  expect_stderr_line "grundy: --language is 'fr'; expected en or de; try 'grundy ${command%% *} --help'"
done
expect_exit 2 "$grundy" value nim:3 --language de
finish
