/* Short messages over the stage. One that offers to undo something vanishes as soon as the game
 * changes again, for then the offer would mean something else. */

import { byId } from "./dom.js";

const LEAST = 4000, PER_LETTER = 55; /* milliseconds that a message stays */

/**
 * Returns a function that shows a message for a while; "" removes it.
 * @param {Store} store
 * @returns {Say}
 */
export function createToasts(store) {
  let timer = 0;
  let isOffer = false;

  function hide() {
    clearTimeout(timer);
    byId("said").hidden = true;
    byId("said-words").textContent = "";
  }

  byId("said-undo").addEventListener("click", () => store.undo());
  store.listen(["game", "places"], () => { if (isOffer) hide(); });
  store.listen(["mode"], hide);
  return (words, offersUndo = false) => {
    hide();
    if (words === "") return;
    isOffer = offersUndo;
    byId("said").hidden = false;
    byId("said-words").textContent = words;
    byId("said-undo").hidden = !offersUndo;
    timer = setTimeout(hide, LEAST + PER_LETTER * words.length);
  };
}
