// `remove_workspace_folder`: no longer serves a root, and ends its servers.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Removed } from "../../workspace/control.ts";
import { defineControl } from "../define.ts";
import type { FolderJson } from "./folders-answer.ts";
import { foldersJson, foldersText } from "./folders-answer.ts";

const input = { path: z.string() };

export interface RemovedFolder extends Removed {
  readonly folders: readonly FilePath[];
}

export interface RemovedJson {
  readonly removed: string;
  readonly workspace_folders: readonly FolderJson[];
}

export const removeWorkspaceFolder = defineControl<"remove_workspace_folder", typeof input, RemovedFolder, RemovedJson>(
  {
    name: "remove_workspace_folder",
    title: "Remove Workspace Folder",
    summary: "Stop serving a root and end its servers.",
    guidance: "Not the main root, where relative paths start.",
    exposure: "full",
    cli: { command: "remove-folder", positional: "directory" },
    needs: [],
    input,
    async run({ control, view }, { path }) {
      const removed = await control.removeFolder(path);
      return { value: { ...removed, folders: view.folders() }, standing: standingOf([]) };
    },
    isEmpty: () => false,
    toText: ({ root, wasServed, folders }) => {
      const head = wasServed ? `Removed ${inertLine(root)}.` : `${inertLine(root)} is not a workspace folder.`;
      return `${head} ${foldersText(folders)}`;
    },
    toJson: ({ root, folders }) => ({ removed: root, workspace_folders: foldersJson(folders) }),
    hints: ({ wasServed }) =>
      wasServed
        ? [{ operation: "add_workspace_folder", why: "to serve it again" }]
        : [{ operation: "list_workspace_folders", why: "to list them" }],
    examples: [{ title: "A directory that is no folder of its own stays as it is", input: { path: "src" } }],
  },
);
