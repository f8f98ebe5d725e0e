// Configuration of a repository that servers obey, as data: from it follows what an untrusted root may start, and what
// agents may not write there.

import type { ConfigurationForm } from "../model/configuration-form.ts";

/** A configuration file that a server believes, wherever it lies: in the root, below it, above it. */
export interface ObeyedFile {
  /** A base name, or the end of a path with its directory (`.cargo/config.toml`). */
  readonly name: string;
  /** What it can name. */
  readonly names: readonly Obeyed[];
  /**
   * Why it does no harm in an untrusted root. `overridden`: what the restricted form sets wins. `ignored`: the server
   * neither runs nor loads it, from measurement. `stops`: nothing keeps the server from it, so with such a file in the
   * root, or in a directory above it, the server is not started.
   */
  readonly untrusted: "overridden" | "ignored" | "stops";
  /** The form in which it is read where `stops` holds only for one that is not harmless by what it holds. */
  readonly unlessHarmless?: ConfigurationForm;
  /** Ordinary work edits this file, so agents may write it. */
  readonly isManifest?: true;
}

export type Obeyed = "command" | "toolchain" | "interpreter" | "plugin" | "library" | "path";

export interface Obeying {
  readonly obeys?: readonly ObeyedFile[];
}

/** What an untrusted repository may not be given by an agent: settings of servers, which no ordinary work edits. */
export function writeProtectedNames(servers: readonly Obeying[]): string[] {
  const kept = servers.flatMap(({ obeys = [] }) => obeys.filter(({ isManifest }) => isManifest !== true));
  return [...new Set(kept.map(({ name }) => `**/${name}`))];
}

/** The files that nothing keeps the server from. */
export function stoppingFiles({ obeys = [] }: Obeying): ObeyedFile[] {
  return obeys.filter(({ untrusted }) => untrusted === "stops");
}
