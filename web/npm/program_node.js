/* The program, read from the package. */

import { readFile } from "node:fs/promises";

export const readProgram = () => readFile(new URL("./grundy.wasm", import.meta.url));
