// How processes are told apart: a lock is never taken from a process that may still run.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { expect, test } from "vitest";
import { ownIdentity, whereabouts } from "./process-identity.ts";
import { canSeeProcesses, nonceVariable, processesWithNonce, treeMemory } from "./process-table.ts";
import type { Holder } from "../writing.ts";

const own: Holder = { pid: 1, startTime: "5", machine: "id-a", boot: "boot-1", namespace: "pid:[1]" };
const nameless: Holder = { ...own, machine: "host-box" };

test.each([
  ["the same boot under another name of the machine", own, { machine: "host-container" }, "here"],
  ["an earlier boot of the same machine", own, { boot: "boot-0" }, "gone"],
  ["another machine", own, { machine: "id-b", boot: "boot-2" }, "unknown"],
  ["another namespace of the same boot", own, { namespace: "pid:[2]" }, "unknown"],
  ["a machine of the same name and another boot", nameless, { boot: "boot-0" }, "unknown"],
  ["a machine of another name", nameless, { machine: "host-other", boot: "boot-0" }, "unknown"],
  ["a system that tells no boots", { ...nameless, boot: "" }, {}, "here"],
  ["another system that tells no boots", { ...nameless, boot: "" }, { machine: "host-other" }, "unknown"],
])("%s", (_what, self, other, where) => {
  expect(whereabouts(self, { ...self, pid: 2, ...other })).toBe(where);
});

test("a process knows itself", async () => {
  const self = await ownIdentity();
  expect(self.pid).toBe(process.pid);
  expect(self.machine).toMatch(/^(id|host)-./);
  expect(whereabouts(self, self)).toBe("here");
});

const waiting = "process.stdout.write('up'); process.stdin.resume()";

test("a process is found by its nonce, however large its environment is", async () => {
  const nonce = randomBytes(16).toString("hex");
  const env = { BEFORE: "x".repeat(100_000), [nonceVariable]: nonce };
  const child = spawn(process.execPath, ["-e", waiting], { env });
  try {
    await once(child.stdout, "data");
    expect(await processesWithNonce(nonce)).toEqual((await canSeeProcesses()) ? [child.pid] : []);
  } finally {
    child.stdin.end();
    await once(child, "close");
  }
  expect(await processesWithNonce(nonce)).toEqual([]);
});

test("what a process has started since is found among the youngest, and its memory counts", async () => {
  const nonce = randomBytes(16).toString("hex");
  const inner = JSON.stringify(waiting);
  const starting = `require("child_process").spawn(process.execPath, ["-e", ${inner}], { stdio: "inherit", detached: true })`;
  const child = spawn(process.execPath, ["-e", starting], { env: { [nonceVariable]: nonce } });
  try {
    await once(child.stdout, "data");
    const all = await processesWithNonce(nonce);
    expect(all).toHaveLength((await canSeeProcesses()) ? 2 : 0);
    expect(await processesWithNonce(nonce, child.pid)).toEqual(all);
    const [own = 1, below = 0] = await Promise.all([child.pid ?? 0, ...all.slice(1)].map(treeMemory));
    expect(own).toBeGreaterThan(below);
  } finally {
    child.stdin.end();
    await once(child, "close");
  }
});
