// Brings one file that changed on disk to the server's notice, in the way this server needs.

import type { Quirks } from "../../catalog/entry.ts";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { toUri } from "../../protocol/uri.ts";
import type { ChangeKind } from "../../protocol/watchers.ts";
import { ConnectionClosed, RequestTimedOut, RpcError } from "../../rpc/rpc-error.ts";
import type { Documents } from "./documents.ts";
import { refreshMs } from "../limits.ts";
import type { Running } from "../process/running.ts";

export interface RefreshContext {
  readonly documents: Documents;
  readonly running: Running | undefined;
  readonly onDiskChange: Quirks["onDiskChange"];
}

/**
 * Re-reads an open document, closes it when its file has gone; a closed file is opened or asked about.
 * False when the server may not have taken the change in.
 */
export async function refresh(context: RefreshContext, path: FilePath, kind: ChangeKind): Promise<boolean> {
  const { documents, running, onDiskChange } = context;
  if (kind === "deleted") {
    await documents.close(path);
    return true;
  }
  const textDocument = { uri: toUri(path) };
  const ask = (method: string, params: object): Promise<unknown> | undefined =>
    running?.process.connection.request(method, params, { timeoutMs: refreshMs });
  try {
    if (onDiskChange !== "ask" || documents.get(path) !== undefined) await documents.synced(path);
    // The answer comes after the parse, and with the parse the server's index of the file is new.
    if (onDiskChange === "open-and-ask") await ask("textDocument/documentSymbol", { textDocument });
    // Any question about types makes the server load the package of the file; the answer does not matter.
    if (onDiskChange === "ask") await ask("textDocument/hover", { textDocument, position: { line: 0, character: 0 } });
    return true;
  } catch (error) {
    // Gone again, grown too large, no text any more: closed, so that the server reads the disk itself.
    if (error instanceof Refusal) {
      await documents.close(path);
      return true;
    }
    if (!unanswered.some((kindOfError) => error instanceof kindOfError)) throw error;
    return false;
  }
}

const unanswered = [ConnectionClosed, RequestTimedOut, RpcError];
