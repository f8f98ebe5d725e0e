// One chain of evidence: what this process records of one root, in files that only grow.
//
// Invariant: a record is with the kernel when `record` resolves, and durable where that was asked for; what cannot be
// written is a refusal of its caller, never dropped.
// Invariant: records are written one after another in the order of the calls, so that callers wait instead of a queue growing.

import type { LogFile, MarkFile } from "../../host/writing.ts";
import { recordBytes } from "../../host/read-limits.ts";
import { digestOf } from "../../host/seal.ts";
import { WriteFault } from "../../host/writing.ts";
import type {
  CallRecord,
  ChainPosition,
  EvidenceRecord,
  NotificationRecord,
  PacketReference,
  RawEvidence,
} from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";
import { ourVersion } from "../../model/own-version.ts";
import { refuse, Refusal } from "../../model/refusal.ts";
import { bug } from "../../std/bug.ts";
import { makeDirectories, realStateDirectory } from "../state-place.ts";
import { UserKey } from "../user-key.ts";
import { chainLine, headLine, noHash, parseHead } from "./lines.ts";
import type { EvidenceDisk } from "./place.ts";
import { chainsIn, evidencePlace, fileName, headName, newChainId, packetsName } from "./place.ts";
import { retain } from "./retention.ts";

export interface ChainSettings {
  readonly raw: RawEvidence;
  readonly rotateBytes: number;
  readonly keepBytes: number;
  readonly keepDays: number;
}

/** A record, or one with the text of its packet, which is kept beside it; an equal packet is kept once. */
export type Recorded = EvidenceRecord | WithPacket;

export interface WithPacket {
  readonly record: CallRecord | NotificationRecord;
  readonly packet: string;
}

/** So many of the latest chains are named when a chain begins. */
const othersNamed = 20;
/** Packets that are remembered, so that an equal one is not written again. */
const packetsKnown = 500;

export class EvidenceChain {
  readonly #disk: EvidenceDisk;
  readonly #root: FilePath;
  readonly #settings: ChainSettings;
  #open: OpenChain | undefined;
  #isClosed = false;
  /** The work of the last caller. */
  #tail: Promise<unknown> = Promise.resolve();
  #calls = 0;
  #lost = 0;
  #whyLost = "";

  constructor(disk: EvidenceDisk, root: FilePath, settings: ChainSettings) {
    this.#disk = disk;
    this.#root = root;
    this.#settings = settings;
  }

  /** A name that joins the records of one call. */
  newCall(): string {
    return String(++this.#calls);
  }

  /** Refuses where nothing can be recorded. */
  async mustBeOpen(): Promise<void> {
    if (this.#open === undefined) await this.#inTurn(() => this.#opened());
  }

  /** Refuses what cannot be written; then nothing of it is. */
  async record(records: readonly Recorded[], durability: "kernel" | "disk" = "kernel"): Promise<void> {
    if (records.length === 0) return;
    const written = await this.#inTurn(async () => {
      const open = this.#open ?? (await this.#opened());
      await open.append(this.#lost === 0 ? records : [this.#gap(), ...records]);
      this.#lost = 0;
      return open;
    });
    // Others do not wait for the disk.
    if (durability === "disk") await orRefuse(() => written.sync());
  }

  /** Records that a change was made whose records could not be written: the next record tells of them. */
  lose(count: number, why: string): void {
    this.#lost += count;
    this.#whyLost = why;
  }

  /** What comes later is refused, because a chain that begins now would be left open. */
  async close(): Promise<void> {
    await this.#inTurn(async () => {
      this.#isClosed = true;
      await this.#open?.close();
      this.#open = undefined;
    });
  }

  // — below: private, in the order they are used —

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(() => orRefuse(work));
    this.#tail = turn.catch(() => {
      // Its own caller hears of it.
    });
    return turn;
  }

  async #opened(): Promise<OpenChain> {
    if (this.#isClosed) refuseClosed();
    this.#open ??= await OpenChain.begin(this.#disk, this.#root, this.#settings);
    return this.#open;
  }

  #gap(): EvidenceRecord {
    return { type: "gap", lost: this.#lost, why: this.#whyLost };
  }
}

