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
 * Writes the state into the address, and reads addresses that the reader enters.
 * @param {Store} store
 * @param {(words: string) => void} say
 */
export function keepAddress(store, say) {
  let own = location.hash;
  const write = debounce(async () => {
    if ((store.state.game.text ?? "").length > LONGEST_TEXT) return;
    const fragment = await encodeFragment(store.shared());
    if (fragment.length > LONGEST_ADDRESS) return;
    own = `#${fragment}`;
    history.replaceState(null, "", own);
  }, 150);
  store.listen(/** @type {(keyof State)[]} */ (Object.keys(firstShared())), write);
  addEventListener("hashchange", async () => {
    if (location.hash === own) return;
    const { hash } = location;
    const shared = await sharedIn(hash);
    if (shared !== null) store.change(shared);
    if (isDamaged(hash, shared)) say("This link is damaged; the game is unchanged.");
  });
}
