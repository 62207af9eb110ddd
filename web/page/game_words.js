/* What games are called, how one moves in them, and how one wins. */

import { GERMAN_GAMES } from "./games_german.js";
import { language, t } from "./language.js";
import { capital, sentence } from "./messages.js";
import { sizesOf } from "./sizes.js";

/** @type {Record<string, [string, string]>} */
const PAPERS = {
  ring: [t("Ring"), t("Walk along arrows; a player who cannot move loses, and some positions are draws.")],
  "fair-shares-10": [t("Fair shares, ten almonds"), t("Split a heap into equal ones, or unite two unequal ones.")],
  "fair-shares-6": [t("Fair shares, six almonds"), t("Split a heap into equal ones, or unite two unequal ones.")],
  "g-none": [t("No classical value"), t("A loop, to which no ordinary value fits.")],
  "g-several": [t("Two classical values"), t("A cycle of two, to which two sets of values fit.")],
  "g-unique-is-G": [t("One value, the right one"), t("A cycle whose only classical values are the general ones.")],
  "g-unique-not-G": [t("One value, a wrong one"), t("Classical values that say nothing about the play.")],
  lm08: [t("A game without cycles"), t("The example of Lorusso and Mottinelli.")],
  "ln-game1": [t("Twenty chips"), t("Take one to four chips from a heap of twenty.")],
  "nim-2": [t("A small heap of Nim"), t("The shortest game that is won at once.")],
  payoffs: [t("Payoffs"), t("Play ends with an amount that B pays to A.")],
  petersen: [t("Petersen's graph"), t("A board for games on graphs, here a game itself.")],
  "poker-nim": [t("Poker Nim"), t("Nim with a bag from which counters come back.")],
  smith: [t("Smith's three positions"), t("A win that must not be put off forever.")],
  "two-coloured": [t("Two colours"), t("Abe and Barbara have different moves.")],
};

const REDUCED = " Reduced: ";

/**
 * Describes a game of the gallery in the language of the page. Its English rules have a sentence about moves and one about winning,
 * as tests/games/rules_say.py checks; `isUsual` if a player who cannot move loses, and nothing else decides.
 * @param {string} name
 * @param {string} rules "NAME: a sentence. A sentence. Reduced: a sentence."
 */
function galleryWords(name, rules) {
  const [play, less = ""] = rules.split(REDUCED);
  const [, english, words] = /^(.*?): (.*)$/s.exec(play) ?? ["", name, play];
  const [first, ...rest] = words.split(/(?<=\.) (?=[A-Z])/);
  const isUsual = /cannot (move|put one)[^.]* loses?\b/.test(rest.join(" "));
  const [title, move, win, reduced] = language === "de" ? GERMAN_GAMES[name] ?? [] : [];
  return { title: title ?? english, move: move ?? capital(first), win: win ?? rest.join(" "), reduced: reduced ?? less, isUsual };
}

/**
 * Describes an example of the page: its title, how one moves, how one wins and how it is reduced; "" for what is not known.
 * @param {Example} example
 */
export function wordsOf({ name, title, group, rules }) {
  const isKnown = group !== "opened";
  if (isKnown && rules !== undefined) return galleryWords(name, rules);
  const other = { win: "", reduced: "", isUsual: true };
  if (isKnown && Object.hasOwn(PAPERS, name)) return { ...other, title: PAPERS[name][0], move: PAPERS[name][1] };
  const [head, ...rest] = title.split(": ");
  return rest.length === 0 ? { ...other, title: capital(name), move: sentence(title) }
    : { ...other, title: head, move: sentence(rest.join(": ")) };
}

/**
 * Returns the title of a game of the gallery in a size, as its card says it: "Nim 3,4", "Chomp 3 × 4".
 * @param {Example[]} examples
 * @param {string} gallery
 * @param {string} [args]
 */
export function galleryTitle(examples, gallery, args = "") {
  const example = examples.find(({ name, group }) => name === gallery && group === "gallery");
  const title = example === undefined ? capital(gallery) : wordsOf(example).title;
  const [, words] = sizesOf(gallery).find(([offered]) => offered === args) ?? [args, args];
  return words === "" ? title : `${title} ${words}`;
}

/**
 * Returns the title of the game of the page, which may have none.
 * @param {Pick<Shared, "title">} shared
 */
export const titleOf = ({ title }) => title || t("My game");
