#!/bin/sh
":" //; c=; { true 3<&0; } 2> /dev/null || c=0; { true 3>&1; } 2> /dev/null || c=${c}1; export GRUNDY_CLOSED=$c; exec node "$0" "$@"
/* Runs the command in a thread, and removes its temporary files if it is interrupted.
 *
 * To a shell the second line is a command, to Node.js a text and a comment. Node.js opens /dev/null in place of
 * standard streams that are closed, so the shell finds out which ones are. */

import { rmSync, writeSync } from "node:fs";
import { SHARE_ENV, Worker } from "node:worker_threads";

const UNABLE = 4, BROKEN = 5, INTERRUPTED = 130; /* exit codes of the native command */
const GRACE = 200; /* milliseconds for the thread to end; one that waits for input does not */

/** @param {string} message */
function report(message) {
  try {
    writeSync(2, `grundy: ${message}\n`);
  } catch {
    /* nobody reads it */
  }
}

/**
 * @param {string} message
 * @param {number} code
 */
function end(message, code) {
  report(message);
  process.exit(code);
}

function start() {
  const closed = process.env.GRUNDY_CLOSED ?? "";
  delete process.env.GRUNDY_CLOSED;
  const thread = new Worker(new URL("../command_thread.js", import.meta.url),
    { workerData: { args: process.argv.slice(2), closed }, env: SHARE_ENV });
  /** @type {Set<string>} */
  const temporary = new Set();
  let isInterrupted = false;

  function removeTemporary() {
    for (const path of temporary) rmSync(path, { force: true });
  }

  /** Ends the process while the thread still waits for input: process.exit would wait for it, too. */
  function endByForce() {
    removeTemporary();
    report("interrupted");
    process.removeAllListeners("SIGINT");
    process.kill(process.pid, "SIGINT");
  }

  function interrupt() {
    if (isInterrupted) return;
    isInterrupted = true;
    thread.terminate();
    setTimeout(endByForce, GRACE);
  }

  thread.on("message", ({ path, exists }) => (exists ? temporary.add(path) : temporary.delete(path)));
  thread.on("error", ({ message }) => end(message, BROKEN));
  thread.on("exit", code => {
    if (isInterrupted) {
      removeTemporary();
      end("interrupted", INTERRUPTED);
    }
    process.exitCode = code;
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
}

if (process.platform === "win32")
  end("this package does not run on Windows; use it in the Windows Subsystem for Linux", UNABLE);
start();
