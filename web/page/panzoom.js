/* Pan and zoom of an <svg> through its viewBox: wheel, drag of the background, pinch, keys. */

const MOST = 40, LEAST = 1 / 8; /* largest and smallest scale, relative to fitting */
const CLICK_RADIUS = 4; /* pixels that a finger may move during a click */

export function createPanZoom(svg, isBackground) {
  const whole = svg.viewBox.baseVal;
  const fitting = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
  let box = { ...fitting };
  const fingers = new Map();

  function apply() {
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /* Returns the point of the drawing at a point of the screen. */
  function pointAt(x, y) {
    return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  }

  function zoom(factor, x, y) {
    const scale = box.width / factor / fitting.width;
    if (scale < 1 / MOST || scale > 1 / LEAST) return;
    const bounds = svg.getBoundingClientRect();
    const at = pointAt(x ?? bounds.x + bounds.width / 2, y ?? bounds.y + bounds.height / 2);
    box = {
      x: at.x - (at.x - box.x) / factor,
      y: at.y - (at.y - box.y) / factor,
      width: box.width / factor,
      height: box.height / factor,
    };
    apply();
  }

  function pan(dx, dy) {
    const scale = svg.getScreenCTM().a;
    box.x -= dx / scale;
    box.y -= dy / scale;
    apply();
  }

  function spread() {
    const [a, b] = [...fingers.values()];
    return { size: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  /* Captures the pointer only during a drag, so that clicks reach the elements below it. */
  function isDragged(finger, event) {
    const way = Math.hypot(event.clientX - finger.x, event.clientY - finger.y);
    if (finger.dragged || way < CLICK_RADIUS) return finger.dragged;
    svg.setPointerCapture(event.pointerId);
    finger.dragged = true;
    return true;
  }

  function move(event) {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined || !isDragged(finger, event)) return;
    const before = fingers.size === 2 ? spread() : null;
    const dx = event.clientX - finger.x, dy = event.clientY - finger.y;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (before === null) return pan(dx, dy);
    const after = spread();
    zoom(after.size / Math.max(1, before.size), after.x, after.y);
    pan(after.x - before.x, after.y - before.y);
  }

  svg.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });
  svg.addEventListener("pointerdown", event => {
    if (event.button !== 0 || (fingers.size === 0 && !isBackground(event.target))) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, dragged: false });
  });
  svg.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    svg.addEventListener(name, event => fingers.delete(event.pointerId));

  return {
    zoom,
    pan,
    fit() {
      box = { ...fitting };
      apply();
    },
  };
}
