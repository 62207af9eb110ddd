/* Light or dark, the colours, the layout of the graph: the menu View. */

import { byId } from "./dom.js";
import { keep, kept } from "./storage.js";

const system = matchMedia("(prefers-color-scheme: dark)");

function showTheme() {
  const { value } = byId("theme");
  const light = value === "auto" ? (system.matches ? "dark" : "light") : value;
  document.documentElement.dataset.light = light;
}

/** @param {string} theme */
function chooseTheme(theme) {
  byId("theme").value = theme;
  keep("theme", theme);
  showTheme();
}

export function toggleTheme() {
  chooseTheme(document.documentElement.dataset.light === "dark" ? "light" : "dark");
}

/**
 * @param {Store} store
 * @param {() => void} tidy lays the graph out again
 */
export function createAppearance(store, tidy) {
  const show = () => {
    const { view } = store.state;
    for (const [key, value] of Object.entries(view)) byId(key).value = value;
    document.documentElement.dataset.palette = view.palette;
  };
  chooseTheme(kept("theme") ?? "auto");
  show();
  byId("theme").addEventListener("change", (/** @type {any} */ event) => chooseTheme(event.target.value));
  system.addEventListener("change", showTheme);
  for (const key of ["palette", "scope"])
    byId(key).addEventListener("change", (/** @type {any} */ event) =>
      store.adjust("view", { [key]: event.target.value }));
  byId("layout").addEventListener("change", (/** @type {any} */ event) => {
    tidy();
    store.adjust("view", { layout: event.target.value });
  });
  byId("radius").addEventListener("change", (/** @type {any} */ event) => {
    const radius = Math.round(Number(event.target.value));
    if (radius >= 1 && radius <= 9) store.adjust("view", { radius });
    else show();
  });
  byId("tidy").addEventListener("click", tidy);
  store.listen(["view"], show);
}
