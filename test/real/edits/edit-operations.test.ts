// Changes with real servers: formatted, imports organized, a fix carried out by its id, and a server's own edit.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { applyEdit } from "../../../src/operations/edit/apply-edit.ts";
import { applySuggestion } from "../../../src/operations/problems/apply-suggestion.ts";
import { executeCommand } from "../../../src/operations/serving/execute-command.ts";
import { formatDocument } from "../../../src/operations/edit/format-document.ts";
import { formatRange } from "../../../src/operations/edit/format-range.ts";
import { getDiagnostics } from "../../../src/operations/problems/get-diagnostics.ts";
import { organizeImports } from "../../../src/operations/edit/organize-imports.ts";
import { replaceSymbolBody } from "../../../src/operations/symbol-edit/replace-symbol-body.ts";
import { safeApplyEdit } from "../../../src/operations/edit/safe-apply-edit.ts";
import { suggestFixes } from "../../../src/operations/problems/suggest-fixes.ts";
import type { FixJson } from "../../../src/operations/problems/suggest-fixes.ts";
import { undoEdit } from "../../../src/operations/edit/undo-edit.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { at } from "../../../src/std/json.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { callContext, noGates } from "../../support/kits/perform.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Acting } from "./acting.ts";
import { cases } from "../reading/cases.ts";
import { hasServer, present } from "../installed.ts";
import { shopCrate } from "../reading/real-case.ts";
import { Stage } from "../stage.ts";

/** One file of a language, badly laid out and with one error; what comes of it is what its formatter makes. */
interface Sample {
  readonly fixture: string;
  readonly file: string;
  /** Beside what becomes of it. */
  readonly laidOut: readonly string[];
  /** Marked with `wrong`; the title of a fix that mends it. */
  readonly fix: RegExp;
  /** What the server makes of imports, where it organizes them at all. */
  readonly imports: { readonly unsorted: string; readonly sorted: string } | undefined;
}

const typescript: Sample = {
  fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/price.ts --
export function price(cents: number): string {
  return String(cents);
}
export const unused = 1;
-- src/shop.ts --
export const shown = «wrong|price»(100);
export function due( ) {
      return   shown
}
`,
  file: "src/shop.ts",
  laidOut: ["export function due() {\n  return shown\n}"],
  fix: /import from "\.\/price"/i,
  imports: {
    unsorted: 'import { unused, price } from "./price";\nexport const cost = price(1);\n',
    sorted: 'import { price } from "./price";\nexport const cost = price(1);\n',
  },
};

const samples: Readonly<Record<string, Sample>> = {
  "typescript-native": typescript,
  "typescript-language-server": {
    ...typescript,
    // It sorts them and leaves what is unused to another action.
    imports: {
      unsorted: 'import { unused, price } from "./price";\nexport const cost = price(1);\n',
      sorted: 'import { price, unused } from "./price";\nexport const cost = price(1);\n',
    },
  },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- shop.go --
package shop

func Shown() string {
      return   «wrong|fmt».Sprint(100)
}
`,
    file: "shop.go",
    laidOut: ["\treturn fmt.Sprint(100)\n"],
    fix: /fmt/,
    imports: {
      unsorted: 'package shop\n\nimport (\n\t"strings"\n\t"fmt"\n)\n\nvar Cost = fmt.Sprint(1)\n',
      sorted: 'package shop\n\nimport (\n\t"fmt"\n)\n\nvar Cost = fmt.Sprint(1)\n',
    },
  },
  clangd: {
    fixture: `-- compile_flags.txt --
-std=c++17
-- shop.cpp --
int price(int cents) { return cents; }
int   shown =    «wrong|prise»(100);
`,
    file: "shop.cpp",
    laidOut: ["int shown = prise(100);\n"],
    fix: /change 'prise' to 'price'/i,
    imports: undefined,
  },
  "rust-analyzer": {
    fixture: `${shopCrate}-- src/lib.rs --
pub fn price(cents: i32) -> i32 {
    cents
}

pub fn shown() -> Option<i32> {
      «wrong|price(100)»
}
`,
    file: "src/lib.rs",
    laidOut: ["-> Option<i32> {\n    price(100)\n}\n"],
    fix: /Some/,
    imports: undefined,
  },
};

