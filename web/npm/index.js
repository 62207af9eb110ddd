/* The functions of the package. Each runs a command in a fresh instance of the program and returns
 * what the command prints with --json, as the server of `grundy serve` does. */

import { load } from "./command.js";

/** An error that the program reports. */
export class GrundyError extends Error {
  /** @param {any} error of an answer */
  constructor({ message, file = "", line = 0, column = 0, code, reason = "other", positions = null }) {
    super(message);
    this.name = "GrundyError";
    this.file = file;
    this.line = line;
    this.column = column;
    this.code = code;
    this.reason = reason;
    this.positions = positions;
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
  (name === "draw" || name === "worksheet" ? getLayout() : undefined);

/**
 * @param {string} name
 * @param {object | null} body null: a question without one
 * @returns {Promise<string>}
 */
async function ask(name, body) {
  const program = await getCommand();
  const answer = await program.answer(`/api/${name}`, body, { ...LIMITS, draw: await layoutFor(name) });
  const text = new TextDecoder().decode(answer.body);
  if (answer.status !== 200) throw new GrundyError(JSON.parse(text).error);
  return text;
}

/**
 * @param {string} name
 * @param {object | null} body
 */
const askJson = async (name, body) => JSON.parse(await ask(name, body));

/** A string is an edge list. */
const gameOf = (/** @type {any} */ game) => (typeof game === "string" ? { format: "edges", text: game } : game);
const columnsOf = (/** @type {any} */ { columns, ...rest }) =>
  ({ ...rest, ...(columns === undefined ? {} : { columns: [columns].flat().join(",") }) });
const componentOf = (/** @type {any} */ component) =>
  (component.game === undefined ? component : { ...component, game: gameOf(component.game) });
/** A game with a position, or a list of components. */
const placeOf = (/** @type {any} */ place) => (Array.isArray(place)
  ? { components: place.map(componentOf) } : { ...place, game: gameOf(place.game) });

export const solve = (/** @type {any} */ game, options = {}) =>
  askJson("solve", { game: gameOf(game), ...columnsOf(options) });
export const info = (/** @type {any} */ game) => askJson("info", { game: gameOf(game) });
export const why = (/** @type {any} */ game, /** @type {string} */ position, options = {}) =>
  askJson("why", { game: gameOf(game), position, ...options });
export const trace = (/** @type {any} */ game, options = {}) =>
  askJson("trace", { game: gameOf(game), ...options });
export const best = (/** @type {any[]} */ components, /** @type {any} */ options = {}) => {
  const { allMoves, maxPositions, ...rest } = options;
  return askJson("best", { components: [components].flat().map(componentOf), ...rest,
    ...(allMoves === undefined ? {} : { all_moves: allMoves }),
    ...(maxPositions === undefined ? {} : { max_positions: maxPositions }) });
};
export const moves = (/** @type {any} */ place, options = {}) =>
  askJson("moves", { ...placeOf(place), ...options });
export const match = (/** @type {any} */ place, /** @type {any[]} */ made = [], options = {}) =>
  askJson("match", { ...placeOf(place), moves: made, ...options });
export const draw = (/** @type {any} */ game, options = {}) =>
  ask("draw", { game: gameOf(game), ...columnsOf(options) });
export const worksheet = (/** @type {any} */ game, options = {}) =>
  ask("worksheet", { game: gameOf(game), ...columnsOf(options) });
export const convert = (/** @type {any} */ game, /** @type {string} */ to = "edges") =>
  ask("convert", { game: gameOf(game), to });
export const table = (/** @type {any} */ game, options = {}) =>
  ask("table", { game: gameOf(game), ...columnsOf(options) });
export const examples = async () => (await askJson("examples", null)).examples;
export const version = async () => (await askJson("version", null)).grundy;

export async function run(/** @type {string[]} */ args, options = {}) {
  const program = await getCommand();
  const { code, stdout, stderr, files } = await program.run(args, { ...options, draw: await layoutFor(args[0]) });
  return { code, stdout, stderr, files: Object.fromEntries(files) };
}
