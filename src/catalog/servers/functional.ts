// Servers for functional languages, proof assistants, logic programming and the BEAM.

import type { RootMarkers, ServerEntry } from "../entry.ts";
import { command, drained, inOrder, listed, nearestWith, runsBuild } from "../forms.ts";
import { longCapMs } from "../limits.ts";

/** An umbrella has a mix.exs of its own above those of its applications. */
const mix: RootMarkers = { groups: [["mix.exs"]], pick: "outermost", singleFile: true };

export const haskell = listed(
  ["haskell-language-server", "Haskell Language Server"],
  command("haskell-language-server-wrapper", "--lsp"),
  inOrder(["hie.yaml", "stack.yaml", "cabal.project"], ["*.cabal", "package.yaml"]),
  "ghcup install hls",
  { restricted: runsBuild, quirks: { versionArgs: ["--version"] } },
);

export const purescript = listed(
  ["purescript-language-server", "PureScript"],
  command("purescript-language-server", "--stdio"),
  nearestWith("spago.yaml", "spago.dhall", "bower.json"),
  "npm i -g purescript-language-server",
  { restricted: runsBuild },
);

export const elm = listed(
  ["elm-language-server", "Elm"],
  command("elm-language-server"),
  nearestWith("elm.json"),
  "npm i -g @elm-tooling/elm-language-server",
  { readiness: { kind: "diagnostics", capMs: 30_000 } },
);

export const ocaml = listed(
  ["ocamllsp", "OCaml LSP"],
  command("ocamllsp"),
  inOrder(["dune-workspace"], ["dune-project"], ["*.opam", "esy.json"]),
  "opam install ocaml-lsp-server",
  {
    references: "partial",
    restricted: runsBuild,
    quirks: {
      versionArgs: ["--version"],
      notes: ["References in other files come only after `dune build @ocaml-index` (OCaml 5.2, ocaml-lsp 1.23)."],
    },
  },
);

export const rescript = listed(
  ["rescript-language-server", "ReScript"],
  command("rescript-language-server", "--stdio"),
  nearestWith("rescript.json", "bsconfig.json"),
  "npm i -g @rescript/language-server",
  { restricted: runsBuild },
);

export const gleam = listed(
  ["gleam", "Gleam"],
  command("gleam", "lsp"),
  nearestWith("gleam.toml"),
  { any: "download a release of github.com/gleam-lang/gleam", macos: "brew install gleam" },
  {
    readiness: drained({ graceMs: 10_000, capMs: longCapMs }),
    restricted: runsBuild,
    quirks: {
      versionArgs: ["--version"],
      neverSend: ["textDocument/diagnostic"],
      notes: ["Pull diagnostics hang it."],
    },
  },
);

export const expert = listed(
  ["expert", "Expert"],
  command("expert", "--stdio"),
  mix,
  "download a release of github.com/elixir-lang/expert",
  {
    readiness: drained({ titles: ["Building"], graceMs: 10_000, capMs: longCapMs }),
    restricted: runsBuild,
    quirks: { kickOpen: ["mix.exs"], notes: ["0.1.0-rc.6: does nothing before the first document is opened."] },
  },
);

export const elixirLs = listed(
  ["elixir-ls", "ElixirLS"],
  { kind: "command", command: "elixir-ls", alternatives: ["language_server.sh"], args: [] },
  mix,
  { any: "download a release of github.com/elixir-lsp/elixir-ls", macos: "brew install elixir-ls" },
  { restricted: runsBuild, quirks: { kickOpen: ["mix.exs"] } },
);

export const nextLs = listed(
  ["nextls", "Next LS"],
  command("nextls", "--stdio"),
  mix,
  "download a release of github.com/elixir-tools/next-ls",
  { restricted: runsBuild },
);

export const lexical = listed(
  ["lexical", "Lexical"],
  command("lexical"),
  mix,
  "download a release of github.com/lexical-lsp/lexical",
  { restricted: runsBuild },
);

export const elp = listed(
  ["elp", "Erlang Language Platform"],
  command("elp", "server"),
  nearestWith("rebar.config", "erlang.mk"),
  "download a release of github.com/WhatsApp/erlang-language-platform",
  { restricted: runsBuild, quirks: { versionArgs: ["version"] } },
);

export const erlangLs = listed(
  ["erlang_ls", "Erlang LS"],
  command("erlang_ls"),
  nearestWith("rebar.config", "erlang.mk"),
  "download a release of github.com/erlang-ls/erlang_ls",
  { restricted: runsBuild },
);

export const lean = listed(
  ["lean", "Lean 4"],
  command("lake", "serve"),
  nearestWith("lakefile.toml", "lakefile.lean", "lean-toolchain"),
  "install elan, then: elan default stable",
  {
    restricted: runsBuild,
    quirks: { notes: ["Symbols are empty while a file is being elaborated; $/lean/fileProgress tells how far it is."] },
  },
);

export const coq = listed(
  ["coq-lsp", "coq-lsp"],
  command("coq-lsp"),
  inOrder(["_CoqProject", "_RocqProject"], ["dune-project"]),
  "opam install coq-lsp",
  { quirks: { versionArgs: ["--version"] } },
);

export const agda = listed(
  ["als", "Agda"],
  command("als"),
  nearestWith("*.agda-lib"),
  "download a release of github.com/agda/agda-language-server",
);

export const idris = listed(
  ["idris2-lsp", "Idris 2"],
  command("idris2-lsp"),
  nearestWith("*.ipkg"),
  "pack install-app idris2-lsp",
  {
    restricted: runsBuild,
  },
);

export const racket = listed(
  ["racket-langserver", "Racket"],
  command("racket", "--lib", "racket-langserver"),
  nearestWith("info.rkt"),
  "raco pkg install racket-langserver",
  {
    restricted: runsBuild,
    quirks: { versionArgs: ["-l", "racket/base", "-e", '(void (collection-path "racket-langserver"))'] },
  },
);

export const lisp = listed(["cl-lsp", "cl-lsp"], command("cl-lsp"), nearestWith("*.asd"), "ros install cxxxr/cl-lsp", {
  restricted: runsBuild,
});

export const millet = listed(
  ["millet", "Millet"],
  { kind: "command", command: "millet-ls", alternatives: ["millet"], args: [] },
  nearestWith("millet.toml", "*.cm", "*.mlb"),
  "download a release of github.com/azdavis/millet",
);

export const prolog = listed(
  ["swipl", "SWI-Prolog"],
  command("swipl", "-g", "use_module(library(lsp_server)).", "-g", "lsp_server:main", "-t", "halt", "--", "stdio"),
  nearestWith("pack.pl"),
  'swipl -g "pack_install(lsp_server)" -t halt',
  { restricted: runsBuild, quirks: { versionArgs: ["-g", "exists_source(library(lsp_server))", "-t", "halt"] } },
);

export const functionalServers: readonly ServerEntry[] = [
  haskell,
  purescript,
  elm,
  ocaml,
  rescript,
  gleam,
  expert,
  elixirLs,
  nextLs,
  lexical,
  elp,
  erlangLs,
  lean,
  coq,
  agda,
  idris,
  racket,
  lisp,
  millet,
  prolog,
];
