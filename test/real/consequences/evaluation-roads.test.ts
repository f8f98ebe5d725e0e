// One draft of real code, one verdict: evaluating it and showing what its commit would do agree.

import { expect, test } from "vitest";
import { project } from "../../support/project.ts";
import { callTool, connect } from "../../support/sightline.ts";
import { hasServer } from "../installed.ts";

const typescript = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["src"] }
-- src/price.ts --
export function parse(text: string): number {
  return Number(text);
}
-- src/buy.ts --
export const bought = 1;
-- src/shop.ts --
import { bought } from "./buy.js";
import { parse } from "./price.js";
export const total: number = parse("3") + bought;
`;

const python = `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/price.py --
def parse(text: str) -> int:
    return int(text)
-- shop/buy.py --
bought = 1
-- shop/total.py --
from shop.price import parse

total: int = parse("3")
`;

const changed = { file_path: "src/price.ts", old_text: "number", new_text: "string" };
const moved = { file_path: "shop/price.py", old_text: "def parse", new_text: "def read" };

const roads = [
  ["an edit breaks another file", "typescript-native", typescript, [changed], false],
  ["a file goes that another one imports", "typescript-native", typescript, [gone("src/buy.ts")], false],
  ["a file goes and an edit breaks", "typescript-native", typescript, [gone("src/buy.ts"), changed], false],
  // Pyright goes on reading what is only supposed to be gone, so that nothing it finds is certain.
  ["a file goes and an edit breaks", "pyright", python, [gone("shop/buy.py"), moved], "unknown"],
] as const;

test.each(roads.filter(([, server]) => hasServer(server)))(
  "where %s, both roads tell the same by %s",
  async (_, _server, code, edits, safe) => {
    using made = project(code);
    await using agent = await connect(made, "modern", ["mcp", "--tools", "full"]);
    const ask = async (operation: string, input: object): Promise<Readonly<Record<string, unknown>>> => {
      const { texts, standing } = await callTool(agent, operation, { ...input, format: "json" });
      return { ...(JSON.parse(texts[0] ?? "") as object), standing };
    };
    const { session_id } = await ask("create_simulation_session", {});
    for (const edit of edits) await ask("simulate_edit", { session_id, ...edit });
    const evaluated = verdictOf(await ask("evaluate_session", { session_id, exhaustive: true }));
    expect(evaluated["safe"]).toBe(safe);
    expect(verdictOf(await ask("commit_session", { session_id }))).toEqual(evaluated);
  },
);

// — below: private, in the order they are used —

function gone(file: string): object {
  return { file_path: file, delete: true };
}

function verdictOf(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = [
    "safe",
    "errors_introduced",
    "errors_resolved",
    "checked_files",
    "unchecked_files",
    "doubts",
    "standing",
  ];
  return Object.fromEntries(names.map((name) => [name, json[name]]));
}
