// What an operator asks of the evidence of a root: show it, verify it, take it along, ask its questions again.

import type { Host } from "../../host/host.ts";
import { evidenceFileBytes } from "../../host/read-limits.ts";
import type {
  BatchRecord,
  CallRecord,
  ChainedRecord,
  ChangeBegunRecord,
  ChangeRecord,
  NotificationRecord,
} from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parentOf } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { chainsIn, evidencePlace } from "../../store/evidence/place.ts";
import type { EvidenceReport } from "../../store/evidence/reading.ts";
import { recordedPacket, recordsOf, verifyEvidence } from "../../store/evidence/reading.ts";
import { makeDirectories, realStateDirectory } from "../../store/state-place.ts";
import { UserKey } from "../../store/user-key.ts";
import { rootOf } from "../preparation.ts";
import { mustKeepStateApart } from "../trust/own-places.ts";
import type { RecordedPacket } from "./packets.ts";
import { parsePacket } from "./packets.ts";

/** Whose evidence: of the project that a directory lies in, or what was exported to one. */
export interface EvidenceOf {
  readonly directory: string;
  readonly exact: boolean;
  /** A directory that `export` made. */
  readonly from?: string | undefined;
}

export interface EvidenceFilter {
  readonly tool?: string | undefined;
  readonly file?: string | undefined;
  readonly agent?: string | undefined;
  /** ISO 8601, or a beginning of it. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** So many of the latest; all without it. */
  readonly last?: number | undefined;
}

/** A call with everything that was recorded of it. */
export interface ShownCall {
  readonly chain: string;
  /** Of its last record. */
  readonly seq: number;
  readonly at: string;
  readonly call: CallRecord;
  readonly batches: readonly BatchRecord[];
  readonly begun: readonly ChangeBegunRecord[];
  readonly changes: readonly ChangeRecord[];
  /** Further records of the call, such as the verdict on a change. */
  readonly notes: readonly ChainedRecord[];
}

/** What servers said of their own accord between two calls. */
export interface ShownNotifications {
  readonly chain: string;
  readonly seq: number;
  readonly at: string;
  readonly heard: NotificationRecord;
}

export type ShownEntry = ShownCall | ShownNotifications;

export interface Verified extends EvidenceReport {
  readonly place: string;
  /** False where the user's key is not here: seals were not judged. */
  readonly isSealChecked: boolean;
}

