/* The table of positions. Only visible rows are elements, so that a million rows scroll as smoothly
 * as ten. While answers are hidden it has only names. */

import { makeThumb } from "./board_store.js";
import { byId, debounce, make, oncePerFrame } from "./dom.js";
import { GLOSSARY } from "./glossary.js";
import { grouped, t } from "./language.js";
import { outcomeClass } from "./outcomes.js";
import { filterProblem, filterRows, sortRows } from "./rows.js";
import { columnName, headingOf } from "./solved.js";
import { currentVertex, isRevealed } from "./state.js";

const HEIGHT = 30, TALL = 56; /* pixels per row, as in the style sheet; TALL if they have boards */
const TALLEST = 8e6; /* pixels; browsers do not support much taller elements */

/**
 * @param {State} state
 * @returns {string[]}
 */
const columnsOf = state =>
  ["position", ...(isRevealed(state) && state.solved !== null ? state.solved.columns : [])];

/**
 * @param {Solved} solved
 * @param {string} column
 * @param {number} v
 * @param {import("./board_store.js").Boards} boards
 */
function cellOf(solved, column, v, boards) {
  const text = solved.text(column, v);
  if (column === "position") {
    const board = boards.of(text);
    return board === null ? make("div", { role: "gridcell", text, title: text, class: "name" })
      : make("div", { role: "gridcell", title: text, class: "name", "aria-label": text }, makeThumb(board, 46));
  }
  const style = column === "outcome" || column === "misere" ? `outcome-cell ${outcomeClass(text)}` : false;
  return make("div", { role: "gridcell", text, class: style });
}

/**
 * Returns the rows that the filter keeps, in the chosen order, and what is doubtful in the filter.
 * @param {State} state
 */
function arrangedRows(state) {
  const { table } = state, solved = /** @type {Solved} */ (state.solved);
  /** @type {Record<string, any[]>} */
  const entries = isRevealed(state) ? { ...solved.answer, position: solved.names } : { position: solved.names };
  let rows = filterRows(solved.order, table.filter, entries, solved.text);
  if (entries[table.sort] !== undefined)
    rows = sortRows(rows, entries[table.sort],
      { text: row => solved.text(table.sort, row), descending: table.descending });
  return { rows, problem: filterProblem(table.filter, entries) };
}

/**
 * Names a column and says what is in it.
 * @param {string} column
 */
const titleOf = column => (GLOSSARY[column] === undefined ? columnName(column) : `${columnName(column)}: ${GLOSSARY[column]}`);

/**
 * The header of the table: click a heading to sort.
 * @param {Store} store
 * @param {any} grid
 */
function createHeader(store, grid) {
  const header = make("div", { class: "header", role: "row", "aria-rowindex": "1" });

  /** @param {string} column */
  function sortBy(column) {
    const { sort, descending } = store.state.table;
    if (sort === column && descending) store.adjust("table", { sort: "", descending: false });
    else store.adjust("table", { sort: column, descending: sort === column });
  }

  /* Columns are at least as wide as their headings; the table scrolls if they need more room. */
  function setWidths() {
    const widths = columnsOf(store.state).map(column => headingOf(column).length + 5)
      .map((width, i) => Math.max(i === 0 ? 18 : 9, width));
    grid.style.setProperty("--columns", widths.map(width => `minmax(${width}ch, ${width}fr)`).join(" "));
    grid.style.setProperty("--width", `${widths.reduce((sum, width) => sum + width)}ch`);
  }

  function show() {
    const { sort, descending } = store.state.table;
    const order = descending ? "descending" : "ascending", arrow = descending ? " ↓" : " ↑";
    const active = /** @type {any} */ (document.activeElement);
    const focused = header.contains(active) ? active.dataset.column : null;
    header.replaceChildren(...columnsOf(store.state).map(column => make("div", {
      role: "columnheader", "aria-sort": sort === column ? order : "none",
    }, make("button", {
      type: "button", data: { column }, on: { click: () => sortBy(column) },
      title: titleOf(column), text: headingOf(column) + (sort === column ? arrow : ""),
    }))));
    setWidths();
    if (focused !== null) header.querySelector(`[data-column="${focused}"]`)?.focus();
  }
  return { header, show };
}

/**
 * The rows that are visible.
 * @param {any} grid
 * @param {(index: number) => any} makeRow
 */
