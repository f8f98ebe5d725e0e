// A document that a server has open, and which of several is closed first when there are too many.

import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";

export interface OpenDocument {
  readonly path: FilePath;
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly hash: string;
  readonly index: LineIndex;
  readonly lossy: boolean;
  /** `given` and `supposed` texts belong to the caller that gave or supposes them; the disk does not overwrite them. */
  readonly source: "disk" | "given" | "supposed";
  readonly stamp: string | undefined;
  readonly project: string;
  /** Another one each time it is opened, so that one who was closed meanwhile is told from one who stayed open. */
  readonly opening: number;
  /** When the server was last told of a change, on the monotonic clock. */
  readonly sentAt: number;
}

/**
 * Of documents in order of use the first that may go, but not the last one of its project while another can go:
 * closing that would unload the project.
 */
export function leastNeeded<D extends Pick<OpenDocument, "project">>(
  open: readonly D[],
  mayGo: (document: D) => boolean,
): D | undefined {
  const perProject = new Map<string, number>();
  for (const { project } of open) perProject.set(project, (perProject.get(project) ?? 0) + 1);
  const candidates = open.filter(mayGo);
  return candidates.find(({ project }) => (perProject.get(project) ?? 0) > 1) ?? candidates[0];
}
