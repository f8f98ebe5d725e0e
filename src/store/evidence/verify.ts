// Verifies the chains of a root: whether every record that was ever written is there, where it was, as it was.
//
// Invariant: what cannot be read or is not in its form is a finding, never passed over.

import { digestOf } from "../../host/seal.ts";
import type { ChainPosition, PacketReference } from "../../model/evidence.ts";
import { isRecord } from "../../std/json.ts";
import type { ParsedLine } from "./lines.ts";
import { noHash, parseHead, parseLine } from "./lines.ts";
import { fileName } from "./place.ts";

export interface ChainFile {
  readonly number: number;
  readonly text: string;
  /** It holds bytes that are no UTF-8. */
  readonly lossy: boolean;
}

/** A chain as it was read. The head is read first: a process that writes meanwhile only adds to the files. */
export interface ChainText {
  readonly chain: string;
  readonly head: string | undefined;
  readonly files: readonly ChainFile[];
  /** The packets by the name of their file. */
  readonly packets: ReadonlyMap<string, Uint8Array>;
}

export interface ChainFinding {
  readonly chain: string;
  /** File and line, where it has a place. */
  readonly at?: string;
  readonly what: string;
}

export interface ChainReport {
  readonly chain: string;
  readonly root: string | undefined;
  readonly records: number;
  readonly files: number;
  readonly packets: number;
  /** The last record that is there. */
  readonly last: ChainPosition | undefined;
  /** When its first and its last record were written. */
  readonly began: string | undefined;
  readonly ended: string | undefined;
  /** Records after the head, whose seal is right: the process ended, or wrote, between a record and the head. */
  readonly beyondHead: number;
  readonly others: readonly ChainPosition[];
  readonly findings: readonly ChainFinding[];
}

export interface VerifyOptions {
  /** Of the user; without it seals are not judged. */
  readonly key: string | undefined;
  /** The last record that retention has removed. */
  readonly removed: ChainPosition | undefined;
}

/** What later chains say of earlier ones: the hash of a record by its chain and number. */
type Named = Map<string, Map<number, string>>;

/**
 * All chains of a root, which are read one at a time: each by itself, and what each says of those that were there when
 * it began. In the order of their beginning.
 */
export async function verifyChains(
  ids: readonly string[],
  read: (chain: string) => Promise<ChainText>,
  options: VerifyOptions,
): Promise<readonly ChainReport[]> {
  const reports: ChainReport[] = [];
  const named: Named = new Map();
  // A chain names only earlier ones: the latest is read first, so that it is known what to look for.
  for (const id of ids.toSorted().reverse()) {
    if (options.removed !== undefined && id < options.removed.chain) continue;
    const report = verifyChain(await read(id), options, named.get(id));
    for (const { chain, seq, hash } of report.others) {
      const own = named.get(chain) ?? new Map<number, string>();
      named.set(chain, own.set(seq, hash));
    }
    reports.unshift(report);
  }
  const lost = [...named.keys()].filter((chain) => !ids.includes(chain) && !(chain <= (options.removed?.chain ?? "")));
  return [...lost.map(missingChain), ...reports];
}

/** One chain by itself; `named` are hashes that later chains know of it. */
export function verifyChain(
  chain: ChainText,
  options: VerifyOptions,
  named: ReadonlyMap<number, string> = new Map(),
): ChainReport {
  return new ChainCheck(chain, options, named).report();
}

// — below: private, in the order they are used —

function missingChain(chain: string): ChainReport {
  return {
    chain,
    root: undefined,
    records: 0,
    files: 0,
    packets: 0,
    last: undefined,
    began: undefined,
    ended: undefined,
    beyondHead: 0,
    others: [],
    findings: [{ chain, what: "the whole chain is missing: a later one names it" }],
  };
}

class ChainCheck {
  readonly #chain: ChainText;
  readonly #options: VerifyOptions;
  /** The hashes that certain records must have, by those who say so; what has been found is taken out. */
  readonly #expected: Map<number, string>;
  readonly #head: ChainPosition | undefined;
  readonly #findings: ChainFinding[] = [];
  #last: ParsedLine | undefined;
  #first: ParsedLine | undefined;
  #records = 0;
  #packets = 0;
  #root: string | undefined;
  #others: readonly ChainPosition[] = [];

  constructor(chain: ChainText, options: VerifyOptions, named: ReadonlyMap<number, string>) {
    this.#chain = chain;
    this.#options = options;
    const { key, removed } = options;
    const kept = removed?.chain === chain.chain ? removed.seq : -1;
    this.#expected = new Map([...named].filter(([seq]) => seq > kept));
    this.#head = chain.head === undefined ? undefined : parseHead(chain.chain, chain.head, key);
  }

