// Where one other repository uses a symbol.
//
// Servers of separate roots do not know each other. So every place of the consumer that spells one of the symbol's names is
// asked for its definition there, and counts where this leads to the declaration, or to an installed copy of its package.
// Invariant: a place in code whose definition is unknown is counted as a doubt, never dropped.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { isInside } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { Patience, Snapshot } from "../../workspace/snapshot.ts";
import { codeOnly } from "../../languages/syntax/code-text.ts";
import { familyOf } from "../../languages/table.ts";
import { importedIn } from "../../languages/imports/imported.ts";
import type { SharedSymbol } from "./cross-repo-symbol.ts";
import { copyOf, symbolPathAt } from "./cross-repo-symbol.ts";
import { locationKey } from "./cross-repo-places.ts";
import { textOf } from "../places.ts";

export interface ConsumerUses {
  readonly references: readonly Location[];
  /** Some uses lead to an installed copy, not to the declaration itself. */
  readonly isCopied: boolean;
}

export async function usesIn(
  snapshot: Snapshot,
  symbol: SharedSymbol,
  patience: Patience,
): Promise<Answer<ConsumerUses>> {
  const { files, isWhole } = await snapshot.rootSources();
  const family = familyOf(symbol.declared[0]?.file ?? "");
  const ending = /\.[^./]*$/.exec(symbol.declared[0]?.file ?? "")?.[0] ?? "";
  const kin = files.filter(({ file }) => (family === "other" ? file.endsWith(ending) : familyOf(file) === family));
  const found = await pooled(kin.slice(0, maxFiles), atOnce, ({ file }) => spelledIn(snapshot, file, symbol.names));
  const all = found.flatMap((one) => one.candidates);
  const candidates = all.slice(0, maxCandidates);
  const judged = await pooled(candidates, atOnce, (one) => judge(snapshot, symbol, one, patience));
  const sources = new Set<string>(kin.map(({ file }) => file));
  const uses = judged.flatMap(({ verdict, candidate }) => (verdict.is === "use" ? [{ verdict, candidate }] : []));
  const spread = await spreadFrom(snapshot, uses, sources, patience);
  const confirmed = uses.map(({ candidate }) => candidate.location);
  const references = new Map([...confirmed, ...spread.value].map((one) => [locationKey(one), one]));
  const isDoubt = ({ candidate, verdict }: Judged): boolean =>
    verdict.is === "unknown" && candidate.isCode && !references.has(locationKey(candidate.location));
  const reasons: Reason[] = [
    ...(isWhole ? [] : [reason("scoped", "some directories could not be read")]),
    ...(kin.length > maxFiles ? [reason("capped", `only ${maxFiles} of ${kin.length} files were searched`)] : []),
    ...(all.length > candidates.length
      ? [reason("capped", `only ${candidates.length} of ${all.length} places were checked`)]
      : []),
    ...unread(found.filter((one) => !one.isRead).length),
    ...doubted(snapshot, judged.filter(isDoubt)),
  ];
  const standings = judged.map(({ verdict }) => standingOf(verdict.standing?.reasons ?? []));
  return {
    value: { references: [...references.values()], isCopied: uses.some(({ verdict }) => verdict.isCopy) },
    standing: joinStandings([spread.standing, ...standings, standingOf(reasons)]),
  };
}

// — below: private, in the order they are used —

const atOnce = 8;
const maxFiles = 20_000;
const maxCandidates = 1_000;

interface Candidate {
  readonly location: Location & { readonly file: FilePath };
  readonly index: LineIndex;
  /** Neither in a comment nor in a string, as far as signs tell. */
  readonly isCode: boolean;
}

interface Use {
  readonly is: "use";
  readonly isCopy: boolean;
  readonly leadsTo: string;
  readonly standing: Standing;
}

type Verdict =
  | Use
  | { readonly is: "other"; readonly standing: Standing }
  | { readonly is: "unknown"; readonly standing: Standing | undefined; readonly why: string };

interface Judged<V extends Verdict = Verdict> {
  readonly candidate: Candidate;
  readonly verdict: V;
}

function reason(code: Reason["code"], detail: string): Reason {
  return { code, detail };
}

