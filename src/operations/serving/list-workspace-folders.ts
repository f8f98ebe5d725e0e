// `list_workspace_folders`: the roots that are served.

import type { FilePath } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { defineQuery } from "../define.ts";
import type { FolderJson } from "./folders-answer.ts";
import { foldersJson, foldersText } from "./folders-answer.ts";

const input = {};

export interface FoldersJson {
  readonly workspace_folders: readonly FolderJson[];
}

export const listWorkspaceFolders = defineQuery<
  "list_workspace_folders",
  typeof input,
  readonly FilePath[],
  FoldersJson
>({
  name: "list_workspace_folders",
  title: "List Workspace Folders",
  summary: "List the roots that are served.",
  guidance: "The first one is where relative paths start.",
  exposure: "full",
  passive: true,
  cli: { command: "folders", positional: "none" },
  needs: [],
  input,
  run: async ({ view }) => ({ value: view.folders(), standing: standingOf([]) }),
  isEmpty: (folders) => folders.length === 0,
  toText: foldersText,
  toJson: (folders) => ({ workspace_folders: foldersJson(folders) }),
  hints: () => [
    { operation: "detect_lsp_servers", why: "which languages they contain, and their servers" },
    { operation: "add_workspace_folder", why: "to add another one" },
  ],
  examples: [{ title: "The roots of this run", input: {} }],
});
