/* Small words for making elements. */

const SVG = "http://www.w3.org/2000/svg";

export const byId = id => document.getElementById(id);

/* Sets what is given: class, text, on (events by name), data, properties, and attributes for the
 * rest; false and null attributes are left out. */
function furnish(element, given) {
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

/* An element of HTML: make("button", { class: "quiet", text: "Undo" }, child, ...). */
export function make(name, given = {}, ...children) {
  const element = furnish(document.createElement(name), given);
  element.append(...children.filter(child => child !== null));
  return element;
}

/* An element of SVG. */
export function makeSvg(name, given = {}) {
  return furnish(document.createElementNS(SVG, name), given);
}

/* A <select> is filled with [value, text] pairs. */
export function fillSelect(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => make("option", { value, text })));
  if (chosen !== undefined) select.value = chosen;
}

/* Numbers with their names, [name, text, title], as a list that wraps between pairs. */
export function makePairs(rows) {
  return make("dl", { class: "pairs" }, ...rows.map(([name, text, title]) =>
    make("div", { title: title || false }, make("dt", { text: name }), make("dd", { text }))));
}

/* Calls once the calls have stopped for so many milliseconds. */
export function debounce(call, milliseconds) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

/* At most one call before the next frame. */
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
