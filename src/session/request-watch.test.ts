// What judges and follows the requests of a call: it refuses before anything is sent, and hears how each one ended.

import { describe, expect, test } from "vitest";
import { Refusal } from "../model/refusal.ts";
import type { RequestEnd, RequestWatch, WatchedRequest } from "../std/request-watch.ts";
import { openSession } from "../testing/kits/kit.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import { hover } from "./questions/queries.ts";

const fixture = "-- a.toy --\ndef «^»x\n";

class Recorded implements RequestWatch {
  readonly asked: WatchedRequest[] = [];
  readonly ends: (WatchedRequest & RequestEnd)[] = [];

  mustAllow(request: WatchedRequest): void {
    this.asked.push(request);
  }

  ended(request: WatchedRequest, end: RequestEnd): void {
    this.ends.push({ ...request, ...end });
  }
}

describe("the requests of a call", () => {
  test("each is reported with its server, its target, its reply and the size of that", async () => {
    const received: object[] = [];
    const trace = (direction: string, message: object): void =>
      void (direction === "received" && received.push(message));
    await using kit = openSession({ fixture, trace });
    const requests = new Recorded();
    await kit.clock.until(hover(kit.session, kit.at(kit.fixture.cursor), kit.ask({ requests })));
    const reply = received.at(-1) as { readonly result: unknown };
    expect(requests.asked).toMatchObject([{ server: "toy", method: "textDocument/hover", file: kit.path("a.toy") }]);
    expect(requests.ends).toMatchObject([
      {
        method: "textDocument/hover",
        outcome: "responded",
        bytes: new TextEncoder().encode(JSON.stringify(reply)).length,
        params: { textDocument: { uri: kit.uri("a.toy") } },
        result: reply.result,
      },
    ]);
  });

  test("one that is refused is not sent, and its file is not opened", async () => {
    await using kit = openSession({ fixture });
    const refusal = new Refusal({ code: "policy_denied", what: "no", next: "ask" });
    const requests: RequestWatch = {
      mustAllow: () => {
        throw refusal;
      },
      ended: () => {},
    };
    const asking = hover(kit.session, kit.at(kit.fixture.cursor), kit.ask({ requests }));
    expect(await refusalOf(kit.clock.until(asking))).toMatchObject({ code: "policy_denied" });
    expect(kit.toy.received.map(({ method }) => method)).toEqual(["initialize", "initialized"]);
  });

  test("one that is not answered in time says so", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["textDocument/hover"] } });
    const requests = new Recorded();
    const asking = hover(kit.session, kit.at(kit.fixture.cursor), kit.ask({ requests, timeoutMs: 50 }));
    await refusalOf(kit.clock.until(asking));
    expect(requests.ends).toMatchObject([{ outcome: "timed_out", bytes: 0, result: undefined }]);
  });
});
