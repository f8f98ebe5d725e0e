// Servers for data, schemas, interface descriptions, queries and configuration languages.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { anywhere, command, immediately, listed, nearestWith } from "../forms.ts";

export const json = defineServer({
  id: "vscode-json-language-server",
  title: "VS Code JSON server",
  launch: command("vscode-json-language-server", "--stdio"),
  roots: anywhere,
  install: { any: "npm i -g vscode-langservers-extracted" },
  readiness: immediately,
  diagnostics: "pull",
  references: "none",
  // A `$schema` in a document names an address, which it would fetch; handling no protocol leaves that to us, and we do not.
  restricted: { kind: "adjusted", initializationOptions: { handledSchemaProtocols: [] }, smaller: true },
  obeys: [],
  quirks: { notes: ["4.10.0: knows only the schemas that a document or the settings name."] },
  proven: true,
});

export const yaml = defineServer({
  id: "yaml-language-server",
  title: "yaml-language-server",
  launch: command("yaml-language-server", "--stdio"),
  roots: anywhere,
  install: { any: "npm i -g yaml-language-server" },
  readiness: immediately,
  diagnostics: "push",
  references: "none",
  restricted: {
    kind: "adjusted",
    // A comment in a document names an address, which it fetches whatever else is set; behind this proxy nothing listens.
    settings: {
      yaml: { schemaStore: { enable: false } },
      http: { proxy: "http://127.0.0.1:9", proxyStrictSSL: true },
    },
    smaller: true,
  },
  obeys: [],
  quirks: {
    saysItIs: "yaml-language-server",
    // Schemas.
    alsoReads: ["*.json"],
    notes: ["1.25.0: asks for the settings `yaml`, `http`, `[yaml]` and `editor`; it accepts null for each."],
  },
  proven: true,
});

export const taplo = listed(
  ["taplo", "Taplo"],
  command("taplo", "lsp", "stdio"),
  nearestWith(".taplo.toml", "taplo.toml"),
  "cargo install taplo-cli --features lsp",
  { quirks: { versionArgs: ["--version"] } },
);

export const tombi = listed(
  ["tombi", "Tombi"],
  command("tombi", "lsp"),
  nearestWith("tombi.toml"),
  "uv tool install tombi",
  {
    quirks: { versionArgs: ["--version"] },
  },
);

export const lemminx = listed(
  ["lemminx", "LemMinX"],
  command("lemminx"),
  anywhere,
  "download lemminx from the releases of github.com/redhat-developer/vscode-xml",
);

export const graphql = listed(
  ["graphql-lsp", "GraphQL"],
  command("graphql-lsp", "server", "-m", "stream"),
  nearestWith(".graphqlrc*", "graphql.config.*"),
  "npm i -g graphql-language-service-cli",
);

export const buf = listed(["buf", "Buf"], command("buf", "lsp", "serve"), nearestWith("buf.work.yaml", "buf.yaml"), {
  any: "go install github.com/bufbuild/buf/cmd/buf@latest",
  macos: "brew install bufbuild/buf/buf",
});

export const protols = listed(
  ["protols", "protols"],
  command("protols"),
  nearestWith("protols.toml"),
  "cargo install protols",
  {
    quirks: { versionArgs: ["--version"] },
  },
);

export const thrift = listed(
  ["thriftls", "thriftls"],
  command("thriftls"),
  anywhere,
  "go install github.com/joyme123/thrift-ls@latest",
);

export const smithy = listed(
  ["smithy-language-server", "Smithy"],
  command("smithy-language-server", "0"),
  nearestWith("smithy-build.json"),
  "cs install --contrib smithy-language-server",
);

export const typespec = listed(
  ["tsp-server", "TypeSpec"],
  command("tsp-server", "--stdio"),
  nearestWith("tspconfig.yaml"),
  "npm i -g @typespec/compiler",
);

export const prisma = listed(
  ["prisma-language-server", "Prisma"],
  command("prisma-language-server", "--stdio"),
  nearestWith("schema.prisma", "package.json"),
  "npm i -g @prisma/language-server",
);

export const sqls = listed(
  ["sqls", "sqls"],
  command("sqls"),
  nearestWith(".sqls.yml", "config.yml"),
  "go install github.com/sqls-server/sqls@latest",
);

export const postgres = listed(
  ["postgres-language-server", "Postgres Language Server"],
  command("postgres-language-server", "lsp-proxy"),
  nearestWith("postgres-language-server.jsonc"),
  "npm i -g @postgres-language-server/cli",
);

export const sqlServer = listed(
  ["sql-language-server", "sql-language-server"],
  command("sql-language-server", "up", "--method", "stdio"),
  nearestWith(".sqllsrc.json"),
  "npm i -g sql-language-server",
  { quirks: { notes: ["1.7.1: fails to start with the newest protocol package beside it."] } },
);

export const cue = listed(
  ["cue", "CUE"],
  command("cue", "lsp"),
  nearestWith("cue.mod"),
  "go install cuelang.org/go/cmd/cue@latest",
  {
    quirks: { versionArgs: ["version"], notes: ["0.16.1: waits until workspace/configuration is answered."] },
  },
);

export const jsonnet = listed(
  ["jsonnet-language-server", "Jsonnet"],
  command("jsonnet-language-server"),
  nearestWith("jsonnetfile.json"),
  "go install github.com/grafana/jsonnet-language-server@latest",
);

export const nickel = listed(
  ["nls", "Nickel"],
  command("nls"),
  nearestWith("Nickel.toml"),
  "cargo install nickel-lang-lsp",
);

export const dhall = listed(
  ["dhall-lsp-server", "Dhall"],
  command("dhall-lsp-server"),
  anywhere,
  "download a release of github.com/dhall-lang/dhall-haskell",
);

export const pkl = listed(
  ["pkl-lsp", "Pkl"],
  command("pkl-lsp"),
  nearestWith("PklProject"),
  "download a release of github.com/apple/pkl-lsp",
);

export const kcl = listed(
  ["kcl-language-server", "KCL"],
  command("kcl-language-server"),
  nearestWith("kcl.mod"),
  "download a release of github.com/kcl-lang/kcl",
);

export const jq = listed(
  ["jq-lsp", "jq-lsp"],
  command("jq-lsp"),
  anywhere,
  "go install github.com/wader/jq-lsp@latest",
);

export const beancount = listed(
  ["beancount-language-server", "Beancount"],
  command("beancount-language-server"),
  anywhere,
  "cargo install beancount-language-server",
);

export const formatServers: readonly ServerEntry[] = [
  json,
  yaml,
  taplo,
  tombi,
  lemminx,
  graphql,
  buf,
  protols,
  thrift,
  smithy,
  typespec,
  prisma,
  sqls,
  postgres,
  sqlServer,
  cue,
  jsonnet,
  nickel,
  dhall,
  pkl,
  kcl,
  jq,
  beancount,
];
