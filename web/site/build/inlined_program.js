/* Where grundy.html finds the program: in elements of the page itself, because a page that was opened
 * from a file may load nothing else. It takes the place of program.js there. */

/** @param {string} id */
const contentsOf = id => /** @type {string} */ (document.getElementById(id)?.textContent);

/** Compiles the program, which is compressed and in base64. */
export async function compileProgram() {
  const bytes = Uint8Array.from(atob(contentsOf("grundy-wasm")), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** @type {string | undefined} */
let script;

export function startWorker() {
  script ??= URL.createObjectURL(new Blob([contentsOf("grundy-worker")], { type: "text/javascript" }));
  return new Worker(script);
}
