// How each product is started over stdio for a root, which of its tools answers a question, and how its answers are read.
//
// Invariant: a product is asked as its own descriptions say, in its default form; its answer is read as kindly as its text allows,
// so that counting from 0 and giving no columns cost it nothing here.

import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Started } from "./mcp-peer.ts";
import type { AskedSymbol, Fact, Kind, Language } from "./question.ts";
import { factOf } from "./question.ts";
import type { Shims } from "./servers.ts";
import { serverOf } from "./servers.ts";

/** What is needed to start a product on a root. */
export interface Setting {
  readonly root: string;
  readonly language: Language;
  readonly shims: Shims;
  /** A directory of its own for what it keeps. */
  readonly home: string;
  /** The installed program and its first arguments. */
  readonly program: readonly string[];
}

export interface Call {
  readonly tool: string;
  readonly input: object;
}

export interface Adapter {
  readonly id: string;
  readonly title: string;
  readonly languages: readonly Language[];
  start(setting: Setting): Started;
  /** What must be called before the first question. */
  prepare?(setting: Pick<Setting, "root" | "language">): Call;
  /** Undefined: the product has no tool for it. */
  ask(kind: Kind, symbol: AskedSymbol, root: string): Call | undefined;
  facts(text: string, root: string, symbol: AskedSymbol): Set<Fact>;
  /** What the answer says besides the facts, where a caveat would stand. */
  caveat(text: string): string;
}

const every: readonly Language[] = ["typescript", "go", "python", "cpp"];

/** The built executable; this file runs from `.cache/js/bench/peers`. */
const binary = fileURLToPath(new URL("../../../../dist/bin.js", import.meta.url));

export const sightline: Adapter = {
  id: "sightline",
  title: "Sightline",
  languages: every,
  start: ({ root, language, shims, home }) => {
    const config = join(home, "servers.json");
    // The same server as for all others, also where we bring a faster one.
    const { program, args } = serverOf[language];
    const servers = language === "typescript" ? { servers: [{ extensions: ["ts"], command: [program, ...args] }] } : {};
    writeFileSync(config, JSON.stringify(servers));
    const words = [binary, "mcp", "--root", root, "--trust", "--config", config];
    return ours(words, root, shims, home);
  },
  ask: (kind, { name, declared, use }, root) => {
    const at = ({ file, line, column }: typeof use): object => ({ file_path: join(root, file), line, column });
    const file_path = join(root, declared.file);
    switch (kind) {
      case "references":
        return { tool: "find_references", input: at(declared) };
      case "definition":
        return { tool: "go_to_definition", input: at(use) };
      case "hover":
        return { tool: "inspect_symbol", input: at(use) };
      case "symbols":
        return { tool: "list_symbols", input: { file_path } };
      case "search":
        return { tool: "find_symbol", input: { query: name } };
      case "diagnostics":
        return { tool: "get_diagnostics", input: { file_path: join(root, use.file) } };
    }
  },
  facts: (text, root) => {
    const facts = new Set<Fact>();
    let file = "";
    for (const line of text.split("\n")) {
      const [, in_, numbers] = /^(\S.*?): ([\d ]+)$/.exec(line) ?? [];
      const [, alone, at] = /^(\S+?):(\d+)(?::\d+)?(?: |$)/.exec(line) ?? [];
      const [, below] = /^ {2}(\d+):\d+ {2}/.exec(line) ?? [];
      if (in_ !== undefined) for (const one of (numbers ?? "").split(" ")) facts.add(`${inside(root, in_)}:${one}`);
      else if (alone !== undefined) facts.add(`${inside(root, alone)}:${at}`);
      else if (below !== undefined) facts.add(`${file}:${below}`);
      else if (/^\S+$/.test(line)) file = inside(root, line);
    }
    return facts;
  },
  caveat: (text) => /^Standing: (?!complete).*/m.exec(text)?.[0] ?? "",
};

/** With the TypeScript server that it brings. */
const sightlineShipped: Adapter = {
  ...sightline,
  id: "sightline-ts7",
  title: "Sightline, TypeScript 7",
  languages: ["typescript"],
  start: ({ root, shims, home }) => ours([binary, "mcp", "--root", root, "--trust"], root, shims, home),
};

