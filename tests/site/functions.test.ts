// Calls every function of the npm package, and checks that its types are those of the answers.

import grundy, {
  best, convert, draw, examples, GrundyError, heap, info, law, match, open, record, run, solve, sweep, trace, value, vector, verify,
  version, why,
} from "grundy";
import type { Component, Game, OpenGame, Progress, Solution } from "grundy";

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

const ring: Game = "a b\nb c\nb g\nc d\nd c\nd e\ne f\ne g\nf a\n";

const solution: Solution = await solve(ring);
check(solution.position?.join("") === "abcgdef", "positions are in the order of the text");
check(solution.outcome?.[1] === "N", "b is an N-position");
check(JSON.stringify(solution.value?.[4]) === '{"infinite":[2]}', "d has the value ∞{2}");
const few = await solve(ring, { columns: ["outcome", "remoteness"] });
check(few.remoteness?.[0] === 2 && few.value === undefined, "columns can be chosen");

const acyclic = await solve("a b\n", { columns: "k,remoteness" });
check(Array.isArray(acyclic.k) && acyclic.k[0] === null && acyclic.remoteness?.[0] === 1, "a column without sets has none");
const nothing = await solve([]);
check(nothing.outcome?.join() === "" && Array.isArray(nothing.outcome) && nothing.grundy instanceof Float64Array, "the empty game");

const numbers: Float64Array | undefined = few.remoteness;
check(numbers?.[2] === Infinity, "a draw takes forever");

const kept: OpenGame = await open([["a", "b"], ["b", 3]]);
check((await kept.best("a")).outcome === "P" && (await kept.best({ all: true })).outcome === "P", "a game is kept");
const bytes: Uint8Array = await kept.solve({ to: "npz", onProgress: ({ seconds }: Progress) => check(seconds !== undefined, "time") });
check(bytes.length > 0 && (await kept.draw({ to: "dot" })).includes("3"), "other formats");
check((await grundy.best([{ game: kept, position: "b" }, { nim: 1 }])).outcome === "P", "a kept game in a sum");
kept.close();

const explanation = await why({ game: ring, position: "c" });
check(String(explanation.draw?.cycle) === "c,d", "a draw is explained by its cycle");
check(explanation.paragraphs[0][0].sentence.startsWith("c is a draw"), "the first sentence");

const components: Component[] = [{ game: ring, position: "d" }, { nim: 2 }];
const sum = await best(components, { allMoves: true });
check(sum.outcome === "N" && sum.moves[0].steps[0].to === "e", "the best move of a sum");
check(sum.moves.length > 1, "all moves of a sum");
check((await best({ heap: "kayles", size: [3, 3] })).outcome === "P", "heaps");
check((await best("nim:3 + nim:3")).outcome === "P", "an expression");
check((await value("nim:3 + nim:5")).value === 6, "the value of an expression");

const turns: Game = "win !> end\n";
const { value: moon } = await value({ game: turns, position: "win" });
check(typeof moon === "object" && moon !== null && "infinite" in moon && moon.c?.[0] === Infinity, "a moon");
const coloured: Game = { format: "dot", text: "digraph { a [player=A]; b [player=B]; c [player=A, outcome=A]; a -> b -> a; b -> c }" };
const { guarantees } = await best({ game: coloured, position: "a" });
check(guarantees?.q1?.moves === Infinity && guarantees.q1.to === "b", "nobody wins by force");

const list = await best({ game: ring, position: "b" }, { allMoves: true });
check(list.moves.length === 2 && list.verdict === "win", "moves");
const played = await match({ game: ring, position: "b" }, ["c"], { reply: "perfect", seed: 1 });
check(played.legal && played.history[1].steps[0].to === "d", "the program replies");
check((await match({ game: ring, position: "b" }, ["f"])).illegal?.number === 1, "an illegal move");

const svg = await draw(ring, { palette: "safe", legend: true });
check(svg.includes("<svg") && svg.includes('class="node outcome-D'), "a drawing has classes");
check((await draw(ring, { to: "dot" })).startsWith("digraph"), "DOT");
check((await draw({ gallery: "wythoff", args: "2,3" }, { layout: "sfdp" })).includes('data-position="'), "another layout");
check((await draw(ring, { worksheet: true, title: "Ring" })).includes("<svg"), "a worksheet has a drawing");

check((await convert("a b", { to: "dot" })).includes("->"), "conversion");
const table = await solve(ring, { to: "tsv" });
check(table.startsWith("vertex\t"), "a table");
check((await verify(ring, { text: table })).right === true, "a solution is verified");
check((await heap("kayles", { max: 5 })).code === "0.77", "a heap game");
check((await heap("top-entails", { max: 3 })).values?.[3] === Infinity, "a loony heap");
check((await vector("vector{(1),(2)}:4")).values !== undefined, "a game on vectors");
check((await record("game nim:5\n1. 3\n")).moves.length === 1, "a record");
check((await sweep("nim:1..3")).games === 3, "a sweep");
check(typeof (await law("a b", "G <= 1")) === "object", "a law");
check(Array.isArray((await trace(ring)).steps), "a trace");
check(typeof (await info(ring)) === "object", "information");
check((await examples()).some(({ name }) => name === "chomp"), "the gallery");
check(/^\d+\.\d+\.\d+/.test(await version()), "the version");

const lua: Game = { format: "lua", text: "return { start = function(n) return n end, args = { 'n=3' },\n" +
  "  moves = function(p) return p > 0 and { p - 1 } or {} end }", args: "5" };
check((await solve(lua)).position?.length === 6, "rules in Lua with arguments");

const ran = await run(["solve", "game.edges", "-o", "game.npz"], { files: { "game.edges": "x y\n" } });
check(ran.code === 0 && ran.files["game.npz"] !== undefined, "a command with files in memory");

try {
  await solve("a b\na b c\n");
  check(false, "a wrong game is rejected");
} catch (error) {
  check(error instanceof GrundyError && error.line === 2 && error.code === 3, "the error has its line");
}

async function errorOf(work: Promise<unknown>): Promise<GrundyError> {
  return work.then(() => { throw new Error("not so: it fails"); }, error => error as GrundyError);
}
const strange = await errorOf(best({ game: ring, position: "z" }));
check(strange.reason === "no-position" && strange.line === null && strange.column === null, "no place in a text that nobody wrote");
check((await errorOf(value("nim:3 +"))).column === 8, "the place in an expression");
check((await errorOf(solve({ gallery: "quixo", args: "3" }, { maxPositions: 10 }))).hint === "if the game is infinite, use window", "a hint");

console.log("all functions answer");
