/* The painter: a scene becomes SVG. src/draw/paint.c is the twin of this file: the same functions in
 * the same order write the same bytes, which tests/draw/twins.sh compares. The stage, saved pictures
 * and embedded games are painted here, `grundy draw`, worksheets and notebooks there. Nothing here
 * touches the page. docs/pictures.md describes scenes, which `grundy draw --to json` writes. */

/**
 * @typedef {"good" | "neutral" | "bad" | "unknown" | "blank"} Rating
 * @typedef {object} PaintedNode
 * @property {string} id
 * @property {string} class
 * @property {Rating} rating
 * @property {string[]} lines
 * @property {number} x
 * @property {number} y
 * @property {boolean} [square] B moves
 * @property {boolean} [more] some of its moves are not drawn
 * @property {boolean} [marked]
 * @property {boolean} [hidden]
 * @property {Record<string, string>} [data]
 * @property {any} [board] as answers have it; board_paint.js makes its picture
 * @property {{ width: number, height: number, svg: string }} [picture] in place of the first line
 *
 * @typedef {object} PaintedEdge
 * @property {string} id
 * @property {string} class
 * @property {string} kind
 * @property {Rating} rating
 * @property {boolean} [best]
 * @property {boolean} [here] it begins at the current position
 * @property {boolean} [stay] it keeps a draw that is explained
 * @property {boolean} [exit] it loses that draw
 * @property {string} [colour]
 * @property {string} [dash]
 * @property {string[]} [label]
 * @property {[number, number]} [at] the centre of the label
 * @property {[number, number][]} points a chain of cubic curves
 * @property {Record<string, string>} [data]
 *
 * @typedef {object} LegendRow
 * @property {string} text
 * @property {string} [edge_text]
 * @property {boolean} [node] an example of a node is before the text
 * @property {boolean} [edge] an example of an edge is
 * @property {boolean} [answer]
 * @property {boolean} [square]
 * @property {boolean} [more]
 * @property {boolean} [best]
 * @property {boolean} [stay]
 * @property {boolean} [exit]
 * @property {Rating} rating
 * @property {string} kind
 *
 * @typedef {Record<string, string>} Colours by the names of COLOURS
 * @typedef {{ nodes: PaintedNode[], edges: PaintedEdge[], legend: LegendRow[], colours: Colours }} Painted
 */

/** The names of colours. */
export const COLOURS = ["ink", "node-ink", "edge", "mark", ...["good", "neutral", "bad", "unknown", "blank"]
  .flatMap(rating => [`${rating}-fill`, `${rating}-line`]), "soft", "sheet", "well", "grid-line", "first", "second",
"piece-line", "coin", "chocolate", "covered"];

const HEAD = 9.5; /* the length of an arrowhead */
const RING = 0.36; /* radius of the ring of an entailing move, in heads */
const HEIGHT = 38, ROUND = 19, SQUARE = 5;

/* ---- sizes ---- */

/**
 * Returns how many letters of common width the text is wide.
 * @param {string} text
 */
export function lettersOf(text) {
  let letters = 0;
  for (const character of text) {
    const c = /** @type {number} */ (character.codePointAt(0));
    if ((c >= 0x300 && c < 0x370) || (c >= 0x200b && c < 0x2010) || (c >= 0xfe00 && c < 0xfe10)) continue;
    letters += (c >= 0x1100 && c < 0x1200) || c >= 0x2e80 ? 1.75 : 1;
  }
  return letters;
}

/**
 * Returns the size of a position with these lines of text: the first has letters of 14 pixels, the
 * others of 11.
 * @param {{ lines: string[], hidden?: boolean, picture?: Size }} node
 * @returns {Size}
 */
export function nodeSize({ lines, hidden, picture }) {
  if (hidden) return { width: 2, height: 2 };
  let width = picture === undefined ? 0 : picture.width + 16;
  let height = picture === undefined ? 8 : picture.height + 14 - 17;
  lines.forEach((line, i) => {
    width = Math.max(width, i > 0 ? lettersOf(line) * 6.5 + 20 : picture === undefined ? lettersOf(line) * 8.2 + 20 : 0);
    height += i === 0 ? 17 : 13;
  });
  return { width: Math.max(width, HEIGHT), height: Math.max(height, HEIGHT) };
}

