// Directories in which servers are put together, and what is removed with all it holds.

import type { Host } from "../../host/host.ts";
import type { Holder } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { makeDirectories } from "../../store/state-place.ts";

/** Beside the installed servers, so that a whole one can be moved there. */
const stagesName = ".stage";
const holderName = "holder.json";

export interface Stage {
  readonly directory: FilePath;
  /** What is moved when it is whole. */
  readonly tree: FilePath;
}

export async function newStage({ writing }: Host, place: FilePath): Promise<Stage> {
  const directory = joinPath(place, stagesName, writing.nonce());
  await makeDirectories(writing, directory);
  const holder = new TextEncoder().encode(JSON.stringify(await writing.self()));
  await writing.create(joinPath(directory, holderName), holder, { mode: 0o600 });
  const tree = joinPath(directory, "tree");
  await writing.makeDirectory(tree, 0o700);
  return { directory, tree };
}

/** Removes what processes that have ended left behind. */
export async function clearStages(host: Host, place: FilePath): Promise<void> {
  const stages = joinPath(place, stagesName);
  for (const { name } of (await host.files.list(stages)) ?? []) {
    const stage = joinPath(stages, name);
    const holder = await holderOf(host, stage);
    // One without a holder was just begun, or was left at its very beginning: it goes only if it is empty.
    if (holder === undefined) await host.writing.removeDirectory(stage);
    else if ((await host.writing.isAlive(holder)) === false) await removeTree(host, stage);
  }
}

/** Follows no link; what another process removes at the same time is no failure. */
export async function removeTree(host: Host, directory: FilePath): Promise<void> {
  for (const { name, kind } of (await host.files.list(directory)) ?? []) {
    const path = joinPath(directory, name);
    if (kind === "directory") await removeTree(host, path);
    else await host.writing.remove(path);
  }
  await host.writing.removeDirectory(directory);
}

// — below: private, in the order they are used —

async function holderOf({ writing }: Host, stage: FilePath): Promise<Holder | undefined> {
  const bytes = await writing.read(joinPath(stage, holderName));
  if (bytes === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isHolder(parsed) ? parsed : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (!isRecord(value) || typeof value["pid"] !== "number") return false;
  return ["startTime", "machine", "boot", "namespace"].every((name) => typeof value[name] === "string");
}
