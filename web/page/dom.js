/* Helpers that make elements. */

const SVG = "http://www.w3.org/2000/svg";

export const byId = id => document.getElementById(id);

/* Sets class, text, events ("on", by name), data, properties, and attributes for all other keys;
 * attributes that are false or null are omitted. */
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

/* Makes an HTML element: make("button", { class: "quiet", text: "Undo" }, child, ...). */
export function make(name, given = {}, ...children) {
  const element = setProperties(document.createElement(name), given);
  element.append(...children.filter(child => child !== null));
  return element;
}

/* Makes an SVG element. */
export function makeSvg(name, given = {}) {
  return setProperties(document.createElementNS(SVG, name), given);
}

/* Fills a <select> with [value, text] pairs. */
export function fillSelect(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => make("option", { value, text })));
  if (chosen !== undefined) select.value = chosen;
}

/* Makes a list of [name, text, title] triples that wraps between entries. */
export function makePairs(rows) {
  return make("dl", { class: "pairs" }, ...rows.map(([name, text, title]) =>
    make("div", { title: title || false }, make("dt", { text: name }), make("dd", { text }))));
}

/* Calls the function once, when it was not called again for that many milliseconds. */
export function debounce(call, milliseconds) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

/* Calls the function at most once per frame. */
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
