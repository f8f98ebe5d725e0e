// Writes the documents that derive from data: the tables of layers and operations, the catalogue, the settings, the messages and the benchmarks.
//
// `node tools/run.mjs tools/gen.ts --write` rewrites them; without `--write` it only says which are stale.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { LanguageEntry, ReadinessRule, RestrictedForm, ServerEntry } from "../src/catalog/entry.ts";
import { languages, servers } from "../src/catalog/table.ts";
import { setupAgents } from "../src/engine/setup/agents.ts";
import type { ScopedPlaces, SetupAgent } from "../src/engine/setup/agents.ts";
import { isAboutDrafts } from "../src/doors/cli/spoken.ts";
import type { Operation } from "../src/operations/define.ts";
import { operations } from "../src/operations/table.ts";
import { apiPages } from "./api-report.ts";
import { benchmarkDocuments } from "./benchmarks-page.ts";
import { type Layer, layers } from "./layers.ts";
import { type Room, rooms } from "./rooms.ts";
import { messagesPage } from "./messages-page.ts";
import { resultTypesFile, resultTypesText } from "./result-types.ts";
import { pluginFiles } from "./plugin-directory.ts";
import { settingsJsonSchema, settingsPage } from "./settings-page.ts";
import { markdownTable } from "./markdown-table.ts";

export interface Document {
  readonly path: string;
  readonly present: string;
  readonly wanted: string;
}

/** Every derived document as it is and as it should be; one that is not there is as stale as can be. */
export function documents(root: string): Document[] {
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const tools = readFileSync(join(root, "docs/tools.md"), "utf8");
  const install = readFileSync(join(root, "docs/install.md"), "utf8");
  return [
    { path: "docs/tools.md", present: tools, wanted: withOperations(tools, operations) },
    { path: "ARCHITECTURE.md", present: architecture, wanted: withRooms(withLayers(architecture, layers), rooms) },
    {
      path: "docs/servers.md",
      present: readOr(join(root, "docs/servers.md"), ""),
      wanted: serverPage(languages, servers),
    },
    { path: "docs/install.md", present: install, wanted: withAgents(install, setupAgents) },
    { path: "docs/settings.md", present: readOr(join(root, "docs/settings.md"), ""), wanted: settingsPage() },
    {
      path: "docs/settings.schema.json",
      present: readOr(join(root, "docs/settings.schema.json"), ""),
      wanted: settingsJsonSchema(),
    },
    { path: "docs/messages.md", present: readOr(join(root, "docs/messages.md"), ""), wanted: messagesPage(root) },
    { path: resultTypesFile, present: readOr(join(root, resultTypesFile), ""), wanted: resultTypesText(root) },
    ...[...benchmarkDocuments(root), ...apiPages(root), ...pluginFiles(root)].map(({ path, wanted }) => ({
      path,
      present: readOr(join(root, path), ""),
      wanted,
    })),
  ];
}

/** The document with a table between the two marks of that name, and everything else as it was. */
function withTable(document: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`a document lacks ${begin} or ${end}`);
  return `${document.slice(0, from)}${begin}\n\n${table}\n\n${document.slice(to)}`;
}

/** The page of tools with the table of operations. */
export function withOperations(document: string, rows: readonly Operation[]): string {
  const table = markdownTable(
    ["tool", "command", "what it does", "shown by"],
    rows.map((row) => [
      `\`${row.name}\``,
      // A draft would end with the command.
      isAboutDrafts(row) ? "–" : `\`${row.cli.command}\``,
      row.summary,
      row.exposure === "core" ? "core" : "full",
    ]),
  );
  return withTable(document, "operations", table);
}

export function withLayers(document: string, rows: readonly Layer[]): string {
  const table = markdownTable(
    ["folder", "what it is for", "may import", "does not know"],
    rows.map(({ folder, purpose, mayImport, doesNotKnow, pure }) => [
      `\`src/${folder}/\`${pure === true ? " (pure)" : ""}`,
      purpose,
      mayImport.join(", ") || "–",
      doesNotKnow,
    ]),
  );
  return withTable(document, "layers", table);
}

function withRooms(document: string, rows: readonly Room[]): string {
  const table = markdownTable(
    ["room", "what it is for", "may import of its layer"],
    rows.map(({ folder, purpose, mayImport }) => [`\`src/${folder}/\``, purpose, mayImport.join(", ") || "–"]),
  );
  return withTable(document, "rooms", table);
}

