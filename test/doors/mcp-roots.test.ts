// A client that has roots decides where Sightline looks, unless its operator already has.

import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/std/json.ts";
import { isRecord } from "../../src/std/json.ts";
import { sightline, wireHere } from "../support/here.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { Served } from "../support/made-up-server.ts";
import { eras } from "../support/sightline.ts";

/** Without a root: the configuration alone. */
function withoutRoot({ options }: Served): string[] {
  return options.filter((option) => option !== "--root" && option !== ".");
}

/** A directory beside the root, with a file in which the same name is declared and used. */
function beside(made: Served, name: string): string {
  const directory = join(made.root, "..", name);
  mkdirSync(directory);
  writeFileSync(join(directory, "toy.json"), "{}");
  writeFileSync(join(directory, `${name}.toy`), "def apple\nuse apple\n");
  return directory;
}

function rootsOf(...paths: readonly string[]): JsonRecord {
  return { roots: paths.map((path) => ({ uri: pathToFileURL(path).href })) };
}

function textOf(answer: JsonRecord): string {
  return JSON.stringify(answer["result"]);
}

describe("without a root, from a client that names none", () => {
  const checkout = "-- .git/HEAD --\nref: refs/heads/main\n-- lib/a.toy --\ndef «^»apple\n-- app/b.toy --\nuse apple\n";

  test.each(eras)(
    "%s era: the first call with a file finds the checkout around it and starts its server, without start_lsp [AGL-188]",
    async (era) => {
      using made = served(toyProgram(), {}, checkout);
      const below = { ...made, root: join(made.root, "lib") };
      const config = ["--config", join(made.root, "..", "servers.json")];
      for (const file_path of ["lib/a.toy", join(made.root, "lib", "a.toy")]) {
        await using wire = wireHere(below, { era, args: ["mcp", "--tools", "full", ...config] });
        await wire.initialize();
        const before = await wire.call("get_server_capabilities", {});
        expect(textOf(before)).toContain("No language server is running");
        const { result } = await wire.call("find_references", { file_path, line: 1, column: 5 });
        // The use lies in the checkout, beside the directory where the client stands.
        expect(JSON.stringify(result)).toMatch(/1 reference to .*b\.toy.*use apple/);
        expect(result).toMatchObject({ _meta: { "sightline/standing": { state: "complete" } } });
        const after = await wire.call("get_server_capabilities", { format: "json" });
        expect(textOf(after)).toContain(made.root);
      }
    },
  );

  test("at the command line from anywhere, the file that is named says which checkout it is [AGL-188]", async () => {
    using made = served(toyProgram(), {}, checkout);
    const config = ["--config", join(made.root, "..", "servers.json")];
    const ran = await sightline(made, ["references", `${join(made.root, "lib", "a.toy")}:1:5`, ...config], tmpdir());
    expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/^1 reference to .*b\.toy.*use apple/s)]);
  });
});

