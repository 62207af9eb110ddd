/* Bundles the programs with webpack. */

import webpack from "webpack";

const compiler = webpack({ mode: "production", performance: false,
  entry: { app: "./app.js", app_worker: "./app_worker.js" },
  output: { path: `${process.cwd()}/dist/webpack`, filename: "[name].js" } });
compiler.run((error, stats) => {
  if (error === null && !stats.hasErrors()) return;
  console.error(String(error ?? stats));
  process.exitCode = 1;
});
