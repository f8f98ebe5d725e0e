// Servers that attach beside the first one of a language and only judge.

import type { ServerEntry } from "../entry.ts";
import { command, configIsProgram, immediately, listed, onlyWith, refused } from "../forms.ts";

const judge = { role: "lint", references: "none" } as const;

export const eslint = listed(
  ["eslint", "ESLint"],
  command("vscode-eslint-language-server", "--stdio"),
  onlyWith("eslint.config.*", ".eslintrc", ".eslintrc.*"),
  "npm i -g vscode-langservers-extracted",
  {
    ...judge,
    diagnostics: "pull",
    restricted: configIsProgram,
    // It asks for the whole of its settings at once and fails when one is missing.
    settings: {
      validate: "on",
      packageManager: null,
      useESLintClass: false,
      experimental: { useFlatConfig: false },
      codeActionOnSave: { enable: false, mode: "all" },
      format: false,
      quiet: false,
      onIgnoredFiles: "off",
      options: {},
      rulesCustomizations: [],
      run: "onType",
      problems: { shortenToSingleLine: false },
      nodePath: null,
      workingDirectory: { mode: "location" },
      codeAction: {
        disableRuleComment: { enable: true, location: "separateLine" },
        showDocumentation: { enable: true },
      },
    },
    quirks: {
      // The number is its answer "approved" to whether the eslint of the project may run.
      answer: {
        "eslint/confirmESLintExecution": 4,
        "eslint/noLibrary": {},
        "eslint/probeFailed": {},
        "eslint/openDoc": {},
      },
    },
  },
);

export const biome = listed(
  ["biome", "Biome"],
  command("biome", "lsp-proxy"),
  onlyWith("biome.json", "biome.jsonc"),
  "npm i -D @biomejs/biome",
  { ...judge, quirks: { versionArgs: ["--version"] } },
);

export const oxlint = listed(
  ["oxlint", "oxlint"],
  command("oxlint", "--lsp"),
  onlyWith(".oxlintrc.json"),
  "npm i -D oxlint",
  { ...judge, diagnostics: "pull", quirks: { versionArgs: ["--version"] } },
);

export const ruff = listed(
  ["ruff", "Ruff"],
  command("ruff", "server"),
  { ...onlyWith("ruff.toml", ".ruff.toml", "pyproject.toml"), lines: { "pyproject.toml": "[tool.ruff" } },
  "uv tool install ruff",
  { ...judge, readiness: immediately, diagnostics: "pull", quirks: { versionArgs: ["--version"] } },
);

export const golangci = listed(
  ["golangci-lint-langserver", "golangci-lint"],
  command("golangci-lint-langserver"),
  onlyWith(".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"),
  "go install github.com/nametake/golangci-lint-langserver@latest",
  {
    ...judge,
    initializationOptions: { command: ["golangci-lint", "run", "--output.json.path=stdout", "--show-stats=false"] },
    restricted: refused("its configuration in the repository may load plug-ins"),
    quirks: { saveForDiagnostics: true },
  },
);

export const stylelint = listed(
  ["stylelint-language-server", "Stylelint"],
  command("stylelint-language-server", "--stdio"),
  onlyWith(".stylelintrc", ".stylelintrc.*", "stylelint.config.*"),
  "npm i -g @stylelint/language-server",
  { ...judge, restricted: configIsProgram },
);

export const rubocop = listed(
  ["rubocop", "RuboCop"],
  command("rubocop", "--lsp"),
  onlyWith(".rubocop.yml"),
  "gem install rubocop",
  {
    ...judge,
    restricted: refused("its configuration in the repository may load any Ruby file"),
    quirks: { versionArgs: ["--version"] },
  },
);

export const tflint = listed(
  ["tflint", "TFLint"],
  command("tflint", "--langserver"),
  onlyWith(".tflint.hcl"),
  { any: "go install github.com/terraform-linters/tflint@latest", macos: "brew install tflint" },
  {
    ...judge,
    restricted: refused("its configuration in the repository may load plug-ins"),
    quirks: { versionArgs: ["--version"] },
  },
);

export const typos = listed(
  ["typos-lsp", "typos"],
  command("typos-lsp"),
  onlyWith("typos.toml", "_typos.toml", ".typos.toml"),
  "cargo install --git https://github.com/tekumara/typos-lsp typos-lsp",
  judge,
);

export const harper = listed(
  ["harper-ls", "Harper"],
  command("harper-ls", "--stdio"),
  onlyWith(".harper-dictionary.txt"),
  "cargo install harper-ls --locked",
  judge,
);

export const astGrep = listed(
  ["ast-grep", "ast-grep"],
  command("ast-grep", "lsp"),
  onlyWith("sgconfig.yml", "sgconfig.yaml"),
  "npm i -g @ast-grep/cli",
  { ...judge, restricted: refused("its configuration in the repository may load a parser library") },
);

export const linters: readonly ServerEntry[] = [
  eslint,
  biome,
  oxlint,
  ruff,
  golangci,
  stylelint,
  rubocop,
  tflint,
  typos,
  harper,
  astGrep,
];
