#!/bin/sh
# shellcheck disable=SC2317,SC2094 # functions are called through others, and basename reads no file
# The conventions of the public headers, docs/api.md: the number of functions, the order of their
# arguments, and options that can grow. No type of the library is defined twice, and C++ can read
# them. Each check is first run on a tree that violates it, so that it cannot pass without seeing
# anything.

# Raise this only with a reason. 336: games on vectors (vector.h); 352: misère quotients (misere.h);
# 353: certificates of periods of rows; 355: kinds of moves (digraph.h); 356: Cayley graphs (draw.h);
# 366: automata (automaton.h); 368: pictures and answers of these; 371: finding laws (law.h);
# 387: records of matches (play.h); 373: without those that only the library used;
# 374: texts in memory (text.h).
most_functions=374

# The declarations of a tree, one per line, without comments: HEADER grundy_name(arguments).
declarations() {
  for header in "$1"/include/grundy/*.h; do
    tr '\n' ' ' < "$header" | sed -e 's|/\*|\n&|g' -e 's|\*/|&\n|g' | grep -v '^/\*' | tr '\n' ' ' |
      grep -oE 'GRUNDY_API [^;{}#]*\);' |
      sed -E "s|^.*[ *](grundy_[a-z0-9_]+) *\((.*)\);\$|$(basename "$header") \1 \2|"
  done
}

check_count() {
  count=$(declarations "$1" | wc -l)
  if [ "$count" -lt 100 ] || [ "$count" -gt "$most_functions" ]; then
    echo "the headers declare $count functions; expected at most $most_functions"
    return 1
  fi
}

# The error is the last argument, options come before it, and only outputs are between them:
# pointers that are not const, and arrays. A monitor is a member of options.
check_arguments() {
  declarations "$1" | awk '
    function complain(text) { print $1 ": " name " " text; bad = 1 }
    {
      name = $2
      text = $0; sub(/^[^ ]+ [^ ]+ /, "", text)
      n = split(text, argument, /, */)
      options = 0
      for (i = 1; i <= n; i++) {
        if (argument[i] ~ /grundy_monitor \*/) complain("takes a monitor that is not in options")
        if (argument[i] ~ /^grundy_error \*/ && i < n) complain("has arguments after the error")
        if (argument[i] ~ /_options \*/) {
          if (argument[i] !~ /^const .* \*options$/) complain("calls its options otherwise")
          options = i
        } else if (options > 0 && argument[i] !~ /grundy_error \*/ &&
                   (argument[i] ~ /^const / || argument[i] !~ /[*\]]/))
          complain("has an input after the options: " argument[i])
      }
    }
    END { exit bad }'
}

check_options() {
  grep -A1 -nE 'struct grundy_[a-z_]*options \{' "$1"/include/grundy/*.h | awk '
    /struct/ { place = $0; next }
    /^--/ { next }
    { read++; if ($0 !~ /-  size_t size;/) { print place " does not begin with its size"; bad = 1 } }
    END { if (read == 0) { print "no options were read"; bad = 1 }; exit bad }'
}

# tests/base/growth.c calls every function that takes options with structs of other sizes.
check_growth() {
  for function in $(declarations "$1" | awk '/_options \*options/ { print $2 }'); do
    grep -q "\b$function(" "$1/tests/base/growth.c" ||
      { echo "tests/base/growth.c does not try $function"; return 1; }
  done
}

check_types() {
  (cd "$1" && grep -rhE '^\} grundy_[a-z0-9_]+;|^typedef [^(){]*[ *]grundy_[a-z0-9_]+;' src include) |
    sed -E 's/.*[ *](grundy_[a-z0-9_]+);.*/\1/' | sort | uniq -d | awk '
      { print "the type " $1 " is defined twice"; bad = 1 } END { exit bad }'
}

# C++ can read the headers, too.
check_cpp() {
  clang -x c++ -std=c++11 -pedantic -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only \
        -I"$1/include" "$1/include/grundy/grundy.h" 2>&1
}

failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect_violation CHECK FILE TEXT: the check rejects the tree with that text added.
expect_violation() {
  rm -rf "$work/tree" && mkdir -p "$work/tree/tests/base" && cp -r include src "$work/tree"
  cp tests/base/growth.c "$work/tree/tests/base"
  printf '%s\n' "$3" >> "$work/tree/$2"
  if "$1" "$work/tree" > "$work/said"; then
    echo "$1 does not notice $3"
    failed=1
  fi
}

many=$(for i in $(seq 100); do echo "GRUNDY_API void grundy_extra_$i(void);"; done)
expect_violation check_count include/grundy/base.h "$many"
expect_violation check_arguments include/grundy/base.h \
  'GRUNDY_API int grundy_x(const grundy_digraph *g, const grundy_monitor *monitor);'
expect_violation check_arguments include/grundy/base.h \
  'GRUNDY_API int grundy_x(const grundy_run_options *options, const char *path, grundy_error *error);'
expect_violation check_arguments include/grundy/base.h \
  'GRUNDY_API int grundy_x(const grundy_run_options *options, uint32_t v, grundy_error *error);'
expect_violation check_arguments include/grundy/base.h \
  'GRUNDY_API int grundy_x(grundy_error *error, uint32_t *v);'
expect_violation check_options include/grundy/base.h \
  "$(printf 'typedef struct grundy_x_options {\n  bool ascii;\n} grundy_x_options;')"
expect_violation check_growth include/grundy/base.h \
  'GRUNDY_API int grundy_x(const grundy_run_options *options, grundy_error *error);'
expect_violation check_types src/base/alloc.h '} grundy_digraph;'
cpp=
if command -v clang > /dev/null; then # make check works without it
  cpp=check_cpp
  expect_violation check_cpp include/grundy/grundy.h \
    'static inline grundy_error grundy_x(void) { return (grundy_error){.line = 1}; }'
fi

for check in check_count check_arguments check_options check_growth check_types $cpp; do
  "$check" . || failed=1
done
exit $failed
