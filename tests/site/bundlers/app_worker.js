/* The program in a worker of the page. */

import { report } from "./report.js";

const worker = new Worker(new URL("./app.js", import.meta.url), { type: "module" });
report(() => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
}));
