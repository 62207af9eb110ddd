/* Edits of an edge list that keep the rest of its text. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  addMove, addPosition, freshName, hasMove, nameProblem, parseEdges, removeMove, removePosition, renamePosition,
} from "./page/edges.js";

const text = "# ring\na b # there\nb c\n@ c outcome=N\n";

test("moves and positions are added", () => {
  assert.equal(addMove(text, "c", "a"), `${text}c a\n`);
  assert.equal(addMove(text, "a", "b"), text);
  assert.equal(addPosition("", "x"), "x\n");
  assert.equal(addPosition(text, "a"), text);
});

test("moves and positions are removed, other positions remain", () => {
  assert.equal(removeMove(text, "b", "c"), "# ring\na b # there\n@ c outcome=N\n");
  assert.equal(removeMove(text, "a", "b"), "# ring\na\nb c\n@ c outcome=N\n");
  assert.equal(removePosition(text, "b"), "# ring\na\n@ c outcome=N\n");
  assert.equal(removePosition(text, "c"), "# ring\na b # there\n");
});

test("an arrow is the same as a space", () => {
  assert.ok(hasMove("a -> b\n", "a", "b"));
  assert.equal(removeMove("a -> b\nb c\n", "a", "b"), "a\nb c\n");
  assert.deepEqual(parseEdges("a -> b\n").names, ["a", "b"]);
  assert.equal(renamePosition("a -> b\n", "b", "x"), "a -> x\n");
});

const kinds = "# kinds\na +> b # again\na -> b\na => b\nb !> a\n";

test("kinds of moves are read and kept", () => {
  assert.deepEqual(parseEdges(kinds).names, ["a", "b"]);
  assert.equal(renamePosition(kinds, "b", "x"), "# kinds\na +> x # again\na -> x\na => x\nx !> a\n");
  assert.equal(addPosition(kinds, "b"), kinds);
  assert.equal(addPosition(kinds, "c"), `${kinds}c\n`);
  for (const kind of ["carry-on", "ordinary", "local"]) assert.ok(hasMove(kinds, "a", "b", kind), kind);
  assert.ok(!hasMove(kinds, "a", "b", "entailing") && hasMove(kinds, "b", "a"));
});

test("one kind of move is removed, and an ordinary move is added to others", () => {
  assert.equal(removeMove(kinds, "a", "b", "carry-on"), "# kinds\na -> b\na => b\nb !> a\n");
  assert.equal(removeMove(kinds, "a", "b", "ordinary"), "# kinds\na +> b # again\na => b\nb !> a\n");
  assert.equal(removeMove(kinds, "a", "b"), "# kinds\nb !> a\n");
  assert.equal(removeMove("a !> b\n", "a", "b", "entailing"), "a\nb\n");
  assert.equal(addMove(kinds, "a", "b"), kinds);
  assert.equal(addMove(kinds, "b", "a"), `${kinds}b a\n`);
});

test("two quotes are the empty name", () => {
  const short = 'a ""\n"" b\n';
  assert.deepEqual(parseEdges(short).names, ["a", "", "b"]);
  assert.ok(hasMove(short, "a", ""));
  assert.equal(addMove(short, "b", ""), `${short}b ""\n`);
  assert.equal(addPosition("a\n", ""), 'a\n""\n');
  assert.equal(removeMove('a ""\n', "a", ""), 'a\n""\n');
  assert.equal(renamePosition(short, "", "x"), "a x\nx b\n");
});

test("positions are renamed everywhere except in comments", () => {
  assert.equal(renamePosition("a b # a\na a\n@ a player=A\nba a\n", "a", "z"), "z b # a\nz z\n@ z player=A\nba z\n");
});

const quoted = '"my exit" "say \\"hi\\"" # "x y"\n@ "my exit" player=A\n"#" -> "->"\n';

test("names are quoted where they would be misread", () => {
  assert.deepEqual(parseEdges(quoted).names, ["my exit", 'say "hi"', "#", "->"]);
  assert.ok(hasMove(quoted, "my exit", 'say "hi"') && hasMove(quoted, "#", "->"));
  assert.equal(renamePosition(quoted, "my exit", "b"), 'b "say \\"hi\\"" # "x y"\n@ b player=A\n"#" -> "->"\n');
  assert.equal(renamePosition("a  b # a\n", "b", "my exit"), 'a  "my exit" # a\n');
  assert.equal(renamePosition("b -> c\n", "c", "->"), 'b -> "->"\n');
  assert.equal(removeMove(quoted, "#", "->"), '"my exit" "say \\"hi\\"" # "x y"\n@ "my exit" player=A\n"#"\n"->"\n');
  assert.equal(addMove("", "a b", "@"), '"a b" "@"\n');
  assert.equal(removePosition(quoted, "my exit"), '"say \\"hi\\""\n"#" -> "->"\n');
});

test("every name survives", () => {
  for (const name of ["a b", " ", '"', '""', 'a"b c', "#a", "@", "->", "+>", "=>", "!>", "\t", "é b", "a#", 'x"', "\\", " \\", 'a \\"', "\\\\ "])
    for (const text of [addMove("", name, "z"), addMove("", "z", name), addPosition("z\n", name)]) {
      assert.deepEqual(parseEdges(text).names.sort(), [name, "z"].sort(), text);
      assert.equal(nameProblem(name), "");
    }
  assert.notEqual(nameProblem(""), "");
});

test("fresh names continue the others", () => {
  assert.equal(freshName(["a", "b"]), "c");
  assert.equal(freshName(["3", "10"]), "11");
  assert.equal(freshName(["v1", "xy"]), "v2");
  assert.equal(freshName([]), "a");
});

test("edge lists are parsed without duplicates", () => {
  assert.deepEqual(parseEdges(text).names, ["a", "b", "c"]);
  assert.equal(parseEdges("a b\na b\na a\n").moves, 2);
});
