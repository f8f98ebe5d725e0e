// Servers for the compiled languages that no other file of this folder is about.

import type { ServerEntry } from "../entry.ts";
import { anywhere, command, inOrder, listed, nearestWith, runsBuild } from "../forms.ts";

export const zls = listed(
  ["zls", "zls"],
  command("zls"),
  inOrder(["zls.json"], ["build.zig"]),
  { any: "download a release of github.com/zigtools/zls", macos: "brew install zls" },
  {
    references: "partial",
    restricted: runsBuild,
    quirks: {
      versionArgs: ["--version"],
      kickOpen: ["build.zig"],
      notes: ["Its version must match that of zig.", "A rename misses files that were never opened."],
    },
  },
);

export const sourcekit = listed(
  ["sourcekit-lsp", "SourceKit-LSP"],
  command("sourcekit-lsp"),
  inOrder(["buildServer.json", ".bsp"], ["Package.swift"], ["*.xcworkspace", "*.xcodeproj", "compile_commands.json"]),
  { any: "install a Swift toolchain", macos: "xcode-select --install" },
  { restricted: runsBuild },
);

export const nim = listed(
  ["nimlangserver", "nimlangserver"],
  command("nimlangserver"),
  nearestWith("*.nimble", "nim.cfg"),
  "nimble install nimlangserver",
  { restricted: runsBuild },
);

export const crystal = listed(
  ["crystalline", "Crystalline"],
  command("crystalline"),
  nearestWith("shard.yml"),
  { any: "download a release of github.com/elbywan/crystalline", macos: "brew install crystalline" },
  { references: "none", restricted: runsBuild, quirks: { notes: ["Only the first definition request is answered."] } },
);

export const serveD = listed(
  ["serve-d", "serve-d"],
  command("serve-d"),
  nearestWith("dub.json", "dub.sdl"),
  "download a release of github.com/Pure-D/serve-d",
  { restricted: runsBuild },
);

export const vAnalyzer = listed(
  ["v-analyzer", "v-analyzer"],
  command("v-analyzer"),
  nearestWith("v.mod"),
  "download a release of github.com/vlang/v-analyzer",
);

export const odin = listed(["ols", "ols"], command("ols"), nearestWith("ols.json"), "build github.com/DanielGavin/ols");

export const mojo = listed(
  ["mojo-lsp-server", "Mojo"],
  command("mojo-lsp-server"),
  nearestWith("pixi.toml", "mojoproject.toml"),
  "install the Modular SDK",
);

const ada = "download a release of github.com/AdaCore/ada_language_server";

export const adaServer = listed(
  ["ada_language_server", "Ada Language Server"],
  command("ada_language_server"),
  inOrder(["alire.toml"], ["*.gpr"]),
  ada,
  { quirks: { versionArgs: ["--version"] } },
);

export const gprServer = listed(
  ["ada_language_server-gpr", "Ada Language Server (GPR)"],
  command("ada_language_server", "--language-gpr"),
  inOrder(["alire.toml"], ["*.gpr"]),
  ada,
  { quirks: { versionArgs: ["--version"] } },
);

export const fortls = listed(
  ["fortls", "fortls"],
  command("fortls", "--notify_init"),
  nearestWith(".fortls", ".fortlsrc", ".fortls.json", "fpm.toml"),
  "pipx install fortls",
  {
    quirks: {
      versionArgs: ["--version"],
      saveForDiagnostics: true,
      notes: ["3.2.2: the selection range of a symbol begins at the first column."],
    },
  },
);

export const cobol = listed(
  ["cobol-language-support", "COBOL"],
  command("cobol-language-support"),
  anywhere,
  "take the server from github.com/eclipse-che4z/che-che4z-lsp-for-cobol",
);

export const pascal = listed(
  ["pasls", "pasls"],
  command("pasls"),
  nearestWith("*.lpi", "*.lpk"),
  "build github.com/genericptr/pascal-language-server",
);

export const asm = listed(
  ["asm-lsp", "asm-lsp"],
  command("asm-lsp"),
  nearestWith(".asm-lsp.toml"),
  "cargo install asm-lsp",
  {
    quirks: { versionArgs: ["--version"] },
  },
);

export const systemsServers: readonly ServerEntry[] = [
  zls,
  sourcekit,
  nim,
  crystal,
  serveD,
  vAnalyzer,
  odin,
  mojo,
  adaServer,
  gprServer,
  fortls,
  cobol,
  pascal,
  asm,
];
