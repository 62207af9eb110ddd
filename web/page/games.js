/* The games to start with: cards with pictures. */

import { getJson } from "./api.js";
import { boardTree } from "./board_paint.js";
import { byId, make } from "./dom.js";
import { parseEdges } from "./edges.js";
import { capital, sentence } from "./messages.js";
import { createMyGames } from "./my_games.js";
import { firstShared, freshStart } from "./state.js";
import { treeElement } from "./svg_tree.js";

/** @type {Record<string, [string, string]>} */
const TITLES = {
  ring: ["Ring", "Walk along arrows; some positions are draws."],
  "fair-shares-10": ["Fair shares, ten almonds", "Split a heap into equal ones, or unite two."],
  "fair-shares-6": ["Fair shares, six almonds", "Split a heap into equal ones, or unite two."],
  "g-none": ["No classical value", "A loop, to which no ordinary value fits."],
  "g-several": ["Two classical values", "A cycle of two, to which two sets of values fit."],
  "g-unique-is-G": ["One value, the right one", "A cycle whose only classical values are the general ones."],
  "g-unique-not-G": ["One value, a wrong one", "Classical values that say nothing about the play."],
  lm08: ["A game without cycles", "The example of Lorusso and Mottinelli."],
  "ln-game1": ["Twenty chips", "Take one to four chips from a heap of twenty; whoever takes the last one wins."],
  "nim-2": ["A small heap of Nim", "The shortest game that is won at once."],
  payoffs: ["Payoffs", "Play ends with an amount that B pays to A."],
  petersen: ["Petersen's graph", "A board for games on graphs, here a game itself."],
  "poker-nim": ["Poker Nim", "Nim with a bag from which counters come back."],
  chomp: ["Chomp", "Bite off a square and all below it or to its right, but never the poisoned one."],
  kotzig: ["Kotzig's Nim", "Put a counter clockwise of the last one, an allowed number of places on."],
  subtraction: ["Subtraction", "Take an allowed number of counters, by default 1, 2 or 3."],
  "tic-tac-toe": ["Tic-tac-toe", "Get three of your marks in a line."],
  "wind-up": ["Wind-up", "Turn the hand of a clock back by an allowed number of hours, until it points to 0."],
  smith: ["Smith's three positions", "A win that must not be put off forever."],
  quixo: ["Quixo", "Take a cube from the rim, and push it in elsewhere."],
  "two-coloured": ["Two colours", "Abe and Barbara have different moves."],
};

/**
 * @param {string[]} rows of letters; "." is empty
 * @param {Record<string, string>} [titles]
 */
const grid = (rows, titles) => ({ kind: "grid", rows: rows.length, columns: rows[0].length,
  cells: [...rows.join("")].map(letter => (letter === "." ? "" : letter)), titles });

/**
 * @param {[number, number][]} at
 * @param {[number, number][]} lines
 * @param {string} cells
 */
const points = (at, lines, cells) => ({ kind: "points", points: at.map(([x, y]) => ({ x, y })),
  lines, cells: [...cells].map(letter => (letter === "." ? "" : letter)) });

/** @type {[number, number][]} */
const HOUSE = [[0, 1], [2, 1], [2, 3], [0, 3], [1, 0]];
/** @type {[number, number][]} */
const HOUSE_LINES = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [1, 4]];
/** @type {[number, number][]} */
const CIRCLE = Array.from({ length: 8 }, (_, i) =>
  [2 + 2 * Math.sin(i * Math.PI / 4), 2 - 2 * Math.cos(i * Math.PI / 4)]);
/* Three squares, one inside the other, each clockwise from its upper left corner. */
/** @type {[number, number][]} */
const SQUARES = [0, 1, 2].flatMap(i => [[i, i], [3, i], [6 - i, i], [6 - i, 3], [6 - i, 6 - i], [3, 6 - i],
  [i, 6 - i], [i, 3]].map(([x, y]) => /** @type {[number, number]} */ ([x, y])));
