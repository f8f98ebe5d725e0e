// Before a question about the whole workspace its projects are loaded: once, in time, within limits, and told.

import type { Patience } from "../../std/patience.ts";
import { describe, expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import { display } from "../../model/file-path.ts";
import { toyRoot } from "../../testing/kits/kit.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";

const names = ["p1", "p2", "p3", "p4"];
const fixture = names
  .map((name) => `-- ${name}/toy.json --\n{}\n-- ${name}/a.toy --\n${name === "p1" ? "def «^»apple" : "use apple"}\n`)
  .join("");

/** A server that knows only what is open, as far as coverage goes. */
function open(choices: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  return openToyWorkspace({ fixture, ...choices, entry: { exhaustiveOnlyWith: ["toy.json"], ...choices.entry } });
}

async function ask(kit: ToyWorkspace, over?: Partial<Patience>): Promise<string> {
  const snapshot = await kit.workspace.snapshot();
  const { standing } = await kit.clock.until(snapshot.implementation(kit.at(kit.fixture.cursor), kit.patience(over)));
  return [standing.state, ...standing.reasons.map(({ code, detail }) => `${code}: ${detail}`)].join(" ");
}

function told(kit: ToyWorkspace): string[] {
  return kit.events
    .filter((event): event is BridgeEvent & { type: "project.loaded" | "project.closed" } =>
      event.type.startsWith("project."),
    )
    .map((event) => `${event.type === "project.loaded" ? "+" : `${event.why} -`}${display(toyRoot, event.project)}`);
}

function opened(kit: ToyWorkspace): string[] {
  const uris = kit.toy.received
    .filter(({ method }) => method === "textDocument/didOpen")
    .map(({ params }) => String((params as { textDocument: { uri: string } }).textDocument.uri));
  return uris.map((uri) => uri.split("/").slice(-2).join("/"));
}

describe("loading", () => {
  test("one document of each project is opened before the question, and only once", async () => {
    await using kit = open();
    expect(await ask(kit)).toBe("complete");
    expect(opened(kit).sort()).toEqual(["p1/a.toy", "p2/a.toy", "p3/a.toy", "p4/a.toy"]);
    expect(told(kit)).toEqual(["+p2", "+p3", "+p4"]);
    const methods = kit.toy.received.map(({ method }) => method);
    expect(methods.lastIndexOf("textDocument/didOpen")).toBeLessThan(
      methods.lastIndexOf("textDocument/implementation"),
    );
    expect(await ask(kit)).toBe("complete");
    expect(opened(kit)).toHaveLength(4);
  });

  test("questions at the same time share it", async () => {
    await using kit = open();
    expect(await Promise.all([ask(kit), ask(kit), ask(kit)])).toEqual(["complete", "complete", "complete"]);
    expect(told(kit)).toEqual(["+p2", "+p3", "+p4"]);
  });

  test("a project that is added later is loaded at the next question, and one without a file needs nothing", async () => {
    await using kit = open();
    await ask(kit);
    kit.host.write(kit.path("p5/toy.json"), "{}");
    expect(await ask(kit)).toBe("complete");
    expect(told(kit)).toEqual(["+p2", "+p3", "+p4"]);
    kit.host.write(kit.path("p5/a.toy"), "use apple\n");
    expect(await ask(kit)).toBe("complete");
    expect(told(kit).slice(3)).toEqual(["+p5"]);
  });

  test("one whose document is deleted is loaded by another", async () => {
    await using kit = open();
    await ask(kit);
    kit.host.write(kit.path("p2/b.toy"), "use apple\n");
    kit.host.remove(kit.path("p2/a.toy"));
    expect(await ask(kit)).toBe("complete");
    expect(told(kit).slice(3)).toEqual(["gone -p2", "+p2"]);
  });

  test("a new incarnation of the server has them open again", async () => {
    await using kit = open({ settings: { restart: { backoffMs: [0] } } });
    await ask(kit);
    kit.host.processes.spawned[0]?.exit(1);
    expect(await ask(kit)).toBe("complete");
    expect(opened(kit)).toHaveLength(8);
  });

  test("a document that cannot be opened is passed over for another of its project", async () => {
    await using kit = open({
      fixture: `${fixture}-- p5/toy.json --\n{}\n-- p5/a.toy --\n\u0000\n-- p5/b.toy --\nx\n`,
    });
    expect(await ask(kit)).toBe("complete");
    expect(opened(kit)).toContain("p5/b.toy");
  });

  test("other documents come and go, but not those that hold a project", async () => {
    const more = Array.from({ length: 6 }, (_, index) => `-- p1/m${index}.toy --\nuse apple\n`).join("");
    await using kit = open({ fixture: fixture + more, settings: { documents: { maxOpen: 4 } } });
    await ask(kit);
    const snapshot = await kit.workspace.snapshot();
    for (let index = 0; index < 6; index++) {
      await kit.clock.until(snapshot.documentSymbols(kit.path(`p1/m${index}.toy`), kit.patience()));
    }
    expect(await ask(kit)).toBe("complete");
    expect(opened(kit).filter((path) => !path.startsWith("p1/"))).toHaveLength(3);
  });
});

describe("limits", () => {
  const left = "partial projects_not_loaded: p3, p4 of 4 projects";

  test("at most so many are loaded, and the others are named", async () => {
    await using kit = open({ settings: { projects: { maxLoaded: 1 } } });
    expect(await ask(kit)).toBe(left);
    expect(await ask(kit)).toBe(left);
    expect(told(kit)).toEqual(["+p2"]);
  });

  test("none is loaded for a caller who does not wait", async () => {
    await using kit = open();
    expect(await ask(kit, { waitMs: 0 })).toBe("partial projects_not_loaded: p2, p3, p4 of 4 projects");
    expect(opened(kit)).toEqual(["p1/a.toy"]);
  });

  test("a caller whose patience ends is answered, and the loading goes on for the next", async () => {
    await using kit = open({ dials: { neverAnswers: ["textDocument/hover"] } });
    const before = kit.clock.now();
    expect(await ask(kit, { waitMs: 1_000 })).toBe("complete");
    expect(kit.clock.now() - before).toBe(1_000);
  });

  test("a caller that gives up ends no other caller's loading", async () => {
    await using kit = open({ dials: { neverAnswers: ["textDocument/hover"] } });
    const controller = new AbortController();
    const gone = ask(kit, { signal: controller.signal }).catch((error: unknown) => error);
    const other = ask(kit, { waitMs: 2_000 });
    await kit.clock.pass(500);
    controller.abort();
    expect(await gone).toMatchObject({ name: "AbortError" });
    expect(await other).toBe("complete");
  });

  test("beyond the memory that is allowed the least recently used are closed, told, and named", async () => {
    await using kit = open({ settings: { projects: { memoryBytes: 1_000 } } });
    await kit.clock.until((await kit.workspace.snapshot()).documentSymbols(kit.path("p1/a.toy"), kit.patience()));
    kit.host.processes.spawned[0]?.useMemory(400);
    expect(await ask(kit)).toBe("complete");
    // Three projects for 900 bytes: one of them makes up for the 300 that are too many.
    kit.host.processes.spawned[0]?.useMemory(1_300);
    await kit.clock.pass(30_000);
    await ask(kit);
    const after = "partial projects_not_loaded: p2 of 4 projects";
    expect(await ask(kit)).toBe(after);
    expect(told(kit)).toEqual(["+p2", "+p3", "+p4", "memory -p2"]);
    // It has not grown since, so there is nothing more to close; and what was closed stays closed.
    await kit.clock.pass(30_000);
    expect(await ask(kit)).toBe(after);
    expect(told(kit)).toHaveLength(4);
  });

  test("a server that is started anew may load again what was closed", async () => {
    await using kit = open({ settings: { projects: { memoryBytes: 1_000 }, restart: { backoffMs: [0] } } });
    await ask(kit);
    kit.host.processes.spawned[0]?.useMemory(5_000);
    await kit.clock.pass(30_000);
    await ask(kit);
    expect(await ask(kit)).toMatch(/^partial/);
    kit.host.processes.spawned[0]?.exit(1);
    expect(await ask(kit)).toBe("complete");
  });
});
