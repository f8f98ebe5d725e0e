// Servers for scripting languages.

import type { ServerEntry } from "../entry.ts";
import {
  anywhere,
  command,
  configIsProgram,
  drained,
  inOrder,
  listed,
  nearestWith,
  notified,
  runsBuild,
} from "../forms.ts";

const noPull = ["textDocument/diagnostic"];

export const intelephense = listed(
  ["intelephense", "Intelephense"],
  command("intelephense", "--stdio"),
  nearestWith("composer.json"),
  "npm i -g intelephense",
  {
    settings: { intelephense: { telemetry: { enabled: false } } },
    quirks: {
      pushSettings: true,
      notes: ["1.18.5: rename needs a licence.", "1.14.4: reads settings only from workspace/didChangeConfiguration."],
    },
  },
);

export const phpactor = listed(
  ["phpactor", "Phpactor"],
  command("phpactor", "language-server"),
  inOrder([".phpactor.json", ".phpactor.yml"], ["composer.json"]),
  "download the phar of github.com/phpactor/phpactor",
  { quirks: { versionArgs: ["--version"] } },
);

export const rubyLsp = listed(
  ["ruby-lsp", "Ruby LSP"],
  command("ruby-lsp"),
  inOrder(["Gemfile"], [".ruby-version"]),
  "gem install ruby-lsp",
  { readiness: drained(), diagnostics: "pull", restricted: runsBuild },
);

export const solargraph = listed(
  ["solargraph", "Solargraph"],
  command("solargraph", "stdio"),
  inOrder(["Gemfile"], [".ruby-version"]),
  "gem install solargraph",
  { restricted: configIsProgram, quirks: { versionArgs: ["--version"] } },
);

export const sorbet = listed(
  ["sorbet", "Sorbet"],
  command("srb", "tc", "--lsp"),
  { groups: [["sorbet"]], pick: "nearest", singleFile: false },
  "gem install sorbet",
  { restricted: runsBuild },
);

export const steep = listed(
  ["steep", "Steep"],
  command("steep", "langserver"),
  { groups: [["Steepfile"]], pick: "nearest", singleFile: false },
  "gem install steep",
  { restricted: configIsProgram },
);

export const lua = listed(
  ["lua-language-server", "lua-language-server"],
  command("lua-language-server"),
  inOrder([".luarc.json", ".luarc.jsonc"], [".luacheckrc", "stylua.toml", ".stylua.toml", "selene.toml"]),
  { any: "download a release of github.com/LuaLS/lua-language-server", macos: "brew install lua-language-server" },
  { restricted: configIsProgram, quirks: { versionArgs: ["--version"] } },
);

export const emmylua = listed(
  ["emmylua_ls", "EmmyLua"],
  command("emmylua_ls"),
  nearestWith(".emmyrc.json", ".luarc.json"),
  "cargo install emmylua_ls",
);

export const luau = listed(
  ["luau-lsp", "luau-lsp"],
  command("luau-lsp", "lsp"),
  nearestWith("default.project.json", "wally.toml", ".luaurc", "selene.toml"),
  "download a release of github.com/JohnnyMorganz/luau-lsp",
  { quirks: { versionArgs: ["--version"] } },
);

export const teal = listed(
  ["teal-language-server", "Teal"],
  command("teal-language-server"),
  nearestWith("tlconfig.lua"),
  "luarocks install teal-language-server",
  { restricted: configIsProgram },
);

export const fennel = listed(
  ["fennel-ls", "fennel-ls"],
  command("fennel-ls"),
  nearestWith("flsproject.fnl"),
  "luarocks install fennel-ls",
);

export const perlnavigator = listed(
  ["perlnavigator", "Perl Navigator"],
  command("perlnavigator", "--stdio"),
  nearestWith("Makefile.PL", "cpanfile", "dist.ini"),
  "npm i -g perlnavigator-server",
  { restricted: runsBuild },
);

