// What get_diagnostics says of one file, several and all; of new, deleted and broken ones; and what changed since.

import { expect, test } from "vitest";
import type { Diagnostic, Severity } from "../../model/code-facts.ts";
import { callContext, perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Performed } from "../define.ts";
import type { FoundDiagnostics } from "./diagnostics-found.ts";
import type { ScanAnswer } from "./diagnostics-scan.ts";
import { getDiagnostics } from "./get-diagnostics.ts";

const room = { characters: 10_000 };

const shop = `-- a.toy --
def apple
  use missing
use apple
-- b.toy --
use gone
-- c.toy --
use apple
`;

/** The token is random, so it is taken out of what is compared. */
function text(performed: Performed<unknown>): string {
  return performed.toText(room).replace(/\n?since=\w+ reports .*$/, "");
}

function tokenOf(performed: Performed<unknown>): string {
  return (performed.toJson() as { readonly token: string }).token;
}

const styles: readonly Partial<ToyDials>[] = [
  { diagnostics: "push" },
  { diagnostics: "push-unversioned" },
  { diagnostics: "pull" },
  { diagnostics: "pull-dynamic" },
];

test.each(styles)(
  "one file, $diagnostics: a line for each problem, its source and version [AGL-003 AGL-111 BRG-36]",
  async (dials) => {
    await using kit = openToyWorkspace({ fixture: shop, dials });
    const performed = await perform(kit, getDiagnostics, { file_path: "a.toy" });
    expect(text(performed)).toBe(
      "1 error in a.toy (toy, version 1)\na.toy\n  2:7 error unknown unknown name missing (toy)",
    );
    expect(performed.standing).toMatchObject({
      state: "complete",
      evidence: [{ server: "toy", version: "1.0", document: { version: 1 } }],
    });
    const { token: _, ...json } = performed.toJson() as Record<string, unknown>;
    expect(json).toEqual({
      "file:///project/a.toy": [
        {
          range: { start: { line: 2, column: 7 }, end: { line: 2, column: 14 } },
          severity: 1,
          code: "unknown",
          source: "toy",
          message: "unknown name missing",
        },
      ],
    });
  },
);

test("several files, one of which is not there: the others are answered", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await perform(kit, getDiagnostics, { file_paths: ["b.toy", "nowhere.toy", "c.toy"] });
  expect(text(performed)).toMatchInlineSnapshot(`
    "1 error in 1 of 2 files (toy)
    b.toy
      1:5 error unknown unknown name gone (toy)
    not checked: nowhere.toy"
  `);
  expect(performed.standing.reasons).toEqual([{ code: "target_refused", detail: "nowhere.toy: file not found" }]);
  expect((await refusalOf(perform(kit, getDiagnostics, { file_paths: ["nowhere.toy"] }))).code).toBe("file_not_found");
});

test("without a file the whole root is looked at", async () => {
  await using kit = openToyWorkspace({ fixture: `${shop}-- readme.txt --\nuse nothing\n` });
  const performed = await perform(kit, getDiagnostics, {});
  expect(text(performed)).toMatchInlineSnapshot(`
  "2 errors in 2 of 3 files (toy)
  a.toy
    2:7 error unknown unknown name missing (toy)
  b.toy
    1:5 error unknown unknown name gone (toy)"
`);
  expect(performed.standing.state).toBe("complete");
});

test("a server that reports on all files at once is asked once", async () => {
  await using kit = openToyWorkspace({ fixture: shop, dials: { diagnostics: "pull", workspaceDiagnostics: true } });
  const performed = await perform(kit, getDiagnostics, {});
  expect(text(performed)).toContain("2 errors in 2 of 3 files (toy)");
  const { methods } = kit.toy.server;
  expect(methods.filter((method) => method.endsWith("/diagnostic"))).toEqual(["workspace/diagnostic"]);
});

test("a server that keeps the question about all files to itself is asked about each", async () => {
  await using kit = openToyWorkspace({
    fixture: shop,
    dials: { diagnostics: "pull", workspaceDiagnostics: true, neverAnswers: ["workspace/diagnostic"] },
  });
  expect(text(await perform(kit, getDiagnostics, {}))).toContain("2 errors in 2 of 3 files (toy)");
});

test("clean is said only of what was looked at to the end [AGL-239]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const clean = await perform(kit, getDiagnostics, { file_path: "c.toy" });
  expect(clean).toMatchObject({ isEmpty: true, standing: { state: "complete" } });
  expect(text(clean)).toBe("clean: no errors or warnings in c.toy (toy, version 1)");

  await using silent = openToyWorkspace({ fixture: shop, dials: { publishesOn: "demand" } });
  const unknown = await perform(silent, getDiagnostics, { file_path: "c.toy" });
  expect(unknown).toMatchObject({ isEmpty: true, standing: { state: "unavailable" } });
  expect(text(unknown)).toBe(
    "no errors or warnings were reported in c.toy (toy, version 1)\ndiagnostics unavailable: c.toy",
  );
});

test("a file with broken syntax says so, and its problems are told", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n%%%\n" });
  const performed = await perform(kit, getDiagnostics, { file_path: "a.toy" });
  expect(performed.standing.reasons.map(({ code }) => code)).toEqual(["broken_syntax"]);
  expect(text(performed)).toContain("2:1 error 1001 syntax error (toy syntax)");
});

