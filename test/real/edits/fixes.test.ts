// What real servers offer for an undefined name or a missing import: applied by hand it mends what it says it mends.

import { describe, expect, test } from "vitest";
import { LineIndex } from "../../../src/model/line-index.ts";
import { applyEdits } from "../../../src/model/text-edit.ts";
import { getDiagnostics } from "../../../src/operations/problems/get-diagnostics.ts";
import type { FixJson } from "../../../src/operations/problems/suggest-fixes.ts";
import { suggestFixes } from "../../../src/operations/problems/suggest-fixes.ts";
import { at } from "../../../src/std/json.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "./acting.ts";
import { cases } from "../reading/cases.ts";
import { presentInDepth } from "../installed.ts";
import { shopCrate } from "../reading/real-case.ts";

/** `wrong` marks the one error; a title that fits must be among its fixes, and the change must leave no error. */
interface Fixable {
  readonly fixture: string;
  readonly title: RegExp;
}

const typescript: Fixable = {
  fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/price.ts --
export function price(cents: number): string {
  return String(cents);
}
-- src/shop.ts --
export const shown = «wrong|price»(100);
`,
  title: /import from "\.\/price"/i,
};

const fixable: Readonly<Record<string, Fixable>> = {
  "typescript-native": typescript,
  "typescript-language-server": typescript,
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- shop.go --
package shop

func Shown() string {
	return «wrong|fmt».Sprint(100)
}
`,
    title: /fmt/,
  },
  clangd: {
    fixture: `-- compile_flags.txt --
-std=c++17
-- shop.cpp --
int price(int cents) { return cents; }
int shown = «wrong|prise»(100);
`,
    title: /change 'prise' to 'price'/i,
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
    title: /Some/,
  },
};

describe.each(presentInDepth(cases.filter(({ server }) => fixable[server] !== undefined)))("$server", ({ server }) => {
  test("every problem gets fixes, and what one says it changes mends it [AGL-091 BRG-01 BRG-02 BRG-53]", async () => {
    const { fixture: source, title } = fixable[server] ?? typescript;
    const fixture = parseFixture(source);
    const { file } = fixture.mark("wrong");
    await using acting = await Acting.open(server, fixture);
    const performed = await acting.perform(suggestFixes, { file_path: file });
    const all = performed.toJson() as readonly FixJson[];
    const fix = all.find((one) => title.test(one.title));
    expect(fix).toMatchObject({ id: expect.stringMatching(/^f\w+$/), kind: expect.stringMatching(/^quickfix/) });
    const places = fix?.diagnostics.map((one) => at(one, ["range", "start"]));
    expect(places).toContainEqual({ ...fixture.mark("wrong").span.start });
    expect(performed.standing).toMatchObject({ state: "complete", evidence: [{ server }] });
    const text = performed.toText({ characters: 32_000 });
    expect(text).toContain(`${fix?.id} ${fix?.title}`);
    expect(text.length).toBeLessThanOrEqual(2_400);

    const untouched = await acting.perform(getDiagnostics, { file_path: file, severity: "error" });
    expect(untouched.isEmpty).toBe(false);
    const before = fixture.files.get(file) ?? "";
    const after = applied(before, fix, acting.path(file));
    acting.write(parseFixture(`-- ${file} --\n${after}`));
    const mended = await acting.perform(getDiagnostics, { file_path: file, severity: "error" });
    expect([mended.isEmpty, mended.standing.state]).toEqual([true, "complete"]);
  });

  test("at a place there is more than fixes, and every one says what it is", async () => {
    const { fixture: source } = fixable[server] ?? typescript;
    const fixture = parseFixture(source);
    const { file, span } = fixture.mark("wrong");
    await using acting = await Acting.open(server, fixture);
    const performed = await acting.perform(suggestFixes, {
      file_path: file,
      ...{ start_line: span.start.line, start_column: span.start.column },
      ...{ end_line: span.end.line, end_column: span.end.column },
    });
    const all = performed.toJson() as readonly FixJson[];
    const silent = all.filter(({ edit, command, disabled, fault }) => {
      return [edit, command, disabled, fault].every((one) => one === undefined);
    });
    expect([all.length > 0, silent.map(({ title }) => title)]).toEqual([true, []]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

/** The text as the fix would make it; by hand, for nothing here does it. */
function applied(before: string, fix: FixJson | undefined, path: string): string {
  const index = new LineIndex(before);
  const own = (fix?.edit ?? []).filter(({ file }) => file === path);
  const changes = own.flatMap(({ changes: some = [] }) => some);
  return applyEdits(
    before,
    changes.map(({ start, end, new_text }) => ({
      start: index.offsetOf(start),
      end: index.offsetOf(end),
      newText: new_text,
    })),
  );
}
