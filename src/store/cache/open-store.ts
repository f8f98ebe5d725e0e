// Opens the store of answers of a root: where it lies, and why there is none.
//
// It lies below the state directory, in a directory named by the first 8 bytes of the SHA-256 of the root's path.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { WriteFault } from "../../host/writing.ts";
import { makeDirectories, realStateDirectory } from "../state-place.ts";
import { UserKey } from "../user-key.ts";
import { AnswerStore } from "./answer-store.ts";

export type OpenedStore = { readonly store: AnswerStore; readonly file: FilePath } | { readonly missing: string };

type Machine = Pick<Host, "files" | "writing" | "databases" | "clock" | "stateDirectory">;

export async function openStore(host: Machine, root: FilePath, maxBytes: number): Promise<OpenedStore> {
  const { databases, clock } = host;
  if ("missing" in databases.driver) return databases.driver;
  try {
    const state = await realStateDirectory(host);
    // Every record of ours would be a change of the project.
    if (isInside(root, state)) return { missing: "the state directory lies inside the root" };
    const directory = joinPath(state, "cache", rootHash(host, root));
    await makeDirectories(host.writing, directory);
    const doubt = await host.writing.doubt(directory);
    if (doubt !== undefined) return { missing: `${directory} cannot be used: ${doubt}` };
    const use = { what: "Kept answers cannot be verified.", loss: "kept answers and earlier changes are then lost" };
    const key = await new UserKey(host, async () => state, use).made();
    const file = joinPath(directory, "refs.db");
    return { store: new AnswerStore({ databases, file, key, maxBytes, now: () => clock.wall() }), file };
  } catch (error) {
    if (error instanceof Refusal) return { missing: error.details.why ?? error.details.what };
    if (error instanceof WriteFault) return { missing: error.message };
    throw error;
  }
}

function rootHash({ files }: Pick<Host, "files">, root: FilePath): string {
  return files.hash(new TextEncoder().encode(root)).slice(0, 16);
}
