// Readers of texts of repositories, servers and test runs take time in proportion to the text, whatever it repeats.
//
// A pattern may be linear and the loop around it not, so each reader is measured as a whole: the time that the processor
// works for it, at one length and at four times of it. Only what stays superlinear when it is measured again fails.

import { expect, test } from "vitest";

import { cDeclarations } from "../../src/languages/c/conditional.ts";
import { pythonClasses, pythonNames } from "../../src/languages/python/classes.ts";
import { pythonDeclarations } from "../../src/languages/python/conditional.ts";
import { basesAround, typeAround } from "../../src/languages/script/class-bases.ts";
import { withImportLayout } from "../../src/languages/script/import-layout.ts";
import { leadsOf } from "../../src/languages/leads/leads.ts";
import { macrosIn } from "../../src/languages/c/leads.ts";
import { occurrencesOf } from "../../src/languages/names/occurrences.ts";
import { isDefaultExport, scopeOf } from "../../src/languages/names/scope.ts";
import { pastings } from "../../src/languages/c/token-pasting.ts";
import { goConstraint } from "../../src/languages/go/build-constraints.ts";
import { isPlainUse } from "../../src/languages/c/names.ts";
import { mayBeLeftOut, possibleUse } from "../../src/languages/names/unresolved.ts";
import { bodyConfinement } from "../../src/languages/change/body-change.ts";
import { maskCommentsAndStrings } from "../../src/languages/syntax/code-text.ts";
import type { Family } from "../../src/languages/family.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import type { Span } from "../../src/model/place.ts";
import { goImports } from "../../src/languages/go/imports.ts";
import { importStatements } from "../../src/languages/imports/import-statements.ts";
import { LineIndex } from "../../src/model/line-index.ts";
import { javaFactRules } from "../../src/languages/java/facts.ts";
import { isNeutral } from "../../src/languages/change/neutral-change.ts";
import { hunksBetween } from "../../src/model/text-changes.ts";
import { matchText } from "../../src/languages/quoted/text-match.ts";
import { importedIn, importsIn } from "../../src/languages/imports/imported.ts";
import { exportedIn } from "../../src/operations/impact/exported.ts";
import { unlistedIn, withDefaultExport } from "../../src/languages/declarations/handed-on.ts";
import { goText } from "../../src/languages/go/members.ts";
import { spelled } from "../../src/languages/names/symbol-name.ts";
import { inert, inertLine, sourceLine } from "../../src/render/inert.ts";
import { firstCode, inertMarkdown } from "../../src/render/markdown.ts";
import { jsonFault } from "../../src/std/json-fault.ts";
import { oneLine } from "../../src/std/words.ts";
import { compilerProblems, plainText } from "../../src/toolchains/reports/compiler-lines.ts";
import { junitCases } from "../../src/toolchains/reports/junit-xml.ts";
import { cargoTestResults } from "../../src/toolchains/rust/libtest.ts";
import { rustdocText } from "../../src/toolchains/rust/rustdoc-text.ts";
import { javascriptSpot, javaSpot, nativeSpot, pythonSpot } from "../../src/toolchains/reports/stack-spot.ts";
import { summaryResults } from "../../src/toolchains/reports/summary-text.ts";
import { aliasesAt, defaultImports, handsOn, importsDefault } from "../../src/workspace/account/aliases.ts";
import { importSpansIn } from "../../src/workspace/account/readings.ts";
import { compiledFiles } from "../../src/workspace/coverage/clang.ts";
import { goModuleName, replacedModules, usedDirectories } from "../../src/languages/go/manifests.ts";
import { goFacts } from "../../src/workspace/coverage/go-left-out.ts";
import { scriptMentions } from "../../src/languages/script/imports.ts";
import { insertMember } from "../../src/languages/formats/jsonc-edit.ts";
import { parseJsonTree } from "../../src/languages/formats/jsonc-tree.ts";
import { insertTable } from "../../src/languages/formats/toml-edit.ts";
import { parseToml } from "../../src/languages/formats/toml-statements.ts";
import { guideSection } from "../../src/engine/setup/other-parts.ts";
import { parseJsonc, quotedTexts } from "../../src/languages/formats/jsonc.ts";
import { configInToml } from "../../src/languages/python/pyright-config.ts";
import { pythonImportedNames, pythonImports } from "../../src/languages/python/imports.ts";
import { tomlLines } from "../../src/languages/formats/toml.ts";
import { onlyCompiled } from "../../src/workspace/reach/compiled-go.ts";
import { factsOf } from "../../src/languages/facts.ts";
import { definedNames } from "../../src/languages/c/linked-names.ts";
import { losesMain } from "../../src/languages/go/reach.ts";
import { configurationLeads } from "../../src/workspace/showing/configuration-leads.ts";

