// The uses of a symbol with the account of every place of its name, and the standing that follows from it.
//
// Invariant: doubts about what a server has loaded or may run are dropped only where every place is accounted for one by
// one; without an account they all stay.

import type { Settings } from "../../config/settings.ts";
import type { Hierarchy, HierarchyNode, Location, PossibleUse, UseThroughRelative } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import type { RefusalCode } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason, ReasonCode } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { AskedUses, Asking } from "../asking/asking.ts";
import { qualified } from "../asking/asking.ts";
import type { Account, AccountContext } from "./account.ts";
import { Accounting } from "./account.ts";
import type { DefinitionLimits, DefinitionMemo } from "./definitions.ts";
import { Definitions } from "./definitions.ts";
import { isSamePlace } from "./places.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import { pooled } from "../../std/pooled.ts";
import { groupOf, languageFor } from "../../languages/table.ts";
import type { RenameEdit } from "../../session/edits/rename.ts";

import * as queries from "../../session/questions/queries.ts";
import { agreeing, counted } from "../../std/words.ts";
import type { FilePlace } from "../../model/place.ts";
import type { Deadline } from "../../std/deadline.ts";
import type { Patience } from "../../std/patience.ts";

export interface Uses {
  readonly locations: readonly Location[];
  /** Those of them that the server's list lacks. */
  readonly found: readonly Location[];
  /** Places that name a member which the symbol overrides or implements, or which overrides it. */
  readonly through: readonly UseThroughRelative[];
  /** Places that may be uses and could not be verified. */
  readonly possible: readonly PossibleUse[];
  /** How many places with the name were not checked. */
  readonly unchecked: number;
  /** False where the symbol has no name to search for, so that coverage alone decides. */
  readonly isAccounted: boolean;
}

export interface UsesContext
  extends Omit<AccountContext, "definitions" | "outline" | "implementations" | "isUnderstood" | "signal"> {
  readonly settings: Settings;
  /** Undefined where texts are supposed: what is found out then holds for them alone. */
  readonly memo: DefinitionMemo | undefined;
}

export interface UsesQuestion {
  readonly target: FilePlace;
  readonly includeDeclaration: boolean;
}

/** What an account settles, because it does not rest on what the server has loaded, says of itself, or may run. */
const settledByAccount: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  "broken_syntax",
  "capped",
  "dependencies_missing",
  "projects_not_loaded",
  "readiness_unknown",
  "restricted",
  "server_not_exhaustive",
  "server_unwell",
]);

export async function accountedUses(
  context: UsesContext,
  asking: Asking,
  { target, includeDeclaration }: UsesQuestion,
  patience: Patience,
): Promise<Answer<Uses>> {
  const ask = (): Promise<AskedUses<Location[]>> =>
    asking.uses(target.file, (session, options) => queries.references(session, target, includeDeclaration, options));
  const accounting = new Accounting(accountContext(context, asking, patience), target);
  const [first] = await Promise.all([ask(), accounting.prepare()]);
  let last = first;
  const account = await accounting.of(first.answer.value, async () => {
    last = await ask();
    return last.answer.value;
  });
  if (account === undefined) return unaccounted(first);
  return accounted(context.root, last, account);
}

/** The same for several symbols of one file, whose uses the server has already answered. */
export async function accountFor(
  context: UsesContext,
  asking: Asking,
  target: FilePlace,
  told: AskedUses<readonly Location[]>,
  patience: Patience,
): Promise<Answer<Uses>> {
  const accounting = new Accounting(accountContext(context, asking, patience), target);
  const account = await accounting.of(told.answer.value, async () => {
    const again = await asking.uses(target.file, (session, options) =>
      queries.references(session, target, true, options),
    );
    return again.answer.value;
  });
  return account === undefined ? unaccounted(told) : accounted(context.root, told, account);
}

/**
 * Callers of a function, as complete as the account of its uses: a use that the call hierarchy lacks may be a call.
 * `depth` beyond one rests on what the server has loaded, because only the uses of the function itself are accounted for.
 */
