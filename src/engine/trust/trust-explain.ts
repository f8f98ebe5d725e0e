// What would run for a root as it is now, from where, and by which rule; and which files of it servers obey.
//
// Invariant: nothing is decided here. Programs are found as a question finds them, and the form of a server before
// trust is that of its entry in the catalogue.

import type { RestrictedForm, ServerEntry } from "../../catalog/entry.ts";
import type { ObeyedFile } from "../../catalog/obeyed.ts";
import type { Catalog } from "../../catalog/table.ts";
import { lintersFor, serversFor } from "../../catalog/table.ts";
import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import { addressText } from "../../model/address.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, isInside, joinPath } from "../../model/file-path.ts";
import type { Discovery } from "../../session/process/discovery.ts";
import { Discoverer, ownProgramsOf } from "../../session/process/discovery.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import type { Programs } from "../../session/process/programs.ts";
import { programsFor } from "../../toolchains/table.ts";
import { Restriction } from "../../workspace/trust/restriction.ts";
import { programsOfRoots } from "../../workspace/trust/untrusted-area.ts";
import { languagesBelow } from "../languages-below.ts";
import { directoriesLookedAt } from "../limits.ts";

export interface ExplainedProgram {
  readonly name: string;
  readonly use: "server" | "linter" | "git" | "build, test or format";
  /** What would be started, or would be if it were not refused; undefined where nothing was found. */
  readonly program?: readonly string[];
  readonly verdict: "runs" | "runs restricted" | "refused" | "not found";
  /** What lets it run, or keeps it from running. */
  readonly rule: string;
}

/** A file of the root by which it steers a server. */
export interface ExplainedFile {
  readonly file: string;
  readonly server: string;
  readonly effect: string;
  /** Whether what it holds can decide what runs, as the root is trusted now. */
  readonly decides: boolean;
}

export interface Explanation {
  readonly root: FilePath;
  readonly trusted: boolean;
  /** Whether the system would keep servers from files outside of the root. */
  readonly confined: boolean;
  readonly programs: readonly ExplainedProgram[];
  readonly files: readonly ExplainedFile[];
  /** False where the root is too large to be searched completely. */
  readonly isWhole: boolean;
}

export async function explain(
  host: Host,
  root: FilePath,
  { catalog, settings }: { readonly catalog: Catalog; readonly settings: Pick<Settings, "untrusted"> },
  trusted: boolean,
): Promise<Explanation> {
  const mayConfine = !trusted && settings.untrusted.confine !== "never";
  const confined = mayConfine && (await host.processes.canConfine());
  const { languages, isWhole } = await languagesBelow(host, root, catalog);
  const entries = [...new Set(languages.flatMap((id) => [...serversFor(catalog, id), ...lintersFor(catalog, id)]))];
  const { files, isWhole: isSearched } = await steeringFiles(host, root, entries, trusted);
  const { discoverer, rule } = searchIn(host, root, trusted);
  const programs: ExplainedProgram[] = [];
  const judging = { trusted, restriction: new Restriction(host, root) };
  for (const entry of entries) programs.push(await explainServer(discoverer, root, entry, judging));
  const names = [...new Set(languages.flatMap(programsFor))];
  for (const name of ["git", ...names]) programs.push(await explainTool(rule, name, trusted));
  return { root, trusted, confined, programs, files, isWhole: isWhole && isSearched };
}

/** The search finds programs as a question about the root would, and emits no event about what it does not find. */
export function searchIn(host: Host, root: FilePath, trusted: boolean) {
  const { area, programs: rule } = programsOfRoots(host, () => {});
  area.serve(root, trusted);
  return { discoverer: new Discoverer(host, rule, () => {}), rule };
}

/** Searches as a query would: a linter may be the project's own. */
export function lookFor(
  discoverer: Discoverer,
  root: FilePath,
  entry: ServerEntry,
  trusted: boolean,
): Promise<Discovery> {
  return discoverer.look(entry, root, entry.role === "lint" ? ownProgramsOf(root, trusted) : undefined);
}

// — below: private, in the order they are used —

interface Judging {
  readonly trusted: boolean;
  readonly restriction: Restriction;
}

async function explainServer(
  discoverer: Discoverer,
  root: FilePath,
  entry: ServerEntry,
  { trusted, restriction }: Judging,
): Promise<ExplainedProgram> {
  const about = { name: entry.id, use: entry.role === "lint" ? ("linter" as const) : ("server" as const) };
  const { restricted } = entry;
  const discovery = await lookFor(discoverer, root, entry, trusted);
  const refused = (rule: string): ExplainedProgram => {
    const program = "found" in discovery ? wordsOf(discovery.found) : discovery.own;
    return { ...about, ...(program === undefined ? {} : { program }), verdict: "refused", rule };
  };
  if (!trusted && restricted.kind === "refused") return refused(restricted.why);
  const undoing = trusted ? undefined : await restriction.undoneBy(entry);
  if (undoing !== undefined) {
    const what =
      undoing === "too large" ? "a file of the tree, which is too large to be searched," : display(root, undoing);
    return refused(`${what} would undo its restricted form`);
  }
  if (!("found" in discovery)) return { ...about, verdict: "not found", rule: discovery.missing };
  const { found } = discovery;
  const place =
    found.address === undefined
      ? placeRule(root, found.command, entry.launch.kind === "embedded")
      : "someone else runs it";
  const verdict = trusted || restricted.kind === "safe" ? "runs" : "runs restricted";
  return { ...about, program: wordsOf(found), verdict, rule: `${place}; ${formRule(restricted, trusted)}` };
}

