const grundy = require("grundy");

(async () => {
  const game = await grundy.open("a b\nb c\n");
  const { outcome } = await game.solve();
  if (outcome.join("") !== "PNP") throw new Error(outcome);
  console.log("all is well");
})();