const families: readonly Family[] = ["script", "python", "go", "rust", "java", "csharp", "c", "other"];
const endings: Readonly<Record<Family, string>> = {
  script: "tsx",
  python: "py",
  go: "go",
  rust: "rs",
  java: "java",
  csharp: "cs",
  c: "cpp",
  other: "lua",
};
const fileOf = (family: Family): FilePath => `/shop/a.${endings[family]}` as FilePath;

/** What each part of the product reads, for one language. */
const byFamily: Readonly<Record<string, (family: Family, text: string) => unknown>> = {
  maskCommentsAndStrings: (family, text) => maskCommentsAndStrings(text, family),
  importStatements: (family, text) => importStatements(family, text),
  importSpansIn: (family, text) => importSpansIn(new LineIndex(text), family),
  occurrencesOf: (family, text) => occurrencesOf(fileOf(family), text, family, ["a", "import"]),
  importsIn: (family, text) => importsIn(fileOf(family), new LineIndex(text), () => true),
  unlistedIn: (family, text) => unlistedIn(fileOf(family), new LineIndex(text)),
  possibleUse: (family, text) => {
    const code = `${text}\na`;
    return possibleUse(
      { file: fileOf(family), family, text: code, code, offset: text.length + 1, name: "a" },
      "plain",
      true,
    );
  },
  scopeOf: (family, text) => {
    const code = `${text}\na`;
    const declared = { file: fileOf(family), family, name: "a", kind: "variable", container: undefined } as const;
    return scopeOf({ ...declared, code, offset: text.length + 1 });
  },
  factsOf: (family, text) =>
    family === "script" || family === "python" || family === "go" || family === "c"
      ? factsOf(family, fileOf(family), text)
      : undefined,
};

const place = (text: string) => {
  const file = "/shop/a.c";
  return { file, family: "c", text: `${text}a`, code: `${text}a`, offset: text.length, name: "a" } as const;
};
const root = "/shop" as FilePath;
const changed = (text: string) => [{ file: "/shop/a.go" as FilePath, before: "package a", after: text }];

const leadFamilies = ["script", "c", "modulemap", "python", "go", "rust", "shell", "data"] as const;
const configurations: readonly string[] = [
  ...["tsconfig.json", "package.json", "pyrightconfig.json", "pyproject.toml", "go.mod", "Cargo.toml"],
  ...["rust-project.json", "compile_commands.json", "compile_flags.txt", ".clangd"],
];

