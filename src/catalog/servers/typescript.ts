// Servers for TypeScript and JavaScript.

import { defineServer } from "../entry.ts";
import type { RootMarkers, ServerEntry } from "../entry.ts";
import { command, drained, immediately, listed, onlyWith, refused, safe } from "../forms.ts";

/** A monorepo has its lock file where it is installed, so lock files come before the manifests of single packages. */
const roots: RootMarkers = {
  groups: [
    ["package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"],
    ["tsconfig.json", "jsconfig.json"],
    ["package.json"],
  ],
  pick: "nearest",
  unless: ["deno.json", "deno.jsonc"],
  singleFile: true,
};

const syntaxErrorCodes = { from: 1000, to: 1999 };
const projectFiles = ["tsconfig.json", "jsconfig.json"];
const loading = "Initializing JS/TS language features";
const noTypeAcquisition = { disableAutomaticTypeAcquisition: true };

/** Unless they are turned on there are no hints at all; they cost nothing until they are requested. */
const inlayHints = {
  parameterNames: { enabled: "all", suppressWhenArgumentMatchesName: true },
  parameterTypes: { enabled: true },
  variableTypes: { enabled: true, suppressWhenTypeMatchesName: true },
  propertyDeclarationTypes: { enabled: true },
  functionLikeReturnTypes: { enabled: true },
  enumMemberValues: { enabled: true },
};

/** The same, in the form that typescript-language-server expects. */
const hintPreferences = {
  includeInlayParameterNameHints: "all",
  includeInlayParameterNameHintsWhenArgumentMatchesName: false,
  includeInlayFunctionParameterTypeHints: true,
  includeInlayVariableTypeHints: true,
  includeInlayVariableTypeHintsWhenTypeMatchesName: false,
  includeInlayPropertyDeclarationTypeHints: true,
  includeInlayFunctionLikeReturnTypeHints: true,
  includeInlayEnumMemberValueHints: true,
};

export const typescriptNative = defineServer({
  id: "typescript-native",
  title: "TypeScript 7",
  launch: {
    kind: "embedded",
    package: "typescript",
    runtime: "native",
    // The package for the platform is a dependency of `typescript`, and lies beside it in every usual layout.
    entry: "../@typescript/typescript-{platform}-{arch}/lib/tsc",
    args: ["--lsp", "--stdio"],
    // Why not `tsc`: before version 7 the program of that name is not a language server.
    fallback: { command: "tsgo", args: ["--lsp", "--stdio"] },
  },
  roots,
  install: { any: "npm i -g typescript" },
  // It holds requests until the project is loaded: the first answer already had all 501 references.
  readiness: immediately,
  diagnostics: "pull",
  finds: "all",
  references: "exhaustive",
  symbolLimit: 256,
  exhaustiveOnlyWith: projectFiles,
  coverage: "typescript",
  restsOn: "typescript",
  restricted: safe,
  obeys: [
    { name: "tsconfig.json", names: ["plugin", "path"], untrusted: "ignored", isManifest: true },
    { name: "jsconfig.json", names: ["plugin", "path"], untrusted: "ignored", isManifest: true },
    { name: "package.json", names: ["path"], untrusted: "ignored", isManifest: true },
    { name: ".pnp.cjs", names: ["plugin"], untrusted: "ignored" },
  ],
  // Without `noTypeAcquisition` it runs `npm install` to get types for plain JavaScript. As an initialization option
  // that would have no effect.
  settings: {
    typescript: { ...noTypeAcquisition, inlayHints },
    javascript: { ...noTypeAcquisition, inlayHints },
  },
  quirks: {
    saysItIs: "typescript-go",
    versionArgs: ["--version"],
    supposes: { created: "tell", deleted: "tell", configurations: ["tsconfig*.json", "jsconfig*.json"] },
    // It watches every file, so its watchers do not show what it reads.
    alsoReads: ["*.json"],
    // Unused or unreachable code is a warning here, but an error of tsc if the compiler options forbid it.
    buildErrors: { by: ["ts"], from: "warning" },
    declarationHidesUses: true,
    syntaxErrorCodes,
    projectLog: {
      none: "No default configured project found for ",
      found: "Found default configured project for ",
      listed: "Reloading file names for config: ",
    },
    notes: [
      "7.0.2: lists the files of a project anew when one is opened that it does not have, and then leaves out, by chance, a script beside an open declaration of its name.",
      "7.0.2: with one file open it knows only that file's project; 16 of 100 references in a repository of 18.",
      "7.0.2: searches the projects of opened files, and of the nearest tsconfig.json alone what it includes.",
      "7.0.2: without the declaration, references leave out plain imports and `export { x } from`.",
      "7.0.2: names at most 256 symbols of a workspace.",
      "7.0.2: sees a change on disk only when told by workspace/didChangeWatchedFiles.",
      "7.0.2: answers an unknown method with -32600, and shutdown with the parameters [null] with -32602.",
      "7.0.2: has no plug-ins, so a tsconfig cannot make it run anything.",
    ],
  },
  proven: true,
});

