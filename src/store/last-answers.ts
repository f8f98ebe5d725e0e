// Records how the last call on each root ended, by an answer or a refusal: one small file for each root.
//
// Invariant: no answer waits for it or fails by it. Of several that come within a short time, the first is written at
// once and of the others the last.

import type { Host } from "../host/host.ts";
import { lastAnswerBytes } from "../host/read-limits.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import { refusalCodes } from "../model/refusal.ts";
import type { Counted, Evidence, Reason, ReasonCode, Standing } from "../model/standing.ts";
import { reasonStates, standingStates } from "../model/standing.ts";
import { isRecord } from "../std/json.ts";
import { makeDirectories, realStateDirectory } from "./state-place.ts";

interface Call {
  readonly root: FilePath;
  readonly operation: string;
  /** What was asked about, in the words of the call. */
  readonly about: string;
  /** When it ended, as ISO 8601. */
  readonly at: string;
}

export interface LastAnswer extends Call {
  readonly standing: Standing;
  /** The number of further reasons, which are not stored. */
  readonly leftOut: number;
}

export interface LastRefusal extends Call {
  readonly refusal: Pick<RefusalDetails, "code" | "what" | "why" | "next">;
}

export type LastCall = LastAnswer | LastRefusal;

type Kept = Omit<LastAnswer, "leftOut"> | LastRefusal;

type Disk = Pick<Host, "clock" | "files" | "writing" | "stateDirectory">;

/** A person reads it: calls that follow one another faster share a write. */
const intervalMs = 500;

export class LastAnswers {
  readonly #disk: Disk;
  readonly #waiting = new Map<FilePath, LastCall>();
  #writing: Promise<void> | undefined;
  /** When the last one was written. */
  #writtenAt: number | undefined;
  /** Has what waits be written at once. */
  #hurry: (() => void) | undefined;
  #isHurried = false;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Returns at once; what cannot be written is lost. */
  keep(call: Kept): void {
    this.#waiting.set(call.root, "refusal" in call ? boundedRefusal(call) : bounded(call));
    this.#writing ??= this.#write();
  }

  /** Resolves when every recorded call is on disk, or lost. */
  async settled(): Promise<void> {
    this.#isHurried = true;
    this.#hurry?.();
    await this.#writing;
    this.#isHurried = false;
  }

  /** Undefined when there is none, when it cannot be parsed, and when others could have written it. */
  async of(root: FilePath): Promise<LastCall | undefined> {
    const { files, writing } = this.#disk;
    const directory = await directoryIn(this.#disk);
    const path = this.#pathIn(directory, root);
    try {
      const doubts = await Promise.all([directory, path].map((one) => writing.doubt(one)));
      const bytes = doubts.every((doubt) => doubt === undefined) ? await files.read(path, lastAnswerBytes) : undefined;
      return bytes && parseCall(root, files.decode(bytes).text);
    } catch {
      // It is a convenience: one that cannot be read is not there.
      return undefined;
    }
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#interval();
      const calls = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const call of calls) {
        try {
          await this.#replace(call);
        } catch {
          // The answer has been given; a disk that is full or read-only takes nothing away from it.
        }
      }
      // Calls that came during the write wait for the interval too.
      this.#writtenAt = this.#disk.clock.now();
    }
    this.#writing = undefined;
  }

  async #interval(): Promise<void> {
    const { clock } = this.#disk;
    const leftMs = this.#writtenAt === undefined ? 0 : this.#writtenAt + intervalMs - clock.now();
    if (leftMs <= 0 || this.#isHurried) return;
    await new Promise<void>((resolve) => {
      const timer = clock.after(leftMs, resolve);
      this.#hurry = () => {
        timer.cancel();
        resolve();
      };
    });
    this.#hurry = undefined;
  }

  async #replace(call: LastCall): Promise<void> {
    const { writing } = this.#disk;
    const directory = await directoryIn(this.#disk);
    await makeDirectories(writing, directory);
    const path = this.#pathIn(directory, call.root);
    const draft = joinPath(directory, `draft-${writing.nonce()}`);
    const bytes = new TextEncoder().encode(`${JSON.stringify({ version: 1, ...call })}\n`);
    await writing.create(draft, bytes, { mode: 0o600, isBrief: true });
    await writing.rename(draft, path);
  }

  #pathIn(directory: FilePath, root: FilePath): FilePath {
    return joinPath(directory, `${this.#disk.files.hash(new TextEncoder().encode(root))}.json`);
  }
}