function wordsOf(found: FoundServer): readonly string[] {
  return found.address === undefined ? [found.command, ...found.args] : [addressText(found.address)];
}

/** See `session/process/programs.ts`. */
const outside = "is outside all untrusted roots and checkouts, with all links followed";

function placeRule(root: FilePath, command: FilePath, isEmbedded: boolean): string {
  if (isEmbedded) return "ships with Sightline";
  return isInside(root, command) ? "is in the root, which is trusted" : outside;
}

function formRule(restricted: RestrictedForm, trusted: boolean): string {
  if (trusted) return "the root is trusted";
  return restricted.kind === "safe" ? "it executes nothing of a repository" : changesOf(restricted);
}

/** What the restricted form changes, in the words of the entry. */
function changesOf(restricted: RestrictedForm): string {
  if (restricted.kind !== "adjusted") return "as it is";
  const { args = [], env = {}, initializationOptions, settings, interpreter } = restricted;
  const parts = [
    ...(args.length > 0 ? [`started with ${args.join(" ")}`] : []),
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...(initializationOptions === undefined ? [] : [`options ${JSON.stringify(initializationOptions)}`]),
    ...(settings === undefined ? [] : [`settings ${JSON.stringify(settings)}`]),
    ...(interpreter === undefined ? [] : ["no interpreter of the root"]),
  ];
  return parts.length === 0 ? "as it is" : parts.join(", ");
}

async function explainTool(programs: Programs, name: string, trusted: boolean): Promise<ExplainedProgram> {
  const use = name === "git" ? ("git" as const) : ("build, test or format" as const);
  const found = await programs.find(name);
  if (found === undefined) return { name, use, verdict: "not found", rule: `none ${outside}` };
  const program = [found];
  if (name === "git") {
    const rule = `${outside}; run with hooks, monitors, filters and external programs off`;
    return { name, use, program, verdict: "runs", rule };
  }
  return trusted
    ? { name, use, program, verdict: "runs", rule: "when a build or test is asked for: the root is trusted" }
    : { name, use, program, verdict: "refused", rule: "builds and tests need a trusted root or --allow-exec" };
}

const keepsFromRunning = "prevents the server from starting until the root is trusted";
/** Enough to see what steers a server. */
const maxFilesOfServer = 20;

async function steeringFiles(
  host: Host,
  root: FilePath,
  entries: readonly ServerEntry[],
  trusted: boolean,
): Promise<{ readonly files: readonly ExplainedFile[]; readonly isWhole: boolean }> {
  const files: ExplainedFile[] = [];
  const counts = new Map<string, number>();
  const waiting = [root];
  for (let looked = 0; waiting.length > 0 && looked < directoriesLookedAt; looked++) {
    const directory = waiting.shift() ?? root;
    for (const { name, kind } of (await host.files.list(directory)) ?? []) {
      const path = joinPath(directory, name);
      if (kind === "directory" && name !== "node_modules" && name !== ".git") waiting.push(path);
      for (const entry of kind === "directory" ? [] : entries) {
        const told = effectOf(entry, path, trusted);
        const count = counts.get(entry.id) ?? 0;
        if (told === undefined || (count >= maxFilesOfServer && told.effect !== keepsFromRunning)) continue;
        counts.set(entry.id, count + 1);
        files.push({ file: display(root, path), server: entry.id, ...told });
      }
    }
  }
  return { files, isWhole: waiting.length === 0 };
}

type ConfigurationEffect = Pick<ExplainedFile, "effect" | "decides">;

function effectOf(
  { restricted, obeys = [] }: ServerEntry,
  path: FilePath,
  trusted: boolean,
): ConfigurationEffect | undefined {
  const obeyed = obeys.find(({ name }) => path.endsWith(`/${name}`));
  if (obeyed === undefined) return undefined;
  if (trusted) return { effect: "is used: the root is trusted", decides: true };
  return restricted.kind === "refused"
    ? { effect: "is not read: the server is not started", decides: false }
    : harmlessBy(obeyed);
}

function harmlessBy({ names, untrusted, unlessHarmless }: ObeyedFile): ConfigurationEffect {
  const what = names.join(", ");
  if (untrusted === "stops" && unlessHarmless !== undefined) {
    const effect = `could name: ${what}; the server is started only if its content is known to be harmless`;
    return { effect, decides: true };
  }
  if (untrusted === "stops") return { effect: keepsFromRunning, decides: true };
  return untrusted === "overridden"
    ? { effect: `could name: ${what}; the restricted form overrides it`, decides: false }
    : { effect: `could name: ${what}; the server neither runs nor loads it`, decides: false };
}
