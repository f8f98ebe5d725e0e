// What an answer costs a model: tokens per correct fact of each operation, against a text search, reading the files,
// and the raw answer of the server. Counted with a real tokenizer (o200k) on this very repository.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { McpClient } from "../shared/mcp-client.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median } from "../shared/stats.ts";
import type { Subject } from "../session/subject.ts";

/** Exported functions with few, some and many uses. */
const subjects = [
  "src/model/file-path.ts#display",
  "src/model/file-path.ts#isInside",
  "src/model/refusal.ts#refuse",
  "src/model/standing.ts#standingOf",
  "src/model/standing.ts#joinStandings",
  "src/std/json.ts#isRecord",
  "src/std/braces.ts#expandBraces",
  "src/render/inert.ts#inertLine",
  "src/protocol/locations.ts#isRange",
  "src/session/process/launch.ts#planLaunch",
] as const;

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Cost {
  /** How many facts the answer must hold. */
  readonly facts: number;
  readonly ours: number;
  readonly grep: number;
  readonly files: number;
  readonly raw: number;
}

export async function measureTokens(
  subject: Subject,
  root: string,
  env: NodeJS.ProcessEnv,
  record: Recorder,
): Promise<void> {
  const tree = new Texts(root);
  const ours = new McpClient(["--root", root, "--tools", "full"], root, env);
  const raw = new RawClient(subject.command, root);
  try {
    await Promise.all([ours.initialize(), raw.initialize(root, subject.capabilities)]);
    const costs = new Map<string, Cost[]>();
    for (const target of subjects) {
      for (const [operation, cost] of await costsOf(target, tree, ours, raw)) {
        const known = costs.get(operation) ?? [];
        costs.set(operation, [...known, cost]);
        record.sample({ part: "tokens", operation, target, ...cost });
      }
    }
    report(costs, record);
  } finally {
    await Promise.all([ours.stop(), raw.stop()]);
  }
}

/** What is asked about one symbol, and what the others would show for it. */
interface Asked {
  readonly file: string;
  readonly name: string;
  readonly references: readonly Place[];
  readonly ours: McpClient;
  readonly raw: (method: string, more?: object) => Promise<number>;
  /** Tokens of a text search for the name, of the file itself, of all files that use it. */
  readonly grep: number;
  readonly own: number;
  readonly touched: number;
}

async function costsOf(
  target: (typeof subjects)[number],
  tree: Texts,
  ours: McpClient,
  raw: RawClient,
): Promise<[string, Cost][]> {
  const [file = "", name = ""] = target.split("#");
  const at = await declarationOf(ours, file, name);
  const uri = pathToFileURL(join(tree.root, file)).href;
  raw.open(uri, "typescript", tree.text(file));
  const position = { line: at.line - 1, character: at.column - 1 };
  const references = await places(ours, "find_references", { ...at, file_path: file });
  const files = new Set(references.map((place) => place.file.slice(tree.root.length + 1)));
  const asked: Asked = {
    file,
    name,
    references,
    ours,
    raw: async (method, more = {}) =>
      tokens(JSON.stringify(await raw.request(method, { textDocument: { uri }, position, ...more }))),
    grep: tokens(tree.search(name)),
    own: tokens(tree.text(file)),
    touched: [...files].reduce((sum, one) => sum + tokens(tree.text(one)), 0),
  };
  return [...(await usesCost(asked)), ...(await symbolCost(asked))];
}

async function usesCost({ file, name, references, ours, raw, grep, touched }: Asked): Promise<[string, Cost][]> {
  const symbol = { file_path: file, symbol_path: name };
  const others = {
    facts: references.length,
    grep,
    files: touched,
    raw: await raw("textDocument/references", { context: { includeDeclaration: false } }),
  };
  const lines = await said(ours, "find_references", { ...symbol, include_source: false });
  const source = await said(ours, "find_references", symbol);
  const callers = await said(ours, "find_callers", { ...symbol, direction: "incoming" });
  return [
    ["find_references, lines", { ...others, ours: lines }],
    ["find_references, source", { ...others, ours: source }],
    ["find_callers", { ...others, ours: callers }],
  ];
}

