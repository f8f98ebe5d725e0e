// Which files a server wants to be asked about before they are moved, or notified of after.
//
// Spec: LSP 3.18 "FileOperationRegistrationOptions": any of the filters; a pattern is for files, folders or both.

import type { FilePath } from "../model/file-path.ts";
import { isRecord, at as jsonAt } from "../std/json.ts";
import { globMatcher } from "./glob.ts";

export const didRenameFiles = "workspace/didRenameFiles";

/** Whether one of the declared or registered options asks about this file; options without a filter ask about none. */
export function wantsFile(options: readonly unknown[], file: FilePath): boolean {
  return options.some((one) => {
    const filters = jsonAt(one, ["filters"]);
    return Array.isArray(filters) && filters.some((filter) => isFor(filter, file));
  });
}

// — below: private, in the order they are used —

function isFor(filter: unknown, file: FilePath): boolean {
  if (!isRecord(filter)) return false;
  const { scheme, pattern } = filter;
  if (scheme !== undefined && scheme !== "file") return false;
  const glob = jsonAt(pattern, ["glob"]);
  const matches = jsonAt(pattern, ["matches"]);
  if (typeof glob !== "string" || matches === "folder") return false;
  const isCaseless = jsonAt(pattern, ["options", "ignoreCase"]) === true;
  const [wanted, path] = isCaseless ? [glob.toLowerCase(), file.toLowerCase()] : [glob, file];
  return globMatcher(wanted)(path);
}
