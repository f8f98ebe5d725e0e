// What is called new or mended since an earlier answer, and what is not, because it was not known before or is not now.

import { callContext } from "../../../test/support/kits/perform.ts";
import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Baselines } from "../../workspace/asking/baselines.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Performed } from "../define.ts";
import { getDiagnostics } from "./get-diagnostics.ts";

const two = "-- a.toy --\ndef apple\n-- b.toy --\nuse gone\nuse lost\n";

interface Asking {
  readonly kit: ToyWorkspace;
  readonly roots: Roots;
  readonly ask: (input: object) => Promise<Performed<unknown>>;
  readonly tokenOf: (performed: Performed<unknown>) => string;
}

function asking(choices: WorkspaceChoices, allowed: readonly string[] = []): Asking {
  const kit = openToyWorkspace(choices);
  const roots = new Roots(kit.workspace, { allowed: allowed.map(filePath) });
  const ask = (input: object): Promise<Performed<unknown>> =>
    kit.clock.until(getDiagnostics.decode(input).run(callContext(roots, kit.patience())));
  return { kit, roots, ask, tokenOf: (performed) => (performed.toJson() as { readonly token: string }).token };
}

function text(performed: Performed<unknown>): string {
  return performed.toText({ characters: 10_000 }).replace(/\n?since=\w+ reports .*$/, "");
}

test("what a file holds that was not known before is not called new", async () => {
  let isSilent = true;
  const { kit, ask, tokenOf } = asking({
    fixture: two,
    dials: () => (isSilent ? { publishesOn: "demand" } : {}),
  });
  await using _ = kit;
  const first = await ask({});
  expect(first.standing.state).toBe("unavailable");
  isSilent = false;
  kit.toy.process.exit(1);
  const second = await ask({ since: tokenOf(first) });
  expect(text(second)).toMatchInlineSnapshot(`
    "since then: nothing introduced, nothing resolved, 0 unchanged; 2 errors possibly new (?); 2 files not fully checked before
    b.toy
      ? 1:5 error unknown unknown name gone (toy)
      ? 2:5 error unknown unknown name lost (toy)"
  `);
  expect(second.isEmpty).toBe(false);
  expect(second.toJson()).toMatchObject({
    introduced: {},
    unknown_before: ["file:///project/a.toy", "file:///project/b.toy"],
    unsure: { "file:///project/b.toy": [{ message: "unknown name gone" }, { message: "unknown name lost" }] },
  });
});

test("what a file holds that was refused before is not called new", async () => {
  const { kit, ask, tokenOf } = asking({ fixture: "-- a.toy --\ndef apple\n-- b.toy --\nuse gone\0\n" });
  await using _ = kit;
  const token = tokenOf(await ask({}));
  kit.host.write(kit.path("b.toy"), "use gone\n");
  expect(text(await ask({ since: token }))).toMatch(
    /^since then: nothing introduced, .* 1 file not fully checked before\n/,
  );
});

test("a root that is no longer served has not been mended, and one that is new has not been broken", async () => {
  const { kit, roots, ask, tokenOf } = asking({ fixture: "-- a.toy --\ndef apple\n" }, ["/elsewhere"]);
  await using _ = kit;
  kit.host.files.write(filePath("/elsewhere/c.toy"), "use nothing\n");
  const before = tokenOf(await ask({}));
  await kit.clock.until(roots.addFolder("/elsewhere"));
  const added = await ask({ since: before });
  expect(text(added)).toMatch(
    /^since then: nothing introduced, nothing resolved, .* 1 file not fully checked before\n/,
  );
  await kit.clock.until(roots.removeFolder("/elsewhere"));
  const removed = await ask({ since: tokenOf(added) });
  expect(text(removed)).toBe(
    "since then: nothing introduced, nothing resolved, 0 unchanged; 1 file checked before, but not now",
  );
  expect(removed.toJson()).toMatchObject({ resolved: {}, unseen_now: ["file:///elsewhere/c.toy"] });
  expect(removed.standing.reasons).toEqual([
    { code: "scoped", detail: "1 file of the earlier answer was not checked this time" },
  ]);
});

