// The texts that files have in the last commit of their checkout.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { relativeTo } from "../../model/file-path.ts";
import type { Programs } from "../../session/process/programs.ts";
import type { Patience } from "../../std/patience.ts";
import { pooled } from "../../std/pooled.ts";
import { Git } from "./command.ts";
import { filtersOf } from "./doubts.ts";

/** The text of a file, that there was none, or why that is not known. */
export type FormerText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown"; readonly why: string };

/** Refused where there is no git, or no checkout. */
export async function formerTexts(
  host: Host,
  programs: Programs,
  directory: FilePath,
  files: readonly FilePath[],
  patience: Patience,
): Promise<ReadonlyMap<FilePath, FormerText>> {
  const { git, top } = await Git.at(host, programs, directory, patience);
  const inside = files.flatMap((file) => {
    const path = relativeTo(top, file);
    return path === undefined ? [] : [{ file, path }];
  });
  const paths = inside.map(({ path }) => path);
  const [entries, filters] = await Promise.all([entriesOf(git, paths), filtersOf(git, paths)]);
  const one = async ({ file, path }: (typeof inside)[number]): Promise<readonly [FilePath, FormerText]> => {
    const filter = filters.get(path);
    if (filter !== undefined) return [file, unknown(`the filter ${filter} decides what the file holds`)];
    return [file, await textOf(git, entries.get(path))];
  };
  const found = new Map(await pooled(inside, atOnce, one));
  return new Map(files.map((file) => [file, found.get(file) ?? unknown("it is outside the checkout")]));
}

// — below: private, in the order they are used —

/** Runs of git at the same time. */
const atOnce = 8;
/** Paths of one command line. */
const pathsAtOnce = 200;

interface TreeEntry {
  readonly mode: string;
  readonly object: string;
}

/** Empty where there is no commit yet. */
async function entriesOf(git: Git, paths: readonly string[]): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = new Map<string, TreeEntry>();
  const head = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}"]);
  if (head.code !== 0) return entries;
  for (let at = 0; at < paths.length; at += pathsAtOnce) {
    const some = paths.slice(at, at + pathsAtOnce);
    await git.records(["ls-tree", "-z", "--full-tree", head.output.trim(), "--", ...some], (record) => {
      const [, mode = "", object = "", path = ""] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(record) ?? [];
      if (path !== "") entries.set(path, { mode, object });
    });
  }
  return entries;
}

async function textOf(git: Git, entry: TreeEntry | undefined): Promise<FormerText> {
  if (entry === undefined) return { kind: "absent" };
  if (!entry.mode.startsWith("100")) return unknown("it is not a regular file in HEAD");
  const { text, cut } = await git.output(["cat-file", "blob", entry.object]);
  if (cut) return unknown("it is too long in HEAD");
  return text.includes("\0") ? unknown("it is binary in HEAD") : { kind: "text", text };
}

function unknown(why: string): FormerText {
  return { kind: "unknown", why };
}
