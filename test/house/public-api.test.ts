// The public layer: what the subpaths of the package export, and that they are the parts themselves. `docs/api/` pins the texts.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

import { catalog } from "../../src/catalog/table.ts";
import { exportedNames } from "../../tools/api-report.ts";
import { hasHeader } from "../../tools/tidy.ts";
import { isTest, readTree } from "../../tools/tree.ts";

const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};
const subpaths = Object.entries(exports).flatMap(([subpath, to]) =>
  typeof to === "string" ? [] : [{ subpath, ...to }],
);

/** What names each promise, as a program would import it; a type has no capital letter of its own, so both kinds stand here. */
const promised = {
  wire: [
    ...["WirePosition", "WireRange", "WireLocation", "WireDiagnostic", "WireSymbol", "WireFoundSymbol", "WireAction"],
    ...["WireHierarchyItem", "WireCall", "Requests", "RequestMethod", "methods", "errorCodes", "tokenTypes"],
    ...["tokenModifiers", "Place", "Span", "Location", "Diagnostic", "Severity", "severities", "SymbolKind"],
    ...["symbolKinds", "SymbolNode", "FoundSymbol", "HoverText", "HierarchyItem", "Outcome", "OutcomeBody", "Answer"],
  ],
  serving: ["Session", "SessionOptions", "Sessions", "RootServers", "Routing", "Workspace", "WorkspaceOptions"],
  drafting: ["Drafts", "Draft", "DraftState", "DraftedFile", "CallerDrafts", "Snapshot"],
};

function missing(names: readonly string[]): string[] {
  const exported = exportedNames(resolve("dist/lsp.d.ts"));
  return names.filter((name) => !exported.has(name));
}

test("the types of the wire, of answers and their envelope are exported [AGL-386]", () => {
  expect(missing(promised.wire)).toEqual([]);
});

test("the client of a server, what starts servers and what chooses them are exported [AGL-387]", () => {
  expect(missing(promised.serving)).toEqual([]);
});

test("what speculation is made of is exported: sessions, drafts and the views that evaluate them [AGL-388]", () => {
  expect(missing(promised.drafting)).toEqual([]);
});

test("each entry of the library hands on what others declare and has no statement of its own [AGL-389 AGL-390]", async () => {
  const entries = ["src/index.ts", "src/lsp.ts", "src/plugin.ts", "src/testing/index.ts"];
  for (const entry of entries) {
    const { program } = parseSync(entry, readFileSync(entry, "utf8"));
    const own = program.body.filter((one) => one.type !== "ExportNamedDeclaration" || one.source === null);
    expect([entry, own.map(({ type }) => type)]).toEqual([entry, []]);
  }
  // The adapters are doors in the words of one framework each, and are exported as they are.
  const others = subpaths.map((one) => one.default.replace("./dist/", "src/").replace(/js$/, "ts"));
  expect(others.filter((path) => !entries.includes(path) && !path.startsWith("src/doors/plugin/adapters/"))).toEqual(
    [],
  );
  // What a program gets is the very thing that is used inside.
  const lsp = (await import("../../src/lsp.ts")) as { readonly catalog: unknown };
  expect(lsp.catalog).toBe(catalog);
});

test.each(subpaths)(
  "every value that the types of $subpath promise is there when it is imported [AGL-390]",
  async (one) => {
    const loaded = (await import(pathToFileURL(resolve(one.default)).href)) as object;
    const values = [...exportedNames(join(process.cwd(), one.types))].flatMap(([name, isValue]) =>
      isValue ? [name] : [],
    );
    expect(Object.keys(loaded).sort()).toEqual(values.sort());
    expect(Object.entries(loaded).filter(([, value]) => value === undefined)).toEqual([]);
  },
);

test("every module of the product begins with a sentence that says what it is for [AGL-392]", () => {
  const modules = readTree(process.cwd()).filter(({ path }) => /^src\/.*\.ts$/.test(path) && !isTest(path));
  expect(modules.length).toBeGreaterThan(600);
  expect(modules.filter(({ text }) => !hasHeader(text)).map(({ path }) => path)).toEqual([]);
});
