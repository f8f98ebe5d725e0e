// Where evidence lies: a directory for each root, in it one for each chain, in that its files and its head.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { journalName } from "../edit-journal.ts";
import { realStateDirectory } from "../state-place.ts";

export type EvidenceDisk = Pick<Host, "clock" | "files" | "writing" | "logFiles" | "stateDirectory">;

/** The directory of all chains of a root. */
export async function evidencePlace(disk: Pick<Host, "files" | "stateDirectory">, root: FilePath): Promise<FilePath> {
  return joinPath(await realStateDirectory(disk), "evidence", journalName(disk.files, root));
}

/** `20260102T030405678-0123456789abcdef`: sorted by name they are sorted by their beginning. */
export function newChainId(wall: number, nonce: string): string {
  return `${new Date(wall).toISOString().replaceAll(/[-:.Z]/g, "")}-${nonce}`;
}

const chainForm = /^\d{8}T\d{9}-[0-9a-f]{16}$/;
const fileForm = /^\d{4,}\.jsonl$/;

export const headName = "head";
export const retentionName = "retention.json";

export function fileName(number: number): string {
  return `${String(number).padStart(4, "0")}.jsonl`;
}

/** The file with the packets of the records of that file. */
export function packetsName(number: number): string {
  return `${String(number).padStart(4, "0")}.packets`;
}

/** The chains of a root, the oldest first. */
export async function chainsIn(files: Host["files"], directory: FilePath): Promise<string[]> {
  const entries = (await files.list(directory)) ?? [];
  return entries.flatMap(({ name, kind }) => (kind === "directory" && chainForm.test(name) ? [name] : [])).sort();
}

/** The numbers of a chain's files, in their order. */
export async function filesOfChain(files: Host["files"], directory: FilePath): Promise<number[]> {
  const entries = (await files.list(directory)) ?? [];
  return entries.flatMap(({ name }) => (fileForm.test(name) ? [Number.parseInt(name, 10)] : [])).sort((a, b) => a - b);
}