const others: Readonly<Record<string, (text: string) => unknown>> = {
  "occurrencesOf of a page": (text) => occurrencesOf("/shop/a.html", text, "script", ["a", "script"]),
  "importedIn of script": (text) => {
    const index = new LineIndex(text);
    const isImported = importedIn("/shop/a.ts" as FilePath, index);
    return Array.from({ length: index.lineCount }, (_, line) => {
      const start = { line: line + 1, column: 1 };
      return isImported({ start, end: start });
    });
  },
  aliasesAt: (text) => {
    const index = new LineIndex(text);
    const uses = Array.from({ length: index.lineCount }, (_, line) => {
      const [start, end] = [1, 2].map((column) => ({ line: line + 1, column }));
      return { file: "/shop/a.ts" as FilePath, span: { start, end } as Span };
    });
    return aliasesAt(index, "script", uses);
  },
  matchText: (text) => matchText(text, { oldText: "  absent\n  text", newText: "x", all: false, family: "rust" }),
  "isNeutral of script": (text) => isNeutral({ file: "/shop/a.tsx" as FilePath, before: text, after: `${text} ` }),
  "isNeutral of python": (text) => isNeutral({ file: "/shop/a.py" as FilePath, before: text, after: `${text} ` }),
  "isNeutral of rust": (text) => isNeutral({ file: "/shop/a.rs" as FilePath, before: text, after: `${text} ` }),
  "isNeutral of c": (text) => isNeutral({ file: "/shop/a.cpp" as FilePath, before: text, after: `${text} ` }),
  "confinementOf of script": (text) =>
    bodyConfinement({ file: "/shop/a.ts" as FilePath, before: text, after: `${text}x` }),
  "facts of java": (text) => javaFactRules.factsOf("/shop/A.java", text),
  "confinementOf of java": (text) =>
    bodyConfinement({ file: "/shop/A.java" as FilePath, before: text, after: `${text}x` }),
  "confinementOf of go": (text) => bodyConfinement({ file: "/shop/a.go" as FilePath, before: text, after: `${text}x` }),
  goImports,
  pythonClasses,
  cDeclarations,
  pythonDeclarations,
  withImportLayout: (text) => withImportLayout(text, text, { insertSpaces: true, tabSize: 2 }),
  isDefaultExport: (text) => isDefaultExport({ family: "script", code: text, name: "a" }),
  pastings: (text) => pastings(`##${text}`, "a"),
  isPlainUse: (text) => isPlainUse(place(text)),
  mayBeLeftOut: (text) => mayBeLeftOut(place(text)),
  goConstraint: (text) => goConstraint("/shop/a.go", text),
  hunksBetween: (text) => hunksBetween(text, `${text}x`),
  exportedIn: (text) => exportedIn("typescript", "a.ts", new LineIndex(text)),
  withDefaultExport: (text) => withDefaultExport("/shop/a.ts" as FilePath, [], new LineIndex(text)),
  goText: (text) => goText("/shop/a.go" as FilePath, text),
  pythonNames: (text) => pythonNames(text, new Set(["a"])),
  spelled,
  inert,
  inertLine: (text) => inertLine(text, 200),
  sourceLine: (text) => sourceLine(text, 200),
  firstCode,
  inertMarkdown,
  jsonFault,
  oneLine,
  compilerProblems,
  plainText,
  junitCases,
  cargoTestResults: (text) => cargoTestResults(text, text),
  rustdocText: (text) => rustdocText(text),
  rustdocMember: (text) => rustdocText(`id="method.a"${text}`, "a"),
  javascriptSpot,
  pythonSpot,
  nativeSpot,
  javaSpot: (text) => javaSpot(text, "shop.CartTest"),
  summaryResults,
  defaultImports: (text) => defaultImports(text, "/shop/a.ts" as FilePath, "/shop/b.ts" as FilePath),
  handsOn: (text) => handsOn(text, text.length, () => false),
  importsDefault: (text) => importsDefault(text, "a"),
  basesAround: (text) => basesAround(text, text.length),
  typeAround: (text) => typeAround(text, text.length),
  compiledFiles,
  goFacts: (text) => goFacts("/shop/_a/b.go" as FilePath, text, true),
  goModuleName,
  usedDirectories,
  scriptMentions,
  parseJsonc,
  configInToml,
  pythonImports,
  pythonImportedNames,
  tomlLines,
  parseJsonTree,
  insertMember: (text) => insertMember(`{"a": 1, // ${text.replaceAll(/[\r\n]/g, " ")}\n}`, ["b"], 1),
  parseToml,
  insertTable: (text) => ("kind" in parseToml(text) ? undefined : insertTable(text, ["a", "b"], { c: "d" })),
  guideSection: (text) => [guideSection.put(text, { words: ["sightline"], isShared: true }), guideSection.take(text)],
  onlyCompiled: (text) =>
    onlyCompiled(
      root,
      changed(text),
      changed(text).map(({ file }) => file),
    ),
  definedNames,
  losesMain: (text) => losesMain({ file: "/shop/a.go" as FilePath, before: text, after: text }),
  replacedModules: (text) => replacedModules(text, root),
  macrosIn,
  quotedTexts,
  ...Object.fromEntries(
    leadFamilies.map((family) => [`leadsOf of ${family}`, (text: string) => leadsOf(family, text)]),
  ),
  ...Object.fromEntries(
    configurations.map((name) => [
      `configurationLeads of ${name}`,
      (text: string) => configurationLeads(`/shop/${name}` as FilePath, text),
    ]),
  ),
};

