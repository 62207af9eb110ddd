/* The camera of the graph: zoom by wheel, pinch and buttons, pan by dragging the background. */

import { fittingCamera } from "./geometry.js";

const CLICK_RADIUS = 4; /* pixels that a finger may move during a click */

/**
 * Follows fingers that drag or pinch the background.
 * @param {any} frame
 * @param {{ pan(dx: number, dy: number): void, zoom(factor: number, x: number, y: number): void }} camera
 * @param {(event: any) => boolean} isPanned whether a press there pans
 */
function followFingers(frame, camera, isPanned) {
  /** @type {Map<number, { x: number, y: number, dragged: boolean }>} */
  const fingers = new Map();

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { size: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  /* The pointer is captured only during a drag, so that clicks reach the elements below it. */
  frame.addEventListener("pointermove", (/** @type {any} */ event) => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    const dx = event.clientX - finger.x, dy = event.clientY - finger.y;
    if (!finger.dragged && Math.hypot(dx, dy) < CLICK_RADIUS) return;
    if (!finger.dragged) frame.setPointerCapture(event.pointerId);
    finger.dragged = true;
    const before = fingers.size === 2 ? spread() : null;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (before === null) return camera.pan(dx, dy);
    const after = spread();
    camera.zoom(after.size / Math.max(1, before.size), after.x, after.y);
    camera.pan(after.x - before.x, after.y - before.y);
  });
  frame.addEventListener("pointerdown", (/** @type {any} */ event) => {
    if (event.button !== 0 || (fingers.size === 0 && !isPanned(event))) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, dragged: false });
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    frame.addEventListener(name, (/** @type {any} */ event) => fingers.delete(event.pointerId));
}

/**
 * @param {any} frame
 * @param {() => void} changed
 * @param {(event: any) => boolean} isPanned
 * @param {{ least: number, most: number }} [zooms]
 */
export function createCamera(frame, changed, isPanned, zooms = { least: 0.1, most: 8 }) {
  let at = { x: 0, y: 0, z: 1 };
  let isFitting = true; /* until the reader zooms or pans */

  const camera = {
    get: () => at,
    /* The size of the frame; while a board is shown instead, that of the stage. */
    size: () => (frame.clientWidth > 0 ? { width: frame.clientWidth, height: frame.clientHeight }
      : { width: frame.parentNode.clientWidth - 20, height: frame.parentNode.clientHeight - 110 }),
    /**
     * Returns the point of the graph at a point of the window.
     * @param {number} x
     * @param {number} y
     */
    toGraph(x, y) {
      const box = frame.getBoundingClientRect();
      return { x: (x - box.x - at.x) / at.z, y: (y - box.y - at.y) / at.z };
    },
    /**
     * Returns the middle of what is visible, and whether a point is, with room around it.
     * @param {number} margin in pixels
     */
    visible(margin) {
      const { width, height } = camera.size();
      return {
        middle: { x: (width / 2 - at.x) / at.z, y: (height / 2 - at.y) / at.z },
        /** @param {Point} point */
        has({ x, y }) {
          const px = x * at.z + at.x, py = y * at.z + at.y;
          return px >= margin && py >= margin && px <= width - margin && py <= height - margin;
        },
      };
    },
    /**
     * @param {number} factor
     * @param {number} [x] the point of the window that stays
     * @param {number} [y]
     */
    zoom(factor, x, y) {
      const z = Math.min(zooms.most, Math.max(zooms.least, at.z * factor));
      const box = frame.getBoundingClientRect();
      const px = (x ?? box.x + box.width / 2) - box.x, py = (y ?? box.y + box.height / 2) - box.y;
      at = { z, x: px - (px - at.x) * z / at.z, y: py - (py - at.y) * z / at.z };
      isFitting = false;
      changed();
    },
    /**
     * @param {number} dx
     * @param {number} dy
     */
    pan(dx, dy) {
      at = { ...at, x: at.x + dx, y: at.y + dy };
      isFitting = false;
      changed();
    },
    /**
     * Shows everything.
     * @param {SceneNode[]} nodes
     */
    fit(nodes) {
      camera.show(fittingCamera(nodes, camera.size()));
    },
    /**
     * Shows everything, if that is what this does.
     * @param {{ x: number, y: number, z: number }} everything
     */
    show(everything) {
      at = everything;
      isFitting = true;
      changed();
    },
    isFitting: () => isFitting,
  };

  frame.addEventListener("wheel", (/** @type {any} */ event) => {
    event.preventDefault();
    camera.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });
  followFingers(frame, camera, isPanned);
  return camera;
}
