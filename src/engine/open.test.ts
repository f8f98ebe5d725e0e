// An engine is opened with every root that the operator names, each with its own trust.

import { expect, test } from "vitest";
import type { Catalog } from "../catalog/table.ts";
import { makeCatalog } from "../catalog/table.ts";
import { MemoryHost } from "../host/memory/memory.ts";
import type { BridgeEvent } from "../model/event.ts";
import { filePath } from "../model/file-path.ts";
import { toyCommand, toyEntry } from "../testing/kits/kit.ts";
import { StepClock } from "../testing/step-clock.ts";
import { Toy } from "../testing/toy/toy.ts";
import { toyLanguage } from "../../test/support/kits/workspace-kit.ts";
import type { Engine, Outcome } from "./engine.ts";
import type { OpenOptions } from "./open.ts";
import { openEngine } from "./open.ts";

const catalog: Catalog = makeCatalog({
  languages: [toyLanguage],
  servers: [{ ...toyEntry, restricted: { kind: "adjusted", args: ["--safe"], smaller: false } }],
  decided: [],
});

interface Opened extends AsyncDisposable {
  readonly engine: Engine;
  readonly host: MemoryHost<StepClock>;
  readonly events: readonly BridgeEvent[];
  ask(file: string): Promise<Outcome>;
  call(operation: string, input: object): Promise<Outcome>;
}

async function open(options: Partial<OpenOptions>): Promise<Opened> {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  for (const file of ["/one/a.toy", "/two/a.toy", "/two/tree/a.toy", "/three/a.toy"])
    host.files.write(filePath(file), "def apple\n");
  host.files.write(filePath("/two/tree/.git"), "gitdir: /two/.git/worktrees/tree\n");
  host.files.write(toyCommand, "the toy");
  host.processes.program(toyCommand, new Toy(host).program);
  clock.advance(1_000);
  const engine = await openEngine({ directory: "/one", exact: true, host, catalog, ...options });
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  const call = (operation: string, input: object): Promise<Outcome> =>
    clock.until(engine.invoke({ operation, input, caller: { door: "library", allowed: ["read", "control"] } }));
  return {
    engine,
    host,
    events,
    call,
    ask: (file) => call("find_references", { file_path: file, line: 1, column: 5, include_declaration: true }),
    [Symbol.asyncDispose]: () => clock.until(engine.close()),
  };
}

/** The arguments with which the server of each root was started. */
function starts({ host }: Opened): string[] {
  return host.processes.spawned.map(({ spec }) => `${spec.cwd} ${spec.args.join(" ")}`);
}

test("every root that is named is served, and one that cannot be opened takes no other along", async () => {
  await using opened = await open({ directories: ["/two", "/missing", "/one", "/two"], trusted: true });
  for (const file of ["a.toy", "/two/a.toy"]) expect(await opened.ask(file)).toMatchObject({ ok: true });
  expect(await opened.call("list_workspace_folders", { format: "json" })).toMatchObject({
    body: { json: { workspace_folders: [{ name: "/one" }, { name: "/two" }] } },
  });
  expect(opened.events.filter(({ type }) => type === "root.failed")).toEqual([
    { type: "root.failed", root: "/missing", why: "/missing is not a directory." },
  ]);
});

test("what is wrong with the configuration of a further root is told of too, and no root is lost by it", async () => {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  for (const file of ["/one/a.toy", "/two/.sightline/lsp.json/inside"]) host.files.write(filePath(file), "");
  const engine = await openEngine({ directory: "/one", exact: true, directories: ["/two"], host, catalog });
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  await clock.until(engine.close());
  expect(events).toContainEqual({
    type: "config.ignored",
    file: "/two/.sightline/lsp.json",
    why: "it is a directory",
  });
  expect(events.filter(({ type }) => type === "root.failed")).toEqual([]);
});

test("what the operator says of this run holds for the roots that he names, not for what is opened later", async () => {
  await using opened = await open({ directories: ["/two"], allowedRoots: ["/three", "/nowhere"], trusted: true });
  await opened.ask("/two/a.toy");
  await opened.ask("/two/tree/a.toy");
  expect(await opened.call("add_workspace_folder", { path: "/three" })).toMatchObject({ ok: true });
  await opened.ask("/three/a.toy");
  expect(starts(opened)).toEqual(["/two --stdio", "/two/tree --stdio --safe", "/three --stdio --safe"]);
});

test("a root named by another party is trusted by its grants alone, except where the operator started us", async () => {
  await using opened = await open({ directories: ["/two"], trusted: true, trustedWithin: "/two" });
  await opened.ask("a.toy");
  await opened.ask("/two/a.toy");
  expect(starts(opened)).toEqual(["/one --stdio --safe", "/two --stdio"]);
});

test("a disk that does not answer ends the opening", async () => {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(filePath("/one/a.toy"), "def apple\n");
  host.files.slowness = () => new Promise(() => {});
  const opening = openEngine({ directory: "/one", exact: true, host, catalog });
  await expect(clock.until(opening)).rejects.toMatchObject({ code: "timed_out" });
});

test("servers that are to be warm are up before the first call, which then finds them", async () => {
  await using opened = await open({ settings: { languages: { prewarm: ["toy"] } } });
  await opened.host.clock.pass(1_000);
  expect((await opened.engine.status()).sessions).toMatchObject([{ server: "toy", state: "ready" }]);
  await opened.ask("a.toy");
  expect(opened.host.processes.spawned).toHaveLength(1);
});

test("a root that the client itself declares may be opened, and no other", async () => {
  await using opened = await open({});
  const add = (path: string): Promise<Outcome> =>
    opened.host.clock.until(
      opened.engine.invoke({
        operation: "add_workspace_folder",
        input: { path },
        caller: { door: "mcp", allowed: ["read", "control"], roots: ["/two"] },
      }),
    );
  expect(await add("/two")).toMatchObject({ ok: true });
  expect(await add("/three")).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
});