const known = present(cases.filter(({ server }) => samples[server] !== undefined));

function read(acting: { path(file: string): string }, file: string): string {
  return readFileSync(acting.path(file), "utf8");
}

describe.each(known)("$server", ({ server }) => {
  const { fixture: source, file, laidOut, fix } = samples[server] ?? typescript;

  test("lays a file out as it is shown first, and puts it back [AGL-121]", async () => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const before = read(acting, file);
    const shown = await acting.perform(formatDocument, { file_path: file, tab_size: 2 });
    expect([read(acting, file), shown.isEmpty]).toEqual([before, false]);
    const done = await acting.perform(formatDocument, { file_path: file, tab_size: 2, apply: true });
    for (const part of laidOut) expect(read(acting, file)).toContain(part);
    expect(at(done.toJson(), ["diff"])).toBe(at(shown.toJson(), ["diff"]));
    const again = await acting.perform(formatDocument, { file_path: file, tab_size: 2 });
    expect(again.isEmpty).toBe(true);
    await acting.perform(undoEdit, {});
    expect(read(acting, file)).toBe(before);
  });

  test("carries out a fix by its id, and the error is gone at once [BRG-43 BRG-54]", async () => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const offered = (await acting.perform(suggestFixes, { file_path: file })).toJson() as readonly FixJson[];
    const id = offered.find(({ title }) => fix.test(title))?.id;
    const done = await acting.perform(applySuggestion, { id });
    expect(done.toJson()).toMatchObject({ applied: true, errors_introduced: [] });
    expect(at(done.toJson(), ["errors_resolved"])).not.toEqual([]);
    const left = await acting.perform(getDiagnostics, { file_path: file, severity: "error" });
    // A toolchain without the sources of its standard library leaves rust-analyzer unwell.
    const reasons = left.standing.reasons.filter(({ code }) => code !== "server_unwell");
    expect([left.isEmpty, reasons]).toEqual([true, []]);
    // What it was made from is no more.
    expect((await refusalOf(acting.perform(applySuggestion, { id }))).code).toBe("stale_document");
  });
});

const organizing = known.flatMap(({ server }) => {
  const { imports, ...sample } = samples[server] ?? typescript;
  return imports === undefined ? [] : [{ server, ...sample, imports }];
});

test.each(organizing)("$server organizes imports", async ({ server, fixture, file, imports }) => {
  await using acting = await Acting.open(server, parseFixture(fixture));
  const other = file.replace("shop", "cost");
  await acting.perform(applyEdit, { file_path: other, old_text: "", new_text: imports.unsorted });
  await acting.perform(organizeImports, { file_path: other });
  expect(read(acting, other)).toBe(imports.sorted);
  const again = await acting.perform(organizeImports, { file_path: other });
  expect(again.isEmpty).toBe(true);
});

test.each(["pyright"].filter(hasServer))(
  "%s sorts imports by its command, shown first and then done",
  async (server) => {
    const fixture = parseFixture(`-- pyproject.toml --
[project]
name = "shop"
-- shop.py --
import sys
import os
import json

print(os.name, sys.argv)
`);
    await using acting = await Acting.open(server, fixture);
    const before = read(acting, "shop.py");
    const shown = await acting.perform(organizeImports, { file_path: "shop.py", dry_run: true });
    expect([shown.isEmpty, read(acting, "shop.py")]).toEqual([false, before]);
    expect((await acting.perform(organizeImports, { file_path: "shop.py" })).toJson()).toMatchObject({ applied: true });
    expect(read(acting, "shop.py")).toBe("import json\nimport os\nimport sys\n\nprint(os.name, sys.argv)\n");
    expect((await acting.perform(organizeImports, { file_path: "shop.py" })).isEmpty).toBe(true);
  },
);

