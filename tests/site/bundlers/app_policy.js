/* A page whose policy allows only files of its own: no blob: addresses. */

import { draw, init, value } from "./node_modules/grundy/index.js";
import { report } from "./report.js";

report(async () => {
  await init({ wasm: fetch("node_modules/grundy/grundy.wasm"), worker: new URL("node_modules/grundy/worker.js", location.href) });
  return [(await value("nim:3 + nim:5")).value, (await draw("a b\n")).includes('data-position="a"')];
});
