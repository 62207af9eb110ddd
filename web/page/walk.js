/* The walk: the positions visited move by move, as a trail to go back along. */

import { byId, make } from "./dom.js";
import { chosenName, isAwaited } from "./state.js";

const SHOWN = 12; /* the last ones */
const KEPT = 200;

export function createWalk(store) {
  async function extend() {
    const { solved, walk } = store.state, name = chosenName(store.state), last = walk.at(-1);
    if (solved === null || isAwaited(store.state)) return;
    if (name === null) store.change({ walk: [] });
    else if (last !== name) {
      const known = last !== undefined && solved.has(last);
      const isMove = known && (await solved.followers(last)).includes(name);
      store.change({ walk: isMove ? [...walk, name].slice(-KEPT) : [name] });
    } else show();
  }

  function goBack(length) {
    const walk = store.state.walk.slice(0, length);
    store.change({ walk, position: walk.at(-1) });
  }

  function show() {
    const { walk } = store.state;
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
  store.listen(["walk"], show);
}
