/* What a worker of the library does: it runs the command for each request, in a fresh instance, and
 * keeps a game. Messages to it are { program }, { game }, and requests { id, path, body }; it posts
 * { id, progress }, { id, stdout }, { id, stderr }, and at last { id, answer } or { id, failure }. */

import { load } from "./command.js";
import { readAnswer } from "./answer.js";

/* Time and memory are limited only by WebAssembly itself. */
const LIMITS = { seconds: 1e9, memory: 2 ** 32 - 2 ** 16, isUnlimited: true };
const UNABLE = 4; /* an exit code: the format cannot hold the game */

/**
 * Returns what is moved and not copied to the caller.
 * @param {any} value an answer
 * @returns {any[]}
 */
function buffersOf(value) {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  const members = typeof value === "object" && value !== null ? Object.values(value) : [];
  return [...new Set(members.filter(ArrayBuffer.isView).map(view => view.buffer))];
}

/**
 * Returns the function that takes messages.
 * @param {(message: any, transfer: ArrayBuffer[]) => void} post
 * @param {() => Promise<(dot: string, layout: string) => string>} loadLayout loads Graphviz
 */
export function createHandler(post, loadLayout) {
  /** @type {(command: any) => void} */
  let setCommand = () => {};
  const command = new Promise(resolve => { setCommand = resolve; });
  /** @type {ReturnType<typeof loadLayout> | undefined} */
  let layout;
  /** @type {any} */
  let game = null; /* the kept game: what requests have as `game` */
  /** @type {{ name: string, bytes: Uint8Array } | undefined} */
  let file; /* and its file, unless it is a game of the gallery or has arguments */

  const drawFor = (/** @type {string} */ name) => (name === "draw" ? (layout ??= loadLayout()) : undefined);

  /** Reads the kept game once; afterwards it is there in a form that is read faster. */
  async function open() {
    if (file === undefined) return { value: null };
    const { code, stdout, stderr, files } = await (await command).run(
      ["convert", file.name, "game1.npz"], { files: { [file.name]: file.bytes }, env: { GRUNDY_ERRORS: "json" } });
    if (code === 0) file = { name: "game1.npz", bytes: files.get("game1.npz") };
    if (code === 0 || code === UNABLE) return { value: null };
    const last = new TextDecoder().decode(stdout).trimEnd().split("\n").at(-1) ?? "";
    return { error: last.startsWith("{") ? JSON.parse(last).error : { message: stderr.trim(), code } };
  }

  /** @param {{ id: number, path: string, body: any }} request */
  async function run({ id, body: { args, files, stdin, isWatched } }) {
    const { code, stdout, stderr, files: written } = await (await command).run(args, {
      files, stdin, draw: await drawFor(args[0]), ...(isWatched ? {
        onStdout: (/** @type {Uint8Array} */ bytes) => post({ id, stdout: bytes }, []),
        onStderr: (/** @type {string} */ line) => post({ id, stderr: line }, []) } : {}) });
    return { value: { code, stdout, stderr, files: Object.fromEntries(written) } };
  }

  /** @param {{ id: number, path: string, body: any }} request */
  async function answer(request) {
    const { id, path, body } = request;
    if (path === "run") return run(request);
    if (path === "open") return open();
    const isKept = body?.game === null;
    return readAnswer(path, await (await command).answer(`/api/${path}`, isKept ? { ...body, game } : body, {
      ...LIMITS, game: isKept ? file : undefined, draw: await drawFor(path),
      onProgress: (/** @type {object} */ progress) => post({ id, progress }, []) }));
  }

  /** @param {any} given */
  function keep(given) {
    const { text, format = "edges", args, files } = given;
    if (text === undefined || args !== undefined || files !== undefined || format === "lua") {
      game = given;
      return;
    }
    game = { format, text: "" };
    file = { name: `game1.${format}`, bytes: new TextEncoder().encode(text) };
  }

  return async (/** @type {any} */ message) => {
    if (message.program !== undefined) return setCommand(load(message.program));
    if (message.game !== undefined) return keep(message.game);
    const { id } = message;
    try {
      const found = await answer(message);
      post({ id, answer: found }, buffersOf(/** @type {any} */ (found).value));
    } catch (error) {
      post({ id, failure: /** @type {any} */ (error).message ?? String(error) }, []);
    }
  };
}
