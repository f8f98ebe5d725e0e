// Which roots the operator trusts: one file per user, outside every repository.
//
// Invariant: a file that cannot be understood grants nothing.

import type { Files } from "../host/files.ts";
import type { WritePrivately } from "../host/private-file.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath, parseFilePath } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";

export interface Grant {
  /** The real path, links resolved. */
  readonly root: FilePath;
  /** The SHA-256 of the root's own configuration as it was shown; undefined when there was none. */
  readonly pinned?: string;
  /** When it was given, as ISO 8601. */
  readonly at: string;
}

/** A file of grants that is there and cannot be used. */
export class GrantsFault extends Error {
  override readonly name = "GrantsFault";
}

export class Grants {
  readonly #files: Files;
  readonly #write: WritePrivately;
  readonly path: FilePath;

  constructor(files: Files, write: WritePrivately, stateDirectory: FilePath) {
    this.#files = files;
    this.#write = write;
    this.path = joinPath(stateDirectory, "trust.json");
  }

  /** Throws a GrantsFault for a file that cannot be used. */
  async all(): Promise<readonly Grant[]> {
    const bytes = await this.#files.read(this.path);
    return bytes === undefined ? [] : parseGrants(this.#files.decode(bytes).text);
  }

  async of(root: FilePath): Promise<Grant | undefined> {
    return (await this.all()).find((grant) => grant.root === root);
  }

  /** In place of what was granted to the root before. */
  async put(grant: Grant): Promise<void> {
    await this.#save([...(await this.all()).filter(({ root }) => root !== grant.root), grant]);
  }

  /** False when there was nothing to take back. */
  async remove(root: FilePath): Promise<boolean> {
    const before = await this.all();
    const after = before.filter((grant) => grant.root !== root);
    if (after.length < before.length) await this.#save(after);
    return after.length < before.length;
  }

  async #save(grants: readonly Grant[]): Promise<void> {
    await this.#write(this.path, `${JSON.stringify({ version: 1, grants }, null, 2)}\n`);
  }
}

function parseGrants(text: string): Grant[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new GrantsFault("it is not JSON");
    throw error;
  }
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["grants"])) {
    throw new GrantsFault("it is not a list of grants that this version knows");
  }
  return value["grants"].map(parseGrant);
}

function parseGrant(value: unknown): Grant {
  const { root, pinned, at } = isRecord(value) ? value : {};
  const path = typeof root === "string" ? parseFilePath(root) : undefined;
  const isHash = pinned === undefined || (typeof pinned === "string" && /^[0-9a-f]{64}$/.test(pinned));
  if (path === undefined || !isHash || typeof at !== "string") throw new GrantsFault("one of its grants is damaged");
  return { root: path, at, ...(typeof pinned === "string" ? { pinned } : {}) };
}
