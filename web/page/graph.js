/* The graph on the stage: fetches the scene when the game or the neighbourhood changes, paints it,
 * and follows the current position. */

import { isStale } from "./api.js";
import { createCamera } from "./camera.js";
import { pictureDecoration } from "./decoration.js";
import { byId, isCalm, makeSvg, oncePerFrame, setText } from "./dom.js";
import { createGraphKeys } from "./graph_keys.js";
import { createPainter } from "./graph_paint.js";
import { pictureOf } from "./graph_picture.js";
import { freePlace, nodeScale, sizeOf, smallestText } from "./geometry.js";
import { buildScene, pictureRequest } from "./graph_scene.js";
import { createTools } from "./graph_tools.js";
import { t } from "./language.js";
import { legendInWords } from "./legend_words.js";
import { sentence } from "./messages.js";
import { currentPosition, isAwaited } from "./state.js";

const LINES = 64; /* pixels by which the graph grows and shrinks with the legend; nothing moves then */
const NODE_ROOM = 40; /* pixels between a new position and the edge of the graph */

/** @returns {Scene} */
const emptyScene = () => ({ key: "", nodes: new Map(), edges: [], around: null, legend: [] });

/**
 * Says which part of a large game is shown, and what its colours mean in a sum.
 * @param {State} state
 */
function graphNote({ scene, solved, others, look }) {
  const sum = others.length > 0 ? t("Positions have the colours that they have without the other games.") : "";
  if (scene === null || solved === null || scene.around === null) return sum;
  const { around, radius = 1, nodes: { size: shown } } = scene;
  const name = look?.board && look.vertex === around ? t("the current one") : around;
  const part = solved.learn !== undefined ? look?.board ? t("The current position and its moves.") : t("The position {name} and its moves.", { name })
    : t("{shown} of {all} {all:1=position|positions}: those at most {radius} {radius:1=move|moves} from {name}. " +
      "Those with a shadow have more moves.", { shown, all: solved.order, radius, name });
  return `${sum} ${part}`.trim();
}

/**
 * Returns whether the camera must turn to a scene: to the first one of a game, to one without any
 * position that was shown, unless the reader placed all of them, and to another neighbourhood.
 * @param {Scene} scene
 * @param {Scene | null} before
 * @param {State["places"]} chosen
 */
function isElsewhere(scene, before, chosen) {
  if (before === null || scene.around !== before.around) return true;
  const names = [...scene.nodes.keys()];
  return !names.some(name => before.nodes.has(name)) && !names.every(name => chosen[name] !== undefined);
}

/**
 * Returns whether most positions are elsewhere, as when tidying up is undone; dragging moves one.
 * @param {Scene} scene
 * @param {Scene | null} before
 */
function isRearranged(scene, before) {
  const both = [...scene.nodes.values()].filter(({ name }) => before?.nodes.has(name));
  const moved = both.filter(({ name, x, y }) => {
    const old = /** @type {SceneNode} */ (before?.nodes.get(name));
    return Math.hypot(old.x - x, old.y - y) > 1;
  });
  return moved.length > 2 && moved.length * 2 > both.length;
}

/**
 * Fetches scenes; only the last one that was asked for is shown.
 * @param {Store} store
 * @param {() => Size} frameSize
 * @param {(busy: boolean) => void} setBusy
 * @param {() => void} fit
 * @param {(words: string) => void} refused takes the reason why nothing is shown, or ""
 */
function createLoader(store, frameSize, setBusy, fit, refused) {
  let asked = "";
  /** @type {Solved | null} */
  let shown = null;

  return async function load() {
    const { solved, scene, look } = store.state;
    if (solved === null || isAwaited(store.state)) return;
    if (solved.learn !== undefined && look?.position !== currentPosition(store.state)) return;
    if (solved.order === 0) {
      asked = "";
      store.change({ scene: emptyScene() });
      return setBusy(false);
    }
    const key = JSON.stringify([pictureRequest(store.state), solved.names.length]);
    if (asked === key && shown === solved && scene !== null) return;
    asked = key;
    shown = solved;
    setBusy(true);
    try {
      const built = await buildScene(store.state, frameSize(), scene);
      if (asked !== key || store.state.solved !== solved) return;
      refused("");
      store.change({ scene: built });
      if (isElsewhere(built, scene, store.state.places)) fit();
    } catch (refusal) {
      if (isStale(refusal) || asked !== key) return;
      asked = "";
      refused(sentence(/** @type {any} */ (refusal).message));
    }
    setBusy(false);
  };
}

/** Scenes with the size of their text, for the last frame. @type {WeakMap<Scene, { key: string, scene: Scene }>} */
const sizes = new WeakMap();

/**
 * Returns the scene with the size of its text in a frame.
 * @param {Scene} scene
 * @param {Size} frame
 */
function sized(scene, frame) {
  const key = `${frame.width} ${frame.height}`, known = sizes.get(scene);
  if (known?.key === key) return known.scene;
  const made = { ...scene, smallest: smallestText([...scene.nodes.values()], frame) };
  sizes.set(scene, { key, scene: made });
  return made;
}

