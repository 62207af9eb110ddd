/* The script of workers in browsers; scripts/build-npm makes one file of it. */

import { createLayout } from "./layout.js";
import { createHandler } from "./worker_core.js";

const handle = createHandler((message, transfer) => postMessage(message, { transfer }), createLayout);
addEventListener("message", ({ data }) => handle(data));
