// What changed in a checkout, by git: which files, and which lines of the text that they have now.
//
// Invariant: every file that git names as changed is reported: with its lines, as a whole, or only counted.

import type { Patience } from "../../std/patience.ts";
import { pooled } from "../../std/pooled.ts";
import type { Host } from "../../host/host.ts";
import type { Programs } from "../../session/process/programs.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath } from "../../model/file-path.ts";
import { orIfFaulty } from "../../host/writing.ts";
import { refuse } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import { diffOptions, Git } from "./command.ts";
import type { DiffHunk, RawChange } from "./diff.ts";
import { lineAfter, parseRaw } from "./diff.ts";
import { doubtsAbout, filtersOf, unseenBy } from "./doubts.ts";
import type { PatchReading } from "./patches.ts";
import { isBytes, patchesOf } from "./patches.ts";
import { foreignDirectories } from "../files/hidden.ts";
import { firstNames } from "../../std/words.ts";

export type ChangeScope = "unstaged" | "staged" | "committed" | "all";

export interface ChangeRequest {
  readonly scope: ChangeScope;
  /** `a..b`, `a...b` or one commit; instead of the scope. */
  readonly range?: string | undefined;
}

export type GitChangeKind = "added" | "modified" | "deleted" | "renamed";

/** Lines of the text as it is now; `last` is one less than `first` where lines are gone between the two. */
export interface TouchedLines {
  readonly first: number;
  readonly last: number;
  /** Nothing stood in their place. */
  readonly isNew: boolean;
  /** Where in the text before, and what stood there. */
  readonly oldStart: number;
  readonly removed: readonly string[];
}

export interface GitFile {
  readonly file: FilePath;
  /** Its name before, where that was another one. */
  readonly before: FilePath | undefined;
  readonly change: GitChangeKind;
  readonly kind: "text" | "binary" | "link" | "submodule";
  /** `all` of a file that is new, or whose changed lines are unknown. */
  readonly lines: readonly TouchedLines[] | "all";
  /** It was changed again after what is compared: its lines were followed to where they are now. */
  readonly hasMovedOn: boolean;
  /** Why more of it may be reported than changed. */
  readonly doubts: readonly Reason[];
}

export interface GitChanges {
  readonly files: readonly GitFile[];
  /** What is compared, e.g. `HEAD and the working tree`. */
  readonly compared: string;
  /** Changed files of the checkout that lie outside of the root. */
  readonly outside: number;
  readonly reasons: readonly Reason[];
}

export async function changesIn(
  host: Host,
  programs: Programs,
  root: FilePath,
  directory: FilePath,
  request: ChangeRequest,
  patience: Patience,
): Promise<GitChanges> {
  if ((await host.files.stat(directory))?.kind !== "directory") notADirectory(directory);
  const { git, top } = await Git.at(host, programs, directory, patience);
  const compared = await sidesOf(git, request);
  const [{ text, cut }] = await Promise.all([
    git.output(["diff", "--raw", "-z", ...diffOptions, ...compared.args]),
    request.range === undefined && request.scope !== "committed" && mustBeMerged(git, compared),
  ]);
  if (cut) tooMany();
  const raw = parseRaw(text);
  const place = (path: string): FilePath => joinPath(top, path);
  const inside = raw.filter(({ path }) => isInside(root, place(path)));
  const texts = inside.filter(({ kind, status }) => kind === "file" && status !== "deleted");
  const { since } = compared;
  const isOfTree = since === undefined;
  const asking = { git, host, place };
  const paths = texts.map(({ path }) => path);
  const [patches, later, untracked, unseen, filters] = await Promise.all([
    patchesOf(asking, compared.args, texts),
    isOfTree ? new Map<string, PatchReading>() : patchesOf(asking, since, texts),
    compared.hasUntracked ? untrackedFiles(git) : { paths: [], reasons: [] },
    isOfTree ? unseenBy(git, host, root, place) : [],
    isOfTree ? filtersOf(git, paths) : new Map<string, string>(),
  ]);
  const own = untracked.paths.filter((path) => isInside(root, place(path)));
  const told = inside.map((one) => gitFile(one, place, { patches, later, filters }));
  return {
    files: [...told, ...(await pooled(own, linksAtOnce, (path) => wholly(host, place(path))))],
    compared: compared.words,
    outside: raw.length - inside.length + untracked.paths.length - own.length,
    reasons: [...untracked.reasons, ...unseen],
  };
}

