/* How a page lives while a game is solved: timers, progress, and calls that are aborted. */

import { open, solve } from "grundy";
import { report } from "./report.js";

const TICK = 10; /* milliseconds */

report(async () => {
  const game = await open({ gallery: "wythoff", args: "150,150" });
  let ticks = 0, told = 0;
  const timer = setInterval(() => { ticks++; }, TICK);
  const start = performance.now();
  const { remoteness } = await game.solve({ columns: ["remoteness"], onProgress: () => { told++; } });
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  const controller = new AbortController();
  const begun = performance.now();
  setTimeout(() => controller.abort(), 100);
  const aborted = await game.solve({ signal: controller.signal }).catch(({ name }) => name);
  const waited = performance.now() - begun;
  const next = await game.value("1,2");
  game.close();
  const closed = await Promise.all([game.solve().catch(({ message }) => message), Promise.resolve().then(() => game.close())]);
  const early = await solve("a b", { signal: AbortSignal.abort() }).catch(({ name }) => name);
  return { positions: remoteness.length, seconds, share: ticks * TICK / 1000 / seconds, told, aborted, waited, outcome: next.outcome,
    closed: closed[0], early };
});