/** Every place where one of the names stands as a whole word. */
async function spelledIn(
  snapshot: Snapshot,
  file: FilePath,
  names: readonly string[],
): Promise<{ readonly candidates: readonly Candidate[]; readonly isRead: boolean }> {
  const index = await textOf(snapshot, file);
  if (index === undefined) return { candidates: [], isRead: false };
  if (!names.some((name) => index.text.includes(name))) return { candidates: [], isRead: true };
  const code = codeOnly(index.text, familyOf(file));
  const words = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${names.map(escaped).join("|")})(?![\\p{L}\\p{N}_$])`, "gu");
  const candidates = [...index.text.matchAll(words)].map((match): Candidate => {
    const span = { start: index.placeOf(match.index), end: index.placeOf(match.index + match[0].length) };
    return { location: { file, span }, index, isCode: code.startsWith(match[0], match.index) };
  });
  return { candidates, isRead: true };
}

function escaped(name: string): string {
  return name.replaceAll(/[$.*+?^{}()|[\]\\]/g, String.raw`\$&`);
}

async function judge(
  snapshot: Snapshot,
  symbol: SharedSymbol,
  candidate: Candidate,
  patience: Patience,
): Promise<Judged> {
  return { candidate, verdict: await verdictOn(snapshot, symbol, candidate, patience) };
}

async function verdictOn(
  snapshot: Snapshot,
  symbol: SharedSymbol,
  { location, index }: Candidate,
  patience: Patience,
): Promise<Verdict> {
  const { file, span } = location;
  try {
    const { value, standing } = await snapshot.definition({ file, place: span.start }, patience);
    if (value.length === 0) return { is: "unknown", standing, why: "no definition" };
    for (const one of value) {
      // The declaration of a copy uses nothing.
      if (one.file === file && comparePlaces(one.span.start, span.start) === 0) continue;
      const how = await leadsTo(snapshot, symbol, one, patience);
      if (how !== undefined) return { is: "use", isCopy: how === "copy", standing, leadsTo: locationKey(one) };
    }
    // A name that leads no farther than to its import was not found by the server.
    const isImport = importedIn(file, index);
    const isUnresolved = value.every((one) => one.file === file && isImport(one.span));
    return isUnresolved ? { is: "unknown", standing, why: "its import is not resolved" } : { is: "other", standing };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { is: "unknown", standing: undefined, why: error.details.what };
  }
}

/** The declaration itself, or a copy of it: of an installed package, or in what its own package builds. */
async function leadsTo(
  snapshot: Snapshot,
  symbol: SharedSymbol,
  { file, span }: Location,
  patience: Patience,
): Promise<"declaration" | "copy" | undefined> {
  if (isExternal(file)) return undefined;
  const isDeclaration = symbol.declared.some((one) => one.file === file && sameLine(one.span.start, span.start));
  if (isDeclaration) return "declaration";
  const isBuilt = isInside(symbol.snapshot.root, file) && /\.d\.[cm]?ts$/.test(file);
  const copy = isBuilt ? "same package" : copyOf(symbol, file);
  if (copy === undefined) return undefined;
  // Several symbols of a package or a file may have one name, as methods do.
  const holder = isBuilt ? symbol.snapshot : snapshot;
  const path = holder.holds(file) ? await symbolPathAt(holder, { file, span }, patience) : undefined;
  return path === undefined || symbol.path === undefined || path === symbol.path ? "copy" : undefined;
}

function sameLine(a: Place, b: Place): boolean {
  return a.line === b.line;
}

/** References of what was found, asked once for each declaration: they know the uses under other names. */
async function spreadFrom(
  snapshot: Snapshot,
  uses: readonly Judged<Use>[],
  sources: ReadonlySet<string>,
  patience: Patience,
): Promise<Answer<Location[]>> {
  const starts = new Map(uses.map(({ verdict, candidate }) => [verdict.leadsTo, candidate]));
  const answers = await pooled(
    [...starts.values()],
    atOnce,
    async ({ location }): Promise<Answer<readonly Location[]>> => {
      try {
        return await snapshot.references({ file: location.file, place: location.span.start }, false, patience);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const detail = `uses under other names are unknown: ${error.details.what}`;
        return { value: [], standing: standingOf([reason("scoped", detail)]) };
      }
    },
  );
  return {
    value: answers.flatMap(({ value }) => value.filter(({ file }) => !isExternal(file) && sources.has(file))),
    standing: joinStandings(answers.map(({ standing }) => standingOf(standing.reasons))),
  };
}

function unread(count: number): Reason[] {
  return count === 0 ? [] : [reason("scoped", `${count} file${count === 1 ? "" : "s"} could not be read`)];
}

function doubted(snapshot: Snapshot, doubts: readonly Judged[]): Reason[] {
  const [first] = doubts;
  if (first?.verdict.is !== "unknown") return [];
  const { file, span } = first.candidate.location;
  const places = doubts.length === 1 ? "1 place that spells" : `${doubts.length} places that spell`;
  const where = `${file.slice(snapshot.root.length + 1)}:${span.start.line}`;
  return [reason("scoped", `${places} the name could not be resolved, first ${where}: ${first.verdict.why}`)];
}