/** What is repeated, with what stands before it. */
const hostile: readonly (readonly [string, string])[] = [
  ...[..." \n\t\"'`([{<*/,\\"].map((sign): [string, string] => ["", sign]),
  ...["import", "from", "use", "export", "from a import", "import (", "class A", "x = "].flatMap(
    (word): [string, string][] => [
      [word, " "],
      [word, "\n"],
    ],
  ),
  ["", "import { a } from 'a';\n"],
  ["", "import a\n"],
  ["", 'import "a"\n'],
  ["", "import {\n"],
  ["", "import (\n"],
  ["", "export {"],
  ["", "export * "],
  ["", "export default a\n"],
  ["", "import("],
  ["", 'declare module "'],
  ["", "/// <reference "],
  ["import {", "a,"],
  ["import ", "a, "],
  ["from a import (", "a, "],
  ["", "from "],
  ["", "use a::b;\n"],
  ["", "use a\n"],
  ["", '"""'],
  ["", "'''"],
  ["", "/*"],
  ["", "//"],
  ["", "//go:"],
  ["", "/[/["],
  ["", "`${"],
  ["", "<a b={"],
  ["", "<a>"],
  ["", "<script>"],
  ["", "</a"],
  ["", 'f"{'],
  ["", 'R"a('],
  ["", 'r#"'],
  ["", "[]"],
  ["", "struct{"],
  ["", "func f() {\n"],
  ["", "def f():\n"],
  ["", "class A(B):\n  x = 1\n"],
  ["", "if (a) {\n"],
  ["", "#if A\n"],
  ["", "#include <a>\n"],
  ["", "self.a, "],
  ["", "self.a: "],
  ["", "global a "],
  ["", "pub use a "],
  ["", "module.exports = "],
  ["", "test a ... ok\n"],
  ["", "at a (/a/b.js:1:1)\n"],
  ["", "[a]("],
  ["", "```\na\n"],
  ["", "~~~\n````\n"],
  ["", '<pre class="rust item-decl">'],
  ["", "a => ./b\n"],
  ["", "a\r"],
  ["", "a b "],
  ["", "a.b."],
  ["", "a\n"],
];

const short = 1_024;
/** A square of this length takes tens of milliseconds where a sign takes one nanosecond, which is seen in any measurement. */
const long = 8_192;
/** Less than this is not measured well. */
const measurableMs = 4;
/** Four times the text takes 4 times the time where it is linear and 16 times where it is quadratic. */
const superlinear = 10;

test.each([
  ...families.flatMap((family) =>
    Object.entries(byFamily).map(([name, read]): [string, (text: string) => unknown] => [
      `${name} of ${family}`,
      (text) => read(family, text),
    ]),
  ),
  ...Object.entries(others),
])("%s [S42]", (_, read) => {
  expect(hostile.filter(([before, body]) => isSuperlinear(read, before, body))).toEqual([]);
});

function isSuperlinear(read: (text: string) => unknown, before: string, body: string): boolean {
  const text = (length: number): string => before + body.repeat(length / body.length);
  const base = msOf(read, text(short)) >= measurableMs ? short : long / 4;
  const ratioOf = (times: number): number => {
    const most = best(read, text(4 * base), times);
    return most < measurableMs ? 0 : most / Math.max(1, best(read, text(base), times));
  };
  // What the machine does besides may disturb one measurement, and hardly each of several.
  return [1, 2, 3, 3].every((times) => ratioOf(times) >= superlinear);
}

function best(read: (text: string) => unknown, text: string, times: number): number {
  return Math.min(...Array.from({ length: times }, () => msOf(read, text)));
}

/** The time that the processor works, which other processes do not lengthen. */
function msOf(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