// — below: private, in the order they are used —

/** What `git diff` compares. */
interface Sides {
  readonly args: readonly string[];
  readonly words: string;
  /** What must be compared with the working tree to know where lines are now; undefined where that is compared already. */
  readonly since: readonly string[] | undefined;
  readonly hasUntracked: boolean;
}

async function sidesOf(git: Git, { scope, range }: ChangeRequest): Promise<Sides> {
  if (range !== undefined) return rangeSides(git, range);
  const head = await commitOf(git, "HEAD");
  switch (scope) {
    case "unstaged":
      return { args: [], words: "the index and the working tree", since: undefined, hasUntracked: true };
    case "staged":
      return {
        args: ["--cached", head ?? (await emptyTree(git))],
        words: "HEAD and the index",
        since: [],
        hasUntracked: false,
      };
    case "committed":
      return head === undefined ? noCommit("HEAD") : rangeSides(git, "HEAD");
    case "all":
      return {
        args: [head ?? (await emptyTree(git))],
        words: "HEAD and the working tree",
        since: undefined,
        hasUntracked: true,
      };
  }
}

async function rangeSides(git: Git, range: string): Promise<Sides> {
  const [, left, dots, right] = /^(.*?)(\.\.\.?)(.*)$/s.exec(range) ?? [];
  const between = (from: string, to: string): Sides => ({
    args: [from, to],
    words: range,
    since: [to],
    hasUntracked: false,
  });
  if (dots === undefined) {
    const to = await mustBeCommit(git, range);
    const from = (await commitOf(git, `${to}^1`)) ?? (await nothingBefore(git, to, range));
    return { ...between(from, to), words: `${range} and the commit before it` };
  }
  const [from, to] = await Promise.all([mustBeCommit(git, left || "HEAD"), mustBeCommit(git, right || "HEAD")]);
  if (dots === "..") return between(from, to);
  const base = await git.run(["merge-base", from, to]);
  if (base.code !== 0) {
    return refuse({
      code: "bad_input",
      what: `${range} has no common ancestor.`,
      next: "Name two commits of one history (git fetch --unshallow brings what is cut off), or a..b to compare them as they are.",
    });
  }
  return between(base.output.trim(), to);
}

async function mustBeCommit(git: Git, name: string): Promise<string> {
  return (await commitOf(git, name)) ?? noCommit(name);
}

/** Undefined for what is no commit. What looks like an option is never handed on. */
async function commitOf(git: Git, name: string): Promise<string | undefined> {
  if (name.startsWith("-") || /[\0\n]/.test(name)) return noCommit(name);
  const { code, output } = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  return code === 0 ? output.trim() : undefined;
}

/** A first commit is compared with nothing, but for one that only looks like it because history was not fetched. */
async function nothingBefore(git: Git, commit: string, name: string): Promise<string> {
  const { text } = await git.output(["cat-file", "commit", commit]);
  // The head of a commit ends with an empty line.
  if (!/^parent /m.test(text.split("\n\n", 1)[0] ?? "")) return emptyTree(git);
  return refuse({
    code: "request_failed",
    what: `The commit before ${name} is not in this clone.`,
    why: "Its history was not fetched, so what the commit changed is not known.",
    next: "Run git fetch --deepen=1 (or --unshallow), or ask for scope all.",
  });
}

/** What a first commit is compared with. Its name depends on the hash that the repository uses. */
async function emptyTree(git: Git): Promise<string> {
  return (await git.output(["hash-object", "-t", "tree", "--stdin"])).text.trim();
}

function noCommit(name: string): never {
  return refuse({
    code: "bad_input",
    what: `${JSON.stringify(name).slice(0, 200)} is not a commit of this repository.`,
    next: "Give range as a..b, a...b or one commit; git log names them.",
  });
}

function notADirectory(directory: FilePath): never {
  return refuse({
    code: "bad_input",
    what: `${directory} is not a directory.`,
    next: "Name the directory of a checkout.",
  });
}

function tooMany(): never {
  return refuse({
    code: "too_large",
    what: "Too many files differ for one answer.",
    next: "Give a smaller range, or the directory of a smaller checkout as workspace_root.",
  });
}

