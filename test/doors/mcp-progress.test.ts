// While a call waits its client hears what it waits for, and may take the call back at any time.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { parseTrace } from "../../src/testing/replay.ts";
import { connect, wireHere } from "../support/here.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { soon } from "../support/soon.ts";
import { eras } from "../support/sightline.ts";

const indexing = { readiness: { kind: "progress", graceMs: 60_000, quietMs: 0, capMs: 60_000 } } as const;

describe.each(eras)("%s era", (era) => {
  test("a call that waits for a server to start and to index says so, with a number that grows", async () => {
    using made = served(toyProgram({ slowIndex: true, indexTitle: "Reading the tree" }), { entry: indexing });
    await using agent = await connect(made, era, ["mcp", ...made.options, "--wait", "500"]);
    const heard: { readonly progress: number; readonly message?: string | undefined }[] = [];
    const call = { name: "find_references", arguments: made.at };
    await agent.client.callTool(call, { onprogress: (one) => heard.push(one) });
    const messages = heard.map(({ message }) => message);
    expect(messages).toEqual(expect.arrayContaining(["starting toy", "toy: Reading the tree 0 %"]));
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, at) => at + 1));
    // The server is up and says nothing new: there is nothing to report, and nothing comes after the result.
    const before = heard.length;
    await agent.client.callTool(call, { onprogress: (one) => heard.push(one) });
    expect(heard.slice(before).map(({ message }) => message)).not.toContain("starting toy");
  });

  test("a cancelled call reaches the server as $/cancelRequest, and the connection goes on [AGL-147]", async () => {
    using made = served(faultCommand("hangs", "textDocument/references"));
    await using wire = wireHere(made, { era, args: ["mcp", ...made.options, "--trace", "../trace.jsonl"] });
    await wire.initialize();
    const asked = wire.ask("tools/call", { name: "find_references", arguments: made.at });
    const trace = (): string => readFileSync(join(made.root, "../trace.jsonl"), "utf8");
    await soon(() => existsSync(join(made.root, "../trace.jsonl")) && trace().includes("textDocument/references"));
    wire.notify("notifications/cancelled", { requestId: asked, reason: "changed my mind" });
    expect(await wire.call("go_to_definition", made.at)).toMatchObject({ result: { isError: true } });
    wire.child.stdin.end();
    await wire.exited;
    const sent = parseTrace(trace()).filter(({ direction }) => direction === "sent");
    const question = sent.find(({ message }) => message["method"] === "textDocument/references");
    const cancelled = sent.find(({ message }) => message["method"] === "$/cancelRequest");
    expect(cancelled?.message["params"]).toEqual({ id: question?.message["id"] });
    expect(wire.messages.filter(({ id }) => id === asked)).toEqual([]);
  });
});

test("without a token no progress is sent", async () => {
  using made = served(toyProgram());
  await using wire = wireHere(made, { args: ["mcp", ...made.options] });
  await wire.initialize();
  await wire.call("find_references", made.at);
  expect(wire.notifications("notifications/progress")).toEqual([]);
});

test.each(eras)(
  "%s era: a call hears of progress and log until its result, and of nothing that happens later",
  async (era) => {
    using made = served(toyProgram());
    await using wire = wireHere(made, { era, args: ["mcp", ...made.options, "--tools", "full"] });
    await wire.initialize();
    const loud = { "io.modelcontextprotocol/logLevel": "debug" };
    const first = wire.ask("tools/call", {
      name: "find_references",
      arguments: made.at,
      _meta: { ...loud, progressToken: "mine" },
    });
    await wire.answerTo(first);
    const heard = wire.notifications("notifications/progress");
    expect(heard).toContainEqual(expect.objectContaining({ progressToken: "mine", message: "starting toy" }));
    // The server starts once more, for another call that has a token of its own and, in the modern era, wants no log.
    const logged = wire.notifications("notifications/message").length;
    const again = await wire.call("restart_lsp_server", {}, { progressToken: "other" });
    expect(again).not.toMatchObject({ result: { isError: true } });
    await wire.call("find_references", made.at, { progressToken: "third" });
    wire.child.stdin.end();
    await wire.exited;
    const later = wire.notifications("notifications/progress").slice(heard.length);
    expect(later).toContainEqual(expect.objectContaining({ message: "starting toy" }));
    expect(later.filter(({ progressToken }) => progressToken === "mine")).toEqual([]);
    expect(era === "legacy" || wire.notifications("notifications/message").length === logged).toBe(true);
  },
);
