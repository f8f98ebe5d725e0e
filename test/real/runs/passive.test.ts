// Real servers that someone else runs: the same answers as from a process of ours, and nothing of another client's.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gopls } from "../cases/go.ts";
import { typescriptNative } from "../cases/typescript.ts";
import { cases } from "../reading/cases.ts";
import { present } from "../installed.ts";
import { questions, reasonsAgainst } from "../reading/real-case.ts";
import { Stage } from "../stage.ts";
import type { PassiveServer } from "../../support/passive-mode.ts";
import { goplsListening, passiveServer, programOf } from "../../support/passive-mode.ts";
import { secondClient } from "../../support/second-client.ts";
import { multiplexed } from "../../support/tcp-server.ts";

/** Those by which people connect, and those that ship with us. */
const passive = cases.filter(({ server }) => ["gopls", "clangd", "typescript-native", "pyright"].includes(server));

describe.each(present(passive))("$server over TCP", (real) => {
  let server: PassiveServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await passiveServer(real.server);
    stage = await Stage.open(real, {}, server.launch);
  });
  afterAll(async () => {
    await stage.close();
    await server[Symbol.asyncDispose]();
  });

  test("answers every question as marked, and as completely as a process of ours [AGL-041 AGL-045]", async () => {
    for (const question of questions.filter((one) => real.lacks?.includes(one) !== true)) {
      const { found, expected, standing } = await stage.ask(question);
      expect({ question, found }).toEqual({ question, found: expected });
      expect(standing.reasons.map(({ code }) => code)).toEqual(reasonsAgainst(real, question));
    }
    expect(stage.sent.filter((method) => method === "initialize")).toHaveLength(1);
    expect(stage.events.filter(({ type }) => type === "session.starting")).toEqual([]);
    expect(stage.running.channel).toMatchObject({ pid: undefined, address: server.address });
  });

  test("sees what is written behind our back [AGL-044]", async () => {
    const [{ write, remove, ask } = { ask: [] }] = real.changes;
    if (write !== undefined) stage.write(write);
    for (const file of remove ?? []) stage.remove(file);
    for (const question of ask) {
      const { found, expected } = await stage.ask(question);
      expect(found).toEqual(expected);
    }
  });

  test("is left with its documents closed, and never told to end [AGL-042]", async () => {
    const { channel } = stage.running;
    const opened = stage.sent.filter((method) => method === "textDocument/didOpen").length;
    await stage.workspace.close();
    await channel.gone;
    expect(stage.sent.filter((method) => method === "textDocument/didClose")).toHaveLength(opened);
    expect(stage.sent).not.toContain("shutdown");
    expect(stage.sent).not.toContain("exit");
  });
});

describe.each(present([gopls]))("$server with a second client that has the same file open with other text", (real) => {
  test("keeps its clients apart: answers are of the text on disk, and complete [AGL-045]", async () => {
    await using server = await goplsListening();
    await using stage = await Stage.open(real, {}, { kind: "tcp", ...server.address });
    await using other = await secondClient(server.address, stage.root);
    const more = join(stage.root, "more.go");
    const textDocument = { uri: pathToFileURL(more).href };
    other.open(more, "go", "package shop\n\n\n\n\nvar Unsaved = Greet(1)\n");
    const seen = await other.request("textDocument/documentSymbol", { textDocument });
    expect(JSON.stringify(seen)).toContain("Unsaved");
    const { found, expected, standing } = await stage.ask("references");
    expect(found).toEqual(expected);
    expect(standing.state).toBe("complete");
    // Nor do our documents touch what the other sees.
    expect(await other.request("textDocument/documentSymbol", { textDocument })).toEqual(seen);
    await stage.workspace.close();
    // It runs on.
    expect(await other.request("textDocument/documentSymbol", { textDocument })).toEqual(seen);
  });
});

describe.each(present([typescriptNative]))("$server behind a multiplexer with a second client", (real) => {
  test("takes the text that the other has open for the file, and the answer says that this may be", async () => {
    await using server = await multiplexed(programOf(real.server));
    await using stage = await Stage.open(real, {}, { kind: "tcp", ...server.address });
    stage.write("-- src/plain.ts --\nexport const plain = 1;\n");
    const before = await stage.ask("references");
    expect(before.found).toEqual(before.expected);
    await using other = await secondClient(server.address, stage.root);
    const plain = join(stage.root, "src", "plain.ts");
    const textDocument = { uri: pathToFileURL(plain).href };
    other.open(plain, "typescript", 'import { greet } from "./greet";\nexport const unsaved = greet("");\n');
    const seen = await other.request("textDocument/documentSymbol", { textDocument });
    expect(JSON.stringify(seen)).toContain("unsaved");
    const { found, standing } = await stage.ask("references");
    expect(JSON.stringify(found)).toContain("src/plain.ts");
    for (const one of [before.standing, standing]) {
      expect(one.state).toBe("partial");
      expect(one.reasons.map(({ code }) => code)).toContain("shared_server");
    }
  });
});
