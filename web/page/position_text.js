/* Positions as text, for the dialog that sets one up: which letters or numbers of the text are the places of the board,
 * and what a click makes of them. Nothing here touches the page. */

const SEPARATORS = "/ ,;|";

/**
 * Returns where the places of a board are in the text of a position, in their order: letters, or numbers of counters.
 * null: the text has another number of places, so that it can only be edited as text.
 * @param {string} text
 * @param {any} board
 * @returns {{ at: number, length: number }[] | null}
 */
export function placesInText(text, board) {
  const count = (board?.cells ?? board?.heaps ?? []).length;
  const numbers = [...text.matchAll(/\d+/g)].map(found => ({ at: found.index, length: found[0].length }));
  if (count === 0) return null;
  if (board.heaps !== undefined) return numbers.length === count ? numbers : null;
  const letters = Array.from(text, (_, at) => ({ at, length: 1 })).filter(({ at }) => !SEPARATORS.includes(text[at]));
  return letters.length === count ? letters : null;
}

/**
 * Returns the letters that the places of positions have, in the order in which they occur.
 * @param {string[]} names of positions
 * @param {any} board
 */
export function lettersOf(names, board) {
  /** @type {Set<string>} */
  const letters = new Set();
  for (const name of names)
    for (const { at } of placesInText(name, board) ?? []) letters.add(name[at]);
  return [...letters];
}

/**
 * Returns the text after a click on a place: the next letter, or one counter less, and after none the most.
 * @param {string} text
 * @param {any} board
 * @param {number} place
 * @param {string[]} letters
 * @param {number} most counters of a heap
 */
export function clickedText(text, board, place, letters, most) {
  const found = placesInText(text, board)?.[place];
  if (found === undefined) return text;
  const now = text.slice(found.at, found.at + found.length);
  const next = board.heaps !== undefined ? String(now === "0" ? most : Number(now) - 1)
    : letters[(letters.indexOf(now) + 1) % letters.length] ?? now;
  return text.slice(0, found.at) + next + text.slice(found.at + found.length);
}

/**
 * Returns what boards show for each letter, from the text and the board of a position: "." may be an empty place.
 * @param {string} text
 * @param {any} board
 * @returns {Record<string, any>}
 */
export const signsOf = (text, board) => Object.fromEntries(board?.cells === undefined ? []
  : (placesInText(text, board) ?? []).map(({ at }, place) => [text[at], board.cells[place]]));

/**
 * Returns a board with what the text has at its places, to be shown even if it is not a position.
 * @param {string} text
 * @param {any} board
 * @param {Record<string, any>} signs what boards show for letters
 */
export function boardOfText(text, board, signs) {
  const places = placesInText(text, board);
  if (places === null) return null;
  const words = places.map(({ at, length }) => text.slice(at, at + length));
  return board.heaps !== undefined ? { ...board, heaps: words.map(Number) } : { ...board, cells: words.map(letter => signs[letter] ?? letter) };
}
