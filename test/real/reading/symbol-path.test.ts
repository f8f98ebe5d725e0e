// The paths of symbols as people write them, on the spellings of real servers: in a file, and in the whole workspace.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeClock } from "../../../src/host/node/node-clock.ts";
import { display } from "../../../src/model/file-path.ts";
import type { QueryContext } from "../../../src/operations/define.ts";
import type { TargetInput } from "../../../src/operations/target.ts";
import { resolveTarget } from "../../../src/operations/target.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { Fixture, Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { present } from "../installed.ts";
import type { PathCase } from "../cases/symbol-paths.ts";
import { pathCases } from "../cases/symbol-paths.ts";
import { Stage } from "../stage.ts";

/** Longer than any server needs on a slow machine. */
const patienceMs = 120_000;

describe.each(present(pathCases.map(stageable)))("$server", ({ server }) => {
  const { fixture: source, inFile, anywhere, ambiguous } = caseOf(server);
  const fixture = parseFixture(source);
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(stageable(caseOf(server)));
  });
  afterAll(() => stage.close());

  const context = (): QueryContext => ({
    view: new Roots(stage.workspace).view(),
    patience: { deadline: deadlineIn(nodeClock, patienceMs), waitMs: patienceMs },
  });
  const resolved = async (input: TargetInput): Promise<string> => {
    const { file, place } = await resolveTarget(context(), input);
    return `${display(stage.root, file)}:${place.line}:${place.column}`;
  };

  test.each(inFile)("%s#%s is at «%s»", async (file_path, symbol_path, mark) => {
    expect(await resolved({ file_path, symbol_path })).toBe(spelled(fixture.mark(mark)));
  });

  test.each(anywhere)("%s is at «%s», wherever it is", async (symbol_path, mark) => {
    expect(await resolved({ symbol_path })).toBe(spelled(fixture.mark(mark)));
  });

  test.each(ambiguous)("%s, where it fits several, is refused with all of them", async (symbol_path, marks) => {
    const refusal = await refusalOf(resolveTarget(context(), { symbol_path }));
    expect(refusal.code).toBe("ambiguous_target");
    const candidates = refusal.details.data?.["candidates"] as readonly string[];
    expect(candidates.map((line) => line.split(" ")[1])).toEqual(inOrder(fixture, marks).map(spelled));
    // Each can be had by its number.
    for (const [at, mark] of inOrder(fixture, marks).entries()) {
      expect(await resolved({ symbol_path: `${symbol_path}[${at + 1}]` })).toBe(spelled(mark));
    }
  });

  test.each(anywhere.slice(0, 1))("%s in other letters is told, and not taken", async (symbolPath) => {
    const wrong = symbolPath === symbolPath.toLowerCase() ? symbolPath.toUpperCase() : symbolPath.toLowerCase();
    const refusal = await refusalOf(resolveTarget(context(), { symbol_path: wrong }));
    expect(refusal.code).toBe("no_symbol");
    expect(refusal.details.what).toBe(`no symbols found for symbol_path: ${wrong}`);
    expect(refusal.details.why).toContain(symbolPath.split(".").at(-1));
  });
});

function caseOf(server: string): PathCase {
  const found = pathCases.find((one) => one.server === server);
  if (found === undefined) throw new Error(`there is no case of ${server}`);
  return found;
}

/** The stage knows marks of its own; these are read here, and it gets the plain files. */
function stageable({ server, fixture }: PathCase): Parameters<typeof Stage.open>[0] {
  const files = [...parseFixture(fixture).files].map(([file, text]) => `-- ${file} --\n${text}`);
  return { server, fixture: files.join(""), changes: [], killedAt: "hover" };
}

function spelled({ file, span }: Mark): string {
  return `${file}:${span.start.line}:${span.start.column}`;
}

function inOrder(fixture: Fixture, names: readonly string[]): Mark[] {
  return names
    .map((name) => fixture.mark(name))
    .sort((a, b) => a.file.localeCompare(b.file) || a.span.start.line - b.span.start.line);
}
