// The key of this user, which lies beside the grants and is made once, and what it seals: the change journal and evidence.
//
// Invariant: what does not carry our seal is not given out, wherever it comes from and whatever it says.

import type { Host } from "../host/host.ts";
import { isSealOf, sealOf } from "../host/seal.ts";
import { isUnlinkable, WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";

const privately = { mode: 0o600 };
/** A key consists of this many unpredictable parts. */
const keyParts = 4;

/** What a refusal says where the key cannot be used. */
export interface KeyUse {
  /** What cannot be done without it. */
  readonly what: string;
  /** What is lost where a damaged key is deleted. */
  readonly loss: string;
}

export class UserKey {
  readonly #host: Pick<Host, "files" | "writing">;
  readonly #state: () => Promise<FilePath>;
  readonly #use: KeyUse;
  #key: string | undefined;

  /** `state` returns the real path of the state directory. */
  constructor(host: Pick<Host, "files" | "writing">, state: () => Promise<FilePath>, use: KeyUse) {
    this.#host = host;
    this.#state = state;
    this.#use = use;
  }

  /** Made where there is none yet. */
  async made(): Promise<string> {
    return (await this.known()) ?? (await this.#make());
  }

  /** Undefined when none was made yet. */
  async known(): Promise<string | undefined> {
    if (this.#key !== undefined) return this.#key;
    const place = await this.#place();
    const bytes = await this.#host.writing.read(place);
    const [key] = /^[0-9a-f]{64}$/m.exec(bytes === undefined ? "" : this.#host.files.decode(bytes).text) ?? [];
    if (key === undefined) return bytes === undefined ? undefined : this.#unusable(place, "it is damaged");
    const doubt = await this.#host.writing.doubt(place);
    if (doubt !== undefined) this.#unusable(place, doubt);
    this.#key = key;
    return key;
  }

  // — below: private, in the order they are used —

  async #place(): Promise<FilePath> {
    return joinPath(await this.#state(), "trust", "journal.key");
  }

  /** If several processes make a key at once, all of them use the first. */
  async #make(): Promise<string> {
    const { writing } = this.#host;
    const place = await this.#place();
    const directory = parentOf(place) ?? place;
    await orIfTaken(() => writing.makeDirectory(directory, 0o700));
    await writing.syncDirectory(parentOf(directory) ?? directory);
    const draft = joinPath(directory, `journal.key.${writing.nonce()}`);
    const key = Array.from({ length: keyParts }, () => writing.nonce()).join("");
    await writing.create(draft, new TextEncoder().encode(`${key}\n`), privately);
    await orIfTaken(() => this.#publish(draft, place));
    await writing.remove(draft);
    await writing.syncDirectory(directory);
    return (await this.known()) ?? this.#unusable(place, "it has gone");
  }

  /** A key that is there already stays. */
  async #publish(draft: FilePath, place: FilePath): Promise<void> {
    const { writing } = this.#host;
    try {
      await writing.link(draft, place);
    } catch (error) {
      if (!isUnlinkable(error)) throw error;
      if ((await writing.look(place)) === undefined) await writing.rename(draft, place);
    }
  }

  #unusable(place: FilePath, why: string): never {
    return refuse({
      code: "policy_denied",
      what: this.#use.what,
      why: `Its key ${place} cannot be used: ${why}.`,
      next: `Make the directory accessible only to you. If the key is damaged, delete it; ${this.#use.loss}.`,
    });
  }
}

/** Seals what the journal keeps. */
export class JournalSeal {
  readonly #host: Pick<Host, "files" | "writing">;
  readonly #key: UserKey;

  /** `state` returns the real path of the state directory. */
  constructor(host: Pick<Host, "files" | "writing">, state: () => Promise<FilePath>) {
    this.#host = host;
    this.#key = new UserKey(host, state, {
      what: "The change journal cannot be verified, so nothing was changed.",
      loss: "earlier changes can then not be undone",
    });
  }

  async write(value: object): Promise<Uint8Array> {
    const key = await this.#key.made();
    const seal = sealOf(key, JSON.stringify(value));
    return new TextEncoder().encode(`${JSON.stringify({ ...value, seal }, null, 1)}\n`);
  }

  /** What was sealed; undefined for what is not ours. */
  async read(bytes: Uint8Array): Promise<object | undefined> {
    const value = parsedRecord(this.#host.files.decode(bytes).text);
    const key = await this.#key.known();
    if (key === undefined || value === undefined) return undefined;
    const { seal, ...sealed } = value;
    return typeof seal === "string" && isSealOf(key, JSON.stringify(sealed), seal) ? sealed : undefined;
  }
}

async function orIfTaken(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof WriteFault && error.code === "EEXIST")) throw error;
  }
}

/** An object of JSON; undefined for everything else. */
export function parsedRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
