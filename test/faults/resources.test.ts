import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { ownScript } from "../../src/host/own-script.ts";
import { hover } from "../../src/session/questions/queries.ts";
import type { ToySession } from "../../src/testing/kits/kit.ts";
import { openSession } from "../../src/testing/kits/kit.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { StepClock } from "../../src/testing/step-clock.ts";
import { openFault } from "../support/fault-session.ts";

const fixture = "-- a.toy --\ndef «^»x\n";

function askHover(kit: ToySession, over: Parameters<ToySession["ask"]>[0] = {}) {
  return hover(kit.session, kit.at(kit.fixture.cursor), kit.ask(over));
}

describe("F74 no room for another process", () => {
  test.each(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"])("%s is said, is no crash, and passes [F74]", async (code) => {
    await using kit = openSession({ fixture });
    kit.host.processes.failNext(code);
    const refusal = await kit.clock.until(refusalOf(askHover(kit, { ms: 500 })));
    expect(refusal.details).toMatchObject({ code: "resource_exhausted", data: { cause: code, command: "/bin/toy" } });
    expect(refusal.details.why).toContain(code);
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.session.status).toMatchObject({ state: "ready", restarts: 0 });
  });

  test("a call with time enough waits for it to pass [F74]", async () => {
    await using kit = openSession({ fixture });
    kit.host.processes.failNext("EAGAIN", 2);
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.clock.now()).toBe(1_000 + 1_000 + 2_000);
  });
});

describe("F77 ten thousand documents", () => {
  test("are touched, and never more are open than the cap allows [F77]", async () => {
    const files = 10_000;
    const source = Array.from({ length: files }, (_, index) => `-- d${index % 100}/f${index}.toy --\ndef x${index}\n`);
    const cap = 200;
    await using kit = openSession({
      fixture: source.join(""),
      dials: { diagnostics: "none" },
      settings: { documents: { maxOpen: cap } },
      project: (path) => path.split("/")[2] ?? "",
    });
    let most = 0;
    const place = { line: 1, column: 5 };
    for (let from = 0; from < files; from += 50) {
      const batch = Array.from({ length: 50 }, (_, step) => {
        const index = from + step;
        return hover(kit.session, { file: kit.path(`d${index % 100}/f${index}.toy`), place }, kit.ask());
      });
      const answers = await kit.clock.until(Promise.all(batch));
      expect(answers.map(({ value }) => value?.markdown)).toEqual(batch.map((_, step) => `def x${from + step}`));
      most = Math.max(most, kit.toy.server.documents.length);
    }
    expect(most).toBe(cap);
    expect(kit.session.documents.size).toBe(cap);
    expect(kit.toy.server.paramsOf("textDocument/didClose")).toHaveLength(files - cap);
    // A project whose last document is closed would be unloaded.
    expect(new Set(kit.session.documents.paths().map((path) => path.split("/")[2])).size).toBe(100);
  });
});

describe("F76 eight times more work than the machine has cores", () => {
  test("makes a real server slower, but neither dead nor wrong [F76]", async () => {
    const spin = "for (;;) {}";
    const burners = Array.from({ length: 8 * availableParallelism() }, () => new Worker(spin, { eval: true }));
    try {
      // Time stands still for the session, so that only a false judgement about the server could fail it.
      await using kit = await openFault("hangs", {
        clock: new StepClock(),
        command: process.execPath,
        args: [ownScript("testing/toy/toy-main"), JSON.stringify({ slowIndex: true, indexSignal: "status" })],
        entry: {
          readiness: { kind: "notification", method: "toy/status", path: ["quiescent"], equals: true, capMs: 60_000 },
        },
      });
      const place = { line: 1, column: 5 };
      const { value, standing } = await hover(kit.session, { file: kit.file, place }, { ...kit.ask(), waitMs: 0 });
      expect([value?.markdown, standing.state, standing.reasons[0]?.code]).toEqual([
        "def apple",
        "partial",
        "indexing",
      ]);
      kit.session.running?.channel.connection.notify("toy/finishIndex", {});
      await kit.seen("session.ready");
      const settled = await hover(kit.session, { file: kit.other, place }, { ...kit.ask(), waitMs: 0 });
      expect(settled.standing.state).toBe("complete");
      expect(kit.events.filter(({ type }) => type === "session.crashed" || type === "session.restarting")).toEqual([]);
    } finally {
      await Promise.all(burners.map((burner) => burner.terminate()));
    }
  });
});