/** The page about installing with the table of agents and their files. */
export function withAgents(document: string, rows: readonly SetupAgent[]): string {
  const cell = (places: ScopedPlaces | undefined, scope: "user" | "project"): string =>
    (places?.[scope] ?? []).map((place) => `\`${place}\``).join(" or ") || "–";
  const both = (places: ScopedPlaces | undefined): string => `${cell(places, "user")} · ${cell(places, "project")}`;
  const table = markdownTable(
    ["agent", "`--agent`", "MCP server: user · project", "hooks (`--hooks`)", "section", "skills"],
    rows.map(({ id, title, entry, hooks, guide, skills }) => [
      title,
      `\`${id}\``,
      `${both(entry.places)}, key \`${[...entry.path, "sightline"].join(".")}\``,
      ...[hooks?.places, guide, skills].map((places) => (places === undefined ? "–" : both(places))),
    ]),
  );
  return withTable(document, "agents", table);
}

export function serverPage(tongues: readonly LanguageEntry[], entries: readonly ServerEntry[]): string {
  const rows = entries.map((server) => {
    const served = tongues.filter(({ servers: ids, linters = [] }) => [...ids, ...linters].includes(server.id));
    return [
      served.map(({ id }) => id).join(", "),
      [...new Set(served.flatMap(({ extensions, fileNames = [] }) => [...extensions, ...fileNames]))].join(" "),
      `${server.title}${server.role === "lint" ? " (lint)" : ""}`,
      installHint(server),
      server.recipe === undefined ? "" : server.recipe.version.replace(/^v/, ""),
      readinessText(server.readiness),
      server.references,
      restrictedText(server.restricted),
      server.proven ? "yes" : "",
    ];
  });
  const head = [
    "language ids",
    "files",
    "server",
    "install",
    "installed by Sightline",
    "ready",
    "references",
    "untrusted root",
    "proven",
  ];
  return `# Language servers\n\n${introduction}\n\n${markdownTable(head, rows)}\n`;
}

const introduction = [
  "The catalogue as a table, generated from `src/catalog/table.ts` by `node tools/run.mjs tools/gen.ts --write`.",
  "",
  "- **references**: `exhaustive` finds every use in the loaded projects, `partial` is known to miss some,",
  "  `unknown` was not measured. Only `exhaustive` can earn the standing `complete`.",
  "- **installed by Sightline**: the version that `sightline servers install` installs ([servers-install.md](servers-install.md)).",
  "- **untrusted root**: how the server runs before the operator trusts the repository.",
  "- **proven**: a test of this repository runs the real server.",
  "",
  'Every server can also be one that someone else runs: `start_lsp` with `connect: "host:port"`, or a launch of kind `tcp`',
  "([settings.md](settings.md), [adr 17](adr/0017-passive-servers.md)). It is never shut down. Its other clients may have unsaved text",
  "open, so answers are `partial`, unless the operator says that there is no other (`alone`), or the server is known to keep them apart:",
  `${clientsApart()}.`,
].join("\n");

function clientsApart(): string {
  return servers.flatMap(({ title, quirks }) => (quirks.clientsApart === true ? [title] : [])).join(", ");
}

function installHint({ install, launch }: ServerEntry): string {
  if (launch.kind === "embedded") return "ships with Sightline";
  const hint = install.any ?? install.linux ?? install.macos ?? install.windows;
  return hint === undefined ? "" : `\`${hint}\``;
}

function readinessText(rule: ReadinessRule): string {
  switch (rule.kind) {
    case "progress":
      return "progress ends";
    case "notification":
      return `\`${rule.method}\``;
    case "log":
      return "log line";
    case "diagnostics":
      return "first diagnostics";
    case "immediate":
    case "unknown":
      return rule.kind;
  }
}

function restrictedText(form: RestrictedForm): string {
  if (form.kind === "refused") return "not started";
  if (form.kind === "safe") return "the same";
  return form.smaller ? "adjusted, answers partial" : "adjusted";
}

function readOr(path: string, otherwise: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : otherwise;
}

if (process.argv[1]?.endsWith("tools/gen.js") === true) {
  const root = process.cwd();
  // The pages of the public interface are read off what was built.
  execFileSync(process.execPath, [join(root, "tools", "build.mjs")], { stdio: "inherit" });
  for (const { path, present, wanted } of documents(root)) {
    if (present === wanted && existsSync(join(root, path))) continue;
    if (process.argv.includes("--write")) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), wanted);
    } else process.exitCode = 1;
    process.stdout.write(`${path} ${process.argv.includes("--write") ? "written" : "is stale"}\n`);
  }
}
