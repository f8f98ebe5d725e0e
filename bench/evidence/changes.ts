// What a change costs more where it is recorded, beside the wait until the disk has its records.

import { readFileSync, writeFileSync } from "node:fs";
import type { Project } from "../session/project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { differences, median, medianInterval, quantile } from "../shared/stats.ts";
import type { ArmName, Arms, Taken } from "./arms.ts";
import { armNames, inTurn } from "./arms.ts";
import type { Turns } from "./questions.ts";

const goalMs = 2;

export async function measureChanges(
  arms: Arms,
  project: Project,
  { rounds, warmUp }: Turns,
  record: Recorder,
): Promise<void> {
  const file = project.opened.at(-1)?.file ?? "";
  const original = readFileSync(file, "utf8");
  writeFileSync(file, `${original}// note 0\n`);
  const taken: Record<ArmName, Taken[]> = { off: [], on: [], "off again": [] };
  let note = 0;
  for (let round = -warmUp; round < rounds; round++) {
    for (const arm of inTurn(round)) {
      const input = { file_path: file, old_text: `// note ${note}\n`, new_text: `// note ${++note}\n` };
      const one = await arms.take(arm, "apply_edit", input);
      if (round < 0) continue;
      taken[arm].push(one);
      record.sample({ part: "change", arm, round, ms: one.ms, cpuMs: one.cpuMs, syncMs: one.syncMs });
    }
  }
  writeFileSync(file, original);
  report(taken, rounds, record);
}

// — below: private, in the order they are used —

function report(taken: Record<ArmName, Taken[]>, rounds: number, record: Recorder): void {
  const off = taken.off.map(({ ms }) => ms);
  const rows = armNames.slice(1).map((arm) => {
    const beside = differences(
      taken[arm].map(({ ms, syncMs }) => ms - syncMs),
      off,
    );
    const cpu = differences(
      taken[arm].map(({ cpuMs }) => cpuMs),
      taken.off.map(({ cpuMs }) => cpuMs),
    );
    const { low, high } = medianInterval(beside);
    return [
      arm,
      fixed(median(off), 1),
      fixed(median(taken[arm].map(({ syncMs }) => syncMs)), 2),
      `${fixed(median(beside), 2)} [${fixed(low, 2)}, ${fixed(high, 2)}]`,
      fixed(quantile(beside, 0.99), 1),
      fixed(median(cpu), 2),
      arm === "on" ? verdict(median(beside) <= goalMs) : "",
    ];
  });
  record.table(
    `A change with evidence against the same without, ${rounds} of each in turn; goal: at most ${goalMs} ms beside the disk`,
    ["evidence", "off p50 ms", "until the disk has it", "adds beside [95 %]", "p99", "processor adds", "goal"],
    rows,
  );
}
