// Seals what the journal keeps with a key of this user, which lies beside the grants and is made once.
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

export class JournalSeal {
  readonly #host: Pick<Host, "files" | "writing">;
  readonly #state: () => Promise<FilePath>;
  #key: string | undefined;

  /** `state` returns the real path of the state directory. */
  constructor(host: Pick<Host, "files" | "writing">, state: () => Promise<FilePath>) {
    this.#host = host;
    this.#state = state;
  }

  async write(value: object): Promise<Uint8Array> {
    const key = (await this.#known()) ?? (await this.#make());
    const seal = sealOf(key, JSON.stringify(value));
    return new TextEncoder().encode(`${JSON.stringify({ ...value, seal }, null, 1)}\n`);
  }

  /** What was sealed; undefined for what is not ours. */
  async read(bytes: Uint8Array): Promise<object | undefined> {
    const value = parsed(this.#host.files.decode(bytes).text);
    const key = await this.#known();
    if (key === undefined || !isRecord(value)) return undefined;
    const { seal, ...sealed } = value;
    return typeof seal === "string" && isSealOf(key, JSON.stringify(sealed), seal) ? sealed : undefined;
  }

  // — below: private, in the order they are used —

  async #place(): Promise<FilePath> {
    return joinPath(await this.#state(), "trust", "journal.key");
  }

  /** Undefined when none was made yet. */
  async #known(): Promise<string | undefined> {
    if (this.#key !== undefined) return this.#key;
    const place = await this.#place();
    const bytes = await this.#host.writing.read(place);
    const [key] = /^[0-9a-f]{64}$/m.exec(bytes === undefined ? "" : this.#host.files.decode(bytes).text) ?? [];
    if (key === undefined) return bytes === undefined ? undefined : unusable(place, "it is damaged");
    const doubt = await this.#host.writing.doubt(place);
    if (doubt !== undefined) unusable(place, doubt);
    this.#key = key;
    return key;
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
    return (await this.#known()) ?? unusable(place, "it has gone");
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
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function orIfTaken(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof WriteFault && error.code === "EEXIST")) throw error;
  }
}

function unusable(place: FilePath, why: string): never {
  return refuse({
    code: "policy_denied",
    what: "The change journal cannot be verified, so nothing was changed.",
    why: `Its key ${place} cannot be used: ${why}.`,
    next: "Make the directory accessible only to you. If the key is damaged, delete it; earlier changes can then not be undone.",
  });
}