async function mustBeMerged(git: Git, { words }: Sides): Promise<void> {
  const { text } = await git.output(["ls-files", "--unmerged", "-z"]);
  const unmerged = [...new Set(text.split("\0").flatMap((entry) => /\t(.+)$/s.exec(entry)?.[1] ?? []))];
  if (unmerged.length === 0) return;
  refuse({
    code: "request_failed",
    what: `A merge is not finished: ${firstNames(unmerged, 5)}.`,
    why: `The difference between ${words} is undefined in files with conflicts.`,
    next: "Resolve the conflicts first, or give a range of commits.",
  });
}

/** Untracked files, without the ignored ones. */
async function untrackedFiles(
  git: Git,
): Promise<{ readonly paths: readonly string[]; readonly reasons: readonly Reason[] }> {
  const list = ["ls-files", "--others", "--full-name", "-z"];
  // Asked alone, so that no long list can cut it off: files that match the pattern, and no others.
  const marks = await git.output([...list, "--ignored", "-x", "pyvenv.cfg"]);
  const environments = marks.text.split("\0").flatMap((path) => /^(.+)\/pyvenv\.cfg$/s.exec(path)?.[1] ?? []);
  const left = [...foreignDirectories, ...environments.map((path) => `/${path.replaceAll(/[\\*?[\]]/g, "\\$&")}`)];
  const { text, cut } = await git.output([
    ...list,
    "--exclude-standard",
    ...left.flatMap((name) => ["-x", `${name}/`]),
  ]);
  const all = text.split("\0").filter((path) => path !== "" && !(cut && path.includes("\n…\n")));
  // A directory is a separate checkout.
  const inner = all.filter((path) => path.endsWith("/"));
  const reasons: Reason[] = inner.map((path) => ({
    code: "scoped",
    detail: `${path} is a separate checkout and was not checked`,
  }));
  if (cut) reasons.push({ code: "capped", detail: "there are more untracked files than can be listed" });
  return { paths: all.filter((path) => !path.endsWith("/")), reasons };
}

/** What was found out about files, by path. */
interface Found {
  readonly patches: ReadonlyMap<string, PatchReading>;
  readonly later: ReadonlyMap<string, PatchReading>;
  readonly filters: ReadonlyMap<string, string>;
}

function gitFile(
  { path, before, status, kind }: RawChange,
  place: (path: string) => FilePath,
  { patches, later, filters }: Found,
): GitFile {
  const told = patches.get(path);
  const since = later.get(path);
  const hunks = hunksOf(told);
  const after = hunksOf(since);
  const isNew = status === "added";
  return {
    file: place(path),
    before: before === undefined ? undefined : place(before),
    change: changeOf(status),
    kind: kind !== "file" ? kind : isBytes(told) ? "binary" : "text",
    lines: isNew || hunks === undefined || after === undefined ? "all" : hunks.map((hunk) => touchedBy(hunk, after)),
    hasMovedOn: since !== undefined && after?.length !== 0,
    doubts: doubtsAbout(isNew ? [] : [told, since], filters.get(path)),
  };
}

/** Undefined where the lines are unknown. */
function hunksOf(told: PatchReading | undefined): readonly DiffHunk[] | undefined {
  if (told === "too long" || isBytes(told)) return undefined;
  return told?.hunks ?? [];
}

/** As git would add it: a link is not followed. */
async function wholly({ writing }: Host, file: FilePath): Promise<GitFile> {
  const isLink = await orIfFaulty(false, async () => (await writing.look(file))?.kind === "link");
  const kind = isLink ? "link" : "text";
  return { file, before: undefined, change: "added", kind, lines: "all", hasMovedOn: false, doubts: [] };
}

/** Files without a commit that are looked at at the same time. */
const linksAtOnce = 64;

function changeOf(status: RawChange["status"]): GitChangeKind {
  return status === "retyped" || status === "unmerged" ? "modified" : status;
}

/** Where the lines of a hunk are, after what came later. */
function touchedBy(hunk: DiffHunk, later: readonly DiffHunk[]): TouchedLines {
  const { oldStart, oldCount, newStart, newCount, removed } = hunk;
  const from = newCount === 0 ? newStart + 1 : newStart;
  const first = lineAfter(later, from);
  const last = Math.max(first - 1, lineAfter(later, from + newCount) - 1);
  return { first, last, isNew: oldCount === 0, oldStart, removed };
}
