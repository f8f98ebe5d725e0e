// `sightline doctor`: asks every server that the project needs real questions, and says how to fix what fails.

import { examine, isHealthy } from "../../../engine/doctor.ts";
import { doctorText } from "../../../engine/text/doctor-text.ts";
import { coreRegistry } from "../../../operations/registry.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven } from "../command.ts";
import { asCommands, asTyped } from "../contract-words.ts";
import { callerOf, openOptions, traced, watched } from "../opening.ts";
import { ProgressLine } from "../progress-line.ts";

/** The exit code if something does not work that should, and that can be fixed. */
const unhealthy = 4;

export const doctorCommand: Command = {
  name: "doctor",
  usage: "[LANGUAGE…]",
  summary: "Ask every server that the project needs real questions, and say how to mend what fails.",
  details:
    "Starts each server on a file of the project, asks it for symbols, references, hover and diagnostics, and measures the time.",
  heeds: ["engine"],
  own: { json: { description: "one JSON object" } },
  examples: ["sightline doctor", "sightline doctor python --json"],
  run,
};

const vocabulary = { all: [], operations: coreRegistry.operations };
const words = {
  asTyped: (text: string) => asTyped(text, vocabulary),
  named: (operation: string) => asCommands(operation, vocabulary),
};

async function run(call: TypedCommand): Promise<number> {
  const { terminal, args } = call;
  return traced(call, async (trace) => {
    const progress = new ProgressLine(terminal);
    const engine = watched(await call.doors.open({ ...openOptions(call), ...trace }), call, progress);
    try {
      const report = await examine(engine, callerOf(call, "cli"), args);
      progress.clear();
      terminal.out(isGiven(call, "json") ? `${JSON.stringify(report)}\n` : doctorText(report, words));
      return isHealthy(report) ? 0 : unhealthy;
    } finally {
      progress.clear();
      await engine.close();
    }
  });
}
