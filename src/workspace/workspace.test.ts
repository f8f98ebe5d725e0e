// A workspace starts servers when they are needed, keeps them while they are used, and lets go of them.

import { describe, expect, test } from "vitest";
import { defineServer } from "../catalog/entry.ts";
import { toyEntry } from "../testing/kits/kit.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";

const fixture = `
-- a.toy --
def «^»apple
use apple
-- b.toy --
use apple
`;

async function ask(kit: ToyWorkspace, file = kit.fixture.cursor.file): Promise<string> {
  const snapshot = await kit.workspace.snapshot();
  const target = { file: kit.path(file), place: kit.fixture.cursor.span.start };
  const { value, standing } = await kit.clock.until(snapshot.references(target, true, kit.patience()));
  return `${value.length} ${standing.state}${standing.reasons.map((reason) => ` ${reason.code}`).join("")}`;
}

describe("starting", () => {
  test("nothing runs before the first question, and concurrent first questions start one server [NEX-17 SYN-50 AGL-011]", async () => {
    await using kit = openToyWorkspace({ fixture });
    await kit.workspace.snapshot();
    expect(kit.host.processes.spawned).toHaveLength(0);
    expect(await Promise.all([ask(kit), ask(kit), ask(kit)])).toEqual(["3 complete", "3 complete", "3 complete"]);
    expect(kit.host.processes.spawned).toHaveLength(1);
  });

  test("a later question about another file uses the warm server [AGL-014]", async () => {
    await using kit = openToyWorkspace({ fixture });
    await ask(kit);
    const snapshot = await kit.workspace.snapshot();
    await kit.clock.until(snapshot.documentSymbols(kit.path("b.toy"), kit.patience()));
    expect(kit.toy.received.filter(({ method }) => method === "initialize")).toHaveLength(1);
  });

  test("each root has a server of its own [SYN-53]", async () => {
    await using one = openToyWorkspace({ fixture });
    await using other = openToyWorkspace({ fixture });
    await Promise.all([ask(one), ask(other)]);
    expect([one.host.processes.alive, other.host.processes.alive]).toEqual([1, 1]);
  });

  test("a file that no server handles is refused by name, and nothing is started", async () => {
    await using kit = openToyWorkspace({ fixture: `${fixture}-- c.other --\nx\n` });
    await expect(ask(kit, "c.other")).rejects.toMatchObject({
      code: "no_server_for_file",
      message: "No language server is known for c.other.",
    });
    expect(kit.host.processes.spawned).toHaveLength(0);
  });

  test("a server that cannot start leaves the others alone [SYN-30]", async () => {
    const broken = defineServer({
      ...toyEntry,
      id: "broken",
      launch: { kind: "command", command: "broken", args: [] },
    });
    const language = { id: "broken", extensions: [".broken"], servers: ["broken"] };
    await using kit = openToyWorkspace({
      fixture: `${fixture}-- c.broken --\nx\n`,
      others: [{ language, entry: broken }],
    });
    kit.host.processes.program("/bin/broken", (end) => end.exit(1));
    await expect(ask(kit, "c.broken")).rejects.toMatchObject({ code: "session_dead" });
    expect(await ask(kit)).toBe("3 complete");
  });
});

describe("letting go", () => {
  test("a server that gets no question is shut down cleanly after the idle time, and comes back when asked [NEX-16 NEX-19]", async () => {
    await using kit = openToyWorkspace({ fixture });
    await ask(kit);
    await kit.clock.pass(599_000);
    expect(kit.host.processes.alive).toBe(1);
    await kit.clock.pass(60_000);
    expect(kit.host.processes.alive).toBe(0);
    expect(kit.eventsOf("session.evicted")).toMatchObject([{ server: "toy", why: "idle" }]);
    expect(kit.toy.received.filter(({ method }) => method === "shutdown")).toHaveLength(1);
    expect(await ask(kit)).toBe("3 complete");
  });

  test("what happens without a caller is no use: file changes do not keep a server alive [NEX-20]", async () => {
    await using kit = openToyWorkspace({ fixture });
    await ask(kit);
    for (let minute = 0; minute < 11; minute++) {
      kit.host.write(kit.path("b.toy"), `use apple ${minute}\n`);
      await kit.clock.pass(60_000);
    }
    expect(kit.host.processes.alive).toBe(0);
  });

  test("0 means never", async () => {
    await using kit = openToyWorkspace({ fixture, settings: { idle: { teardownMs: 0 } } });
    await ask(kit);
    await kit.clock.pass(10_000_000);
    expect(kit.host.processes.alive).toBe(1);
  });

  test("over the memory budget the least recently used idle server goes, announced [F75]", async () => {
    const second = defineServer({
      ...toyEntry,
      id: "second",
      launch: { kind: "command", command: "second", args: [] },
    });
    const language = { id: "second", extensions: [".second"], servers: ["second"] };
    await using kit = openToyWorkspace({
      fixture: `${fixture}-- c.second --\ndef pear\n`,
      others: [{ language, entry: second }],
      settings: { idle: { memoryBytes: 1_000 } },
    });
    await ask(kit);
    await kit.clock.pass(1_000);
    await ask(kit, "c.second");
    for (const process of kit.host.processes.spawned) process.useMemory(600);
    await kit.clock.pass(31_000);
    expect(kit.eventsOf("session.evicted")).toMatchObject([{ server: "toy", why: "memory" }]);
    expect(kit.host.processes.alive).toBe(1);
  });

  test("a server that is being asked is never evicted [F75]", async () => {
    await using kit = openToyWorkspace({
      fixture,
      dials: { neverAnswers: ["textDocument/references"] },
      settings: { idle: { memoryBytes: 1 } },
    });
    const snapshot = await kit.workspace.snapshot();
    const asked = snapshot
      .references(kit.at(kit.fixture.cursor), true, kit.patience())
      .catch((error: unknown) => error);
    await kit.clock.pass(1_000);
    for (const process of kit.host.processes.spawned) process.useMemory(600);
    await kit.clock.pass(31_000);
    expect(kit.eventsOf("session.evicted")).toEqual([]);
    await kit.clock.until(asked);
  });
});

