// What a person reads before trusting a root, and after.
//
// Invariant: every line is made inert as a whole, so nothing that a repository wrote can move the cursor, hide text or
// look like a line of ours.

import { inertLine } from "../render/inert.ts";
import { columns } from "../std/columns.ts";
import type { Grant } from "../store/grants.ts";
import { word } from "./shown.ts";
import type { TrustView } from "./trust-desk.ts";
import type { ExplainedProgram, Explanation } from "./trust-explain.ts";

/** Longer than what anybody writes by hand; the rest is to be read in the file itself. */
const longestLine = 4_000;

const allowed =
  "Once it is trusted, builds, tests, documentation tools and commands of servers may be run in it, which execute its code.";

export function trustText({ root, file, released, isWhole, granted }: TrustView): string {
  const lines = [`root  ${root}`, allowed];
  if (granted === "before its configuration changed") lines.push("It was trusted with another configuration.");
  if (granted === "to another repository") lines.push("This is not the repository that was trusted at this path.");
  if (file === undefined) lines.push("It has no configuration of its own (.sightline/lsp.json).");
  else lines.push(...fileLines(file));
  if (released.length > 0) {
    lines.push("These servers may then run code of the project; until then they are:");
    lines.push(...columns(released.map(({ server, before }) => [`  ${word(server)}`, before])));
  }
  if (!isWhole) lines.push("  … and maybe more: the root is too large to look at all of it.");
  return lines.map(shownLine).join("\n");
}

/** What would run, each with the rule that lets it or does not, and which files of the root steer whom. */
export function explanationText({ root, trusted, programs, files, isWhole }: Explanation): string {
  const shownProgram = ({ name, use, verdict, program = [], rule }: ExplainedProgram): string[] => [
    `  ${word(name)}`,
    use,
    verdict,
    program.length === 0 ? "–" : program.map(word).join(" "),
    rule,
  ];
  return [
    `root  ${root} (${trusted ? "trusted" : "not trusted"})`,
    "What would run, from where, and why:",
    ...columns(programs.map(shownProgram)),
    ...(files.length === 0 ? [] : ["Files of the root that steer a server:"]),
    ...columns(files.map(({ file, server, effect }) => [`  ${word(file)}`, word(server), effect])),
    ...(isWhole ? [] : ["  … and maybe more: the root is too large to look at all of it."]),
  ]
    .map(shownLine)
    .join("\n");
}

export function grantsText(grants: readonly Grant[]): string {
  const rows = grants.map(({ root, at, pinned }) => [root, at, pinned ?? "no configuration"].map(shownLine));
  return columns(rows).join("\n");
}

/** A sentence about a root, on one line whatever the root is called. */
export function aboutRoot(sentence: string, root: string): string {
  return shownLine(`${sentence}: ${root}`);
}

// — below: private, in the order they are used —

function fileLines(file: NonNullable<TrustView["file"]>): string[] {
  return [
    "Its own configuration is read as long as it does not change:",
    `  ${file.path}`,
    `  sha256 ${file.sha256}`,
    ...file.servers.flatMap(({ server, starts, brings }) => [
      `  ${word(server)} starts: ${starts}`,
      ...brings.map(({ name, value }) => `    ${name}: ${JSON.stringify(value)}`),
    ]),
    ...(file.languages.length > 0 ? [`  decides who serves ${file.languages.map(word).join(", ")}`] : []),
    ...file.settings.map(({ name, value }) => `  sets ${word(name)} = ${JSON.stringify(value)}`),
  ];
}

function shownLine(line: string): string {
  const shown = inertLine(line);
  if (shown.length <= longestLine) return shown;
  return `${inertLine(shown, longestLine)} (${shown.length - longestLine} more characters: read the file before you trust it)`;
}
