/* The games to start with: cards with pictures. */

import { getJson } from "./api.js";
import { boardTree } from "./board_paint.js";
import { byId, make, makeButton } from "./dom.js";
import { parseEdges } from "./edges.js";
import { galleryTitle, wordsOf } from "./game_words.js";
import { t } from "./language.js";
import { createMyGames } from "./my_games.js";
import { sizesOf } from "./sizes.js";
import { firstShared, freshStart } from "./state.js";
import { treeElement } from "./svg_tree.js";

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

const FIRST = ["nim", "tic-tac-toe", "chomp", "ring"];
/** @type {[string, (example: Example) => boolean][]} */
const SECTIONS = [
  [t("Opened with grundy serve"), ({ group }) => group === "opened"],
  [t("Start here"), ({ name, group }) => FIRST.includes(name) && group !== "opened"],
  [t("More games"), ({ group, name }) => group === "gallery" && !FIRST.includes(name)],
  [t("From the papers"), ({ group, name }) => group === "papers" && !FIRST.includes(name)],
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
    const fresh = freshStart(wordsOf(example).title);
    if (example.name === "ring" && example.group === "papers") {
      const { game, history, places } = firstShared();
      store.edit(game, { ...fresh, history, places });
    } else store.edit(example.game, fresh);
    dialog.close();
  }

  /**
   * Opens a game of the gallery in a size.
   * @param {string} gallery
   * @param {string} args
   */
  function takeSize(gallery, args) {
    store.edit({ gallery, args }, freshStart(galleryTitle(examples, gallery, args)));
    dialog.close();
  }

  /** @param {Example} example */
  function sizes({ name, group }, /** @type {string} */ title) {
    const offered = group === "gallery" ? sizesOf(name) : [];
    return offered.length === 0 ? null : make("div", { class: "sizes", role: "group", "aria-label": t("Sizes of {name}", { name: title }) },
      ...offered.map(([args, words]) => makeButton(words, () => takeSize(name, args),
        { class: "size", data: { args }, "aria-label": galleryTitle(examples, name, args) })));
  }

  /** @param {Example} example */
  function card(example) {
    const { title, move, win, reduced } = wordsOf(example);
    return make("li", {}, make("button", { type: "button", class: "card", data: { name: example.name },
      on: { click: () => take(example) } },
    pictureOf(example), make("strong", { text: title }), make("span", { text: `${move} ${win}` }),
    reduced === "" ? null : make("span", { class: "reduced", text: t("Reduced: {words}", { words: reduced }) })),
    sizes(example, title));
  }

  /** @param {typeof tables[number]} table */
  const tableCard = table => make("li", {}, make("button", { type: "button", class: "card", data: { name: table.name },
    on: { click: () => { dialog.close(); table.open(); } } },
  make("strong", { text: table.title }), make("span", { text: table.words })));

  async function open() {
    await mine.show();
    const sections = SECTIONS.map(([heading, isIn]) => {
      const found = examples.filter(isIn);
      if (heading === t("Start here")) found.sort((a, b) => FIRST.indexOf(a.name) - FIRST.indexOf(b.name));
      return found.length === 0 ? null : make("section", {}, make("h3", { text: heading }),
        make("ul", { class: "cards" }, ...found.map(card)));
    });
    byId("games-list").replaceChildren(mine.section, ...sections.filter(section => section !== null), make("section", {},
      make("h3", { text: t("Whole families") }), make("ul", { class: "cards" }, ...tables.map(tableCard))));
    dialog.showModal();
    byId("games-title").focus();
    dialog.scrollTop = 0;
  }

  for (const id of ["open-games", "open-home"]) byId(id).addEventListener("click", open);
  return {
    open,
    examples: () => examples,
    /** @param {string} name */
    usageOf: name => examples.find(({ game }) => game.gallery === name)?.usage,
    /** Returns how one moves in the current game, and how one wins in normal play unless a player who cannot move loses; "" if it is not
     * an example. */
    about() {
      const { game: { gallery }, misere } = store.state;
      const found = examples.find(({ game }) => gallery !== undefined && game.gallery === gallery);
      if (found === undefined) return "";
      const { move, win, isUsual } = wordsOf(found);
      return isUsual || misere ? move : `${move} ${win}`;
    },
    async load() {
      ({ examples } = await getJson("examples"));
      return examples;
    },
    /** Opens the first game of the page, which cannot be undone.
     * @param {Example} example
     */
    beginWith(example) {
      store.change({ game: example.game, ...freshStart(wordsOf(example).title) });
    },
  };
}
