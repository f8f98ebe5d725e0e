// `add_workspace_folder`: serves a further root.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Folder } from "../../workspace/control.ts";
import { defineControl } from "../define.ts";
import type { FolderJson } from "./folders-answer.ts";
import { foldersJson, foldersText } from "./folders-answer.ts";

const input = { path: z.string().describe("A directory inside an open root, or one that the operator allows.") };

export interface Added extends Folder {
  readonly asked: string;
  readonly folders: readonly FilePath[];
}

export interface AddedJson {
  readonly added: string;
  readonly workspace_folders: readonly FolderJson[];
}

export const addWorkspaceFolder = defineControl<"add_workspace_folder", typeof input, Added, AddedJson>({
  name: "add_workspace_folder",
  title: "Add Workspace Folder",
  summary: "Serve a further root beside the present ones.",
  guidance:
    "Worktrees and submodules inside a root are served without it; elsewhere the operator decides (--allow-root).",
  exposure: "full",
  cli: { command: "add-folder", positional: "directory" },
  needs: [],
  input,
  async run({ control, view, declared }, { path }) {
    const folder = await control.addFolder(path, declared);
    return { value: { ...folder, asked: path, folders: view.folders() }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ isNew, root, asked, folders }) => {
    const head = isNew ? `Added ${inertLine(root)}.` : `${inertLine(asked)} is already served, by ${inertLine(root)}.`;
    return `${head} ${foldersText(folders)}`;
  },
  toJson: ({ root, folders }) => ({ added: root, workspace_folders: foldersJson(folders) }),
  hints: ({ isNew }) =>
    isNew
      ? [{ operation: "detect_lsp_servers", why: "which languages it contains, and their servers" }]
      : [{ operation: "find_symbol", why: "to search it" }],
  examples: [{ title: "A directory of the present root is served already", input: { path: "src" } }],
});
