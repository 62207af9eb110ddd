/* Pictures as trees: [name, attributes, ...children], where a child is a tree or a text. The same
 * tree becomes elements of the page or the text of a file. */

import { makeSvg } from "./dom.js";
import { decimal } from "./paint.js";

/** @typedef {[string, Record<string, any>, ...any[]]} SvgTree */

/** @param {string} text */
const escaped = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  .replaceAll('"', "&quot;");

/**
 * Returns the source of a picture.
 * @param {SvgTree | string} tree
 * @returns {string}
 */
export function treeText(tree) {
  if (typeof tree === "string") return escaped(tree);
  const [name, attributes, ...children] = tree;
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === "number" ? decimal(value) : String(value))}"`).join("");
  return `<${name}${written}>${children.map(treeText).join("")}</${name}>`;
}

/**
 * Makes the elements of a picture.
 * @param {SvgTree} tree
 * @returns {any}
 */
export function treeElement([name, attributes, ...children]) {
  return makeSvg(name, attributes, ...children.map(child =>
    (typeof child === "string" ? document.createTextNode(child) : treeElement(child))));
}
