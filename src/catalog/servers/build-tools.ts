// Servers for the languages of build tools.

import type { ServerEntry } from "../entry.ts";
import { command, inOrder, listed, nearestWith } from "../forms.ts";

export const starpls = listed(
  ["starpls", "starpls"],
  command("starpls"),
  nearestWith("MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"),
  "download a release of github.com/withered-magic/starpls",
  { quirks: { versionArgs: ["version"] } },
);

export const buck = listed(
  ["buck2", "Buck2"],
  command("buck2", "lsp"),
  nearestWith(".buckconfig"),
  "download a release of github.com/facebook/buck2",
);

export const tilt = listed(["tilt", "Tilt"], command("tilt", "lsp", "start"), nearestWith("Tiltfile"), {
  any: "download a release of github.com/tilt-dev/tilt",
  macos: "brew install tilt",
});

export const neocmake = listed(
  ["neocmakelsp", "neocmakelsp"],
  command("neocmakelsp", "stdio"),
  inOrder(["CMakePresets.json"], ["CMakeLists.txt", ".neocmake.toml"]),
  "cargo install neocmakelsp",
  { quirks: { versionArgs: ["--version"] } },
);

export const cmake = listed(
  ["cmake-language-server", "cmake-language-server"],
  command("cmake-language-server"),
  inOrder(["CMakePresets.json"], ["CMakeLists.txt"]),
  "pipx install cmake-language-server",
  { quirks: { versionArgs: ["--version"] } },
);

export const meson = listed(
  ["mesonlsp", "MesonLSP"],
  command("mesonlsp", "--lsp"),
  { groups: [["meson.build"]], pick: "outermost", singleFile: true },
  "download a release of github.com/JCWasmx86/mesonlsp",
);

export const autotools = listed(
  ["autotools-language-server", "autotools-language-server"],
  command("autotools-language-server"),
  nearestWith("configure.ac", "Makefile"),
  "pipx install autotools-language-server",
);

export const just = listed(
  ["just-lsp", "just-lsp"],
  command("just-lsp"),
  nearestWith("justfile", ".justfile"),
  "cargo install just-lsp",
);

export const gn = listed(
  ["gn-language-server", "gn-language-server"],
  command("gn-language-server", "--stdio"),
  nearestWith(".gn"),
  "download a release of github.com/google/gn-language-server",
);

export const buildToolServers: readonly ServerEntry[] = [
  starpls,
  buck,
  tilt,
  neocmake,
  cmake,
  meson,
  autotools,
  just,
  gn,
];
