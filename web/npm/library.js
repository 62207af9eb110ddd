/* The functions of the package. Each runs a command, in a worker, and returns what the command prints
 * with --json, as values of JavaScript. */

import { OPERATIONS } from "./contract.js";
import { platform } from "./platform.js";
import { createWorkers } from "./workers.js";

const GRACE = 20; /* milliseconds that aborted calls may still run */

/** An error that the program reports; it has the members of the JSON object. */
export class GrundyError extends Error {
  /** @param {any} error of an answer */
  constructor({ message, ...members }) {
    super(message);
    this.name = "GrundyError";
    Object.assign(this, { reason: "other", hint: null, file: null, line: null, column: null, code: 5, positions: null }, members);
  }
}

// ---- the program --------------------------------------------------------------------------

/** @type {Promise<WebAssembly.Module> | undefined} */
let program; /* which all workers share */
/** @type {string | URL | undefined} */
let script; /* of workers; undefined: that of the package */

/** @param {Response} response */
async function compileResponse(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`.trim());
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {any} wasm what `init` takes
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(wasm) {
  const given = await wasm;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(/** @type {any} */ (given));
  if (typeof Response !== "undefined" && given instanceof Response) return compileResponse(given);
  if (typeof given === "string" || given instanceof URL) return compile(platform.fetchWasm(given));
  throw new TypeError("init(): wasm is not an address, a response, bytes or a module");
}

/**
 * Loads the program now, or from elsewhere: see index.d.ts.
 * @param {{ wasm?: any, worker?: string | URL }} [options]
 */
export async function init({ wasm, worker } = {}) {
  if (worker !== undefined) script = worker;
  if (wasm !== undefined) program = compile(wasm);
  await getProgram();
}

function getProgram() {
  program ??= platform.compileOwn();
  program.catch(() => { program = undefined; }); /* the next call tries again */
  return program;
}

/**
 * Returns a queue of calls that one worker answers. It starts with the first call, and again after a
 * call was aborted.
 * @param {object} [game] that the worker keeps
 */
function createQueue(game) {
  return createWorkers(() => {
    const worker = platform.startWorker(script);
    getProgram().then(module => worker.postMessage({ program: module }))
      .catch(({ message }) => worker.dispatchEvent(Object.assign(new Event("error"), { message })));
    if (game !== undefined) worker.postMessage({ game });
    return worker;
  }, 1, GRACE);
}

const shared = createQueue();

// ---- calls ----------------------------------------------------------------------------------

const snake = (/** @type {string} */ name) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const camel = (/** @type {string} */ name) => name.replace(/[-_]([a-z])/g, (_, letter) => letter.toUpperCase());

const worded = (/** @type {string} */ text) => text.replace(/\bgame1\.(edges|dot|graphml|lua|npz)\b/g, "the game")
  .replace(/--([a-z-]+)/g, (_, option) => camel(option))
  .replace(/'([a-z]+(?:_[a-z]+)+)'/g, (_, option) => `'${camel(option)}'`);

/**
 * Returns an error in the words of a caller of functions: the request and its files are not theirs.
 * @param {string} name of the function
 * @param {any} body of the request
 * @param {any} error
 */
function reworded(name, body, { message, file = null, hint = null, ...rest }) {
  const words = worded(message);
  const isCall = rest.reason === "request" || rest.reason === "usage", isGame = /^game1\.\w+$/.test(file ?? "");
  const isElsewhere = file === "expression" && body?.expression === undefined; /* what the request became */
  return { ...rest, ...(isElsewhere ? { line: null, column: null } : {}),
    message: isCall ? `${name}(): ${words}` : isGame && rest.line !== null ? `line ${rest.line}: ${words}` : words,
    file: isGame || file === "expression" ? null : file,
    hint: hint === null || hint.includes("--help") ? null : worded(hint) };
}

/**
 * @param {ReturnType<typeof createQueue>} queue
 * @param {string} name
 * @param {any} body
 * @param {{ signal?: AbortSignal, onProgress?: (progress: any) => void, onEvent?: (event: any) => void }} [options]
 */
async function ask(queue, name, body, { signal, onProgress, onEvent } = {}) {
  /** @type {any} */
  let answer;
  try {
    answer = await queue.ask(name, body, { signal, onEvent: event => {
      if (event.progress !== undefined) onProgress?.(event.progress);
      onEvent?.(event);
    } });
  } catch (error) {
    if (signal?.aborted || error instanceof GrundyError) throw error;
    throw new GrundyError({ message: /** @type {any} */ (error).message, reason: /** @type {any} */ (error).reason ?? "other" });
  }
  if (answer.error !== undefined) throw new GrundyError(reworded(name, body, answer.error));
  return answer.value;
}

/**
 * Splits what is passed last to a function: options of the command, with their names there, and those
 * of the call.
 * @param {string} name of the function
 * @param {any} options
 */
function readOptions(name, options = {}) {
  if (typeof options !== "object" || options === null) throw new TypeError(`${name}(): the options are not an object`);
  const { signal, onProgress, ...rest } = options;
  const known = OPERATIONS[name].options;
  const body = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)
    .map(([key, value]) => [snake(key), value]));
  const unknown = Object.keys(body).find(key => !known.includes(key));
  if (unknown !== undefined)
    throw new TypeError(`${name}() has no option '${camel(unknown)}'; it has ${[...known.map(camel), "signal", "onProgress"].join(", ")}`);
  return { body, call: { signal, onProgress } };
}

// ---- games ----------------------------------------------------------------------------------

const PLAIN = /^[^\s#@"+=!<>-][^\s]*$/; /* names that need no quotes in an edge list */
const quoted = (/** @type {string} */ name) => `"${name.replace(/[&<"\s]/g, letter => `&#${letter.charCodeAt(0)};`)}"`;

