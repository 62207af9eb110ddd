/* Geometry of the graph: sizes of positions, curves of moves, free places, and the scale at which
 * everything fits. Nothing here touches the page. */

const HEIGHT = 38; /* of a position, with text of 14 pixels */
const LETTER = 8.2; /* width of a letter of 14 pixels */
const LONGEST = 18; /* letters of a name that are shown */
export const TEXT = 14;
const SMALLEST_TEXT = 11, LARGEST_TEXT = 18;
const LARGEST_ZOOM = 1.9; /* of a small graph that is made to fit */
const SPACE = 84; /* between a new position and its neighbours */

/**
 * Shortens a long name in its middle.
 * @param {string} name
 */
export function shortName(name) {
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, LONGEST - 7)}…${name.slice(-6)}`;
}

/**
 * Returns the size of a position with that name at text size 14.
 * @param {string} name
 * @returns {Size}
 */
export function nodeSize(name) {
  return { width: Math.max(HEIGHT, shortName(name).length * LETTER + 20), height: HEIGHT };
}

/**
 * Returns the factor for positions at a zoom: their text stays between 11 and 18 pixels.
 * @param {number} zoom
 */
export const nodeScale = zoom =>
  Math.min(LARGEST_TEXT, Math.max(SMALLEST_TEXT, TEXT * zoom)) / TEXT;

/**
 * Returns where the straight line from the centre of a box in a direction leaves it. Boxes are
 * rounded: as round as possible.
 * @param {Size} size
 * @param {number} dx a unit vector
 * @param {number} dy
 */
export function borderDistance({ width, height }, dx, dy) {
  const radius = height / 2, half = width / 2 - radius;
  if (half <= 0.5) return radius;
  const flat = dy === 0 ? Infinity : radius / Math.abs(dy);
  if (Math.abs(dx) * flat <= half) return flat;
  /* The ray meets the circle around (±half, 0). */
  const along = Math.abs(dx) * half;
  return along + Math.sqrt(Math.max(0, along * along - half * half + radius * radius));
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function unit(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length, length };
}

/** @param {number} x */
const round = x => Math.round(x * 10) / 10;

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
 * @param {Point} tip
 * @param {number} dx
 * @param {number} dy
 * @param {number} size
 */
function arrowHead(tip, dx, dy, size) {
  const back = { x: tip.x - dx * size, y: tip.y - dy * size }, half = size * 0.42;
  return "M" + [tip, { x: back.x - dy * half, y: back.y + dx * half },
    { x: back.x + dy * half, y: back.y - dx * half }]
    .map(({ x, y }) => `${round(x)},${round(y)}`).join(" ") + "Z";
}

const RING = 0.36; /* radius of the ring of an entailing move, as a share of a head */

/** Length of an arrow in heads, by the kind of its move.
 * @param {string} kind
 */
const arrowLength = kind => (kind === "ordinary" ? 1 : kind === "entailing" ? 1 + 2 * RING : 2);

/**
 * Returns the filled part and the outlined part of an arrow, with the shapes of `grundy draw`: one
 * filled head, two of them, two open ones, or a head and a ring.
 * @param {Point} tip
 * @param {number} dx
 * @param {number} dy
 * @param {number} size of a head
 * @param {string} kind
 */
function arrowOf(tip, dx, dy, size, kind) {
  const second = { x: tip.x - dx * size, y: tip.y - dy * size };
  const head = arrowHead(tip, dx, dy, size);
  if (kind === "ordinary") return { head, open: "" };
  if (kind === "entailing") {
    const r = round(RING * size), x = round(second.x - dx * r), y = round(second.y - dy * r);
    return { head, open: `M${round(x - r)},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0` };
  }
  const both = head + arrowHead(second, dx, dy, size);
  return kind === "local" ? { head: "", open: both } : { head: both, open: "" };
}

/**
 * Returns the curve and the arrow of a move from a position to itself, above it. Further moves have
 * larger curves.
 * @param {NodeBox} box
 * @param {number} head
 * @param {number} number from 0
 * @param {string} kind
 */
function loopPath(box, head, number, kind) {
  const r = box.height / 2, { x, y } = box, far = 1 + 0.4 * number;
  const tip = { x: x + r * 0.5, y: y - r * 0.87 }, into = { x: -0.42, y: 0.91 };
  const length = (arrowLength(kind) - 0.1) * head;
  return {
    path: `M${round(x - r * 0.5)},${round(y - r * 0.87)} C${round(x - r * 1.9 * far)},${round(y - r * 3 * far)} ` +
      `${round(x + r * 1.9 * far)},${round(y - r * 3 * far)} ` +
      `${round(tip.x - into.x * length)},${round(tip.y - into.y * length)}`,
    ...arrowOf(tip, into.x, into.y, head, kind),
    middle: { x, y: y - r * (0.1 + 2.25 * far) },
  };
}

/**
 * Returns the curve of a move, its arrow and its middle.
 * @param {NodeBox} from
 * @param {NodeBox} to
 * @param {number} bend of a move from a position to itself: its number
 * @param {number} head size of a head of the arrow
 * @param {string} [kind]
 */
export function movePath(from, to, bend, head, kind = "ordinary") {
  if (from.x === to.x && from.y === to.y) return loopPath(from, head, bend, kind);
  const control = controlPoint(from, to, bend);
  const out = unit(from, control), into = unit(control, to);
  const start = borderDistance(from, out.x, out.y) + 1;
  const end = borderDistance(to, -into.x, -into.y) + 2;
  const a = { x: from.x + out.x * start, y: from.y + out.y * start };
  const tip = { x: to.x - into.x * end, y: to.y - into.y * end };
  const length = (arrowLength(kind) - 0.1) * head;
  const neck = { x: tip.x - into.x * length, y: tip.y - into.y * length };
  const middle = {
    x: a.x / 4 + control.x / 2 + tip.x / 4,
    y: a.y / 4 + control.y / 2 + tip.y / 4,
  };
  const path = bend === 0
    ? `M${round(a.x)},${round(a.y)} L${round(neck.x)},${round(neck.y)}`
    : `M${round(a.x)},${round(a.y)} Q${round(control.x)},${round(control.y)} ${round(neck.x)},${round(neck.y)}`;
  return { path, ...arrowOf(tip, into.x, into.y, head, kind), middle };
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

const BENDS = [0, 0.16, -0.16, 0.28, -0.28, 0.42, -0.42];
const APART = 0.2; /* between bends of several kinds of moves */

/**
 * Chooses how moves are bent: apart from their opposites and from moves of other kinds between the
 * same positions, and around other positions.
 * @param {Map<string, NodeBox>} boxes
 * @param {{ from: string, to: string, kind?: string }[]} moves
 * @returns {SceneEdge[]}
 */
export function bendMoves(boxes, moves) {
  const all = [...boxes.values()];
  /** @type {Map<string, number>} */
  const counts = new Map(), seen = new Map();
  const keyOf = (/** @type {string} */ from, /** @type {string} */ to) => JSON.stringify([from, to]);
  for (const { from, to } of moves) counts.set(keyOf(from, to), (counts.get(keyOf(from, to)) ?? 0) + 1);
  return moves.map(({ from, to, kind }) => {
    const move = kind === undefined ? { from, to } : { from, to, kind };
    const a = boxes.get(from), b = boxes.get(to), key = keyOf(from, to);
    const number = seen.get(key) ?? 0, count = counts.get(key) ?? 1;
    seen.set(key, number + 1);
    if (a === undefined || b === undefined || a === b) return { ...move, bend: number };
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

/**
 * Returns the camera that shows all positions in the middle of a frame.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 * @param {number} [most] largest zoom
 */
export function fittingCamera(nodes, frame, most = LARGEST_ZOOM) {
  const bounds = boundsOf(nodes);
  const widest = Math.max(0, ...nodes.map(({ name }) => nodeSize(name).width));
  const margin = { x: widest / 2 * 1.3 + 16, y: HEIGHT * 1.25 + 8 };
  const zoom = Math.min(most,
    (frame.width - 2 * margin.x) / Math.max(1, bounds.width),
    (frame.height - 2 * margin.y) / Math.max(1, bounds.height));
  const z = Math.max(0.05, zoom);
  return {
    z,
    x: frame.width / 2 - (bounds.x + bounds.width / 2) * z,
    y: frame.height / 2 - (bounds.y + bounds.height / 2) * z,
  };
}

/**
 * Returns how many pairs of positions overlap on the screen.
 * @param {SceneNode[]} nodes
 * @param {number} zoom
 */
function overlaps(nodes, zoom) {
  const scale = nodeScale(zoom), widths = nodes.map(({ name }) => nodeSize(name).width * scale);
  let count = 0;
  for (let i = 0; i < nodes.length; i++)
    for (let j = 0; j < i; j++)
      if (Math.abs(nodes[i].y - nodes[j].y) * zoom < HEIGHT * scale + 8 &&
        Math.abs(nodes[i].x - nodes[j].x) * zoom < (widths[i] + widths[j]) / 2 + 24) count++;
  return count;
}

const STRETCHES = [1, 1.35, 1.8, 2.5, 3.5, 5, 7];
const MOST_ARRANGED = 150; /* positions; larger graphs overlap anyway */

/**
 * Turns and stretches a layout so that it fills the frame and positions do not overlap: a chain of
 * moves runs to the right on a wide screen, and down on a phone.
 * @param {SceneNode[]} nodes
 * @param {Size} frame
 * @returns {SceneNode[]}
 */
export function arrange(nodes, frame) {
  let best = nodes, most = -Infinity;
  const stretches = nodes.length > MOST_ARRANGED ? [1] : STRETCHES;
  for (const isTurned of [false, true])
    for (const [sx, sy] of [...stretches.map(s => [s, 1]), ...stretches.map(s => [1, s])]) {
      const tried = nodes.map(node => (isTurned
        ? { ...node, x: node.y * sx, y: node.x * sy } : { ...node, x: node.x * sx, y: node.y * sy }));
      const { z } = fittingCamera(tried, frame);
      const count = nodes.length > MOST_ARRANGED ? 0 : overlaps(tried, z);
      const score = Math.min(z, 1.2) - count - 0.1 * Math.log2(sx * sy) - (isTurned ? 0.1 : 0);
      if (score > most) [best, most] = [tried, score];
    }
  return best;
}

/**
 * Returns a free place near a point, on growing rings around it.
 * @param {Point} near
 * @param {Point[]} taken
 * @returns {Point}
 */
export function freePlace(near, taken) {
  for (let ring = 1; ring < 40; ring++) {
    for (let i = 0; i < 6 * ring; i++) {
      const angle = (i / (6 * ring)) * 2 * Math.PI - Math.PI / 3;
      const at = {
        x: near.x + SPACE * ring * Math.cos(angle),
        y: near.y + SPACE * ring * Math.sin(angle),
      };
      if (taken.every(other => Math.hypot(other.x - at.x, other.y - at.y) > SPACE * 0.8)) return at;
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