/**
 * @param {{ square?: boolean, picture?: any }} node
 * @param {number} height
 */
export const radiusOf = ({ square, picture }, height) =>
  (square ? SQUARE : Math.min(height / 2, picture === undefined ? ROUND : 12));

/* ---- pieces ---- */

/**
 * Returns a number with at most one decimal.
 * @param {number} x
 */
export const decimal = x => String((Math.floor(x * 10 + 0.5) || 0) / 10);

/**
 * @param {string} name
 * @param {number} x
 */
const attribute = (name, x) => ` ${name}="${decimal(x)}"`;

/** @param {Point} point */
export const pair = ({ x, y }) => `${decimal(x)},${decimal(y)}`;

/** @param {string} text */
const escaped = text => text.replace(/[&<>"]/g, character =>
  /** @type {any} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

/**
 * @param {string} style
 * @param {Point} centre
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 */
const rect = (style, centre, width, height, radius) => `<rect class="${style}"` +
  attribute("x", centre.x - width / 2) + attribute("y", centre.y - height / 2) +
  attribute("width", width) + attribute("height", height) + attribute("rx", radius);

/**
 * @param {string} style
 * @param {Point} at
 * @param {number} size
 * @param {string} more attributes
 * @param {string} colour
 * @param {string} words
 */
const text = (style, at, size, more, colour, words) => `<text class="${style}"` + attribute("x", at.x) + attribute("y", at.y) +
  ` font-size="${size}"${more} fill="${colour}">${escaped(words)}</text>\n`;

/**
 * Returns the beginning of the group of a node or edge, with its attributes.
 * @param {{ id: string, class: string, data?: Record<string, string> }} item
 */
const group = ({ id, class: style, data = {} }) => `<g id="${id}" class="${style}"` +
  Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`).join("") + ">\n";

/* ---- nodes ---- */

/**
 * Returns the mark around the current position.
 * @param {Colours} colours
 * @param {{ x: number, y: number, square?: boolean, picture?: any }} node
 * @param {Size} size
 */
const halo = (colours, node, { width, height }) => rect("halo", node, width + 14, height + 14, radiusOf(node, height) + 7) +
  ` fill="${colours.mark}" fill-opacity="0.13" stroke="${colours.mark}" stroke-width="2.4"/>\n`;

/** @type {Record<string, string>} */
const OUTLINES = { neutral: ' stroke-dasharray="5 3.5"', unknown: ' stroke-dasharray="1.5 3"' };

/**
 * Returns the shape of a node: one line if it is good, dashes if it is neutral, two lines if it is bad,
 * dots if it is unknown.
 * @param {Colours} colours
 * @param {{ x: number, y: number, rating: Rating, square?: boolean, more?: boolean, marked?: boolean, picture?: any }} node
 * @param {Size} size
 */
function shape(colours, node, { width, height }) {
  const radius = radiusOf(node, height), line = colours[`${node.rating}-line`];
  let svg = node.marked ? halo(colours, node, { width, height }) : "";
  if (node.more)
    svg += rect("more", { x: node.x + 4, y: node.y + 4 }, width, height, radius) +
      ` fill="none" stroke="${line}" stroke-width="1.2"/>\n`;
  svg += rect("shape", node, width, height, radius) +
    ` fill="${colours[`${node.rating}-fill`]}" stroke="${line}"` +
    ` stroke-width="${node.rating === "neutral" ? 2 : 1.6}"${OUTLINES[node.rating] ?? ""}/>\n`;
  if (node.rating === "bad")
    svg += rect("ring", node, width - 7, height - 7, radius - 3.5) +
      ` fill="none" stroke="${line}" stroke-width="1.2"/>\n`;
  return svg;
}

/**
 * Returns what is inside of the group of a node.
 * @param {Colours} colours
 * @param {PaintedNode} node
 */
export function nodeParts(colours, node) {
  const { x, y, lines, picture } = node;
  const size = nodeSize(node);
  let svg = shape(colours, node, size);
  let top = y - (lines.length < 2 ? 8.5 : (17 + 13 * (lines.length - 1)) / 2);
  if (picture !== undefined) {
    const corner = { x: x - picture.width / 2, y: y - size.height / 2 + 7 };
    svg += `<g transform="translate(${pair(corner)})">${picture.svg}</g>\n`;
    top = corner.y + picture.height - 17;
  }
  lines.forEach((line, i) => {
    if (i === 0 && picture !== undefined) return;
    svg += text(i === 0 ? "name" : "value", { x, y: i === 0 ? top + 13.5 : top + 14 + 13 * i }, i === 0 ? 14 : 11,
      i === 0 ? ' font-weight="600"' : "", colours["node-ink"], line);
  });
  return svg;
}

/**
 * @param {Colours} colours
 * @param {PaintedNode} node
 */
export const haloParts = (colours, node) => halo(colours, node, nodeSize(node));

/* ---- edges ---- */

/**
 * The end of an arrow: its tip, and the direction in which it points.
 * @typedef {{ at: Point, dx: number, dy: number }} Tip
 */

/**
 * Returns the point that lies `back` behind the tip and `aside` next to it.
 * @param {Tip} tip
 * @param {number} back
 * @param {number} aside
 */
const pointBehind = ({ at, dx, dy }, back, aside) =>
  ({ x: at.x - dx * back - dy * aside, y: at.y - dy * back + dx * aside });

/**
 * Returns the outline of one head that begins `back` behind the tip.
 * @param {Tip} tip
 * @param {number} back
 */
function head(tip, back) {
  const half = HEAD * 0.42;
  return `M${pair(pointBehind(tip, back, 0))} ${pair(pointBehind(tip, back + HEAD, half))}` +
    ` ${pair(pointBehind(tip, back + HEAD, -half))}Z`;
}

/**
 * Returns a ring of radius r around a point, as a path.
 * @param {Point} point
 * @param {number} r
 */
const ring = ({ x, y }, r) => `M${pair({ x: x - r, y })}a${pair({ x: r, y: r })} 0 1 0 ${pair({ x: 2 * r, y: 0 })}` +
  `a${pair({ x: r, y: r })} 0 1 0 ${pair({ x: -2 * r, y: 0 })}`;

/**
 * Returns how far the line ends before the tip.
 * @param {string} kind
 */
function arrowLength(kind) {
  if (kind === "none") return 0;
  if (kind === "ordinary") return 0.9 * HEAD;
  return kind === "entailing" ? (0.9 + 2 * RING) * HEAD : 1.9 * HEAD;
}

/**
 * Returns the head of an arrow: a filled one, two of them, two open ones, or one and a ring.
 * @param {Tip} tip
 * @param {string} kind
 * @param {string} colour
 * @param {string} sheet
 */
function arrow(tip, kind, colour, sheet) {
  if (kind === "none") return "";
  let svg = "";
  if (kind !== "local")
    svg += `<path class="head" d="${head(tip, 0)}${kind === "carry-on" ? head(tip, HEAD) : ""}" fill="${colour}"/>\n`;
  if (kind !== "local" && kind !== "entailing") return svg;
  const r = RING * HEAD;
  const open = kind === "entailing" ? ring(pointBehind(tip, HEAD + r, 0), r) : head(tip, 0) + head(tip, HEAD);
  return `${svg}<path class="open" d="${open}" fill="${sheet}" stroke="${colour}" stroke-width="1.5"/>\n`;
}

/**
 * Returns the end of a chain of curves: its direction is from the last point that is elsewhere.
 * @param {[number, number][]} points
 * @returns {Tip}
 */
function tipOf(points) {
  const [atX, atY] = /** @type {[number, number]} */ (points.at(-1));
  for (let i = points.length - 2; i >= 0; i--) {
    const x = atX - points[i][0], y = atY - points[i][1], length = Math.sqrt(x * x + y * y);
    if (length >= 0.1) return { at: { x: atX, y: atY }, dx: x / length, dy: y / length };
  }
  return { at: { x: atX, y: atY }, dx: 1, dy: 0 };
}

/**
 * Returns the path of a chain of curves.
 * @param {[number, number][]} points
 */
export const curveOf = points =>
  points.map(([x, y], i) => (i === 0 ? "M" : i % 3 === 1 ? "C" : " ") + pair({ x, y })).join("");

/** @type {Record<string, string>} */
const DASHES = { neutral: "6 4", bad: "2 3", unknown: "1 4" };

/**
 * @param {{ points: [number, number][], rating: Rating, kind: string, dash?: string, best?: boolean, here?: boolean, stay?: boolean }} edge
 * @param {string} colour
 * @param {string} sheet
 */
function path({ points, rating, kind, dash = DASHES[rating] ?? "", best, here, stay }, colour, sheet) {
  const tip = tipOf(points), neck = pointBehind(tip, arrowLength(kind), 0);
  const d = curveOf([...points.slice(0, -1), [neck.x, neck.y]]);
  const width = stay ? 4 : best ? 3.2 : rating === "bad" ? 1.5 : rating !== "blank" || here ? 1.8 : 1.4;
  return `<path class="line" d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"` +
    (dash === "" ? "" : ` stroke-dasharray="${dash}"`) + "/>\n" + arrow(tip, kind, colour, sheet);
}

/**
 * @param {Colours} colours
 * @param {{ rating: Rating, colour?: string, here?: boolean }} edge
 */
const colourOf = (colours, { rating, colour, here }) =>
  colour ?? (rating !== "blank" ? colours[`${rating}-line`] : here ? colours.ink : colours.edge);

/**
 * Returns a cross over the middle of an edge: of its middle curve.
 * @param {[number, number][]} points
 * @param {string} colour
 */
function cross(points, colour) {
  const [a, b, c, d] = points.slice(3 * Math.floor((points.length - 1) / 6));
  const middle = (/** @type {0 | 1} */ i) => (a[i] + 3 * b[i] + 3 * c[i] + d[i]) / 8;
  const x = middle(0), y = middle(1), r = 6;
  return `<path class="cross" d="M${pair({ x: x - r, y: y - r })} ${pair({ x: x + r, y: y + r })}` +
    `M${pair({ x: x - r, y: y + r })} ${pair({ x: x + r, y: y - r })}" fill="none" stroke="${colour}" stroke-width="3"/>\n`;
}

/**
 * Returns an arrow of a kind of move.
 * @param {[number, number][]} points
 * @param {string} kind
 * @param {string} colour
 */
export const arrowParts = (points, kind, colour) => path({ points, kind, rating: "blank", here: true }, colour, "none");

/**
 * Returns what is inside of the group of an edge.
 * @param {Colours} colours
 * @param {PaintedEdge} edge
 */
export function edgeParts(colours, edge) {
  const { points, label = [], at: [x, y] = [0, 0] } = edge;
  let svg = points.length > 1 ? path(edge, colourOf(colours, edge), colours["blank-fill"]) : "";
  if (edge.exit && points.length > 3) svg += cross(points, colours["bad-line"]);
  label.forEach((line, i) => {
    svg += text("label", { x, y: y + 4 + 13 * i - 6.5 * (label.length - 1) }, 11, "", edge.colour ?? colours.ink, line);
  });
  return svg;
}

/* ---- the legend ---- */

const ROW = 26, SAMPLE = 44, GAP = 10;

/** @param {string} words */
const textWidth = words => lettersOf(words) * 6.7;

/**
 * Returns the width of the first column, which has examples and their meaning.
 * @param {LegendRow[]} legend
 */
const firstColumn = legend => Math.max(0, ...legend.filter(row => row.edge_text !== undefined)
  .map(row => SAMPLE + GAP + textWidth(row.text)));

/** @param {LegendRow[]} legend */
function legendWidth(legend) {
  const first = firstColumn(legend);
  return Math.max(0, ...legend.map(row => (row.edge_text === undefined ? SAMPLE + GAP + textWidth(row.text)
    : first + 2 * GAP + SAMPLE + GAP + textWidth(row.edge_text))));
}

/**
 * @param {Colours} colours
 * @param {LegendRow} row
 * @param {Point} at
 */
function sample(colours, row, { x, y }) {
  /** @type {[number, number][]} */
  const points = [[x, y], [x + SAMPLE / 3, y], [x + 2 * SAMPLE / 3, y], [x + SAMPLE, y]];
  return path({ points, rating: row.rating, kind: row.kind, best: row.best, stay: row.stay },
    colourOf(colours, { rating: row.rating }), colours["blank-fill"]) + (row.exit ? cross(points, colours["bad-line"]) : "");
}

/**
 * @param {Colours} colours
 * @param {Point} at
 * @param {string} words
 */
const meaning = (colours, { x, y }, words) =>
  text("meaning", { x: x + SAMPLE + GAP, y: y + 4.5 }, 12, ' text-anchor="start"', colours.ink, words);

/**
 * @param {Colours} colours
 * @param {LegendRow[]} legend
 * @param {Point} corner
 */
function legendParts(colours, legend, corner) {
  const second = corner.x + firstColumn(legend) + 2 * GAP;
  return `<g class="legend">\n${legend.map((row, i) => {
    const at = { x: corner.x, y: corner.y + ROW * i + ROW / 2 };
    const node = { rating: row.rating, square: row.square, more: row.more, x: at.x + SAMPLE / 2, y: at.y };
    return (row.node ? shape(colours, node, { width: SAMPLE - 8, height: 18 }) : "") +
      (row.edge ? sample(colours, row, at) : "") + meaning(colours, at, row.text) +
      (row.edge_text === undefined ? "" : sample(colours, row, { x: second, y: at.y }) +
        meaning(colours, { x: second, y: at.y }, row.edge_text));
  }).join("")}</g>\n`;
}

/* ---- the picture ---- */

/**
 * Returns a rectangle that contains everything but the legend.
 * @param {Painted} scene
 */
function boundsOf({ nodes, edges }) {
  const b = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const include = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ halfWidth, /** @type {number} */ halfHeight) => {
    b.left = Math.min(b.left, x - halfWidth);
    b.right = Math.max(b.right, x + halfWidth);
    b.top = Math.min(b.top, y - halfHeight);
    b.bottom = Math.max(b.bottom, y + halfHeight);
  };
  for (const node of nodes) {
    const { width, height } = nodeSize(node), more = node.marked ? 9 : node.more ? 5 : 1;
    include(node.x, node.y, width / 2 + more, height / 2 + more);
  }
  for (const { points, label = [], at: [x, y] = [0, 0] } of edges) {
    for (const [px, py] of points) include(px, py, 2, 2);
    if (label.length > 0) include(x, y, Math.max(...label.map(line => lettersOf(line) * 6.5)) / 2, label.length * 13 / 2);
  }
  return b.left > b.right ? { left: 0, top: 0, right: 0, bottom: 0 } : b;
}

