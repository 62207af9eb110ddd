/* The same program for every bundler: what it finds out is in the attribute data-result of the page. */

import grundy, { GrundyError, open, solve } from "grundy";
import { report } from "./report.js";

report(async () => {
  const ring = [["a", "b"], ["b", "c"], ["b", "g"], ["c", "d"], ["d", "c"], ["d", "e"], ["e", "f"], ["e", "g"], ["f", "a"]];
  const game = await open(ring);
  const { outcome, remoteness } = await game.solve();
  const svg = await game.draw();
  const error = await solve("a b c\n").catch(thrown => thrown);
  const { moves } = await grundy.best([{ game, position: "d" }, { nim: 2 }]);
  return [outcome.join(""), remoteness[2], svg.includes('data-position="a"'), error instanceof GrundyError, error.line,
    moves[0].steps[0].to];
});
