/* Makes the files of the static site that differ from those of the server's page; run by
 * scripts/build-site.
 * usage: node pages.js SITE DOCUMENT      DOCUMENT is docs/embed.md */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [site, document] = process.argv.slice(2);

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Replaces a text that must be there once.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
function replaceOnce(text, from, to) {
  if (text.split(from).length !== 2) throw new Error(`not there once: ${from}`);
  return text.replace(from, () => to);
}

/* Modules that the page does not load itself. */
const OTHERS = /^(command|grundy|grundy-game|embed_.*|layout|service-worker|viz|worker|main)\.js$/;

/** Returns elements that make the browser load all modules at once, not one import after the other. */
const preloads = () => readdirSync(site).filter(name => name.endsWith(".js") && !OTHERS.test(name)).sort()
  .map(name => `<link rel="modulepreload" href="${name}">\n`).join("");

/** The page of the server, with a policy that the server sends as a header, and offline. answers.js comes
 * first, because it loads the program. */
function writeIndex() {
  const path = join(site, "index.html");
  const script = '<script type="module" src="main.js"></script>';
  let page = readFileSync(path, "utf8");
  page = replaceOnce(page, '<meta charset="utf-8">',
    `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  page = replaceOnce(page, script, `<script type="module" src="answers.js"></script>\n${preloads()}${script}\n<script type="module" src="offline.js"></script>`);
  page = replaceOnce(page, "all scripts come from this server.", "everything runs in your browser.");
  writeFileSync(path, page);
}

/** @param {string} text */
const escaped = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Returns the examples of docs/embed.md: a heading and HTML.
 * @param {string} text
 */
const examplesOf = text => [...text.matchAll(/^### (.+)\n[^#]*?^```html\n([^`]*)^```$/gm)]
  .map(([, heading, html]) => ({ heading, html }));

function writeEmbed() {
  const examples = examplesOf(readFileSync(document, "utf8"));
  if (examples.length === 0) throw new Error(`${document} has no examples`);
  const sections = examples.map(({ heading, html }) =>
    `<section>\n<h2>${escaped(heading)}</h2>\n${html}<details><summary>Source</summary>\n` +
    `<pre tabindex="0">${escaped(html)}</pre></details>\n</section>`);
  writeFileSync(join(site, "embed.html"), `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Games in your own page</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="embed.css">
<script type="module" src="grundy-game.js"></script>
<script type="module" src="offline.js"></script>
</head>
<body>
<main>
<h1>Games in your own page</h1>
<p>One script and one element put a game into any page. <a href="./">The explorer</a> shows more of a game.</p>
${sections.join("\n")}
</main>
</body>
</html>
`);
}

/** Lists all files for visits without a network; the version changes with any of them. */
function writeServiceWorker() {
  const path = join(site, "service-worker.js");
  const files = readdirSync(site).filter(name => name !== "service-worker.js").sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(readFileSync(join(site, name)));
  let script = readFileSync(path, "utf8");
  script = replaceOnce(script, '["FILES"]', JSON.stringify(["./", ...files]));
  script = replaceOnce(script, "}VERSION`", `}${hash.digest("hex").slice(0, 16)}\``);
  writeFileSync(path, script);
}

writeIndex();
writeEmbed();
writeServiceWorker();