async function symbolCost({ file, name, references, ours, raw, grep, own }: Asked): Promise<[string, Cost][]> {
  const symbol = { file_path: file, symbol_path: name };
  const user = references.find((place) => !place.file.endsWith(file));
  const usage = user === undefined ? symbol : { file_path: user.file, line: user.line, column: user.column };
  const one = { facts: 1, grep, files: own };
  const whole = { facts: 1, grep: own, files: own, raw: await raw("textDocument/documentSymbol") };
  const definition = await said(ours, "go_to_definition", usage);
  const hover = await said(ours, "inspect_symbol", symbol);
  return [
    ["go_to_definition", { ...one, ours: definition, raw: await raw("textDocument/definition") }],
    ["inspect_symbol", { ...one, ours: hover, raw: await raw("textDocument/hover") }],
    ["list_symbols", { ...whole, ours: await said(ours, "list_symbols", { file_path: file }) }],
    ["get_symbol_source", { ...whole, ours: await said(ours, "get_symbol_source", symbol) }],
    [
      "find_symbol",
      {
        ...one,
        ours: await said(ours, "find_symbol", { query: name, limit: 5 }),
        raw: await raw("workspace/symbol", { query: name }),
      },
    ],
  ];
}

async function declarationOf(ours: McpClient, file: string, name: string): Promise<{ line: number; column: number }> {
  const [found] = await places(ours, "go_to_definition", { file_path: file, symbol_path: name });
  if (found === undefined) throw new Error(`no ${name} in ${file}`);
  return { line: found.line, column: found.column };
}

async function places(ours: McpClient, operation: string, input: object): Promise<Place[]> {
  const { texts, isError } = await ours.call(operation, { ...input, format: "json" });
  if (isError) throw new Error(`${operation}: ${texts.join(" ")}`);
  return JSON.parse(texts[0] ?? "[]") as Place[];
}

/** Everything a model is shown, the hint included. */
async function said(ours: McpClient, operation: string, input: object): Promise<number> {
  const { texts, isError } = await ours.call(operation, input);
  if (isError) throw new Error(`${operation}: ${texts.join(" ")}`);
  return tokens(texts.join("\n"));
}

function report(costs: ReadonlyMap<string, readonly Cost[]>, record: Recorder): void {
  const rows = [...costs].map(([operation, all]) => {
    const per = (key: "ours" | "grep" | "files" | "raw"): number => median(all.map((cost) => cost[key] / cost.facts));
    const best = Math.min(per("grep"), per("files"), per("raw"));
    return [
      operation,
      fixed(median(all.map(({ facts }) => facts)), 0),
      ...(["ours", "grep", "files", "raw"] as const).map((key) => fixed(per(key), 1)),
      verdict(per("ours") <= best),
    ];
  });
  record.table(
    `Tokens (o200k) per correct fact, medians of ${subjects.length} symbols of this repository; goal: below the cheapest of the others. A text search finds namesakes, comments and strings as well, and says nothing of what it misses`,
    ["operation", "facts", "ours", "grep -nw", "reading the files", "raw answer", "goal"],
    rows,
  );
}

function tokens(text: string): number {
  return countTokens(text);
}

/** The tracked files of a checkout, read once. */
class Texts {
  readonly root: string;
  readonly #texts: ReadonlyMap<string, string>;

  constructor(root: string) {
    this.root = root;
    const listed = execFileSync("git", ["ls-files", "-z", "--", "src", "test", "tools", "bench"], {
      cwd: root,
      encoding: "utf8",
    });
    const files = listed.split("\0").filter((file) => file.endsWith(".ts"));
    this.#texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  }

  text(file: string): string {
    return this.#texts.get(file) ?? "";
  }

  /** What `grep -rnw` would print. */
  search(word: string): string {
    const wanted = new RegExp(`(?<![\\w$])${word}(?![\\w$])`);
    return [...this.#texts]
      .flatMap(([file, text]) =>
        text.split("\n").flatMap((line, index) => (wanted.test(line) ? [`${file}:${index + 1}:${line}`] : [])),
      )
      .join("\n");
  }
}
