/* The package in browsers, as modules or in a bundle. Nothing depends on where its files are: the
 * program and the script of workers are texts in modules. */

import { platform } from "./platform.js";
import * as grundy from "./library.js";

/** @param {string} text a compressed file in base64 */
function decompress(text) {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/** @type {Promise<string> | undefined} */
let address; /* of the script of workers */

const getAddress = () => (address ??= import("./inlined_worker.js").then(async ({ worker }) =>
  URL.createObjectURL(new Blob([await decompress(worker).text()], { type: "text/javascript" }))));

/* A worker whose script is still being loaded; messages to it wait. */
class LateWorker extends EventTarget {
  /** @param {Promise<string | URL>} script */
  constructor(script) {
    super();
    this.worker = script.then(found => {
      const worker = new Worker(found);
      worker.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
      worker.addEventListener("error", ({ message }) => this.fail(message));
      return worker;
    });
    this.worker.catch(({ message }) => this.fail(message));
  }

  /** @param {string} [message] */
  fail(message) {
    this.dispatchEvent(Object.assign(new Event("error"), { message: message ?? "the worker of grundy cannot be started" }));
  }

  /** @param {any} message */
  postMessage(message) {
    this.worker.then(worker => worker.postMessage(message), () => {});
  }

  terminate() {
    this.worker.then(worker => worker.terminate(), () => {});
  }
}

Object.assign(platform, {
  startWorker: (/** @type {string | URL | undefined} */ script) =>
    new LateWorker(script === undefined ? getAddress() : Promise.resolve(script)),
  compileOwn: async () => WebAssembly.compile(await decompress((await import("./inlined_wasm.js")).wasm).arrayBuffer()),
  fetchWasm: (/** @type {string | URL} */ url) => fetch(url),
});

export * from "./library.js";
export default grundy;
