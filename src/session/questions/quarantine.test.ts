import { describe, expect, test } from "vitest";

import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { documentSymbols, hover, references } from "./queries.ts";

const fixture = "-- bad.toy --\ndef x\n-- good.toy --\ndef y\n";
const deadly: Partial<ToyDials> = { crashAt: "textDocument/hover", crashFile: "bad.toy" };

function hoverIn(kit: ToySession, file: string) {
  return hover(kit.session, { file: kit.path(file), place: { line: 1, column: 5 } }, kit.ask());
}

async function codeOf(kit: ToySession, file: string): Promise<string> {
  return (await kit.clock.until(refusalOf(hoverIn(kit, file)))).code;
}

describe("a file that kills the server", () => {
  test("twice is not sent again, and the others are served [SYN-30]", async () => {
    await using kit = openSession({ fixture, dials: deadly });
    expect(await codeOf(kit, "bad.toy")).toBe("server_crashed");
    const refusal = await kit.clock.until(refusalOf(hoverIn(kit, "bad.toy")));
    expect(refusal.details).toMatchObject({ code: "document_quarantined", what: "bad.toy is no longer sent to Toy." });
    expect(kit.eventsOf("document.quarantined")).toMatchObject([{ file: kit.path("bad.toy"), crashes: 2 }]);
    expect((await kit.clock.until(hoverIn(kit, "good.toy"))).value?.markdown).toBe("def y");
    expect(kit.toy.server.documents.map(({ uri }) => uri)).toEqual([kit.uri("good.toy")]);
    expect(kit.session.status.restarts).toBe(2);
  });

  test("is tried again once it has changed", async () => {
    await using kit = openSession({ fixture, dials: (life) => (life <= 2 ? deadly : {}) });
    expect([await codeOf(kit, "bad.toy"), await codeOf(kit, "bad.toy")]).toEqual([
      "server_crashed",
      "document_quarantined",
    ]);
    kit.host.write(kit.path("bad.toy"), "def mended\n");
    expect((await kit.clock.until(hoverIn(kit, "bad.toy"))).value?.markdown).toBe("def mended");
  });

  test("once, or while it was not alone, is not held against it", async () => {
    await using once = openSession({ fixture, dials: (life) => (life === 1 ? deadly : {}) });
    expect((await once.clock.until(hoverIn(once, "bad.toy"))).value?.markdown).toBe("def x");
    await using together = openSession({ fixture, dials: { ...deadly, neverAnswers: ["textDocument/references"] } });
    for (const _ of [1, 2, 3]) {
      const other = { file: together.path("good.toy"), place: { line: 1, column: 5 } };
      const hanging = refusalOf(references(together.session, other, true, together.ask({ ms: 1_500 })));
      await oneTurn();
      await together.clock.until(Promise.all([refusalOf(hoverIn(together, "bad.toy")), hanging]));
    }
    expect(together.eventsOf("document.quarantined")).toEqual([]);
  });

  test("does not count what we end ourselves", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["textDocument/hover"] } });
    const hanging = refusalOf(hoverIn(kit, "bad.toy"));
    await oneTurn();
    await kit.clock.until(Promise.all([kit.session.stop(), hanging]));
    expect(kit.eventsOf("document.quarantined")).toEqual([]);
  });

  test("is never set aside where the setting says so", async () => {
    const settings = { restart: { quarantineAfter: 0, breakerCrashes: 0 } };
    await using kit = openSession({ fixture, dials: deadly, settings });
    for (const _ of [1, 2, 3]) expect(await codeOf(kit, "bad.toy")).toBe("server_crashed");
  });
});

describe("a file that must be open before anything works", () => {
  const entry = { quirks: { kickOpen: ["missing.toy", "good.toy", "bad.toy"] } };

  test("is opened right after the handshake, the first that exists", async () => {
    await using kit = openSession({ fixture, entry });
    await kit.clock.until(documentSymbols(kit.session, kit.path("bad.toy"), kit.ask()));
    const opened = kit.toy.server.paramsOf("textDocument/didOpen") as { textDocument: { uri: string } }[];
    expect(opened.map(({ textDocument }) => textDocument.uri).sort()).toEqual([
      kit.uri("bad.toy"),
      kit.uri("good.toy"),
    ]);
  });

  test("and cannot be read does not keep the server from starting", async () => {
    await using kit = openSession({ fixture, entry });
    kit.host.files.write(kit.path("good.toy"), new Uint8Array([0, 1, 2]));
    expect((await kit.clock.until(hoverIn(kit, "bad.toy"))).value?.markdown).toBe("def x");
    expect(kit.session.status).toMatchObject({ state: "ready", restarts: 0 });
  });
});
