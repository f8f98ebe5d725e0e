// What a person reads before Sightline is put into the configuration of agents, or taken out of it.
//
// Invariant: a file of an agent may hold secrets of other servers; nothing of it is shown but what is ours and the lines that it touches, and
// of those only names of keys: no value of others.

import type { Host } from "../../host/host.ts";
import { codeLine } from "../../render/inert.ts";
import { unifiedDiff } from "../../render/unified-diff.ts";
import { counted, firstNames } from "../../std/words.ts";
import { shown } from "../text/shown.ts";
import { setupAgents } from "./agents.ts";
import { commandLineOf } from "./launch.ts";
import type { OwnState } from "./own-state.ts";
import { shownPlace } from "./places.ts";
import type { ConfigurationChange, SetupPlan } from "./setup-desk.ts";

export type Reader = Pick<Host, "home">;

/** What init would write. */
export function initText(plan: SetupPlan, host: Reader): string {
  const { agents, launch, skills } = plan;
  const lines = [`agents   ${agents.map(({ title }) => title).join(", ")}`];
  if (launch !== undefined) lines.push(`command  ${shown(commandLineOf([...launch.words, "mcp"]))}`);
  lines.push(...changeLines(plan, host));
  for (const { place, names, copies } of skills) {
    const where = shown(shownPlace(host, plan.project, place.path));
    lines.push(`${where}: ${counted(names.length, "skill")} ${copies ? "copied" : "linked"} (${firstNames(names, 3)})`);
  }
  return [...lines, ...plan.remarks.map(shown)].join("\n");
}

/** What uninstall would take out; with a diff of each file where that is wanted. */
export function uninstallText(plan: SetupPlan, host: Reader, state: OwnState | undefined, withDiff: boolean): string {
  const lines = changeLines(plan, host, withDiff);
  for (const { place, names } of plan.skills) {
    const where = shown(shownPlace(host, plan.project, place.path));
    lines.push(`${where}: ${counted(names.length, "skill")} removed (${firstNames(names, 3)})`);
  }
  if (state !== undefined) {
    lines.push(
      `${shown(shownPlace(host, plan.project, state.directory))}: caches and state removed (${state.contents.join(", ")})`,
    );
    if (state.kept !== undefined) lines.push(state.kept);
  }
  return [...lines, ...plan.remarks.map(shown)].join("\n");
}

// — below: private, in the order they are used —

function changeLines(plan: SetupPlan, host: Reader, withDiff = true): string[] {
  return plan.changes.flatMap((change) => {
    const path = shown(shownPlace(host, plan.project, change.file.path));
    const parts = change.parts.map(({ agent, title }) => `${title} of ${titleOf(agent)}`);
    const goes = change.after === undefined ? "; the file goes" : "";
    const line = `${path}: ${[...new Set(parts)].join(", ")}${goes}`;
    return withDiff ? [line, diffOf(change, path)] : [line];
  });
}

function titleOf(id: string): string {
  return setupAgents.find((agent) => agent.id === id)?.title ?? id;
}

function diffOf({ file, after }: ConfigurationChange, path: string): string {
  const files = [
    {
      from: file.text === undefined ? undefined : path,
      to: after === undefined ? undefined : path,
      before: file.text ?? "",
      after: after ?? "",
    },
  ];
  const known = ourTexts(file.text ?? "", after ?? "");
  return unifiedDiff(files, { context: 0, line: (line) => codeLine(redacted(line, known), longestLine) }).trimEnd();
}

const longestLine = 240;
const longestKey = 40;

/** Texts in quotes of lines that are wholly new, or wholly gone: those that the other side does not hold. */
function ourTexts(before: string, after: string): ReadonlySet<string> {
  const [old, now] = [quotedIn(before), quotedIn(after)];
  return new Set([...now].filter((one) => !old.has(one)).concat([...old].filter((one) => !now.has(one))));
}

const quoted = /"(?:[^"\\\r\n]|\\[^\r\n])*"|'[^'\r\n]*'/g;

function quotedIn(text: string): Set<string> {
  return new Set(text.match(quoted) ?? []);
}

function redacted(line: string, known: ReadonlySet<string>): string {
  return line.replaceAll(quoted, (found, at: number) => {
    const isKey = found.length <= longestKey && /^\s*[:=]/.test(line.slice(at + found.length));
    return isKey || known.has(found) ? found : '"…"';
  });
}
