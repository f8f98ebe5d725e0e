// What the rules of imports need to know beside the files themselves: configurations, manifests, modules and links.

import type { Family } from "../../languages/family.ts";
import type { Host } from "../../host/host.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, relativeTo } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import { FileIndex } from "../../languages/modules/file-index.ts";
import type { ModuleRules, Placer } from "../../languages/modules/rules.ts";
import { knownLanguages } from "../../languages/table.ts";
import { ScriptPlaces } from "./script.ts";

export interface Surroundings {
  readonly index: FileIndex;
  readonly script: ScriptPlaces;
  /** Where modules lead, by the manifests of the root; of languages that no disk has to be asked for. */
  readonly placers: ReadonlyMap<Family, Placer>;
  /** The languages whose import graph is unknown. */
  readonly unclear: ReadonlySet<Family>;
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
  const placers = new Map<Family, Placer>();
  const unclear = new Set<Family>();
  for (const { family, modules } of knownLanguages) {
    if (modules === "on disk" && script.isUnsupported) unclear.add(family);
    if (modules === undefined || modules === "on disk") continue;
    const placer = modules.placer(await manifestsOf(modules, context));
    placers.set(family, placer);
    if (placer.isUnclear) unclear.add(family);
  }
  const targets = await pooled(context.links, atOnce, async (link) => ({ link, target: await real(link) }));
  const links = new Set(context.links);
  return {
    // What stands at the end of a link is found by its own path alone, so that an import through one is not understood.
    index: new FileIndex(files.filter((file) => !links.has(file))),
    script,
    placers,
    unclear,
    aliasesOf: (file) =>
      targets.flatMap(({ link, target }) => {
        // Pipes and sockets are listed among the links, and lead only to themselves.
        if (target === undefined || target === link || !isInside(target, file)) return [];
        return [joinPath(link, relativeTo(target, file) ?? "")];
      }),
  };
}

// — below: private, in the order they are used —

async function manifestsOf(
  { manifests, skippedManifests = [] }: ModuleRules,
  { root, files, read }: SurroundingsContext,
): Promise<ReadonlyMap<FilePath, string>> {
  const found = manifests === undefined ? [] : files.filter((file) => manifests.test(file));
  const paths = [...new Set([...found, ...skippedManifests.map((path) => joinPath(root, path))])];
  const texts = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  // One that is there and cannot be read says nothing that is understood.
  return new Map(
    texts.flatMap(([path, text]) => (text === undefined && !found.includes(path) ? [] : [[path, text ?? ""]])),
  );
}

/** Files read at the same time. */
const atOnce = 32;