// — below: private, in the order they are used —

async function directoryIn(disk: Disk): Promise<FilePath> {
  return joinPath(await realStateDirectory(disk), "answers");
}

const maxReasons = 100;
const maxEvidence = 20;
const maxCharacters = 500;
const maxRefusalCharacters = 2_000;

function bounded(answer: Omit<LastAnswer, "leftOut">): LastAnswer {
  const { state, reasons, evidence } = answer.standing;
  return {
    ...answer,
    about: answer.about.slice(0, maxCharacters),
    standing: {
      state,
      reasons: reasons
        .slice(0, maxReasons)
        .map((reason) => ({ ...reason, detail: reason.detail.slice(0, maxCharacters) })),
      evidence: evidence.slice(0, maxEvidence),
    },
    leftOut: Math.max(0, reasons.length - maxReasons),
  };
}

function boundedRefusal({ root, operation, about, at, refusal }: LastRefusal): LastRefusal {
  const { code, what, why, next } = refusal;
  const cut = (text: string): string => text.slice(0, maxRefusalCharacters);
  return {
    root,
    operation: operation.slice(0, maxCharacters),
    about: about.slice(0, maxCharacters),
    at,
    refusal: {
      code,
      what: cut(what),
      ...(why === undefined ? {} : { why: cut(why) }),
      ...(next === undefined ? {} : { next: cut(next) }),
    },
  };
}

function parseCall(root: FilePath, text: string): LastCall | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!isRecord(value) || value["version"] !== 1 || value["root"] !== root) return undefined;
  const { operation, about, at, standing, leftOut, refusal } = value;
  if (!areTexts([operation, about, at])) return undefined;
  const call = { root, operation: String(operation), about: String(about), at: String(at) };
  if (refusal !== undefined) {
    const known = isRecord(refusal) ? refusalOf(refusal) : undefined;
    return known && { ...call, refusal: known };
  }
  const state = isRecord(standing) ? standingStates.find((one) => one === standing["state"]) : undefined;
  if (!isRecord(standing) || state === undefined) return undefined;
  const reasons = itemsOf(standing["reasons"]).flatMap(reasonOf);
  const evidence = itemsOf(standing["evidence"]).flatMap(evidenceOf);
  return { ...call, standing: { state, reasons, evidence }, leftOut: typeof leftOut === "number" ? leftOut : 0 };
}

function refusalOf({ code, what, why, next }: Readonly<Record<string, unknown>>): LastRefusal["refusal"] | undefined {
  const known = refusalCodes.find((one) => one === code);
  if (known === undefined || typeof what !== "string") return undefined;
  return {
    code: known,
    what,
    ...(typeof why === "string" ? { why } : {}),
    ...(typeof next === "string" ? { next } : {}),
  };
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}

function itemsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function reasonOf({ code, detail, counted, next }: Readonly<Record<string, unknown>>): Reason[] {
  if (typeof code !== "string" || !Object.hasOwn(reasonStates, code) || typeof detail !== "string") return [];
  const numbers = countedOf(counted);
  return [
    {
      code: code as ReasonCode,
      detail,
      ...(numbers === undefined ? {} : { counted: numbers }),
      ...(typeof next === "string" ? { next } : {}),
    },
  ];
}

function countedOf(value: unknown): Counted | undefined {
  if (!isRecord(value)) return undefined;
  const { count, thing, trouble, where } = value;
  if (typeof count !== "number" || typeof thing !== "string" || typeof trouble !== "string") return undefined;
  return { count, thing, trouble, ...(typeof where === "string" ? { where } : {}) };
}

function evidenceOf({ server, version }: Readonly<Record<string, unknown>>): Evidence[] {
  if (typeof server !== "string") return [];
  return [{ server, ...(typeof version === "string" ? { version } : {}) }];
}
