// `sightline evidence`: what was asked and changed, whether the record of it is whole, and whether answers are still the same.

import { resolve } from "node:path";
import type { EvidenceDesk, EvidenceFilter, EvidenceOf } from "../../../engine/evidence/evidence-desk.ts";
import { recordedText, replayedText, verifiedText } from "../../../engine/evidence/evidence-text.ts";
import { replay } from "../../../engine/evidence/replay.ts";
import type { Command, TypedCommand } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { callerOf, openOptions, openShared } from "../opening.ts";

export const evidenceCommand: Command = {
  name: "evidence",
  usage: "show | verify | replay | export [DIR]",
  summary: "Show what was asked and changed, verify that the record is whole, or ask its questions again.",
  details: [
    "show lists calls with the requests and changes they caused, and what servers said in between. verify finds every changed, lost, moved or added line; the exit",
    "code is 1 where it finds one, or no evidence. replay asks the recorded questions again and tells which answers differ; it changes nothing.",
    "export copies the record to a new directory (--to), for `verify --from` on any machine. See docs/governance.md.",
  ].join("\n"),
  heeds: ["engine"],
  own: {
    tool: { value: "NAME", description: "only calls of this operation" },
    file: { value: "FILE", description: "only calls about this file, relative to the root" },
    by: { value: "AGENT", description: "only calls of this agent, connection or door" },
    since: { value: "TIME", description: "only from then on, as 2026-01-31 or 2026-01-31T12:00" },
    until: { value: "TIME", description: "only up to then" },
    last: { value: "NUMBER", description: "only so many of the latest; 50 by default, 0 for all" },
    from: { value: "DIR", description: "what was exported there, instead of the project's" },
    to: { value: "DIR", description: "with export, the new directory" },
    anyway: { description: "with replay, also ask where files have changed since" },
    exact: { description: "DIR itself, not the project around it" },
    json: { description: "one JSON value" },
  },
  examples: [
    "sightline evidence verify",
    "sightline evidence show --tool rename_symbol --since 2026-01-31",
    "sightline evidence replay --last 20",
  ],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const [verb = "show", directory, ...more] = call.args;
  if (more.length > 0) throw new WrongUsage("One directory at a time.");
  const desk = (await call.doors.desk()).evidence;
  const from = valueOf(call, "from");
  const of: EvidenceOf = {
    ...projectOf(call, directory),
    from: from && resolve(call.terminal.cwd, from),
  };
  switch (verb) {
    case "show":
      return show(call, desk, of);
    case "verify":
      return verify(call, desk, of);
    case "replay":
      return replayed(call, desk, of);
    case "export":
      return exported(call, desk, of);
    default:
      throw new WrongUsage("evidence takes show, verify, replay or export, and one directory.");
  }
}

// — below: private, in the order they are used —

/** The directory that is named, else the root that the options name, else the project of the current directory. */
function projectOf(call: TypedCommand, named: string | undefined): Pick<EvidenceOf, "directory" | "exact"> {
  const isExact = isGiven(call, "exact");
  if (named !== undefined) return { directory: resolve(call.terminal.cwd, named), exact: isExact };
  const { directory, exact } = openOptions(call);
  return { directory, exact: isExact || exact === true };
}

function valueOf({ own }: TypedCommand, name: string): string | undefined {
  const given = own.get(name);
  return given === undefined || given === true ? undefined : given.at(-1);
}

function filterOf(call: TypedCommand): EvidenceFilter {
  const last = valueOf(call, "last") ?? "50";
  if (!/^\d{1,9}$/.test(last)) throw new WrongUsage(`--last takes a number, not ${JSON.stringify(last)}.`);
  const [tool, file, agent, since, until] = ["tool", "file", "by", "since", "until"].map((name) => valueOf(call, name));
  return { tool, file, agent, since, until, last: last === "0" ? undefined : Number(last) };
}

async function show(call: TypedCommand, desk: EvidenceDesk, of: EvidenceOf): Promise<number> {
  const entries = await desk.entries(of, filterOf(call));
  call.terminal.out(`${isGiven(call, "json") ? JSON.stringify(entries) : recordedText(entries)}\n`);
  return 0;
}

async function verify(call: TypedCommand, desk: EvidenceDesk, of: EvidenceOf): Promise<number> {
  const verified = await desk.verify(of);
  call.terminal.out(`${isGiven(call, "json") ? JSON.stringify(verified) : verifiedText(verified)}\n`);
  // Evidence that is not there is not whole: it may have been removed, or lie under another root.
  const isThere = verified.chains.length > 0;
  const isWhole =
    isThere && verified.findings.length === 0 && verified.chains.every(({ findings }) => findings.length === 0);
  return isWhole ? 0 : 1;
}

async function replayed(call: TypedCommand, desk: EvidenceDesk, of: EvidenceOf): Promise<number> {
  const calls = await desk.calls(of, filterOf(call));
  const root = await desk.root(of);
  const engine = await openShared(call, { ...openOptions(call, root), directory: root, exact: true });
  try {
    const caller = { ...callerOf(call, "cli"), allowed: ["read"] as const };
    const done = await replay({ desk, engine, of, root, caller, anyway: isGiven(call, "anyway") }, calls);
    call.terminal.out(`${isGiven(call, "json") ? JSON.stringify(done) : replayedText(done)}\n`);
    return done.some(({ verdict }) => verdict.kind === "differs") ? 1 : 0;
  } finally {
    await engine.close();
  }
}

async function exported(call: TypedCommand, desk: EvidenceDesk, of: EvidenceOf): Promise<number> {
  const to = valueOf(call, "to");
  if (to === undefined) throw new WrongUsage("export takes --to and a new directory.");
  const target = resolve(call.terminal.cwd, to);
  const files = await desk.export(of, target);
  call.terminal.out(
    isGiven(call, "json") ? `${JSON.stringify({ to: target, files })}\n` : `${files} files in ${target}\n`,
  );
  return 0;
}
