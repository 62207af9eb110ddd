/* The functions of the package. Each runs a command in a fresh instance of the program and returns
 * what the command prints with --json, as the server of `grundy serve` does. */

import { load } from "./command.js";

/** An error that the program reports; it has the members of the JSON object. */
export class GrundyError extends Error {
  /** @param {any} error of an answer */
  constructor({ message, ...members }) {
    super(message);
    this.name = "GrundyError";
    Object.assign(this, members);
  }
}

/** @type {Promise<any> | undefined} */
let command;
const getCommand = () => (command ??= load());

/** @type {Promise<(dot: string, layout: string) => string> | undefined} */
let layout;
const getLayout = () => (layout ??= import("./layout.js").then(({ createLayout }) => createLayout()));

/* Time and memory are limited only by WebAssembly itself; answers have at most 32 MiB (web/answer.h). */
const LIMITS = { seconds: 1e9, memory: 2 ** 32 - 2 ** 16 };

/** Loads Graphviz if the command draws. */
const layoutFor = (/** @type {string} */ name) =>
  (name === "draw" ? getLayout() : undefined);

/**
 * @param {string} name
 * @param {object | null} body null: a question without one
 * @returns {Promise<any>} what the command prints: an object if that is JSON, otherwise text
 */
async function ask(name, body) {
  const program = await getCommand();
  const answer = await program.answer(`/api/${name}`, body, { ...LIMITS, draw: await layoutFor(name) });
  const text = new TextDecoder().decode(answer.body);
  if (answer.status !== 200) throw new GrundyError(JSON.parse(text).error);
  return answer.type === "application/json" ? JSON.parse(text) : text;
}

/** A string is an edge list. */
const gameOf = (/** @type {any} */ game) => (typeof game === "string" ? { format: "edges", text: game } : game);
const componentOf = (/** @type {any} */ component) =>
  (component.game === undefined ? component : { ...component, game: gameOf(component.game) });

/**
 * The members of a request for a game with a position, components, or an expression.
 * @param {any} place
 */
function placeOf(place) {
  if (typeof place === "string") return { expression: place };
  if (Array.isArray(place) || place.nim !== undefined || place.heap !== undefined || place.times !== undefined)
    return { components: [place].flat().map(componentOf) };
  return componentOf(place);
}

/**
 * @param {string} name of an argument
 * @param {string} operationName
 * @param {any} value
 */
function membersOf(name, operationName, value) {
  if (name === "place") return placeOf(value);
  if (name === "game" && operationName !== "sweep") return { game: gameOf(value) };
  return value === undefined ? {} : { [name]: value };
}

/** Returns the options with the names of the command: allMoves becomes all_moves. */
const optionsOf = (/** @type {object} */ options) => Object.fromEntries(Object.entries(options)
  .map(([name, value]) => [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), value]));

/**
 * Returns the function of an operation: its arguments, and then an object of options.
 * @param {string} name
 * @param {string[]} names of the arguments
 */
const operation = (name, names) => (/** @type {any[]} */ ...given) =>
  ask(name, Object.assign(optionsOf(given[names.length] ?? {}), ...names.map((one, i) => membersOf(one, name, given[i]))));

// operations: scripts/contract writes them
export const solve = operation("solve", ["game"]);
export const verify = operation("verify", ["game", "solution"]);
export const value = operation("value", ["place"]);
export const sweep = operation("sweep", ["game"]);
export const info = operation("info", ["game"]);
export const why = operation("why", ["place"]);
export const trace = operation("trace", ["game"]);
export const draw = operation("draw", ["game"]);
export const best = operation("best", ["place"]);
export const match = operation("match", ["place", "moves"]);
export const convert = operation("convert", ["game"]);
export const heap = operation("heap", ["code"]);
export const vector = operation("vector", ["vectors"]);
export const law = operation("law", ["game", "law"]);
// end of operations

export const examples = async () => (await ask("examples", null)).examples;
export const version = async () => (await ask("version", null)).grundy;

export async function run(/** @type {string[]} */ args, options = {}) {
  const program = await getCommand();
  const { code, stdout, stderr, files } = await program.run(args, { ...options, draw: await layoutFor(args[0]) });
  return { code, stdout, stderr, files: Object.fromEntries(files) };
}
