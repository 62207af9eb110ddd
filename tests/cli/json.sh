#!/bin/sh
# JSON output follows its schema and has the same content as TSV.
. tests/support/check.sh

cat > "$work/compare.py" <<'END'
import csv, json, sys
import jsonschema

schema, solution, table = sys.argv[1:]
with open(schema) as file:
    schema = json.load(file)
with open(solution) as file:
    solution = json.load(file)
jsonschema.validators.validator_for(schema).check_schema(schema)
jsonschema.validate(solution, schema)


def infinite(entry):
    return isinstance(entry, dict)


def column_of(name):
    """Returns the entries of a column of the table: values and K are one array."""
    if name == "vertex":
        return solution["position"]
    if "value" in solution and name == "grundy":
        return ["inf" if infinite(entry) else entry for entry in solution["value"]]
    if "value" in solution and name == "k":
        return [entry["infinite"] if infinite(entry) else None for entry in solution["value"]]
    return solution[name]


def cell(name, entry):
    if name in ("k", "j"):
        if entry is None:
            return "-"
        return ",".join(str(number) for number in entry) or "{}"
    return "-" if entry is None else str(entry)


with open(table, newline="") as file:
    rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
names = rows[0]
has_values = "grundy" in names
expected_names = [{"vertex": "position", "grundy": "value"}.get(name, name) for name in names
                  if name != "k" or not has_values]
assert list(solution) == expected_names, (list(solution), names)
assert not has_values or "k" in names or all(e["infinite"] is None for e in solution["value"] if infinite(e))
for column, name in enumerate(names):
    expected = [row[column].replace("\\\\", "\\") for row in rows[1:]]
    found = [cell(name, entry) for entry in column_of(name)]
    assert found == expected, (name, found, expected)
END

# same GAME ARGUMENT...
same() {
  # shellcheck disable=SC2059
  printf "$1" > "$work/game"
  shift
  expect_exit 0 "$grundy" solve "$work/game" "$@" -o "$work/solution.json"
  expect_exit 0 "$grundy" solve "$work/game" "$@" -o "$work/solution.tsv"
  expect_exit 0 "$python" "$work/compare.py" docs/solution.schema.json "$work/solution.json" \
    "$work/solution.tsv"
}

for columns in default all outcome k,j counter,hmin grundy,j; do
  same '' --columns $columns
  same 'a\n' --columns $columns
  same 'a a\n' --columns $columns
  same '1 2\n2 1\n2 3\n' --columns $columns
  same 'a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\n' --columns $columns
  same '"quoted" back\\\\slash\nπ ∞\n0 1\n1 0x\n' --columns $columns
done

finish