/** @type {[number, number][]} */
const SQUARE_LINES = [...[0, 8, 16].flatMap(i => [[i, i + 2], [i + 2, i + 4], [i + 4, i + 6], [i, i + 6]]),
  [1, 17], [3, 19], [5, 21], [7, 23]].map(([a, b]) => [a, b]);

/** @type {Record<string, any>} */
const PICTURES = {
  nim: { kind: "heaps", heaps: [1, 3, 5] },
  "tic-tac-toe": grid(["X.O", ".X.", "O.."], { X: "cross", O: "nought" }),
  chomp: grid(["!###", "####", "##.."]),
  dodgem: { ...grid(["X..", "X..", ".OO"]), facing: { X: "right", O: "up" } },
  quixo: grid(["X.O", "...", "O.X"], { X: "cross", O: "nought" }),
  welter: grid([".*.*.*"]),
  northcott: grid(["X...O", ".X.O.", "X..O."]),
  wythoff: { kind: "heaps", heaps: [3, 5] },
  euclid: { kind: "heaps", heaps: [2, 6] },
  subtraction: { kind: "heaps", heaps: [7] },
  "fair-shares": { kind: "heaps", heaps: [2, 2, 2] },
  "three-mens-morris": points([[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
    [[0, 2], [3, 5], [6, 8], [0, 6], [1, 7], [2, 8], [0, 8], [2, 6]], "X.OXO...."),
  "pong-hau-ki": points([[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
    [[0, 2], [1, 2], [3, 2], [4, 2], [0, 3], [1, 4], [3, 4]], "XX.OO"),
  "mu-torere": points([...CIRCLE, [2, 2]], [...CIRCLE.map((_, i) => /** @type {[number, number]} */ ([i, 8])),
    ...CIRCLE.map((_, i) => /** @type {[number, number]} */ ([i, (i + 1) % 8]))], "XXXXOOOO."),
  "cops-and-robber": points(HOUSE, HOUSE_LINES, "X..O."),
  "node-kayles": points(HOUSE, HOUSE_LINES, "....."),
  annihilation: points(HOUSE, HOUSE_LINES, "*.*.."),
  "graph-kayles": points(HOUSE, HOUSE_LINES, "....."),
  "nine-mens-morris": points(SQUARES, SQUARE_LINES, "X.O...........X..O......"),
  cram: grid(["##..", "...#", ".###"]),
  "node-kayles-grid": grid(["..x..", ".xxx.", "..x.."]),
  nimstring: points(HOUSE, HOUSE_LINES, "*****"),
  "nimstring-grid": grid(["+=+.+", "|.|..", "+.+=+", "....|", "+.+.+"]),
  tripiece: grid([".../....", "../.....", "./.*....", "/......."]),
  "coin-rows": grid(["***.**"]),
  mancala: { kind: "heaps", heaps: [2, 0, 3, 3, 2, 1], points: [[0, 1], [1, 1], [2, 1], [2, 0], [1, 0], [0, 0]].map(([x, y]) => ({ x, y })) },
  kotzig: points(CIRCLE, CIRCLE.map((_, i) => [i, (i + 1) % 8]), "*.@....."),
  "wind-up": points([...CIRCLE, [2, 2]], [[8, 3]], "...*....."),
};

/**
 * Draws a small graph with its positions on a circle.
 * @param {string} text an edge list
 */
function graphPicture(text) {
  const { names, followers } = parseEdges(text);
  const shown = names.slice(0, 12), n = shown.length;
  /** @type {[number, number][]} */
  const at = shown.map((_, i) => {
    const angle = 2 * Math.PI * i / n;
    return [2 + 2 * Math.sin(angle), 2 - 2 * Math.cos(angle)];
  });
  /** @type {[number, number][]} */
  const lines = [];
  shown.forEach((name, i) => shown.forEach((other, j) => {
    if (i < j && (followers.get(name)?.has(other) || followers.get(other)?.has(name))) lines.push([i, j]);
  }));
  return { ...points(n === 1 ? [[0, 0]] : at, lines, ".".repeat(n)), isGraph: true };
}

/** @param {Example} example */
function pictureOf({ name, game }) {
  const board = PICTURES[name] ?? graphPicture(game.format === "edges" ? game.text ?? "" : "a b\nb c\nc d\nd e\ne a\nb d\n");
  const svg = treeElement(boardTree(board, { isSmall: true }));
  if (board.isGraph) svg.classList.add("graph");
  return svg;
}

/**
 * Returns the title and the description of an example.
 * @param {Example} example
 */
export function titleOf({ name, title, group }) {
  const known = TITLES[name];
  if (known !== undefined && group !== "opened") return known;
  const [head, ...rest] = title.split(": ");
  return rest.length === 0 ? [capital(name), sentence(title)] : [head, sentence(rest.join(": "))];
}

const FIRST = ["nim", "tic-tac-toe", "chomp", "ring"];
/** @type {[string, (example: Example) => boolean][]} */
const SECTIONS = [
  ["Opened with grundy serve", ({ group }) => group === "opened"],
  ["Start here", ({ name, group }) => FIRST.includes(name) && group !== "opened"],
  ["More games", ({ group, name }) => group === "gallery" && !FIRST.includes(name)],
  ["From the papers", ({ group, name }) => group === "papers" && !FIRST.includes(name)],
];

/**
 * @param {Store} store
 * @param {import("./keeper.js").Keeper} keeper
 * @param {{ name: string, title: string, words: string, open: () => void }[]} tables dialogs about whole families
 */
export function createGames(store, keeper, tables) {
  /** @type {Example[]} */
  let examples = [];
  const dialog = byId("games"), mine = createMyGames(store, keeper, () => dialog.close());

  /** @param {Example} example */
  function take(example) {
    const [title] = titleOf(example);
    const fresh = { ...freshStart(title), others: [], stage: "auto" };
    if (example.name === "ring" && example.group === "papers") {
      const { game, history, places } = firstShared();
      store.edit(game, { ...fresh, history, places });
    } else store.edit(example.game, fresh);
    dialog.close();
  }

  /** @param {Example} example */
  function card(example) {
    const [title, words] = titleOf(example);
    return make("li", {}, make("button", { type: "button", class: "card", data: { name: example.name },
      on: { click: () => take(example) } },
    pictureOf(example), make("strong", { text: title }), make("span", { text: words })));
  }

  /** @param {typeof tables[number]} table */
  const tableCard = table => make("li", {}, make("button", { type: "button", class: "card", data: { name: table.name },
    on: { click: () => { dialog.close(); table.open(); } } },
  make("strong", { text: table.title }), make("span", { text: table.words })));

  async function open() {
    await mine.show();
    const sections = SECTIONS.map(([heading, isIn]) => {
      const found = examples.filter(isIn);
      if (heading === "Start here") found.sort((a, b) => FIRST.indexOf(a.name) - FIRST.indexOf(b.name));
      return found.length === 0 ? null : make("section", {}, make("h3", { text: heading }),
        make("ul", { class: "cards" }, ...found.map(card)));
    });
    byId("games-list").replaceChildren(mine.section, ...sections.filter(section => section !== null), make("section", {},
      make("h3", { text: "Whole families" }), make("ul", { class: "cards" }, ...tables.map(tableCard))));
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  byId("open-games").addEventListener("click", open);
  return {
    open,
    examples: () => examples,
    /** @param {string} name */
    usageOf: name => examples.find(({ game }) => game.gallery === name)?.usage,
    /** Returns what the current game is about; "" if it is not an example. */
    about() {
      const { gallery } = store.state.game;
      const found = examples.find(({ game }) => gallery !== undefined && game.gallery === gallery);
      return found === undefined ? "" : titleOf(found)[1];
    },
    async load() {
      ({ examples } = await getJson("examples"));
      return examples;
    },
    /** Opens the first game of the page, which cannot be undone.
     * @param {Example} example
     */
    beginWith(example) {
      store.change({ game: example.game, ...freshStart(example.name) });
    },
  };
}
