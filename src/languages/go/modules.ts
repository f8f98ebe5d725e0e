// Where the imports of Go lead.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import type { FileIndex } from "../modules/file-index.ts";
import type { Placed } from "../modules/placed.ts";
import { outside } from "../modules/placed.ts";
import type { ModuleRules } from "../modules/rules.ts";
import { embedded } from "./facts.ts";
import type { GoModule } from "./manifests.ts";
import { goModuleName, replacedModules } from "./manifests.ts";

export const goModuleRules: ModuleRules = {
  manifests: /(?:^|\/)go\.(?:mod|work)$/,
  placer(manifests) {
    const texts = [...manifests].map(([file, text]) => ({ file, text, home: parentOf(file) ?? file }));
    const own = texts
      .filter(({ file }) => baseName(file) === "go.mod")
      .map(({ text, home }) => ({ name: goModuleName(text), directory: home }));
    const replaced = texts.flatMap(({ text, home }) => replacedModules(text, home));
    const named = [...own.filter(({ name }) => name !== ""), ...replaced];
    return {
      // A module whose name cannot be read, or none where names begin with that of their module.
      isUnclear: named.length === 0 || own.some(({ name }) => name === ""),
      place: (file, module, index) => place(named, file, module, index),
    };
  },
};

// — below: private, in the order they are used —

function place(modules: readonly GoModule[], file: FilePath, module: string, index: FileIndex): Placed {
  // C code may include any header below the module, and files are embedded from beside the one that says so.
  if (module === "C") {
    const holders = modules.filter(({ directory }) => isInside(directory, file));
    return { ...outside, trees: holders.map(({ directory }) => directory) };
  }
  if (module === embedded) return { ...outside, trees: ancestors(file).slice(0, 1) };
  const own = modules.filter(({ name }) => module === name || module.startsWith(`${name}/`));
  const directories = own.map(({ name, directory }) => joinPath(directory, module.slice(name.length)));
  const { all, vendored } = index.derived(goDirectories);
  return {
    ...outside,
    packages: [
      ...directories.filter((directory) => all.has(directory)),
      // Copies of a package that modules keep of their own.
      ...vendored.filter((directory) => directory.endsWith(`/vendor/${module}`)),
    ],
  };
}

interface GoDirectories {
  readonly all: ReadonlySet<FilePath>;
  readonly vendored: readonly FilePath[];
}

function goDirectories(files: ReadonlySet<FilePath>): GoDirectories {
  const all = new Set([...files].filter((file) => file.endsWith(".go")).flatMap((file) => parentOf(file) ?? []));
  return { all, vendored: [...all].filter((directory) => directory.includes("/vendor/")) };
}
