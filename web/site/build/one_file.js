/* Makes grundy.html, the whole explorer in one file that works when it is opened from a disk; run by
 * scripts/build-site.
 * usage: node one_file.js SITE PACKAGES      PACKAGES has node_modules with esbuild */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { bundleScript, compressed, loadEsbuild } from "./bundling.js";

const [site, packages] = process.argv.slice(2).map(path => resolve(path));
const esbuild = loadEsbuild(packages);

const MOST_BYTES = 4_000_000;

/** @param {string} name */
const read = name => readFileSync(join(site, name), "utf8");

/* The page finds the program in its own elements. */
const inlining = {
  name: "inlining",
  setup: (/** @type {any} */ build) => build.onResolve({ filter: /^\.\/program\.js$/ },
    () => ({ path: new URL("inlined_program.js", import.meta.url).pathname })),
};

/** Returns a bundle; in its texts, elements and comments of HTML must not begin. @param {string} name */
const bundle = async name =>
  (await bundleScript(esbuild, join(site, name), [inlining])).replace(/<(?=script|!--)/gi, "\\x3C");

/**
 * Returns an element. Its text must not contain what would end it, or would hide its end.
 * @param {string} tag
 * @param {string} text
 */
function element(tag, text, attributes = "") {
  if (new RegExp(`</${tag}|<!--[^]*<${tag}`, "i").test(text)) throw new Error(`the text of a ${tag} ends it`);
  return `<${tag}${attributes}>${text}</${tag}>`;
}

/** @param {string} text */
const hashOf = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Replaces what must be there once.
 * @param {string} page
 * @param {RegExp} pattern
 * @param {string} text
 */
function replaceOnce(page, pattern, text) {
  if (page.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`not there once: ${pattern}`);
  return page.replace(pattern, () => text);
}

/** @param {string} id */
const data = (id, type = "text/plain") => ` type="${type}" id="${id}"`;

async function makePage() {
  const script = await bundle("main.js"), style = read("style.css");
  const policy = `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; style-src ${hashOf(style)}; ` +
    "img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'";
  const icon = `data:image/svg+xml;base64,${Buffer.from(read("icon.svg")).toString("base64")}`;
  const licences = ["LICENSE", "licences.txt", "codemirror-licences.txt"].map(read).join("\n\n");
  const wasm = compressed(readFileSync(join(site, "grundy.wasm")));
  let page = read("index.html");
  page = replaceOnce(page, /(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*/, policy);
  page = replaceOnce(page, /(?<=<link rel="icon" href=")[^"]*/, icon);
  page = replaceOnce(page, /<link rel="stylesheet"[^>]*>/, element("style", style));
  page = page.replace(/<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?\n/g, "");
  return replaceOnce(page, /<\/body>/, [
    element("script", licences, data("licences")),
    element("script", wasm, data("grundy-wasm")),
    element("script", await bundle("worker.js"), data("grundy-worker")),
    element("script", script), "</body>"].join("\n"));
}

const page = await makePage();
if (Buffer.byteLength(page) > MOST_BYTES) throw new Error(`grundy.html has more than ${MOST_BYTES} bytes`);
writeFileSync(join(site, "grundy.html"), page);
