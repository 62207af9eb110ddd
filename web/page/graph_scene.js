/* The scene of the graph: which positions and moves are shown, and where. The program lays out a
 * game once; after that positions stay where they are, whatever is added or removed. */

import { createCache, postForText } from "./api.js";
import { boardPicture } from "./board_paint.js";
import { parseEdges } from "./edges.js";
import { arrange, bendMoves, placeNew, sizeOf } from "./geometry.js";
import { currentVertex } from "./state.js";

const LARGE_ORDER = 60; /* positions from which on only a neighbourhood is shown by default */
const LARGER_ORDER = 120; /* the same, while the whole game is shown: one more position hides nothing */

const BOARD_AREA = 3600; /* square pixels for each board of a neighbourhood */

const remembered = createCache(30);

/**
 * @param {State} state
 * @param {Solved} solved
 */
function isPartial({ view, scene }, solved) {
  const least = scene !== null && scene.around === null && scene.nodes.size > 0 ? LARGER_ORDER : LARGE_ORDER;
  return view.scope === "around" || (view.scope === "auto" && solved.order >= least);
}

/**
 * Returns the request for the whole game or for the neighbourhood of the current position.
 * @param {State} state
 */
export function pictureRequest(state) {
  const { view } = state, solved = /** @type {Solved} */ (state.solved);
  /** @type {Record<string, any>} */
  const request = { game: solved.game };
  if (view.layout !== "auto") request.layout = view.layout;
  const around = currentVertex(state) ?? solved.names[0];
  if (solved.learn !== undefined) Object.assign(request, { around, radius: 1 });
  else if (isPartial(state, solved)) Object.assign(request, { around, radius: view.radius });
  return request;
}

/**
 * Reads names, boards, places and moves from a scene of the program.
 * @param {import("./paint.js").Painted} painted
 * @param {Solved | null} solved
 */
function readScene({ nodes, edges, legend }, solved) {
  const valueOf = (/** @type {string} */ name) =>
    (solved?.answer.value === undefined ? "" : solved.text("value", solved.numberOf(name)));
  return {
    nodes: nodes.map(({ x, y, more = false, board, data = {} }) => ({ name: data.position, x, y, more, value: valueOf(data.position),
      picture: board === undefined ? undefined : boardPicture(board) })),
    moves: edges.map(({ rating, best, data = {} }) => ({ from: data.from, to: data.to, quality: best ? `${rating} best` : rating,
      ...(data.kind === undefined ? {} : { kind: data.kind }) })),
    legend,
  };
}

/**
 * Returns the current position of a game that is not drawn, with its moves around it.
 * @param {Look} look
 */
function starOf({ vertex, moves }) {
  const heads = [...new Set(moves.map(move => move.vertex))].filter(head => head !== "");
  const around = heads.filter(head => head !== vertex), radius = 60 + 16 * around.length;
  const nodes = around.map((name, i) => {
    const angle = 2 * Math.PI * i / around.length;
    return { name, x: radius * Math.sin(angle), y: -radius * Math.cos(angle), more: false };
  });
  return { nodes: [{ name: vertex, x: 0, y: 0, more: false }, ...nodes],
    moves: heads.map(to => ({ from: vertex, to })), legend: [] };
}

/** @param {Record<string, any>} request */
const fetchScene = request =>
  remembered(request, async () => JSON.parse(await postForText("draw", { ...request, to: "json" })));

/**
 * @param {Map<string, Point & { picture?: any }>} places
 * @param {{ from: string, to: string, kind?: string, quality?: string }[]} moves
 */
function bent(places, moves) {
  const boxes = new Map([...places].map(([name, { x, y, picture }]) => [name, { x, y, ...sizeOf({ name, picture }) }]));
  return bendMoves(boxes, moves);
}

/**
 * Returns the places of positions that keep them in the whole game: those that the reader chose, and
 * those of the scene before, if it was whole and most of its positions are still there.
 * @param {string[]} names
 * @param {Record<string, [number, number]>} chosen
 * @param {Scene | null} before
 */
function keptPlaces(names, chosen, before) {
  /** @type {Map<string, Point>} */
  const kept = new Map();
  const old = before?.around === null ? before.nodes : new Map();
  const stays = names.filter(name => old.has(name)).length * 2 >= Math.min(names.length, old.size);
  for (const name of names) {
    if (chosen[name] !== undefined) kept.set(name, { x: chosen[name][0], y: chosen[name][1] });
    else if (stays && old.has(name)) {
      const { x, y } = /** @type {SceneNode} */ (old.get(name));
      kept.set(name, { x, y });
    }
  }
  return kept;
}

