/* Texts of games: their formats, and changes of them. Nothing here touches the page. */

import { t } from "./language.js";

/**
 * Guesses the format of a text; keeps the chosen one unless the text must be something else.
 * @param {string} text
 * @param {string} chosen
 */
export function formatOf(text, chosen) {
  if (/^\s*(strict\s+)?(di)?graph\b[^{]*\{/.test(text)) return "dot";
  if (/^\s*<(\?xml|graphml)/.test(text)) return "graphml";
  if (/^\s*return\s*\{/m.test(text) || /^\s*local\s+\w+/m.test(text)) return "lua";
  if ((chosen === "dot" && !text.includes("{")) || (chosen === "graphml" && !text.includes("<")))
    return "edges";
  return chosen;
}

/**
 * Returns what to write instead of "a,b"; "" unless every line of an edge list is one word with a comma.
 * @param {string} text
 */
export function commaHint(text) {
  const lines = text.split("\n").map(line => line.replace(/(^|\s)#.*/, "").trim()).filter(line => line !== "");
  if (lines.length === 0 || !lines.every(line => /^[^\s,]+,[^\s,]+$/.test(line))) return "";
  const [from, to] = lines[0].split(",");
  return t("Each of these lines is one position. For a move from {from} to {to}, write: {from} {to}", { from, to });
}

/**
 * Returns the smallest change from one text to another, so that the cursor stays where it is.
 * @param {string} from
 * @param {string} to
 */
export function smallestChange(from, to) {
  const most = Math.min(from.length, to.length);
  let start = 0, end = 0;
  while (start < most && from[start] === to[start]) start++;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}
