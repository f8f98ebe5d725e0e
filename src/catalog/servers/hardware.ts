// Servers for hardware description, shaders, solid models and descriptions of user interfaces.

import type { ServerEntry } from "../entry.ts";
import { anywhere, command, listed, nearestWith } from "../forms.ts";

export const verible = listed(
  ["verible-verilog-ls", "Verible"],
  command("verible-verilog-ls"),
  nearestWith("verible.filelist"),
  "download a release of github.com/chipsalliance/verible",
  { quirks: { versionArgs: ["--version"] } },
);

export const slangServer = listed(
  ["slang-server", "slang-server"],
  command("slang-server"),
  nearestWith(".slang"),
  "download a release of github.com/hudson-trading/slang-server",
);

export const svls = listed(["svls", "svls"], command("svls"), nearestWith(".svls.toml"), "cargo install svls", {
  quirks: { versionArgs: ["--version"] },
});

export const svlangserver = listed(
  ["svlangserver", "svlangserver"],
  command("svlangserver"),
  nearestWith(".svlangserver"),
  "npm i -g @imc-trading/svlangserver",
);

export const vhdl = listed(
  ["vhdl_ls", "VHDL-LS"],
  command("vhdl_ls"),
  nearestWith("vhdl_ls.toml"),
  "cargo install vhdl_ls",
  {
    quirks: { versionArgs: ["--version"] },
  },
);

export const glsl = listed(
  ["glsl_analyzer", "glsl_analyzer"],
  command("glsl_analyzer"),
  anywhere,
  "download a release of github.com/nolanderc/glsl_analyzer",
  { quirks: { versionArgs: ["--version"] } },
);

export const wgsl = listed(
  ["wgsl-analyzer", "wgsl-analyzer"],
  command("wgsl-analyzer"),
  anywhere,
  "cargo install --git https://github.com/wgsl-analyzer/wgsl-analyzer wgsl-analyzer",
);

export const slangd = listed(
  ["slangd", "slangd"],
  command("slangd"),
  nearestWith("slangdconfig.json"),
  "download a release of github.com/shader-slang/slang",
);

export const openscad = listed(
  ["openscad-lsp", "openscad-lsp"],
  command("openscad-lsp", "--stdio"),
  anywhere,
  "cargo install openscad-lsp",
);

export const qml = listed(
  ["qmlls", "qmlls"],
  command("qmlls"),
  nearestWith("qmldir", "CMakeLists.txt"),
  "install Qt 6",
);

export const slint = listed(["slint-lsp", "slint-lsp"], command("slint-lsp"), anywhere, "cargo install slint-lsp");

export const blueprint = listed(["blueprint-compiler", "Blueprint"], command("blueprint-compiler", "lsp"), anywhere, {
  any: "build blueprint-compiler of gitlab.gnome.org",
  linux: "apt install blueprint-compiler",
});

export const hardwareServers: readonly ServerEntry[] = [
  verible,
  slangServer,
  svls,
  svlangserver,
  vhdl,
  glsl,
  wgsl,
  slangd,
  openscad,
  qml,
  slint,
  blueprint,
];
