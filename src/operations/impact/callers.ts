// Names the users of a symbol: each use by the symbol that it stands in, several uses of one user together.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { inertLine } from "../../render/inert.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { ImpactCaller, ChangedSymbol, ImpactRequest } from "./subject.ts";
import type { DeclaredSymbol, FileOutline } from "./outline.ts";
import { enclosing, isAskable, isLiteralKey, isTestCode, isWithin } from "./outline.ts";
import { isTestFile } from "../../languages/names/test-files.ts";

/** So many files are looked at at the same time. */
const atOnce = 32;

/** Uses outside of any declaration. */
const topLevel = "(top level)";
/** A file that only brings the name in, or hands it on. */
const imported = "(import)";

/** What the files declare that use something: each is looked at once, several at the same time. */
export async function lookAtUsers(
  found: readonly { readonly snapshot: Snapshot; readonly uses: readonly Location[] }[],
  request: ImpactRequest,
): Promise<void> {
  const files = new Map<FilePath, Snapshot>();
  for (const { snapshot, uses } of found) {
    for (const { file } of uses) if (!isExternal(file) && snapshot.holds(file)) files.set(file, snapshot);
  }
  await pooled([...files], atOnce, ([file, snapshot]) => outlineOf(snapshot, file, request));
}

export async function callersOf(
  changed: ChangedSymbol,
  uses: readonly Location[],
  request: ImpactRequest,
): Promise<ImpactCaller[]> {
  const byFile = new Map<string, Location[]>();
  for (const use of uses) {
    if (isOwn(changed, use)) continue;
    const path = isExternal(use.file) ? use.file.external : use.file;
    const own = byFile.get(path);
    if (own === undefined) byFile.set(path, [use]);
    else own.push(use);
  }
  const found = await Promise.all([...byFile.values()].map((own) => callersIn(changed, own, request)));
  return found.flat();
}

// — below: private, in the order they are used —

/** Inside the symbol itself, or a declaration of it. */
function isOwn({ file, symbol }: ChangedSymbol, use: Location): boolean {
  return use.file === file && (isWithin(symbol.node.span, use.span.start) || isNameOf(symbol, use.span.start));
}

function isNameOf({ node }: DeclaredSymbol, at: Place): boolean {
  return comparePlaces(node.nameSpan.start, at) === 0;
}

/** The users in one file. */
async function callersIn(
  changed: ChangedSymbol,
  uses: readonly Location[],
  request: ImpactRequest,
): Promise<ImpactCaller[]> {
  const [first] = uses;
  if (first === undefined) return [];
  const { snapshot } = changed;
  const { file } = first;
  if (isExternal(file) || !snapshot.holds(file)) return [outside(changed, uses)];
  const outline = await outlineOf(snapshot, file, request);
  if (outline === undefined) return [byFile(changed, file, uses)];
  const users = new Map<DeclaredSymbol | string, Location[]>();
  for (const use of uses) {
    const at = use.span.start;
    const symbol = enclosing(outline, at);
    if (symbol !== undefined && isNameOf(symbol, at) && isSameDeclared(symbol, changed.symbol)) continue;
    const key = symbol ?? (outline.isImport(use.span) ? imported : topLevel);
    users.set(key, [...(users.get(key) ?? []), use]);
  }
  // Bringing a name in is no use of its own where it is used, nor where it is declared; and in a test it tests nothing.
  if (users.size > 1 || file === changed.file || isTestFile(snapshot.root, file)) users.delete(imported);
  return [...users].map(([user, own]) => callerOf(changed, file, outline, user, own));
}

/** Another declaration of it is no use: an overload, or the member of an interface or of a base. The key of a literal is one. */
function isSameDeclared(symbol: DeclaredSymbol, changed: DeclaredSymbol): boolean {
  return symbol.leaf === changed.leaf && !isLiteralKey(symbol);
}

function outside({ snapshot }: ChangedSymbol, uses: readonly Location[]): ImpactCaller {
  const [first] = uses;
  const file = first?.file ?? "";
  const path = typeof file === "string" ? file : file.external;
  const shown = typeof file === "string" ? shownPath(snapshot.base, file as FilePath) : inertLine(file.external);
  const lines = linesOf(uses);
  return { name: topLevel, path, shown, line: lines[0] ?? 1, uses: lines, isTest: false, symbol: undefined };
}

async function outlineOf(
  snapshot: Snapshot,
  file: FilePath,
  { outlines, ledger }: ImpactRequest,
): Promise<FileOutline | undefined> {
  try {
    return await outlines.of(snapshot, file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ledger.refuse(
      { ...error.details, what: `users are listed by file only: ${error.details.what}` },
      shownPath(snapshot.base, file),
    );
    return undefined;
  }
}

function byFile({ snapshot }: ChangedSymbol, file: FilePath, uses: readonly Location[]): ImpactCaller {
  const lines = linesOf(uses);
  const isTest = isTestFile(snapshot.root, file);
  const shown = shownPath(snapshot.base, file);
  return { name: topLevel, path: file, shown, line: lines[0] ?? 1, uses: lines, isTest, symbol: undefined };
}

function callerOf(
  { snapshot }: ChangedSymbol,
  file: FilePath,
  { index }: FileOutline,
  user: DeclaredSymbol | string,
  uses: readonly Location[],
): ImpactCaller {
  const symbol = typeof user === "string" ? undefined : user;
  const lines = linesOf(uses);
  return {
    name: typeof user === "string" ? user : user.name,
    path: file,
    shown: shownPath(snapshot.base, file),
    line: symbol?.node.nameSpan.start.line ?? lines[0] ?? 1,
    uses: lines,
    isTest: isTestCode(snapshot.root, file, index, symbol),
    around: symbol,
    symbol: symbol !== undefined && isAskable(symbol) ? symbol : undefined,
  };
}

function linesOf(uses: readonly Location[]): number[] {
  return [...new Set(uses.map(({ span }) => span.start.line))].sort((a, b) => a - b);
}
