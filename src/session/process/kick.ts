// Opens what is to be open from the start: documents that are kept open, and the file without which some servers
// do nothing.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { SessionOptions } from "../ask-host.ts";
import type { Documents } from "../documents/documents.ts";

/** Of the entry's own files the first that exists in the root. */
export async function kick(options: SessionOptions, documents: Documents): Promise<void> {
  const { host, root, server, kept, isOurs } = options;
  for (const path of kept ?? []) if (isOurs(path)) await open(documents, path);
  for (const name of server.entry.quirks.kickOpen ?? []) {
    const path = joinPath(root, name);
    if ((await host.files.stat(path)) === undefined) continue;
    return open(documents, path);
  }
}

/** A file that cannot be opened sets nothing off; the server is up all the same. */
async function open(documents: Documents, path: FilePath): Promise<void> {
  try {
    await documents.synced(path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
