// Servers for prose, papers and executable specifications.

import type { ServerEntry } from "../entry.ts";
import { command, configIsProgram, listed, nearestWith } from "../forms.ts";

export const marksman = listed(
  ["marksman", "Marksman"],
  command("marksman", "server"),
  nearestWith(".marksman.toml"),
  { any: "download a release of github.com/artempyanykh/marksman", macos: "brew install marksman" },
  { quirks: { versionArgs: ["--version"] } },
);

export const markdownOxide = listed(
  ["markdown-oxide", "Markdown Oxide"],
  command("markdown-oxide"),
  nearestWith(".obsidian", ".moxide.toml"),
  "cargo install --git https://github.com/Feel-ix-343/markdown-oxide.git markdown-oxide",
);

export const mdx = listed(
  ["mdx-language-server", "MDX"],
  command("mdx-language-server", "--stdio"),
  nearestWith("package.json"),
  "npm i -g @mdx-js/language-server",
  {
    initializationOptions: { typescript: { enabled: true, tsdk: "node_modules/typescript/lib" } },
    restricted: configIsProgram,
  },
);

export const esbonio = listed(
  ["esbonio", "Esbonio"],
  // Quirk(esbonio 2): before it the word `server` was not known.
  command("esbonio", "server"),
  nearestWith("conf.py", "pyproject.toml"),
  "pipx install esbonio",
  { restricted: configIsProgram, quirks: { versionArgs: ["--version"] } },
);

export const texlab = listed(
  ["texlab", "TexLab"],
  command("texlab"),
  nearestWith(".texlabroot", "texlabroot", ".latexmkrc", "latexmkrc", "Tectonic.toml"),
  { any: "cargo install --git https://github.com/latex-lsp/texlab", macos: "brew install texlab" },
  { quirks: { versionArgs: ["--version"] } },
);

export const tinymist = listed(
  ["tinymist", "Tinymist"],
  command("tinymist"),
  nearestWith("typst.toml"),
  { any: "download a release of github.com/Myriad-Dreamin/tinymist", macos: "brew install tinymist" },
  { quirks: { versionArgs: ["--version"] } },
);

export const cucumber = listed(
  ["cucumber-language-server", "Cucumber"],
  command("cucumber-language-server", "--stdio"),
  nearestWith("cucumber.js", "package.json"),
  "npm i -g @cucumber/language-server",
);

export const robot = listed(
  ["robotcode", "RobotCode"],
  command("robotcode", "language-server"),
  nearestWith("robot.toml", "pyproject.toml"),
  'pipx install "robotcode[all]"',
  { restricted: configIsProgram, quirks: { versionArgs: ["--version"] } },
);

export const documentServers: readonly ServerEntry[] = [
  marksman,
  markdownOxide,
  mdx,
  esbonio,
  texlab,
  tinymist,
  cucumber,
  robot,
];