export class EvidenceDesk {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  async verify(of: EvidenceOf): Promise<Verified> {
    const place = await this.#place(of);
    const key = await new UserKey(this.#host, () => realStateDirectory(this.#host), keyUse).known();
    return { place, isSealChecked: key !== undefined, ...(await verifyEvidence(this.#host.files, place, key)) };
  }

  /** The calls that match, in the order in which they ended. */
  calls(of: EvidenceOf, filter: EvidenceFilter): Promise<readonly ShownCall[]> {
    return this.#found(of, filter, (chain, records) => callsIn(chain, records).filter((one) => matches(one, filter)));
  }

  /** The same with what servers said in between, unless only calls can match. */
  entries(of: EvidenceOf, filter: EvidenceFilter): Promise<readonly ShownEntry[]> {
    return this.#found(of, filter, (chain, records): ShownEntry[] => [
      ...callsIn(chain, records).filter((one) => matches(one, filter)),
      ...notificationsIn(chain, records).filter((one) => isAmong(one, filter)),
    ]);
  }

  /** The packet of a call, if it has one that can be read. */
  async packet(of: EvidenceOf, { chain, call }: ShownCall): Promise<RecordedPacket | undefined> {
    if (call.packet === undefined) return undefined;
    const text = await recordedPacket(this.#host.files, await this.#place(of), chain, call.packet);
    return text === undefined ? undefined : parsePacket(text);
  }

  /** Which of the files have another content now, or none. */
  async changedSince(root: FilePath, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const changed: string[] = [];
    for (const [file, hash] of Object.entries(files)) {
      const bytes = await this.#host.files.read(joinPath(root, file), evidenceFileBytes);
      if (bytes === undefined || this.#host.files.hash(bytes) !== hash) changed.push(file);
    }
    return changed;
  }

  /** Copies all chains to a new directory, byte for byte; returns how many files there are. */
  async export(of: EvidenceOf, to: string): Promise<number> {
    const { files, writing } = this.#host;
    const place = await this.#place(of);
    const target = joinPath(await realParent(this.#host, filePath(to)));
    if ((await writing.look(target)) !== undefined) {
      refuse({
        code: "bad_input",
        what: `${to} is there already.`,
        next: "Name a new directory; nothing was written.",
      });
    }
    const copied = await this.#filesBelow(place);
    for (const path of copied) {
      const bytes = await files.read(joinPath(place, path), evidenceFileBytes);
      if (bytes === undefined) continue;
      const copy = joinPath(target, path);
      await makeDirectories(writing, parentOf(copy) ?? target);
      await writing.create(copy, bytes, { mode: 0o600 });
    }
    return copied.length;
  }

  async root({ directory, exact }: EvidenceOf): Promise<FilePath> {
    return rootOf(this.#host, directory, exact);
  }

  // — below: private, in the order they are used —

  async #found<T extends ShownEntry>(
    of: EvidenceOf,
    { last }: EvidenceFilter,
    shownIn: (chain: string, records: readonly ChainedRecord[]) => readonly T[],
  ): Promise<readonly T[]> {
    const place = await this.#place(of);
    const found: T[] = [];
    for (const chain of await chainsIn(this.#host.files, place)) {
      found.push(...shownIn(chain, await recordsOf(this.#host.files, place, chain)));
    }
    found.sort((a, b) =>
      a.at === b.at && a.chain === b.chain ? a.seq - b.seq : a.at < b.at ? -1 : Number(a.at > b.at),
    );
    return last === undefined ? found : found.slice(-last);
  }

  async #place(of: EvidenceOf): Promise<FilePath> {
    if (of.from !== undefined) return filePath(of.from);
    const root = await this.root(of);
    await mustKeepStateApart(this.#host, root, this.#host.stateDirectory);
    return evidencePlace(this.#host, root);
  }

  /** Chains and the record of what was removed, relative to their directory. */
  async #filesBelow(place: FilePath): Promise<string[]> {
    const entries = (await this.#host.files.list(place)) ?? [];
    const below = await Promise.all(
      entries.map(async ({ name, kind }) => {
        if (kind !== "directory") return name === "retention.json" ? [name] : [];
        const inner = (await this.#host.files.list(joinPath(place, name))) ?? [];
        return inner.map((one) => `${name}/${one.name}`);
      }),
    );
    return below.flat();
  }
}

const keyUse = { what: "Evidence cannot be verified.", loss: "seals of earlier evidence can then not be judged" };

async function realParent({ files }: Host, path: FilePath): Promise<FilePath> {
  const parent = parentOf(path) ?? path;
  const real = await files.real(parent);
  if (real !== undefined) return joinPath(real, path.slice(parent.length + 1));
  return refuse({
    code: "file_not_found",
    what: `${parent} is not a directory.`,
    next: "Name a new directory in one that exists.",
  });
}

function callsIn(chain: string, records: readonly ChainedRecord[]): ShownCall[] {
  const byCall = new Map<string, ChainedRecord[]>();
  for (const record of records) {
    if (!("call" in record) || typeof record.call !== "string") continue;
    byCall.set(record.call, [...(byCall.get(record.call) ?? []), record]);
  }
  return [...byCall.values()].flatMap((own) => {
    const call = own.find((record) => record.type === "call");
    if (call === undefined) return [];
    const batches = own.filter((record) => record.type === "lsp_query_batch");
    const begun = own.filter((record) => record.type === "change_begun");
    const changes = own.filter((record) => record.type === "change");
    const known = new Set<ChainedRecord>([call, ...batches, ...begun, ...changes]);
    return [
      {
        chain,
        seq: call.seq,
        at: call.at,
        call,
        batches,
        begun,
        changes,
        notes: own.filter((record) => !known.has(record)),
      },
    ];
  });
}

function notificationsIn(chain: string, records: readonly ChainedRecord[]): ShownNotifications[] {
  return records.flatMap((record) =>
    record.type === "lsp_notification_batch" ? [{ chain, seq: record.seq, at: record.at, heard: record }] : [],
  );
}

/** What a server says of its own accord belongs to no operation and to no agent. */
function isAmong({ at, heard }: ShownNotifications, filter: EvidenceFilter): boolean {
  const { tool, agent, file } = filter;
  if (tool !== undefined || agent !== undefined || !isWithin(at, filter)) return false;
  return file === undefined || heard.files.some((one) => isFile(one.file, file));
}

function isWithin(at: string, { since, until }: EvidenceFilter): boolean {
  return (since === undefined || at >= since) && (until === undefined || at.slice(0, until.length) <= until);
}

function isFile(target: string, file: string): boolean {
  return target === file || target.startsWith(`${file}:`) || target.endsWith(`/${file}`);
}

function matches({ at, call, batches, begun }: ShownCall, filter: EvidenceFilter): boolean {
  const { tool, file, agent } = filter;
  const files = (): readonly string[] => [
    ...call.targets,
    ...batches.flatMap(({ targets }) => targets),
    ...begun.flatMap((one) => one.files.map((changed) => changed.file)),
  ];
  return (
    (tool === undefined || call.operation === tool) &&
    (agent === undefined || call.caller === agent || call.door === agent) &&
    isWithin(at, filter) &&
    (file === undefined || files().some((one) => isFile(one, file)))
  );
}
