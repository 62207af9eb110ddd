/* The command, with the files, the streams and the environment of this process. It runs in a thread of
 * its own, because a run blocks its thread and the process must answer signals. */

import { readSync, writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { load } from "./command.js";
import { mountMachine } from "./node_files.js";

const BUSY = 2; /* milliseconds before a full pipe is tried again */
const PIPE = 141; /* the exit code that a shell shows for SIGPIPE */

const { args, closed } = workerData;

/**
 * Fails as a system call does if the stream was closed when the process started.
 * @param {number} descriptor
 */
function demandOpen(descriptor) {
  if (closed.includes(String(descriptor))) throw Object.assign(new Error("closed"), { code: "EBADF" });
}

/** @param {number} milliseconds */
const pause = milliseconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/**
 * Repeats a call while the stream that it is for is not ready: pipes and terminals may not block.
 * @template T
 * @param {() => T} call
 */
function insist(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (/** @type {any} */ (error).code !== "EAGAIN") throw error;
      pause(BUSY);
    }
  }
}

/**
 * Writes everything. A reader that has gone, as `head` does, ends the command quietly.
 * @param {number} descriptor
 * @param {Uint8Array} bytes
 */
function writeAll(descriptor, bytes) {
  demandOpen(descriptor);
  try {
    for (let at = 0; at < bytes.length;) at += insist(() => writeSync(descriptor, bytes, at));
  } catch (error) {
    if (/** @type {any} */ (error).code !== "EPIPE") throw error;
    process.exit(PIPE);
  }
}

/**
 * Reads from standard input; 0 at its end.
 * @param {Uint8Array} buffer
 */
function read(buffer) {
  demandOpen(0);
  try {
    return insist(() => readSync(0, buffer, 0, buffer.length, null));
  } catch (error) {
    if (/** @type {any} */ (error).code === "EOF") return 0;
    throw error;
  }
}

const command = await load();
const { code } = await command.run(args, {
  draw: args[0] === "draw" ? await (await import("./layout.js")).createLayout() : undefined,
  env: process.env, read,
  mount: (/** @type {any} */ FS) => mountMachine(FS, temporary => parentPort?.postMessage(temporary)),
  onStdout: bytes => writeAll(1, bytes),
  onStderr: line => writeAll(2, new TextEncoder().encode(`${line}\n`)),
});
process.exitCode = code;
