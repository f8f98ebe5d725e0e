// What a person reads before trusting a root, and after.
//
// Invariant: every line is made inert as a whole, so nothing that a repository wrote can move the cursor, hide text or
// look like a line of ours.

import { inertLine } from "../../render/inert.ts";
import { columns } from "../../std/columns.ts";
import { counted } from "../../std/words.ts";
import type { Grant } from "../../store/grants.ts";
import { word } from "../text/shown.ts";
import type { TrustView } from "./trust-desk.ts";
import type { ExplainedProgram, Explanation } from "./trust-explain.ts";

/** Longer than what is written by hand; the rest is to be read in the file itself. */
const longestLine = 4_000;

const allowed =
  "Once it is trusted, builds, tests, documentation tools and server commands may run, which execute its code.";

/** `all` lists also what is not installed here. */
export function trustText({ root, file, released, isWhole, granted }: TrustView, all = false): string {
  const lines = [`root  ${root}`, allowed];
  if (granted === "before its configuration changed") lines.push("It was trusted with another configuration.");
  if (granted === "to another repository") lines.push("This is not the repository that was trusted at this path.");
  if (file === undefined) lines.push("It has no configuration of its own (.sightline/lsp.json).");
  else lines.push(...fileLines(file));
  lines.push(...releasedLines(released, all));
  if (!isWhole) lines.push("  … and maybe more: the root is too large to search completely.");
  return lines.map(shownLine).join("\n");
}

const reading =
  "Servers are confined by the system: they can read only this root, its checkout and installed software.";
const readingAll =
  "Servers are not confined: they can read all your files; what they report about files outside the root is withheld where it is detected.";

/** What would run, each with the rule that allows or forbids it, and which files of the root configure it. */
export function explanationText(explanation: Explanation, all = false): string {
  const { root, trusted, confined, isWhole } = explanation;
  return [
    `root  ${root} (${trusted ? "trusted" : "not trusted"})`,
    ...(trusted ? [] : [confined ? reading : readingAll]),
    ...(all ? everyLine(explanation) : tellingLines(explanation)),
    ...(isWhole ? [] : ["  … and maybe more: the root is too large to search completely."]),
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

function releasedLines(released: TrustView["released"], all: boolean): string[] {
  if (released.length === 0) return [];
  const shown = released.filter(({ isHere }) => all || isHere);
  const left = released.length - shown.length;
  if (shown.length === 0)
    return [`None of the servers that could then run code of the project is installed here; --all lists ${left}.`];
  const absent = (isHere: boolean): string => (isHere ? "" : "; not installed here");
  return [
    "These servers may then run code of the project; until then they are:",
    ...columns(shown.map(({ server, before, isHere }) => [`  ${word(server)}`, `${before}${absent(isHere)}`])),
    ...(left === 0
      ? []
      : [`  and ${left} more that ${left === 1 ? "is" : "are"} not installed here; ${listing(left)}`]),
  ];
}

function listing(count: number): string {
  return `--all lists ${count === 1 ? "it" : "them"}`;
}

const headings = [
  ["runs", "Runs:"],
  ["runs restricted", "Runs restricted:"],
  ["refused", "Refused:"],
] as const;

/** Enough to see what kind of files they are. */
const shownFiles = 10;

/** What is here, in the order of what it may do; the rest is only counted. */
function tellingLines({ programs, files }: Explanation): string[] {
  const here = programs.filter(({ program }) => program !== undefined);
  const absent = programs.length - here.length;
  const deciding = files.filter(({ decides }) => decides);
  const [more, idle] = [Math.max(0, deciding.length - shownFiles), files.length - deciding.length];
  return [
    ...headings.flatMap(([verdict, heading]) => {
      const own = here.filter((one) => one.verdict === verdict);
      const rows = columns(own.map(({ name, use, rule }) => [`  ${word(name)}`, use, rule]));
      return own.length === 0 ? [] : [heading, ...own.flatMap((one, at) => [rows[at] ?? "", `    ${commandOf(one)}`])];
    }),
    ...(absent === 0
      ? []
      : [
          `${absent} more could serve files of the root but ${absent === 1 ? "is" : "are"} not installed here; ${listing(absent)}`,
        ]),
    ...(deciding.length === 0 ? [] : ["Files of the root that decide what runs:"]),
    ...fileRows(deciding.slice(0, shownFiles)),
    ...(more === 0
      ? []
      : [`${counted(more, "more file")} ${more === 1 ? "decides" : "decide"} as well; ${listing(more)}`]),
    ...(idle === 0
      ? []
      : [
          `${counted(idle, "more file")} could configure a server but ${idle === 1 ? "does" : "do"} not; ${listing(idle)}`,
        ]),
  ];
}

function everyLine({ programs, files }: Explanation): string[] {
  return [
    "What would run, from where, and why:",
    ...columns(programs.map((one) => [`  ${word(one.name)}`, one.use, one.verdict, commandOf(one), one.rule])),
    ...(files.length === 0 ? [] : ["Files of the root that configure a server:"]),
    ...fileRows(files),
  ];
}

function commandOf({ program = [] }: ExplainedProgram): string {
  return program.length === 0 ? "–" : program.map(word).join(" ");
}

function fileRows(files: Explanation["files"]): string[] {
  return columns(files.map(({ file, server, effect }) => [`  ${word(file)}`, word(server), effect]));
}

function fileLines(file: NonNullable<TrustView["file"]>): string[] {
  return [
    "Its own configuration is read as long as it does not change:",
    `  ${file.path}`,
    `  sha256 ${file.sha256}`,
    ...file.servers.flatMap(({ server, starts, brings }) => [
      `  ${word(server)} starts: ${starts}`,
      ...brings.map(({ name, value }) => `    ${name}: ${JSON.stringify(value)}`),
    ]),
    ...(file.languages.length > 0 ? [`  chooses the server for ${file.languages.map(word).join(", ")}`] : []),
    ...file.settings.map(({ name, value }) => `  sets ${word(name)} = ${JSON.stringify(value)}`),
  ];
}

function shownLine(line: string): string {
  const shown = inertLine(line);
  if (shown.length <= longestLine) return shown;
  return `${inertLine(shown, longestLine)} (${shown.length - longestLine} more characters: read the file before trusting it)`;
}