function createScroller(grid, makeRow) {
  const body = make("div", { class: "body", role: "rowgroup" });
  let count = 0, height = HEIGHT;
  const room = () => Math.max(1, Math.ceil((grid.clientHeight - HEIGHT) / height));
  const isTall = () => count * height > TALLEST;
  const way = () => Math.max(1, TALLEST - grid.clientHeight + HEIGHT);

  /* Returns the first visible row. A very tall table scrolls in proportion. */
  function first() {
    if (!isTall()) return Math.floor(grid.scrollTop / height);
    return Math.floor(Math.min(1, grid.scrollTop / way()) * (count - room() + 1));
  }
  return {
    body,
    room,
    /**
     * @param {number} rows
     * @param {boolean} hasBoards
     */
    setCount(rows, hasBoards) {
      count = rows;
      height = hasBoards ? TALL : HEIGHT;
      grid.classList.toggle("boards", hasBoards);
      body.style.height = `${Math.min(TALLEST, count * height)}px`;
    },
    /** @param {number} index */
    scrollTo(index) {
      const from = first(), seen = room() - 1;
      if (index >= from && index < from + seen) return;
      const wanted = Math.max(0, index < from ? index : index - seen + 1);
      grid.scrollTop = isTall() ? Math.ceil(wanted / (count - room() + 1) * way()) : wanted * height;
    },
    show() {
      const from = first(), rows = [];
      for (let i = from; i < Math.min(count, from + room() + 1); i++) {
        const row = makeRow(i);
        /* Very tall tables place rows relative to the scroll position. */
        const top = isTall() ? grid.scrollTop + (i - from) * height : i * height;
        row.style.transform = `translateY(${top}px)`;
        rows.push(row);
      }
      body.replaceChildren(...rows);
    },
  };
}

/**
 * @param {Store} store
 * @param {(name: string) => void} choose goes to a position
 * @param {import("./board_store.js").Boards} boards
 */
export function createTable(store, choose, boards) {
  const grid = byId("grid"), { state } = store;
  let rows = new Uint32Array(0), active = 0;
  const header = createHeader(store, grid);
  const scroller = createScroller(grid, index => make("div", {
    role: "row", id: `row-${index}`, data: { index }, "aria-rowindex": index + 2,
    "aria-selected": String(index === active), class: index === active ? "active" : false,
  }, ...columnsOf(state).map(column => cellOf(/** @type {Solved} */ (state.solved), column, rows[index], boards))));
  grid.append(header.header, scroller.body);

  const isSeen = () => byId("table-drawer").open && state.solved !== null;
  const show = oncePerFrame(() => {
    if (!isSeen()) return;
    scroller.show();
    if (byId(`row-${active}`) !== null) grid.setAttribute("aria-activedescendant", `row-${active}`);
    else grid.removeAttribute("aria-activedescendant");
  });

  function arrange() {
    const seen = state.solved?.learn === undefined ? "" : t(" seen so far");
    byId("table-count").textContent = state.solved === null ? "" : `${seen} (${grouped(state.solved.order)})`;
    if (!isSeen()) return;
    const arranged = arrangedRows(state);
    rows = arranged.rows;
    header.show();
    scroller.setCount(rows.length, boards.hasBoards());
    grid.setAttribute("aria-rowcount", rows.length + 1);
    byId("rows-count").textContent = t("{n} of {all} positions", { n: rows.length, all: state.solved?.order ?? 0 });
    byId("filter-note").textContent = arranged.problem;
    followPosition();
  }

  function followPosition() {
    if (!isSeen()) return;
    const at = rows.indexOf(state.solved?.numberOf(currentVertex(state)) ?? -1);
    if (at >= 0) goTo(at);
    else show();
  }

  /** @param {number} index */
  function goTo(index) {
    active = Math.max(0, Math.min(rows.length - 1, index));
    scroller.scrollTo(active);
    show();
  }

  /** @param {number} index */
  function take(index) {
    if (index >= rows.length || state.mode === "play") return;
    active = index;
    choose(/** @type {Solved} */ (state.solved).names[rows[index]]);
    show();
  }

  grid.addEventListener("scroll", show);
  grid.addEventListener("click", (/** @type {any} */ event) => {
    const row = event.target.closest("[data-index]");
    if (row !== null) take(Number(row.dataset.index));
  });
  grid.addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.target !== grid) return;
    const page = scroller.room() - 1;
    const to = /** @type {Record<string, number>} */ ({ ArrowDown: active + 1, ArrowUp: active - 1,
      PageDown: active + page, PageUp: active - page, Home: 0, End: rows.length - 1 })[event.key];
    if (event.key === "Enter" || event.key === " ") take(active);
    else if (to !== undefined) goTo(to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  byId("filter").addEventListener("input", debounce((/** @type {any} */ event) =>
    store.adjust("table", { filter: event.target.value }), 150));
  byId("table-drawer").addEventListener("toggle", arrange);
  new ResizeObserver(show).observe(grid);
  store.listen(["table"], ({ table }) => {
    if (document.activeElement !== byId("filter")) byId("filter").value = table.filter;
    grid.scrollTop = 0;
    arrange();
  });
  store.listen(["solved", "answers", "mode"], arrange);
  boards.listen(show);
  let hadBoards = false;
  store.listen(["look", "history"], () => {
    const isSame = hadBoards === boards.hasBoards();
    hadBoards = boards.hasBoards();
    if (isSame && state.solved?.learn === undefined) followPosition();
    else arrange(); /* there may be more rows, or taller ones */
  });
  byId("filter").value = state.table.filter;
}
