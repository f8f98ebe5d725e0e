// How each real server ends: killed in the middle of a question, and asked to go.

import { readdir, readFile } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { gone } from "../../support/soon.ts";
import { cases } from "../reading/cases.ts";
import { present, reportServer } from "../installed.ts";
import { methodOf, Stage } from "../stage.ts";

describe.each(present(cases))("$server", (real) => {
  test("killed in the middle of a question it comes back with the same answer, and leaves nothing [AGL-166]", async () => {
    await using stage = await Stage.open(real);
    const before = await stage.ask(real.killedAt);
    expect(before.found).toEqual(before.expected);
    const first = await stage.processes();
    const killed = stage.running.channel.pid ?? 0;
    expect(first).toContain(killed);

    await hold(killed);
    stage.onSent = ({ method }) => {
      if (method !== methodOf[real.killedAt]) return;
      stage.onSent = undefined;
      process.kill(killed, "SIGKILL");
    };
    const after = await stage.ask(real.killedAt);
    expect(stage.onSent).toBeUndefined();
    expect(after).toEqual({ ...before, standing: { ...before.standing, evidence: expect.anything() } });
    expect(stage.running.channel.pid).not.toBe(killed);
    expect(stage.sent.filter((method) => method === "initialize")).toHaveLength(2);

    const problems = await stage.ask("diagnostics");
    expect(problems.found).toEqual(problems.expected);

    reportServer(real.server, before.standing.evidence[0]?.version);
    const second = await stage.processes();
    await stage.workspace.close();
    // What was killed may take the system a moment to bury.
    expect(await gone(...first, ...second)).toBe(true);
    expect(await stage.processes()).toEqual([]);
  });
});

/** Stops a process so that it cannot answer any more; over when every thread of it stands still. */
async function hold(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  for (let isMoving = true; isMoving; ) {
    const threads = await readdir(`/proc/${pid}/task`);
    const states = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8"));
    isMoving = (await Promise.all(states)).some((state) => !/\) T /.test(state));
  }
}
