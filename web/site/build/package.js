/* Makes the files of the npm package that bundlers and `require` need; run by scripts/build-npm.
 * usage: node package.js PACKAGE PACKAGES      PACKAGES has node_modules with esbuild
 *
 * worker.js becomes one script; it and grundy.wasm also become texts in modules, so that no bundler
 * has to find files. node.cjs is node.js for `require`. */

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { bundleScript, compressed, loadEsbuild } from "./bundling.js";

const [folder, packages] = process.argv.slice(2).map(path => resolve(path));
const esbuild = loadEsbuild(packages);

const worker = await bundleScript(esbuild, join(folder, "worker.js"));
writeFileSync(join(folder, "worker.js"), worker);
writeFileSync(join(folder, "inlined_worker.js"), `export const worker = "${compressed(worker)}";\n`);
writeFileSync(join(folder, "inlined_wasm.js"), `export const wasm = "${compressed(readFileSync(join(folder, "grundy.wasm")))}";\n`);

await esbuild.build({
  entryPoints: [join(folder, "node.js")], outfile: join(folder, "node.cjs"), bundle: true, format: "cjs", platform: "node",
  target: "node18", charset: "utf8", define: { "import.meta.url": "location" },
  banner: { js: 'const location = require("node:url").pathToFileURL(__filename).href;' }, logLevel: "error",
});
copyFileSync(join(folder, "index.d.ts"), join(folder, "index.d.cts"));
