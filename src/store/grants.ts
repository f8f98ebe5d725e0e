// Which roots the operator trusts: one file for each grant, outside every repository.
//
// Invariant: a file that cannot be parsed, or that another user could have written, grants nothing.
// Invariant: each grant is a file of its own, so two processes that change different grants at once lose nothing.

import type { Files } from "../host/files.ts";
import { FileFault } from "../host/files.ts";
import type { PrivateFiles } from "../host/private-file.ts";
import { recordBytes } from "../host/read-limits.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath, parseFilePath } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";

/** Identities on disk that distinguish a repository from an earlier one at the same path. */
export interface RepositoryIdentity {
  /** Of the root's directory. */
  readonly directory: string;
  /** Of the directory in which git keeps its files, where there is one. */
  readonly git?: string;
}

export interface Grant {
  /** The real path, links resolved. */
  readonly root: FilePath;
  /** The SHA-256 of the root's own configuration as it was shown; undefined when there was none. */
  readonly pinned?: string;
  /** Which repository was trusted there; undefined for a grant of an earlier version, which did not say. */
  readonly repository?: RepositoryIdentity;
  /** When it was given, as ISO 8601. */
  readonly at: string;
}

/** A grant that is there and cannot be used. */
export class GrantsFault extends Error {
  override readonly name = "GrantsFault";
  readonly path: FilePath;
  constructor(path: FilePath, why: string) {
    super(why);
    this.path = path;
  }
}

export class Grants {
  readonly #files: Files;
  readonly #private: PrivateFiles;
  /** The directory of the grants. */
  readonly path: FilePath;

  constructor(files: Files, own: PrivateFiles, stateDirectory: FilePath) {
    this.#files = files;
    this.#private = own;
    this.path = joinPath(stateDirectory, "trust");
  }

  /** Throws a GrantsFault for the first that cannot be used. */
  async all(): Promise<readonly Grant[]> {
    await this.#mustBeOurs(this.path);
    const names = (await this.#listed()).filter((name) => grantName.test(name)).sort();
    const read = await Promise.all(names.map((name) => this.#read(joinPath(this.path, name))));
    return read.filter((grant) => grant !== undefined).sort((a, b) => (a.root < b.root ? -1 : 1));
  }

  /** Throws a GrantsFault for one that cannot be used. */
  async of(root: FilePath): Promise<Grant | undefined> {
    await this.#mustBeOurs(this.path);
    const path = this.#pathOf(root);
    const grant = await this.#read(path);
    if (grant !== undefined && grant.root !== root) throw new GrantsFault(path, "it is the grant of another root");
    return grant;
  }

  /** In place of what was granted to the root before. */
  async put(grant: Grant): Promise<void> {
    await this.#mustBeOurs(this.path);
    await this.#private.write(this.#pathOf(grant.root), `${JSON.stringify({ version: 2, ...grant }, null, 2)}\n`);
  }

  /** False when there was nothing to take back. */
  async remove(root: FilePath): Promise<boolean> {
    return this.#private.remove(this.#pathOf(root));
  }

  #pathOf(root: FilePath): FilePath {
    return joinPath(this.path, `${this.#files.hash(new TextEncoder().encode(root))}.json`);
  }

  async #listed(): Promise<readonly string[]> {
    const entries = await this.#attempt(this.path, () => this.#files.list(this.path));
    return (entries ?? []).map(({ name }) => name);
  }

  async #read(path: FilePath): Promise<Grant | undefined> {
    await this.#mustBeOurs(path);
    const bytes = await this.#attempt(path, () => this.#files.read(path, recordBytes));
    return bytes && parseGrant(path, this.#files.decode(bytes).text);
  }

  async #mustBeOurs(path: FilePath): Promise<void> {
    const doubt = await this.#private.doubt(path);
    if (doubt !== undefined) throw new GrantsFault(path, doubt);
  }

  async #attempt<T>(path: FilePath, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileFault) throw new GrantsFault(path, error.why);
      throw error;
    }
  }
}

/** Beside them lie drafts of those that are just being written. */
const grantName = /^[0-9a-f]{64}\.json$/;

function parseGrant(path: FilePath, text: string): Grant {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new GrantsFault(path, "it is not JSON");
    throw error;
  }
  const { version, root, pinned, at, repository } = isRecord(value) ? value : {};
  if (version !== 1 && version !== 2) throw new GrantsFault(path, "it is not a grant that this version can read");
  const parsed = typeof root === "string" ? parseFilePath(root) : undefined;
  const isHash = pinned === undefined || (typeof pinned === "string" && /^[0-9a-f]{64}$/.test(pinned));
  const isKnown = version === 1 || isIdentity(repository);
  if (parsed === undefined || !isHash || !isKnown || typeof at !== "string") {
    throw new GrantsFault(path, "it is damaged");
  }
  return {
    root: parsed,
    at,
    ...(isIdentity(repository) ? { repository } : {}),
    ...(typeof pinned === "string" ? { pinned } : {}),
  };
}

function isIdentity(value: unknown): value is RepositoryIdentity {
  if (!isRecord(value) || typeof value["directory"] !== "string") return false;
  return value["git"] === undefined || typeof value["git"] === "string";
}
