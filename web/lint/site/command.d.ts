// What the site uses of web/wasm/command.mjs, the command in WebAssembly.
export function load(program: WebAssembly.Module): Promise<any>;
