/* What the browser keeps: the games of the reader, and the steps that undo can take back after a
 * reload. They are in IndexedDB. Where a browser refuses that, as some do in private windows and for
 * files opened from disk, they last until the page is closed. Preferences are in localStorage, not in
 * the address. */

/** @typedef {"games" | "undo"} Shelf */
/** @typedef {Awaited<ReturnType<typeof openStorage>>} Storage */

const PATIENCE = 3000; /* milliseconds to wait for a database that another page may block */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const promiseOf = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  const request = indexedDB.open("grundy", 1);
  request.onupgradeneeded = () => {
    for (const shelf of ["games", "undo"]) request.result.createObjectStore(shelf, { keyPath: "id" });
  };
  const late = new Promise((_, reject) => { setTimeout(() => reject(new Error("blocked")), PATIENCE); });
  return Promise.race([promiseOf(request), /** @type {Promise<never>} */ (late)]);
}

/** @param {IDBDatabase} database */
function inDatabase(database) {
  const shelfOf = (/** @type {Shelf} */ shelf, /** @type {IDBTransactionMode} */ mode) =>
    database.transaction(shelf, mode).objectStore(shelf);
  return {
    isLasting: true,
    get: (/** @type {Shelf} */ shelf, /** @type {string} */ id) => promiseOf(shelfOf(shelf, "readonly").get(id)),
    all: (/** @type {Shelf} */ shelf) => promiseOf(shelfOf(shelf, "readonly").getAll()),
    put: async (/** @type {Shelf} */ shelf, /** @type {{ id: string }} */ record) => {
      await promiseOf(shelfOf(shelf, "readwrite").put(record));
    },
    remove: (/** @type {Shelf} */ shelf, /** @type {string} */ id) =>
      promiseOf(shelfOf(shelf, "readwrite").delete(id)),
  };
}

/** @returns {ReturnType<typeof inDatabase>} */
function inMemory() {
  const shelves = { games: new Map(), undo: new Map() };
  return {
    isLasting: false,
    get: async (shelf, id) => shelves[shelf].get(id),
    all: async shelf => [...shelves[shelf].values()],
    put: async (shelf, record) => { shelves[shelf].set(record.id, record); },
    remove: async (shelf, id) => { shelves[shelf].delete(id); },
  };
}

/** Opens the storage of the browser, or one that lasts until the page is closed. */
export async function openStorage() {
  try {
    return inDatabase(await openDatabase());
  } catch {
    return inMemory();
  }
}

/** Returns a name that nothing else has. */
export const freshId = () =>
  Date.now().toString(36) + Math.floor(Math.random() * 2 ** 40).toString(36).padStart(8, "0");

/** Returns the name of this tab, which a reload keeps. */
export function tabId() {
  try {
    const known = sessionStorage.getItem("grundy-tab") ?? freshId();
    sessionStorage.setItem("grundy-tab", known);
    return known;
  } catch {
    return freshId();
  }
}

/**
 * Keeps a preference of the reader, where the browser allows that.
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(`grundy-${key}`, value);
  } catch {
    /* storage is not allowed */
  }
}

/** @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(`grundy-${key}`);
  } catch {
    return null;
  }
}
