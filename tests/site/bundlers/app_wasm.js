/* grundy.wasm as a file of its own, whose address the bundler knows. */

import { init, value } from "grundy";
import wasm from "grundy/grundy.wasm?url";
import { report } from "./report.js";

report(async () => {
  await init({ wasm });
  return [/\.wasm$/.test(wasm), (await value("nim:3 + nim:5")).value];
});
