/* The address of the page contains the game and the view. */

import { byId, debounce } from "./dom.js";
import { decodeFragment, encodeFragment } from "./fragment.js";
import { cleanShared, firstShared, isGame } from "./state.js";

const LONGEST_TEXT = 2000000; /* characters */
const LONGEST_ADDRESS = 200000; /* characters; larger games are not put into the address */

/**
 * Returns the state stored in an address; null if there is none or it is damaged.
 * @param {string} hash
 */
export async function sharedIn(hash) {
  const given = await decodeFragment(hash);
  return given === null || !isGame(given.game) ? null : cleanShared(given);
}

/**
 * Returns whether an address is damaged. Ids of elements are valid fragments, too.
 * @param {string} hash
 * @param {Shared | null} shared
 */
export const isDamaged = (hash, shared) =>
  shared === null && hash !== "" && byId(hash.slice(1)) === null;

/**
 * Returns the address that shows the same page.
 * @param {Shared} shared
 */
export async function addressOf(shared) {
  const link = new URL(location.href);
  link.hash = await encodeFragment(shared);
  return link.href;
}

/**
 * Returns whether the browser's Back button should lead from one state to the other: if another
 * game was opened or another mode chosen. Positions have a history of their own.
 * @param {Shared} before
 * @param {Shared} after
 */
const isOtherPage = (before, after) => before.title !== after.title || before.mode !== after.mode;

/**
 * Writes the state into the address, and reads addresses that the reader enters or returns to.
 * @param {Store} store
 * @param {(words: string) => void} say
 */
export function keepAddress(store, say) {
  let own = location.hash, written = store.shared();
  const write = debounce(async () => {
    const shared = store.shared();
    if ((shared.game.text ?? "").length > LONGEST_TEXT) return;
    const from = own;
    const [before, fragment] = await Promise.all([encodeFragment(written), encodeFragment(shared)]);
    if (fragment.length > LONGEST_ADDRESS) return;
    if (location.hash !== from || own !== from) return; /* the reader has gone elsewhere meanwhile */
    if (isOtherPage(written, shared)) {
      if (from === "") history.replaceState(null, "", `#${before}`);
      history.pushState(null, "", `#${fragment}`);
    } else history.replaceState(null, "", `#${fragment}`);
    own = `#${fragment}`;
    written = shared;
  }, 150);
  store.listen(/** @type {(keyof State)[]} */ (Object.keys(firstShared())), write);
  addEventListener("hashchange", async () => {
    const { hash } = location;
    if (hash === own) return;
    const shared = await sharedIn(hash);
    if (location.hash !== hash) return; /* the reader has gone on, which is an event of its own */
    own = hash;
    if (shared !== null) {
      written = shared;
      store.change({ ...shared, scene: null });
    }
    if (isDamaged(hash, shared)) say("This link is damaged; the game is unchanged.");
  });
}
