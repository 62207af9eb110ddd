/* Geometry of the graph: sizes of positions, curves of moves, free places, and the scale at which
 * everything fits. Nothing here touches the page. */

import { nodeSize } from "./paint.js";

const HEIGHT = 38; /* of a position with one or two lines */
const LONGEST = 18; /* letters of a name that are shown */
const TEXT = 14;
const SMALLEST_TEXT = 11, LARGEST_TEXT = 18;
const SMALLER_TEXTS = [9.5, 8, 7, 6, 5]; /* below boards, which can be seen when they are small */
const TINY_TEXTS = [4, 3]; /* below many boards in rows on a small screen */
const LARGEST_ZOOM = 1.9; /* of a small graph that is made to fit */
const SPACE = 84; /* between a new position and its neighbours */

/**
 * Shortens a long text in its middle.
 * @param {string} text
 */
export function shortText(text) {
  const letters = [...text];
  if (letters.length <= LONGEST) return text;
  return `${letters.slice(0, LONGEST - 7).join("")}…${letters.slice(-6).join("")}`;
}

/**
 * Returns the lines of a position: its name, and its value if that is shown.
 * @param {{ name: string, value?: string }} node
 */
export const linesOf = ({ name, value = "" }) =>
  (value === "" ? [shortText(name)] : [shortText(name), shortText(value)]);

/**
 * Returns the size of a position with room for its value.
 * @param {{ name: string, value?: string, picture?: any }} node
 */
export const sizeOf = node => nodeSize({ lines: linesOf(node), picture: node.picture });

/**
 * Returns the factor for positions at a zoom: their text has between 11 and 18 pixels, or as few as are given.
 * @param {number} zoom
 * @param {number} [smallest]
 */
export const nodeScale = (zoom, smallest = SMALLEST_TEXT) =>
  Math.min(LARGEST_TEXT, Math.max(smallest, TEXT * zoom)) / TEXT;

/**
 * Returns where the straight line from the centre of a box in a direction leaves it. The corners of
 * boxes are round.
 * @param {Size & { radius?: number }} box
 * @param {number} dx a unit vector
 * @param {number} dy
 */
export function borderDistance({ width, height, radius = 19 }, dx, dy) {
  const round = Math.min(radius, height / 2, width / 2), x = width / 2 - round, y = height / 2 - round;
  const up = dy === 0 ? Infinity : height / 2 / Math.abs(dy), across = dx === 0 ? Infinity : width / 2 / Math.abs(dx);
  if (Math.abs(dx) * up <= x) return up;
  if (Math.abs(dy) * across <= y) return across;
  /* The ray meets the circle around (±x, ±y). */
  const along = Math.abs(dx) * x + Math.abs(dy) * y;
  return along + Math.sqrt(Math.max(0, along * along - x * x - y * y + round * round));
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function unit(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length, length };
}

/**
 * Returns the control point of the curve between two points; `bend` is a share of their distance.
 * @param {Point} a
 * @param {Point} b
 * @param {number} bend
 * @returns {Point}
 */
function controlPoint(a, b, bend) {
  return {
    x: (a.x + b.x) / 2 - (b.y - a.y) * bend,
    y: (a.y + b.y) / 2 + (b.x - a.x) * bend,
  };
}

/**
 * Returns the curve of a move from a position to itself, in a direction. Further moves have larger
 * curves.
 * @param {NodeBox} box
 * @param {number} number from 0
 * @param {number} turn the direction: eighths of a turn from upwards
 * @returns {[number, number][]}
 */
function loopPoints(box, number, turn) {
  const angle = (turn - 2) * Math.PI / 4, reach = 34 * (1 + 0.4 * number);
  const end = (/** @type {number} */ aside, /** @type {number} */ gap) => {
    const dx = Math.cos(angle + aside), dy = Math.sin(angle + aside), far = borderDistance(box, dx, dy) + gap;
    return [far, far + reach].map(way => /** @type {[number, number]} */ ([box.x + dx * way, box.y + dy * way]));
  };
  const [start, first] = end(-0.6, 1), [tip, last] = end(0.6, 2);
  return [start, first, last, tip];
}

/**
 * Returns the cubic curve of a move, from border to border.
 * @param {NodeBox} from
 * @param {NodeBox} to
 * @param {{ bend: number, turn?: number }} edge its bend; of a move from a position to itself, its number
 * @returns {[number, number][]}
 */
