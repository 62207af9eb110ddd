/* usage: node vite.js build | serve      serve prints its address, and ends with its standard input */

import { build, createServer } from "vite";

const pages = ["app", "app_wasm", "app_worker"].map(name => `vite_${name}.html`);

if (process.argv[2] === "build") {
  await build({ base: "./", logLevel: "error", worker: { format: "es" },
    build: { outDir: "dist/vite", emptyOutDir: true, rollupOptions: { input: pages } } });
} else {
  const server = await createServer({ logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  await server.listen();
  console.log(server.resolvedUrls.local[0]);
  process.stdin.resume().on("end", () => server.close().then(() => process.exit()));
}
