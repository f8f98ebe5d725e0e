// Servers for C# and F#.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { command, inOrder, listed, notified, runsBuild } from "../forms.ts";

const csharpRoots = inOrder(["*.slnx", "*.sln"], ["*.csproj", "global.json"]);

export const roslyn = defineServer({
  id: "roslyn-language-server",
  title: "Roslyn",
  launch: command("roslyn-language-server", "--stdio", "--autoLoadProjects"),
  roots: csharpRoots,
  install: { any: "dotnet tool install -g roslyn-language-server --prerelease" },
  readiness: notified("workspace/projectInitializationComplete"),
  diagnostics: "pull",
  restricted: runsBuild,
  quirks: {
    answer: { "workspace/_roslyn_projectNeedsRestore": null },
    notes: ["5.5.0: registers one pull identifier for each kind of diagnostics."],
  },
});

export const csharpLs = listed(
  ["csharp-ls", "csharp-ls"],
  command("csharp-ls"),
  csharpRoots,
  "dotnet tool install -g csharp-ls",
  { restricted: runsBuild, quirks: { versionArgs: ["--version"] } },
);

export const omnisharp = listed(
  ["omnisharp", "OmniSharp"],
  { kind: "command", command: "OmniSharp", alternatives: ["omnisharp"], args: ["--languageserver"] },
  csharpRoots,
  {
    any: "download a release of github.com/OmniSharp/omnisharp-roslyn",
    macos: "brew install omnisharp/omnisharp-roslyn/omnisharp-mono",
  },
  { restricted: runsBuild },
);

export const fsautocomplete = listed(
  ["fsautocomplete", "FsAutoComplete"],
  command("fsautocomplete", "--adaptive-lsp-server-enabled"),
  inOrder(["*.slnx", "*.sln"], ["*.fsproj"]),
  "dotnet tool install -g fsautocomplete",
  {
    restricted: runsBuild,
    initializationOptions: { AutomaticWorkspaceInit: true },
    quirks: { versionArgs: ["--version"], notes: ["0.83.0: the selection range of a module is wrong."] },
  },
);

export const dotnetServers: readonly ServerEntry[] = [roslyn, csharpLs, omnisharp, fsautocomplete];