export const typescriptLanguageServer = defineServer({
  id: "typescript-language-server",
  title: "typescript-language-server",
  launch: command("typescript-language-server", "--stdio"),
  roots,
  install: { any: "npm i -g typescript-language-server" },
  readiness: drained({ titles: [loading], graceMs: 5_000 }),
  diagnostics: "tsserver",
  finds: "all",
  references: "exhaustive",
  exhaustiveOnlyWith: projectFiles,
  coverage: "typescript",
  // Why not adjusted: it prefers the repository's node_modules/typescript, and we ship none that it could use instead.
  restricted: refused("it runs the TypeScript that is installed in the repository"),
  initializationOptions: {
    // The syntax server answers first, and wrongly: for more than two seconds it gave 3 of 16 references.
    // Its own watcher may take seconds to notice a new directory; if we report it, it knows before the next question.
    tsserver: { useSyntaxServer: "never", useClientFileWatcher: true },
    disableAutomaticTypingAcquisition: true,
    preferences: hintPreferences,
  },
  quirks: {
    versionArgs: ["--version"],
    supposes: { created: "open" },
    alsoReads: ["*.json"],
    declarationHidesUses: true,
    deathLog: "[tsserver] Exited",
    syntaxErrorCodes,
    notes: [
      "5.3.0: a request on a file that was never opened gives an empty list without a word.",
      "5.3.0: fails to start where TypeScript 7 is installed in the project; 6.0.2 falls back to its own TypeScript 6.",
      "5.3.0: answers a cancelled request as if nothing had happened.",
    ],
  },
  proven: true,
});

export const vtsls = defineServer({
  id: "vtsls",
  title: "vtsls",
  launch: command("vtsls", "--stdio"),
  roots,
  install: { any: "npm i -g @vtsls/language-server" },
  readiness: drained({ titles: [loading], graceMs: 5_000 }),
  diagnostics: "tsserver",
  references: "exhaustive",
  exhaustiveOnlyWith: projectFiles,
  coverage: "typescript",
  restricted: refused("which plug-ins of the repository it loads has not been checked"),
  settings: {
    typescript: { tsserver: { useSyntaxServer: "never" }, disableAutomaticTypeAcquisition: true, inlayHints },
    javascript: { inlayHints },
    vtsls: { autoUseWorkspaceTsdk: false },
  },
  quirks: {
    versionArgs: ["--version"],
    pushSettings: true,
    declarationHidesUses: true,
    syntaxErrorCodes,
    notes: [
      "0.3.0: publishes old errors again, and for good, when a change arrives while other files are being checked.",
      "0.3.0: publishes nothing for a clean file when it is opened.",
    ],
  },
});

export const deno = listed(
  ["deno", "Deno"],
  command("deno", "lsp"),
  onlyWith("deno.json", "deno.jsonc", "deno.lock"),
  { any: "npm i -g deno", macos: "brew install deno" },
  {
    initializationOptions: { enable: true },
    settings: { deno: { enable: true } },
    quirks: { versionArgs: ["--version"], syntaxErrorCodes },
  },
);

export const typescriptServers: readonly ServerEntry[] = [typescriptNative, typescriptLanguageServer, vtsls, deno];
