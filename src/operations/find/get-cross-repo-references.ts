// `get_cross_repo_references`: the uses of a symbol in its own repository and in others that build on it.
//
// Servers of separate roots do not know each other. So every place of the consumer that spells one of the symbol's names is
// asked for its definition there, and counts where this leads to the declaration, or to an installed copy of its package.
// Invariant: a place in code whose definition is unknown is counted as a doubt, never dropped.

import type { Patience } from "../../std/patience.ts";
import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { Location } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { pooled } from "../../std/pooled.ts";
import type { ControlContext } from "../define.ts";
import { defineControl } from "../define.ts";
import type { ShownPlace, ShownTarget } from "../places.ts";
import { shownPlaces, shownTarget, targetText, textOf } from "../places.ts";
import type { ResolvedTarget } from "../target.ts";
import { resolveTarget, targetInput } from "../target.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { placesAsCounts, placesAsLines, placesWithSource } from "../../render/place-list.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, ancestors, joinPath, relativeTo } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import { familyOf } from "../../languages/table.ts";
import { importedIn } from "../../languages/imports/imported.ts";
import { isRecord } from "../../std/json.ts";
import { noSymbolAt } from "../must-be-symbol.ts";
import { pathedSymbols } from "../../languages/declarations/symbol-tree.ts";

const { file_path: _, ...pointing } = targetInput;
const input = {
  symbol_file: z.string().min(1),
  ...pointing,
  consumer_roots: z.array(z.string().min(1)).max(20).describe("Directories that the operator allows."),
};

export const getCrossRepoReferences = defineControl<
  "get_cross_repo_references",
  typeof input,
  CrossRepoReferences,
  CrossRepoJson
>({
  name: "get_cross_repo_references",
  title: "Get Cross-Repo References",
  summary: "List the uses of a symbol in its own repository and in others that build on it.",
  guidance: "A use counts where its definition leads to the symbol.",
  exposure: "full",
  cli: { command: "cross-repo", positional: "target and directories" },
  needs: ["textDocument/references", "textDocument/definition", "textDocument/documentSymbol"],
  asks: ["uses"],
  input,
  async run(context, asked): Promise<Answer<CrossRepoReferences>> {
    const { symbol_file, consumer_roots, ...place } = asked;
    if (consumer_roots.length === 0) {
      refuse({ code: "bad_input", what: "consumer_roots is empty.", next: "Name the roots that may use the symbol." });
    }
    const target = await resolveTarget(context, { ...place, file_path: symbol_file });
    const own = await target.snapshot.references(target, false, context.patience);
    const symbol = await sharedSymbol(target, own.value, context.patience);
    const consumers = await pooled([...new Set(consumer_roots)], consumersAtOnce, (raw) =>
      inConsumer(context, symbol, raw),
    );
    const refused = consumers.flatMap(({ refusal }) => refusal ?? []);
    if (refused[0] !== undefined && refused.length === consumers.length) throw refused[0];
    const primary: RepoReferences = { repo: "primary", places: await shownPlaces(target.snapshot, own.value, true) };
    return {
      value: {
        target: shownTarget(target),
        symbol: symbol.path ?? symbol.name,
        repos: [primary, ...consumers.flatMap(({ found }) => found ?? [])],
        warnings: consumers.flatMap(({ warnings }) => warnings),
      },
      standing: {
        ...joinStandings([own.standing, ...consumers.map(({ standing }) => standing), standingOf(unnamed(symbol))]),
        evidence: own.standing.evidence,
      },
    };
  },
  isEmpty: ({ repos }) => repos.every(({ places }) => places.length === 0),
  toText: crossRepoText,
  toJson: crossRepoJson,
  hints: () => [{ operation: "blast_radius", why: "what a change to it reaches in its own repository" }],
  examples: [
    {
      title: "Uses of a function here and in a repository that may use it",
      input: { symbol_file: "src/money.ts", symbol_path: "times", consumer_roots: ["."] },
    },
  ],
});

// — below: private, in the order they are used —

const consumersAtOnce = 4;

interface Consumer {
  readonly found?: RepoReferences;
  readonly warnings: readonly string[];
  readonly standing: Standing;
  readonly refusal?: Refusal;
}