  report(): ChainReport {
    const { chain, files } = this.#chain;
    let expected: number | undefined;
    for (const file of files) {
      if (expected !== undefined && file.number !== expected) this.#find(fileName(expected), "the file is missing");
      expected = file.number + 1;
      this.#checkFile(fileName(file.number), file);
    }
    if (this.#records === 0) this.#find(undefined, "there is no record");
    for (const seq of this.#expected.keys()) this.#find(undefined, `record ${seq} is missing: a later chain names it`);
    const beyondHead = this.#checkHead();
    return {
      chain,
      root: this.#root,
      records: this.#records,
      files: files.length,
      packets: this.#packets,
      last: this.#last && { chain, seq: this.#last.seq, hash: this.#last.hash },
      began: this.#first?.at,
      ended: this.#last?.at,
      beyondHead,
      others: this.#others,
      findings: this.#findings,
    };
  }

  #find(at: string | undefined, what: string): void {
    this.#findings.push({ chain: this.#chain.chain, ...(at === undefined ? {} : { at }), what });
  }

  #checkFile(name: string, { text, lossy }: ChainFile): void {
    const lines = text.split("\n");
    if (lossy) this.#find(name, "it holds bytes that were not written");
    if (lines.pop() !== "") this.#find(name, "its last line has no end");
    if (lines.length === 0) this.#find(name, "it is empty");
    for (const [index, line] of lines.entries()) this.#checkLine(`${name}:${index + 1}`, line);
  }

  #checkLine(at: string, line: string): void {
    const parsed = parseLine(line);
    // What comes next is judged by the last line that could be read.
    if (parsed === undefined) return this.#find(at, "the line is not what was written");
    this.#checkOrder(at, parsed);
    const { key } = this.#options;
    if (key !== undefined && !parsed.isSealedBy(key)) this.#find(at, "the line does not carry the user's seal");
    this.#checkPacket(at, parsed.record["packet"]);
    this.#records++;
    this.#checkNamed(at, parsed);
    this.#first ??= parsed;
    this.#last = parsed;
  }

  #checkOrder(at: string, { seq, prev, record }: ParsedLine): void {
    const former = this.#former(seq);
    if (seq !== former.seq + 1) {
      const what =
        seq <= former.seq ? `record ${seq} comes after ${former.seq}` : `record ${former.seq + 1} is missing`;
      this.#find(at, what);
    } else if (former.hash !== undefined && prev !== former.hash)
      this.#find(at, "the record before it is not the one that it followed");
    if (record.type === "chain") this.#checkBeginning(at, seq, record);
    else if (seq === 0) this.#find(at, "the chain does not begin with its first record");
  }

  /** What this record has to follow; undefined where all that it followed may have been removed. */
  #former(seq: number): { readonly seq: number; readonly hash: string | undefined } {
    if (this.#last !== undefined) return this.#last;
    const { removed } = this.#options;
    if (removed?.chain !== this.#chain.chain || this.#chain.files[0]?.number === 1) return { seq: -1, hash: noHash };
    // The process that removes files may have ended in the middle of it.
    return seq <= removed.seq ? { seq: seq - 1, hash: undefined } : removed;
  }

  #checkBeginning(at: string, seq: number, record: ParsedLine["record"]): void {
    if (seq !== 0 || record["chain"] !== this.#chain.chain) this.#find(at, "it is the beginning of another chain");
    this.#root = typeof record["root"] === "string" ? record["root"] : undefined;
    const others = record["others"];
    this.#others = Array.isArray(others) ? others.filter(isPosition) : [];
  }

  #checkNamed(at: string, { seq, hash }: ParsedLine): void {
    const known = this.#expected.get(seq);
    this.#expected.delete(seq);
    if (known !== undefined && known !== hash) this.#find(at, `record ${seq} is not the one that a later chain names`);
    const head = this.#head;
    if (head?.seq === seq && head.hash !== hash) this.#find(at, `record ${seq} is not the one that the head names`);
  }

  #checkPacket(at: string, packet: unknown): void {
    if (packet === undefined) return;
    if (!isPacket(packet)) return this.#find(at, "its packet is not named as packets are");
    this.#packets++;
    const packets = this.#chain.packets.get(packet.file);
    if (packets === undefined) return this.#find(at, `the packets in ${packet.file} are missing`);
    if (digestOf(packets.subarray(packet.at, packet.at + packet.bytes)) !== packet.hash)
      this.#find(at, `its packet in ${packet.file} is not what was written`);
  }

  /** How many records follow the head. */
  #checkHead(): number {
    const said = this.#head;
    if (said === undefined) {
      this.#find("head", this.#chain.head === undefined ? "the file is missing" : "it is not what was written");
      return 0;
    }
    const last = this.#last?.seq ?? -1;
    if (last < said.seq) {
      const what =
        last + 1 === said.seq ? `record ${said.seq} is missing` : `records ${last + 1} to ${said.seq} are missing`;
      this.#find("head", `${what} at the end`);
      return 0;
    }
    const beyond = last - said.seq;
    if (beyond > 0 && this.#options.key === undefined)
      this.#find("head", `${beyond} further records follow, and without the user's key their seals cannot be checked`);
    return beyond;
  }
}

function isPosition(value: unknown): value is ChainPosition {
  return (
    isRecord(value) &&
    typeof value["chain"] === "string" &&
    typeof value["seq"] === "number" &&
    typeof value["hash"] === "string"
  );
}

function isPacket(value: unknown): value is PacketReference {
  return (
    isRecord(value) &&
    typeof value["hash"] === "string" &&
    typeof value["file"] === "string" &&
    typeof value["at"] === "number" &&
    typeof value["bytes"] === "number"
  );
}
