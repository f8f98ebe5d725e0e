// Random repositories of the toy language that know their own uses: no account calls complete what is not, and none that
// could be complete is called partial.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { openToyWorkspace, toyLanguage } from "../../../test/support/kits/workspace-kit.ts";

/** What a line does with the name: `use` lines are the truth, and so is a line under another name of its file. */
const lines = {
  use: "«use|total»",
  demand: "use «use|total»",
  comment: "# total is told of here",
  string: 'say "total of all"',
  longer: "total_of total2 subtotal",
  another: "other thing",
} as const;

/** How a file stands to the symbol: it shares it, has one of its own, or knows it by another name. */
const kinds = ["sharing", "owning", "renaming"] as const;

interface MadeFile {
  readonly kind: (typeof kinds)[number];
  readonly directory: string;
  readonly lines: readonly (keyof typeof lines)[];
}

const madeFile: fc.Arbitrary<MadeFile> = fc.record({
  kind: fc.constantFrom(...kinds),
  directory: fc.constantFrom("", "src/", "packages/p1/", "packages/p2/deep/", "tests/"),
  lines: fc.array(fc.constantFrom(...(Object.keys(lines) as (keyof typeof lines)[])), { maxLength: 6 }),
});

const renamed = (text: string): string => text.replaceAll("total»", "sum»");

function textOf({ kind, lines: own }: MadeFile): string {
  const written = own.map((line) => lines[line]);
  if (kind === "owning")
    return ["own total", ...written.map((line) => line.replace("«use|total»", "total")), ""].join("\n");
  if (kind === "sharing") return [...written, ""].join("\n");
  return ["import «use|total» as «use|sum»", ...written.map(renamed), ""].join("\n");
}

function repositoryOf(files: readonly MadeFile[]): string {
  const home = "-- home.py --\n# total\ndef «^»total\n«use|total»\n";
  const projects = ["src", "packages/p1", "packages/p2"].map((directory) => `-- ${directory}/toy.json --\n{}\n`);
  return [home, ...projects, ...files.map((file, at) => `-- ${file.directory}f${at}.py --\n${textOf(file)}`)].join("");
}

/** Ways in which a server knows less than all, and others in which it fails. */
const dials = {
  "knows all": {},
  "searches open documents alone": { slowIndex: true, indexSignal: "silence" },
  "answers in links": { slowIndex: true, indexSignal: "silence", definition: "links" },
  "answers in lists": { definition: "list", positionEncoding: "utf-8" },
} as const satisfies Record<string, Partial<ToyDials>>;

const faults = {
  "cannot define": { errors: { "textDocument/definition": { code: -32603, message: "a bad day" } } },
  "defines nothing": { replies: { "textDocument/definition": null } },
  "is silent about tests": { neverAnswers: ["textDocument/definition"], silentFile: "f1.py" },
  "dies of a file": { crashAt: "textDocument/definition", crashFile: "f1.py" },
} as const satisfies Record<string, Partial<ToyDials>>;

interface Told {
  readonly truth: readonly string[];
  readonly uses: readonly string[];
  readonly possible: readonly string[];
  readonly unchecked: number;
  readonly isComplete: boolean;
}

async function ask(files: readonly MadeFile[], over: Partial<ToyDials>): Promise<Told> {
  await using kit = openToyWorkspace({
    fixture: repositoryOf(files),
    language: { ...toyLanguage, extensions: [".py"] },
    entry: { exhaustiveOnlyWith: ["toy.json"] },
    dials: { extension: ".py", ...over },
    settings: { restart: { backoffMs: [0] } },
  });
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const asked = snapshot.uses(kit.at(kit.fixture.cursor), false, kit.patience());
  const { value, standing } = await kit.clock.until(asked);
  const spell = ({ file, span: { start } }: Location): string =>
    `${isExternal(file) ? file.external : file}:${start.line}:${start.column}`;
  return {
    truth: kit.fixture
      .marks("use")
      .map(({ file, span }) => spell({ file: kit.path(file), span }))
      .sort(),
    uses: value.locations.map(spell).sort(),
    possible: value.possible.map(({ location }) => spell(location)),
    unchecked: value.unchecked,
    isComplete: standing.reasons.length === 0,
  };
}

/** What holds of every account, whatever its server does. */
function check({ truth, uses, possible, unchecked, isComplete }: Told): void {
  expect(uses.filter((use) => !truth.includes(use))).toEqual([]);
  const missing = truth.filter((use) => !uses.includes(use));
  const untold = missing.filter((use) => unchecked === 0 && !possible.includes(use));
  expect({ untold, missingFromComplete: isComplete ? missing : [] }).toEqual({ untold: [], missingFromComplete: [] });
}

test.each(Object.entries(dials))(
  "a server that %s: every use is found, and the answer is complete",
  async (_, over) => {
    await fc.assert(
      fc.asyncProperty(fc.array(madeFile, { maxLength: 8 }), async (files) => {
        const told = await ask(files, over);
        check(told);
        expect(told).toMatchObject({ uses: told.truth, possible: [], unchecked: 0, isComplete: true });
      }),
      { numRuns: 40 },
    );
  },
);

test.each(Object.entries(faults))("a server that %s: what is missing is told", async (_, over) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(madeFile, { maxLength: 6 }),
      fc.constantFrom(...Object.values(dials)),
      async (files, base) => {
        check(await ask(files, { ...base, ...over }));
      },
    ),
    { numRuns: 25 },
  );
});
