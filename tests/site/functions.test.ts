// Calls every function of the npm package, and checks that its types are those of the answers.

import {
  best, convert, draw, examples, GrundyError, info, match, moves, run, solve, table, trace, version, why, worksheet,
} from "grundy";
import type { Component, Evaluation, Game, Solution } from "grundy";

declare const console: { log(text: string): void };

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

const ring: Game = "a b\nb c\nb g\nc d\nd c\nd e\ne f\ne g\nf a\n";

const solution: Solution = await solve(ring);
check(solution.vertex.join("") === "abcgdef", "positions are in the order of the text");
check(solution.outcome?.[1] === "N", "b is an N-position");
check(solution.k?.[4]?.[0] === 2, "d has the value ∞{2}");
const few = await solve(ring, { columns: ["outcome", "remoteness"] });
check(few.remoteness?.[0] === 2 && few.grundy === undefined, "columns can be chosen");

const explanation = await why(ring, "c");
check(explanation.draw?.cycle.join("") === "cd", "a draw is explained by its cycle");
check(explanation.paragraphs[0][0].sentence.startsWith("c is a draw"), "the first sentence");

const components: Component[] = [{ game: ring, position: "d" }, { nim: 2 }];
const sum: Evaluation = await best(components, { allMoves: true });
check(sum.outcome === "N" && sum.moves[0].moves[0].to === "e", "the best move of a sum");
check((sum.all_moves?.length ?? 0) > 1, "all moves of a sum");
check((await best({ heap: "kayles", size: [3, 3] })).outcome === "P", "heaps");

const list = await moves({ game: ring, position: "b" });
check(list.moves.length === 2 && list.verdict === "win", "moves");
const played = await match({ game: ring, position: "b" }, ["c"], { reply: "perfect", seed: 1 });
check(played.legal && played.history[1].steps[0].to === "d", "the program replies");
check((await match({ game: ring, position: "b" }, ["f"])).illegal?.number === 1, "an illegal move");

const svg = await draw(ring, { palette: "safe", legend: true });
check(svg.includes("<svg") && svg.includes('class="node outcome-D'), "a drawing has classes");
check((await draw(ring, { format: "dot" })).startsWith("digraph"), "DOT");
check((await draw({ gallery: "wythoff", args: "2,3" }, { layout: "sfdp" })).includes('data-position="'), "another layout");
check((await worksheet(ring, { title: "Ring" })).includes("<svg"), "a worksheet has a drawing");

check((await convert("a b", "dot")).includes("->"), "conversion");
check((await table(ring, { format: "csv" })).startsWith("vertex,"), "a table");
check(Array.isArray((await trace(ring)).steps), "a trace");
check(typeof (await info(ring)) === "object", "information");
check((await examples()).some(({ name }) => name === "chomp"), "the gallery");
check(/^\d+\.\d+\.\d+/.test(await version()), "the version");

const lua: Game = { format: "lua", text: "return { start = function(n) return n end, args = { 'n=3' },\n" +
  "  moves = function(p) return p > 0 and { p - 1 } or {} end }", args: "5" };
check((await solve(lua)).vertex.length === 6, "rules in Lua with arguments");

const ran = await run(["solve", "game.edges", "-o", "game.npz"], { files: { "game.edges": "x y\n" } });
check(ran.code === 0 && ran.files["game.npz"] !== undefined, "a command with files in memory");

try {
  await solve("a b\na b c\n");
  check(false, "a wrong game is rejected");
} catch (error) {
  check(error instanceof GrundyError && error.line === 2 && error.code === 3, "the error has its line");
}

console.log("all functions answer");
