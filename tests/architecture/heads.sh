#!/bin/sh
# Every source file says in its first lines what it is for: it begins with a comment, or has a header of the same name that
# does.
# shellcheck disable=SC2317 # a function is called through expect_exit
. tests/support/check.sh

# files_without_head FOLDER...: lists the files that do not.
files_without_head() {
  "$python" - "$@" << 'END'
import pathlib, re, sys

ENDINGS = {".c", ".h", ".cl", ".js", ".mjs", ".py", ".sh"}
HEAD = re.compile(r'(#!.*\n)?\s*(/\*|//|r?"""|# |":" //)')


def has_head(path):
    return path.is_file() and HEAD.match(path.read_text(encoding="utf-8")) is not None


for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix not in ENDINGS or "node_modules" in path.parts or not path.is_file() or path.stat().st_size == 0:
            continue
        if not has_head(path) and not (path.suffix == ".c" and has_head(path.with_suffix(".h"))):
            print(path)
END
}

# A file without a head is found.
mkdir "$work/tree"
echo 'int x;' > "$work/tree/x.c"
expect_exit 0 files_without_head "$work/tree"
expect_stdout_line '.*/x\.c'

expect_exit 0 files_without_head bench cli command include mpi python src tests web
[ ! -s "$out" ] || fail 'these files do not say what they are for'
finish
