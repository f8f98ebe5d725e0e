// `get_tests_for_file`: which tests cover a file, by what they use and by what they are called.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { SymbolKind } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import type { QueryContext } from "../define.ts";
import { defineQuery } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import { impactOf } from "./impact.ts";
import { Ledger } from "./ledger.ts";
import type { DeclaredSymbol } from "./outline.ts";
import { isCallback, FileOutlines } from "./outline.ts";
import { symbolsOfFile } from "./symbols.ts";
import { isNamedAfter, isTestFile } from "../../languages/names/test-files.ts";
import type { Located } from "../../workspace/view.ts";

/** How it is known that a test is about the file. */
type Evidence = "reference" | "name";

export interface CoveringTest {
  readonly path: string;
  readonly shown: string;
  readonly by: readonly Evidence[];
  /** Its tests that use something of the file, in the order of the text; what helps them is left out. */
  readonly functions: readonly { readonly name: string; readonly line: number }[];
}

export interface CoveringTests {
  readonly file: FilePath;
  readonly shown: string;
  readonly isTest: boolean;
  readonly tests: readonly CoveringTest[];
}

export const getTestsForFile = defineQuery({
  name: "get_tests_for_file",
  title: "Get Tests for File",
  summary: "List the tests that cover a file: those that use its symbols, and those named after it.",
  guidance:
    "Says which of the two each is known by. For single symbols, or tests that reach it indirectly, use blast_radius.",
  exposure: "full",
  cli: { command: "tests", positional: "file" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  asks: ["uses"],
  input: { file_path: z.string().min(1) },
  async run(context, { file_path }): Promise<Answer<CoveringTests>> {
    const located = await context.view.locate(file_path);
    const { snapshot, file } = located;
    const [used, named] = await Promise.all([byReference(context, located), byName(located)]);
    const paths = new Set([...used.value.keys(), ...named.value]);
    const tests = [...paths].sort().map((path): CoveringTest => {
      const functions = used.value.get(path);
      const by: Evidence[] = [
        ...(functions === undefined ? [] : (["reference"] as const)),
        ...(named.value.includes(path as FilePath) ? (["name"] as const) : []),
      ];
      return { path, shown: shownPath(snapshot.base, path as FilePath), by, functions: functions ?? [] };
    });
    const isTest = isTestFile(snapshot.root, file);
    const shown = shownPath(snapshot.base, file);
    // Those used most come first; a name alone is the weaker sign.
    const uses = ({ by }: CoveringTest): number => Number(by.includes("reference"));
    const ranked = tests.toSorted((a, b) => b.functions.length - a.functions.length || uses(b) - uses(a));
    return { value: { file, shown, isTest, tests: ranked }, standing: joinStandings([used.standing, named.standing]) };
  },
  isEmpty: ({ tests }) => tests.length === 0,
  toText: (output, budget) => testsText(output, budget),
  toJson: ({ file, tests }) => ({
    source_file: file,
    test_files: tests.map(({ path }) => path),
    tests: tests.map(({ path, by, functions }) => ({ file: path, by, functions })),
  }),
  hints: ({ tests }) =>
    tests.length === 0
      ? [{ operation: "blast_radius", why: "who uses the file, and tests that reach it indirectly" }]
      : [
          { operation: "run_tests", why: "to run them" },
          { operation: "blast_radius", why: "what a change would reach" },
        ],
  examples: [{ title: "Tests of a file", input: { file_path: "src/cart.ts" } }],
});

type Functions = CoveringTest["functions"];

/** The functions of tests that use a symbol of the file. */
async function byReference(
  { patience }: QueryContext,
  located: Located,
): Promise<Answer<ReadonlyMap<string, Functions>>> {
  const outlines = new FileOutlines(patience);
  const ledger = new Ledger();
  const changed = await symbolsOfFile(outlines, ledger, located);
  const found = new Map<string, Map<string, Functions[number]>>();
  for (const { tests } of await impactOf({ changed, isTransitive: false, outlines, ledger, patience })) {
    for (const { path, around } of tests) {
      const functions = found.get(path) ?? new Map<string, Functions[number]>();
      found.set(path, functions);
      if (around === undefined) continue;
      const { index } = await outlines.of(located.snapshot, path as FilePath);
      const test = testAround(around, index, located.snapshot.languageOf(path as FilePath));
      if (test !== undefined) functions.set(`${test.line} ${test.name}`, test);
    }
  }
  const value = new Map(
    [...found].map(([path, functions]) => [path, [...functions.values()].sort((a, b) => a.line - b.line)]),
  );
  return { value, standing: ledger.standing() };
}

/** Groups of tests, and what is done around them. */
const noTest = /^(?:describe|suite|context|before|after|setup|teardown)/i;
const testName = /^_*(?:test|bench|fuzz|example|spec|should)/i;
/** Languages in which a test is recognised by its name; elsewhere it is by an attribute above it. */
const named: ReadonlySet<string> = new Set(
  "c cpp go javascript javascriptreact python typescript typescriptreact".split(" "),
);

/** The outermost test that a use stands in. */
function testAround(
  around: DeclaredSymbol,
  index: LineIndex,
  language: string | undefined,
): Functions[number] | undefined {
  const outer = around.parent && testAround(around.parent, index, language);
  if (outer !== undefined) return outer;
  const { leaf, node } = around;
  const { line } = node.nameSpan.start;
  if (!callable.has(node.kind) || noTest.test(leaf)) return undefined;
  if (!isCallback(around)) {
    return !named.has(language ?? "") || testName.test(leaf) ? { name: around.name, line } : undefined;
  }
  if (leaf.endsWith(" callback")) return { name: leaf.slice(0, -" callback".length), line };
  // A row of a table has no name with the server: its title stands before the function.
  const title = /(["'`])((?:(?!\1).)+)\1\s*,\s*(?:async\b|function\b|\(|\w+\s*=>)/.exec(
    index.lineText(line) ?? "",
  )?.[2];
  return title === undefined ? undefined : { name: title, line };
}

const callable: ReadonlySet<SymbolKind> = new Set(["function", "method"]);

async function byName({ snapshot, file }: Located): Promise<Answer<readonly FilePath[]>> {
  const { files, isWhole } = await snapshot.rootSources();
  const value = files
    .map((source) => source.file)
    .filter((other) => other !== file && isTestFile(snapshot.root, other) && isNamedAfter(other, file));
  const unseen = { code: "scoped", detail: "part of the tree was not searched for tests by name" } as const;
  return { value, standing: standingOf(isWhole ? [] : [unseen]) };
}

const evidence: Readonly<Record<Evidence, string>> = { reference: "uses it", name: "named after it" };

function testsText({ shown, isTest, tests }: CoveringTests, budget: Budget): string {
  const count = counted(tests.length, "test file");
  const itself = isTest ? "; it is itself a test" : "";
  if (tests.length === 0) return `no test uses ${shown} or is named after it${itself}`;
  const head = `${count} for ${shown}${itself}`;
  const line = ({ shown: path, by }: CoveringTest): string => `${path}  ${by.map((one) => evidence[one]).join(", ")}`;
  const functionsOf = ({ functions }: CoveringTest): string[] =>
    functions.map((one) => `  ${one.line}  ${inertLine(one.name)}`);
  return fitting(
    [
      () => ({ text: [head, ...tests.flatMap((test) => [line(test), ...functionsOf(test)])].join("\n") }),
      () => ({ text: [head, ...tests.map(line)].join("\n"), leavesOut: "test functions left out: too many" }),
      () => ({ text: `${head}; too many to list.` }),
    ],
    budget,
  );
}
