// What a text that is given leads to anew, of sources and documents: the first lead that may leave the root.

import { includesText, leadRules } from "../../languages/leads/lead-rules.ts";
import type { Host } from "../../host/host.ts";
import type { LeadFamily } from "../../languages/leads/leads.ts";
import { leadsOf } from "../../languages/leads/leads.ts";
import type { Lead } from "../../languages/leads/lead.ts";
import { isClimbing } from "../../languages/leads/lead.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display } from "../../model/file-path.ts";
import { confinedPlace } from "../trust/confine.ts";
import { pathsOf } from "./lead-paths.ts";
import type { OutsidePackages } from "./outside-names.ts";
import type { ShownPlaces } from "./places.ts";

export interface GivenCodeContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly places: ShownPlaces;
  /** Links of the root that lead outside it. */
  readonly links: readonly FilePath[];
  /** Packages of the root that lead outside it. */
  readonly packages: Pick<OutsidePackages, "leadOf">;
}

/** Why a text is refused: it leads outside, or what is unclear about where it leads. */
export interface Offence {
  readonly line: number;
  readonly written: string;
  readonly unclear?: string;
}

export interface GivenCode {
  readonly file: FilePath;
  readonly family: LeadFamily;
  readonly before: string;
  readonly after: string;
}

export async function offenceOf(context: GivenCodeContext, given: GivenCode): Promise<Offence | undefined> {
  const { family, before, after } = given;
  for (const lead of newLeads(family, before, after)) {
    const offence = await leadOffence(context, given, lead);
    if (offence !== undefined) return offence;
  }
  if (family === "data" || context.links.length === 0) return undefined;
  const [brought, known] = [bringing(after), bringing(before)];
  const added = context.links.find((path) => {
    const name = nameOf(path);
    return name !== "" && brought.includes(name) && !known.includes(name);
  });
  if (added === undefined) return undefined;
  return { line: lineOf(after, nameOf(added)), written: display(context.root, added) };
}

/** The leads that a text did not have before. One that is unclear may mean something else each time it is written. */
export function newLeads(family: LeadFamily, before: string, after: string): Lead[] {
  const counts = new Map<string, number>();
  const keyOf = ({ path, unclear }: Lead): string => `${path}\n${unclear ?? ""}`;
  for (const lead of leadsOf(family, before)) counts.set(keyOf(lead), (counts.get(keyOf(lead)) ?? 0) + 1);
  return leadsOf(family, after).filter((lead) => {
    const count = counts.get(keyOf(lead)) ?? 0;
    if (lead.unclear !== undefined) counts.set(keyOf(lead), count - 1);
    return count <= 0;
  });
}

/** The name of a file that an include takes in although it is called like no source of C. */
export function includedIn(path: string): string[] {
  const name = baseName(path.replaceAll("\\", "/"));
  return name === "" || includesText(name) ? [] : [name];
}

// — below: private, in the order they are used —

async function leadOffence(
  context: GivenCodeContext,
  { file, family }: GivenCode,
  { path, line, way, unclear }: Lead,
): Promise<Offence | undefined> {
  const offence = { line, written: path };
  // Where a URL or an absolute path leads is known, so that it is said first.
  if (unclear !== undefined && unclear !== "it is a URL") return { ...offence, unclear };
  if (way === "macro") return { ...offence, unclear: "it is the name of a macro" };
  if (way === "named") {
    const isOutside = leadRules[family].findsPackages === true && (await context.packages.leadOf(path)) !== undefined;
    return isOutside ? offence : undefined;
  }
  const all = pathsOf(context, file, { path, way: way === "searched" && isClimbing(path) ? "beside" : way });
  for (const one of all) if (!(await staysInside(context, one))) return offence;
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) && leadRules[family].doubtsAbsolute === true;
  const doubt = unclear ?? (isAbsolute ? "it is an absolute path" : undefined);
  return doubt === undefined ? undefined : { ...offence, unclear: doubt };
}

/** A path where there is nothing yet is judged by the directory that holds it. */
async function staysInside({ host, places }: GivenCodeContext, path: FilePath): Promise<boolean> {
  return (await places.mayShow(await confinedPlace(host, path))) && (await places.outsideOf(path)) === undefined;
}

function nameOf(link: FilePath): string {
  return baseName(link).split(".", 1)[0] ?? "";
}

/** The lines that bring something in, with those in which they go on. */
function bringing(text: string): string {
  const lines = text.replaceAll(/\\[ \t]*(?:\r\n|[\n\r])/g, " ").split(/\r\n|[\n\r\u2028\u2029]/);
  let isOpen = false;
  const found = lines.filter((line) => {
    const isFound = isOpen || /\b(?:import|from|include|embed|require|source)\b/.test(line);
    const code = line.split(/[ \t]#/, 1)[0] ?? "";
    isOpen = isFound && (code.includes("(") || isOpen) && code.lastIndexOf(")") <= code.lastIndexOf("(");
    return isFound;
  });
  return found.join("\n");
}

function lineOf(text: string, word: string): number {
  return text.slice(0, Math.max(0, text.indexOf(word))).split("\n").length;
}
