// The state of a root for a server: everything that its answers rest on, as one hash with its parts.
//
// Invariant: two states are equal only if a fresh server, started in each of them, reads the same (docs/adr/0029).

import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import type { Skips } from "../../host/watch/ignore-rules.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, parseFilePath } from "../../model/file-path.ts";
import type { FoundProgram, InterpreterChoice } from "../../session/process/launch.ts";
import type { Programs } from "../../session/process/programs.ts";
import { isRecord } from "../../std/json.ts";
import type { AnswerStore, StateParts } from "../../store/cache/answer-store.ts";
import { proofHash } from "./outside.ts";
import { proofRuleParts } from "./proof-rules.ts";
import type { RootReading, ReadingMemo } from "./reading.ts";
import { readBelow, readingOf } from "./reading.ts";

export interface ProverContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly settings: Settings;
  readonly trusted: boolean;
  readonly programs: Programs;
  /** Which build of our own code reads the answers. */
  readonly build: string;
  readonly skips: () => Promise<Skips>;
  readonly files: () => Promise<readonly FilePath[]>;
  /** Those that people or generators wrote, which an account searches. */
  readonly written: () => Promise<readonly FilePath[]>;
  readonly filesWith: (words: readonly string[], files: readonly FilePath[]) => Promise<readonly FilePath[]>;
  readonly interpreter: (found: FoundProgram) => Promise<InterpreterChoice>;
}

export interface RootState {
  /** Over all parts. */
  readonly digest: string;
  readonly parts: StateParts;
  readonly changedAt: RootReading["changedAt"];
  readonly changes: RootReading["changes"];
  /** Why no answer can be proven by it. */
  readonly unproven?: string;
}

export class Prover {
  readonly #context: ProverContext;
  #memo: { readonly store: AnswerStore; readonly readings: StoredReadings } | undefined;

  constructor(context: ProverContext) {
    this.#context = context;
  }

  async stateFor(found: FoundProgram, store: AnswerStore): Promise<RootState> {
    const { host, root } = this.#context;
    const { restsOn } = found.entry;
    if (restsOn === undefined) return impossible(`what ${found.entry.title} reads beside the root is not known`);
    const rule = proofRuleParts[restsOn];
    const memo = this.#readingsOf(store);
    const skips = await this.#context.skips();
    const scope = {
      top: root,
      isRead: (name: string) => rule.isRead.test(name),
      isUnwatched: skips,
      ...(rule.leadsOut === undefined ? {} : { leadsOut: rule.leadsOut }),
    };
    const reading = await readBelow(host, scope, memo);
    if (reading.unproven !== undefined) return impossible(reading.unproven);
    const { programs, files, filesWith } = this.#context;
    const interpreter = (): Promise<InterpreterChoice> => this.#context.interpreter(found);
    const outside = await rule.outside({ host, programs, root, memo, files, filesWith, interpreter });
    if (outside.unproven !== undefined) return impossible(outside.unproven);
    const server = await this.#server(found, memo);
    if (typeof server === "string") return impossible(server);
    memo.save();
    const written = (await this.#context.written()).map((file) => file.slice(root.length)).sort();
    const parts: StateParts = {
      files: proofHash(host, [reading.digest, written]),
      ...outside.parts,
      server: server.hash,
      settings: this.#settings(found),
      environment: await this.#environment(found, rule.variables),
      version: proofHash(host, [this.#context.build, host.platform, host.arch]),
    };
    const unwatched = Math.max(reading.changedAt.unwatched, outside.changedAt, server.changedAt);
    return {
      digest: proofHash(host, Object.entries(parts)),
      parts,
      changedAt: { watched: reading.changedAt.watched, unwatched },
      changes: reading.changes,
    };
  }

  // — below: private, in the order they are used —

  /** Read from the store once: what another process learns meanwhile is only found out again. */
  #readingsOf(store: AnswerStore): StoredReadings {
    if (this.#memo?.store !== store) this.#memo = { store, readings: new StoredReadings(store) };
    return this.#memo.readings;
  }

  /** Its program and its arguments, each file by its content; our own Node is known by its version. */
  async #server(
    { entry, command, args, version }: FoundProgram,
    memo: StoredReadings,
  ): Promise<{ readonly hash: string; readonly changedAt: number } | string> {
    const { host } = this.#context;
    const words: string[] = [];
    let changedAt = 0;
    for (const word of [command, ...args]) {
      const path = parseFilePath(word);
      const isNode = word === host.nodePath;
      const real = path === undefined || isNode ? undefined : await host.files.real(path);
      const read = real && (await readingOf(host, real, memo));
      words.push(read === undefined ? (isNode ? "node" : word) : `${baseName(real ?? word)} ${read.hash}`);
      changedAt = Math.max(changedAt, read?.changedAt ?? 0);
    }
    const { command: _, ...known } = { command, id: entry.id, version: version ?? "", words };
    return { hash: proofHash(host, known), changedAt };
  }

  #settings({ entry, env }: FoundProgram): string {
    const { host, settings, trusted } = this.#context;
    const deciding = Object.entries(settings).filter(([name]) => !withoutInfluence.has(name));
    return proofHash(host, [deciding, entry, env ?? {}, trusted]);
  }

  async #environment({ env }: FoundProgram, variables: RegExp): Promise<string> {
    const { host, programs } = this.#context;
    const given = Object.entries(await programs.environment(env)).filter(([name]) => variables.test(name));
    return proofHash(
      host,
      given.sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  }
}

// — below: private, in the order they are used —

/** Settings that change no answer about code: when it comes, who hears of it, what is recorded. */
const withoutInfluence: ReadonlySet<string> = new Set([
  ...["restart", "request", "ready", "stop", "idle", "daemon", "notices", "evidence", "edits", "correction", "cache"],
  ...["commands", "diagnostics", "passive"],
]);

function impossible(unproven: string): RootState {
  return { digest: "", parts: {}, changedAt: { watched: 0, unwatched: 0 }, changes: new Map(), unproven };
}

type Files = ReadonlyMap<string, readonly [stamp: string, hash: string]>;

/** What was read of files before, by this process or another one: from the store, and back to it where it is new. */
class StoredReadings implements ReadingMemo {
  readonly #store: AnswerStore;
  readonly #kept: Map<string, string>;
  readonly #changed = new Map<string, string>();

  constructor(store: AnswerStore) {
    this.#store = store;
    this.#kept = new Map(store.readings());
  }

  known(directory: string): Files | undefined {
    const text = this.#kept.get(directory);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    return new Map(Object.entries(value).flatMap(([name, one]) => (isPair(one) ? [[name, one] as const] : [])));
  }

  learn(directory: string, files: Files): void {
    const text = JSON.stringify(Object.fromEntries(files));
    if (this.#kept.get(directory) === text || (files.size === 0 && !this.#kept.has(directory))) return;
    this.#kept.set(directory, text);
    this.#changed.set(directory, text);
  }

  /** Directories that are no longer there stay known until the store forgets: they may come back with a branch. */
  save(): void {
    this.#store.keepReadings(this.#changed, []);
    this.#changed.clear();
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string");
}
