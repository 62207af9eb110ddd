/* Where the static page finds the program: in files next to this one. grundy.html, which has no files
 * next to it, has build/inlined_program.js in its place, with the same exports. */

/** Compiles the program, while it is being loaded if the web server knows its type. */
export async function compileProgram() {
  const response = await fetch(new URL("./grundy.wasm", import.meta.url));
  if (!response.ok) throw new Error(`grundy.wasm: ${response.status}`);
  return response.headers.get("Content-Type") === "application/wasm"
    ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Starts a worker script; one of another site needs a detour, since browsers start only their own. */
export function startWorker() {
  const address = new URL("./worker.js", import.meta.url);
  if (address.origin === location.origin) return new Worker(address, { type: "module" });
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
  const own = URL.createObjectURL(script);
  const worker = new Worker(own, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(own), { once: true });
  return worker;
}
