#!/bin/sh
# Files that grundy does not read are rejected with exit code 3 and one line that says how to
# convert them; --from edges reads them as edge lists anyway.
. tests/support/check.sh
cd "$work" || exit 1

# ---- endings ----------------------------------------------------------------------------------

# refused PATTERN FILE
refused() {
  expect_exit 3 "$grundy" solve "$2"
  expect_no_stdout
  expect_stderr_line "$1"
}

for ending in gml gexf net paj json csv adjlist multiline_adjlist graph6 g6 sparse6 s6 tgf lg lgl \
  digraph6 d6 lgf gdf dl yaml yml GML Json; do
  printf 'a b\nb c\n' > "game.$ending"
  refused "game.$ending: grundy does not read .*; .*; an edge list needs the ending .edges; or use --from edges" \
    "game.$ending"
  expect_exit 0 "$grundy" solve --from edges "game.$ending" --to tsv
  [ "$(wc -l < "$out")" -eq 4 ] || fail 'the edge list has three positions'
  expect_no_stderr
done
for ending in mat npy pickle pkl gpickle xlsx xls ods h5 hdf5 parquet feather bz2 xz zst graphmlz \
  zip tar tgz 7z rar pdf png svg jpg jpeg gif PDF; do
  printf 'a b\nb c\n' > "game.$ending"
  refused "game.$ending: grundy does not read [^;]*; [^;]*" "game.$ending"
  expect_exit 0 "$grundy" solve --from edges "game.$ending" --to tsv
done

# Hints name the call that reads the format.
refused '.*networkx.write_graphml(networkx.read_gml(FILE), "game.graphml").*' game.gml
refused '.*networkx.write_graphml(networkx.read_pajek(FILE), "game.graphml").*' game.net
refused '.*scipy.sparse.save_npz("game.npz", .*' game.mat

# The commands in hints do what they say.
printf 'a,b\nb,c\n' > game.csv
tr , ' ' < game.csv > from_csv.edges
printf '1 first\n2 second\n3 third\n#\n1 2 a move\n2 3\n' > game.tgf
sed '1,/^#/d' game.tgf | cut -d ' ' -f 1,2 > from_tgf.edges
printf 't # 0\nv 0 x\nv 1 y\nv 2 z\ne 0 1 l\ne 1 2 l\n' > game.lg
awk '$1 == "e" {print $2, $3}' game.lg > from_lg.edges
printf '# a\nb\n# b\nc\n' > game.lgl
awk '$1 == "#" {u = $2; next} {print u, $1}' game.lgl > from_lgl.edges
for from in csv tgf lg lgl; do
  refused ".*; convert it with .* > game.edges; .*" "game.$from"
  expect_exit 0 "$grundy" solve "from_$from.edges" --columns grundy --to csv
  sed 1d "$out" | cut -d , -f 2 | tr '\n' ' ' > "$work/values"
  [ "$(cat "$work/values")" = '0 1 0 ' ] || fail "a chain of three positions from .$from"
done

# A missing file is reported as missing, whatever its ending; other endings are edge lists.
refused 'nowhere.gml: .*No such file.*' nowhere.gml
for name in game game.txt game.edges game.data game.tsv; do
  printf 'a b\n' > "$name"
  expect_exit 0 "$grundy" solve "$name" --to tsv
done

# Endings are not case-sensitive.
expect_exit 0 "$grundy" convert game.edges GAME.NPZ
expect_exit 0 "$grundy" solve GAME.NPZ --to tsv
[ "$(wc -l < "$out")" -eq 3 ] || fail 'the archive has two positions'

# Other commands read games in the same way.
for command in 'info game.gml' 'convert game.gml new.dot' 'best game.gml@a' 'quotient game.gml'; do
  # shellcheck disable=SC2086 # words
  expect_exit 3 "$grundy" $command
  expect_stderr_line 'game.gml: grundy does not read GML; .*'
done
[ ! -e new.dot ] || fail 'a file was written'

# ---- data of edges ----------------------------------------------------------------------------

for data in '{}' "{'weight': 1}" "{'weight': 1, 'label': 'x'}"; do
  printf '0 1 %s\n1 2 %s\n' "$data" "$data" > weighted.edges
  refused 'weighted.edges:1:5: .*networkx.write_edgelist(..., data=False)' weighted.edges
done
printf 'a {}\n' > braces.edges # a name
expect_exit 0 "$grundy" solve braces.edges