const cclsp: Adapter = {
  id: "cclsp",
  title: "cclsp",
  languages: every,
  start: ({ root, language, shims, home, program }) => {
    const config = join(home, "cclsp.json");
    const { args } = serverOf[language];
    const extensions = { typescript: ["ts"], go: ["go"], python: ["py"], cpp: ["cc", "h"] }[language];
    // With pyright, whose questions it leaves open, its first answer takes half a minute and more; this is what its own set-up chooses.
    const command = language === "python" ? [join(shims.directory, "pylsp")] : [shims.path(language), ...args];
    const servers = [{ extensions, command, rootDir: root }];
    writeFileSync(config, JSON.stringify({ servers }));
    return started(program, [], root, { ...shims.env, CCLSP_CONFIG_PATH: config });
  },
  ask: (kind, { name, declared, use }, root) => {
    const at = { file_path: join(root, use.file), line: use.line, character: use.column };
    switch (kind) {
      case "references":
        return { tool: "find_references", input: { file_path: join(root, declared.file), symbol_name: name } };
      case "definition":
        return { tool: "find_definition", input: { file_path: join(root, use.file), symbol_name: name } };
      case "hover":
        return { tool: "get_hover", input: at };
      case "search":
        return { tool: "find_workspace_symbols", input: { query: name } };
      case "diagnostics":
        return { tool: "get_diagnostics", input: { file_path: join(root, use.file) } };
      case "symbols":
        return undefined;
    }
  },
  // It answers for every symbol whose name holds the one asked for; the headings tell them apart.
  facts: (text, root, { declared }) => {
    const facts = new Set<Fact>();
    let isMeant = true;
    for (const line of text.split("\n")) {
      const [, heading] = /^Results for .* at (.*):\d+:$/.exec(line) ?? [];
      if (heading !== undefined) isMeant = inside(root, heading) === factOf(declared);
      const [, fact] = /(?:^|\bat )(\/.*:\d+):\d+$/.exec(line) ?? [];
      if (fact !== undefined && isMeant) facts.add(inside(root, fact));
    }
    return facts;
  },
  caveat: (text) =>
    text
      .split("\n")
      .filter((line) => !/\/.*:\d+:\d+/.test(line))
      .join(" "),
};

const serena: Adapter = {
  id: "serena",
  title: "Serena",
  languages: every,
  start: ({ root, language, shims, home, program }) => {
    mkdirSync(join(root, ".serena"), { recursive: true });
    writeFileSync(join(root, ".serena", "project.yml"), `project_name: bench\nlanguage_servers:\n- ${language}\n`);
    const lines = [
      "gui_log_window: false",
      "web_dashboard: false",
      "agent_interface: tools",
      "trusted_project_path_patterns: ['/**', '*']",
      "projects: []",
      "ls_specific_settings:",
      `  ${language}:`,
      `    ls_path: ${shims.path(language)}`,
      "",
    ];
    writeFileSync(join(home, "serena_config.yml"), lines.join("\n"));
    const args = ["start-mcp-server", "--project", root, "--context", "agent", "--agent-interface", "tools"];
    const quiet = ["--enable-web-dashboard", "false", "--open-web-dashboard", "false", "--log-level", "ERROR"];
    const env = { ...shims.env, SERENA_HOME: home, SERENA_USAGE_REPORTING: "false" };
    return started(program, [...args, ...quiet], root, env);
  },
  ask: (kind, { name, declared, use, useLine }) => {
    switch (kind) {
      case "references":
        return { tool: "find_referencing_symbols", input: { name_path: name, relative_path: declared.file } };
      case "definition":
        return {
          tool: "find_declaration",
          input: { relative_path: use.file, regex: regexFor(useLine, use.column, name) },
        };
      case "hover":
        return {
          tool: "find_symbol",
          input: { name_path_pattern: name, relative_path: declared.file, include_info: true },
        };
      case "symbols":
        return { tool: "get_symbols_overview", input: { relative_path: declared.file } };
      case "search":
        return { tool: "find_symbol", input: { name_path_pattern: name } };
      case "diagnostics":
        return { tool: "get_diagnostics_for_file", input: { relative_path: use.file } };
    }
  },
  facts: (text) => {
    const facts = new Set<Fact>();
    walk(parsed(text), "", (file, record) => {
      const where = typeof record["relative_path"] === "string" ? record["relative_path"] : file;
      const around = record["content_around_reference"];
      const body = record["body_location"] as { readonly start_line?: number } | undefined;
      if (typeof around === "string") {
        for (const [, line] of around.matchAll(/^ *> *(\d+):/gm)) facts.add(`${where}:${Number(line) + 1}`);
      } else if (body?.start_line !== undefined) facts.add(`${where}:${body.start_line + 1}`);
    });
    return facts;
  },
  caveat: (text) => (parsed(text) === undefined ? text : ""),
};