describe("projects", () => {
  test("packages that are declared and not installed are missing from all that may lie in them", async () => {
    await using kit = openToyWorkspace({
      fixture: `-- tsconfig.json --\n{}\n-- package.json --\n{ "dependencies": { "x": "1" } }\n${fixture}`,
      entry: { coverage: "typescript" },
    });
    const snapshot = await kit.workspace.snapshot();
    const target = kit.at(kit.fixture.cursor);
    const answers = await kit.clock.until(
      Promise.all([
        snapshot.definition(target, kit.patience()),
        snapshot.hover(target, kit.patience()),
        snapshot.diagnostics(target.file, kit.patience()),
        snapshot.documentSymbols(target.file, kit.patience()),
      ]),
    );
    const missing = ["dependencies_missing"];
    expect(answers.map(({ standing }) => standing.reasons.map(({ code }) => code))).toEqual([
      ...[missing, missing, missing, []],
    ]);
    // Every place of the name is accounted for, so that no package can hide a use.
    expect(await ask(kit)).toBe("3 complete");
  });

  test("where no project covers a file its uses are accounted for one by one, and nothing else is complete", async () => {
    await using kit = openToyWorkspace({ fixture, entry: { exhaustiveOnlyWith: ["toy.json"] } });
    expect(await ask(kit)).toBe("3 complete");
    const snapshot = await kit.workspace.snapshot();
    const other = await kit.clock.until(snapshot.implementation(kit.at(kit.fixture.cursor), kit.patience()));
    expect(other.standing.reasons.map(({ code }) => code)).toEqual(["server_not_exhaustive"]);
  });
});

describe("trust", () => {
  test("a smaller restricted form makes answers partial, and trust lifts it", async () => {
    const entry = { restricted: { kind: "adjusted", args: ["--safe"], smaller: true } } as const;
    await using wary = openToyWorkspace({ fixture, entry, trusted: false });
    const snapshot = await wary.workspace.snapshot();
    const hover = await wary.clock.until(snapshot.hover(wary.at(wary.fixture.cursor), wary.patience()));
    expect(hover.standing.reasons.map(({ code }) => code)).toEqual(["restricted"]);
    expect(await ask(wary)).toBe("3 complete");
    expect(wary.host.processes.spawned[0]?.spec.args).toEqual(["--stdio", "--safe"]);
    await using trusting = openToyWorkspace({ fixture, entry, trusted: true });
    expect(await ask(trusting)).toBe("3 complete");
  });
});

describe("the disk", () => {
  test("what was written before a question is in its answer, open or not [AGL-193 AGL-248]", async () => {
    await using kit = openToyWorkspace({ fixture });
    expect(await ask(kit)).toBe("3 complete");
    kit.host.write(kit.path("b.toy"), "use apple\nuse apple\n");
    kit.host.write(kit.path("c/d/e.toy"), "use apple\n");
    expect(await ask(kit)).toBe("5 complete");
    kit.host.remove(kit.path("c"));
    expect(await ask(kit)).toBe("4 complete");
  });

  test("when changes can no longer be followed the answer is stale and says so", async () => {
    await using kit = openToyWorkspace({ fixture });
    await ask(kit);
    kit.host.watching.lose("the tree cannot be read", "lost");
    expect(await ask(kit)).toBe("3 stale watcher_lost");
  });
});

describe("the watch", () => {
  test("it begins by itself with the first server, serves the next one too, and ends with the workspace [AGL-240 AGL-339]", async () => {
    const kit = openToyWorkspace({ fixture });
    expect(kit.host.watching.open).toBe(0);
    await ask(kit);
    expect(kit.host.watching.open).toBe(1);
    await kit.clock.until(kit.workspace.servers.sessions.restart("toy"));
    kit.host.write(kit.path("c.toy"), "use apple\n");
    expect(await ask(kit)).toBe("4 complete");
    expect(kit.host.watching.open).toBe(1);
    await kit[Symbol.asyncDispose]();
    expect(kit.host.watching.open).toBe(0);
  });

  test("what a listener of ours throws is recorded with its place, and the watch goes on [AGL-150]", async () => {
    await using kit = openToyWorkspace({ fixture });
    await ask(kit);
    const { files } = kit.host;
    const stat = files.stat.bind(files);
    files.stat = () => Promise.reject(new Error("the disk has a bad day"));
    kit.host.write(kit.path("a.toy"), "def apple\nuse apple\nuse apple\n");
    await kit.clock.pass(1_000);
    files.stat = stat;
    expect(kit.eventsOf("defect")).toMatchObject([
      { where: "file events", message: "the disk has a bad day", stack: expect.any(String) },
    ]);
    kit.host.write(kit.path("a.toy"), "def apple\nuse apple\n");
    expect(await ask(kit)).toBe("3 complete");
  });
});
