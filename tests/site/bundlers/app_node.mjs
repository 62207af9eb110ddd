/* The library in Node.js: games that are kept, numbers, errors, where the program comes from, and calls that are aborted. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import grundy, { GrundyError, init, open, run, solve, value } from "grundy";

const ring = [["a", "b"], ["b", "c"], ["b", "g"], ["c", "d"], ["d", "c"], ["d", "e"], ["e", "f"], ["e", "g"], ["f", "a"]];
const fails = (promise, words, reason) => assert.rejects(promise, error => {
  assert.equal(error.message.slice(0, words.length), words);
  return reason === undefined ? error instanceof TypeError : error instanceof GrundyError && error.reason === reason;
});

// Where the program comes from.
const path = createRequire(import.meta.url).resolve("grundy/grundy.wasm"), bytes = await readFile(path);
await assert.rejects(init({ wasm: 5 }), TypeError);
await assert.rejects(init({ wasm: new Response("", { status: 404, statusText: "Not Found" }) }), /404 Not Found/);
await assert.rejects(init({ wasm: "no such file" }), /ENOENT/);
assert.equal((await value("nim:3 + nim:5")).value, 6); // a failure is not kept
const sources = [path, new URL(`file://${path}`), bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  new Response(bytes), Promise.resolve(new Response(bytes)), await WebAssembly.compile(bytes)];
for (const wasm of sources) await init({ wasm });

// A game that is kept.
const game = await open(ring);
const { position, outcome, remoteness, value: values, grundy: numbers } = await game.solve();
assert.deepEqual(position.join(""), "abcgdef");
assert.deepEqual(outcome.join(""), "PNDPDNN");
assert.deepEqual(remoteness, Float64Array.of(2, 1, Infinity, 0, Infinity, 1, 3));
assert.deepEqual(numbers, Float64Array.of(0, Infinity, Infinity, 0, Infinity, 2, 1));
assert.deepEqual(values[4], { infinite: [2] });
assert.equal((await game.value("c")).remoteness, Infinity);
assert.equal((await game.best("b")).moves[0].steps[0].to, "g");
assert.equal((await game.best({ allMoves: true })).moves.length, 1);
assert.ok((await game.match("b", ["c"], { reply: "perfect" })).legal);
assert.equal((await game.verify(await game.solve({ to: "tsv" }))).right, true);
assert.ok((await game.solve({ to: "npz" })) instanceof Uint8Array);
assert.equal((await grundy.best([{ game, position: "d" }, { nim: 2 }])).outcome, "N");
assert.equal((await grundy.best(game)).outcome, "P");

// Names as they are.
const odd = [["#1", "a b"], ["a b", 'say "x"'], ["inf", "->"], ["@"], ["", "line\nbreak"], ["back\\slash\\", '\\"&<é']];
assert.deepEqual((await solve(odd)).position, [...new Set(odd.flat())]);
assert.equal((await (await open([[0, 1], [1, 2]])).value(1)).outcome, "N");

// A game with players has columns that cannot be kept as a matrix.
const players = await open({ text: "@ a player=A\n@ b player=B\na b\nb a\n" });
assert.deepEqual((await players.solve()).player, ["A", "B"]);

// Mistakes, in the words of a caller.
await fails(open("a b\na b c\n"), "line 2: a third word", "syntax");
await fails(game.best("z"), "the game has no position 'z'", "no-position");
await fails(game.solve({ colums: ["outcome"] }), "solve() has no option 'colums'; it has to, columns,");
await fails(game.solve({ columns: ["x"] }), "solve(): columns: unknown column 'x'", "usage");
await fails(game.solve({ maxPositions: "x" }), "solve(): 'maxPositions' is not a whole number", "request");
await fails(run("solve"), "run() takes the words of a command");
await fails(solve(7), "this is not a game");
await fails(open([["a", "b", "c"]]), "a move is not a pair");
await fails(solve({ gallery: "chom" }), "no such file or game; did you mean 'chomp'?", "no-game");

// Nothing blocks, and calls can be aborted.
const large = await open({ gallery: "wythoff", args: "60,60" });
let ticks = 0, told = 0;
const timer = setInterval(() => { ticks++; }, 10);
await large.solve({ onProgress: ({ seconds }) => { told += seconds >= 0; } });
assert.ok(ticks > 2 && told > 0, `${ticks} ticks, ${told} reports`);
clearInterval(timer);
const larger = await open({ gallery: "wythoff", args: "150,150" });
const aborted = larger.solve({ signal: AbortSignal.timeout(20) });
await assert.rejects(aborted, { name: "TimeoutError" });
assert.equal((await larger.value("1,2")).outcome, "P");

const ran = await run(["solve", "game.edges", "-o", "game.npz"], { files: { "game.edges": "x y\n" } });
assert.ok(ran.code === 0 && ran.files["game.npz"].length > 0);
console.log("all is well");
