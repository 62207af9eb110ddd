/* The address of the page contains the game and the view, or, if that would be too long for a link,
 * the name of the record in which the browser keeps them. */

import { byId, debounce } from "./dom.js";
import { decodeFragment, encodeFragment } from "./fragment.js";
import { t } from "./language.js";
import { emptyHistory } from "./history.js";
import { cleanShared, firstShared, isGame } from "./state.js";
import { freshId } from "./storage.js";

export const LONGEST_LINK = 8000; /* characters; programs cut longer ones */
const LONGEST_TEXT = 200000; /* characters of a game that might fit into a link, compressed */
const KEPT = "#kept-";

/** @typedef {Partial<State> & Shared} Opened what an address shows, with `own` if the browser keeps it */

/**
 * Returns the state of an address; null if there is none or it is damaged.
 * @param {string} hash
 * @param {import("./keeper.js").Keeper} keeper
 * @returns {Promise<Opened | null>}
 */
export async function openAddress(hash, keeper) {
  if (hash.startsWith(KEPT)) return keeper.open(hash.slice(KEPT.length));
  const given = await decodeFragment(hash);
  return given === null || !isGame(given.game) ? null : cleanShared(given);
}

/**
 * Says what is wrong with an address that shows nothing; "" if it is the id of an element, which is a
 * valid fragment, too.
 * @param {string} hash
 */
export function damageOf(hash) {
  if (hash.startsWith(KEPT)) return t("This address belongs to a game that another browser keeps.");
  return hash === "" || byId(hash.slice(1)) !== null ? "" : t("This link is damaged.");
}

/**
 * Leaves out what cleanShared() restores, so that links are short.
 * @param {Shared} shared
 * @returns {Partial<Shared>}
 */
export function withoutDefaults(shared) {
  const usual = { ...firstShared(), places: {}, history: emptyHistory() };
  return /** @type {any} */ (Object.fromEntries(Object.entries(shared).filter(([name, value]) =>
    name === "game" || JSON.stringify(value) !== JSON.stringify(usual[/** @type {keyof Shared} */ (name)]))));
}

/**
 * Returns the fragment of a link; "" if it would be too long.
 * @param {Shared} shared
 */
async function fragmentOf(shared) {
  if ((shared.game.text ?? "").length > LONGEST_TEXT) return "";
  const fragment = await encodeFragment(withoutDefaults(shared));
  return fragment.length > LONGEST_LINK ? "" : fragment;
}

/**
 * Returns the link that shows the same page; "" if it would be too long.
 * @param {Shared} shared
 */
export async function linkOf(shared) {
  const link = new URL(location.href);
  link.hash = await fragmentOf(shared);
  return link.hash === "" || link.href.length > LONGEST_LINK ? "" : link.href;
}

/**
 * Returns whether the browser's Back button should lead from one state to the other: if another
 * game was opened or another mode chosen. Positions have a history of their own.
 * @param {Shared} before
 * @param {Shared} after
 */
const isOtherPage = (before, after) => before.title !== after.title || before.mode !== after.mode;

/**
 * Writes the state into the address and has the browser keep it, and reads addresses that the reader
 * enters or returns to.
 * @param {Store} store
 * @param {import("./keeper.js").Keeper} keeper
 * @param {Say} say
 */
export function keepAddress(store, keeper, say) {
  let current = location.hash, written = store.shared();
  let last = written, lastOwn = store.state.own; /* the last state before the reader went to another page, which Back shows */

  /**
   * Returns the address of a state; "" if it is too long and the browser does not keep the game yet.
   * @param {Shared} shared
   * @param {string | null} own
   */
  const hashOf = async (shared, own) => {
    const fragment = await fragmentOf(shared);
    return fragment !== "" ? `#${fragment}` : own === null ? "" : KEPT + own;
  };

  const write = debounce(async () => {
    const from = current, shared = store.shared();
    if (store.state.own === null && await fragmentOf(shared) === "") store.change({ own: freshId() });
    const { own } = store.state;
    const [before, hash] = await Promise.all([hashOf(last, lastOwn), hashOf(shared, own)]);
    await keeper.keep(hash);
    if (location.hash !== from || current !== from) return; /* the reader has gone elsewhere meanwhile */
    if (isOtherPage(written, shared)) {
      if (before !== "") history.replaceState(null, "", before);
      history.pushState(null, "", hash);
    } else history.replaceState(null, "", hash);
    current = hash;
    written = shared;
    [last, lastOwn] = [shared, own];
  }, 150);

  store.listen([.../** @type {(keyof State)[]} */ (Object.keys(firstShared())), "own"], () => {
    keeper.expect();
    const shared = store.shared();
    if (!isOtherPage(written, shared)) [last, lastOwn] = [shared, store.state.own];
    write();
  });
  addEventListener("hashchange", async () => {
    const { hash } = location;
    if (hash === current) return;
    const shared = await openAddress(hash, keeper);
    if (location.hash !== hash) return; /* the reader has gone on, which is an event of its own */
    current = hash;
    if (shared === null && damageOf(hash) !== "") say(`${damageOf(hash)} ${t("The game is unchanged.")}`);
    if (shared === null) return;
    written = shared;
    [last, lastOwn] = [shared, shared.own ?? null];
    store.change({ own: null, solved: null, look: null, scene: null, error: null, ...shared });
  });
}
