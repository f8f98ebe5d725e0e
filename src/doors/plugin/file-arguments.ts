// Which arguments of an agent's file tools name the files that they change.
//
// What a tool did to a file is looked up on disk, except for one that removes: its file is let go of in any case.

import type { ToolArguments } from "./hooks.ts";
import { matchesTool } from "./tool-glob.ts";

export interface FileTools {
  /** A pattern of tool names: `*` is any run of characters. */
  readonly tool: string;
  /** The argument that holds a path or a list of paths, or several such arguments, or a function that finds them. */
  readonly file: string | readonly string[] | ((args: ToolArguments) => string | readonly string[] | undefined);
  /** `write` without it. */
  readonly does?: "write" | "remove";
}

export interface FileEffect {
  readonly files: readonly string[];
  readonly does: "write" | "remove";
}

const pathNames = ["path", "file_path", "filePath", "file"] as const;

export const vfsTools: readonly FileTools[] = [
  { tool: "vfs_write", file: pathNames },
  { tool: "vfs_edit", file: pathNames },
  { tool: "vfs_append", file: pathNames },
  { tool: "vfs_rm", file: pathNames, does: "remove" },
];

/** The first row that means the tool decides. */
export function fileEffect(rows: readonly FileTools[], tool: string, args: ToolArguments): FileEffect | undefined {
  const row = rows.find((one) => matchesTool(one.tool, tool));
  if (row === undefined) return undefined;
  const named = typeof row.file === "function" ? row.file(args) : [row.file].flat().map((name) => args[name]);
  const files = [named].flat(2).filter((one): one is string => typeof one === "string" && one !== "");
  return { files: [...new Set(files)], does: row.does ?? "write" };
}
