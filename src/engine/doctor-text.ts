// What the doctor found, as a person reads it.

import { columns } from "../std/columns.ts";
import { inertLine } from "../render/inert.ts";
import type { DoctorReport, LanguageHealth, Probe } from "./doctor.ts";
import { isHealthy } from "./doctor.ts";

export function doctorText(report: DoctorReport): string {
  if (report.languages.length === 0) return `No file of a known language in ${inertLine(report.root)}.\n`;
  const parts = report.languages.map((language) => languageText(report.root, language));
  const unserved = report.languages.filter(({ server }) => server === undefined).map(({ language }) => language);
  const left = unserved.length === 0 ? "" : ` Nothing can be asked about ${unserved.join(", ")}.`;
  const verdict = isHealthy(report)
    ? `All servers that are installed answer.${left}`
    : "Something does not work: see above.";
  return `${[...parts, verdict].join("\n\n")}\n`;
}

function languageText(root: string, health: LanguageHealth): string {
  const { language, files, server, version, missing, install, probes, unsupported } = health;
  const head = `${language}, ${files} file${files === 1 ? "" : "s"}`;
  const rows = probes.map((probe) => probeCells(root, probe));
  if (server === undefined) {
    const nobody = `${head}: no server${missing === undefined ? "" : `; would be served by ${missing}`}`;
    const how = install === undefined ? [] : [`  install it: ${install}`];
    return [nobody, ...how, ...columns(rows)].join("\n");
  }
  return [
    `${head}: ${inertLine(server)}${version === undefined ? "" : ` ${inertLine(version, 60)}`}`,
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
