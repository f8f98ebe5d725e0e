// Words and inputs: what a person types is what the operation is asked, and what the help shows can be typed.

import { describe, expect, test } from "vitest";
import { operations } from "../../operations/table.ts";
import type { Operation } from "../../operations/define.ts";
import { parseCommandLine } from "./command-line.ts";
import { commands } from "./commands/table.ts";
import { registryOf } from "../../operations/registry.ts";
import { argumentsOf, inputFrom } from "./operation-options.ts";
import { meanings } from "./operation-paths.ts";
import type { Understood } from "./operation-words.ts";
import { withStandpoint, withWords } from "./operation-words.ts";

/** As a shell splits it; only what our own quoting makes of a word. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|\\(')/g,
      (_, quoted: string | undefined, escaped: string | undefined) => quoted ?? escaped ?? "",
    ),
  );
}

function typed(line: string, cwd = "/here"): Understood & { operation: Operation } {
  const { command, args, own } = parseCommandLine(shellWords(line).slice(1), commands, cwd);
  const operation = operations.find(({ cli }) => cli.command === command?.name);
  if (operation === undefined) throw new TypeError(`${line} is no operation`);
  const all = argumentsOf(operation);
  const { input, near } = withWords(operation, all, args, inputFrom(all, own), { cwd, look });
  return { operation, near, input: own.get("json") === true ? { ...input, format: "json" } : input };
}

/** Files have an ending, and what is called gone is not there. */
function look(path: string): "file" | "directory" | undefined {
  if (path.includes("gone")) return undefined;
  if (/\.(?:ts|go|py)$/.test(path)) return "file";
  return path.endsWith("/sub") ? "directory" : undefined;
}

/** Paths of the table count from the root, so they are typed there. */
function absolute(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll("/here/", "").replaceAll('"/here"', '"."'));
}

describe.each(operations)("$name", (operation) => {
  const lines = commands.find(({ name }) => name === operation.cli.command)?.examples ?? [];

  test("its examples in the help ask what those of the table ask", () => {
    expect(lines).toHaveLength(operation.examples.length);
    for (const [index, line] of lines.entries()) {
      expect(absolute(typed(line).input)).toEqual(operation.examples[index]?.input);
    }
  });
});

