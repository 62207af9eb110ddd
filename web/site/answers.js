/* Where answers come from on the static page: workers that run the command in WebAssembly. The
 * static page has this file in place of web/page/answers.js, with the same exports. */

import { t } from "./language.js";
import { compileProgram, startWorker } from "./program.js";
import { createWorkers } from "./workers.js";

/** The address of the script of embedded games: here, or, if other computers cannot reach this page, next to theirs. */
export const EMBED_SCRIPT = /^https?:$/.test(location.protocol) && !/^(localhost|127\.|\[)/.test(location.hostname)
  ? new URL("grundy-game.js", document.baseURI).href : "grundy/grundy-game.js";

/** What to say if nothing answers at all. */
export const UNREACHABLE = t("the program does not answer; please load the page again");

const MOST = 2; /* a long computation leaves room for short requests */
const GRACE = 300; /* milliseconds */

/** @type {Promise<WebAssembly.Module> | undefined} */
let program; /* which all workers share */

function createWorker() {
  const worker = startWorker();
  program ??= compileProgram();
  program.then(module => worker.postMessage({ program: module })).catch(error => {
    program = undefined; /* the next worker tries again */
    worker.dispatchEvent(new ErrorEvent("error", { message: String(error) }));
  });
  return worker;
}

const workers = createWorkers(createWorker, MOST, GRACE);
workers.prepare();

/**
 * @param {string} name
 * @param {any} body
 * @param {{ signal?: AbortSignal, job?: string }} options
 */
function answerOf(name, body, options) {
  if (name === "progress") return workers.progress(body.job);
  if (name === "cancel") return workers.cancel(body.job);
  return workers.ask(`/api/${name}`, body === undefined ? null : JSON.stringify(body), options);
}

/** @param {import("./workers.js").Answer} answer */
const responseOf = ({ status, type, body }) =>
  new Response(/** @type {BodyInit} */ (body), { status, headers: { "Content-Type": type } });

/**
 * Answers one call of the API, as the server does.
 * @param {string} name of the call, such as "solve"
 * @param {object} [request]
 * @param {any} [request.body]
 * @param {AbortSignal} [request.signal]
 * @param {string} [request.job] names the request, to ask for its progress or to cancel it
 * @returns {Promise<Response>}
 */
export async function fetchAnswer(name, { body, signal, job } = {}) {
  return responseOf(await answerOf(name, body, { signal, job }));
}
