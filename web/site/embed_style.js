/* The style of embedded games. Colours, fonts and sizes come from the page around them. */

const RULES = `
:host { display: block; margin: 1em 0; }
:host([hidden]) { display: none; }
.box { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0.75em; border: 1px solid #8886; border-radius: 8px; padding: 0.75em; }
.box > * { flex: 1 1 16em; min-width: 0; }
.drawing { overflow-x: auto; text-align: center; background: #fff; border-radius: 6px; padding: 4px; }
.drawing svg { max-width: 100%; max-height: 34em; width: auto; height: auto; }
.node { cursor: pointer; outline: none; }
.node.selected .shape { stroke: #0b57d0; stroke-width: 3.5; }
.node.target .shape { stroke: #0b57d0; stroke-width: 2.5; }
.node:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; border-radius: 4px; }
.row { display: flex; flex-wrap: wrap; gap: 0.5em; margin: 0; }
button { font: inherit; min-width: 44px; min-height: 44px; padding: 0.3em 0.9em; cursor: pointer; }
button[hidden] { display: none; }
h3 { font-size: 1em; margin: 0 0 0.25em; }
p { margin: 0.5em 0; }
ul { margin: 0; padding-left: 1.2em; }
.scroll { max-height: 20em; overflow: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2em 0.8em 0.2em 0; border-bottom: 1px solid #8884; }
.wrong { background: #fff; color: #b3261e; font-weight: 600; padding: 0.3em 0.5em; }
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** Returns the style sheet that all embedded games share. */
export function embedStyle() {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  return sheet;
}
