/* The program, fetched from the place of the package. */

export const readProgram = async () => new URL("./grundy.wasm", import.meta.url);
