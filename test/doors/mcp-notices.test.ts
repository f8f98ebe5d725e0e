// What a client hears without asking: changed diagnostics, a loaded workspace, crashes and recoveries, stale references.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SettingsInput } from "../../src/config/settings.ts";
import type { ToyDials } from "../../src/testing/toy/toy-dials.ts";
import { connect } from "../support/here.ts";
import { hearing, read } from "../support/hearing.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { Era } from "../support/sightline.ts";
import { callTool, eras } from "../support/sightline.ts";

const fixture = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse apple\n";

/** What is gathered for seconds is gathered for a moment here. */
const quick: SettingsInput = { notices: { diagnosticsMs: 20, staleMs: 20 }, restart: { max: 5, backoffMs: [0] } };

function open(dials: Partial<ToyDials> = {}): Served {
  return served(toyProgram(dials), { settings: quick }, fixture);
}

function processes({ stateDirectory }: Served): number[] {
  const directory = join(stateDirectory, "processes");
  return readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).pid as number);
}

const all = "lsp-diagnostics:///";
const stale = "lsp-references:///";

const ways: readonly (readonly [Era, ToyDials["diagnostics"]])[] = eras.flatMap((era) =>
  (["push", "push-unversioned", "pull"] as const).map((diagnostics) => [era, diagnostics] as const),
);

describe("diagnostics that change", () => {
  test.each(ways)(
    "%s era, %s: a change on disk is told, and reading then tells the new state [AGL-331 AGL-333 AGL-369]",
    async (era, diagnostics) => {
      using made = open({ diagnostics });
      await using agent = await connect(made, era, ["mcp", ...made.options]);
      const heard = hearing(agent, era);
      const own = `lsp-diagnostics:///${made.root}/b.toy`;
      await heard.subscribe(own);
      expect(heard.updates).toEqual([]);
      made.write("b.toy", "use apple\nuse pear\n");
      await heard.until(() => heard.updates.length === 1);
      expect((await read(agent, own)).text).toContain("unknown name pear");
      // A change that comes from another file.
      made.write("a.toy", "def pear\n");
      await heard.until(() => heard.updates.length === 2);
      expect((await read(agent, own)).text).not.toContain("unknown name pear");
      expect((await read(agent, own)).text).toContain("unknown name apple");
      expect(heard.updates).toEqual([own, own]);
    },
  );

  test.each(eras)(
    "%s era: a file's subscription hears of that file, that of all open files of any; ending one ends only that [AGL-332 AGL-334]",
    async (era) => {
      using made = open();
      await using agent = await connect(made, era, ["mcp", ...made.options]);
      const heard = hearing(agent, era);
      const [a, b] = ["lsp-diagnostics:///a.toy", "lsp-diagnostics:///b.toy"];
      const end = await heard.subscribe(a);
      await heard.subscribe(b);
      await heard.subscribe(all);
      made.write("b.toy", "use plum\n");
      await heard.until(() => heard.updates.includes(b) && heard.updates.includes(all));
      expect(heard.updates).not.toContain(a);
      await end();
      const before = heard.updates.length;
      made.write("a.toy", "def apple\nuse plum\n");
      await heard.until(() => heard.updates.length > before);
      made.write("b.toy", "use apple\n");
      await heard.until(() => heard.updates.lastIndexOf(b) > before);
      expect(heard.updates).not.toContain(a);
      expect((await read(agent, a)).text).toContain("unknown name plum");
    },
  );

  test("what is written again with the same problems is looked at, and is no change", async () => {
    using made = open();
    await using agent = await connect(made, "legacy", ["mcp", ...made.options, "--log-level", "debug"]);
    const heard = hearing(agent, "legacy");
    const uri = "lsp-diagnostics:///b.toy";
    await heard.subscribe(uri);
    const looks = (): number => heard.logs.filter(({ name }) => name === "get_diagnostics").length;
    for (const text of ["use apple # again\n", "# use nothing\nuse apple\n"]) {
      const before = looks();
      made.write("b.toy", text);
      await heard.until(() => looks() > before);
      // What was sent before this answer has come.
      await agent.client.listResources();
      expect(heard.updates).toEqual([]);
    }
    made.write("b.toy", "use pear\n");
    await heard.until(() => heard.updates.length > 0);
    expect(heard.updates).toEqual([uri]);
  });

  test("in the modern era a stream is told what of it is heard: nothing outside the root, and nothing at a position", async () => {
    using made = open();
    await using agent = await connect(made, "modern", ["mcp", ...made.options]);
    const [own, outside] = ["lsp-diagnostics:///b.toy", "lsp-diagnostics:////etc/passwd"];
    const { honoredFilter } = await agent.client.listen({
      resourceSubscriptions: [own, outside, "lsp-hover:///a.toy?line=1&column=1", "file:///a.toy"],
    });
    expect(honoredFilter).toEqual({ resourceSubscriptions: [own] });
  });

  test.each(["lsp-diagnostics:////etc/passwd", "lsp-diagnostics:///none.toy", "lsp-hover:///a.toy?line=1&column=1"])(
    "%s cannot be subscribed to, and the error says why",
    async (uri) => {
      using made = open();
      await using agent = await connect(made, "legacy", ["mcp", ...made.options]);
      await expect(agent.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32_602 });
    },
  );
});

