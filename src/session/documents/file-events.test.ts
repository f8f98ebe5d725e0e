// What happened on disk reaches the server: merged, batched, filtered, and before the next question.

import { describe, expect, test } from "vitest";
import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { documentSymbols } from "../questions/queries.ts";

const fixture = `
-- a.toy --
def apple
-- b.toy --
use apple
`;

async function started(kit: ToySession): Promise<void> {
  await kit.clock.until(documentSymbols(kit.session, kit.path("a.toy"), kit.ask()));
}

/** Each notification as one line: `1 c.toy, 2 b.toy`. */
function batches(kit: ToySession): string[] {
  return kit.toy.received
    .filter(({ method }) => method === "workspace/didChangeWatchedFiles")
    .map(({ params }) => {
      const { changes } = params as { changes: { uri: string; type: number }[] };
      return changes.map(({ uri, type }) => `${type} ${uri.replace(`${kit.uri("")}/`, "")}`).join(", ");
    });
}

describe("batches", () => {
  test("changes of 150 ms are one notification, one change a path: created 1, changed 2, deleted 3 [AGL-242 AGL-243 AGL-244]", async () => {
    await using kit = openSession({ fixture });
    await started(kit);
    kit.host.write(kit.path("c.toy"), "use apple\n");
    kit.host.write(kit.path("c.toy"), "use apple twice\n");
    kit.host.write(kit.path("b.toy"), "use pear\n");
    kit.host.write(kit.path("gone.toy"), "x\n");
    kit.host.remove(kit.path("gone.toy"));
    await kit.clock.pass(149);
    expect(batches(kit)).toEqual([]);
    await kit.clock.pass(1);
    expect(batches(kit)).toEqual(["1 c.toy, 2 b.toy"]);
    kit.host.remove(kit.path("b.toy"));
    await kit.clock.pass(150);
    expect(batches(kit).slice(1)).toEqual(["3 b.toy"]);
  });

  test("each change begins the 150 ms anew, and a steady stream is told after a second all the same [AGL-243]", async () => {
    await using kit = openSession({ fixture });
    await started(kit);
    kit.host.write(kit.path("b.toy"), "use pear\n");
    await kit.clock.pass(149);
    kit.host.write(kit.path("c.toy"), "use apple\n");
    await kit.clock.pass(149);
    expect(batches(kit)).toEqual([]);
    await kit.clock.pass(1);
    expect(batches(kit)).toEqual(["2 b.toy, 1 c.toy"]);
    for (let step = 0; step < 10; step++) {
      kit.host.write(kit.path("b.toy"), `use apple${step}\n`);
      await kit.clock.pass(99);
    }
    expect(batches(kit)).toHaveLength(1);
    await kit.clock.pass(10);
    expect(batches(kit).slice(1)).toEqual(["2 b.toy"]);
  });

  test("a question does not wait for the batch: what happened before it is told first [AGL-248]", async () => {
    await using kit = openSession({ fixture });
    await started(kit);
    kit.host.write(kit.path("b.toy"), "use pear\n");
    await kit.clock.until(documentSymbols(kit.session, kit.path("a.toy"), kit.ask()));
    const order = kit.toy.received.map(({ method }) => method).slice(-2);
    expect(order).toEqual(["workspace/didChangeWatchedFiles", "textDocument/documentSymbol"]);
  });

  test("a stopped session is told nothing more, and no timer is left", async () => {
    const kit = openSession({ fixture });
    await started(kit);
    kit.host.write(kit.path("b.toy"), "use pear\n");
    await kit.clock.until(kit.session.stop());
    await kit.clock.pass(1_000);
    expect(batches(kit)).toEqual([]);
    await kit[Symbol.asyncDispose]();
    expect(kit.clock.pendingTimers).toBe(0);
  });
});

describe("what the server registered for", () => {
  test("only files that match its globs are told [AGL-243]", async () => {
    await using kit = openSession({ fixture, dials: { watches: ["**/*.json", "lib/**"] } });
    await started(kit);
    for (const file of ["b.toy", "deep/x.json", "lib/y.toy", "z.json"]) kit.host.write(kit.path(file), "x\n");
    await kit.clock.pass(150);
    expect(batches(kit)).toEqual(["1 deep/x.json, 1 lib/y.toy, 1 z.json"]);
  });

  test("without a registration it hears of the files of its own language", async () => {
    await using kit = openSession({ fixture });
    await started(kit);
    for (const file of ["b.toy", "notes.txt"]) kit.host.write(kit.path(file), "x\n");
    await kit.clock.pass(150);
    expect(batches(kit)).toEqual(["2 b.toy"]);
  });
});

describe("open documents", () => {
  test("one that changed on disk is sent anew, one that has gone is closed", async () => {
    await using kit = openSession({ fixture });
    await started(kit);
    kit.host.write(kit.path("a.toy"), "def pear\n");
    await kit.clock.pass(150);
    const changed = kit.toy.received.find(({ method }) => method === "textDocument/didChange");
    expect(changed?.params).toMatchObject({ contentChanges: [{ text: "def pear\n" }] });
    kit.host.remove(kit.path("a.toy"));
    await kit.clock.pass(150);
    expect(kit.toy.received.at(-1)?.method).toBe("textDocument/didClose");
    expect(kit.session.documents.size).toBe(0);
  });

  test("one that can no longer be read is closed, so that the server reads the disk itself and nothing stays old", async () => {
    await using kit = openSession({ fixture, settings: { documents: { maxBytes: 100 } } });
    await started(kit);
    kit.host.write(kit.path("a.toy"), `def pear\n${"# long\n".repeat(100)}`);
    await kit.clock.until(documentSymbols(kit.session, kit.path("b.toy"), kit.ask()));
    expect(kit.session.documents.get(kit.path("a.toy"))).toBeUndefined();
    expect(kit.toy.received.filter(({ method }) => method === "textDocument/didClose")).toHaveLength(1);
  });
});
