// What an answer rests on beside the files of its root, by the rule that a server's catalogue entry names: packages and
// manifests above the root, an interpreter with what is installed for it, a toolchain with its modules.
//
// Invariant: what a server may read and no rule accounts for makes the proof impossible; it is never left out.

import type { ProofRule } from "../../catalog/entry.ts";
import { FileFault } from "../../host/files.ts";
import { ancestors, isInside, joinPath } from "../../model/file-path.ts";
import { goOutside } from "./outside-go.ts";
import type { Outside, OutsideContext } from "./outside.ts";
import { noOutside, proofHash } from "./outside.ts";
import { readBelow, readingOf } from "./reading.ts";

export interface ProofRuleParts {
  /** Whether the content of a file counts that the watch of the root leaves out. */
  readonly isRead: RegExp;
  /** The variables of the environment that decide what the server reads, and how. */
  readonly variables: RegExp;
  /** Whether a text of a directory that the watch leaves out leads out of the root. */
  readonly leadsOut?: (relative: string, text: Uint8Array) => boolean;
  readonly outside: (context: OutsideContext) => Promise<Outside>;
}

export const proofRuleParts: { readonly [R in ProofRule]: ProofRuleParts } = {
  root: { isRead: /^$/, variables: /^$/, outside: async () => noOutside },
  typescript: {
    isRead: /\.(?:[cm]?[jt]sx?|json)$/,
    variables: /^(?:NODE_PATH|TS[CS]_\w+)$/,
    leadsOut: climbsOut,
    outside: packagesAbove,
  },
  python: {
    isRead: /\.(?:pyi?|pth|so|pyd|egg-link)$|^(?:py\.typed|pyvenv\.cfg)$/,
    variables: /^(?:PYTHON\w+|PYENV_\w+|VIRTUAL_ENV|CONDA_\w+)$/,
    outside: installedForPython,
  },
  go: {
    isRead: /\.(?:go|mod|sum|work|s|c|h|cc|cpp|hpp|syso)$|^modules\.txt$/,
    variables: /^(?:GO(?!PATH$|BIN$|CACHE$|MODCACHE$|ROOT$)\w+|CGO_\w+|CC|CXX|CPATH)$/,
    outside: goOutside,
  },
};

// — below: private, in the order they are used —

/** TypeScript looks for packages, and for how a package is meant, in every directory above a file. */
async function packagesAbove({ host, root, memo }: OutsideContext): Promise<Outside> {
  const found: string[] = [];
  let changedAt = 0;
  for (const directory of [root, ...ancestors(root)]) {
    if ((await host.files.stat(joinPath(directory, ".pnp.cjs"))) !== undefined)
      return { ...noOutside, unproven: `${directory} has its packages in archives` };
    if (directory === root) continue;
    if ((await host.files.stat(joinPath(directory, "node_modules"))) !== undefined)
      return { ...noOutside, unproven: `packages are installed above the root, in ${directory}` };
    for (const name of ["package.json", "tsconfig.json", "jsconfig.json"]) {
      const read = await orFaulty(() => readingOf(host, joinPath(directory, name), memo));
      if (typeof read === "string") return { ...noOutside, unproven: read };
      if (read === undefined) continue;
      found.push(`${name} ${read.hash}`);
      changedAt = Math.max(changedAt, read.changedAt);
    }
  }
  return { parts: { above: proofHash(host, found) }, changedAt };
}

/** A path that climbs more directories than it lies below the root, or that is absolute, in a declaration of a package. */
function climbsOut(relative: string, bytes: Uint8Array): boolean {
  if (!/\.d\.(?:\w+\.)?[cm]?ts$/.test(relative)) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const depth = relative.split("/").length - 1;
  return (
    text.includes("../".repeat(depth + 1)) ||
    text.includes('path="/') ||
    /(?:from|import\() ?["']\//.test(text.toString("latin1"))
  );
}

/** Every directory that the interpreter searches, as far as it lies outside the root: what is inside is read there. */
async function installedForPython({ host, root, memo, interpreter }: OutsideContext): Promise<Outside> {
  const { use, modules, withheld } = await interpreter();
  const found: string[] = [String(withheld)];
  let changedAt = 0;
  if (use !== undefined) {
    const real = await host.files.real(use);
    const read = real && (await orFaulty(() => readingOf(host, real, memo)));
    if (read === undefined || typeof read === "string") return { ...noOutside, unproven: `${use} cannot be read` };
    found.push(read.hash);
    changedAt = read.changedAt;
  }
  for (const directory of modules?.installed ?? []) {
    if (isInside(root, directory)) {
      found.push(directory.slice(root.length));
      continue;
    }
    const { isRead } = proofRuleParts.python;
    const scope = {
      top: directory,
      followsLinks: true,
      isRead: (name: string) => isRead.test(name),
      isUnwatched: () => true,
    } as const;
    const read = await readBelow(host, scope, memo);
    if (read.unproven !== undefined) return { ...noOutside, unproven: read.unproven };
    found.push(read.digest);
    changedAt = Math.max(changedAt, read.changedAt.unwatched, read.changedAt.watched);
  }
  for (const directory of modules?.extra ?? []) {
    if (!isInside(root, directory)) return { ...noOutside, unproven: `${directory} is searched, outside the root` };
    found.push(directory.slice(root.length));
  }
  return { parts: { installed: proofHash(host, found) }, changedAt };
}

/** The reason where the disk refuses. */
async function orFaulty<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileFault) return error.message;
    throw error;
  }
}
