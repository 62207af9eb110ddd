/* The walk: the positions that were gone through move by move, as a line to go back by. */

import { byId, make } from "./dom.js";
import { chosenName } from "./state.js";

const SHOWN = 12; /* the last ones */

export function createWalk(store) {
  let walk = [];

  async function extend() {
    const { solved } = store.state, name = chosenName(store.state), last = walk.at(-1);
    if (name === null) walk = [];
    else if (last !== name) {
      const known = last !== undefined && solved.has(last);
      const isMove = known && (await solved.followers(last)).includes(name);
      walk = isMove ? [...walk, name] : [name];
    }
    show();
  }

  function goBack(length) {
    walk = walk.slice(0, length);
    store.change({ position: walk.at(-1) });
    show();
  }

  function show() {
    const before = Math.max(0, walk.length - SHOWN);
    byId("walk").replaceChildren(...walk.slice(before).flatMap((name, i) => {
      const length = before + i + 1;
      const button = make("button", {
        type: "button", text: name, "aria-current": length === walk.length ? "step" : false,
        on: { click: () => goBack(length) },
      });
      return i === 0 ? [button] : [make("span", { text: "→", "aria-hidden": "true" }), button];
    }));
  }

  store.listen(["solved", "position"], extend);
}
