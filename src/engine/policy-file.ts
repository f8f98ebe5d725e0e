// A file as policy would judge it, found without an engine: the root that it belongs to, and every path and name of it.
//
// Invariant: nothing is started, opened or undone for it.

import { nodeCodec } from "../host/node/node-codec.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath, isInside } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { Checkouts } from "../workspace/root.ts";
import { RootSet } from "../workspace/root-set.ts";
import { confinedPlace } from "../workspace/trust/confine.ts";
import { Workspace } from "../workspace/workspace.ts";
import { PolicyNames } from "../workspace/write/file-names.ts";
import { judgedFiles } from "../workspace/write/judging.ts";
import type { PolicyFile } from "./policy-explain.ts";
import type { Preparation, RootOptions } from "./preparation.ts";
import { prepare, untrusted } from "./preparation.ts";

/** A root with what is known of it before it is opened. */
export interface PreparedRoot {
  readonly root: FilePath;
  readonly prepared: Preparation;
}

/** Refuses a file of none of the roots; the first of them is the main one. */
export async function policyFile(
  host: Host,
  options: RootOptions,
  roots: readonly [PreparedRoot, ...PreparedRoot[]],
  file: string,
): Promise<PolicyFile> {
  const given = filePath(file);
  const path = await confinedPlace(host, given);
  const holders = roots.filter(({ root }) => isInside(root, path));
  const [holder] = holders.toSorted((a, b) => b.root.length - a.root.length);
  if (holder === undefined) return outside(file, roots[0].root);
  const inner = await new Checkouts(host).of(path, holder.root);
  const own = inner === undefined ? holder : { root: inner, prepared: await prepare(host, inner, untrusted(options)) };
  const [main, ...others] = [...roots, ...(own === holder ? [] : [own])].map((one) => workspaceAt(host, one));
  if (main === undefined) return outside(file, roots[0].root);
  const set = new RootSet(main, { others });
  try {
    set.reached(given, path);
    const workspace = [main, ...others].find(({ root }) => root === own.root) ?? main;
    const [paths, written] = await Promise.all([
      new PolicyNames(set).of(path),
      judgedFiles(set, workspace, { targets: [path], work: [] }),
    ]);
    return { root: own.root, trusted: own.prepared.trusted, paths, written };
  } finally {
    await set.close();
  }
}

// — below: private, in the order they are used —

function outside(file: string, root: FilePath): never {
  return refuse({
    code: "outside_root",
    what: `${file} is not a file of the root ${root}.`,
    why: "A policy is judged in the root that a file belongs to.",
    next: "Name a file below the root, or the root of the file with --root.",
  });
}

function workspaceAt(host: Host, { root, prepared }: PreparedRoot): Workspace {
  return new Workspace({ host, codec: nodeCodec, root, emit: () => {}, ...prepared });
}
