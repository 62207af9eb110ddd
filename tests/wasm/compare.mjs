// Compares the command in WebAssembly with the native one: standard output, standard error, exit code
// and written files of every run are the same bytes, and so are the answers to the page's requests.
//
//   node tests/wasm/compare.mjs build/grundy build/wasm/command.mjs
//
// Only times ("Solved in 3.60 ms") and the figures of memory are masked: pointers are smaller in
// WebAssembly, and memory that is never touched counts there. Messages about memory differ in their amounts, so only their form is checked.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const native = path.resolve(process.argv[2]);
const { load } = await import(pathToFileURL(path.resolve(process.argv[3])).href);
const command = await load();
const work = mkdtempSync(path.join(tmpdir(), "grundy-wasm-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

let runs = 0;
let failures = 0;

function fail(what, details) {
  failures++;
  console.error(`FAILED: ${what}`);
  for (const line of details) console.error(`  ${line}`);
}

// ---- running both ----------------------------------------------------------------------

const environment = { PATH: process.env.PATH, LC_ALL: "C.UTF-8", HOME: work };

/** Returns all files below a folder, as bytes by their relative names. */
function readFolder(folder, below = "") {
  const files = new Map();
  for (const name of readdirSync(path.join(folder, below)).sort()) {
    const relative = path.join(below, name);
    if (statSync(path.join(folder, relative)).isDirectory())
      for (const [inner, bytes] of readFolder(folder, relative)) files.set(inner, bytes);
    else files.set(relative, readFileSync(path.join(folder, relative)));
  }
  return files;
}

function runNative(argv, files, stdin) {
  const folder = mkdtempSync(path.join(work, "run-"));
  for (const [name, bytes] of files) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
  const ended = spawnSync(native, argv, { cwd: folder, env: environment, input: stdin, maxBuffer: 1 << 28 });
  const after = readFolder(folder);
  rmSync(folder, { recursive: true });
  for (const [name, bytes] of files)
    if (after.has(name) && Buffer.from(bytes).equals(after.get(name))) after.delete(name);
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr.toString(), files: after };
}

const mask = (text) =>
  text
    .replace(/Solved in [0-9.]+ m?s/g, "Solved in TIME")
    .replace(/("solve_([a-z]+_)?bytes": )[0-9]+/g, "$1BYTES")
    .replace(/[0-9.]+ [KMG]iB (to solve|with moves on disk)/g, "BYTES $1");
const text = (bytes) => mask(Buffer.from(bytes).toString("latin1"));

/** Returns the first line in which two texts differ. */
function difference(a, b) {
  const [first, second] = [a.split("\n"), b.split("\n")];
  const at = first.findIndex((line, i) => line !== second[i]);
  const line = at < 0 ? first.length : at;
  return [`native: ${first[line] ?? "(end)"}`, `wasm:   ${second[line] ?? "(end)"}`];
}

/** Runs a command line twice and compares everything. Returns the result of the native command. */
async function compare(argv, files = new Map(), stdin = "") {
  const expected = runNative(argv, files, stdin);
  const found = await command.run(argv, { files, stdin });
  const what = `grundy ${argv.join(" ")}`;
  runs++;
  if (found.crashed) fail(`${what} crashes`, [found.stderr]);
  if (found.code !== expected.code) fail(`${what}: exit code ${found.code} instead of ${expected.code}`, [found.stderr]);
  if (text(found.stdout) !== text(expected.stdout))
    fail(`${what}: standard output`, difference(text(expected.stdout), text(found.stdout)));
  if (mask(found.stderr) !== mask(expected.stderr))
    fail(`${what}: standard error`, difference(mask(expected.stderr), mask(found.stderr)));
  compareFiles(what, expected.files, found.files);
  return expected;
}

/** The same for a command line that must succeed, so that not only errors are compared. */
async function compareSuccess(argv, files = new Map(), stdin = "") {
  const expected = await compare(argv, files, stdin);
  if (expected.code !== 0) fail(`grundy ${argv.join(" ")}: exit code ${expected.code} of the native command`, [expected.stderr]);
  return expected;
}

function compareFiles(what, expected, found) {
  const names = (files) => [...files.keys()].sort().join(" ");
  if (names(expected) !== names(found)) fail(`${what}: files`, [`native: ${names(expected)}`, `wasm:   ${names(found)}`]);
  for (const [name, bytes] of expected)
    if (found.has(name) && !bytes.equals(Buffer.from(found.get(name)))) fail(`${what}: ${name} differs`, []);
}

// ---- games -----------------------------------------------------------------------------

/** Returns the games that the page offers, all of examples/ and the gallery at small sizes. */
async function listGames() {
  const { body } = await command.answer("/api/examples");
  const { examples } = JSON.parse(Buffer.from(body).toString());
  return examples.map(({ name, game }) => {
    const files = new Map(Object.entries(game.files ?? {}));
    const word = game.gallery ?? `${name}.edges`;
    if (game.gallery === undefined) files.set(word, game.text);
    return { word: game.args === undefined ? word : `${word}:${game.args}`, files, game };
  });
}

const quote = (name) => `"${name.replace(/["\\]/g, "\\$&")}"`;

async function compareGame({ word, files }) {
  await compareSuccess(["solve", word], files);
  const solved = await compareSuccess(["solve", word, "--to", "json"], files);
  await compare(["solve", word, "--columns", "all", "--to", "tsv", "--check"], files);
  await compare(["info", word], files);
  await compare(["trace", word], files);
  await compare(["draw", word, "--to", "dot", "--legend"], files);
  const rows = JSON.parse(solved.stdout.toString());
  const positions = rows.position ?? rows.part; // of rules with `split`
  for (const position of new Set([positions[0], positions[Math.floor(positions.length / 2)]])) {
    const place = `${quote(word)}@${quote(position)}`;
    await compareSuccess(["why", place, "--depth", "2"], files);
    await compare(["best", `${place} + nim:3`, "--all-moves"], files);
    await compare(["match", place, "--json"], files);
  }
  await compareFormats(word, files);
}

/** Writes and reads every format of games and solutions. */
async function compareFormats(word, files) {
  const { files: written } = await compare(["convert", word, "game.npz"], files);
  const npz = written.get("game.npz");
  if (npz === undefined) return;
  const games = new Map([["game.npz", npz]]);
  const { files: graphml } = await compare(["convert", "game.npz", "game.graphml"], games);
  if (graphml.has("game.graphml")) await compare(["convert", "game.graphml", "-", "--to", "edges"], graphml);
  const { files: solution } = await compare(["solve", "game.npz", "-o", "solution.npz"], games);
  if (solution.has("solution.npz"))
    await compare(["verify", "game.npz", "solution.npz"], new Map([...games, ...solution]));
}

// ---- everything else -------------------------------------------------------------------

const heaps = ["kayles", "0.137", "4.007", "grundy", "take{1,3,4}", "allbut{2,3,7}", "0.07", "guiles", "0.333...", "lasker"];

async function compareHeaps() {
  for (const code of heaps) {
    await compareSuccess(["heap", code]);
    await compareSuccess(["heap", code, "--max", "2000", "--to", "json"]);
    await compareSuccess(["heap", code, "--max", "500", "-o", "heaps.npz"]);
    await compare(["heap", code, "--misere", "--max", "8"]);
  }
  await compareSuccess(["heap", "kayles", "--stop-at-period", "--rare"]);
  await compareSuccess(["heap", "kayles", "--max", "300", "--plot", "plot.svg"]);
}

/** Examples in other formats, and games that the page does not offer. */
async function compareExamples(examples) {
  const files = readFolder(examples);
  for (const name of files.keys()) {
    if (!name.endsWith(".edges") || !name.includes("/")) continue;
    await compareGame({ word: name, files: new Map([[name, files.get(name)]]) });
  }
  await compare(["solve", "turtles.linear"], files);
  await compareSuccess(["linear", "turtles.linear"], files);
  await compareSuccess(["linear", "nim-2.edges"], files);
  await compareSuccess(["solve", "lift.lua:20,2"], files);
  await compareSuccess(["rules", "check", "lift.lua:20,2"], files);
  await compareSuccess(["map", "poker-nim.edges", "nim-2.edges", "poker-nim.map"], files);
  await compareSuccess(["quotient", "petersen.edges"], files);
  await compare(["verify", "errata/two-cycle.edges", "errata/two-cycle-values.tsv"], files);
}

async function compareOthers() {
  await compareSuccess(["solve", "-"], new Map(), "a b\nb c\nc a\n");
  await compare(["solve", "missing.edges"]);
  await compare(["solve", "bad.edges"], new Map([["bad.edges", "a b c d\n"]]));
  await compare(["solve", "bad.npz"], new Map([["bad.npz", "PK\x03\x04 and no archive"]]));
  await compare(["solve", "bad.graphml"], new Map([["bad.graphml", "<graphml><graph>\n<node/></graphml>"]]));
  await compare(["solve", "chomp:3", "--colums", "all"]);
  await compare(["frobnicate"]);
  await compare(["value", "--ordinal", "w^2 + ("]);
  await compareSuccess(["random", "degree", "-n", "2000", "--degree", "3", "--seed", "7", "-o", "random.npz"]);
  await compareSuccess(["value", "--ordinal", "w^2 + 3"]);
  await compare(["play", "chomp:2,3", "--level", "easy", "--seed", "1"], new Map(), "1\n");
  const { stdout } = await compare(["help"]);
  for (const [, name] of stdout.toString().matchAll(/^(?: {12}|[A-Z][a-z]+ +)([a-z]+)  /gm)) await compare([name, "--help"]);
}

/** Without memory, and where a part is missing, both answer with one line and exit code 4. */
async function compareLimits() {
  const game = ["random", "degree", "-n", "1000000", "--degree", "4", "--seed", "1", "-o", "large.npz"];
  const { files } = await compareSuccess(game);
  const limited = [
    [["solve", "large.npz", "--memory", "24M"], files],
    [["solve", "wythoff:1000,1000", "--memory", "24M"], new Map()],
    [["heap", "grundy", "--max", "40000000", "--memory", "24M"], new Map()],
  ];
  for (const [argv, inputs] of limited) {
    for (const run of [runNative(argv, inputs, ""), await command.run(argv, { files: inputs })])
      checkUnable(argv, run, "MiB");
    runs++;
  }
  const missing = [["serve"], ["rules", "build", "x.c"], ["solve", "./x.so"], ["draw", "chomp", "--to", "svg"]];
  for (const argv of missing) checkUnable(argv, await command.run(argv), "this build of grundy");
  runs += missing.length;
}

function checkUnable(argv, { code, stderr }, word) {
  const lines = stderr.split("\n").length - 1;
  if (code !== 4 || lines !== 1 || !stderr.includes(word))
    fail(`grundy ${argv.join(" ")}: expected one line about '${word}' and exit code 4`, [`exit code ${code}`, stderr]);
}

// ---- requests --------------------------------------------------------------------------

/** Starts the server. Returns its process and its address. */
async function startServer() {
  const server = spawn(native, ["serve", "--port", "0", "--time", "600"], { env: environment });
  for await (const printed of server.stdout) {
    const found = /http:\/\/\S+/.exec(printed.toString());
    if (found !== null) return { server, address: found[0] };
  }
  throw new Error("the server does not start");
}

function requestsFor({ game }) {
  const requests = ["solve", "info", "trace", "best", "match"].map((name) => [`/api/${name}`, { game }]);
  requests.push(["/api/draw", { game, to: "dot", legend: true, overlap: "scale" }]);
  requests.push(["/api/convert", { game, to: "graphml" }]);
  requests.push(["/api/solve", { game, to: "csv", columns: "all" }]);
  requests.push(["/api/why", { game, position: "a", depth: 3 }]);
  requests.push(["/api/best", { components: [{ game, position: "a" }, { nim: 3 }], all_moves: true }]);
  return requests;
}

const badRequests = [
  ["/api/version", null],
  ["/api/examples", null],
  ["/api/nothing", null],
  ["/api/nothing", {}],
  ["/api/solve", "{"],
  ["/api/solve", "[]"],
  ["/api/solve", {}],
  ["/api/solve", { gam: 1 }],
  ["/api/solve", { game: { format: "edges", text: "a b c d\n" } }],
  ["/api/solve", { game: { gallery: "../etc/passwd" } }],
  ["/api/solve", { game: { format: "lua", text: "return {" } }],
  ["/api/best", { components: [{ heap: "kayles", size: [7, 8] }] }],
];

async function compareRequests(games) {
  const { server, address } = await startServer();
  try {
    const requests = [...badRequests, ...games.flatMap(requestsFor)];
    for (const [name, body] of requests) await compareRequest(address, name, body);
  } finally {
    server.kill();
  }
}

async function compareRequest(address, name, body) {
  const sent = body === null || typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(new URL(name, address), sent === null ? {} : { method: "POST", body: sent });
  const expected = Buffer.from(await response.arrayBuffer());
  const found = await command.answer(name, body, { memory: 2 ** 30 });
  const what = `${name} ${(sent ?? "").slice(0, 200)}`;
  runs++;
  if (found.status !== response.status) fail(`${what}: status ${found.status} instead of ${response.status}`, []);
  if (found.type !== response.headers.get("content-type")) fail(`${what}: type ${found.type}`, []);
  const bodies = [mask(expected.toString()), mask(Buffer.from(found.body).toString())];
  if (bodies[0] !== bodies[1]) fail(`${what}: body`, difference(...bodies));
}

// ---- what runs report ------------------------------------------------------------------

async function checkProgress() {
  const reports = [];
  const game = { gallery: "wythoff", args: "300,300" };
  await command.answer("/api/info", { game }, { onProgress: (report) => reports.push(report) });
  if (!reports.some(({ state, phase }) => state === "running" && phase === "exploring"))
    fail("no progress is reported while a command runs", [JSON.stringify(reports)]);
  const late = await command.answer("/api/solve", { game: { gallery: "wythoff", args: "3000,3000" } }, { seconds: 1 });
  if (late.status !== 422 || JSON.parse(Buffer.from(late.body).toString()).error.reason !== "time")
    fail("a command that takes too long is not stopped", [Buffer.from(late.body).toString()]);
  runs += 2;
}

/** Draws with a function in place of Graphviz: the command paints what that lays out. */
async function checkDrawing() {
  const asked = [];
  const draw = (dot, layout) => {
    asked.push({ dot, layout });
    return "graph 1 2 2\nnode v0 1 1 0.5 0.5\nnode v1 1 2 0.5 0.5\nedge v0 v1 4 1 1 1 1 1 2 1 2 solid black\nstop\n";
  };
  const files = { "ring.edges": "a b\nb a\nb c\n" };
  const drawn = await command.run(["draw", "ring.edges", "--to", "svg", "--layout", "sfdp"], { files, draw });
  const svg = Buffer.from(drawn.stdout).toString();
  if (drawn.code !== 0 || !svg.includes('data-position="a"') || !svg.includes('x="53" y="53"') || asked[0]?.layout !== "sfdp")
    fail("a picture is not painted as the page lays it out", [drawn.stderr, svg]);
  if (!asked[0]?.dot.includes("overlap=scale")) fail("the page cannot remove overlaps with prism", []);
  const broken = await command.run(["draw", "ring.edges", "--to", "svg"], { files, draw: () => { throw new Error(); } });
  if (broken.code !== 4) fail("a page that cannot draw", [`exit code ${broken.code}`, broken.stderr]);
  runs += 2;
}

/** A browser may refuse memory: the request fails, and the next one tries again. */
async function checkFailedInstance() {
  const { instantiate } = WebAssembly;
  const fresh = await load();
  WebAssembly.instantiate = () => Promise.reject(new RangeError("no memory"));
  const asked = [fresh.answer("/api/version"), fresh.run(["--version"])];
  const ended = await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, 5000, []))]);
  WebAssembly.instantiate = instantiate;
  if (ended.length !== 2 || ended.some(({ reason }) => reason?.message !== "no memory"))
    fail("a failed instantiation is not reported", [JSON.stringify(ended)]);
  if ((await fresh.answer("/api/version")).status !== 200) fail("a request after a failed instantiation", []);
  runs += 2;
}

// These have too many positions for one text, and their memory depends on the size of a pointer.
const large = /^(mancala|nine-mens-morris)/;
const games = (await listGames()).filter(({ word }) => !large.test(word));
for (const game of games) await compareGame(game);
await compareExamples(path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../examples"));
await compareHeaps();
await compareOthers();
await compareLimits();
await compareRequests(games);
await checkProgress();
await checkDrawing();
await checkFailedInstance();
console.log(`${runs} runs compared, ${failures} differences`);
process.exitCode = failures === 0 ? 0 : 1;
