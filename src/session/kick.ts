// Opens the file without which some servers do nothing.

import { joinPath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { SessionOptions } from "./ask-host.ts";
import type { Documents } from "./documents.ts";

/** The first of the entry's files that exists in the root. */
export async function kick({ host, root, server }: SessionOptions, documents: Documents): Promise<void> {
  for (const name of server.entry.quirks.kickOpen ?? []) {
    const path = joinPath(root, name);
    if ((await host.files.stat(path)) === undefined) continue;
    try {
      await documents.synced(path);
    } catch (error) {
      // A file that cannot be opened sets nothing off; the server is up all the same.
      if (!(error instanceof Refusal)) throw error;
    }
    return;
  }
}