export async function accountedCallers(
  root: FilePath,
  told: AskedUses<Hierarchy>,
  uses: Answer<Uses>,
  depth: number,
  text: (file: FilePath) => Promise<LineIndex | undefined>,
): Promise<Answer<Hierarchy>> {
  const { value, standing } = await restingOn(told, uses);
  const farther = depth > 1 && uses.value.isAccounted ? await told.coverage() : [];
  const decorating = await pooled(uses.value.locations, atOnce, async (use) => isDecorator(use, text));
  const left = uses.value.locations
    .filter((use, at) => decorating[at] === true || uses.value.found.includes(use))
    .filter((use) => !value.nodes.some((node) => holds(node, use)))
    .map((location): PossibleUse => ({ location, why: "not in the call hierarchy" }));
  const possible = [...uses.value.possible, ...left];
  return {
    value: possible.length === 0 ? value : { ...value, possible },
    standing: standingOf([...standing.reasons, ...farther, ...possibleReasons(root, left)], standing.evidence),
  };
}

export interface AccountedRename extends RenameEdit {
  /** Places that may have to change with it, and are left alone. */
  readonly possible: readonly PossibleUse[];
}

/** A rename, as complete as the account of the symbol's uses: a use that the edit leaves alone would keep the old name. */
export async function accountedRename(
  root: FilePath,
  told: AskedUses<RenameEdit>,
  uses: Answer<Uses>,
  name: string,
  text: (file: FilePath) => Promise<LineIndex | undefined>,
): Promise<Answer<AccountedRename>> {
  const { value, standing } = await restingOn(told, uses);
  const left: PossibleUse[] = [];
  // What takes the symbol's place in other builds has its name as well.
  const elsewhere = uses.value.through.map(({ location }) => location).filter(isPreprocessed);
  for (const use of [...uses.value.locations, ...elsewhere]) {
    if (isExternal(use.file) || value.places.some((place) => touches(place, use))) continue;
    const index = await text(use.file);
    const written = index?.text.slice(index.offsetOf(use.span.start), index.offsetOf(use.span.end));
    // A use under another name stays as it is.
    if (written === name) left.push({ location: use, why: "not renamed by the server" });
  }
  return {
    value: { ...value, possible: [...uses.value.possible, ...left] },
    standing: standingOf([...standing.reasons, ...possibleReasons(root, left)], standing.evidence),
  };
}

// — below: private, in the order they are used —

function accountContext(context: UsesContext, asking: Asking, patience: Patience): AccountContext {
  const { places, ms } = context.settings.account;
  const waitMs = Math.max(patience.waitMs ?? context.settings.ready.waitMs, ms);
  const { deadline } = patience;
  const limits = (): DefinitionLimits => ({ places, patient: deadline.within(waitMs), brief: deadline.within(ms) });
  const definitions = new Definitions(
    (at, deadline) =>
      asking.about(at.file, (session, options) => queries.definition(session, at, { ...options, deadline })),
    limits,
    context.memo,
  );
  return {
    ...context,
    definitions,
    signal: patience.signal,
    outline: async (file) =>
      (await asking.about(file, (session, options) => queries.documentSymbols(session, file, options))).value,
    implementations: (at, until) => implementations(asking, at, until),
    isUnderstood: (at, until) => isUnderstood(asking, at, until),
  };
}

const failures: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "document_quarantined",
  "malformed_reply",
  "server_crashed",
  "server_hung",
  "server_restarting",
  "session_dead",
  "timed_out",
]);