/**
 * Returns the places of positions that keep them in a neighbourhood: all, after an edit of it, and
 * then new positions are where the reader put them.
 * @param {string[]} names
 * @param {Record<string, [number, number]>} chosen
 * @param {Map<string, SceneNode>} old positions of the same neighbourhood
 */
function keptNearby(names, chosen, old) {
  /** @type {Map<string, Point>} */
  const kept = new Map();
  if (names.filter(name => old.has(name)).length * 2 < names.length) return kept;
  for (const name of names) {
    const { x, y } = old.get(name) ?? { x: chosen[name]?.[0], y: chosen[name]?.[1] };
    if (x !== undefined && y !== undefined) kept.set(name, { x, y });
  }
  return kept;
}

/**
 * Returns positions that are in no neighbourhood, because they have no moves yet: those that the
 * reader has just put there.
 * @param {State} state
 * @returns {string[]}
 */
function loosePositions({ game, places, solved }) {
  if (game.format !== "edges" || Object.keys(places).length === 0) return [];
  const { followers } = parseEdges(game.text ?? "");
  const reached = new Set([...followers.values()].flatMap(heads => [...heads]));
  return Object.keys(places).filter(name => followers.get(name)?.size === 0 && !reached.has(name) && solved?.has(name));
}

/**
 * Moves a neighbourhood so that its centre stays where it was.
 * @param {SceneNode[]} nodes
 * @param {string} around
 * @param {Scene | null} before
 */
function anchored(nodes, around, before) {
  const old = before?.nodes.get(around), now = nodes.find(node => node.name === around);
  if (old === undefined || now === undefined) return nodes;
  return nodes.map(node => ({ ...node, x: node.x + old.x - now.x, y: node.y + old.y - now.y }));
}

/**
 * Fetches the game or a neighbourhood. If the reader wants what fits, one that is too large is made smaller.
 * @param {State} state
 * @param {Record<string, any>} request
 * @param {Size} frame
 */
async function fetchPart({ view, solved }, request, { width, height }) {
  let { radius } = request, scene = await fetchScene(request);
  const most = scene.nodes[0]?.board === undefined ? LARGE_ORDER : Math.min(LARGE_ORDER, width * height / BOARD_AREA);
  while (view.scope === "auto" && radius > 1 && scene.nodes.length > most) scene = await fetchScene({ ...request, radius: --radius });
  return { radius, ...readScene(scene, solved) };
}

/**
 * Fetches and places what the graph shows.
 * @param {State} state
 * @param {Size} frame
 * @param {Scene | null} before the last scene of the same game, before an edit; null: none
 * @returns {Promise<Scene>}
 */
export async function buildScene(state, frame, before) {
  const request = pictureRequest(state), { places: chosen } = state;
  const isLookup = state.solved?.learn !== undefined;
  const picture = isLookup ? { radius: 1, ...starOf(/** @type {Look} */ (state.look)) } : await fetchPart(state, request, frame);
  const around = request.around ?? null;
  const old = around !== null && before !== null && before.around === around ? before.nodes : new Map();
  const shown = new Set(picture.nodes.map(({ name }) => name));
  const loose = old.size === 0 ? [] : loosePositions(state).filter(name => !shown.has(name));
  const arranged = arrange(picture.nodes, frame);
  const fresh = [...(around === null ? arranged : anchored(arranged, around, before)),
    ...loose.map(name => ({ name, x: 0, y: 0, more: false }))];
  const names = fresh.map(({ name }) => name);
  let places = around === null ? keptPlaces(names, chosen, before) : keptNearby(names, chosen, old);
  if (places.size === 0) places = new Map(fresh.map(({ name, x, y }) => [name, { x, y }]));
  placeNew(places, names, picture.moves);
  const nodes = new Map(fresh.map(node => [node.name, { ...node, .../** @type {Point} */ (places.get(node.name)) }]));
  return { key: JSON.stringify(request), nodes, edges: bent(nodes, picture.moves), around, radius: picture.radius,
    legend: picture.legend };
}

/**
 * Returns the scene with one position elsewhere.
 * @param {Scene} scene
 * @param {string} name
 * @param {Point} at
 * @returns {Scene}
 */
export function withPlace(scene, name, { x, y }) {
  const nodes = new Map(scene.nodes);
  nodes.set(name, { .../** @type {SceneNode} */ (nodes.get(name)), x, y });
  return { ...scene, nodes, edges: bent(nodes, scene.edges) };
}

/**
 * Returns the places of all positions, to be kept in the address.
 * @param {Scene} scene
 * @returns {Record<string, [number, number]>}
 */
export const placesOf = scene => Object.fromEntries([...scene.nodes.values()].map(
  ({ name, x, y }) => [name, [Math.round(x), Math.round(y)]]));
