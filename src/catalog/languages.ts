// Every language Sightline knows: which files belong to it, and which servers serve it in which order.
//
// A row reads: the LSP language id, its extensions, its servers, and then its file names and linters.
// Invariant: a pattern that two languages claim has a row in `ambiguity.ts`.

import type { LanguageEntry } from "./entry.ts";

const typescript = "typescript-native typescript-language-server vtsls deno";
const scriptLinters = "eslint biome oxlint angular-language-server ast-grep";
const pageLinters = "tailwindcss-language-server angular-language-server";
const componentLinters = "eslint biome oxlint tailwindcss-language-server";
const terraform = "terraform-ls tofu-ls";
const elixir = "expert elixir-ls nextls lexical";
const style = "stylelint-language-server biome tailwindcss-language-server";
const solidity = "nomicfoundation-solidity-language-server solc vscode-solidity-server";

export const languageRows: readonly LanguageEntry[] = [
  // The script and web languages.
  row("typescript", ".ts .mts .cts", typescript, { linters: scriptLinters }),
  row("typescriptreact", ".tsx", typescript, { linters: `${scriptLinters} tailwindcss-language-server` }),
  row("javascript", ".js .mjs .cjs .es6", typescript, { linters: scriptLinters }),
  row("javascriptreact", ".jsx", typescript, { linters: `${scriptLinters} tailwindcss-language-server` }),
  row("vue", ".vue", "vue-language-server", { linters: componentLinters }),
  row("svelte", ".svelte", "svelte-language-server", { linters: componentLinters }),
  row("astro", ".astro", "astro-language-server", { linters: componentLinters }),
  row("html", ".html .htm .xhtml", "vscode-html-language-server superhtml", { linters: pageLinters }),
  row("css", ".css", "vscode-css-language-server", { linters: style }),
  row("scss", ".scss", "vscode-css-language-server some-sass-language-server", { linters: style }),
  row("sass", ".sass", "some-sass-language-server"),
  row("less", ".less", "vscode-css-language-server", { linters: style }),
  row("handlebars", ".hbs", "ember-language-server"),
  row("glimmer-js", ".gjs", "glint-language-server"),
  row("glimmer-ts", ".gts", "glint-language-server"),
  row("liquid", ".liquid", "shopify-theme"),
  row("twig", ".twig", "twiggy-language-server"),
  row("blade", ".blade.php", "laravel-ls"),
  row("templ", ".templ", "templ"),

  // Python, Go, Rust, the C family.
  row("python", ".py .pyi .pyw", "pyright basedpyright ty pyrefly pylsp jedi-language-server zuban", {
    linters: "ruff ast-grep",
  }),
  row("go", ".go", "gopls", { linters: "golangci-lint-langserver" }),
  row("go.mod", "", "gopls", { names: "go.mod" }),
  row("go.work", "", "gopls", { names: "go.work" }),
  row("go.sum", "", "gopls", { names: "go.sum go.work.sum" }),
  row("gotmpl", ".gotmpl .tmpl", "gopls"),
  row("rust", ".rs", "rust-analyzer", { linters: "typos-lsp" }),
  row("c", ".c .h", "clangd ccls"),
  row("cpp", ".cc .cpp .cxx .c++ .h .hh .hpp .hxx .h++ .ipp .inl .tpp .txx .ixx .cppm .ccm .cxxm", "clangd ccls"),
  row("objective-c", ".m .h", "clangd ccls sourcekit-lsp"),
  row("objective-cpp", ".mm", "clangd ccls sourcekit-lsp"),
  row("cuda-cpp", ".cu .cuh", "clangd ccls"),

  // The Java and .NET platforms.
  row("java", ".java .jav", "jdtls"),
  row("kotlin", ".kt .kts", "kotlin-lsp kotlin-language-server"),
  row("scala", ".scala .sc .mill", "metals"),
  row("sbt", ".sbt", "metals"),
  row("groovy", ".groovy .gvy .gy .gsh", "groovy-language-server", { names: "Jenkinsfile Jenkinsfile.*" }),
  row("gradle", ".gradle", "gradle-language-server groovy-language-server"),
  row("clojure", ".clj .cljs .cljc .cljd .edn .bb", "clojure-lsp"),
  row("csharp", ".cs .csx", "roslyn-language-server csharp-ls omnisharp"),
  row("fsharp", ".fs .fsi .fsx .fsscript", "fsautocomplete"),

  // Scripting languages.
  row("php", ".php .phtml .php3 .php4 .php5 .php7 .php8 .inc", "intelephense phpactor"),
  row("ruby", ".rb .rake .gemspec .ru .rbi", "ruby-lsp solargraph sorbet steep", {
    names: "Gemfile Rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile .irbrc .pryrc",
    linters: "rubocop",
  }),
  row("erb", ".erb", "ruby-lsp herb-language-server"),
  row("lua", ".lua .rockspec", "lua-language-server emmylua_ls"),
  row("luau", ".luau", "luau-lsp"),
  row("teal", ".tl", "teal-language-server"),
  row("fennel", ".fnl", "fennel-ls"),
  row("perl", ".pl .pm .t .psgi", "perlnavigator pls", { names: "cpanfile Makefile.PL Build.PL" }),
  row("raku", ".raku .rakumod .rakutest .rakudoc .p6 .pm6", "raku-navigator"),
  row("r", ".r", "r-languageserver", { names: ".Rprofile" }),
  row("rmd", ".rmd", "r-languageserver"),
  row("quarto", ".qmd", "r-languageserver"),
  row("julia", ".jl", "julia"),
  row("dart", ".dart", "dart"),
  row("gdscript", ".gd", "gdscript"),
  row("haxe", ".hx", "haxe-language-server"),
  row("matlab", ".m", "matlab-language-server"),
  row("vim", ".vim", "vim-language-server", { names: ".vimrc _vimrc .gvimrc vimrc" }),

  // Shells.
  row("shellscript", ".sh .bash .ksh .zsh .bats .ebuild", "bash-language-server", {
    names: ".bashrc .bash_profile .bash_aliases .bash_login .bash_logout .profile .kshrc PKGBUILD APKBUILD",
  }),
  row("fish", ".fish", "fish-lsp"),
  row("nushell", ".nu", "nushell"),
  row("powershell", ".ps1 .psm1 .psd1", "powershell-editor-services"),
  row("awk", ".awk .gawk", "awk-language-server"),

  // Compiled languages with servers of their own.
  row("swift", ".swift", "sourcekit-lsp"),
  row("zig", ".zig .zon", "zls"),
  row("nim", ".nim .nims .nimble", "nimlangserver"),
  row("crystal", ".cr", "crystalline"),
  row("d", ".d .di", "serve-d"),
  row("v", ".v .vsh .vv", "v-analyzer"),
  row("odin", ".odin", "ols"),
  row("mojo", ".mojo .🔥", "mojo-lsp-server"),
  row("ada", ".adb .ads .ada", "ada_language_server"),
  row("gpr", ".gpr", "ada_language_server-gpr"),
  row("fortran", ".f .for .ftn .f77 .f90 .f95 .f03 .f08", "fortls"),
  row("cobol", ".cbl .cob .cobol .cpy", "cobol-language-support"),
  row("pascal", ".pas .pp .lpr .dpr .inc", "pasls"),
  row("asm", ".asm .s .nasm", "asm-lsp"),

  // Functional languages, proofs and logic.
  row("haskell", ".hs .hsc", "haskell-language-server"),
  row("literate haskell", ".lhs", "haskell-language-server"),
  row("cabal", ".cabal", "haskell-language-server"),
  row("purescript", ".purs", "purescript-language-server"),
  row("elm", ".elm", "elm-language-server"),
  row("ocaml", ".ml", "ocamllsp"),
  row("ocaml.interface", ".mli", "ocamllsp"),
  row("ocaml.ocamllex", ".mll", "ocamllsp"),
  row("ocaml.menhir", ".mly", "ocamllsp"),
  row("reason", ".re .rei", "ocamllsp"),
  row("dune", "", "ocamllsp", { names: "dune dune-project dune-workspace" }),
  row("rescript", ".res .resi", "rescript-language-server"),
  row("gleam", ".gleam", "gleam"),
  row("elixir", ".ex .exs", elixir),
  row("phoenix-heex", ".heex .leex", elixir),
  row("eex", ".eex", elixir),
  row("erlang", ".erl .hrl .app.src .escript", "elp erlang_ls", { names: "rebar.config" }),
  row("lean4", ".lean", "lean"),
  row("coq", ".v", "coq-lsp"),
  row("agda", ".agda .lagda .lagda.md", "als"),
  row("idris2", ".idr", "idris2-lsp"),
  row("prolog", ".pl .plt .pro .prolog", "swipl"),
  row("racket", ".rkt .rktd .rktl", "racket-langserver"),
  row("scheme", ".scm .ss", "racket-langserver"),
  row("commonlisp", ".lisp .lsp .cl .asd", "cl-lsp"),
  row("sml", ".sml .sig .fun", "millet"),

  // Hardware, shaders, models, user interfaces.
  row("verilog", ".v .vh", "verible-verilog-ls slang-server svls svlangserver"),
  row("systemverilog", ".sv .svh", "verible-verilog-ls slang-server svls svlangserver"),
  row("vhdl", ".vhd .vhdl", "vhdl_ls"),
  row("glsl", ".glsl .vert .frag .geom .comp .tesc .tese .fs", "glsl_analyzer"),
  row("wgsl", ".wgsl", "wgsl-analyzer"),
  row("hlsl", ".hlsl .hlsli", "slangd"),
  row("slang", ".slang", "slangd"),
  row("openscad", ".scad", "openscad-lsp"),
  row("qml", ".qml", "qmlls"),
  row("slint", ".slint", "slint-lsp"),
  row("blueprint", ".blp", "blueprint-compiler"),

  // Data, schemas, interfaces, queries and configuration.
  row("json", ".json .webmanifest .geojson .har .jsonld", "vscode-json-language-server", { linters: "biome" }),
  row("jsonc", ".jsonc .code-workspace", "vscode-json-language-server", {
    names: "tsconfig.json tsconfig.*.json jsconfig.json .eslintrc.json .babelrc deno.json devcontainer.json",
    linters: "biome",
  }),
  row("yaml", ".yaml .yml", "yaml-language-server"),
  row("toml", ".toml", "taplo tombi", { names: "Cargo.lock uv.lock poetry.lock Pipfile" }),
  row("xml", ".xml .xsd .svg .rng .wsdl .plist .csproj .fsproj .vbproj .props .targets .nuspec", "lemminx"),
  row("xsl", ".xsl .xslt", "lemminx"),
  row("graphql", ".graphql .graphqls .gql", "graphql-lsp", { linters: "biome" }),
  row("proto", ".proto", "buf protols"),
  row("thrift", ".thrift", "thriftls"),
  row("smithy", ".smithy", "smithy-language-server"),
  row("typespec", ".tsp", "tsp-server"),
  row("prisma", ".prisma", "prisma-language-server"),
  row("sql", ".sql", "sqls postgres-language-server sql-language-server"),
  row("cue", ".cue", "cue"),
  row("jsonnet", ".jsonnet .libsonnet", "jsonnet-language-server"),
  row("nickel", ".ncl", "nls"),
  row("dhall", ".dhall", "dhall-lsp-server"),
  row("pkl", ".pkl", "pkl-lsp"),
  row("kcl", ".k", "kcl-language-server"),
  row("jq", ".jq", "jq-lsp"),
  row("beancount", ".beancount", "beancount-language-server"),

  // Machines, containers, clusters, pipelines, policies.
  row("dockerfile", ".dockerfile .containerfile", "docker-langserver docker-language-server", {
    names: "Dockerfile Dockerfile.* Containerfile Containerfile.*",
  }),
  row("dockerbake", "", "docker-language-server", { names: "docker-bake.hcl docker-bake.override.hcl" }),
  row("dockercompose", "", "docker-compose-langserver docker-language-server yaml-language-server", {
    names: "docker-compose.{yml,yaml} docker-compose.*.{yml,yaml} compose.{yml,yaml} compose.*.{yml,yaml}",
  }),
  row("terraform", ".tf", terraform, { linters: "tflint" }),
  row("terraform-vars", ".tfvars", terraform),
  row("hcl", ".hcl", "terragrunt-ls"),
  row("bicep", ".bicep", "bicep-lsp"),
  row("bicep-params", ".bicepparam", "bicep-lsp"),
  row("nix", ".nix", "nixd nil"),
  row("helm", ".tpl", "helm-ls", { names: "templates/*.{yaml,yml,tpl} values.yaml" }),
  row("ansible", "", "ansible-language-server yaml-language-server", {
    names: "playbooks/*.{yml,yaml} tasks/*.{yml,yaml} handlers/*.{yml,yaml} group_vars/*.{yml,yaml}",
  }),
  row("github-actions-workflow", "", "actions-languageserver yaml-language-server", {
    names: ".github/workflows/*.{yml,yaml}",
  }),
  row("gitlab-ci", "", "gitlab-ci-ls yaml-language-server", { names: ".gitlab-ci.yml *.gitlab-ci.yml" }),
  row("azure-pipelines", "", "azure-pipelines-language-server yaml-language-server", {
    names: "azure-pipelines.{yml,yaml} azure-pipelines-*.{yml,yaml}",
  }),
  row("rego", ".rego", "regal regols"),
  row("puppet", ".pp", "puppet-languageserver"),
  row("systemd", ".service .timer .socket .mount .automount .path .slice .target .nspawn", "systemd-lsp"),

  // Build tools.
  row("starlark", ".star .bzl .bazel .bxl", "starpls buck2 tilt", {
    names: "BUILD BUCK WORKSPACE MODULE.bazel Tiltfile",
  }),
  row("cmake", ".cmake", "neocmakelsp cmake-language-server", { names: "CMakeLists.txt" }),
  row("meson", "", "mesonlsp", { names: "meson.build meson.options meson_options.txt" }),
  row("makefile", ".mk .mak", "autotools-language-server", { names: "Makefile GNUmakefile Makefile.am Makefile.in" }),
  row("config", ".ac", "autotools-language-server", { names: "configure.ac configure.in" }),
  row("just", ".just", "just-lsp", { names: "justfile .justfile" }),
  row("gn", ".gn .gni", "gn-language-server"),

  // Prose and specifications.
  row("markdown", ".md .markdown .mkd", "marksman markdown-oxide", { linters: "typos-lsp harper-ls" }),
  row("mdx", ".mdx", "mdx-language-server"),
  row("restructuredtext", ".rst", "esbonio"),
  row("latex", ".tex .sty .cls .dtx .ltx", "texlab"),
  row("bibtex", ".bib", "texlab"),
  row("typst", ".typ .typc", "tinymist"),
  row("cucumber", ".feature", "cucumber-language-server"),
  row("robotframework", ".robot .resource", "robotcode"),

  // Smart contracts.
  row("solidity", ".sol", solidity),
  row("move", ".move", "move-analyzer"),
  row("cairo", ".cairo", "cairo-language-server"),
  row("sway", ".sw", "forc"),
  row("clarity", ".clar", "clarinet"),
];

function row(
  id: string,
  extensions: string,
  servers: string,
  more: { readonly names?: string; readonly linters?: string } = {},
): LanguageEntry {
  return {
    id,
    extensions: words(extensions),
    servers: words(servers),
    ...(more.names === undefined ? {} : { fileNames: words(more.names) }),
    ...(more.linters === undefined ? {} : { linters: words(more.linters) }),
  };
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}