export function movePoints(from, to, { bend, turn = 0 }) {
  if (from.x === to.x && from.y === to.y) return loopPoints(from, bend, turn);
  const control = controlPoint(from, to, bend);
  const out = unit(from, control), into = unit(control, to);
  const start = borderDistance(from, out.x, out.y) + 1, end = borderDistance(to, -into.x, -into.y) + 2;
  const a = { x: from.x + out.x * start, y: from.y + out.y * start };
  const tip = { x: to.x - into.x * end, y: to.y - into.y * end };
  return [[a.x, a.y], [(a.x + 2 * control.x) / 3, (a.y + 2 * control.y) / 3],
    [(tip.x + 2 * control.x) / 3, (tip.y + 2 * control.y) / 3], [tip.x, tip.y]];
}

/**
 * Returns the point of the curve at t.
 * @param {Point} a
 * @param {Point} c
 * @param {Point} b
 * @param {number} t
 */
const curvePoint = (a, c, b, t) => ({
  x: (1 - t) * (1 - t) * a.x + 2 * t * (1 - t) * c.x + t * t * b.x,
  y: (1 - t) * (1 - t) * a.y + 2 * t * (1 - t) * c.y + t * t * b.y,
});

/**
 * Returns whether a curve passes through none of the boxes.
 * @param {NodeBox} from
 * @param {NodeBox} to
 * @param {number} bend
 * @param {NodeBox[]} boxes
 */
function isFree(from, to, bend, boxes) {
  const control = controlPoint(from, to, bend);
  for (let t = 0.1; t < 0.95; t += 0.1) {
    const { x, y } = curvePoint(from, control, to, t);
    for (const box of boxes) {
      if (box === from || box === to) continue;
      if (Math.abs(box.x - x) < box.width / 2 + 4 && Math.abs(box.y - y) < box.height / 2 + 4)
        return false;
    }
  }
  return true;
}

/**
 * Returns the direction, of eight, in which a loop is farthest from other moves and positions; upwards
 * if nothing is near.
 * @param {NodeBox} box
 * @param {NodeBox[]} joined by a move
 * @param {NodeBox[]} boxes
 */
function freeTurn(box, joined, boxes) {
  const near = boxes.filter(other => other !== box && Math.hypot(other.x - box.x, other.y - box.y) < 130);
  const angles = [...joined.filter(other => other !== box), ...near]
    .map(other => Math.atan2(other.y - box.y, other.x - box.x) * 4 / Math.PI + 2);
  const room = (/** @type {number} */ turn) => Math.min(4, ...angles.map(angle => {
    const apart = Math.abs(turn - angle) % 8;
    return Math.min(apart, 8 - apart);
  }));
  return [0, 2, 6, 4, 1, 7, 3, 5].reduce((best, turn) => (room(turn) > room(best) + 0.5 ? turn : best));
}

const BENDS = [0, 0.16, -0.16, 0.28, -0.28, 0.42, -0.42];
const APART = 0.2; /* between bends of several kinds of moves */

/**
 * Chooses how moves are bent: apart from their opposites and from moves of other kinds between the
 * same positions, and around other positions.
 * @param {Map<string, NodeBox>} boxes
 * @param {{ from: string, to: string, kind?: string, quality?: string }[]} moves
 * @returns {SceneEdge[]}
 */
export function bendMoves(boxes, moves) {
  const all = [...boxes.values()];
  /** @type {Map<string, number>} */
  const counts = new Map(), seen = new Map();
  const keyOf = (/** @type {string} */ from, /** @type {string} */ to) => JSON.stringify([from, to]);
  for (const { from, to } of moves) counts.set(keyOf(from, to), (counts.get(keyOf(from, to)) ?? 0) + 1);
  return moves.map(move => {
    const { from, to } = move;
    const a = boxes.get(from), b = boxes.get(to), key = keyOf(from, to);
    const number = seen.get(key) ?? 0, count = counts.get(key) ?? 1;
    seen.set(key, number + 1);
    if (a === undefined || b === undefined) return { ...move, bend: number };
    if (a === b) {
      const ends = moves.filter(other => other.from === from || other.to === from)
        .map(other => boxes.get(other.from === from ? other.to : other.from));
      return { ...move, bend: number, turn: freeTurn(a, ends.filter(other => other !== undefined), all) };
    }
    const isDouble = counts.has(keyOf(to, from));
    if (count > 1)
      return { ...move, bend: isDouble ? APART * (number + 1) : APART * (number - (count - 1) / 2) };
    const bends = isDouble ? BENDS.slice(1).filter(bend => bend > 0) : BENDS;
    return { ...move, bend: bends.find(bend => isFree(a, b, bend, all)) ?? bends[0] };
  });
}

/**
 * Returns the rectangle around points.
 * @param {Iterable<Point>} points
 */