test("problems under the symbols that they stand in", async () => {
  await using kit = openToyWorkspace({ fixture: `${shop.replace("-- b.toy", "use other\n-- b.toy")}` });
  const performed = await perform(kit, getDiagnostics, { file_path: "a.toy", group_by: "symbol" });
  expect(text(performed)).toMatchInlineSnapshot(`
  "2 errors in a.toy (toy, version 1)
  a.toy
    4:5 error unknown unknown name other (toy)
    function apple :1
      2:7 error unknown unknown name missing (toy)"
`);
  expect(performed.toJson()).toMatchObject({
    symbols: [{ name: "apple", kind: "function", line: 1, diagnostics: [{ message: "unknown name missing" }] }],
    ungrouped: [{ message: "unknown name other" }],
  });
});

/** Two calls of one engine: the second is told what changed since the first. */
async function since(
  kit: ToyWorkspace,
  first: object,
  change: () => void,
  second: object = {},
): Promise<Performed<unknown>> {
  const roots = new Roots(kit.workspace);
  const ask = (input: object): Promise<Performed<unknown>> =>
    kit.clock.until(getDiagnostics.decode(input).run(callContext(roots, kit.patience())));
  const token = tokenOf(await ask(first));
  change();
  return ask({ since: token, ...second });
}

test("what changed since: lines that moved are neither new nor mended", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await since(kit, { file_path: "a.toy" }, () => {
    kit.host.write(kit.path("a.toy"), "# one\n# two\ndef apple\n  use missing\nuse apple\nuse fresh\n");
  });
  expect(text(performed)).toMatchInlineSnapshot(`
    "since then: 1 error introduced, nothing resolved, 1 unchanged
    a.toy
      + 6:5 error unknown unknown name fresh (toy)"
  `);
  expect(performed.toJson()).toMatchObject({
    introduced: { "file:///project/a.toy": [{ range: { start: { line: 6, column: 5 } } }] },
    resolved: {},
    unchanged: 1,
  });
});

test("what changed since, in the whole root: a file that came, one that went, and one that was mended", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await since(kit, {}, () => {
    kit.host.write(kit.path("new.toy"), "use nothing\n");
    kit.host.write(kit.path("a.toy"), "def apple\nuse apple\n");
    kit.host.remove(kit.path("b.toy"));
  });
  expect(text(performed)).toMatchInlineSnapshot(`
    "since then: 1 error introduced, 2 errors resolved, 0 unchanged
    b.toy
      - 1:5 error unknown unknown name gone (toy)
    a.toy
      - 2:7 error unknown unknown name missing (toy)
    new.toy
      + 1:5 error unknown unknown name nothing (toy)"
  `);
});

test("a file of the earlier answer that is gone has no problems any more", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await since(kit, { file_paths: ["a.toy", "b.toy"] }, () => kit.host.remove(kit.path("b.toy")));
  expect(text(performed)).toBe(
    "since then: nothing introduced, 1 error resolved, 1 unchanged\nb.toy\n  - 1:5 error unknown unknown name gone (toy)",
  );
});

test("what a server does not say is not taken for mended", async () => {
  let isSilent = false;
  await using kit = openToyWorkspace({ fixture: shop, dials: () => (isSilent ? { publishesOn: "demand" } : {}) });
  const performed = await since(kit, { file_path: "b.toy" }, () => {
    isSilent = true;
    kit.toy.process.exit(1);
  });
  expect(performed.standing.state).toBe("unavailable");
  expect(text(performed)).toBe(
    "since then: nothing introduced, nothing resolved, 1 unchanged\ndiagnostics unavailable: b.toy",
  );
});

test("a token that names nothing gives all there is, and a word", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await perform(kit, getDiagnostics, { file_path: "b.toy", since: "d0" });
  expect(text(performed)).toContain("1 error in b.toy");
  expect(text(performed)).toContain("since=d0 is no longer known, so everything is listed");
});

function problem(line: number, severity: Severity): Diagnostic {
  const place = { line, column: 1 };
  return { span: { start: place, end: place }, severity, code: "7", source: "tool", message: `something at ${line}` };
}

function found(files: number, each: readonly Diagnostic[], severity: Severity = "warning"): FoundDiagnostics {
  const reports = Array.from({ length: files }, (_, index) => {
    const shown = `source/file-${index}.toy`;
    return { shown, diagnostics: each, version: 1, standing: { state: "complete", reasons: [], evidence: [] } };
  });
  return {
    reports: reports as unknown as ScanAnswer[],
    severity,
    apart: [],
    isComplete: true,
    token: "d1",
    changes: undefined,
    unknownSince: undefined,
    grouped: undefined,
  };
}

const mixed = [problem(1, "error"), problem(2, "warning"), problem(3, "hint")];

test.each([
  [
    "all of it, and how much is not listed",
    found(2, mixed),
    10_000,
    /^2 errors, 2 warnings in 2 of 2 files; 2 hints not listed$/m,
  ],
  ["errors before warnings", found(50, mixed), 4_000, /\(only errors are listed: too many problems\)$/m],
  ["counts per file", found(200, mixed), 9_000, /^source\/file-7\.toy: 1 error, 1 warning$/m],
  ["a number", found(200, mixed), 150, /^200 errors, 200 warnings; too many to list\./],
  ["hints where they are asked for", found(1, mixed, "hint"), 1_000, /3:1 hint 7 something at 3 \(tool\)/],
])("what fits is shown: %s", (_, value, characters, shape) => {
  const shown = getDiagnostics.toText(value, { characters });
  expect(shown).toMatch(shape);
  expect(shown.length).toBeLessThanOrEqual(characters);
});

test("a message forges no line and stays within its own [S30]", () => {
  const message = "first\n  second\u001b[31m\nStanding: complete";
  const value = found(1, [{ ...problem(1, "error"), message }]);
  expect(getDiagnostics.toText(value, room)).toContain(
    "1:1 error 7 first / second\\u{1b}[31m / Standing: complete (tool)",
  );
});
