// Loading of projects when documents are closed meanwhile, when something fails, and when the session ends.

import { expect, test } from "vitest";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Session } from "../../session/session.ts";
import { bug } from "../../std/bug.ts";
import { toyRoot } from "../../testing/kits/kit.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Loading } from "./loading.ts";
import { Projects } from "./projects.ts";

const fixture = ["p1", "p2", "p3"]
  .map((name) => `-- ${name}/toy.json --\n{}\n-- ${name}/a.toy --\n${name === "p1" ? "def «^»apple" : "use apple"}\n`)
  .join("");

function open(choices: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  return openToyWorkspace({ fixture, entry: { exhaustiveOnlyWith: ["toy.json"] }, ...choices });
}

async function ask(kit: ToyWorkspace): Promise<string[]> {
  const snapshot = await kit.workspace.snapshot();
  const { standing } = await kit.clock.until(snapshot.implementation(kit.at(kit.fixture.cursor), kit.patience()));
  return standing.reasons.map(({ detail }) => detail);
}

function sessionOf(kit: ToyWorkspace): Session {
  return kit.workspace.sessions[0] ?? bug("no session");
}

const answer: Answer<undefined> = { value: undefined, standing: standingOf([]) };

test.each([
  ["once is asked again", 1, []],
  ["each time is not complete", 2, ["p2 of 3 projects"]],
])("a question during which a document is closed and opened %s", async (_, times, expected) => {
  await using kit = open();
  await ask(kit);
  const session = sessionOf(kit);
  const projects = new Projects({ host: kit.host, root: toyRoot, skips: async () => () => false });
  let asked = 0;
  const question = async (): Promise<Answer<undefined>> => {
    if (++asked > times) return answer;
    await session.documents.close(kit.path("p2/a.toy"));
    await session.documents.synced(kit.path("p2/a.toy"));
    return answer;
  };
  const options = { ...kit.patience(), waitMs: 1_000 };
  const { reasons } = await kit.clock.until(projects.loading.ask(session, kit.path("p1/a.toy"), options, question));
  expect(reasons.map(({ detail }) => detail)).toEqual(expected);
  expect(asked).toBe(2);
});

test("a document that a question is about is not closed for want of memory; another goes instead", async () => {
  await using kit = open({
    dials: { neverAnswers: ["textDocument/documentSymbol"] },
    settings: { projects: { memoryBytes: 1_000 } },
  });
  expect(await ask(kit)).toEqual([]);
  kit.host.processes.spawned[0]?.useMemory(1_100);
  await kit.clock.pass(30_000);
  const snapshot = await kit.workspace.snapshot();
  const asked = snapshot.documentSymbols(kit.path("p2/a.toy"), kit.patience()).catch((error: unknown) => error);
  await kit.clock.pass(1);
  await ask(kit);
  expect(await ask(kit)).toEqual(["p3 of 3 projects"]);
  expect(sessionOf(kit).documents.get(kit.path("p2/a.toy"))).toBeDefined();
  await kit.clock.until(asked);
});

test("a document that could not be shown is not kept open for ever", async () => {
  await using kit = open();
  const { files } = kit.host;
  const stat = files.stat.bind(files);
  const bad = kit.path("p2/a.toy");
  files.stat = (path) => (path === bad ? Promise.reject(new Error("a bad day")) : stat(path));
  await ask(kit);
  expect(kit.eventsOf("defect")).toContainEqual(
    expect.objectContaining({ where: "loading projects", message: "a bad day" }),
  );
  files.stat = stat;
  await kit.clock.until(sessionOf(kit).documents.synced(bad));
  await kit.clock.until(kit.workspace.closeDocument(bad));
  expect(sessionOf(kit).documents.get(bad)).toBeUndefined();
});

test("a session that ends while it is renewed is no defect", async () => {
  await using kit = open({ dials: (incarnation) => (incarnation === 1 ? {} : { neverAnswers: ["initialize"] }) });
  await ask(kit);
  const reasons = [{ code: "projects_not_loaded", detail: "told anew" }] as const;
  const loading = new Loading({
    prepare: async () => {},
    coverage: async () => ({ reasons, anchors: [{ by: "renewal", project: toyRoot }] }),
  });
  const options = { ...kit.patience(), waitMs: 1_000 };
  const asked = loading.ask(sessionOf(kit), kit.path("p1/a.toy"), options, async () => answer);
  await kit.clock.pass(500);
  expect(kit.host.processes.spawned).toHaveLength(2);
  await kit.clock.until(kit.workspace.servers.sessions.restart("toy"));
  expect(await kit.clock.until(asked)).toMatchObject({ reasons });
  expect(kit.eventsOf("defect")).toEqual([]);
});