export function boundsOf(points) {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param {SceneNode[]} nodes */
const areBoards = nodes => nodes.some(({ picture }) => picture !== undefined);

/**
 * Returns the camera that shows all positions in the middle of a frame, if their text has at least so many pixels.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 * @param {number} smallest
 * @param {number} [most] largest zoom
 */
function cameraFor(nodes, frame, smallest, most = LARGEST_ZOOM) {
  const bounds = boundsOf(nodes), sizes = nodes.map(sizeOf);
  const widest = Math.max(0, ...sizes.map(({ width }) => width)), highest = Math.max(HEIGHT, ...sizes.map(({ height }) => height));
  const zoomFor = (/** @type {number} */ scale) => Math.max(0.05, Math.min(most,
    (frame.width - 2 * (widest / 2 * 1.3 * scale + 16)) / Math.max(1, bounds.width),
    (frame.height - 2 * ((HEIGHT * 1.25 + (highest - HEIGHT) / 2) * scale + 8)) / Math.max(1, bounds.height)));
  const z = areBoards(nodes) ? zoomFor(Math.min(1, nodeScale(zoomFor(1), smallest))) : zoomFor(1);
  return {
    z,
    x: frame.width / 2 - (bounds.x + bounds.width / 2) * z,
    y: frame.height / 2 - (bounds.y + bounds.height / 2) * z,
  };
}

/**
 * Returns the camera that shows all positions in the middle of a frame.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 * @param {number} [most] largest zoom
 */
export const fittingCamera = (nodes, frame, most) => cameraFor(nodes, frame, smallestText(nodes, frame), most);

/**
 * Returns how many pairs of positions overlap on the screen.
 * @param {SceneNode[]} nodes
 * @param {number} zoom
 * @param {number} [smallest] pixels of text
 */
function overlaps(nodes, zoom, smallest) {
  const scale = nodeScale(zoom, smallest), sizes = nodes.map(sizeOf);
  let count = 0;
  for (let i = 0; i < nodes.length; i++)
    for (let j = 0; j < i; j++)
      if (Math.abs(nodes[i].y - nodes[j].y) * zoom < (sizes[i].height + sizes[j].height) / 2 * scale + 8 &&
        Math.abs(nodes[i].x - nodes[j].x) * zoom < (sizes[i].width + sizes[j].width) / 2 * scale + 24 * Math.min(1, scale)) count++;
  return count;
}

const STRETCHES = [1, 1.35, 1.8, 2.5, 3.5, 5, 7];
const MOST_ARRANGED = 150; /* positions; larger graphs overlap anyway */
const ASIDE = 26, BELOW = 30; /* between boards in rows */

/**
 * Returns positions as they are read, in lines of limited length; those of one layer are side by side. If a layer has
 * several lines of the same length, every second one is aside, so that moves pass between the boards.
 * @param {SceneNode[]} nodes
 * @param {number} most
 * @param {boolean} isLayered whether a layer begins a line
 */
function linesOfNodes(nodes, most, isLayered) {
  const sorted = [...nodes].sort((a, b) => a.y - b.y || a.x - b.x);
  const starts = sorted.flatMap((node, i) => (i === 0 || (isLayered && node.y > sorted[i - 1].y + 1) ? [i] : []));
  return starts.flatMap((start, i) => {
    const layer = sorted.slice(start, starts[i + 1]), count = Math.ceil(layer.length / most);
    const ends = Array.from({ length: count + 1 }, (_, j) => Math.floor(j * layer.length / count));
    return Array.from({ length: count }, (_, j) => ({ line: layer.slice(ends[j], ends[j + 1]),
      aside: j % 2 === 1 && ends[j + 1] - ends[j] === ends[j] - ends[j - 1] ? 0.5 : 0 }));
  });
}

/**
 * Returns boards in rows, as large as the frame allows, and their zoom.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 * @param {boolean} isLayered whether the layers of the layout remain
 */
function inRows(nodes, frame, isLayered) {
  const sizes = nodes.map(sizeOf), smallest = TINY_TEXTS[TINY_TEXTS.length - 1];
  const dx = Math.max(...sizes.map(({ width }) => width)) + ASIDE, dy = Math.max(...sizes.map(({ height }) => height)) + BELOW;
  let best = { nodes, zoom: 0 };
  for (let most = 1; most <= nodes.length; most++) {
    const rows = linesOfNodes(nodes, most, isLayered)
      .flatMap(({ line, aside }, i) => line.map((node, j) => ({ ...node, x: (j - (line.length - 1) / 2 + aside) * dx, y: i * dy })));
    const { z } = cameraFor(rows, frame, smallest);
    if (z > best.zoom) best = { nodes: rows, zoom: z };
  }
  return best;
}

/**
 * Turns and stretches a layout so that it fills the frame and positions do not overlap: a chain of
 * moves runs to the right on a wide screen, and down on a phone. Boards that would overlap, or that
 * would be smaller than in rows, are put in rows.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 * @returns {SceneNode[]}
 */
export function arrange(nodes, frame) {
  let best = nodes;
  const stretches = nodes.length > MOST_ARRANGED ? [1] : STRETCHES;
  const isInRows = areBoards(nodes) && nodes.length <= MOST_ARRANGED, rows = isInRows ? inRows(nodes, frame, true) : null;
  for (const smallest of textsOf(nodes)) {
    let most = -Infinity, least = Infinity;
    for (const isTurned of [false, true])
      for (const [sx, sy] of [...stretches.map(s => [s, 1]), ...stretches.map(s => [1, s])]) {
        const tried = nodes.map(node => (isTurned
          ? { ...node, x: node.y * sx, y: node.x * sy } : { ...node, x: node.x * sx, y: node.y * sy }));
        const { z } = cameraFor(tried, frame, smallest);
        const count = nodes.length > MOST_ARRANGED ? 0 : overlaps(tried, z, smallest);
        const score = Math.min(z, 1.2) - count - 0.1 * Math.log2(sx * sy) - (isTurned ? 0.1 : 0);
        if (score > most) [best, most, least] = [tried, score, count];
      }
    if (least === 0) return best;
    if (rows !== null && rows.zoom * TEXT >= smallest) return rows.nodes;
  }
  return isInRows ? inRows(nodes, frame, false).nodes : best;
}

/**
 * Returns the sizes of text to try: boards may become smaller, so that they do not overlap.
 * @param {SceneNode[]} nodes
 */
const textsOf = nodes => [SMALLEST_TEXT, ...(areBoards(nodes) ? SMALLER_TEXTS : [])];

/**
 * Returns how many pixels the text of positions has at least: if they are boards, so few that these do not overlap when
 * all of them are shown.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 */
export function smallestText(nodes, frame) {
  if (!areBoards(nodes)) return SMALLEST_TEXT;
  const isFine = (/** @type {number} */ smallest) => nodes.length <= MOST_ARRANGED &&
    overlaps(nodes, cameraFor(nodes, frame, smallest).z, smallest) === 0;
  return [...textsOf(nodes), ...TINY_TEXTS].find(isFine) ?? SMALLER_TEXTS[SMALLER_TEXTS.length - 1];
}

/**
 * Returns a free place near a point, on growing rings around it.
 * @param {Point} near
 * @param {Point[]} taken
 * @param {(at: Point) => boolean} [isAllowed]
 * @returns {Point}
 */
export function freePlace(near, taken, isAllowed = () => true) {
  for (let ring = 1; ring < 40; ring++) {
    for (let i = 0; i < 6 * ring; i++) {
      const angle = (i / (6 * ring)) * 2 * Math.PI - Math.PI / 3;
      const at = {
        x: near.x + SPACE * ring * Math.cos(angle),
        y: near.y + SPACE * ring * Math.sin(angle),
      };
      if (isAllowed(at) && taken.every(other => Math.hypot(other.x - at.x, other.y - at.y) > SPACE * 0.8)) return at;
    }
  }
  return near;
}

/**
 * Places positions that have no place yet next to their neighbours; all others stay.
 * @param {Map<string, Point>} places changed
 * @param {string[]} names
 * @param {{ from: string, to: string }[]} moves
 */
export function placeNew(places, names, moves) {
  for (const name of names) {
    if (places.has(name)) continue;
    const near = moves.filter(({ from, to }) => from === name || to === name)
      .map(({ from, to }) => places.get(from === name ? to : from))
      .find(place => place !== undefined);
    const { x, y, width, height } = boundsOf(places.values());
    const fallback = { x: x + width / 2, y: y + height };
    places.set(name, places.size === 0 ? { x: 0, y: 0 }
      : freePlace(near ?? fallback, [...places.values()]));
  }
}

/**
 * Returns the nearest point in a direction; sideways distance counts twice.
 * @template {Point} P
 * @param {P} here
 * @param {P[]} points
 * @param {[number, number]} direction
 * @returns {P | null}
 */
export function nearestTowards(here, points, [dx, dy]) {
  let best = null, least = Infinity;
  for (const there of points) {
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const far = ahead + 2 * aside;
    if (there !== here && ahead > 1 && far < least) [best, least] = [there, far];
  }
  return best;
}
