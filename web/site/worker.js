/* A worker that answers requests by running the command, each in a fresh instance. */

import { load } from "./command.js";

const MEMORY = 1.5 * 2 ** 30; /* bytes per request: browsers give a page little more */

/** @type {(command: any) => void} */
let setCommand = () => {};
const command = new Promise(resolve => { setCommand = resolve; });

/** @type {Promise<(dot: string, layout: string) => string> | undefined} */
let layout; /* Graphviz, loaded with the first picture */

/** @param {string} path */
const isPicture = path => path === "/api/draw";

async function loadLayout() {
  const { createLayout } = await import("./layout.js");
  return createLayout();
}

/** @param {{ id: number, path: string, body: string | null }} request */
async function answer({ id, path, body }) {
  const draw = isPicture(path) ? await (layout ??= loadLayout()) : undefined;
  return (await command).answer(path, body, {
    draw, memory: MEMORY, onProgress: (/** @type {object} */ progress) => postMessage({ id, progress }) });
}

/* The first message has the compiled program, the others are requests. */
addEventListener("message", async ({ data }) => {
  if (data.program !== undefined) return setCommand(load(data.program));
  try {
    postMessage({ id: data.id, answer: await answer(data) });
  } catch (error) {
    postMessage({ id: data.id, failure: /** @type {any} */ (error).message ?? String(error) });
  }
});
