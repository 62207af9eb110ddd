/* Bundles modules with the pinned esbuild. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Returns esbuild.
 * @param {string} packages a folder with node_modules
 * @returns {any}
 */
export const loadEsbuild = packages => createRequire(join(packages, "package.json"))("esbuild");

/**
 * Returns a module with all that it imports as one classic script.
 * @param {any} esbuild
 * @param {string} path
 * @param {any[]} [plugins]
 * @returns {Promise<string>}
 */
export async function bundleScript(esbuild, path, plugins = []) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path], bundle: true, write: false, format: "iife", minify: true, charset: "utf8", target: "es2022",
    legalComments: "none", define: { "import.meta.url": '"file:///"' }, plugins, logLevel: "error",
  });
  return outputFiles[0].text;
}

/**
 * Returns bytes compressed and in base64, the same every time.
 * @param {Uint8Array | string} bytes
 */
export const compressed = bytes => gzipSync(bytes, { level: 9 }).toString("base64");