/** Without an answer nothing is understood. */
async function isUnderstood(asking: Asking, at: FilePlace, deadline: Deadline): Promise<boolean> {
  try {
    const { value } = await asking.about(at.file, (session, options) =>
      queries.hover(session, at, { ...options, deadline }),
    );
    return value !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function implementations(
  asking: Asking,
  at: FilePlace,
  deadline: Deadline,
): Promise<readonly Location[] | undefined> {
  try {
    const { value } = await asking.about(at.file, (session, options) =>
      queries.locations(session, "textDocument/implementation", at, { ...options, deadline }),
    );
    return value;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A server refuses to speak of what cannot be implemented; one that failed has said nothing.
    return failures.has(error.code) ? undefined : [];
  }
}

async function unaccounted(told: AskedUses<readonly Location[]>): Promise<Answer<Uses>> {
  const { value, standing } = qualified(told.answer, [...told.lasting, ...(await told.coverage())]);
  return {
    value: { locations: value, found: [], through: [], possible: [], unchecked: 0, isAccounted: false },
    standing,
  };
}

function accounted(root: FilePath, told: AskedUses<readonly Location[]>, account: Account): Answer<Uses> {
  const { value, standing } = told.answer;
  const kept = standing.reasons.filter(({ code }) => !settledByAccount.has(code));
  const reasons = [...kept, ...told.lasting, ...possibleReasons(root, account.possible), ...uncheckedReasons(account)];
  const missing = account.found.filter((use) => !value.some((one) => isSamePlace(one, use)));
  return {
    value: {
      locations: [...value, ...missing],
      found: missing,
      through: account.through,
      possible: account.possible,
      unchecked: account.unchecked.places,
      isAccounted: true,
    },
    standing: standingOf(reasons, standing.evidence),
  };
}

/** What is known against an answer that rests on uses which are accounted for: doubts about coverage count no more. */
export async function restingOn<T>(told: AskedUses<T>, uses: Answer<Uses>): Promise<Answer<T>> {
  const { value, standing } = told.answer;
  if (!uses.value.isAccounted) return qualified(told.answer, [...told.lasting, ...(await told.coverage())]);
  const kept = standing.reasons.filter(({ code }) => !settledByAccount.has(code));
  return { value, standing: standingOf([...kept, ...told.lasting, ...uses.standing.reasons], standing.evidence) };
}

export function possibleReasons(root: FilePath, possible: readonly PossibleUse[]): Reason[] {
  const [first] = possible;
  if (first === undefined) return [];
  const count = possible.length;
  const { file } = first.location;
  const name = isExternal(file) ? file.external : display(root, file);
  const where = `${name}: ${first.why}`;
  const detail = `${counted(count, "possible use")} not verified (${where})`;
  return [{ code: "possible_uses", detail, counted: { count, thing: "possible use", trouble: "not verified", where } }];
}

function uncheckedReasons({ unchecked: { places, files } }: Account): Reason[] {
  if (places === 0) return [];
  const where = counted(files, "file");
  const detail = `${counted(places, "place")} with the name ${agreeing(places, "was", "were")} not checked in ${where}`;
  const told = { count: places, thing: "place", trouble: "with the name not checked", where };
  return [{ code: "not_accounted", detail, counted: told }];
}

/** Texts read at the same time. */
const atOnce = 8;

/** A decorator is a call that call hierarchies leave out. */
async function isDecorator(
  { file, span }: Location,
  text: (file: FilePath) => Promise<LineIndex | undefined>,
): Promise<boolean> {
  if (isExternal(file) || !/\.(?:pyi?|[cm]?[jt]sx?)$/.test(file)) return false;
  const line = (await text(file))?.lineText(span.start.line) ?? "";
  return /@[\w.$]*$/.test(line.slice(0, span.start.column - 1));
}

function holds({ sites, item }: HierarchyNode, { file, span }: Location): boolean {
  const isSite = sites.some((site) => site.file === file && contains(site.span, span.start));
  return isSite || (!isExternal(item.file) && item.file === file && contains(item.nameSpan, span.start));
}

function isPreprocessed({ file }: Location): boolean {
  return !isExternal(file) && languageFor(groupOf(file)).isPreprocessed === true;
}

function touches(place: Location, use: Location): boolean {
  return (
    place.file === use.file &&
    comparePlaces(place.span.start, use.span.end) <= 0 &&
    comparePlaces(use.span.start, place.span.end) <= 0
  );
}
