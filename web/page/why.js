/* The sentences of `grundy why` about the current position. */

import { createCache, postForJson } from "./api.js";
import { debounce } from "./dom.js";
import { t } from "./language.js";
import { lockingMove, positionRequest } from "./look.js";
import { currentLook } from "./state.js";

const remembered = createCache(200);

/**
 * Fetches the explanation of the current position; `changed` is called when it arrives.
 * @param {Store} store
 * @param {() => void} changed
 */
export function createWhy(store, changed) {
  /** @type {any} */
  let answer = null;
  let asked = "";
  const fetchLater = debounce(async (/** @type {string} */ key, /** @type {any} */ request) => {
    if (key !== asked) return;
    /** @type {any} */
    let found = null;
    try {
      found = await remembered(request, () => postForJson("why", request));
    } catch (refusal) {
      found = { message: /** @type {any} */ (refusal).message };
    }
    if (key !== asked) return;
    answer = found;
    changed();
  }, 60);

  function ask() {
    const { solved, history } = store.state, look = currentLook(store.state);
    const request = look === null || solved === null ? null
      : { ...positionRequest(solved.game, look.position, store.state), ...solved.limits };
    const key = JSON.stringify([request, lockingMove(history)]);
    if (key === asked) return;
    asked = key;
    answer = null;
    if (request !== null && lockingMove(history) !== null)
      answer = { message: t("there are no reasons for positions where the next move must be made in one of the games") };
    else if (request !== null) fetchLater(key, request);
  }

  store.listen(["look", "solved", "history", "misere", "others", "operator"], ask);
  return {
    /** Returns the explanation of the current position; null if there is none yet. */
    current: () => answer,
    /** Returns how a draw is kept: its cycle and its exits; null if it is not a draw. */
    draw: () => answer?.draw ?? null,
  };
}
