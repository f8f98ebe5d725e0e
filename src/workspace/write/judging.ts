// By which names a file is judged before it is written: its own, those of links, and each from every directory above it
// that is a root or a checkout.
//
// Invariant: where one of its names is protected the file is; neither a link nor a checkout inside of another makes it
// less so.

import { orIfUnreadable } from "../../host/files.ts";
import { keptFromAgents } from "../../catalog/obeyed.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, display, filePath, isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { JudgedFile } from "../../policy/effects.ts";
import { pooled } from "../../std/pooled.ts";
import { confinedPlace } from "../trust/confine.ts";
import { hookDirectoriesOf, isHook } from "../git/hooks.ts";
import type { RootSet } from "../root-set.ts";
import { isGitDirectory, isMarker, pointedBy } from "../git/version-control.ts";
import type { Workspace } from "../workspace.ts";
import type { Prepared } from "./writer.ts";
import type { PlannedWork } from "./work.ts";

export interface Judged {
  readonly files: readonly JudgedFile[];
  /** What the roots protect that hold them, beside the usual: settings of servers too, where they are not trusted. */
  readonly protect: readonly string[];
}

/** What a plan would write, as policy has to see it: by the tree as it would be then. */
export async function judgedFiles(
  roots: RootSet,
  workspace: Workspace,
  { targets, work, undoes }: Pick<Prepared, "targets" | "work" | "undoes">,
): Promise<Judged> {
  const holders = [
    workspace,
    ...roots.all().filter(({ root }) => root !== workspace.root && targets.some((file) => isInside(root, file))),
  ];
  // A link of any root may lead here.
  const links = await linksOf([workspace, ...roots.all().filter(({ root }) => root !== workspace.root)]);
  const tops = holders.map(({ root }) => root);
  const own = await Promise.all(workspace.operatorFiles.map((file) => confinedPlace(workspace.host, file)));
  const planned = work.flatMap(({ file, after }) => (after === undefined ? [] : [file]));
  // What is taken back was a program before.
  const arming = new Set(undoes === undefined ? work.filter(armsItself).map(({ file }) => file) : []);
  const home = await homeWithin(workspace.host, tops);
  const hooks = new HookPlaces(workspace.host);
  const around = new Map<FilePath, Promise<Around>>();
  const judged = async (path: FilePath, file: FilePath): Promise<JudgedFile> => {
    const directory = parentOf(path) ?? path;
    const known = around.get(directory) ?? aroundOf(roots, workspace.host, directory, planned);
    around.set(directory, known);
    const { checkouts, isGits } = await known;
    const bases = new Set([...tops.filter((root) => isInside(root, path)), ...checkouts]);
    const names = [...bases].flatMap((base) => relativeTo(base, path) ?? []);
    const isGuarded =
      isGits ||
      own.some((one) => holds(one, path)) ||
      (home !== undefined && (relativeTo(home, path) ?? "").startsWith(".")) ||
      (await hooks.hold(bases, path));
    const alias = path === file ? {} : { leadsTo: display(workspace.root, file) };
    const arms = arming.has(file) ? { arms: { trusted: workspace.trusted } } : {};
    return { names: names.length > 0 ? names : [path], isGuarded, ...arms, ...alias };
  };
  const files = await pooled(targets, atOnce, async (file) => {
    const paths = new Set([file, ...aliasesOf(file, links), ...(await roots.askedAs(file))]);
    return Promise.all([...paths].map((path) => judged(path, file)));
  });
  const protect = holders.flatMap(({ settings, trusted, catalog }) => [
    ...settings.edits.protect,
    ...(trusted ? [] : keptFromAgents(catalog.servers)),
  ]);
  return { files: files.flat(), protect: [...new Set(protect)] };
}

/** What we keep outside of every root is ours alone, also where a root holds it. */
export async function mustSpareState({ host }: Workspace, targets: readonly FilePath[]): Promise<void> {
  const { stateDirectory } = host;
  const real = await confinedPlace(host, stateDirectory);
  const own = targets.find((file) => holds(real, file) || holds(stateDirectory, file));
  if (own === undefined) return;
  refuse({ code: "policy_denied", what: `${own} is Sightline's own.`, next: "Nothing was changed." });
}

