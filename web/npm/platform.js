/* What differs between browsers and Node.js: index.js and node.js fill it in. */

/**
 * @typedef {object} Platform
 * @property {(script: string | URL | undefined) => Worker} startWorker starts a worker that answers as worker_core.js does
 * @property {() => Promise<WebAssembly.Module>} compileOwn compiles the program of the package
 * @property {(address: string | URL) => Promise<Response | BufferSource>} fetchWasm
 */

export const platform = /** @type {Platform} */ ({});
