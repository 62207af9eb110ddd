// ESLint rules for the scripts of the page; run by scripts/check-style.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/codemirror.js"] }, // a bundle, made by scripts/bundle-codemirror
  { files: ["web/site/service-worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["web/site/build/*.js", "web/npm/**/*.js"], languageOptions: { globals: globals.node } },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines-per-function": ["error", { max: 120 }],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
