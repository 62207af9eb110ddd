// Measures the command in WebAssembly: its size, the time to the first answer, and games with a million
// positions against the native command with one thread, by turns, the best of three runs each, in
// seconds of CPU time.
//
//   node tests/wasm/measure.mjs build/grundy build/wasm/command.mjs

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

const native = path.resolve(process.argv[2]);
const module = path.resolve(process.argv[3]);
const work = mkdtempSync(path.join(tmpdir(), "grundy-wasm-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

function report(what, ...figures) {
  console.log([what.padEnd(44), ...figures.map((figure) => figure.padStart(14))].join(""));
}

for (const name of ["grundy.wasm", "grundy.mjs", "command.mjs"]) {
  const bytes = readFileSync(path.join(path.dirname(module), name));
  report(name, `${(bytes.length / 1e3).toFixed(0)} kB`, `${(brotliCompressSync(bytes).length / 1e3).toFixed(0)} kB brotli`);
}

const start = performance.now();
const { load } = await import(pathToFileURL(module).href);
const command = await load();
await command.run(["solve", "ring.edges"], { files: { "ring.edges": "a b\nb c\nc a\nc d\n" } });
report("first answer, loading included", `${(performance.now() - start).toFixed(0)} ms`);

/** Runs the native command. Returns its CPU time, which the shell prints in its second line. */
function runNative(argv) {
  const script = '"$0" "$@" > output 2> errors && times';
  const { status, stdout } = spawnSync("sh", ["-c", script, native, ...argv, "--threads", "1"], { cwd: work });
  if (status !== 0) throw new Error(`${argv.join(" ")}: exit code ${status}`);
  const numbers = stdout.toString().split("\n")[1].matchAll(/([0-9]+)m([0-9.]+)s/g);
  return [...numbers].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

async function runWasm(argv, files) {
  const before = process.cpuUsage();
  const { code } = await command.run(argv, { files });
  const { user, system } = process.cpuUsage(before);
  if (code !== 0) throw new Error(`${argv.join(" ")}: exit code ${code} in WebAssembly`);
  return (user + system) / 1e6;
}

async function measure(title, argv, files) {
  const best = [Infinity, Infinity];
  for (let i = 0; i < 3; i++) {
    best[0] = Math.min(best[0], runNative(argv));
    best[1] = Math.min(best[1], await runWasm(argv, files));
  }
  report(title, `${best[0].toFixed(2)} s`, `${best[1].toFixed(2)} s wasm`, `${(best[1] / best[0]).toFixed(2)} times`);
}

spawnSync(native, ["random", "degree", "-n", "1000000", "--degree", "4", "-o", "million.npz"], { cwd: work });
const files = { "million.npz": readFileSync(path.join(work, "million.npz")) };
await measure("solve 10^6 positions, 3.6 * 10^6 moves", ["solve", "million.npz", "-o", "solution.npz"], files);
await measure("all columns", ["solve", "million.npz", "--columns", "all", "-o", "solution.npz"], files);
await measure("explore and solve wythoff:100,100 (Lua)", ["solve", "wythoff:100,100", "-o", "solution.npz"], {});
await measure("explore and solve fair-shares:50 (C)", ["solve", "fair-shares:50", "-o", "solution.npz"], {});
await measure("heap 0.007 --max 20000", ["heap", "0.007", "--max", "20000", "-o", "heaps.npz"], {});
