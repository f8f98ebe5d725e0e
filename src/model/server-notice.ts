// What a server says of its own accord, whole, for a host in the same process that passes it on to its agent.

import type { FilePath } from "./file-path.ts";

/** `textDocument/diagnostic`: what a server answered when it was asked, in the form of what others publish. */
export type HeardMethod =
  | "textDocument/publishDiagnostics"
  | "textDocument/diagnostic"
  | "window/showMessage"
  | "window/logMessage";

export interface ServerNotice {
  readonly server: string;
  readonly root: FilePath;
  readonly method: HeardMethod;
  /** As the server sent it; of a file that leads outside of the root without its messages. */
  readonly params: object;
}