export const pls = listed(
  ["pls", "PLS"],
  command("pls"),
  nearestWith("Makefile.PL", "cpanfile", "dist.ini"),
  "cpan PLS",
  {
    restricted: runsBuild,
  },
);

export const raku = listed(
  ["raku-navigator", "Raku Navigator"],
  command("raku-navigator", "--stdio"),
  nearestWith("META6.json"),
  "build github.com/bscan/RakuNavigator",
  { restricted: runsBuild },
);

export const r = listed(
  ["r-languageserver", "R languageserver"],
  command("R", "--no-echo", "-e", "languageserver::run()"),
  nearestWith("DESCRIPTION", "*.Rproj"),
  `Rscript -e 'install.packages("languageserver")'`,
  // Quirk(R 4): it runs the .Rprofile of the directory it starts in.
  {
    restricted: configIsProgram,
    quirks: { versionArgs: ["--no-echo", "-e", 'cat(format(packageVersion("languageserver")))'] },
  },
);

export const julia = listed(
  ["julia", "LanguageServer.jl"],
  command("julia", "--startup-file=no", "--history-file=no", "-e", "using LanguageServer; runserver()"),
  nearestWith("Project.toml", "JuliaProject.toml", "Manifest.toml"),
  `julia -e 'using Pkg; Pkg.add("LanguageServer")'`,
  {
    restricted: runsBuild,
    quirks: {
      // To load the package takes many seconds; to find out whether it is installed takes none.
      versionArgs: ["--startup-file=no", "-e", 'exit(Base.find_package("LanguageServer") === nothing ? 1 : 0)'],
      pushSettings: true,
      neverSend: noPull,
      notes: ["Pull diagnostics crash it.", "First diagnostics take up to 30 s."],
    },
  },
);

export const vim = listed(
  ["vim-language-server", "vim-language-server"],
  command("vim-language-server", "--stdio"),
  anywhere,
  "npm i -g vim-language-server",
);

export const dart = listed(
  ["dart", "Dart"],
  command("dart", "language-server", "--protocol=lsp"),
  nearestWith("pubspec.yaml", "analysis_options.yaml"),
  "install the Dart or Flutter SDK",
  {
    readiness: notified("$/analyzerStatus", { path: ["isAnalyzing"], equals: false }),
    quirks: { versionArgs: ["--version"] },
  },
);

/** Runs inside the Godot editor: we connect if the editor is open, and never start or stop it. */
export const gdscript = listed(
  ["gdscript", "Godot"],
  { kind: "tcp", host: "127.0.0.1", port: 6005 },
  nearestWith("project.godot"),
  "open the project in the Godot editor",
  { quirks: { notes: ["Has no workspace symbols.", "Godot 3 listens on port 6008."] } },
);

export const haxe = listed(
  ["haxe-language-server", "Haxe"],
  command("haxe-language-server"),
  nearestWith("build.hxml", "haxelib.json"),
  "build github.com/vshaxe/haxe-language-server",
  { readiness: { kind: "diagnostics", capMs: 60_000 }, restricted: runsBuild, quirks: { pushSettings: true } },
);

export const matlab = listed(
  ["matlab-language-server", "MATLAB"],
  command("matlab-language-server", "--stdio"),
  nearestWith("*.prj"),
  "build github.com/mathworks/MATLAB-language-server (needs MATLAB)",
  { readiness: { kind: "log", contains: "mvm attach success", capMs: 60_000 }, restricted: runsBuild },
);

export const scriptingServers: readonly ServerEntry[] = [
  intelephense,
  phpactor,
  rubyLsp,
  solargraph,
  sorbet,
  steep,
  lua,
  emmylua,
  luau,
  teal,
  fennel,
  perlnavigator,
  pls,
  raku,
  r,
  julia,
  vim,
  dart,
  gdscript,
  haxe,
  matlab,
];
