// Where the imports of Java and Kotlin lead: a package is a directory of its name below any root of sources.
//
// What build tools take for roots of sources, and which projects of a build see each other, is not read: the sources of a package lie in every directory whose path ends
// with its name, in `src/main/java`, `src/test/kotlin` or anywhere else. Files for which that is not so are seen by all.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, parentOf } from "../../model/file-path.ts";
import type { FileIndex } from "../modules/file-index.ts";
import { putUnder } from "../modules/file-index.ts";
import type { Placed } from "../modules/placed.ts";
import { leadsAnywhere, outside } from "../modules/placed.ts";
import type { ModuleRules } from "../modules/rules.ts";
import { moduleMark, writtenMark } from "./facts.ts";

export const javaModuleRules: ModuleRules = {
  placer: () => ({ isUnclear: false, place: (_, module, index) => place(module, index) }),
};

// — below: private, in the order they are used —

/** Modules of the platform hold nothing of a root; the packages of others may lie in any root of sources, not only beside their description. */
function moduleOf(name: string): Placed {
  return /^(?:java|jdk)\./.test(name) ? outside : leadsAnywhere;
}

function place(module: string, index: FileIndex): Placed {
  if (module.startsWith(moduleMark)) return moduleOf(module.slice(moduleMark.length));
  const isWritten = module.startsWith(writtenMark);
  const name = isWritten ? module.slice(writtenMark.length) : module;
  const isAll = name.endsWith(".*");
  const parts = name.split(".").filter((part) => part !== "*");
  // Kotlin imports what has no package by its bare name.
  if (parts.length < 2 && !isAll && !isWritten) return leadsAnywhere;
  const directories = index.derived(directoriesOf);
  const packages = isAll ? directories.endingIn(parts) : [];
  const found = declaring(parts, index, directories);
  if (isAll) return { ...outside, files: found.files, packages: [...packages, ...found.packages] };
  if (found.files.length > 0 || found.packages.length > 0) return { ...outside, ...found };
  return generated(parts, isWritten, directories);
}

/** The files of classes by their names, and packages in which a file of any name may declare them. */
function declaring(
  parts: readonly string[],
  index: FileIndex,
  directories: Directories,
): Pick<Placed, "files" | "packages"> {
  const files: FilePath[] = [];
  const packages: FilePath[] = [];
  for (let length = 1; length <= parts.length; length++) {
    const prefix = parts.slice(0, length);
    if (length > 1) for (const ending of endings) files.push(...index.endingIn(`${prefix.join("/")}${ending}`));
    if (length < parts.length)
      packages.push(...directories.endingIn(prefix).filter((one) => directories.mixed.has(one)));
  }
  return { files, packages };
}

const endings = [".java", ".kt"];

/** A class of the root that no file is called after may be generated from others, in whose package or near which it is. */
function generated(parts: readonly string[], isWritten: boolean, directories: Directories): Placed {
  const packages = parts.flatMap((_, at) => directories.endingIn(parts.slice(0, at + 1)));
  if (packages.length > 0) return { ...outside, packages };
  const near = parts.slice(0, Math.min(2, parts.length - 1));
  if (isWritten && parts.length < 3) return outside;
  return directories.names.has(near.join("/")) ? leadsAnywhere : outside;
}

/** Directories with sources. */
interface Directories {
  endingIn(parts: readonly string[]): FilePath[];
  /** Those with sources of another language than Java, whose files declare classes of any name. */
  readonly mixed: ReadonlySet<FilePath>;
  /** Each name on the way to one, and each two that follow each other. */
  readonly names: ReadonlySet<string>;
}

function directoriesOf(files: ReadonlySet<FilePath>): Directories {
  const byName = new Map<string, FilePath[]>();
  const mixed = new Set<FilePath>();
  const names = new Set<string>();
  const seen = new Set<FilePath>();
  for (const file of files) {
    const directory = /\.(?:java|kts?|scala|groovy)$/.test(file) ? parentOf(file) : undefined;
    if (directory === undefined) continue;
    if (!file.endsWith(".java")) mixed.add(directory);
    if (seen.has(directory)) continue;
    seen.add(directory);
    putUnder(byName, baseName(directory), directory);
    const parts = directory.split("/");
    for (const [at, part] of parts.entries()) names.add(part).add(`${part}/${parts[at + 1] ?? ""}`);
  }
  return {
    endingIn: (parts) => {
      const tail = `/${parts.join("/")}`;
      return (byName.get(parts.at(-1) ?? "") ?? []).filter((directory) => directory.endsWith(tail));
    },
    mixed,
    names,
  };
}
