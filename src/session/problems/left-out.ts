// A script that the server leaves out of its project, although the project takes it, and how it gets back in.
//
// TypeScript 7 lists the files of a project in an order that open documents change. It leaves out a script by chance where
// the declaration of its name is open, and never where that declaration is closed.
// Invariant: an answer counts as the project's only if the server said so of the very opening that was asked about.

import type { FilePath } from "../../model/file-path.ts";
import { display, filePath, parseFilePath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { toUri } from "../../protocol/uri.ts";
import type { Reply } from "../ask-host.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";

/** Why what the server says of the file is not what its project says; nothing when it is. */
export async function judgedAlone({ documents, options }: Session, reply: Reply, file: FilePath): Promise<Reason[]> {
  const declaration = parseFilePath(file.replace(/\.([cm]?)jsx?$/, ".d.$1ts"));
  if (declaration === undefined || declaration === file) return [];
  const isReopened = documents.get(file)?.opening !== reply.document?.opening;
  const ownership = isReopened ? "unsaid" : reply.running.ownership(file);
  if (ownership === "yes" || !(await options.isTaken?.(file))) return [];
  // One that was only supposed may have cost the script its place in the project too.
  const isBeside = documents.versions.has(declaration) || (await options.host.files.stat(declaration)) !== undefined;
  if (ownership === "unsaid" && !isBeside) return [];
  const [script, beside] = [file, declaration].map((path) => display(options.root, path));
  return [
    { code: "projects_not_loaded", detail: `${script} is checked in no project, because of ${beside} beside it` },
  ];
}

/** Whether the server can be had to list its project: it then finds again what is only supposed to be gone. */
export function canTakeIn({ documents }: Session): boolean {
  return !documents.supposesGone;
}

/**
 * Opens the file again, by which the server says whether its project has it; where it has said no, it lists its project anew
 * while no declaration is open that can stay closed.
 */
export async function takeIn({ documents }: Session, running: Running, file: FilePath): Promise<void> {
  if (running.ownership(file) !== "no") return documents.openAnew(file, () => {});
  const declarations = documents.paths().filter((path) => /\.d\.[cm]?ts$/.test(path) && !documents.isNeeded(path));
  await Promise.all(declarations.map((path) => documents.closeUnused(path)));
  // The server takes no notice of an open file that comes. One that is not there has it list the project, and adds nothing.
  const absent = toUri(filePath(file.replace(/\.(\w+)$/, ".absent.$1")));
  await documents.openAnew(file, () =>
    running.process.connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: absent, type: created }] }),
  );
}

// — below: private, in the order they are used —

/** The protocol's number for a file that has come. */
const created = 1;
