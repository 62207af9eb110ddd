/* Encodes the game and the view as the fragment of an address, and decodes it: JSON, deflated, in
 * base64url. */

const DEFLATED = "z";
const PLAIN = "p";

/**
 * @param {BlobPart} bytes
 * @param {ReadableWritablePair} stream
 */
async function pipe(bytes, stream) {
  const through = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(through).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, letter => letter.charCodeAt(0));
}

/**
 * Old browsers cannot deflate; their fragments are longer.
 * @param {object} view
 */
export async function encodeFragment(view) {
  const bytes = new TextEncoder().encode(JSON.stringify(view));
  if (typeof CompressionStream === "undefined") return PLAIN + toBase64(bytes);
  return DEFLATED + toBase64(await pipe(bytes, new CompressionStream("deflate-raw")));
}

/**
 * Returns null if the fragment is damaged or not one of ours.
 * @param {string} fragment
 * @returns {Promise<any>}
 */
export async function decodeFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  try {
    let bytes = fromBase64(text.slice(1));
    if (text[0] === DEFLATED) bytes = await pipe(bytes, new DecompressionStream("deflate-raw"));
    else if (text[0] !== PLAIN) return null;
    const view = JSON.parse(new TextDecoder().decode(bytes));
    return view !== null && typeof view === "object" && !Array.isArray(view) ? view : null;
  } catch {
    return null;
  }
}
