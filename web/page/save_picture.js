/* Pictures as files: SVG that stands alone, PNG, and printing, which makes PDF. */

import { byId } from "./dom.js";
import { t } from "./language.js";
import { COLOURS } from "./paint.js";

const MOST_PIXELS = 16384; /* wide or high; browsers paint nothing on larger ones */

/** Returns the colours of the page by day, also at night: pictures are printed on white paper. */
export function paperColours() {
  const { documentElement: page } = document, { light } = page.dataset;
  page.dataset.light = "light";
  const style = getComputedStyle(page);
  const colours = Object.fromEntries(COLOURS.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
  page.dataset.light = light;
  return colours;
}

/* What the style of the page may say about an element of a picture. */
const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order"];

/**
 * Returns a copy of an element without its classes and with their effect as attributes.
 * @param {Element} element
 * @returns {Element | null} null if it is not shown
 */
function withoutClasses(element) {
  const style = getComputedStyle(element), copy = /** @type {Element} */ (element.cloneNode(false));
  if (style.display === "none") return null;
  for (const name of ["class", "style", "role", "tabindex", "aria-label", "aria-hidden"]) copy.removeAttribute(name);
  for (const name of PROPERTIES) copy.setAttribute(name, style.getPropertyValue(name));
  if (style.transform !== "none") copy.setAttribute("transform", style.transform);
  for (const child of element.childNodes) {
    const kept = child instanceof Element ? withoutClasses(child) : child.cloneNode();
    if (kept !== null) copy.append(kept);
  }
  return copy;
}

/**
 * Returns the text of a picture that the page shows, as SVG that needs no style, with the colours of the
 * day.
 * @param {SVGSVGElement} svg
 */
export function standalone(svg) {
  const { documentElement: page } = document, { light } = page.dataset;
  page.dataset.light = "light";
  const copy = /** @type {Element} */ (withoutClasses(svg));
  page.dataset.light = light;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = svg.viewBox.baseVal;
  if (!svg.hasAttribute("width") && width > 0) {
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
  }
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {string} svg
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function toPng(svg, scale) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const most = MOST_PIXELS / Math.max(image.width, image.height);
    canvas.width = Math.round(image.width * Math.min(scale, most));
    canvas.height = Math.round(image.height * Math.min(scale, most));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob(blob =>
      (blob === null ? reject(new Error(t("the picture is too large for a PNG"))) : resolve(blob)), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Prints a picture alone; the browser offers to save it as PDF.
 * @param {string} svg
 */
export function printPicture(svg) {
  const sheet = byId("print-sheet");
  sheet.replaceChildren(document.importNode(
    new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));
  document.body.classList.add("printing");
  print();
  document.body.classList.remove("printing");
  sheet.replaceChildren();
}
