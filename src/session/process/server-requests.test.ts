import { describe, expect, test } from "vitest";

import { serverRequests } from "../../protocol/methods.ts";
import { ServerEdits } from "../edits/server-edits.ts";
import type { RequestContext } from "./server-requests.ts";
import { answerServer } from "./server-requests.ts";
import { filePath } from "../../model/file-path.ts";

function open(over: Partial<RequestContext> = {}) {
  const seen: unknown[] = [];
  const context: RequestContext = {
    quirks: {},
    settings: { toy: { on: true, list: [1] } },
    folders: () => [filePath("/project")],
    register: (registrations) => seen.push(["register", ...registrations]),
    unregister: (ids) => seen.push(["unregister", ...ids]),
    diagnosticsRefresh: () => seen.push("refresh"),
    shown: (text) => seen.push(["shown", text]),
    applyEdit: (params) => new ServerEdits().answer(params),
    ...over,
  };
  return { seen, answer: (method: string, params?: unknown) => answerServer(context, method, params) };
}

test("every request of the protocol is answered, whatever its params are", () => {
  for (const method of serverRequests) {
    for (const params of [undefined, null, 7, [], {}, { items: 3, registrations: [null], actions: [1] }]) {
      expect(open().answer(method, params), method).not.toBeUndefined();
    }
  }
});

test("an unknown request is not, unless the catalogue has an answer for it", () => {
  expect(open().answer("custom/thing")).toBeUndefined();
  const quirks = { answer: { "custom/thing": { yes: true }, "custom/null": null } };
  expect([open({ quirks }).answer("custom/thing"), open({ quirks }).answer("custom/null")]).toEqual([
    { yes: true },
    null,
  ]);
  expect(open({ quirks }).answer("toString")).toBeUndefined();
});

describe("settings", () => {
  test.each([
    [
      [{ section: "toy" }, { section: "toy.on" }, { section: "toy.list" }],
      [{ on: true, list: [1] }, true, [1]],
    ],
    [
      [{ section: "other" }, { section: "toy.on.deeper" }, { section: "__proto__" }],
      [null, null, null],
    ],
    [[{}, { section: "" }, null], Array.from({ length: 3 }, () => ({ toy: { on: true, list: [1] } }))],
    [[], []],
  ])("%j get %j: one answer each, in order, and none made up", (items, expected) => {
    expect(open().answer("workspace/configuration", { items })).toEqual(expected);
  });

  test("are null where nothing is configured at all", () => {
    expect(open({ settings: undefined }).answer("workspace/configuration", { items: [{}, { section: "a" }] })).toEqual([
      null,
      null,
    ]);
  });
});

test("registrations are taken one by one, and malformed ones passed over", () => {
  const { seen, answer } = open();
  const good = { id: "1", method: "textDocument/hover", registerOptions: { a: 1 } };
  expect(answer("client/registerCapability", { registrations: [good, { id: 2, method: "x" }, null] })).toBeNull();
  expect(
    answer("client/unregisterCapability", { unregisterations: [{ id: "1", method: "textDocument/hover" }] }),
  ).toBeNull();
  expect(seen).toEqual([
    ["register", { id: "1", method: "textDocument/hover", options: { a: 1 } }],
    ["unregister", "1"],
  ]);
});

describe("a question for the user", () => {
  const actions = [{ title: "Install" }, { title: "Not now", extra: 1 }];
  test("is shown, and answered with nothing unless the catalogue names the answer", () => {
    const { seen, answer } = open();
    expect(answer("window/showMessageRequest", { message: "Install it?", actions })).toBeNull();
    expect(seen).toEqual([["shown", "Install it?"]]);
    const chosen = open({ quirks: { chooseAction: ["Later", "Not now"] } });
    expect(chosen.answer("window/showMessageRequest", { message: "?", actions })).toEqual({
      title: "Not now",
      extra: 1,
    });
  });
});

test("no unrequested edit is made, and no document opened, at a server's word [S16 S17]", async () => {
  const { seen, answer } = open();
  const edit = { changes: { "file:///a": [] } };
  expect(await answer("workspace/applyEdit", { edit })).toMatchObject({ applied: false });
  expect(answer("window/showDocument", { uri: "https://example.org", external: true })).toEqual({ success: false });
  expect(seen).toEqual([]);
});

test("folders are the root, and null when there is none", () => {
  expect(open().answer("workspace/workspaceFolders")).toEqual([{ uri: "file:///project", name: "project" }]);
  expect(open({ folders: () => [] }).answer("workspace/workspaceFolders")).toBeNull();
});

test("only a refresh of diagnostics means anything to us", () => {
  const { seen, answer } = open();
  for (const method of serverRequests.filter((name) => name.endsWith("/refresh"))) expect(answer(method)).toBeNull();
  expect(seen).toEqual(["refresh"]);
});
