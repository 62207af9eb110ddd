/* Keeps the reader's games in the browser. A game gets a record when it is first changed, and from then
 * on the record follows every change; nobody has to save anything. */

import { byId } from "./dom.js";
import { t } from "./language.js";
import { cleanShared } from "./state.js";
import { tabId } from "./storage.js";

const WEEK = 7 * 24 * 3600 * 1000; /* milliseconds after which the undo steps of a tab are forgotten */

/**
 * A game of the reader; its name is the title in `shared`.
 * @typedef {{ id: string, time: number, shared: Shared }} KeptGame
 */

/** @typedef {ReturnType<typeof createKeeper>} Keeper */

/**
 * @param {import("./storage.js").Storage} storage
 */
export function createKeeper(storage) {
  const tab = tabId();
  /** @type {Store | null} */
  let store = null;
  let changes = 0, kept = 0; /* how many there were, and how many of them are kept */
  let problem = ""; /* why the browser does not keep the game */
  /** @type {Game | null} */
  let saved = null; /* the game that the reader has last saved as a file */

  const count = (/** @type {number} */ made, /** @type {number} */ done) => {
    [changes, kept] = [made, done];
    document.body.dataset.kept = String(kept === changes);
  };

  /** Says whether closing the page would lose something. */
  const isUnsaved = () => store !== null && store.state.own !== null && store.state.game !== saved &&
    (problem !== "" || !storage.isLasting);

  /** @param {any} error */
  const reasonOf = error => (error?.name === "QuotaExceededError" ? t("its storage is full") : t("it refuses to store data"));

  /** Keeps the last change of a game before the page goes. */
  function keepNow() {
    if (store === null || store.state.own === null || kept === changes) return;
    storage.put("games", /** @type {KeptGame} */ ({ id: store.state.own, time: Date.now(), shared: store.shared() }))
      .catch(() => {}); /* nobody is left to be told */
  }

  addEventListener("beforeunload", event => {
    keepNow();
    if (isUnsaved()) event.preventDefault();
  });

  return {
    isLasting: () => storage.isLasting && problem === "",
    problem: () => problem,
    /**
     * Connects the store, and restores the undo steps of this tab if they belong to the address.
     * @param {Store} given
     */
    async follow(given) {
      store = given;
      const last = await storage.get("undo", tab);
      if (last?.address === location.hash && location.hash !== "") {
        store.setUndoSteps({ past: last.past, future: last.future });
        store.state.own = last.own;
      }
      for (const { id, time } of await storage.all("undo"))
        if (time < Date.now() - WEEK) await storage.remove("undo", id);
    },
    /** Notes that something has changed, which keep() will keep. */
    expect: () => count(changes + 1, kept),
    /**
     * Keeps the game, if it is the reader's, and the steps of undo.
     * @param {string} address to which these belong
     */
    async keep(address) {
      if (store === null) return;
      const { own } = store.state, time = Date.now(), shared = store.shared();
      const made = changes;
      try {
        if (own !== null) await storage.put("games", /** @type {KeptGame} */ ({ id: own, time, shared }));
        await storage.put("undo", /** @type {any} */ ({ id: tab, time, address, own, ...store.undoSteps() }));
        problem = "";
        count(changes, made);
      } catch (error) {
        problem = t("The browser does not keep this game: {reason}. Save it as a file, under Share.", { reason: reasonOf(error) });
      }
      byId("kept-note").textContent = own === null ? "" : problem;
    },
    /** Notes that the reader has saved the game as a file. */
    savedAsFile() {
      saved = store?.state.game ?? null;
    },
    /**
     * Returns the state of a kept game; null if there is none.
     * @param {string} id
     */
    async open(id) {
      const found = await storage.get("games", id);
      return found === undefined ? null : { ...cleanShared(found.shared), own: id };
    },
    /**
     * Returns all kept games, the newest first.
     * @returns {Promise<KeptGame[]>}
     */
    list: async () => (await storage.all("games")).sort((a, b) => b.time - a.time),
    /** @param {KeptGame} game */
    put: game => storage.put("games", game),
    /** @param {string} id */
    remove: id => storage.remove("games", id),
  };
}
