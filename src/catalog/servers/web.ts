// Servers for pages, styles, components and templates.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import type { JsonObject } from "../json.ts";
import {
  command,
  configIsProgram,
  immediately,
  inOrder,
  listed,
  nearestWith,
  notified,
  onlyWith,
  safe,
} from "../forms.ts";

const extracted = { any: "npm i -g vscode-langservers-extracted" };
const packages = nearestWith("package.json");

/** Quirk(vscode-langservers-extracted 4.10.0): without these it fails inside and answers that the file is clean. */
const styleSettings: JsonObject = {
  css: { validate: true, lint: {} },
  scss: { validate: true, lint: {} },
  less: { validate: true, lint: {} },
};

export const css = defineServer({
  id: "vscode-css-language-server",
  title: "VS Code CSS server",
  launch: command("vscode-css-language-server", "--stdio"),
  roots: packages,
  install: extracted,
  readiness: immediately,
  diagnostics: "pull",
  // It searches the asked file only.
  references: "partial",
  restricted: safe,
  obeys: [],
  settings: styleSettings,
  proven: true,
});

export const html = defineServer({
  id: "vscode-html-language-server",
  title: "VS Code HTML server",
  launch: command("vscode-html-language-server", "--stdio"),
  roots: packages,
  install: extracted,
  readiness: immediately,
  diagnostics: "pull",
  references: "partial",
  restricted: safe,
  obeys: [],
  initializationOptions: { embeddedLanguages: { css: true, javascript: true } },
  settings: { ...styleSettings, html: { validate: { scripts: true, styles: true } }, javascript: {} },
  quirks: { notes: ["4.10.0: knows no library of the browser, so scripts in a page are checked for syntax only."] },
  proven: true,
});

export const superhtml = listed(["superhtml", "SuperHTML"], command("superhtml", "lsp"), packages, {
  any: "download a release of github.com/kristoff-it/superhtml",
  macos: "brew install superhtml",
});

export const someSass = listed(
  ["some-sass-language-server", "Some Sass"],
  command("some-sass-language-server", "--stdio"),
  packages,
  "npm i -g some-sass-language-server",
  { quirks: { notes: ["2.3.8: most CSS features are off until the settings somesass.css.* turn them on."] } },
);

export const vue = listed(
  ["vue-language-server", "Vue"],
  command("vue-language-server", "--stdio"),
  nearestWith("vue.config.js", "nuxt.config.ts", "package.json"),
  "npm i -g @vue/language-server @vue/typescript-plugin",
  {
    restricted: configIsProgram,
    quirks: {
      notes: [
        "3.3.11: every answer needs a second TypeScript server behind tsserver/request; without one it hangs.",
        "3.3.11: dies when it finds TypeScript 7.",
      ],
    },
  },
);

export const svelte = listed(
  ["svelte-language-server", "Svelte"],
  command("svelteserver", "--stdio"),
  nearestWith("svelte.config.js", "package.json"),
  "npm i -g svelte-language-server",
  {
    diagnostics: "pull",
    restricted: configIsProgram,
    quirks: { notes: ["0.18.4: must be told of changed scripts by $/onDidChangeTsOrJsFile."] },
  },
);

export const astro = listed(
  ["astro-language-server", "Astro"],
  command("astro-ls", "--stdio"),
  nearestWith("astro.config.mjs", "package.json"),
  "npm i -g @astrojs/language-server",
  {
    restricted: configIsProgram,
    initializationOptions: { typescript: { tsdk: "node_modules/typescript/lib" } },
    quirks: { notes: ["2.17.1: needs a TypeScript before version 7 in the project."] },
  },
);

export const ember = listed(
  ["ember-language-server", "Ember"],
  command("ember-language-server", "--stdio"),
  nearestWith("ember-cli-build.js"),
  "npm i -g @ember-tooling/ember-language-server",
  { restricted: configIsProgram },
);

export const glint = listed(
  ["glint-language-server", "Glint"],
  command("glint-language-server"),
  nearestWith(".glintrc.yml", ".glintrc", "ember-cli-build.js"),
  "npm i -g @glint/core",
  { restricted: configIsProgram },
);

export const liquid = listed(
  ["shopify-theme", "Shopify theme"],
  command("shopify", "theme", "language-server"),
  nearestWith(".theme-check.yml", "shopify.theme.toml"),
  "npm i -g @shopify/cli",
);

export const twig = listed(
  ["twiggy-language-server", "Twiggy"],
  command("twiggy-language-server", "--stdio"),
  nearestWith("composer.json"),
  "npm i -g twiggy-language-server",
);

export const blade = listed(
  ["laravel-ls", "Laravel LS"],
  command("laravel-ls"),
  nearestWith("artisan", "composer.json"),
  "go install github.com/laravel-ls/laravel-ls/cmd/laravel-ls@latest",
  { restricted: configIsProgram },
);

export const herb = listed(
  ["herb-language-server", "Herb"],
  command("herb-language-server", "--stdio"),
  nearestWith("Gemfile"),
  "npm i -g @herb-tools/language-server",
);

/** Attaches beside the first server: it knows the class names of a project that uses Tailwind, and nothing else. */
export const tailwind = listed(
  ["tailwindcss-language-server", "Tailwind CSS"],
  command("tailwindcss-language-server", "--stdio"),
  onlyWith("tailwind.config.{js,cjs,mjs,ts}"),
  "npm i -g @tailwindcss/language-server",
  { role: "lint", references: "none", restricted: configIsProgram },
);

/** Attaches beside the first server, which keeps the symbols: this one has none. */
export const angular = listed(
  ["angular-language-server", "Angular"],
  command("ngserver", "--stdio", "--tsProbeLocations", "node_modules", "--ngProbeLocations", "node_modules"),
  { ...inOrder(["angular.json"], ["nx.json"]), singleFile: false },
  "npm i -g @angular/language-server",
  {
    role: "lint",
    readiness: notified("angular/projectLoadingFinish", { capMs: 30_000 }),
    restricted: configIsProgram,
    quirks: { neverSend: ["textDocument/documentSymbol"], notes: ["21.2.10: needs @angular/core in the project."] },
  },
);

export const webServers: readonly ServerEntry[] = [
  css,
  html,
  superhtml,
  someSass,
  vue,
  svelte,
  astro,
  ember,
  glint,
  liquid,
  twig,
  blade,
  herb,
  tailwind,
  angular,
];