test("a file of a named list whose root is no longer served is not mended either", async () => {
  const { kit, roots, ask, tokenOf } = asking({ fixture: "-- a.toy --\ndef apple\n" }, ["/elsewhere"]);
  await using _ = kit;
  kit.host.files.write(filePath("/elsewhere/c.toy"), "use nothing\n");
  await kit.clock.until(roots.addFolder("/elsewhere"));
  const token = tokenOf(await ask({ file_paths: ["a.toy", "/elsewhere/c.toy"] }));
  await kit.clock.until(roots.removeFolder("/elsewhere"));
  const removed = await ask({ since: token });
  expect(text(removed)).toContain("nothing resolved, 0 unchanged; 1 file checked before, but not now");
});

test("a file under several names is one file", async () => {
  const { kit, ask } = asking({ fixture: "-- a.toy --\nuse gone\n" });
  await using _ = kit;
  const performed = await ask({ file_paths: ["a.toy", "./a.toy", kit.path("a.toy")] });
  expect(text(performed)).toMatch(/^1 error in a\.toy \(toy, version 1\)\n/);
});

test("a file that changes while it is looked at is not known", async () => {
  const { kit, ask, tokenOf } = asking({
    fixture: "-- a.toy --\nuse gone\n-- b.toy --\ndef apple\n",
    dials: { diagnostics: "pull" },
  });
  await using _ = kit;
  await ask({ file_path: "b.toy" });
  const { connection } = kit.toy.server;
  const receive = connection.receive.bind(connection);
  let isMoved = false;
  connection.receive = (bytes) => {
    receive(bytes);
    if (isMoved || !new TextDecoder().decode(bytes).includes("textDocument/diagnostic")) return;
    isMoved = true;
    kit.host.write(kit.path("a.toy"), "# one\n# two\nuse gone\n");
  };
  const first = await ask({ file_path: "a.toy" });
  expect([isMoved, text(first)]).toEqual([true, expect.stringContaining("\n  1:5 error")]);
  const second = await ask({ since: tokenOf(first) });
  expect(text(second)).toBe(
    [
      "since then: nothing introduced, nothing resolved, 0 unchanged; 1 error possibly new (?); 1 file not fully checked before",
      "a.toy",
      "  ? 3:5 error unknown unknown name gone (toy)",
    ].join("\n"),
  );
});

test("what is not known is told in the smallest room, and as data", async () => {
  const { kit, ask } = asking({ fixture: two });
  await using _ = kit;
  const performed = await ask({ file_paths: ["b.toy", "nowhere.toy"], since: "d0" });
  const small = performed.toText({ characters: 90 });
  expect(small).toContain("not checked: 1 file");
  expect(small).toContain("since=d0 is no longer known");
  expect(performed.toJson()).toMatchObject({ not_looked_at: ["nowhere.toy"], unknown_since: "d0" });
});

test("the problems of earlier answers take no more room than there is", () => {
  const place = { line: 1, column: 1 };
  const span = { start: place, end: place };
  const problem = { span, severity: "error", message: "m".repeat(1_000_000) } as const;
  let next = 0;
  const baselines = new Baselines(() => ++next / 1_000);
  const keep = (problems: number): string =>
    baselines.keep({
      isAboutAll: false,
      roots: new Set(),
      files: new Map([[filePath("/a"), { text: "", diagnostics: Array.from({ length: problems }, () => problem) }]]),
      unknown: new Set(),
    });
  const [first, second] = [keep(20), keep(20)];
  expect([baselines.get(first), baselines.get(second)?.files.size]).toEqual([undefined, 1]);
  expect(baselines.get(keep(40))).toBeUndefined();
  expect(baselines.get(second)?.files.size).toBe(1);
});
