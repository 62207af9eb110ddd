/* A solved game: the columns of `grundy solve --json`, and the moves. */

import { createCache, postForJson, postForText } from "./api.js";
import { parseEdges } from "./edges.js";
import { makePicture } from "./picture.js";

const MAX_FETCHED = 50000; /* positions above which the list of all moves is not fetched */
const SMALL_TEXT = 100000; /* characters below which every column is computed */

const numberText = x => (x === "inf" ? "∞" : String(x ?? ""));
const setText = set => `{${set.map(numberText).join(",")}}`;

/* Formats entries as the table of `grundy solve` does: K follows the infinite value. */
function entryText(answer, column, v) {
  const entry = answer[column][v];
  if (column === "grundy" && entry === "inf")
    return answer.k?.[v] ? `∞${setText(answer.k[v])}` : "∞";
  return Array.isArray(entry) ? setText(entry) : numberText(entry);
}

/* Returns whether an outcome is good, bad or neutral for the next player, or for A; "" if there is
 * no outcome. The colours are those of `grundy draw`. */
export function outcomeClass(outcome) {
  if (outcome === "") return "";
  if (outcome === "N" || outcome === "A") return "good";
  return outcome === "P" || outcome === "B" ? "bad" : "neutral";
}

/* Returns whether a move to a position with this outcome is good, bad or neutral for its player;
 * `player` is A or B in games with players. */
export function moveClass(outcome, player) {
  if (player !== undefined && outcome !== "")
    return outcome === player ? "good" : outcome === "A" || outcome === "B" ? "bad" : "neutral";
  return { good: "bad", bad: "good" }[outcomeClass(outcome)] ?? outcomeClass(outcome);
}

const OUTCOMES = {
  P: "the previous player wins",
  N: "the next player wins",
  D: "a draw",
  A: "A wins",
  B: "B wins",
};
export const outcomeWords = outcome => OUTCOMES[outcome] ?? "";
const POSITIONS = {
  P: "a P-position",
  N: "an N-position",
  D: "a draw",
  A: "a position that A wins",
  B: "a position that B wins",
};
export const positionWords = outcome => POSITIONS[outcome] ?? "";

const COLUMN_NAMES = {
  vertex: "position",
  grundy: "value",
  distance: "terminal distance",
  misere: "misère outcome",
  misere_remoteness: "misère remoteness",
  hmin: "least H",
  j: "values of followers",
  abe: "A is sure of",
  barbara: "B is sure of",
  guarantee_moves: "… within",
  cap_moves: "… within",
  guarantee: "A gets at least",
  cap: "B pays at most",
};
export const columnName = column => COLUMN_NAMES[column] ?? column;

/* Formats 20000 as 20,000. */
export const grouped = number => number.toLocaleString("en");

function tally(letters) {
  const counts = {};
  for (const letter of letters ?? []) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

const COUNTED_OUTCOMES = {
  P: ["P-position"],
  N: ["N-position"],
  A: ["win", " for A"],
  B: ["win", " for B"],
  D: ["draw"],
};

/* "1 draw", "20,000 draws" */
const counted = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? "" : "s"}`;

/* "7 positions. 2 P-positions, 3 N-positions, 2 draws. 3 infinite values, largest value 2." */
function summaryOf(answer) {
  const order = answer.vertex.length;
  const counts = tally(answer.outcome);
  const parts = Object.entries(COUNTED_OUTCOMES).filter(([letter]) => counts[letter] > 0)
    .map(([letter, [thing, after = ""]]) => counted(counts[letter], thing) + after);
  let text = `${counted(order, "position")}.`;
  if (parts.length > 0) text += ` ${parts.join(", ")}.`;
  if (answer.grundy === undefined || order === 0) return text;
  let infinite = 0, largest = -1; /* there are none */
  for (const g of answer.grundy) {
    if (g === "inf") infinite++;
    else if (g > largest) largest = g;
  }
  text += ` ${counted(infinite, "infinite value")}`;
  return largest < 0 ? `${text}.` : `${text}, largest value ${largest}.`;
}

/* Finds followers through a picture of the neighbourhood, for games that are too large or have
 * names that an edge list cannot contain. */
async function followersDrawn(game, solved, name) {
  const svg = await postForText("draw", { game, around: name, radius: 1, format: "svg" });
  const own = makePicture(svg).edges.filter(({ from }) => from === solved.numberOf(name));
  return own.map(({ to }) => solved.names[to]);
}

async function edgesOf(game, order) {
  if (game.format === "edges") return parseEdges(game.text);
  if (order > MAX_FETCHED) return null;
  try {
    return parseEdges(await postForText("convert", { game, to: "edges" }));
  } catch {
    return null;
  }
}

function createSolved(game, answer) {
  const names = answer.vertex;
  const hidden = answer.grundy === undefined ? [] : ["k"];
  const columns = Object.keys(answer).filter(key => key !== "vertex" && !hidden.includes(key));
  let numbers = null, edges = null;
  const solved = {
    game,
    answer,
    names,
    columns,
    order: names.length,
    moves: null, /* their number; null: not counted */
    summary: summaryOf(answer),
    /* Returns -1 if the position does not exist. */
    numberOf(name) {
      numbers ??= new Map(names.map((n, v) => [n, v]));
      return numbers.get(name) ?? -1;
    },
    has: name => solved.numberOf(name) >= 0,
    text: (column, v) => (column === "vertex" ? names[v] : entryText(answer, column, v)),
    outcome: v => answer.outcome?.[v] ?? "",
    player: v => answer.player?.[v],
    /* Returns all moves, as parseEdges does; null if there are too many. */
    edges() {
      edges ??= edgesOf(game, names.length).then(found => {
        solved.moves = found?.moves ?? null;
        return found;
      });
      return edges;
    },
    /* Returns the names of the followers. */
    async followers(name) {
      const all = await solved.edges();
      if (all === null) return followersDrawn(game, solved, name);
      return [...(all.followers.get(name) ?? [])];
    },
  };
  return solved;
}

function solveRequest(game) {
  const small = game.format === "edges" || game.format === "dot" ? game.text.length : SMALL_TEXT;
  return small < SMALL_TEXT ? { game, columns: "all" } : { game };
}

export const LIMIT = 4; /* the code for a limit that was reached */

/* Requests that took too long are not repeated with fewer columns. */
const isTimeUp = refusal => refusal.message.startsWith("this takes longer");

/* With a million positions, not every column fits into an answer. */
export async function solve(game, signal) {
  try {
    return createSolved(game, await postForJson("solve", solveRequest(game), signal));
  } catch (refusal) {
    if (refusal.code !== LIMIT || isTimeUp(refusal)) throw refusal;
    const few = { game, columns: "outcome,grundy,remoteness" };
    return createSolved(game, await postForJson("solve", few, signal));
  }
}

/* Solves components other than the edited game. */
const remembered = createCache(20);
export const solveOnce = game => remembered(game, () => solve(game));