/** A disk that says no is a refusal that says how to go on without evidence. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WriteFault)) throw error;
    throw new Refusal(
      {
        code: "not_recorded",
        what: "Evidence cannot be written, so nothing is answered or changed.",
        why: `${error.path} cannot be written: the system says ${error.code}.`,
        next: "Make room or make the state directory writable (SIGHTLINE_STATE_DIR names another), or let the operator turn evidence off: --evidence off, or evidence.enabled in the settings.",
      },
      error,
    );
  }
}

class OpenChain {
  readonly #disk: EvidenceDisk;
  readonly #settings: ChainSettings;
  readonly #directory: FilePath;
  readonly #chain: string;
  readonly #key: string;
  readonly #head: MarkFile;
  #file: LogFile | undefined;
  #packets: LogFile | undefined;
  /** Where each known packet lies. */
  readonly #known = new Map<string, PacketReference>();
  readonly #syncing = new Set<Promise<unknown>>();
  #number = 0;
  #size = 0;
  #packetsSize = 0;
  #seq = -1;
  #hash = noHash;
  /** Packets were written that may not be durable yet. */
  #hasNewPackets = false;
  /** How many files there are, and how many of their names are durable. */
  #made = 0;
  #named = 0;

  private constructor(
    disk: EvidenceDisk,
    settings: ChainSettings,
    directory: FilePath,
    chain: string,
    key: string,
    head: MarkFile,
  ) {
    this.#disk = disk;
    this.#settings = settings;
    this.#directory = directory;
    this.#chain = chain;
    this.#key = key;
    this.#head = head;
  }

  static async begin(disk: EvidenceDisk, root: FilePath, settings: ChainSettings): Promise<OpenChain> {
    const { writing, logFiles, files, clock } = disk;
    const place = await evidencePlace(disk, root);
    const chain = newChainId(clock.wall(), writing.nonce());
    const directory = joinPath(place, chain);
    const former = await chainsIn(files, place);
    await makeDirectories(writing, directory);
    const doubt = await writing.doubt(directory);
    if (doubt !== undefined) refuseUnsafe(directory, doubt);
    const key = await new UserKey(disk, () => realStateDirectory(disk), keyUse).made();
    const head = await logFiles.createMark(joinPath(directory, headName));
    const open = new OpenChain(disk, settings, directory, chain, key, head);
    try {
      await open.#begin(root, former);
    } catch (error) {
      await open.close();
      throw error;
    }
    return open;
  }

  async append(recorded: readonly Recorded[]): Promise<void> {
    if (this.#file === undefined || this.#size + this.#packetsSize >= this.#settings.rotateBytes) await this.#rotate();
    const records = await this.#withPackets(recorded);
    const at = new Date(this.#disk.clock.wall()).toISOString();
    let [seq, hash, text] = [this.#seq, this.#hash, ""];
    for (const record of records) {
      const made = chainLine(record, { seq: ++seq, prev: hash, at }, this.#key);
      hash = made.hash;
      text += made.line;
    }
    const bytes = Buffer.from(text);
    await (this.#file ?? bug("a file was opened above")).append(bytes);
    [this.#seq, this.#hash] = [seq, hash];
    this.#size += bytes.length;
    await this.#head.put(Buffer.from(headLine(this.#position(), this.#key)));
  }

  /** The records that were written, and the packets that they name: also those that another call is making durable. */
  async sync(): Promise<void> {
    const file = this.#file ?? bug("a record was written before");
    const packets = this.#hasNewPackets ? this.#packets : undefined;
    this.#hasNewPackets = false;
    const others = [...this.#syncing];
    const syncing = this.#syncNames().then(() => Promise.all([file.sync(), packets?.sync(), ...others]));
    this.#syncing.add(syncing);
    try {
      await syncing;
    } catch (error) {
      this.#hasNewPackets ||= packets !== undefined;
      throw error;
    } finally {
      this.#syncing.delete(syncing);
    }
  }

  async close(): Promise<void> {
    await this.#letGo();
    await this.#head.close();
  }

  /** Removes what is older or larger than the settings allow, and records that. */
  async retain(): Promise<void> {
    const context = { disk: this.#disk, place: this.#place, own: this.#chain, ownFile: this.#number, key: this.#key };
    await retain(context, this.#settings, (through, files) => this.append([{ type: "retention", through, files }]));
  }

  // — below: private, in the order they are used —

  /** Keeps the packets, all of them by one write, and names in each record where its own lies. */
  async #withPackets(recorded: readonly Recorded[]): Promise<readonly EvidenceRecord[]> {
    const file = packetsName(this.#number);
    const fresh = new Map<string, PacketReference>();
    let [texts, end] = ["", this.#packetsSize];
    const records = recorded.map((one): EvidenceRecord => {
      if ("type" in one) return one;
      const hash = digestOf(one.packet);
      let packet = this.#known.get(hash) ?? fresh.get(hash);
      if (packet === undefined) {
        packet = { hash, file, at: end, bytes: Buffer.byteLength(one.packet) };
        fresh.set(hash, packet);
        texts += `${one.packet}\n`;
        end += packet.bytes + 1;
      }
      return { ...one.record, packet };
    });
    if (fresh.size === 0) return records;
    this.#packets ??= await this.#create(file);
    await this.#packets.append(Buffer.from(texts));
    [this.#packetsSize, this.#hasNewPackets] = [end, true];
    for (const packet of fresh.values()) this.#remember(packet);
    return records;
  }

  #remember(packet: PacketReference): void {
    this.#known.set(packet.hash, packet);
    const [oldest] = this.#known.keys();
    if (this.#known.size > packetsKnown && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Writes the first record; `former` are the chains that were there before. */
  async #begin(root: FilePath, former: readonly string[]): Promise<void> {
    const [chain, { raw }] = [this.#chain, this.#settings];
    const others = await headsOf(this.#disk, this.#place, former.slice(-othersNamed), this.#key);
    const process = { ...(await this.#disk.writing.self()) };
    await this.append([{ type: "chain", version: 1, chain, root, sightline: ourVersion, process, raw, others }]);
    await this.retain();
  }

  /** The directory of all chains of the root. */
  get #place(): FilePath {
    return parentOf(this.#directory) ?? this.#directory;
  }

  #position(): ChainPosition {
    return { chain: this.#chain, seq: this.#seq, hash: this.#hash };
  }

  async #rotate(): Promise<void> {
    const isFirst = this.#file === undefined;
    // What is durable in the next file follows what stands here.
    if (!isFirst) await this.sync();
    const file = await this.#create(fileName(this.#number + 1));
    await this.#letGo();
    this.#number++;
    this.#file = file;
    this.#packets = undefined;
    this.#known.clear();
    [this.#size, this.#packetsSize, this.#hasNewPackets] = [0, 0, false];
    if (!isFirst) await this.retain();
  }

  async #create(name: string): Promise<LogFile> {
    const file = await this.#disk.logFiles.create(joinPath(this.#directory, name));
    this.#made++;
    return file;
  }

  async #letGo(): Promise<void> {
    await Promise.allSettled(this.#syncing);
    await this.#file?.close();
    await this.#packets?.close();
  }

  async #syncNames(): Promise<void> {
    const made = this.#made;
    if (made === this.#named) return;
    const { writing } = this.#disk;
    const place = this.#place;
    for (const directory of [this.#directory, place, parentOf(place) ?? place]) await writing.syncDirectory(directory);
    this.#named = Math.max(this.#named, made);
  }
}

function refuseClosed(): never {
  return refuse({
    code: "not_recorded",
    what: "Evidence is closed, so nothing is answered or changed.",
    why: "The process is ending.",
    next: "Ask again with a new process.",
  });
}

function refuseUnsafe(directory: FilePath, doubt: string): never {
  return refuse({
    code: "policy_denied",
    what: "Evidence cannot be stored safely, so nothing is answered or changed.",
    why: `Of ${directory}: ${doubt}.`,
    next: "Make the state directory accessible only to you (SIGHTLINE_STATE_DIR names another), or turn evidence off with --evidence off.",
  });
}

const keyUse = {
  what: "Evidence cannot be sealed, so nothing is answered or changed.",
  loss: "earlier evidence can then not be told from forged evidence, and earlier changes can not be undone",
};

/** The last record of each, as its head says. */
async function headsOf(
  { files }: EvidenceDisk,
  place: FilePath,
  chains: readonly string[],
  key: string,
): Promise<readonly ChainPosition[]> {
  const heads = await Promise.all(
    chains.map(async (chain) => {
      const bytes = await files.read(joinPath(place, chain, headName), recordBytes);
      return bytes && parseHead(chain, files.decode(bytes).text, key);
    }),
  );
  return heads.filter((head) => head !== undefined);
}