// — below: private, in the order they are used —

/** Paths looked at, at the same time. */
const atOnce = 32;

interface Link {
  readonly link: FilePath;
  readonly target: FilePath;
}

/** Links of the roots, but for those that lead to a directory they lie in: these give no file a meaning. */
async function linksOf(holders: readonly Workspace[]): Promise<Link[]> {
  const found = await Promise.all(
    holders.map(async (holder) =>
      pooled([...(await holder.links()), ...(await hooksOf(holder))], atOnce, async (link) => ({
        link,
        target: await orIfUnreadable(undefined, () => holder.host.files.real(link)),
      })),
    ),
  );
  return found
    .flat()
    .flatMap(({ link, target }) => (target === undefined || isInside(target, link) ? [] : [{ link, target }]));
}

/** Where git finds what it runs; this directory is not watched, and scripts of the tree are often linked from it. */
async function hooksOf({ host, root }: Workspace): Promise<FilePath[]> {
  const directory = joinPath(root, ".git", "hooks");
  const entries = (await orIfUnreadable(undefined, () => host.files.list(directory))) ?? [];
  return entries.filter(({ kind }) => kind === "other").map(({ name }) => joinPath(directory, name));
}

function aliasesOf(file: FilePath, links: readonly Link[]): FilePath[] {
  return links.flatMap(({ link, target }) => {
    const rest = relativeTo(target, file);
    return rest === undefined ? [] : [joinPath(link, rest)];
  });
}

/** Letter case does not tell files apart on every disk, and treating names that differ only by case as equal does no harm. */
function holds(directory: FilePath, path: FilePath): boolean {
  return isInside(filePath(directory.toLowerCase()), filePath(path.toLowerCase()));
}

/** What is the same for all files of a directory. */
interface Around {
  readonly checkouts: readonly FilePath[];
  readonly isGits: boolean;
}

async function aroundOf(
  roots: RootSet,
  host: Host,
  directory: FilePath,
  planned: readonly FilePath[],
): Promise<Around> {
  return { checkouts: await roots.checkoutsAround(directory), isGits: await isGits(host, directory, planned) };
}

/** Whether a program would stand where there was none; permissions that a file has already are no news. */
function armsItself({ before, after }: PlannedWork): boolean {
  const bits = (content: PlannedWork["after"]): number => (content?.mode ?? 0) & 0o111;
  return bits(after) !== 0 && bits(before) === 0;
}

/** The home directory, where one of the roots is it or holds it: what begins with a dot there steers the user's programs. */
async function homeWithin({ files, home }: Host, tops: readonly FilePath[]): Promise<FilePath | undefined> {
  const real = home && (await orIfUnreadable(undefined, () => files.real(home)));
  return real !== undefined && tops.some((top) => isInside(top, real)) ? real : undefined;
}

/** The directories of hooks of each checkout, found once for a plan. */
class HookPlaces {
  readonly #host: Host;
  readonly #known = new Map<FilePath, Promise<readonly FilePath[]>>();

  constructor(host: Host) {
    this.#host = host;
  }

  async hold(tops: Iterable<FilePath>, path: FilePath): Promise<boolean> {
    for (const top of tops) {
      const directories = this.#known.get(top) ?? hookDirectoriesOf(this.#host, top);
      this.#known.set(top, directories);
      if ((await directories).some((directory) => isHook(top, directory, path))) return true;
    }
    return false;
  }
}

/** Whether git keeps its own files there, however the directory is called: it runs and believes what lies in it. */
async function isGits(host: Host, path: FilePath, planned: readonly FilePath[]): Promise<boolean> {
  for (const directory of [path, ...ancestors(path)]) {
    if (await isGitDirectory(host, directory, planned)) return true;
    const marker = joinPath(directory, ".git");
    if (!(await isMarker(host, marker))) continue;
    // What lies above belongs to another checkout: a worktree may well be kept inside of the repository it is of.
    const place = await pointedBy(host, marker);
    return place !== undefined && isInside(await confinedPlace(host, place), path);
  }
  return false;
}
