// Whether a configuration of TypeScript takes a file into its project, whatever the server makes of it.

import { textOrNothing } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { projectFileBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { OpenedProjects } from "../coverage/typescript.ts";

export async function isTakenByConfiguration({ files }: Host, root: FilePath, file: FilePath): Promise<boolean> {
  const read = async (path: FilePath): Promise<string | undefined> => {
    return textOrNothing(files, path, projectFileBytes(path));
  };
  return (await new OpenedProjects({ root, read }).of(file))?.covers(file) === true;
}
