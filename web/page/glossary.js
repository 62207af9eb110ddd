/* Symbols and words of the theory, with a tooltip each, for mouse, finger and keyboard. */

import { byId, make } from "./dom.js";
import { t } from "./language.js";

/** @type {Record<string, string>} */
export const GLOSSARY = {
  N: t("N-position: the Next player, who is to move, wins."),
  P: t("P-position: the Previous player, who has just moved, wins; the player to move loses."),
  D: t("Draw: neither player can force a win, and play can go on forever."),
  A: t("Player A wins with best play."),
  B: t("Player B wins with best play."),
  value: t("The Sprague–Grundy value. A position with the finite value n behaves like a Nim heap of n " +
    "counters in a sum; the value 0 is a P-position."),
  "∞(K)": t("An infinite value, such as ∞{0,2}: play can go on forever. K is the set of the finite values of the " +
    "followers. If 0 is in K, the player to move can win."),
  remoteness: t("How many moves the play takes if the winner hurries and the loser delays. Odd: the " +
    "player to move wins; even: loses; ∞: a draw."),
  distance: t("The number of moves of the longest play; ∞ if there is an endless one."),
  counter: t("The counter c numbers the positions in the order in which the algorithm gave them finite values. " +
    "A player who wins chooses replies with smaller counters, so that the play comes to an end."),
  c: t("The set C of the nimbers that the player can leave and still move elsewhere; ∞: the player wins at once."),
  ν: t("ν (nu): the position has no label yet."),
  σ: t("σ: the nim-sum, the sum of finite values in binary without carries. It is the value of a sum."),
  misere: t("The outcome in misère play, in which a player who cannot move wins."),
  misere_remoteness: t("The remoteness in misère play."),
  hmin: t("The least H. Smith proves a finite value by numbers H that become smaller during the play, as the counter c does; " +
    "these are the least ones. H is at least as large as the value and the remoteness."),
  j: t("All values of the followers, ∞ included."),
  draw_level: t("How far a draw is from being won or lost; 0 where it is won or lost."),
  draw_remoteness: t("The remoteness within the level of a draw."),
  turn_remoteness: t("How many turns the play takes if the winner hurries and the loser delays. Carry-on moves do " +
    "not end a turn. Odd: the player to move wins; even: loses; ∞: a draw."),
  turn_distance: t("The number of turns of the longest play; ∞ if there is an endless one."),
  window: t("F where a move leaves the window of the game that was explored, I elsewhere."),
  guarantee: t("What A can be sure to get."),
  cap: t("What B can be sure not to exceed."),
};

let counter = 0;

/**
 * Makes a word that explains itself.
 * @param {string} key of GLOSSARY
 * @param {string} [text]
 */
export function makeTerm(key, text = key) {
  const words = GLOSSARY[key];
  if (words === undefined) return make("span", { text });
  const id = `term-${++counter}`;
  return make("button", { type: "button", class: "term", text, id, data: { term: words },
    "aria-label": `${text}: ${words}` });
}

/** Shows the tooltip of the word that has the pointer or the focus. */
export function createTooltips() {
  const tip = byId("tip");
  const hide = () => { tip.hidden = true; };
  const show = (/** @type {any} */ event) => {
    const term = event.target.closest?.(".term");
    if (!term) return hide();
    tip.textContent = term.dataset.term;
    tip.hidden = false;
    const at = term.getBoundingClientRect(), size = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(innerWidth - size.width - 8, at.left));
    const below = at.bottom + 6 + size.height < innerHeight;
    tip.style.left = `${left}px`;
    tip.style.top = `${below ? at.bottom + 6 : at.top - size.height - 6}px`;
  };
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, show);
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, true);
  document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
}
