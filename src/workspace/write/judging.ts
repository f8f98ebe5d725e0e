// Collects the names by which policy judges a file before it is written: its own path and those through links, each
// relative to every root and checkout above it.
//
// Invariant: a file is protected if one of its names is; neither a link nor a nested checkout weakens that.

import { orIfUnreadable } from "../../host/files.ts";
import { writeProtectedNames } from "../../catalog/obeyed.ts";
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
import { aliasesOf, linksOf, namesBelow } from "./file-names.ts";
import type { Prepared } from "./writer.ts";
import type { PlannedWork } from "./work.ts";

export interface Judged {
  readonly files: readonly JudgedFile[];
  /** Patterns that the roots protect in addition; an untrusted root also protects the settings of servers. */
  readonly protect: readonly string[];
}

/** The files that a plan would write, for policy to judge, in the tree as it would be after the plan. */
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
  // An undo makes a file executable only if it was so before.
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
    const isGuarded =
      isGits ||
      own.some((one) => holds(one, path)) ||
      (home !== undefined && (relativeTo(home, path) ?? "").startsWith(".")) ||
      (await hooks.hold(bases, path));
    const alias = path === file ? {} : { leadsTo: display(workspace.root, file) };
    const arms = arming.has(file) ? { arms: { trusted: workspace.trusted } } : {};
    return { path, names: namesBelow([...bases], path), isGuarded, ...arms, ...alias };
  };
  const files = await pooled(targets, atOnce, async (file) => {
    const paths = new Set([file, ...aliasesOf(file, links), ...(await roots.askedAs(file))]);
    return Promise.all([...paths].map((path) => judged(path, file)));
  });
  const protect = holders.flatMap(({ settings, trusted, catalog }) => [
    ...settings.edits.protect,
    ...(trusted ? [] : writeProtectedNames(catalog.servers)),
  ]);
  return { files: files.flat(), protect: [...new Set(protect)] };
}

/** Refuses changes of Sightline's state directory, also where it lies inside a root. */
export async function mustSpareState({ host }: Workspace, targets: readonly FilePath[]): Promise<void> {
  const { stateDirectory } = host;
  const real = await confinedPlace(host, stateDirectory);
  const own = targets.find((file) => holds(real, file) || holds(stateDirectory, file));
  if (own === undefined) return;
  refuse({
    code: "policy_denied",
    what: `${own} belongs to Sightline's own state.`,
    next: "Nothing was changed. Use sightline commands to change its state, such as trust and undo.",
  });
}

// — below: private, in the order they are used —

/** Paths judged at the same time. */
const atOnce = 32;

/** Ignores case, because some disks do; on others this only protects more. */
function holds(directory: FilePath, path: FilePath): boolean {
  return isInside(filePath(directory.toLowerCase()), filePath(path.toLowerCase()));
}

/** Facts that all files of a directory share. */
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

/** Whether the change makes a file executable that was not. */
function armsItself({ before, after }: PlannedWork): boolean {
  const bits = (content: PlannedWork["after"]): number => (content?.mode ?? 0) & 0o111;
  return bits(after) !== 0 && bits(before) === 0;
}

/** The home directory, if it lies in one of the roots: its dot files configure the user's programs. */
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

/** Whether git keeps its own files there, whatever the directory is called: git runs and trusts these files. */
async function isGits(host: Host, path: FilePath, planned: readonly FilePath[]): Promise<boolean> {
  for (const directory of [path, ...ancestors(path)]) {
    if (await isGitDirectory(host, directory, planned)) return true;
    const marker = joinPath(directory, ".git");
    if (!(await isMarker(host, marker))) continue;
    // Directories above belong to another checkout: a worktree may lie inside its own repository.
    const place = await pointedBy(host, marker);
    return place !== undefined && isInside(await confinedPlace(host, place), path);
  }
  return false;
}