/** One that cannot be asked takes nothing away from the others. */
async function inConsumer(context: ControlContext, symbol: SharedSymbol, raw: string): Promise<Consumer> {
  const named = inertLine(raw, 200);
  try {
    const borrowed = await context.control.borrowFolder(raw, context.declared);
    try {
      if (borrowed.root === symbol.snapshot.root) {
        const warning = `${named} is part of the primary repository; its uses are listed under primary.`;
        return { warnings: [warning], standing: standingOf([]) };
      }
      const { snapshot } = await context.view.locate(borrowed.root);
      const { value, standing } = await usesIn(snapshot, symbol, context.patience);
      const copied = `${named} uses an installed copy of the package, possibly of another version.`;
      return {
        found: { repo: borrowed.root, places: await shownPlaces(snapshot, inOrder(value.references), true) },
        warnings: value.isCopied ? [copied] : [],
        standing: standingOf(standing.reasons.map(({ code, detail }) => ({ code, detail: `${named}: ${detail}` }))),
      };
    } finally {
      await borrowed.release();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = `${named} was not searched: ${error.details.what}`;
    return { warnings: [why], standing: standingOf([{ code: "target_refused", detail: why }]), refusal: error };
  }
}

function inOrder(locations: readonly Location[]): Location[] {
  return [...locations].sort(
    (a, b) => a.span.start.line - b.span.start.line || a.span.start.column - b.span.start.column,
  );
}

function unnamed({ name, isDefault }: SharedSymbol): Reason[] {
  if (!isDefault) return [];
  const detail = `${name} is a default export, which may be imported under any name; only places with this name were checked`;
  return [{ code: "scoped", detail }];
}

// — Uses of a symbol grouped by repository, as text and as data —

export interface CrossRepoReferences {
  readonly target: ShownTarget;
  readonly symbol: string;
  readonly repos: readonly RepoReferences[];
  readonly warnings: readonly string[];
}

export interface RepoReferences {
  /** The root, or `primary` for the one that declares the symbol. */
  readonly repo: string;
  readonly places: readonly ShownPlace[];
}

export interface CrossRepoJson {
  readonly symbol: string;
  readonly references: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly repo: string;
  }[];
  readonly summary: string;
  readonly warnings?: readonly string[];
}

