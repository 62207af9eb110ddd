/* The script of threads in Node.js. */

import { parentPort } from "node:worker_threads";

import { createHandler } from "./worker_core.js";

const loadLayout = async () => (await import("./layout.js")).createLayout();
const handle = createHandler((message, transfer) => parentPort?.postMessage(message, transfer), loadLayout);
parentPort?.on("message", handle);
