// Agents, the daemon and servers are killed at random under load: no wrong answer, no half edit, no process that stays.
//
// `npm run soak -- --only daemon-storm --seed 7` runs it alone, once, for ten minutes or as many as STORM_MINUTES says; a
// test run kills a few.

import { expect, test } from "vitest";
import { isSoak, repeats } from "../support/soak.ts";
import { storm } from "../support/storm.ts";

const minutes = Number(process.env["STORM_MINUTES"] ?? "10");

test("agents, the daemon and servers that are killed at random leave no wrong answer, no half edit and no process [F60 F66]", {
  timeout: (minutes + 15) * 60_000,
}, async () => {
  const given = Number(process.env["SIGHTLINE_SEED"] ?? "7");
  const agents = repeats({ test: 1, soak: 2 });
  const report = await storm({
    seed: given,
    kills: 6,
    ms: isSoak() ? minutes * 60_000 : 0,
    ...{ readers: agents, writers: agents },
  });
  if (isSoak()) process.stdout.write(`${JSON.stringify(report)}\n`);
  const { wrong, halves, orphans, kills, answers } = report;
  expect({ wrong, halves, orphans }).toEqual({ wrong: [], halves: [], orphans: [] });
  expect(kills.agent + kills.daemon + kills.server).toBeGreaterThan(0);
  expect(answers).toBeGreaterThan(0);
});
