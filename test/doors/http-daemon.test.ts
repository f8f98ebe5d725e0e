// The HTTP door whose engine lives in a daemon: sessions stay apart, and outlive the daemon.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive } from "../../src/host/process/process-table.ts";
import { at } from "../../src/std/json.ts";
import { on, onlyOne, shared } from "../support/daemons.ts";
import { gone } from "../support/soon.ts";
import type { HttpAgent } from "../support/http-process.ts";
import { connectHttp, serveHttp } from "../support/http-process.ts";
import { callTool } from "../support/sightline.ts";

async function draftOf(agent: HttpAgent, root: string): Promise<string> {
  const { texts } = await callTool(agent, "create_simulation_session", { workspace_root: root, format: "json" });
  return String(at(JSON.parse(texts[0] ?? ""), ["session_id"]));
}

const edit = { file_path: "a.toy", new_text: "def pear\n" };

test("two sessions share the servers of the daemon and nothing else, and both outlive it [AGL-062 F66]", async () => {
  await using one = shared();
  const { made } = one;
  const http = await serveHttp(made, [...made.options, "--tools", "full", "--no-auth"], on);
  const first = await connectHttp(http, "legacy");
  const second = await connectHttp(http, "legacy");
  for (const agent of [first, second]) {
    expect((await callTool(agent, "find_references", made.at)).standing?.state).toBe("complete");
  }
  expect([one.daemons().length, one.servers().length]).toEqual([1, 1]);

  const isThere = async (agent: HttpAgent, session_id: string): Promise<boolean> =>
    !(await callTool(agent, "simulate_edit", { session_id, ...edit })).isError;
  const draft = await draftOf(first, made.root);
  expect([await isThere(first, draft), await isThere(second, draft)]).toEqual([true, false]);
  expect((await callTool(second, "commit_session", { session_id: draft, apply: true })).isError).toBe(true);
  await callTool(first, "activate_skill", { skill_name: "lsp-rename", mode: "block" });
  expect((await callTool(second, "get_skill_phase", { format: "json" })).texts[0]).toContain('"active":false');
  await callTool(first, "deactivate_skill", {});

  // What a session had ends with it, also in the daemon.
  const third = await connectHttp(http, "legacy");
  const left = await draftOf(third, made.root);
  await third.transport.terminateSession();
  await third.client.close();
  expect([await isThere(first, left), await isThere(first, draft)]).toEqual([false, true]);

  const { pid } = onlyOne(one.daemons());
  const orphans = one.servers();
  process.kill(pid, "SIGKILL");
  expect(await gone(pid, ...orphans)).toBe(true);
  const answers = await Promise.all([first, second].map((agent) => callTool(agent, "find_references", made.at)));
  expect(answers.map(({ standing }) => standing?.state)).toEqual(["complete", "complete"]);
  const next = onlyOne(one.daemons()).pid;
  expect([one.daemons().length, one.servers().length, next === pid]).toEqual([1, 1, false]);
  // Drafts lived in the memory of the one that was lost, and nothing of them was written.
  expect(await isThere(first, draft)).toBe(false);
  expect(readFileSync(join(made.root, "a.toy"), "utf8")).toBe("def apple\n");

  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  http.child.kill("SIGTERM");
  expect(await http.exited).toBe(0);
  expect(await isAlive(next)).toBe(true);
});
