// What a server logs of a draft reaches no caller: not while it is shown, not when the server dies long after, by no way.

import { expect, test } from "vitest";
import { nodeCodec } from "../../src/host/node/node-codec.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import type { ToyDials } from "../../src/testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../support/kits/workspace-kit.ts";

const fixture = `-- a.toy --
def «fruit|apple»
`;

function open(dials: Partial<ToyDials> = {}): ToyWorkspace {
  return openToyWorkspace({
    fixture,
    dials: { crashAt: "textDocument/hover", ...dials },
    settings: { restart: { backoffMs: [0] } },
  });
}

function complain(kit: ToyWorkspace, text: string): void {
  kit.toy.process.writeErrors(nodeCodec.encode(`${text}\n`));
}

/** By every way there is. */
function say(kit: ToyWorkspace, text: string): void {
  const { server } = kit.toy;
  complain(kit, text);
  server.notify("window/logMessage", { type: 3, message: text });
  server.notify("window/showMessage", { type: 1, message: text });
  void server.ask("window/showMessageRequest", { type: 1, message: text, actions: [] });
  server.notify("$/progress", { token: text.length, value: { kind: "begin", title: text, message: text } });
  server.notify("$/progress", { token: text.length, value: { kind: "report", message: text } });
  server.notify("$/progress", { token: text.length, value: { kind: "end", message: text } });
  kit.toy.process.writeOutput(nodeCodec.encode(`Content-Length: 2\r\n\r\n{}`));
}

async function hover(kit: ToyWorkspace): Promise<unknown> {
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  return kit.clock.until(snapshot.hover(kit.at(kit.fixture.mark("fruit")), kit.patience()));
}

async function shown(kit: ToyWorkspace): Promise<unknown> {
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  return kit.clock.until(snapshot.definition(kit.at(kit.fixture.mark("fruit")), kit.patience()));
}

async function look(kit: ToyWorkspace, meanwhile: () => void): Promise<void> {
  const texts = new Map([[kit.path("a.toy"), "def secret\n"]]);
  const { snapshot, release } = await kit.clock.until(kit.workspace.suppose(texts));
  await kit.clock.until(snapshot.definition(kit.at(kit.fixture.mark("fruit")), kit.patience()));
  meanwhile();
  await kit.clock.until(release());
}

test("a server that logs what it reads and dies long after a draft tells only what it logged since [D6 AGL-202]", async () => {
  await using kit = open();
  await shown(kit);
  complain(kit, "before");
  await look(kit, () => say(kit, "near secret"));
  // Written before it answered, and read by us after that.
  complain(kit, "late secret");
  await kit.clock.pass(3_000);
  complain(kit, "out of apples");
  const refusal = await refusalOf(hover(kit));
  const [crash] = kit.eventsOf("session.crashed");
  expect(crash?.exit.stderr).toBe("out of apples\n");
  expect(JSON.stringify([refusal.details, kit.events])).not.toContain("secret");
});

test("a server that has not answered since a draft may still quote it, also when it dies [D6]", async () => {
  await using kit = open({ neverAnswers: ["textDocument/documentSymbol", "$/sightline/settled"] });
  await look(kit, () => say(kit, "near secret"));
  await kit.clock.pass(30_000);
  say(kit, "secret at last");
  const refusal = await refusalOf(hover(kit));
  expect(kit.eventsOf("session.crashed")[0]?.exit.stderr).toBe("");
  expect(JSON.stringify([refusal.details, kit.events])).not.toContain("secret");
});

test("one that is replaced in the middle of a draft is not listened to while it goes [D6]", async () => {
  await using kit = open();
  await shown(kit);
  const texts = new Map([[kit.path("a.toy"), "def secret\n"]]);
  const { snapshot, release } = await kit.clock.until(kit.workspace.suppose(texts));
  await kit.clock.until(snapshot.definition(kit.at(kit.fixture.mark("fruit")), kit.patience()));
  const renewed = kit.workspace.sessions[0]?.renew("a test wants it");
  say(kit, "secret");
  await kit.clock.until(renewed ?? Promise.resolve());
  await kit.clock.until(release());
  expect(JSON.stringify(kit.events)).not.toContain("secret");
});

test("what is logged until the server has answered again is shown to no caller, however long it takes [D6]", async () => {
  await using kit = open();
  await shown(kit);
  await look(kit, () => {});
  say(kit, "secret");
  await kit.clock.pass(3_000);
  expect(JSON.stringify(kit.events)).not.toContain("secret");
  say(kit, "out of pears");
  await kit.clock.pass(100);
  expect(new Set(kit.eventsOf("server.message").map(({ text }) => text))).toEqual(new Set(["out of pears"]));
  expect(kit.eventsOf("progress").map(({ title, message }) => [title, message])).toContainEqual([
    "out of pears",
    "out of pears",
  ]);
});
