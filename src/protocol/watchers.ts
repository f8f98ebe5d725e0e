// Which file changes a server wants to be notified of, from its registrations.

import type { FilePath } from "../model/file-path.ts";
import { relativeTo } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";
import type { Capabilities } from "./capabilities.ts";
import { globMatcher } from "./glob.ts";
import { fromUri } from "./uri.ts";

/** Spec: LSP 3.18 FileChangeType. */
export const changeType = { created: 1, changed: 2, deleted: 3 } as const;
export type ChangeKind = keyof typeof changeType;

export type FileFilter = (path: FilePath, kind: ChangeKind) => boolean;

export const watchedFiles = "workspace/didChangeWatchedFiles";

/** Undefined when the server registered nothing: then it has no wish that could be honoured. */
export function fileFilter(capabilities: Capabilities, root: FilePath): FileFilter | undefined {
  const registrations = capabilities.registrations(watchedFiles);
  if (registrations.length === 0) return undefined;
  const wishes = registrations.flatMap(({ options }) => {
    const watchers = isRecord(options) && Array.isArray(options["watchers"]) ? options["watchers"] : [];
    return watchers.filter(isRecord).flatMap((watcher) => {
      const matches = patternOf(watcher["globPattern"], root);
      return matches === undefined
        ? []
        : [{ matches, kinds: typeof watcher["kind"] === "number" ? watcher["kind"] : 7 }];
    });
  });
  return (path, kind) => wishes.some((wish) => (wish.kinds & kindBit[kind]) !== 0 && wish.matches(path));
}

/** Spec: LSP 3.18 WatchKind. */
const kindBit = { created: 1, changed: 2, deleted: 4 } as const;

function patternOf(pattern: unknown, root: FilePath): ((path: FilePath) => boolean) | undefined {
  if (typeof pattern === "string") return absoluteOrRelative(pattern, root);
  if (!isRecord(pattern) || typeof pattern["pattern"] !== "string") return undefined;
  const base = isRecord(pattern["baseUri"]) ? pattern["baseUri"]["uri"] : pattern["baseUri"];
  const directory = typeof base === "string" ? fromUri(base) : undefined;
  if (typeof directory !== "string") return undefined;
  return below(directory, globMatcher(pattern["pattern"]));
}

/** Some servers put the root's absolute path, or its URI, in front of the pattern. */
function absoluteOrRelative(pattern: string, root: FilePath): ((path: FilePath) => boolean) | undefined {
  if (/^file:/i.test(pattern)) return belowUri(pattern);
  const matches = globMatcher(pattern);
  if (pattern.startsWith("/") || /^[A-Za-z]:\//.test(pattern)) return matches;
  return below(root, matches);
}

/** What stands before the first wildcard is a URI with its escapes, the rest a pattern without any. */
function belowUri(pattern: string): ((path: FilePath) => boolean) | undefined {
  const wildcard = pattern.search(/[*?{[]/);
  const start = pattern.lastIndexOf("/", wildcard === -1 ? pattern.length : wildcard) + 1;
  const directory = fromUri(pattern.slice(0, start));
  return typeof directory === "string" ? below(directory, globMatcher(pattern.slice(start))) : undefined;
}

function below(directory: FilePath, matches: (path: string) => boolean): (path: FilePath) => boolean {
  return (path) => {
    const relative = relativeTo(directory, path);
    return relative !== undefined && matches(relative);
  };
}
