// Servers for prose, papers and executable specifications.

import type { ServerEntry } from "../entry.ts";
import { command, configIsProgram, listed, nearest } from "../forms.ts";

export const marksman = listed(
  ["marksman", "Marksman"],
  command("marksman", "server"),
  nearest(".marksman.toml"),
  { any: "download a release of github.com/artempyanykh/marksman", macos: "brew install marksman" },
  { quirks: { versionArgs: ["--version"] } },
);

export const markdownOxide = listed(
  ["markdown-oxide", "Markdown Oxide"],
  command("markdown-oxide"),
  nearest(".obsidian", ".moxide.toml"),
  "cargo install --git https://github.com/Feel-ix-343/markdown-oxide.git markdown-oxide",
);

export const mdx = listed(
  ["mdx-language-server", "MDX"],
  command("mdx-language-server", "--stdio"),
  nearest("package.json"),
  "npm i -g @mdx-js/language-server",
  {
    initializationOptions: { typescript: { enabled: true, tsdk: "node_modules/typescript/lib" } },
    restricted: configIsProgram,
  },
);

export const esbonio = listed(
  ["esbonio", "Esbonio"],
  command("python3", "-m", "esbonio.server"),
  nearest("conf.py", "pyproject.toml"),
  "pipx install esbonio",
  { restricted: configIsProgram },
);

export const texlab = listed(
  ["texlab", "TexLab"],
  command("texlab"),
  nearest(".texlabroot", "texlabroot", ".latexmkrc", "latexmkrc", "Tectonic.toml"),
  { any: "cargo install --git https://github.com/latex-lsp/texlab", macos: "brew install texlab" },
  { quirks: { versionArgs: ["--version"] } },
);

export const tinymist = listed(
  ["tinymist", "Tinymist"],
  command("tinymist"),
  nearest("typst.toml"),
  { any: "download a release of github.com/Myriad-Dreamin/tinymist", macos: "brew install tinymist" },
  { quirks: { versionArgs: ["--version"] } },
);

export const cucumber = listed(
  ["cucumber-language-server", "Cucumber"],
  command("cucumber-language-server", "--stdio"),
  nearest("cucumber.js", "package.json"),
  "npm i -g @cucumber/language-server",
);

export const robot = listed(
  ["robotcode", "RobotCode"],
  command("robotcode", "language-server"),
  nearest("robot.toml", "pyproject.toml"),
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