const MARGIN = 10;

/**
 * Returns the scene as SVG.
 * @param {Painted} scene
 * @param {boolean} hasLegend
 */
export function paint(scene, hasLegend) {
  const { nodes, edges, colours } = scene, legend = hasLegend ? scene.legend : [];
  const b = boundsOf(scene);
  if (legend.length > 0) { /* below the graph, which is in the middle if it is narrower */
    const more = legendWidth(legend) - (b.right - b.left);
    if (more > 0) b.left -= more / 2;
    if (more > 0) b.right += more / 2;
    b.bottom += MARGIN + ROW * legend.length;
  }
  const left = Math.floor(b.left) - MARGIN, top = Math.floor(b.top) - MARGIN;
  const width = Math.ceil(b.right) + MARGIN - left, height = Math.ceil(b.bottom) + MARGIN - top;
  const size = attribute("width", width) + attribute("height", height);
  return '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"' + size +
    ` viewBox="${[left, top, width, height].map(decimal).join(" ")}"` +
    ' font-family="Inter, Noto Sans, DejaVu Sans, Verdana, sans-serif" text-anchor="middle">\n' +
    `<rect class="sheet"${attribute("x", left)}${attribute("y", top)}${size} fill="${colours["blank-fill"]}"/>\n` +
    edges.map(edge => `${group(edge)}${edgeParts(colours, edge)}</g>\n`).join("") +
    nodes.filter(({ hidden }) => !hidden).map(node => `${group(node)}${nodeParts(colours, node)}</g>\n`).join("") +
    (legend.length > 0 ? legendParts(colours, legend, { x: b.left, y: b.bottom - ROW * legend.length }) : "") + "</svg>\n";
}