/**
 * Returns whether a position is cut off.
 * @param {Scene | null} scene
 * @param {ReturnType<typeof createCamera>} camera
 */
function isCutOff(scene, camera) {
  if (scene === null) return false;
  const scale = nodeScale(camera.get().z, sized(scene, camera.size()).smallest);
  return ![...scene.nodes.values()].every(node => camera.visible(sizeOf(node).height / 2 * scale).has(node));
}

/**
 * @param {Store} store
 * @param {object} parts
 * @param {(name: string) => void} parts.choose goes to a position
 * @param {import("./edits.js").Edits} parts.edits
 * @param {() => import("./graph_picture.js").Decoration} parts.decoration
 * @param {Say} parts.say
 */
export function createGraph(store, { choose, edits, decoration, say }) {
  const frame = byId("graph");
  const svg = makeSvg("svg", { role: "group", "aria-label": t("Positions; arrow keys move between them") });
  frame.prepend(svg);
  const painter = createPainter(svg);
  /** @type {any} */
  let tools = null;
  let isRefused = false;
  /** @type {string | null} */
  let awaited = null; /* a position that gets the focus as soon as it is there */
  const place = oncePerFrame(() => {
    const { scene } = store.state;
    if (scene === null) return clear();
    painter.paint(sized(scene, camera.size()), camera.get(), decoration());
    if (awaited !== null && painter.nodes.has(awaited)) {
      painter.nodes.get(awaited).focus();
      awaited = null;
    }
    byId("graph-empty").hidden = scene.nodes.size > 0;
    if (!isRefused) setText(byId("graph-note"), graphNote(store.state));
  });
  const camera = createCamera(frame, place, event => tools.isPanned(event));
  let fitted = camera.size();
  const fit = () => {
    fitted = frame.clientWidth > 0 ? camera.size() : { width: 0, height: 0 }; /* once more when it is shown */
    camera.fit([...(store.state.scene?.nodes.values() ?? [])]);
  };
  const focus = (/** @type {string} */ name) => {
    awaited = name;
    place();
  };
  const clear = () => {
    painter.paint(emptyScene(), camera.get(), decoration());
    byId("graph-empty").hidden = true;
    if (!isRefused) setText(byId("graph-note"), "");
  };
  const freeInView = (/** @type {string | null} */ near) => {
    const nodes = store.state.scene?.nodes ?? new Map(), { middle, has } = camera.visible(NODE_ROOM);
    const taken = [...nodes.values()], from = (near === null ? null : nodes.get(near)) ?? middle;
    const at = freePlace(from, taken, has);
    return has(at) || at !== from ? at : middle;
  };
  const graph = { frame, svg, painter, camera, choose, place, fit, focus, freePlace: freeInView };
  tools = createTools(store, graph, edits, say);
  createGraphKeys(store, graph, tools, edits);
  painter.glide(!isCalm());

  const setBusy = (/** @type {boolean} */ busy) => frame.setAttribute("aria-busy", String(busy));
  const load = createLoader(store, camera.size, setBusy, fit, words => {
    isRefused = words !== "";
    setText(byId("graph-note"), words);
  });
  new ResizeObserver(() => {
    const { width, height } = camera.size();
    const isResized = width !== fitted.width || Math.abs(height - fitted.height) > LINES ||
      (height < fitted.height && isCutOff(store.state.scene, camera));
    if (frame.clientWidth > 0 && camera.isFitting() && isResized) fit();
  }).observe(frame);
  byId("zoom-in").addEventListener("click", () => camera.zoom(1.25));
  byId("zoom-out").addEventListener("click", () => camera.zoom(0.8));
  byId("zoom-fit").addEventListener("click", fit);
  store.listen(["game"], () => setBusy(true));
  store.listen(["solved", "view", "history", "look"], load);
  /** @type {Scene | null} */
  let before = null;
  store.listen(["scene"], ({ scene }) => {
    if (scene === null) load();
    else if (camera.isFitting() && isRearranged(scene, before)) fit();
    before = scene;
  });
  store.listen(["scene", "look", "answers", "mode", "misere", "history", "solved", "others"], place);
  store.listen(["error"], ({ error }) => { if (error !== null) setBusy(false); });
  return {
    place,
    /**
     * Returns the graph at its places and its zoom, for saved pictures; null if there is none.
     * @param {boolean} answers whether it has outcomes, values and the quality of moves
     */
    picture(answers) {
      const { scene } = store.state;
      return scene === null ? null
        : { ...pictureOf(sized(scene, camera.size()), camera.get().z, pictureDecoration(store.state, decoration(), answers)), legend: legendInWords(scene.legend) };
    },
    /** Moves the keyboard focus to the current position. */
    focus: () => /** @type {any} */ (svg.querySelector(".node[tabindex='0']"))?.focus(),
  };
}
