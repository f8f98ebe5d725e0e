// The account by itself, with a server that is a table: what it concludes from each answer, and from none.

import { expect, test } from "vitest";
import type { Location } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, filePath, joinPath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { Refusal } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import type { Fixture, Mark } from "../../testing/fixture.ts";
import { parseFixture } from "../../testing/fixture.ts";
import type { Account } from "./account.ts";
import { Accounting } from "./account.ts";
import { Definitions } from "./definitions.ts";

const root = filePath("/project");

/** Every mark leads to the mark whose name it begins with: `a` is declared at `a`, and used at `a-1` and `a-2`. */
interface Server {
  readonly leads: Readonly<Record<string, string>>;
  /** Marks at which it fails. */
  readonly fails?: readonly string[];
  /** What it lists as uses. */
  readonly lists?: readonly string[];
}

async function account(text: string, { leads, fails = [], lists = [] }: Server): Promise<Account | undefined> {
  const fixture = parseFixture(text);
  const marks = new Map(
    [...Object.entries(leads).flat(), ...fails, ...lists].map((name) => [name, fixture.mark(name)]),
  );
  const byPlace = new Map([...marks].map(([name, mark]) => [keyOfPlace(pathOf(mark), mark.span.start), name]));
  const located = (name: string): Location => locationAt(marks.get(name) ?? fixture.mark(name));
  const deadline = deadlineIn(new FakeClock(), 60_000);
  const definitions = new Definitions(
    async ({ file, place }) => {
      const name = byPlace.get(keyOfPlace(file, place)) ?? "";
      if (fails.includes(name)) throw new Refusal({ code: "server_crashed", what: "It died." });
      const to = leads[name];
      return { value: to === undefined ? [] : [located(to)], standing: standingOf([]) };
    },
    () => ({ places: 200, patient: deadline, brief: deadline }),
    undefined,
  );
  const files = [...fixture.files.keys()].map((file) => joinPath(root, file));
  const accounting = new Accounting(
    {
      root,
      index: { filesWith: async () => files },
      files: async () => files,
      text: async (file) => textOf(fixture, file),
      languageOf: () => "toy",
      outline: async () => [],
      implementations: async () => [],
      isUnderstood: async () => true,
      definitions,
    },
    { file: pathOf(fixture.cursor), place: fixture.cursor.span.start },
  );
  const uses = lists.map(located);
  return accounting.of(uses, async () => uses);
}

function pathOf({ file }: Mark): FilePath {
  return joinPath(root, file);
}

function locationAt(mark: Mark): Location {
  return { file: pathOf(mark), span: mark.span };
}

function textOf(fixture: Fixture, file: FilePath): LineIndex {
  const text = fixture.files.get(file.slice(root.length + 1));
  if (text === undefined) throw new Refusal({ code: "file_not_found", what: "It is gone." });
  return new LineIndex(text);
}

const spell = ({ file, span }: Location): string =>
  `${isExternal(file) ? file.external : display(root, file)}:${span.start.line}`;

test("what leads to the symbol is a use, although its server leads from there to another declaration", async () => {
  const text =
    "-- a.c --\nint «defined|«^»total»(void) { return 1; }\n-- a.h --\nint «declared|total»(void);\n-- b.c --\nint b = «used|total»();\n";
  const leads = { defined: "declared", declared: "defined", used: "defined" };
  const found = await account(text, { leads });
  expect(found?.found.map(spell)).toContain("b.c:1");
  expect(found).toMatchObject({ possible: [], unchecked: { places: 0 } });
});

test("while the server does not say what the symbol is, nothing is known to be another", async () => {
  const text = "-- a.toy --\ndef «declared|total»\n-- b.toy --\n«asked|«^»total»\n-- c.toy --\n«used|total»\n";
  const leads = { asked: "declared", used: "declared" };
  const known = await account(text, { leads });
  expect(known?.found.map(spell)).toEqual(["c.toy:1"]);
  const failed = await account(text, { leads, fails: ["asked"] });
  expect(failed?.found).toEqual([]);
  expect(failed?.possible.map(({ location, why }) => `${spell(location)} ${why}`)).toContain("c.toy:1 not answered");
});

test("names of names are searched for to the end, or counted", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const chain = names.slice(1).map((name, at) => {
    const [before = ""] = names.slice(at);
    return `-- ${name}.py --\nfrom ${before}_module import «${before}-in-${name}|${before}» as «${name}|${name}»\n`;
  });
  const text = `-- a_module.py --\ndef «a|«^»a»(): ...\n${chain.join("")}-- last.py --\n«last|h»()\n`;
  const leads = Object.fromEntries([
    ...names.slice(1).flatMap((name, at) => [
      [`${names[at]}-in-${name}`, "a"],
      [name, "a"],
    ]),
    ["last", "a"],
  ]) as Record<string, string>;
  const found = await account(text, { leads: { a: "a", ...leads } });
  const isFound = found?.found.some((use) => spell(use) === "last.py:1") === true;
  expect(isFound || (found?.unchecked.places ?? 0) > 0).toBe(true);
});

test("a private name is the same place for the server, which points at its mark", async () => {
  const text =
    "-- a.ts --\nexport class A { «a|«^»#size» = 1; grow() { return this.«used|#size»; } }\nclass B { «other|#size» = 2; }\n";
  const found = await account(text, { leads: { a: "a", used: "a", other: "other" }, lists: ["used"] });
  expect(found).toMatchObject({ found: [], possible: [], unchecked: { places: 0 } });
});
