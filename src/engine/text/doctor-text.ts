// What the doctor found, as a person reads it.

import { columns } from "../../std/columns.ts";
import { inertLine } from "../../render/inert.ts";
import type { DoctorReport, LanguageHealth, Probe } from "../doctor.ts";
import { isHealthy, unservedMain } from "../doctor.ts";
import { counted } from "../../std/words.ts";

/** `asTyped` puts operations and arguments into the words of the door, and `named` an operation alone. */
export function doctorText(report: DoctorReport, { asTyped, named }: Words): string {
  if (report.languages.length === 0) return `No file of a known language in ${inertLine(report.root)}.\n`;
  const parts = report.languages.map((language) => languageText(report.root, language, { asTyped, named }));
  return `${[...parts, verdict(report), ...guardText(report)].join("\n\n")}\n`;
}

function verdict(report: DoctorReport): string {
  const main = unservedMain(report);
  if (main !== undefined) {
    const why = report.isWhole ? `${main.language}, in which most of the code here is written,` : main.language;
    return `Questions about ${why} cannot be answered: no server is installed for it. See above how to install one.`;
  }
  if (!isHealthy(report)) return "Some checks failed: see above.";
  const unserved = report.languages.filter(({ server }) => server === undefined).map(({ language }) => language);
  const left = unserved.length === 0 ? "" : ` No server is installed for ${unserved.join(", ")}.`;
  return `All installed servers answer.${left}`;
}

/** Nothing is wrong without Perl; a machine with little memory has more of it with Perl. */
function guardText({ guard }: DoctorReport): string[] {
  if (guard === "perl") return [];
  return ["The guard process runs in Node (about 40 MB): there is no Perl in /usr/bin, with which it takes 5 MB."];
}

interface Words {
  readonly asTyped: (text: string) => string;
  readonly named: (operation: string) => string;
}

function languageText(root: string, health: LanguageHealth, words: Words): string {
  const { language, files, server, version, missing, install, probes, unsupported } = health;
  const head = `${language}, ${counted(files, "file")}`;
  const rows = probes.map((probe) => probeCells(root, probe, words));
  if (server === undefined) {
    const unserved = `${head}: no server${missing === undefined ? "" : `; it would be served by ${missing}`}`;
    const how = install === undefined ? [] : [`  install it: ${install}`];
    return [unserved, ...how, ...columns(rows)].join("\n");
  }
  return [
    `${head}: ${inertLine(server)}${version === undefined ? "" : ` ${inertLine(version, 60)}`}`,
    ...columns(rows),
    ...(unsupported.length === 0 ? [] : [`  cannot: ${unsupported.map(words.named).join(", ")}`]),
  ].join("\n");
}

function probeCells(root: string, { operation, about, ms, standing, note, ok }: Probe, words: Words): string[] {
  const place = about.replace(root, "").replace(" in /", " in ").replace(/^\//, "");
  return [
    `  ${ok ? "ok" : "FAILED"}`,
    words.named(operation),
    `${ms.toFixed(0)} ms`,
    standing ?? "refused",
    inertLine(`${place}: ${words.asTyped(note)}`, 400),
  ];
}