# The ending before .gz counts, and archives are recognized.
for ending in gml json mat tar; do
  gzip -c game.txt > "game.$ending.gz"
  refused "game.$ending.gz: grundy does not read .*" "game.$ending.gz"
done

# ---- compressed files -------------------------------------------------------------------------

# Compressed games, solutions, maps and scripts are recognized, whatever their names.
printf 'a b\nb c\n' > plain.edges
"$grundy" solve plain.edges -o plain.tsv || fail 'no solution'
printf 'return {}\n' > plain.lua
"$python" - << 'END'
import bz2, lzma
for name in "plain.edges", "plain.tsv", "plain.lua":
    text = open(name, "rb").read()
    for module, ending in (bz2, "bzip2"), (lzma, "xz"):
        parts = name.split(".")
        open(f"{ending}.{parts[1]}", "wb").write(module.compress(text))
    # A zstd frame begins with its magic number; the rest does not matter.
    open(f"zstd.{name.split('.')[1]}", "wb").write(b"\x28\xb5\x2f\xfd" + text)
END
for compressor in bzip2:bzcat xz:xzcat zstd:zstdcat; do
  name=${compressor%:*}
  is="compressed with $name; decompress it first, for example with '${compressor#*:} FILE'; '-' reads standard input"
  refused "$name.edges: $is" "$name.edges"
  refused "$name.lua: $is" "$name.lua"
  for ending in dot graphml mtx npz gz; do
    cp "$name.edges" "$name.$ending"
    refused "$name.$ending: $is" "$name.$ending"
  done
  expect_exit 3 "$grundy" solve - < "$name.edges"
  expect_stderr_line "standard input: $is"
  expect_exit 3 sh -c "cat '$name.edges' | '$grundy' solve -"
  expect_stderr_line "standard input: $is"
  expect_exit 3 "$grundy" solve --from edges "$name.edges"
  expect_exit 3 "$grundy" verify plain.edges "$name.tsv"
  expect_stderr_line "$name.tsv: $is"
  expect_exit 3 "$grundy" quotient plain.edges --classes "$name.edges"
  expect_stderr_line "$name.edges: $is"
  expect_exit 3 "$grundy" linear "$name.edges"
  expect_stderr_line "$name.edges: $is"
done

# Texts that begin like a compressed file are read completely, from files and pipes.
for text in B BZ BZh 'BZh9' 'BZh91A' 'BZh91 x' '(' '(a b' '( b'; do
  printf '%s' "$text" > alike
  expect_exit 0 "$grundy" solve alike --to tsv
  mv "$out" "$work/from_file"
  [ "$(sed -n 2p "$work/from_file" | cut -f 1)" = "${text%% *}" ] || fail "the position is called $text"
  expect_exit 0 sh -c "cat alike | '$grundy' solve - --to tsv"
  expect_same "$out" "$work/from_file"
  expect_exit 0 "$grundy" solve - --to tsv < alike
  expect_same "$out" "$work/from_file"
done
: > empty
expect_exit 0 "$grundy" solve empty --to tsv

# ---- GraphML with a long text -----------------------------------------------------------------

{
  echo '<graphml><graph edgedefault="directed"><node id="a"><data key="k">'
  head -c 30000000 /dev/zero | tr '\0' x
  echo '</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>'
} > text.graphml
expect_exit 0 "$grundy" solve text.graphml --to tsv
rm text.graphml

# ---- files with the name of a gallery game ----------------------------------------------------

expect_exit 0 "$grundy" solve wythoff --to tsv
expect_no_stderr
cp "$out" "$work/gallery"
printf 'a b\n' > wythoff
expect_exit 0 "$grundy" solve wythoff --to tsv
expect_stderr_line "grundy: 'wythoff' is a game of the gallery; for the file write ./wythoff"
expect_exit 0 "$grundy" solve wythoff --to tsv -q
expect_no_stderr
expect_same "$out" "$work/gallery"
for file in ./wythoff '--from edges wythoff'; do
  # shellcheck disable=SC2086 # words
  expect_exit 0 "$grundy" solve $file --to tsv
  expect_no_stderr
  [ "$(wc -l < "$out")" -eq 3 ] || fail 'the file has two positions'
done
expect_exit 0 "$grundy" solve wythoff:3,5 --to tsv
expect_no_stderr
mkdir chomp
expect_exit 0 "$grundy" solve chomp --to tsv
expect_no_stderr

finish
