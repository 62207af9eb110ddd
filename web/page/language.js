/* The language of the page. Modules write words in English, t("Take back"), and this module looks them up in the
 * catalogue of the chosen language. The language is known before any other module runs and changes only by loading
 * the page again, so that constants may contain t(...), too. */

import { GERMAN } from "./german.js";
import { keep, kept } from "./storage.js";

/** @type {Record<string, Record<string, string>>} */
const CATALOGUES = { de: GERMAN };

/** The languages that the page knows, by their codes, each by its own name. */
const LANGUAGES = { en: "English", de: "Deutsch" };

const isKnown = (/** @type {string | null | undefined} */ code) => Object.hasOwn(LANGUAGES, code ?? "");

/**
 * Returns the first language of a list that the page knows; English if it knows none.
 * @param {readonly string[]} wanted codes such as "de-AT"
 */
export const firstKnown = wanted => wanted.map(code => code.toLowerCase().split("-")[0]).find(isKnown) ?? "en";

/** The explorer follows the reader, and a game in another page follows that page. */
function chooseLanguage() {
  if (typeof document === "undefined") return "en"; /* in tests of the logic */
  const { dataset, lang } = document.documentElement;
  if (dataset.page !== "explorer") return firstKnown([lang]);
  const choice = kept("language");
  return choice !== null && isKnown(choice) ? choice : firstKnown(navigator.languages);
}

/** The code of the language of the page, "en" or "de". */
export const language = chooseLanguage();

/**
 * Writes a whole number with the separators of the language: 20,000 or 20.000.
 * @param {number} number
 */
export const grouped = number => number.toLocaleString(language);

/**
 * Replaces {name} by its value, and {name:1=move|moves} by "move" if the value is 1 and by "moves" otherwise. Braces around
 * anything else, as in ∞{2}, are kept.
 * @param {string} words
 * @param {Record<string, string | number>} values
 */
export const fillIn = (words, values) => words.replace(/\{([a-z]\w*)(?::([^{}=]*)=([^{}|]*)\|([^{}]*))?\}/gi,
  (whole, name, wanted, then, otherwise) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (wanted !== undefined) return String(value) === wanted ? then : otherwise;
    return typeof value === "number" ? grouped(value) : value;
  });

/** Words after "|" at the end, as in "counter|piece", tell texts apart that are the same in English only.
 * @param {string} english
 */
const lookUp = english => CATALOGUES[language]?.[english] ?? english.replace(/\|[a-z ]+$/, "");

/**
 * Returns an English text in the language of the page, with the values filled in. The text is a literal, so that
 * tests/web/page/language.test.js finds it; a text that the catalogue lacks stays English.
 * @param {string} english
 * @param {Record<string, string | number>} [values]
 */
export const t = (english, values = {}) => fillIn(lookUp(english), values);

const ATTRIBUTES = ["title", "aria-label", "placeholder"];

/** In grundy.html the style and the program are elements, too.
 * @param {Element} element */
const isTranslated = element => element.closest("[translate=no], script, style") === null;

/** Translates the texts of index.html, except those of elements with translate="no". */
function translateDocument() {
  for (const element of document.querySelectorAll(ATTRIBUTES.map(name => `[${name}]`).join())) {
    for (const name of ATTRIBUTES.filter(each => element.hasAttribute(each) && isTranslated(element)))
      element.setAttribute(name, lookUp(element.getAttribute(name) ?? ""));
  }
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(text.nodeValue ?? "") ?? [];
    if (words !== "" && isTranslated(/** @type {Element} */ (text.parentElement)))
      text.nodeValue = before + lookUp(words.replace(/\s+/g, " ")) + after;
  }
}

/** Shows index.html in the language of the page, and fills the menu that changes it. */
export function showLanguage() {
  document.documentElement.lang = language;
  if (language !== "en") translateDocument();
  const menu = /** @type {HTMLSelectElement} */ (document.getElementById("language"));
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code);
    option.lang = code;
    menu.append(option);
  }
  menu.value = kept("language") ?? "auto";
  if (menu.selectedIndex < 0) menu.value = "auto";
  menu.addEventListener("change", () => {
    keep("language", menu.value);
    location.reload();
  });
}
