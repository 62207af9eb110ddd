/* The evaluation of a board, and a match on it, as elements. */

import { bestMoves, valueText } from "./compound.js";
import { make, makePairs } from "./dom.js";
import { mistakeOf } from "./match.js";
import { outcomeClass, outcomeWords, positionWords } from "./solved.js";

const SHOWN = 12; /* best moves in the list */

const ALONE = "the component by itself"; /* needs no theorem */

const numberText = number => String(number).replace("inf", "∞");

/* Describes the outcome; in games with payoffs, the player to move. */
export function outcomeLine({ outcome, player, unknown, by = {} }) {
  if (outcome === undefined && player !== undefined)
    return make("p", { text: `${player} to move.` });
  if (outcome === undefined)
    return make("p", { text: `Unknown: ${unknown ?? "a limit was reached"}.` });
  const turn = player === undefined ? "" : `; ${player} to move`;
  return make("p", { class: "outcome" },
    make("span", { class: `badge ${outcomeClass(outcome)}`, text: outcome }),
    make("span", { text: outcomeWords(outcome) + turn }),
    make("span", { class: "note", text: (by.outcome ?? "").replace(ALONE, "") }));
}

/* Lists the value and the other numbers; tooltips name the theorem. */
export function numbersOf({ value, remoteness, guarantee, cap, by = {} }) {
  const rows = [];
  if (value !== undefined) rows.push(["value", valueText(value), by.value]);
  if (remoteness !== undefined) rows.push(["remoteness", numberText(remoteness), by.remoteness]);
  if (guarantee !== undefined) rows.push(["A gets at least", String(guarantee ?? "–")]);
  if (cap !== undefined) rows.push(["B pays at most", String(cap ?? "–")]);
  return makePairs(rows);
}

/* Describes the position after a move: "leads to a P-position, value 0, remoteness 4". */
function leavesText({ outcome, value, remoteness }) {
  const parts = [];
  if (outcome) parts.push(`leads to ${positionWords(outcome)}`);
  if (value !== undefined) parts.push(`value ${valueText(value)}`);
  if (remoteness !== undefined) parts.push(`remoteness ${numberText(remoteness)}`);
  return parts.join(", ");
}

const BEST_WORDS = {
  N: "Winning moves",
  D: "Moves that keep the draw",
  P: "Every move loses; this one resists longest",
};

/* Lists best moves as buttons; `describe` names a move, `play` makes it. */
export function bestList(answer, { describe, play, yours }) {
  const best = bestMoves(answer);
  const rest = best.length - SHOWN;
  const heading = answer.player === undefined ? BEST_WORDS[answer.outcome] : undefined;
  const items = best.slice(0, SHOWN).map(move => make("li", {},
    make("button", {
      type: "button", disabled: !yours, text: describe(move), on: { click: () => play(move) },
    }),
    make("span", { class: "note", text: leavesText(move) })));
  return [
    make("h3", { text: heading ?? "Best move" }),
    make("ul", { class: "moves" }, ...items),
    rest > 0 ? make("p", { class: "note", text: `and ${rest} more` }) : "",
  ];
}

/* Says whose turn it is, and as which `player` if there are any, or how the match ended. */
export function matchLine({ result, turn, made }, player) {
  if (result === null && turn === "program") return "The program is thinking …";
  if (result === null) return player === undefined ? "Your turn." : `Your turn, as ${player}.`;
  const moves = `after ${made.length} move${made.length === 1 ? "" : "s"}`;
  if (result.payoff !== undefined) return `The match ended ${moves}: A gets ${result.payoff}.`;
  if (result.winner === null) return `A draw ${moves}.`;
  return result.winner === "you" ? `You win ${moves}.` : `The program wins ${moves}.`;
}

/* Lists the moves so far; after the end also the mistakes. */
export function transcriptItems(match, answer) {
  return match.made.map((made, i) => {
    const wrong = match.result === null ? "" : mistakeOf(match, i, answer);
    const who = made.by === "you" ? "You" : "Program";
    return make("li", { class: made.by }, make("strong", { text: who }), ` ${made.text}`,
      wrong === "" ? null : make("em", { text: `: ${wrong}` }));
  });
}
