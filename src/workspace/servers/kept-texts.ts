// Which texts leave something behind in a server that was shown them, so that they are shown to one of their own.

import { orIfUnreadable } from "../../host/files.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Session } from "../../session/session.ts";
import { goHeader } from "../../languages/imports/go-header.ts";

type Texts = ReadonlyMap<FilePath, string | null>;

/** Whether the server would not be as it was after it was shown these texts, by what is known of it. */
export async function keepsSomeOf({ options }: Pick<Session, "options">, texts: Texts): Promise<boolean> {
  const { keeps } = options.server.entry.quirks.supposes ?? {};
  if (keeps === undefined) return false;
  for (const [path, text] of texts) {
    // Others it is not shown.
    if (!options.isOurs(path)) continue;
    if (keeps === "any" || (await isLoadedAnew(options.host.files, path, text))) return true;
  }
  return false;
}

// — below: private, in the order they are used —

type Files = Session["options"]["host"]["files"];

/** Files that come or go, and what says which files make up a package, or which packages it needs. */
async function isLoadedAnew(files: Files, path: FilePath, text: string | null): Promise<boolean> {
  if (text === null || !path.endsWith(".go")) return true;
  const before = await textOf(files, path);
  return before === undefined || goHeader(before) !== goHeader(text);
}

/** Undefined for what cannot be read, or is not there. */
function textOf(files: Files, path: FilePath): Promise<string | undefined> {
  return orIfUnreadable(undefined, async () => {
    const bytes = await files.read(path, textBytes);
    return bytes && files.decode(bytes).text;
  });
}