/**
 * Returns the game with these moves: an edge list if all names can be written there, otherwise GraphML.
 * @param {any[]} moves pairs, or lists of one name for positions without moves
 */
function gameOfMoves(moves) {
  const rows = moves.map(move => {
    if (!Array.isArray(move) || move.length < 1 || move.length > 2) throw new TypeError("a move is not a pair [from, to]");
    return move.map(String);
  });
  if (rows.every(names => names.every(name => PLAIN.test(name))))
    return { format: "edges", text: rows.map(names => `${names.join(" ")}\n`).join("") };
  const positions = [...new Set(rows.flat())].map(name => `<node id=${quoted(name)}/>\n`);
  const edges = rows.filter(names => names.length === 2).map(([from, to]) => `<edge source=${quoted(from)} target=${quoted(to)}/>\n`);
  return { format: "graphml", text: `<graphml><graph edgedefault="directed">\n${positions.join("")}${edges.join("")}</graph></graphml>\n` };
}

/**
 * @param {any} game see `Game` in index.d.ts
 * @returns {any} a game as requests have it
 */
function gameOf(game) {
  if (game instanceof OpenGame) return game.source;
  if (typeof game === "string") return { format: "edges", text: game };
  if (Array.isArray(game)) return gameOfMoves(game);
  if (typeof game === "object" && game !== null && (game.text !== undefined || game.gallery !== undefined)) return game;
  throw new TypeError("this is not a game: a text with one move per line, a list of pairs, { format, text } or { gallery, args }");
}

const componentOf = (/** @type {any} */ component) =>
  (component.game === undefined ? component : { ...component, game: gameOf(component.game) });

/**
 * The members of a request for a game with a position, components, or an expression.
 * @param {any} place
 */
function placeOf(place) {
  if (typeof place === "string") return { expression: place };
  if (place instanceof OpenGame) return { game: place.source };
  if (Array.isArray(place) || place?.nim !== undefined || place?.heap !== undefined || place?.times !== undefined)
    return { components: [place].flat().map(componentOf) };
  if (place?.game === undefined) throw new TypeError("a place is { game, position }, a list of components, or an expression");
  return componentOf(place);
}

const READERS = /** @type {Record<string, (value: any) => any>} */ ({
  game: game => ({ game: gameOf(game) }),
  place: placeOf,
  solution: solution => ({ solution: typeof solution === "string" ? { text: solution } : solution }),
});