test.each([
  ["references a.ts:3:4", { file_path: "/here/a.ts", line: 3, column: 4 }, "/here"],
  ["references sub/a.ts#Cart.total", { file_path: "/here/sub/a.ts", symbol_path: "Cart.total" }, "/here/sub"],
  ["references Cart.total", { symbol_path: "Cart.total" }, "/here"],
  ["fixes a.ts", { file_path: "/here/a.ts" }, "/here"],
  ["fixes sub/a.ts:3:4", { file_path: "/here/sub/a.ts", line: 3, column: 4 }, "/here/sub"],
  ["fixes a.ts:3", { file_path: "/here/a.ts", line: 3 }, "/here"],
  ["fixes a.ts#Cart.total", { file_path: "/here/a.ts", symbol_path: "Cart.total" }, "/here"],
  ["context a.ts:3", { file_path: "/here/a.ts", line: 3 }, "/here"],
  ["symbols a.ts:3:4", { file_path: "/here/a.ts:3:4" }, "/here"],
  ["symbols sub/a.ts", { file_path: "/here/sub/a.ts" }, "/here/sub"],
  ["edit ../other/a.ts --new-text b", { file_path: "/other/a.ts", new_text: "b" }, "/here"],
  ["preview ../other/a.ts --new-text b", { file_path: "/other/a.ts", new_text: "b" }, "/other"],
  ["rename sub/a.ts:3:4 b", { file_path: "/here/sub/a.ts", line: 3, column: 4, new_name: "b" }, "/here"],
  ["rename a.ts:3:4 b", { file_path: "/here/a.ts", line: 3, column: 4, new_name: "b" }, "/here"],
  ["rename a.ts#Cart sub", { file_path: "/here/a.ts", symbol_path: "Cart", new_name: "sub" }, "/here"],
  ["rename Cart --new-name Basket", { symbol_path: "Cart", new_name: "Basket" }, "/here"],
  ["rename-file a.ts sub/b.ts", { file_path: "/here/a.ts", new_path: "/here/sub/b.ts" }, "/here"],
  ["delete-symbol sub/a.ts#Cart.total", { file_path: "/here/sub/a.ts", symbol_path: "Cart.total" }, "/here"],
  ["delete-symbol a.ts --symbol-path Cart", { file_path: "/here/a.ts", symbol_path: "Cart" }, "/here"],
  ["replace-body Cart --new-body x", { symbol_path: "Cart", new_body: "x" }, "/here"],
  ["references ../a.ts --position-pattern '@@x = '", { file_path: "/a.ts", position_pattern: "@@x = " }, "/"],
  ["references sub/a.ts#x b.ts:1:2 Y.z", { targets: ["/here/sub/a.ts#x", "/here/b.ts:1:2", "Y.z"] }, "/here/sub"],
  ["source sub/a.ts:3 b.ts:1", { targets: ["/here/sub/a.ts:3", "/here/b.ts:1"] }, "/here/sub"],
  ["references --targets sub/a.ts#x", { targets: ["/here/sub/a.ts#x"] }, "/here/sub"],
  [
    "references --file-path sub/a.ts --line 1 --column 2",
    { file_path: "/here/sub/a.ts", line: 1, column: 2 },
    "/here/sub",
  ],
  ["symbols sub/a.ts", { file_path: "/here/sub/a.ts" }, "/here/sub"],
  ["find parse file", { query: "parse file" }, "/here"],
  ["detect sub", { workspace_dir: "/here/sub" }, "/here/sub"],
  ["detect --workspace-dir sub", { workspace_dir: "/here/sub" }, "/here/sub"],
  ["detect", {}, "/here"],
  ["diagnostics --file-paths sub/a.ts", { file_paths: ["/here/sub/a.ts"] }, "/here/sub"],
  ["impact sub/a.ts --symbols sub/b.go#Mux.Use", { symbols: ["/here/sub/b.go#Mux.Use"] }, "/here/sub"],
  ["impact sub/a.ts#x", { symbols: ["/here/sub/a.ts#x"] }, "/here/sub"],
  ["impact sub/a.ts:3:4", { symbols: ["/here/sub/a.ts:3:4"] }, "/here/sub"],
  ["impact Cart.total a.ts", { symbols: ["Cart.total"], changed_files: ["/here/a.ts"] }, "/here"],
  ["context-for sub/a.ts:10-14", { file_path: "/here/sub/a.ts", start_line: 10, end_line: 14 }, "/here/sub"],
  ["hints sub/a.ts:7", { file_path: "/here/sub/a.ts", start_line: 7, end_line: 7 }, "/here/sub"],
  ["impact sub/gone.ts", { changed_files: ["/here/sub/gone.ts"] }, "/here/sub"],
  ["test sub/a_test.go", { path: "/here/sub/a_test.go" }, "/here/sub/a_test.go"],
  ["test sub", { workspace_dir: "/here/sub" }, "/here/sub"],
  ["test --path sub", { path: "/here/sub" }, "/here/sub"],
  ["build --workspace-dir ../x", { workspace_dir: "/x" }, "/x"],
  ["changes --workspace-root sub", { workspace_root: "/here/sub" }, "/here/sub"],
  ["symbol Cart --workspace-root sub", { symbol_path: "Cart", workspace_root: "/here/sub" }, "/here/sub"],
  [
    "cross-repo sub/a.go#Walk ../b ../c",
    { symbol_file: "/here/sub/a.go", symbol_path: "Walk", consumer_roots: ["/b", "/c"] },
    "/here/sub",
  ],
  [
    "cross-repo --symbol-file a.go --line 3 --column 4 --consumer-roots ../b",
    { symbol_file: "/here/a.go", line: 3, column: 4, consumer_roots: ["/b"] },
    "/here",
  ],
  [
    `files-changed --changes '[{"uri":"sub/a.ts","type":2},{"uri":"file:///x.ts","type":1}]'`,
    {
      changes: [
        { uri: "/here/sub/a.ts", type: 2 },
        { uri: "file:///x.ts", type: 1 },
      ],
    },
    "/here",
  ],
])("sightline %s", (line, input, near) => {
  expect(typed(`sightline ${line}`)).toMatchObject({ input, near });
});

test.each([
  ["symbols a.ts b.ts", "symbols takes one FILE."],
  ["folders x", "folders takes no arguments."],
  ["delete-symbol a.ts:3", "delete-symbol takes FILE#Symbol.path | Symbol.path, not a line."],
  ["delete-symbol a.ts#x b.ts#x", "delete-symbol takes one FILE#Symbol.path | Symbol.path."],
  ["files-changed --changes [", "--changes takes JSON"],
])("sightline %s is refused", (line, why) => {
  expect(() => typed(`sightline ${line}`)).toThrow(why);
});

test("of every text that an operation takes it is settled whether it is a place on the disk", () => {
  const all = registryOf(["cpp", "rust"]).operations.flatMap((operation) => argumentsOf(operation));
  const texts = all.filter(({ kind, choices }) => ["text", "texts", "json"].includes(kind) && choices.length === 0);
  expect(new Set(texts.map(({ key }) => key))).toEqual(new Set(Object.keys(meanings)));
});

test.each([
  ["build", { workspace_dir: "/here" }],
  ["test", { workspace_dir: "/here" }],
  ["test a_test.go", { path: "/here/a_test.go" }],
  ["test sub", { workspace_dir: "/here/sub" }],
  ["doc json.dumps", { symbol: "json.dumps", file_path: "/here" }],
  ["changes", { workspace_root: "/here" }],
  ["detect", {}],
])("sightline %s is about where the person stands, unless a root elsewhere is named", (line, input) => {
  const { operation, input: given } = typed(`sightline ${line}`);
  expect(withStandpoint(operation, given, "/here", undefined)).toEqual(input);
  expect(withStandpoint(operation, given, "/here", "/")).toEqual(input);
  expect(withStandpoint(operation, given, "/here", "/here/sub")).toEqual(given);
  expect(withStandpoint(operation, given, "/here", "/her")).toEqual(given);
});
