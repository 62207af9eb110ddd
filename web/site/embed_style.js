/* The style of embedded games: that of the explorer, so that colours, boards and buttons are the same,
 * with the font of the page around them. */

const RULES = `
:host { display: block; margin: 1em 0; }
:host([hidden]) { display: none; }
.box { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0.75em; border: 1px solid var(--line, #8886); border-radius: 8px; padding: 0.75em; background: var(--sheet, Canvas); color: var(--ink, CanvasText); }
.box > * { flex: 1 1 16em; min-width: 0; }
.side { display: flex; flex-direction: column; gap: 0.75em; }
.drawing { text-align: center; }
.drawing > svg { max-width: 100%; max-height: 34em; width: auto; height: auto; }
.drawing .sheet { fill: none; }
.drawing .steps { justify-content: center; margin-top: 0.5em; }
.board-box { height: auto; }
.board-frame { flex: none; }
.board-frame > svg { height: auto; max-height: 26em !important; }
.legend { justify-content: center; padding: 0.5em 0 0; list-style: none; }
.node.selected .shape { stroke: var(--accent); stroke-width: 3.5; }
.node.target .shape { stroke: var(--accent); stroke-width: 2.5; }
.node:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button { min-width: 44px; min-height: 44px; padding: 0.3em 0.9em; }
h3 { font-size: 1em; margin: 0 0 0.25em; color: inherit; }
p { margin: 0.5em 0; }
ul { margin: 0; padding-left: 1.2em; list-style: disc; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2em 0.5em 0.2em 0; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
.wrong { color: var(--wrong); font-weight: 600; padding: 0.3em 0.5em; }
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;
/** @type {Promise<void> | undefined} */
let ready;

/* Fetches the style of the explorer. What it says about the page itself, it says about the box of a game. */
async function loadStyle() {
  const response = await fetch(new URL("style.css", import.meta.url));
  if (!response.ok) throw new Error("style.css is not next to grundy-game.js");
  embedStyle().replaceSync(`${(await response.text()).replaceAll(":root", ".box")}\n${RULES}`);
}

/** Returns the style sheet that all embedded games share. */
export function embedStyle() {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  return sheet;
}

/** Waits until the style is complete. */
export function styleIsReady() {
  ready ??= loadStyle().catch(error => {
    ready = undefined; /* the next game tries again */
    throw error;
  });
  return ready;
}
