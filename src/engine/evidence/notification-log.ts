// What servers say of their own accord, as records of a chain: gathered until an answer or an event that may rest on it leaves.
//
// Invariant: nothing is dropped: what could not be written is written with the next record.
// Invariant: what is gathered is bounded: of what was published about one file the last stands for all, which are counted.

import { digestOf } from "../../host/seal.ts";
import type { NotificationRecord, PublishedFile } from "../../model/evidence.ts";
import type { HeardNotification } from "../../model/records/notification.ts";
import { parsePublished } from "../../protocol/diagnostics.ts";
import { fromUri } from "../../protocol/uri.ts";
import { at } from "../../std/json.ts";
import type { EvidenceChain, Recorded } from "../../store/evidence/chain.ts";
import type { Packets } from "./packets.ts";
import { within } from "./targets.ts";

export interface NotificationLogOptions {
  readonly chain: Pick<EvidenceChain, "record">;
  readonly root: string;
  /** Undefined where no raw evidence is kept. */
  readonly packets: Pick<Packets, "notificationText" | "isFull"> | undefined;
}

export class NotificationLog {
  readonly #options: NotificationLogOptions;
  #batches: Batch[] = [];
  #tail: Promise<unknown> = Promise.resolve();
  #writing = 0;
  #isClosed = false;

  constructor(options: NotificationLogOptions) {
    this.#options = options;
  }

  /** Everything that was heard is in the chain. */
  get isRecorded(): boolean {
    return this.#batches.length === 0 && this.#writing === 0;
  }

  hear(notification: HeardNotification): void {
    if (this.#isClosed) return;
    const batch = this.#batchOf(notification);
    batch.count(notification.method, 1);
    const uri = notification.method === published ? at(notification.params, ["uri"]) : undefined;
    if (typeof uri === "string") batch.keepFile(uri, { notification, times: 1 });
    // A server's log is words alone: without them its number is all that there is to record.
    else if (notification.method !== logged || this.#options.packets?.isFull === true) batch.keepOther(notification);
  }

  /** Refuses where it cannot be written; what was heard before the call is in the chain when this resolves. */
  async flush(): Promise<void> {
    if (!this.isRecorded) await this.#inTurn(() => this.#write([]));
  }

  /** Writes the records of a call behind what was heard before; both at once where they need not reach the disk. */
  async record(records: readonly Recorded[], durability: "kernel" | "disk" = "kernel"): Promise<void> {
    if (!this.isRecorded && durability === "kernel") return this.#inTurn(() => this.#write(records));
    // What waits for the disk may fail after it was written, and what was heard would be written again.
    await this.flush();
    await this.#options.chain.record(records, durability);
  }

  /** What is heard later reaches no caller any more, and is not recorded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
  }

  // — below: private, in the order they are used —

  #batchOf(notification: HeardNotification): Batch {
    const known = this.#batches.find((batch) => batch.isOf(notification));
    if (known !== undefined) return known;
    const batch = new Batch(notification);
    this.#batches.push(batch);
    return batch;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => {
      // Its own caller hears of it, and what was to be written is kept for the next.
    });
    await turn;
  }

  async #write(behind: readonly Recorded[]): Promise<void> {
    const batches = this.#batches;
    this.#batches = [];
    this.#writing++;
    try {
      await this.#options.chain.record([...batches.map((batch) => this.#recordOf(batch)), ...behind]);
    } catch (error) {
      const later = this.#batches;
      this.#batches = batches;
      for (const batch of later) this.#batchOf(batch.first).followedBy(batch);
      throw error;
    } finally {
      this.#writing--;
    }
  }

  #recordOf(batch: Batch): Recorded {
    const { root, packets } = this.#options;
    const { server, version, root: own } = batch.first;
    const record: NotificationRecord = {
      type: "lsp_notification_batch",
      server,
      ...(version === undefined ? {} : { version }),
      ...(own === root ? {} : { root: own }),
      notifications: Object.fromEntries(batch.counts),
      files: [...batch.files].map(([uri, { notification, times }]) => fileOf(root, uri, notification.params, times)),
      ...(batch.moreFiles === 0 ? {} : { moreFiles: batch.moreFiles }),
    };
    const last = [...batch.others, ...[...batch.files.values()].map(({ notification }) => notification)];
    if (packets === undefined || last.length === 0) return record;
    return { record, packet: packets.notificationText(batch.first, last) };
  }
}

// — below: private, in the order they are used —

const published = "textDocument/publishDiagnostics";
const logged = "window/logMessage";

/** So many files are named in one batch, and so many other notifications are kept for its packet. */
const maxFiles = 500;
const maxOthers = 50;

interface LastOfFile {
  readonly notification: HeardNotification;
  readonly times: number;
}

/** What one server said since the last record. */
class Batch {
  readonly first: HeardNotification;
  readonly counts = new Map<string, number>();
  /** What was published last of each file. */
  readonly files = new Map<string, LastOfFile>();
  /** How often something was published of files beyond those. */
  moreFiles = 0;
  /** The last of what is not about a file. */
  readonly others: HeardNotification[] = [];

  constructor(first: HeardNotification) {
    this.first = first;
  }

  /** Of the same server, as it was when it began to speak. */
  isOf({ server, version, root }: HeardNotification): boolean {
    return server === this.first.server && version === this.first.version && root === this.first.root;
  }

  count(method: string, times: number): void {
    this.counts.set(method, (this.counts.get(method) ?? 0) + times);
  }

  keepFile(uri: string, { notification, times }: LastOfFile): void {
    const former = this.files.get(uri);
    if (former === undefined && this.files.size >= maxFiles) this.moreFiles += times;
    else this.files.set(uri, { notification, times: times + (former?.times ?? 0) });
  }

  keepOther(notification: HeardNotification): void {
    this.others.push(notification);
    if (this.others.length > maxOthers) this.others.shift();
  }

  /** Takes in what came after it. */
  followedBy(later: Batch): void {
    for (const [method, times] of later.counts) this.count(method, times);
    for (const [uri, last] of later.files) this.keepFile(uri, last);
    for (const other of later.others) this.keepOther(other);
    this.moreFiles += later.moreFiles;
  }
}

/** The texts of diagnostics may quote the file: they are in packets alone. */
function fileOf(root: string, uri: string, params: unknown, times: number): PublishedFile {
  const { version, diagnostics = [] } = parsePublished(params) ?? {};
  const count = (severity: string): number => diagnostics.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const path = fromUri(uri);
  return {
    file: typeof path === "string" ? within(root, path) : uri.slice(0, maxUri),
    ...(version === undefined ? {} : { version }),
    errors,
    warnings,
    others: diagnostics.length - errors - warnings,
    hash: digestOf(JSON.stringify(params) ?? ""),
    ...(times === 1 ? {} : { times }),
  };
}

const maxUri = 300;
