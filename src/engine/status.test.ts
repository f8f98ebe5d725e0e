// What a listener at a door can see of servers: whether they live, what they have loaded and open, which files change.

import { expect, test } from "vitest";
import { makeCatalog } from "../catalog/table.ts";
import { MemoryHost } from "../host/memory/memory.ts";
import type { BridgeEvent } from "../model/event.ts";
import { filePath } from "../model/file-path.ts";
import { toyCommand, toyEntry } from "../testing/kits/kit.ts";
import { StepClock } from "../testing/step-clock.ts";
import { Toy } from "../testing/toy/toy.ts";
import { toyLanguage } from "../../test/support/kits/workspace-kit.ts";
import { openEngine } from "./open.ts";

test("changed files are events; liveness, what is loaded and what is open are the status [AGL-375]", async () => {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  const file = filePath("/project/a.toy");
  host.files.write(file, "def apple\n");
  host.files.write(toyCommand, "the toy");
  const toy = new Toy(host, { slowIndex: true });
  host.processes.program(toyCommand, toy.program);
  const readiness = { kind: "progress", graceMs: 60_000, quietMs: 0, capMs: 60_000 } as const;
  const catalog = makeCatalog({ languages: [toyLanguage], servers: [{ ...toyEntry, readiness }], decided: [] });
  const settings = { restart: { trigger: "on-call" }, notices: { staleMs: 7 } } as const;
  const engine = await openEngine({ directory: "/project", exact: true, host, catalog, settings });
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  const session = (): unknown => {
    const [only] = engine.now().sessions;
    return only && [only.state, only.loaded, only.documents];
  };
  expect(session()).toBeUndefined();
  expect(engine.facts.notices).toEqual({ diagnosticsMs: 2_000, staleMs: 7 });
  const caller = { door: "library", allowed: ["read"] } as const;
  const input = { file_path: file, line: 1, column: 5, wait_ms: 0 };
  await clock.until(engine.invoke({ operation: "find_references", input, caller }));
  expect(session()).toEqual(["ready", false, [file]]);
  toy.server.finishIndex();
  await clock.pass(10);
  expect(session()).toEqual(["ready", true, [file]]);
  host.write(file, "def pear\n");
  await clock.pass(1_000);
  expect(events.find(({ type }) => type === "files.changed")).toMatchObject({ changed: 1, paths: [file] });
  toy.process.exit(1);
  await clock.pass(10);
  expect(session()).toEqual([expect.stringMatching(/^(failed|absent)$/), false, []]);
  await clock.until(engine.close());
});
