// What the rules of imports need to know beside the files themselves: configurations, manifests, modules and links.

import type { Followed } from "../../languages/facts.ts";
import type { Host } from "../../host/host.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import type { GoModule } from "../../languages/go/manifests.ts";
import { goModuleName, replacedModules } from "../../languages/go/manifests.ts";
import { FileIndex } from "./index.ts";
import { ScriptPlaces } from "./script.ts";

export interface Surroundings {
  readonly index: FileIndex;
  readonly script: ScriptPlaces;
  /** The names of Go's modules, with their directories. */
  readonly goModules: readonly GoModule[];
  /** The languages of which it cannot be told which files bring in which others. */
  readonly unclear: ReadonlySet<Followed>;
  /** Other paths by which the same file is reached. */
  aliasesOf(file: FilePath): readonly FilePath[];
}

interface SurroundingsContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly roots: readonly FilePath[];
  readonly files: readonly FilePath[];
  /** What may be a link, among the files. */
  readonly links: readonly FilePath[];
  readonly read: (path: FilePath) => Promise<string | undefined>;
}

export async function surroundingsOf(context: SurroundingsContext): Promise<Surroundings> {
  const { root, roots, files, read } = context;
  const real = (path: FilePath): Promise<FilePath | undefined> =>
    orIfUnreadable(undefined, () => context.host.files.real(path));
  const script = await ScriptPlaces.of({ root, roots, files, read, real });
  const goModules = await Promise.all(
    files
      .filter((file) => baseName(file) === "go.mod")
      .map(async (file) => ({ name: goModuleName((await read(file)) ?? ""), directory: parentOf(file) ?? root })),
  );
  const replaced = await Promise.all(
    files
      .filter((file) => /^go\.(?:mod|work)$/.test(baseName(file)))
      .map(async (file) => replacedModules((await read(file)) ?? "", parentOf(file) ?? root)),
  );
  const databases = files.filter((file) => /\/compile_(?:commands\.json|flags\.txt)$/.test(file));
  const flags = await Promise.all([...databases, joinPath(root, "build/compile_commands.json")].map(read));
  const unclear = new Set<Followed>(script.isUnsupported ? ["script"] : []);
  // A module whose name cannot be read, or none where names begin with that of their module.
  const named = [...goModules.filter(({ name }) => name !== ""), ...replaced.flat()];
  if (named.length === 0 || goModules.some(({ name }) => name === "")) unclear.add("go");
  // Compilers are told to include files that no text names.
  if (flags.some((text) => text !== undefined && /-include\b|-imacros\b|\/FI/.test(text))) unclear.add("c");
  const targets = await pooled(context.links, atOnce, async (link) => ({ link, target: await real(link) }));
  const links = new Set(context.links);
  return {
    // What stands at the end of a link is found by its own path alone, so that an import through one is not understood.
    index: new FileIndex(files.filter((file) => !links.has(file))),
    script,
    goModules: named,
    unclear,
    aliasesOf: (file) =>
      targets.flatMap(({ link, target }) => {
        // Pipes and sockets are listed among the links, and lead only to themselves.
        if (target === undefined || target === link || !isInside(target, file)) return [];
        return [joinPath(link, relativeTo(target, file) ?? "")];
      }),
  };
}

/** Files looked at, at the same time. */
const atOnce = 32;
