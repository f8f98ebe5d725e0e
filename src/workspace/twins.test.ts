// Texts that a server would keep something of are shown to a process of their own, which ends with them.

import { expect, test } from "vitest";
import type { ToyWorkspace, WorkspaceChoices } from "../testing/workspace-kit.ts";
import { openToyWorkspace } from "../testing/workspace-kit.ts";
import type { SupposedSnapshot } from "./view.ts";

const fixture = `-- a.go --
package shop
var x
def apple
-- b.go --
package shop
var x
use apple
`;

function open(keeps: "any" | "go", over: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  return openToyWorkspace({
    fixture,
    language: { extensions: [".go"] },
    entry: { quirks: { supposes: { created: "open", deleted: "tell", keeps }, ...over.entry?.quirks } },
  });
}

function suppose(kit: ToyWorkspace, texts: Readonly<Record<string, string | null>>): Promise<SupposedSnapshot> {
  const entries = Object.entries(texts).map(([file, text]) => [kit.path(file), text] as const);
  return kit.clock.until(kit.workspace.suppose(new Map(entries)));
}

async function names(kit: ToyWorkspace, { snapshot }: Pick<SupposedSnapshot, "snapshot">): Promise<string[]> {
  const { value } = await kit.clock.until(snapshot.documentSymbols(kit.path("a.go"), kit.patience()));
  return value.map(({ name }) => name);
}

async function onDisk(kit: ToyWorkspace): Promise<string[]> {
  return names(kit, { snapshot: await kit.clock.until(kit.workspace.snapshot()) });
}

/** For each process whether it was shown words of a draft, and whether it has ended. */
function processes(kit: ToyWorkspace): string[] {
  return kit.toy.incarnations.map(({ server }) => {
    const words = [...new Set(JSON.stringify(server.received).match(/draft_\w+/g))].join(" ");
    return `${words === "" ? "nothing" : words}${server.methods.includes("exit") ? ", ended" : ""}`;
  });
}

test("a server that keeps something of any text is shown none, and every draft has one that saw no other", async () => {
  await using kit = open("any");
  expect(await onDisk(kit)).toEqual(["apple"]);
  for (const word of ["draft_one", "draft_two"]) {
    const supposed = await suppose(kit, { "a.go": `package shop\nvar x\ndef ${word}\n` });
    expect(await names(kit, supposed)).toEqual([word]);
    expect(kit.workspace.sessions).toHaveLength(1);
    await kit.clock.until(supposed.release());
    expect(await onDisk(kit)).toEqual(["apple"]);
  }
  await kit.clock.pass(1_000);
  expect(processes(kit)).toEqual(["nothing", "draft_one, ended", "draft_two, ended"]);
  expect(kit.events.filter((event) => JSON.stringify(event).includes("draft"))).toEqual([]);
});

test.each([
  ["a body", { "a.go": "package shop\nvar x\ndef draft_one\n" }, "shared"],
  ["prose beside it", { "a.go": "package shop\nvar x\ndef draft_one\n", "README.md": "# Shop\n" }, "shared"],
  ["a package", { "a.go": "package draft_one\nvar x\ndef apple\n" }, "own"],
  ["a constraint", { "a.go": "//go:build draft_one\npackage shop\nvar x\ndef apple\n" }, "own"],
  ["a file that comes", { "c.go": "package shop\nvar x\ndef draft_one\n" }, "own"],
  ["a file that goes", { "a.go": "package shop\nvar x\ndef draft_one\n", "b.go": null }, "own"],
] as const)("what the go command does not read anew is shown to the shared server: %s", async (_, texts, where) => {
  await using kit = open("go");
  await onDisk(kit);
  const supposed = await suppose(kit, texts);
  await names(kit, supposed);
  await kit.clock.until(supposed.release());
  expect(await onDisk(kit)).toEqual(["apple"]);
  await kit.clock.pass(1_000);
  expect(processes(kit)).toEqual(where === "shared" ? ["draft_one"] : ["nothing", "draft_one, ended"]);
});

test("a process of one's own ends with the root, also while it is in use", async () => {
  const kit = open("any");
  const supposed = await suppose(kit, { "a.go": "package shop\nvar x\ndef draft_one\n" });
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  await kit.clock.until(kit.workspace.close());
  expect(processes(kit)).toEqual(["draft_one, ended"]);
  await kit.clock.until(supposed.release());
});

test("one that nobody waits for any more is waited for when the root is closed", async () => {
  const kit = open("any");
  const supposed = await suppose(kit, { "a.go": "package shop\nvar x\ndef draft_one\n" });
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  await kit.clock.until(supposed.release());
  await kit.clock.until(kit.workspace.close());
  expect(processes(kit)).toEqual(["draft_one, ended"]);
});

test("texts that may be read with each other are opened once more when all of them are shown", async () => {
  await using kit = open("any", { entry: { quirks: { reopens: true } } });
  const both = { "b.go": "use draft_one\n", "a.go": "package shop\nvar x\ndef draft_one\n" };
  const supposed = await suppose(kit, both);
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  const shown = kit.toy.received
    .filter(({ method }) => /didOpen|didClose|didChange|documentSymbol/.test(method))
    .map(({ method, params }) => {
      const { uri } = (params as { textDocument: { uri: string } }).textDocument;
      return `${method.replace("textDocument/", "")} ${uri.split("/").at(-1)}`;
    });
  expect(shown.slice(0, -1)).toEqual([
    ...["didOpen b.go", "didOpen a.go", "documentSymbol b.go", "documentSymbol a.go"],
    ...["didClose b.go", "didOpen b.go", "documentSymbol b.go"],
    ...["didClose a.go", "didOpen a.go", "documentSymbol a.go"],
  ]);
  await kit.clock.until(supposed.release());
});
