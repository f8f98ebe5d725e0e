// Servers for shell languages, and for awk.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { anywhere, command, listed, nearestWith, safe } from "../forms.ts";

export const bash = defineServer({
  id: "bash-language-server",
  title: "bash-language-server",
  launch: command("bash-language-server", "start"),
  roots: anywhere,
  install: { any: "npm i -g bash-language-server" },
  readiness: { kind: "log", contains: "BackgroundAnalysis: Completed", capMs: 30_000 },
  diagnostics: "push-versioned",
  // It reads at most 500 files, and only those with the usual extensions; a script may have no extension.
  references: "partial",
  restricted: safe,
  obeys: [
    { name: ".shellcheckrc", names: ["path"], untrusted: "ignored" },
    { name: ".editorconfig", names: ["path"], untrusted: "ignored", isManifest: true },
  ],
  quirks: {
    namesDeletedFiles: true,
    versionArgs: ["--version"],
    onDiskChange: "open",
    noDiagnosticsLog: "ShellCheck: disabling linting",
    notes: [
      "5.8.1: all diagnostics come from shellcheck; without it a syntax error gives an empty list.",
      "5.8.1: references asked before the background analysis ended are null.",
    ],
  },
  proven: true,
});

export const fish = listed(
  ["fish-lsp", "fish-lsp"],
  command("fish-lsp", "start"),
  nearestWith("config.fish"),
  "npm i -g fish-lsp",
  {
    quirks: { versionArgs: ["--version"] },
  },
);

export const nushell = listed(["nushell", "Nushell"], command("nu", "--lsp"), anywhere, {
  any: "cargo install nu",
  macos: "brew install nushell",
});

export const powershell = listed(
  ["powershell-editor-services", "PowerShell Editor Services"],
  command("powershell-editor-services", "-Stdio"),
  nearestWith("PSScriptAnalyzerSettings.psd1"),
  "put a script named powershell-editor-services on the PATH that runs Start-EditorServices.ps1 of github.com/PowerShell/PowerShellEditorServices",
  { quirks: { saveForDiagnostics: true } },
);

export const awk = listed(
  ["awk-language-server", "awk-language-server"],
  command("awk-language-server"),
  anywhere,
  "npm i -g awk-language-server",
);

export const shellServers: readonly ServerEntry[] = [bash, fish, nushell, powershell, awk];