describe("servers", () => {
  test("a loaded workspace is told once, a crash and the recovery at once, each as JSON [AGL-370 AGL-371]", async () => {
    using made = open();
    await using agent = await connect(made, "legacy", ["mcp", ...made.options]);
    const heard = hearing(agent, "legacy");
    const typed = (): unknown[] =>
      heard.logs.flatMap(({ type, status }) => (type === undefined ? [] : [status ?? type]));
    await callTool(agent, "find_references", made.at);
    await heard.until(() => typed().length > 0);
    for (const pid of processes(made)) process.kill(pid, "SIGKILL");
    await heard.until(() => typed().includes("recovered"));
    await callTool(agent, "find_references", made.at);
    expect(typed()).toEqual(["workspace_ready", "crashed", "recovered"]);
    expect(heard.logs.find(({ status }) => status === "crashed")).toMatchObject({
      type: "process_health",
      server: "toy",
      event: "session.crashed",
      message: expect.stringContaining("SIGKILL"),
    });
  });

  test("each of two roots has its own, also where they are of the same name", async () => {
    using made = open();
    made.write("../second/c.toy", "def pear\n");
    await using agent = await connect(made, "legacy", ["mcp", ...made.options, "--root", "../second"]);
    const heard = hearing(agent, "legacy");
    const count = (): number => heard.logs.filter(({ type }) => type === "workspace_ready").length;
    const second = join(made.root, "../second/c.toy");
    await Promise.all(["a.toy", second].map((file_path) => callTool(agent, "get_diagnostics", { file_path })));
    await heard.until(() => count() === 2);
  });

  test("started again and again they are told of once each time, and no channel is doubled [AGL-368]", async () => {
    using made = open();
    await using agent = await connect(made, "legacy", ["mcp", ...made.options, "--tools", "full"]);
    const heard = hearing(agent, "legacy");
    const count = (type: string): number => heard.logs.filter((log) => log["type"] === type).length;
    for (let time = 0; time < 3; time++) await callTool(agent, "start_lsp", { language_id: "toy" });
    await heard.until(() => count("workspace_ready") > 0);
    await callTool(agent, "restart_lsp_server", {});
    await heard.until(() => count("workspace_ready") > 1);
    const uri = "lsp-diagnostics:///b.toy";
    for (const one of [uri, stale]) await heard.subscribe(one);
    made.write("b.toy", "use pear\n");
    await heard.until(() => heard.updates.includes(uri) && heard.updates.includes(stale));
    const first = heard.updates.length;
    made.write("b.toy", "use plum\n");
    await heard.until(() => heard.updates.slice(first).includes(uri) && heard.updates.slice(first).includes(stale));
    expect([...heard.updates].sort()).toEqual([uri, uri, stale, stale]);
    expect([count("workspace_ready"), count("stale_references")]).toEqual([2, 2]);
  });
});

test("that references may be stale is a log message too, with how many files changed [AGL-372]", async () => {
  using made = open();
  await using agent = await connect(made, "legacy", ["mcp", ...made.options]);
  const heard = hearing(agent, "legacy");
  await callTool(agent, "find_references", made.at);
  made.write("b.toy", "use apple\nuse apple\n");
  await heard.until(() => heard.logs.some(({ type }) => type === "stale_references"));
  expect(heard.logs.filter(({ type }) => type === "stale_references")).toEqual([
    { type: "stale_references", files_changed: 1, message: expect.stringContaining("may be stale") },
  ]);
  expect(heard.updates).toEqual([]);
});

describe.each(eras)("%s era: references that may be stale", (era) => {
  test("are a resource that can be subscribed to and tells which files changed, and when [AGL-372]", async () => {
    using made = open();
    await using agent = await connect(made, era, ["mcp", ...made.options]);
    const heard = hearing(agent, era);
    await callTool(agent, "find_references", made.at);
    expect(JSON.parse((await read(agent, stale)).text)).toMatchObject({ files: [] });
    await heard.subscribe(stale);
    made.write("b.toy", "use apple\nuse apple\n");
    await heard.until(() => heard.updates.length > 0);
    const { since, files } = JSON.parse((await read(agent, stale)).text);
    expect(files).toEqual([
      { file: join(made.root, "b.toy"), changed: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    ]);
    expect(files[0].changed > since).toBe(true);
  });

  test("are watched from the first word about them on, and everything written before a reading is in it", async () => {
    using made = open();
    await using agent = await connect(made, era, ["mcp", ...made.options]);
    const heard = hearing(agent, era);
    await heard.subscribe(stale);
    made.write("b.toy", "use pear\n");
    await heard.until(() => heard.updates.includes(stale));
    const names = ["one.toy", "two.toy", "three.toy", "four.toy", "five.toy"];
    for (const name of names) {
      made.write(name, "def plum\n");
      expect(JSON.parse((await read(agent, stale)).text).files[0]).toMatchObject({ file: join(made.root, name) });
    }
    const { text, standing } = await read(agent, stale);
    expect(JSON.parse(text).files).toHaveLength(names.length + 1);
    expect(standing).toMatchObject({ state: "complete" });
  });
});

test("where no server can be had nothing is watched, and no client is told otherwise", async () => {
  using made = served({ command: "no-such-program", args: [] }, { settings: quick }, fixture);
  await using agent = await connect(made, "legacy", ["mcp", ...made.options]);
  const { text, standing } = await read(agent, stale);
  expect(JSON.parse(text)).toEqual({ files: [], standing: expect.stringMatching(/^Standing: unavailable/) });
  expect(standing).toMatchObject({ state: "unavailable", reasons: [{ code: "nothing_received" }] });
  await expect(agent.client.subscribeResource({ uri: stale })).rejects.toThrow(/This root is not watched/);
});
