/* Helpers that make elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the element with that id. Elements of index.html have many types, which are not checked.
 * @param {string} id
 * @returns {any}
 */
export const byId = id => document.getElementById(id);

/**
 * Sets class, text, events ("on", by name), data, properties, and attributes for all other keys;
 * attributes that are false or null are omitted.
 * @param {any} element
 * @param {Record<string, any>} given
 */
function setProperties(element, given) {
  for (const [key, value] of Object.entries(given)) {
    if (key === "text") element.textContent = value;
    else if (key === "on") {
      for (const [event, call] of Object.entries(value)) element.addEventListener(event, call);
    } else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, value === true ? "" : value);
  }
  return element;
}

/**
 * Makes an HTML element: make("button", { class: "quiet", text: "Undo" }, child, ...).
 * @param {string} name
 * @param {Record<string, any>} [given]
 * @param {(Node | string | null)[]} children
 * @returns {any}
 */
export function make(name, given = {}, ...children) {
  const element = setProperties(document.createElement(name), given);
  element.append(...children.filter(child => child !== null));
  return element;
}

/**
 * Makes an SVG element.
 * @param {string} name
 * @param {Record<string, any>} [given]
 * @param {Node[]} children
 * @returns {any}
 */
export function makeSvg(name, given = {}, ...children) {
  const element = setProperties(document.createElementNS(SVG, name), given);
  element.append(...children);
  return element;
}

/**
 * Makes a button.
 * @param {string} text
 * @param {(event: Event) => void} click
 * @param {Record<string, any>} [given]
 */
export const makeButton = (text, click, given = {}) =>
  make("button", { type: "button", text, on: { click }, ...given });

/**
 * Fills a <select> with [value, text] pairs.
 * @param {any} select
 * @param {[string, string][]} pairs
 * @param {string} [chosen]
 */
export function fillSelect(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => make("option", { value, text })));
  if (chosen !== undefined) select.value = chosen;
}

/**
 * Sets the text of an element, only if it changes, so that it is announced once.
 * @param {any} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Calls the function once, when it was not called again for that many milliseconds.
 * @template {any[]} A
 * @param {(...given: A) => void} call
 * @param {number} milliseconds
 * @returns {(...given: A) => void}
 */
export function debounce(call, milliseconds) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

/**
 * Calls the function at most once per frame.
 * @param {() => void} call
 */
export function oncePerFrame(call) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      call();
    });
  };
}

/** Returns whether the reader does not want animations. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Makes a group of buttons of which one is chosen, as radio buttons: arrow keys choose.
 * @param {any} group with buttons that have data-value
 * @param {(value: string) => void} choose
 */
export function createChoice(group, choose) {
  const buttons = [...group.querySelectorAll("button")];
  group.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("button");
    if (button !== null) choose(button.dataset.value);
  });
  group.addEventListener("keydown", (/** @type {any} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[
      /** @type {string} */ (event.key)];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const seen = buttons.filter(button => !button.hidden && !button.disabled);
    const next = seen[(seen.indexOf(event.target) + step + seen.length) % seen.length];
    choose(next.dataset.value);
    next.focus();
  });
  return {
    /** @param {string} value */
    show(value) {
      for (const button of buttons) {
        const isChosen = button.dataset.value === value;
        button.setAttribute("aria-checked", String(isChosen));
        button.tabIndex = isChosen ? 0 : -1;
      }
    },
  };
}