describe("at the beginning", () => {
  test("a legacy client is asked once it is initialized, and relative paths start in its first root", async () => {
    using made = served(toyProgram());
    const [first, second] = [beside(made, "first"), beside(made, "second")];
    await using wire = wireHere(made, {
      args: ["mcp", ...withoutRoot(made)],
      capabilities: { roots: { listChanged: true } },
      answer: (method) => (method === "roots/list" ? rootsOf(first, second) : undefined),
    });
    await wire.initialize();
    const own = await wire.call("find_references", { file_path: "first.toy", line: 1, column: 5 });
    expect(textOf(own)).toContain("1 reference to first.toy:1:5");
    const other = await wire.call("find_references", { file_path: join(second, "second.toy"), line: 1, column: 5 });
    expect(textOf(other)).toContain("1 reference to ");
  });

  test("a modern client answers the question in place of its first result, and is not asked again", async () => {
    using made = served(toyProgram());
    const first = beside(made, "first");
    await using wire = wireHere(made, {
      era: "modern",
      args: ["mcp", ...withoutRoot(made)],
      capabilities: { roots: {} },
    });
    await wire.initialize();
    const call = { name: "find_references", arguments: { file_path: "first.toy", line: 1, column: 5 } };
    const asked = await wire.request("tools/call", call);
    expect(asked).toMatchObject({
      result: { resultType: "input_required", inputRequests: { roots: { method: "roots/list" } } },
    });
    const answered = await wire.request("tools/call", { ...call, inputResponses: { roots: rootsOf(first) } });
    expect(textOf(answered)).toContain("1 reference to first.toy:1:5");
    expect(await wire.request("tools/call", call)).toMatchObject({ result: { resultType: "complete" } });
  });

  test.each(eras)("%s era: with --root the client is not asked", async (era) => {
    using made = served(toyProgram());
    await using wire = wireHere(made, {
      era,
      args: ["mcp", ...made.options],
      capabilities: { roots: {} },
      answer: () => rootsOf(join(made.root, "..")),
    });
    await wire.initialize();
    expect(textOf(await wire.call("find_references", made.at))).toContain("2 references to a.toy:1:5");
    expect(wire.messages.filter(({ method }) => method === "roots/list")).toEqual([]);
  });

  test.each([
    ["no roots at all", () => ({ roots: [] })],
    [
      "roots of another machine, or none of files",
      () => ({ roots: [{ uri: "https://a/b" }, { uri: "file://far/x" }] }),
    ],
    ["nonsense", () => ({ roots: [{ uri: 7 }, "x", { uri: "not a uri" }] })],
    ["no answer but an error", () => undefined],
  ])("a client with %s is served where it started us", async (_, answer) => {
    using made = served(toyProgram());
    await using wire = wireHere(made, { args: ["mcp", ...withoutRoot(made)], capabilities: { roots: {} }, answer });
    await wire.initialize();
    expect(textOf(await wire.call("find_references", made.at))).toContain("2 references to a.toy:1:5");
  });
});

test.each(["own", "other"])(
  "--trust is for where the operator stands, also with the client's %s root first",
  async (which) => {
    using made = served(toyProgram(), { entry: { restricted: { kind: "refused", why: "it runs what it finds" } } });
    const first = beside(made, "first");
    await using wire = wireHere(made, {
      args: ["mcp", ...withoutRoot(made), "--trust"],
      capabilities: { roots: {} },
      answer: () => (which === "own" ? rootsOf(made.root, first) : rootsOf(first, made.root)),
    });
    await wire.initialize();
    const ask = async (file: string): Promise<string> =>
      textOf(await wire.call("find_references", { ...made.at, file_path: file }));
    expect(await ask(join(made.root, made.at.file_path))).toContain("2 references to ");
    expect(await ask(join(first, "first.toy"))).toContain("it runs what it finds");
  },
);

test("roots that come later are added where the operator allows it, and those that go are let go", async () => {
  using made = served(toyProgram());
  const [first, later] = [beside(made, "first"), beside(made, "later")];
  let roots = rootsOf(first);
  await using wire = wireHere(made, {
    args: ["mcp", ...withoutRoot(made), "--allow-root", "..", "--log-level", "debug"],
    capabilities: { roots: { listChanged: true } },
    answer: (method) => (method === "roots/list" ? roots : undefined),
  });
  await wire.initialize();
  const ask = async (): Promise<string> =>
    textOf(await wire.call("find_references", { file_path: join(later, "later.toy"), line: 1, column: 5 }));
  expect(await ask()).toContain("path traversal not allowed");
  const changed = async (now: JsonRecord, event: string): Promise<void> => {
    roots = now;
    wire.notify("notifications/roots/list_changed");
    await wire.seen(({ params }) => isRecord(params) && isRecord(params["data"]) && params["data"]["event"] === event);
  };
  await changed(rootsOf(first, later), "root.opened");
  expect(await ask()).toContain("1 reference to ");
  await changed(rootsOf(first), "root.closed");
  expect(await ask()).toContain("path traversal not allowed");
});