/** The server's own door for agents. */
const goplsMcp: Adapter = {
  id: "gopls-mcp",
  title: "gopls mcp",
  languages: ["go"],
  start: ({ root, shims }) => started([shims.path("go")], ["mcp"], root, shims.env),
  ask: (kind, { name, declared, use }, root) => {
    const file = join(root, declared.file);
    if (kind === "references") return { tool: "go_symbol_references", input: { file, symbol: name } };
    if (kind === "search") return { tool: "go_search", input: { query: name } };
    if (kind === "diagnostics") return { tool: "go_diagnostics", input: { files: [join(root, use.file)] } };
    return undefined;
  },
  facts: (text, root) => {
    const found = text.matchAll(/Located in the file: (.*)\n.* on line (\d+)/g);
    return new Set([...found].map(([, file = "", line]) => `${inside(root, file)}:${Number(line) + 1}`));
  },
  caveat: (text) => text.split("\n", 1)[0] ?? "",
};

/** Not run on the machine on which this was written: from the published contract. */
const agentLsp: Adapter = {
  ...sightline,
  id: "agent-lsp",
  title: "agent-lsp",
  start: ({ root, language, shims, program }) => {
    const words = [`${language}:${[shims.path(language), ...serverOf[language].args].join(",")}`];
    return started(program, words, root, { ...shims.env, AGENT_LSP_OUTPUT_FORMAT: "json" });
  },
  prepare: ({ root, language }) => ({ tool: "start_lsp", input: { root_dir: root, language_id: language } }),
  facts: (text, root) => {
    const facts = new Set<Fact>();
    for (const [, file = "", line] of text.matchAll(/"file":\s*"([^"]+)",\s*"line":\s*(\d+)/g))
      facts.add(`${inside(root, file)}:${line}`);
    return facts;
  },
  caveat: (text) => (/^\s*[[{]/.test(text) ? "" : text),
};

/** Not run on the machine on which this was written: from the published contract. */
const mcpLanguageServer: Adapter = {
  id: "mcp-language-server",
  title: "mcp-language-server",
  languages: every,
  start: ({ root, language, shims, program }) => {
    const { args } = serverOf[language];
    const words = ["--workspace", root, "--lsp", shims.path(language), ...(args.length > 0 ? ["--", ...args] : [])];
    return started(program, words, root, shims.env);
  },
  ask: (kind, { name, use }, root) => {
    const filePath = join(root, use.file);
    switch (kind) {
      case "references":
        return { tool: "references", input: { symbolName: name } };
      case "definition":
      case "search":
        return { tool: "definition", input: { symbolName: name } };
      case "hover":
        return { tool: "hover", input: { filePath, line: use.line, column: use.column } };
      case "diagnostics":
        return { tool: "diagnostics", input: { filePath } };
      case "symbols":
        return undefined;
    }
  },
  facts: (text, root) => {
    const facts = new Set<Fact>();
    let file = "";
    for (const line of text.split("\n")) {
      const [, named] = /^(?:File: )?(\/\S+)$/.exec(line.trim()) ?? [];
      if (named !== undefined) file = inside(root, named);
      if (/^(?:At|Range):/.test(line.trim()))
        for (const [, at] of line.matchAll(/L(\d+):C\d+/g)) facts.add(`${file}:${at}`);
    }
    return facts;
  },
  caveat: (text) => text.split("\n", 1)[0] ?? "",
};

export const adapters: readonly Adapter[] = [
  sightline,
  sightlineShipped,
  agentLsp,
  mcpLanguageServer,
  cclsp,
  serena,
  goplsMcp,
];

// — below: private, in the order they are used —

function ours(words: readonly string[], root: string, shims: Shims, home: string): Started {
  return started([process.execPath], words, root, {
    ...shims.env,
    SIGHTLINE_STATE_DIR: join(home, "state"),
    SIGHTLINE_DAEMON: "off",
  });
}

function started(
  program: readonly string[],
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Started {
  const [command = "", ...first] = program;
  return { command, args: [...first, ...args], cwd, env };
}

function inside(root: string, path: string): string {
  return path.startsWith("/") ? relative(root, path) : path;
}

/** The line as it stands, with the name as its one group. */
function regexFor(line: string, column: number, name: string): string {
  const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const before = plain(line.slice(0, column - 1).trimStart());
  return `${before}(${name})${plain(line.slice(column - 1 + name.length).trimEnd())}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An answer in words.
    return undefined;
  }
}

/** Every object in the answer, with the nearest key above it that is a path. */
function walk(value: unknown, file: string, visit: (file: string, record: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, file, visit);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const record = value as Record<string, unknown>;
  visit(file, record);
  for (const [key, below] of Object.entries(record)) walk(below, /\.\w+$/.test(key) ? key : file, visit);
}
