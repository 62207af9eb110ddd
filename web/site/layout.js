/* Graphviz in WebAssembly, from the npm package @viz-js/viz. */

import { instance } from "./viz.js";

/**
 * Returns a function that lays out DOT and returns Graphviz's format `plain`; it throws if Graphviz cannot.
 * @returns {Promise<(dot: string, layout: string) => string>}
 */
export async function createLayout() {
  const viz = await instance();
  return (dot, layout) => viz.renderString(dot, { engine: layout, format: "plain" });
}
