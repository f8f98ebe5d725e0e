// The folders of a workspace, as text and in the words of the contract.

import type { FilePath } from "../../model/file-path.ts";
import { toUri } from "../../protocol/uri.ts";
import { inertLine } from "../../render/inert.ts";

export interface FolderJson {
  readonly uri: string;
  readonly name: string;
}

export function foldersJson(folders: readonly FilePath[]): FolderJson[] {
  return folders.map((folder) => ({ uri: toUri(folder), name: folder }));
}

export function foldersText(folders: readonly FilePath[]): string {
  const [main, ...others] = folders.map((folder) => inertLine(folder));
  if (others.length === 0) return `1 workspace folder: ${main}`;
  return [
    `${folders.length} workspace folders`,
    `  ${main}  (relative paths start here)`,
    ...others.map((one) => `  ${one}`),
  ].join("\n");
}