function crossRepoJson({ symbol, repos, warnings }: CrossRepoReferences): CrossRepoJson {
  return {
    symbol,
    references: repos.flatMap(({ repo, places }) =>
      places.map(({ path, line, column }) => ({ file: path, line, column, repo })),
    ),
    summary: summaryOf(repos),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function crossRepoText({ target, repos, warnings }: CrossRepoReferences, budget: Budget): string {
  const summary = summaryOf(repos);
  const head = `${summary}\nof ${targetText(target)}`;
  const notes = warnings.map((warning) => `\n(${inertLine(warning, 300)})`).join("");
  const listed = (list: (places: readonly ShownPlace[]) => string): string =>
    repos
      .filter(({ places }) => places.length > 0)
      .map(({ repo, places }) => `\n${inertLine(repo)}:\n${list(places)}`)
      .join("");
  return fitting(
    [
      () => ({ text: `${head}${listed(placesWithSource)}${notes}` }),
      () => ({ text: `${head}${listed(placesAsLines)}${notes}`, leavesOut: "source lines left out: too many" }),
      () => ({ text: `${head}${listed(placesAsCounts)}${notes}`, leavesOut: "lines left out: too many" }),
      () => ({ text: `${summary}${notes}`, leavesOut: "places left out: too many" }),
      () => ({ text: `${total(repos)}; too many to list.` }),
    ],
    budget,
  );
}

function total(repos: readonly RepoReferences[]): string {
  const count = repos.reduce((sum, { places }) => sum + places.length, 0);
  return `${counted(count, "reference")} in ${counted(repos.length, "repository")}`;
}

function summaryOf(repos: readonly RepoReferences[]): string {
  return `${total(repos)}: ${repos.map(({ repo, places }) => `${places.length} in ${inertLine(repo)}`).join(", ")}`;
}

// — Where one other repository uses a symbol —

export interface ConsumerUses {
  readonly references: readonly Location[];
  /** Some uses lead to an installed copy, not to the declaration itself. */
  readonly isCopied: boolean;
}

async function usesIn(snapshot: Snapshot, symbol: SharedSymbol, patience: Patience): Promise<Answer<ConsumerUses>> {
  const { files, isWhole } = await snapshot.rootSources();
  const family = familyOf(symbol.declared[0]?.file ?? "");
  const ending = /\.[^./]*$/.exec(symbol.declared[0]?.file ?? "")?.[0] ?? "";
  const alike = files.filter(({ file }) => (family === "other" ? file.endsWith(ending) : familyOf(file) === family));
  const found = await pooled(alike.slice(0, maxFiles), atOnce, ({ file }) => spelledIn(snapshot, file, symbol.names));
  const all = found.flatMap((one) => one.candidates);
  const candidates = all.slice(0, maxCandidates);
  const judged = await pooled(candidates, atOnce, (one) => judge(snapshot, symbol, one, patience));
  const sources = new Set<string>(alike.map(({ file }) => file));
  const uses = judged.flatMap(({ verdict, candidate }) => (verdict.is === "use" ? [{ verdict, candidate }] : []));
  const spread = await spreadFrom(snapshot, uses, sources, patience);
  const confirmed = uses.map(({ candidate }) => candidate.location);
  const references = new Map([...confirmed, ...spread.value].map((one) => [keyOfPlace(one.file, one.span.start), one]));
  const isDoubt = ({ candidate, verdict }: Judged): boolean =>
    verdict.is === "unknown" &&
    candidate.isCode &&
    !references.has(keyOfPlace(candidate.location.file, candidate.location.span.start));
  const reasons: Reason[] = [
    ...(isWhole ? [] : [reason("scoped", "some directories could not be read")]),
    ...(alike.length > maxFiles ? [reason("capped", `only ${maxFiles} of ${alike.length} files were searched`)] : []),
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

const atOnce = 8;
const maxFiles = 20_000;
const maxCandidates = 1_000;

interface Candidate {
  readonly location: Location & { readonly file: FilePath };
  readonly index: LineIndex;
  /** Neither in a comment nor in a string, as far as masking them succeeds. */
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
  const code = maskCommentsAndStrings(index.text, familyOf(file));
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
      if (how !== undefined)
        return { is: "use", isCopy: how === "copy", standing, leadsTo: keyOfPlace(one.file, one.span.start) };
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
  return count === 0 ? [] : [reason("scoped", `${counted(count, "file")} could not be read`)];
}

function doubted(snapshot: Snapshot, doubts: readonly Judged[]): Reason[] {
  const [first] = doubts;
  if (first?.verdict.is !== "unknown") return [];
  const { file, span } = first.candidate.location;
  const places = doubts.length === 1 ? "1 place that spells" : `${doubts.length} places that spell`;
  const where = `${file.slice(snapshot.root.length + 1)}:${span.start.line}`;
  return [reason("scoped", `${places} the name could not be resolved, first ${where}: ${first.verdict.why}`)];
}

// — The symbol that other repositories may use: where it is declared, what it is called there, and which package it is in —

export interface SharedSymbol {
  readonly snapshot: Snapshot;
  /** As its declaration spells it. */
  readonly name: string;
  /** `Cart.total`; undefined where no outline has it. */
  readonly path: string | undefined;
  readonly declared: readonly (Location & { readonly file: FilePath })[];
  /** Names by which others may import it: its own, and those that it is exported by. */
  readonly names: readonly string[];
  /** Importers may call it anything. */
  readonly isDefault: boolean;
  /** The name of its npm package, and the path of its Go module with the directory of that. */
  readonly npmPackage: string | undefined;
  /** Where a package manager would put its Python file: `shop/cart.py`, in one way or another of laying a project out. */
  readonly pythonModules: readonly string[];
  readonly goModule: { readonly path: string; readonly directory: FilePath } | undefined;
}

async function sharedSymbol(
  target: ResolvedTarget,
  references: readonly Location[],
  patience: Patience,
): Promise<SharedSymbol> {
  const { snapshot } = target;
  const { value } = await snapshot.definition(target, patience);
  const declared = value.flatMap(({ file, span }) =>
    isExternal(file) || !snapshot.holds(file) ? [] : [{ file, span }],
  );
  const [first] = declared;
  if (first === undefined) {
    if (value.length === 0) noSymbolAt(target);
    throw new Refusal({
      code: "bad_input",
      what: "The symbol is not declared in this root.",
      why: "It is defined in a package or another root.",
      next: "Ask in the repository that declares it.",
    });
  }
  const index = await snapshot.text(first.file);
  const name = wordAt(index, index.offsetOf(first.span.start));
  const exported = await exportedNames(snapshot, name, [...references, ...declared]);
  const npmPackage = await npmPackageOf(snapshot, first.file);
  const goModule = await goModuleOf(snapshot, first.file);
  const pythonModules = await pythonModulesOf(snapshot, first.file);
  const path = await symbolPathAt(snapshot, first, patience);
  return { snapshot, name, path, declared, ...exported, npmPackage, pythonModules, goModule };
}

/** The path of the symbol whose name stands there. */
async function symbolPathAt(
  snapshot: Snapshot,
  { file, span }: { readonly file: FilePath; readonly span: Location["span"] },
  patience: Patience,
): Promise<string | undefined> {
  try {
    const { value } = await snapshot.documentSymbols(file, patience);
    const { line } = span.start;
    const index = await snapshot.text(file);
    const word = wordAt(index, index.offsetOf(span.start));
    const found = pathedSymbols(value).filter(({ node }) => node.nameSpan.start.line === line);
    return found.find(({ path }) => path.at(-1) === word)?.path.join(".");
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Whether a file outside of the symbol's root is a copy of the file that declares it, as package managers install them.
 * Python and Go install files as they are; the path of a file in an npm package identifies only the package.
 */
export function copyOf(symbol: SharedSymbol, file: FilePath): "same file" | "same package" | undefined {
  const npm = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
  if (npm !== undefined) return npm === symbol.npmPackage ? "same package" : undefined;
  const installed = /\/(?:site|dist)-packages\/(.+)$/.exec(file)?.[1];
  if (installed !== undefined) return symbol.pythonModules.includes(installed) ? "same file" : undefined;
  const { goModule } = symbol;
  const [, module, inner] = /\/pkg\/mod\/([^@]+)@[^/]+\/(.+)$/.exec(file) ?? [];
  if (goModule === undefined || module !== goModule.path) return undefined;
  return symbol.declared.some((one) => relativeTo(goModule.directory, one.file) === inner) ? "same file" : undefined;
}

function wordAt({ text }: LineIndex, offset: number): string {
  const before = /[\p{L}\p{N}_$#]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  return before + (/^[\p{L}\p{N}_$#]*/u.exec(text.slice(offset, offset + 200))?.[0] ?? "");
}

/** Read from the lines of its uses in its own repository: `export { total as sum }`, `export default total`. */
async function exportedNames(
  snapshot: Snapshot,
  name: string,
  places: readonly Location[],
): Promise<{ readonly names: readonly string[]; readonly isDefault: boolean }> {
  const names = new Set([name]);
  let isDefault = false;
  for (const { file, span } of places) {
    if (isExternal(file) || !snapshot.holds(file) || !/\.[cm]?[jt]sx?$/.test(file)) continue;
    const line = (await textOf(snapshot, file))?.lineText(span.start.line) ?? "";
    const rest = line.slice(span.start.column - 1);
    const alias = /^[\p{L}\p{N}_$]+\s+as\s+([\p{L}\p{N}_$]+)/u.exec(rest)?.[1];
    if (/\bexport\s+default\b/.test(line) || alias === "default") isDefault = true;
    else if (alias !== undefined) names.add(alias);
  }
  return { names: [...names], isDefault };
}

async function npmPackageOf(snapshot: Snapshot, file: FilePath): Promise<string | undefined> {
  for (const directory of ancestors(file, snapshot.root)) {
    const name = nameIn((await textOf(snapshot, joinPath(directory, "package.json")))?.text);
    if (name !== undefined) return name;
  }
  return undefined;
}

function nameIn(manifest: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(manifest ?? "null");
    return isRecord(parsed) && typeof parsed["name"] === "string" ? parsed["name"] : undefined;
  } catch {
    // A manifest that is no JSON names no package.
    return undefined;
  }
}

/** From the directory that holds its outermost package, and from the project's own directory or its `src`. */
async function pythonModulesOf(snapshot: Snapshot, file: FilePath): Promise<readonly string[]> {
  if (!/\.pyi?$/.test(file)) return [];
  const has = async (directory: FilePath, name: string): Promise<boolean> =>
    (await textOf(snapshot, joinPath(directory, name))) !== undefined;
  const directories = ancestors(file, snapshot.root);
  const isPackage = await Promise.all(directories.map((one) => has(one, "__init__.py")));
  const isProject = await Promise.all(
    directories.map(async (one) => (await has(one, "pyproject.toml")) || (await has(one, "setup.py"))),
  );
  const outside = isPackage.indexOf(false);
  const beside = outside > 0 ? directories[outside] : undefined;
  const project = directories[isProject.indexOf(true)] ?? snapshot.root;
  const inProject = relativeTo(project, file)?.replace(/^(?:src|lib|python)\//, "");
  return [beside && relativeTo(beside, file), inProject].flatMap((one) => one ?? []);
}

async function goModuleOf(snapshot: Snapshot, file: FilePath): Promise<SharedSymbol["goModule"]> {
  if (!file.endsWith(".go")) return undefined;
  for (const directory of ancestors(file, snapshot.root)) {
    const manifest = (await textOf(snapshot, joinPath(directory, "go.mod")))?.text;
    const path = manifest && /^module\s+(\S+)/m.exec(manifest)?.[1];
    if (path !== undefined && path !== "") return { path, directory };
  }
  return undefined;
}
