// Two callers with drafts of the same files, callers without, edits by others and crashes: no caller sees foreign text.

import { expect, test } from "vitest";
import type { StepClock } from "../../src/testing/step-clock.ts";
import type { ToyDials } from "../../src/testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../support/kits/workspace-kit.ts";
import { Roots } from "../../src/workspace/roots.ts";
import type { Odds, World } from "../support/interleaving.ts";
import { draftWord, Interleaving } from "../support/interleaving.ts";
import { repeats } from "../support/soak.ts";

const odds: Odds = { crashes: 15, atOnce: 6, deadlineMs: 4_000 };

const runs: readonly (readonly [number, ToyDials["diagnostics"]])[] = [
  [repeats({ test: 1_000, soak: 5_000 }), "push"],
  [repeats({ test: 800, soak: 4_000 }), "pull"],
  [1_500, "push-unversioned"],
];

test.each(runs)(
  "%d random steps, problems by %s: no reader ever sees foreign text [F57 F58 AGL-202]",
  async (steps, style) => {
    await using kit = openToyWorkspace({
      fixture: "-- a.toy --\n-- b.toy --\n-- c.toy --\n",
      dials: { diagnostics: style },
      entry: { quirks: { supposes: { created: "open", deleted: "tell" } } },
      settings: {
        restart: { backoffMs: [0], max: 1_000_000, breakerCrashes: 0, quarantineAfter: 0 },
        edits: { laneMs: 400 },
        diagnostics: { waitMs: 500, quietMs: 20 },
      },
    });
    const tally = await new Interleaving(toyWorld(kit), odds, 20_261_116).run(steps);
    expect(tally.violations.slice(0, 5)).toEqual([]);
    expect(kit.events.filter((event) => draftWord.test(JSON.stringify(event)))).toEqual([]);
    expect(kit.toy.incarnations.flatMap(({ server }) => server.violations)).toEqual([]);
    expect(kit.eventsOf("defect")).toEqual([]);
    // Enough of everything was seen for the silence to mean something.
    const often = ["reader outline", "reader problems", "draft outline of its own", "draft problems of its own"];
    expect(often.filter((one) => (tally.counts[one] ?? 0) < 50)).toEqual([]);
    expect(tally.counts["crash"]).toBeGreaterThan(10);
  },
);

function toyWorld(kit: ToyWorkspace): World {
  return {
    workspace: kit.workspace,
    roots: new Roots(kit.workspace),
    files: ["a.toy", "b.toy", "c.toy"].map((file) => kit.path(file)),
    never: kit.path("never.toy"),
    text: (word) => `def ${word}\nuse missing_${word}\n`,
    write: (file, text) => kit.host.files.write(file, text),
    crash: () => {
      if (kit.toy.incarnations.length > 0) kit.toy.process.exit(1);
    },
    pass: (ms) => passed(kit.clock, ms),
  };
}

function passed(clock: StepClock, ms: number): Promise<void> {
  return clock.pass(ms);
}
