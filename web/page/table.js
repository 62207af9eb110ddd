/* The table of positions. Only visible rows are elements, so that a million rows scroll as smoothly
 * as ten. */

import { byId, debounce, make, oncePerFrame } from "./dom.js";
import { filterProblem, filterRows, sortRows } from "./rows.js";
import { columnName, grouped, outcomeClass } from "./solved.js";
import { chosenName } from "./state.js";

const HEIGHT = 28; /* pixels per row, as in the style sheet */
const TALLEST = 8e6; /* pixels; browsers do not support much taller elements */

/* Columns have the same names as in the filter. */
const columnLabel = column => ({ vertex: "position", grundy: "value" }[column] ?? column);

function cellOf(solved, column, v) {
  const text = solved.text(column, v);
  if (column === "vertex")
    return make("div", { role: "gridcell", text, title: text, class: "name" });
  const style = column === "outcome" ? `outcome-cell ${outcomeClass(text)}` : false;
  return make("div", { role: "gridcell", text, class: style });
}

export function createTable(store) {
  const grid = byId("grid");
  const header = make("div", { class: "header", role: "row", "aria-rowindex": "1" });
  const body = make("div", { class: "body", role: "rowgroup" });
  let rows = new Uint32Array(0), active = 0, made = null;
  grid.append(header, body);

  const isSeen = () => store.state.panel === "table";
  const columns = () => ["vertex", ...store.state.solved.columns];
  const room = () => Math.max(1, Math.ceil((grid.clientHeight - HEIGHT) / HEIGHT));

  /* ---- which rows ---- */

  function arrange() {
    const { solved, table } = store.state;
    if (!isSeen() || solved === null) return;
    const entries = { ...solved.answer, vertex: solved.names };
    rows = filterRows(solved.order, table.filter, entries, solved.text);
    if (entries[table.sort] !== undefined)
      rows = sortRows(rows, entries[table.sort],
        { text: row => solved.text(table.sort, row), descending: table.descending });
    const chosen = rows.indexOf(solved.numberOf(chosenName(store.state)));
    active = Math.max(0, chosen);
    made = solved;
    showHeader();
    body.style.height = `${Math.min(TALLEST, rows.length * HEIGHT)}px`;
    grid.setAttribute("aria-rowcount", rows.length + 1);
    byId("rows-count").textContent =
      `${grouped(rows.length)} of ${grouped(solved.order)} positions`;
    byId("filter-note").textContent = filterProblem(table.filter, entries);
    show();
  }

  /* ---- rendering ---- */

  function sortBy(column) {
    const { sort, descending } = store.state.table;
    const turned = sort === column ? !descending : false;
    if (sort === column && descending) store.adjust("table", { sort: "", descending: false });
    else store.adjust("table", { sort: column, descending: turned });
  }

  function showHeader() {
    const { sort, descending } = store.state.table;
    const order = descending ? "descending" : "ascending";
    const arrow = descending ? " ↓" : " ↑";
    const focusedElement = document.activeElement;
    const focused = header.contains(focusedElement) ? focusedElement.dataset.column : null;
    header.replaceChildren(...columns().map(column => make("div", {
      role: "columnheader", "aria-sort": sort === column ? order : "none",
    }, make("button", {
      type: "button", data: { column }, on: { click: () => sortBy(column) },
      title: columnName(column), text: columnLabel(column) + (sort === column ? arrow : ""),
    }))));
    setWidths();
    if (focused !== null) header.querySelector(`[data-column="${focused}"]`)?.focus();
  }

  /* Makes columns at least as wide as their headings; the table scrolls if they need more room. */
  function setWidths() {
    const widths = columns().map(column => columnLabel(column).length + 5)
      .map((width, i) => Math.max(i === 0 ? 18 : 9, width));
    const template = widths.map(width => `minmax(${width}ch, ${width}fr)`);
    grid.style.setProperty("--columns", template.join(" "));
    grid.style.setProperty("--width", `${widths.reduce((sum, width) => sum + width)}ch`);
  }

  /* Returns the first visible row. A very tall table scrolls in proportion. */
  function firstSeen() {
    const tall = rows.length * HEIGHT;
    if (tall <= TALLEST) return Math.floor(grid.scrollTop / HEIGHT);
    const way = Math.max(1, TALLEST - grid.clientHeight + HEIGHT);
    return Math.floor(Math.min(1, grid.scrollTop / way) * (rows.length - room() + 1));
  }

  function scrollTo(index) {
    const first = firstSeen(), seen = room() - 1;
    if (index >= first && index < first + seen) return;
    const wanted = Math.max(0, index < first ? index : index - seen + 1);
    const tall = rows.length * HEIGHT;
    const way = Math.max(1, TALLEST - grid.clientHeight + HEIGHT);
    grid.scrollTop = tall <= TALLEST ? wanted * HEIGHT
      : Math.ceil(wanted / (rows.length - room() + 1) * way);
  }

  function rowOf(index) {
    const { solved } = store.state, v = rows[index];
    const row = make("div", {
      role: "row", id: `row-${index}`, data: { index }, "aria-rowindex": index + 2,
      "aria-selected": String(index === active), class: index === active ? "active" : false,
    }, ...columns().map(column => cellOf(solved, column, v)));
    row.style.transform = `translateY(${topOf(index)}px)`;
    return row;
  }

  /* Returns the top of a row. Very tall tables place rows relative to the scroll position. */
  function topOf(index) {
    if (rows.length * HEIGHT <= TALLEST) return index * HEIGHT;
    return grid.scrollTop + (index - firstSeen()) * HEIGHT;
  }

  const show = oncePerFrame(() => {
    if (!isSeen() || store.state.solved === null || made !== store.state.solved) return;
    const first = firstSeen();
    const end = Math.min(rows.length, first + room() + 1);
    const seen = [];
    for (let i = first; i < end; i++) seen.push(rowOf(i));
    body.replaceChildren(...seen);
    if (active >= first && active < end)
      grid.setAttribute("aria-activedescendant", `row-${active}`);
    else grid.removeAttribute("aria-activedescendant");
  });

  /* ---- keys and clicks ---- */

  function goTo(index) {
    active = Math.max(0, Math.min(rows.length - 1, index));
    scrollTo(active);
    show();
  }

  function choose(index) {
    if (index >= rows.length) return;
    active = index;
    store.change({ position: store.state.solved.names[rows[index]] });
    show();
  }

  grid.addEventListener("scroll", show);
  grid.addEventListener("click", event => {
    const row = event.target.closest("[data-index]");
    if (row !== null) choose(Number(row.dataset.index));
  });
  grid.addEventListener("keydown", event => {
    if (event.target !== grid) return;
    const page = room() - 1;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page,
      PageUp: active - page, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") choose(active);
    else if (to !== undefined) goTo(to);
    else return;
    event.preventDefault();
  });
  byId("filter").addEventListener("input", debounce(event =>
    store.adjust("table", { filter: event.target.value }), 150));
  new ResizeObserver(show).observe(grid);
  store.listen(["table"], ({ table }) => {
    if (document.activeElement !== byId("filter")) byId("filter").value = table.filter;
    grid.scrollTop = 0;
    arrange();
  });
  store.listen(["solved", "panel"], arrange);
  byId("filter").value = store.state.table.filter;
}