/**
 * @param {string} name of an argument
 * @param {string} operationName
 * @param {any} value
 */
function membersOf(name, operationName, value) {
  const isText = name === "game" && operationName === "sweep";
  if (READERS[name] !== undefined && !isText) return READERS[name](value);
  return value === undefined ? {} : { [name]: value };
}

/**
 * Returns the function of an operation: its arguments, and then an object of options.
 * @param {string} name
 */
const operation = name => async (/** @type {any[]} */ ...given) => {
  const names = OPERATIONS[name].arguments;
  const { body, call } = readOptions(name, given[names.length]);
  return ask(shared, name, Object.assign(body, ...names.map((one, i) => membersOf(one, name, given[i]))), call);
};

// operations: scripts/contract writes them
export const solve = operation("solve");
export const verify = operation("verify");
export const value = operation("value");
export const sweep = operation("sweep");
export const info = operation("info");
export const why = operation("why");
export const trace = operation("trace");
export const draw = operation("draw");
export const best = operation("best");
export const match = operation("match");
export const record = operation("record");
export const convert = operation("convert");
export const heap = operation("heap");
export const vector = operation("vector");
export const law = operation("law");
// end of operations

export const examples = async () => (await ask(shared, "examples", null)).examples;
export const version = async () => (await ask(shared, "version", null)).grundy;

/**
 * @param {string[]} args
 * @param {any} [options]
 */
export async function run(args, { files, stdin, onStdout, onStderr, signal } = {}) {
  if (!Array.isArray(args) || args.some(word => typeof word !== "string"))
    throw new TypeError('run() takes the words of a command, such as run(["solve", "game.edges"])');
  const body = { args, files, stdin, isWatched: onStdout !== undefined || onStderr !== undefined };
  return ask(shared, "run", body, { signal, onEvent: ({ stdout, stderr }) => {
    if (stdout !== undefined) onStdout?.(stdout);
    if (stderr !== undefined) onStderr?.(stderr);
  } });
}

// ---- a game that is kept ----------------------------------------------------------------------

/* A game in a worker of its own. Its methods are the functions that take a game, without the game. */
class OpenGame {
  /** @param {any} source */
  constructor(source) {
    this.source = source;
    Object.defineProperty(this, "queue", { value: createQueue(source) });
  }

  /** Ends the worker. Calls that wait are rejected; a later call starts it again. */
  close() {
    /** @type {any} */ (this).queue.close(new GrundyError({ message: "the game was closed", reason: "cancelled" }));
  }
}

/**
 * Returns the method of an operation. In place of a place it takes a position, which may be left out.
 * @param {string} name
 * @param {string[]} rest names of the arguments after the game
 */
const method = (name, [first, ...rest]) => async function (/** @type {any} */ ...given) {
  /** @type {any} */
  const game = this;
  const isOptions = typeof given[0] === "object" && given[0] !== null && rest.length === 0;
  const values = first === "place" && isOptions ? [undefined, ...given] : given;
  const names = first === "place" ? ["position", ...rest] : rest;
  const { body, call } = readOptions(name, values[names.length]);
  const members = names.map((one, i) =>
    membersOf(one, name, one === "position" && values[i] !== undefined ? String(values[i]) : values[i]));
  return ask(game.queue, name, Object.assign(body, { game: null }, ...members), call);
};

for (const [name, { arguments: names }] of Object.entries(OPERATIONS))
  if (["game", "place"].includes(names[0]) && name !== "sweep")
    Object.defineProperty(OpenGame.prototype, name, { value: method(name, names) });

/**
 * Opens a game: see index.d.ts.
 * @param {any} game
 * @param {{ signal?: AbortSignal }} [options]
 */
export async function open(game, { signal } = {}) {
  const opened = new OpenGame(gameOf(game));
  try {
    await ask(/** @type {any} */ (opened).queue, "open", null, { signal });
  } catch (error) {
    opened.close();
    throw error;
  }
  return opened;
}
