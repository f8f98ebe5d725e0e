// `sightline doctor`: real questions to every server that the project needs, and how to mend what fails.

import type { DoctorReport, LanguageHealth, Probe } from "../../../engine/doctor.ts";
import { examine, isHealthy } from "../../../engine/doctor.ts";
import { inertLine } from "../../../render/inert.ts";
import { columns } from "../columns.ts";
import type { Call, Command } from "../command.ts";
import { isGiven } from "../command.ts";
import { callerOf, openOptions, traced, watched } from "../opening.ts";
import { ProgressLine } from "../progress-line.ts";

/** Something that should work does not, and may after it is mended. */
const unhealthy = 4;

export const doctorCommand: Command = {
  name: "doctor",
  usage: "[LANGUAGE…]",
  summary: "Ask every server that the project needs real questions, and say how to mend what fails.",
  details: "Each is started on a file of the project, asked for symbols, references, a hover and problems, and timed.",
  heeds: ["engine"],
  own: { json: { description: "one JSON object" } },
  examples: ["sightline doctor", "sightline doctor python --json"],
  run,
};

async function run(call: Call): Promise<number> {
  const { terminal, args } = call;
  return traced(call, async (trace) => {
    const progress = new ProgressLine(terminal);
    const engine = watched(await call.doors.open({ ...openOptions(call), ...trace }), call, progress);
    try {
      const report = await examine(engine, callerOf(call, "cli"), args);
      progress.clear();
      terminal.out(isGiven(call, "json") ? `${JSON.stringify(report)}\n` : reportText(report));
      return isHealthy(report) ? 0 : unhealthy;
    } finally {
      progress.clear();
      await engine.close();
    }
  });
}

export function reportText(report: DoctorReport): string {
  if (report.languages.length === 0) return `No file of a known language in ${inertLine(report.root)}.\n`;
  const parts = report.languages.map((language) => languageText(report.root, language));
  const verdict = isHealthy(report) ? "All servers that are installed answer." : "Something does not work: see above.";
  return `${[...parts, verdict].join("\n\n")}\n`;
}

function languageText(root: string, health: LanguageHealth): string {
  const { language, files, server, version, missing, probes, unsupported } = health;
  const head = `${language}, ${files} file${files === 1 ? "" : "s"}`;
  if (server === undefined)
    return `${head}: no server${missing === undefined ? "" : `; would be served by ${missing}`}`;
  const rows = probes.map((probe) => probeCells(root, probe));
  return [
    `${head}: ${server}${version === undefined ? "" : ` ${inertLine(version, 60)}`}`,
    ...columns(rows),
    ...(unsupported.length === 0 ? [] : [`  cannot: ${unsupported.join(", ")}`]),
  ].join("\n");
}

function probeCells(root: string, { operation, about, ms, standing, note, ok }: Probe): string[] {
  const place = about.replace(root, "").replace(" in /", " in ").replace(/^\//, "");
  return [
    `  ${ok ? "ok" : "FAILED"}`,
    operation,
    `${ms.toFixed(0)} ms`,
    standing ?? "refused",
    inertLine(`${place}: ${note}`, 400),
  ];
}
