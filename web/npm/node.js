/* The package in Node.js. */

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { platform } from "./platform.js";
import * as grundy from "./library.js";

const HERE = import.meta.url;

/* A thread that looks like a worker of a browser. It keeps the process alive only while it works. */
class Thread extends EventTarget {
  /** @param {string | URL} script */
  constructor(script) {
    super();
    this.running = 0;
    this.thread = new Worker(script, { execArgv: [] }); /* options such as --input-type are not for it */
    this.thread.unref();
    this.thread.on("message", data => {
      if (data.answer !== undefined || data.failure !== undefined) this.count(-1);
      this.dispatchEvent(Object.assign(new Event("message"), { data }));
    });
    this.thread.on("error", ({ message }) => this.dispatchEvent(Object.assign(new Event("error"), { message })));
  }

  /** @param {number} change */
  count(change) {
    this.running += change;
    if (this.running > 0) this.thread.ref();
    else this.thread.unref();
  }

  /** @param {any} message */
  postMessage(message) {
    if (message.id !== undefined) this.count(1);
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
}

/** @param {string | URL} address */
const isRemote = address => /^https?:/.test(String(address));

Object.assign(platform, {
  startWorker: (/** @type {string | URL | undefined} */ script) => new Thread(script ?? new URL("./node_worker.js", HERE)),
  compileOwn: async () => WebAssembly.compile(await readFile(new URL("./grundy.wasm", HERE))),
  fetchWasm: (/** @type {string | URL} */ address) => (isRemote(address) ? fetch(address)
    : readFile(String(address).startsWith("file:") ? new URL(address) : address)),
});

export * from "./library.js";
export default grundy;
