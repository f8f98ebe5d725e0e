// What may be asked about other repositories, what is said when the answer is unknown, and that nothing stays open afterwards.

import { callContext } from "../../../test/support/kits/perform.ts";
import { describe, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Performed } from "../define.ts";
import { copyOf, getCrossRepoReferences } from "./get-cross-repo-references.ts";

const fixture = `-- cart.toy --
def «^»total
-- view.toy --
use total
`;

interface Repos extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly roots: Roots;
  ask(consumers: readonly string[], more?: object): Promise<Performed<unknown>>;
}

/** The toys of two roots know nothing of each other, so a use elsewhere can only be doubted. */
function open(): Repos {
  const kit = openToyWorkspace({ fixture });
  kit.host.files.write(filePath("/app/main.toy"), 'use total # total\nsay "total"\nuse totals\n');
  kit.host.files.write(filePath("/same/main.toy"), "def total\nuse total\n");
  kit.host.files.write(filePath("/secret/main.toy"), "use total\n");
  const roots = new Roots(kit.workspace, { allowed: [filePath("/app"), filePath("/same")] });
  const { file, span } = kit.fixture.cursor;
  return {
    kit,
    roots,
    ask: (consumer_roots, more = {}) => {
      const call = getCrossRepoReferences.decode({ symbol_file: file, ...span.start, consumer_roots, ...more });
      const view = roots.view();
      return kit.clock.until(call.run(callContext(roots, kit.patience(), view)).finally(() => view.release()));
    },
    [Symbol.asyncDispose]: () => kit.clock.until(roots.close()),
  };
}

test("no consumers are refused by the name of the argument [AGL-100]", async () => {
  await using repos = open();
  const refusal = await refusalOf(repos.ask([]));
  expect(refusal.details).toMatchObject({ code: "bad_input", what: expect.stringContaining("consumer_roots") });
});

test("a place whose definition is unknown is a doubt; prose and other words are none, a namesake neither", async () => {
  await using repos = open();
  const performed = await repos.ask(["/app", "/same"]);
  expect(performed.toJson()).toEqual({
    symbol: "total",
    references: [{ file: repos.kit.path("view.toy"), line: 1, column: 5, repo: "primary" }],
    summary: "1 reference in 3 repositories: 1 in primary, 0 in /app, 0 in /same",
  });
  expect(performed.standing).toMatchObject({
    state: "partial",
    reasons: [{ detail: "/app: 1 place that spells the name could not be resolved, first main.toy:1: no definition" }],
  });
});

describe("who may be asked", () => {
  test("a root that is not allowed is refused, and beside others told", async () => {
    await using repos = open();
    expect((await refusalOf(repos.ask(["/secret"]))).code).toBe("policy_denied");
    const performed = await repos.ask(["/secret", "/same"]);
    expect(performed.toJson()).toMatchObject({ warnings: [expect.stringContaining("/secret was not searched")] });
    expect(performed.standing).toMatchObject({ state: "partial", reasons: [{ code: "target_refused" }] });
  });

  test("a directory of the repository itself is no consumer of it", async () => {
    await using repos = open();
    const performed = await repos.ask(["/project"]);
    expect(performed.toJson()).toMatchObject({
      references: [{ repo: "primary" }],
      warnings: [expect.stringContaining("is part of the primary")],
    });
  });
});

describe("what was opened for the question", () => {
  test("is closed after it, also when it is asked twice at a time or fails", async () => {
    await using repos = open();
    await Promise.all([repos.ask(["/app"]), repos.ask(["/app", "/same"])]);
    expect(repos.roots.view().folders()).toEqual(["/project"]);
    await expect(repos.ask(["/app"], { line: 90 })).rejects.toBeInstanceOf(Refusal);
    expect(repos.roots.view().folders()).toEqual(["/project"]);
    await repos.kit.clock.pass(10_000);
    expect(repos.kit.host.processes.alive).toBe(1);
  });

  test("stays when another call names it meanwhile, and no other call sees it before", async () => {
    await using repos = open();
    const borrowed = await repos.kit.clock.until(repos.roots.borrowFolder("/app"));
    expect(repos.roots.view().folders()).toEqual(["/project"]);
    expect(await repos.kit.clock.until(repos.roots.addFolder("/app"))).toMatchObject({ isNew: true });
    await repos.kit.clock.until(borrowed.release());
    expect(repos.roots.view().folders()).toEqual(["/project", "/app"]);
  });

  test("stays where it was open before", async () => {
    await using repos = open();
    await repos.kit.clock.until(repos.roots.addFolder("/app"));
    await repos.ask(["/app"]);
    expect(repos.roots.view().folders()).toEqual(["/project", "/app"]);
  });
});

test("it fits whatever is allowed", async () => {
  await using repos = open();
  const performed = await repos.ask(["/same"]);
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "1 reference in 2 repositories: 1 in primary, 0 in /same
    of cart.toy:1:5  def total
    primary:
    view.toy
      1:5  use total"
  `);
  for (const tokens of [20, 35, 50, 100]) {
    expect(estimateTokens(performed.toText({ characters: 1_000, tokens }))).toBeLessThanOrEqual(tokens);
  }
});

test.each([
  ["/app/node_modules/shop/dist/index.d.ts", "same package"],
  ["/app/node_modules/other/index.d.ts", undefined],
  ["/app/node_modules/shop/node_modules/@a/b/index.d.ts", undefined],
  ["/app/.venv/lib/python3.12/site-packages/shop/cart.py", "same file"],
  ["/app/.venv/lib/python3.12/site-packages/shop/other.py", undefined],
  ["/app/.venv/lib/python3.12/site-packages/cart.py", undefined],
  ["/go/pkg/mod/example.com/shop@v1.2.3/shop/cart.py", "same file"],
  ["/go/pkg/mod/example.com/other@v1.2.3/shop/cart.py", undefined],
  ["/elsewhere/shop/cart.py", undefined],
])("%s is a copy of its package: %s", async (file, expected) => {
  await using repos = open();
  const [snapshot] = await repos.kit.clock.until(repos.roots.view().all());
  if (snapshot === undefined) throw new Error("there is a root");
  const span = repos.kit.fixture.cursor.span;
  const symbol = {
    ...{ snapshot, name: "total", path: "total", names: ["total"], isDefault: false, npmPackage: "shop" },
    declared: [{ file: filePath("/lib/src/shop/cart.py"), span }],
    pythonModules: ["shop/cart.py"],
    goModule: { path: "example.com/shop", directory: filePath("/lib/src") },
  };
  expect(copyOf(symbol, filePath(file))).toBe(expected);
});