test.each(["typescript-native", "typescript-language-server"].filter(hasServer))(
  "%s: a new body that breaks something is foreseen as it comes",
  async (server) => {
    await using acting = await Acting.open(server, parseFixture(typescript.fixture));
    const input = {
      file_path: "src/price.ts",
      symbol_path: "price",
      new_body: "export function price(cents: number): number {\n  return cents.length;\n}",
    };
    const shown = (await acting.perform(replaceSymbolBody, { ...input, dry_run: true })).toJson();
    expect(shown).toMatchObject({
      applied: false,
      safe: false,
      errors_introduced: [{ file: acting.path("src/price.ts") }],
    });
    const done = (await acting.perform(replaceSymbolBody, input)).toJson();
    expect(at(done, ["errors_introduced"])).toEqual(at(shown, ["errors_introduced"]));
  },
);

test.each(known.filter(({ server }) => samples[server]?.imports === undefined))(
  "$server does not organize imports, and that is said",
  async ({ server }) => {
    const { fixture, file } = samples[server] ?? typescript;
    await using acting = await Acting.open(server, parseFixture(fixture));
    const refused = await refusalOf(acting.perform(organizeImports, { file_path: file }));
    expect(refused.code).toBe("capability_missing");
  },
);

test.each(hasServer("typescript-language-server") ? ["typescript-language-server"] : [])(
  "%s lays out some lines and leaves the others [AGL-122]",
  async (server) => {
    const { fixture: source, file } = typescript;
    const fixture = parseFixture(source.replace("return   shown", "«line|return   shown»"));
    await using acting = await Acting.open(server, fixture);
    const { line } = fixture.mark("line").span.start;
    const range = { start_line: line, end_line: line };
    await acting.perform(formatRange, { file_path: file, ...range, tab_size: 2, apply: true });
    expect(read(acting, file)).toContain("export function due( ) {\n  return shown\n}");
  },
);

test.each(hasServer("typescript-native") ? ["typescript-native"] : [])(
  "%s: a change is withheld that would break a file that is not open [AGL-216]",
  async (server) => {
    const mended = typescript.fixture.replace("«wrong|price»", "price");
    const fixture = parseFixture(
      mended.replace("export const shown", 'import { price } from "./price";\nexport const shown'),
    );
    await using acting = await Acting.open(server, fixture);
    const edit = { file_path: "src/price.ts", old_text: "price(cents: number)", new_text: "price(cents: string)" };
    const withheld = await acting.perform(safeApplyEdit, edit);
    expect(withheld.toJson()).toMatchObject({
      applied: false,
      safe: false,
      errors_introduced: [{ file: acting.path("src/shop.ts") }],
    });
    expect(read(acting, "src/price.ts")).toContain("cents: number");
    const made = await acting.perform(safeApplyEdit, { ...edit, new_text: "price(cents: number | string)" });
    expect(made.toJson()).toMatchObject({ applied: true, safe: true });
  },
);

test.each(hasServer("gopls") ? ["gopls.add_import"] : [])(
  "an edit that gopls wants for its command %s is made, and can be taken back [S16]",
  async (command) => {
    const { fixture, file } = samples["gopls"] ?? typescript;
    const plain = parseFixture(fixture);
    const files = [...plain.files].map(([name, text]) => `-- ${name} --\n${text}`).join("");
    const stage = await Stage.open(
      { server: "gopls", fixture: files, changes: [], killedAt: "references" },
      { commands: { allow: { gopls: [command] } } },
    );
    try {
      const roots = new Roots(stage.workspace);
      const path = `${stage.root}/${file}`;
      const before = readFileSync(path, "utf8");
      const args = [{ ImportPath: "fmt", URI: pathToFileURL(path).href }];
      const patience = { deadline: deadlineIn(stage.workspace.host.clock, 60_000), waitMs: 60_000 };
      const context = callContext(roots, patience, roots.view(noGates));
      const ran = await executeCommand.decode({ command, arguments: args, file_path: file }).run(context);
      expect(ran.toJson()).toMatchObject({ edits: [{ files: [path] }], refused_edits: 0 });
      expect(readFileSync(path, "utf8")).toContain('import "fmt"');
      await undoEdit.decode({}).run(context);
      expect(readFileSync(path, "utf8")).toBe(before);
    } finally {
      await stage.close();
    }
  },
);
