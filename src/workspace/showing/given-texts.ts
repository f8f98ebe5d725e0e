// Texts that an agent gives: none of them may lead a server to a file that may not be shown.
//
// Invariant: whether there is something outside does not matter, so that the outside cannot be explored by asking.

import type { Host } from "../../host/host.ts";
import { leadFamilyOf, leadsOf } from "../../languages/leads.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { placeOf } from "../confine.ts";
import type { ConfigurationLead } from "./configuration-leads.ts";
import { configurationLeads, configurationOf } from "./configuration-leads.ts";
import { pathsOf } from "./lead-paths.ts";
import type { OutsidePackages } from "./outside-names.ts";
import { isOutsideEnvironment } from "./outside-names.ts";
import type { ShownPlaces } from "./places.ts";

export interface GivenContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly places: ShownPlaces;
  /** Links of the root that lead outside it. */
  readonly links: readonly FilePath[];
  /** Packages of the root that lead outside it. */
  readonly packages: Pick<OutsidePackages, "leadOf">;
}

/** Refuses a change that adds a lead to a place that may not be shown. */
export async function mustStayInside(context: GivenContext, changes: readonly TextChange[]): Promise<void> {
  for (const { file, before, after } of changes) {
    if (after === undefined) continue;
    await judgeCode(context, file, before ?? "", after);
    await judgeConfiguration(context, file, before ?? "", after);
  }
}

// — below: private, in the order they are used —

async function judgeCode(context: GivenContext, file: FilePath, before: string, after: string): Promise<void> {
  const family = leadFamilyOf(file);
  if (family === undefined) return;
  const former = new Set(leadsOf(family, before).map(({ path }) => path));
  for (const { path, line, way } of leadsOf(family, after)) {
    if (former.has(path)) continue;
    if (way === "macro") unclear(context, file, line, path);
    if (way === "named") {
      if (family === "script" && (await context.packages.leadOf(path)) !== undefined)
        outside(context, file, line, path);
      continue;
    }
    const climbs = way === "searched" && /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
    const all = pathsOf(context, file, { path, way: climbs ? "beside" : way });
    for (const one of all) if (!(await staysInside(context, one))) outside(context, file, line, path);
  }
  const added = context.links.find((link) => names(after, link) && !names(before, link));
  if (added !== undefined && family !== "data")
    outside(context, file, lineOf(after, link(added)), display(context.root, added));
}

/** A path where there is nothing yet is judged by the directory that holds it. */
async function staysInside({ host, places }: GivenContext, path: FilePath): Promise<boolean> {
  return (await places.mayShow(await placeOf(host, path))) && (await places.outsideOf(path)) === undefined;
}

function link(path: FilePath): string {
  return baseName(path).split(".", 1)[0] ?? "";
}

/** Whether a line that brings something in names a link. */
function names(text: string, path: FilePath): boolean {
  const name = link(path);
  return (
    name !== "" &&
    text
      .split("\n")
      .some((line) => /\b(?:import|from|include|embed|require|source)\b/.test(line) && line.includes(name))
  );
}

function lineOf(text: string, word: string): number {
  return text.slice(0, Math.max(0, text.indexOf(word))).split("\n").length;
}

async function judgeConfiguration(context: GivenContext, file: FilePath, before: string, after: string): Promise<void> {
  if (configurationOf(file) === undefined) return;
  const former = new Set(configurationLeads(file, before).map(({ written }) => written));
  for (const lead of configurationLeads(file, after)) {
    if (!former.has(lead.written) && (await isOutside(context, lead)))
      outside(context, file, lineOf(after, lead.written), lead.written);
  }
}

async function isOutside(context: GivenContext, { path, written, way }: ConfigurationLead): Promise<boolean> {
  if (way === "named") return (await context.packages.leadOf(written)) !== undefined;
  if (way === "environment") return isOutsideEnvironment(context, path);
  return !(await context.places.mayShow(await placeOf(context.host, path)));
}

function outside({ root }: GivenContext, file: FilePath, line: number, written: string): never {
  return refuse({
    code: "outside_root",
    what: `Line ${line} of ${display(root, file)} leads outside the root.`,
    why: `${JSON.stringify(written.slice(0, 200))} names a place that is neither in an open root nor installed, and a server would read it.`,
    next: "Nothing was changed. Leave that line out; another directory is read when it is served as a root too (--root . --root DIR).",
  });
}

function unclear({ root }: GivenContext, file: FilePath, line: number, written: string): void {
  refuse({
    code: "outside_root",
    what: `Where line ${line} of ${display(root, file)} leads cannot be told.`,
    why: `${JSON.stringify(written.slice(0, 200))} is not a path in quotes, so that it may lead outside the root.`,
    next: "Nothing was changed. Write the path itself.",
  });
}
