// Callers with drafts of the same files, callers without, edits by others and crashes, interleaved at random.
//
// Every text names the hand that wrote it and which of its texts it is, so that any answer tells whose text a server saw.
// Invariant: the same seed gives the same steps.

import type { Patience } from "../../src/std/patience.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { Refusal } from "../../src/model/refusal.ts";
import { isCancellation } from "../../src/std/cancel.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import type { Roots } from "../../src/workspace/roots.ts";
import type { Snapshot } from "../../src/workspace/snapshot.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";

/** Where it happens: a toy on a machine in memory, or a real server on a real disk. */
export interface World {
  readonly workspace: Workspace;
  readonly roots: Roots;
  /** Files that are there from the beginning. */
  readonly files: readonly FilePath[];
  /** A path at which there never is a file but in a draft. */
  readonly never: FilePath;
  /** A text that declares this word, and whose one problem quotes it. */
  text(word: string): string;
  write(file: FilePath, text: string): void;
  crash(): void;
  /** Lets what is under way go on for a little, or until something has settled. */
  pass(ms: number): Promise<void>;
}

export interface Odds {
  /** How many of a thousand steps are a crash. */
  readonly crashes: number;
  /** How many things happen at the same time at the most. */
  readonly atOnce: number;
  readonly deadlineMs: number;
}

export interface Tally {
  readonly steps: number;
  /** What was seen, by kind; a run in which nothing was answered proves nothing. */
  readonly counts: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

export class Interleaving {
  readonly #world: World;
  readonly #odds: Odds;
  readonly #random: () => number;
  /** The words that each file held on disk, in order. */
  readonly #held = new Map<FilePath, string[]>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #counts: Record<string, number> = {};
  readonly #violations: string[] = [];
  #words = 0;

  constructor(world: World, odds: Odds, seed: number) {
    this.#world = world;
    this.#odds = odds;
    this.#random = randomOf(seed);
    for (const file of world.files) this.#write(file);
  }

  async run(steps: number): Promise<Tally> {
    for (let step = 0; step < steps; step++) {
      while (this.#underWay.size >= this.#odds.atOnce) await this.#world.pass(this.#pick([0, 10, 200]));
      this.#step();
      await this.#world.pass(this.#pick([0, 0, 0, 1, 30]));
    }
    while (this.#underWay.size > 0) await this.#world.pass(200);
    await this.#settle();
    return { steps, counts: this.#counts, violations: this.#violations };
  }

  // — below: private, in the order they are used —

  #step(): void {
    const { crashes } = this.#odds;
    const roll = Math.floor(this.#random() * 1_000);
    if (roll < crashes) {
      this.#count("crash");
      this.#world.crash();
    } else if (roll < crashes + 120) {
      this.#count("edit");
      this.#write(this.#pick(this.#world.files));
    } else if (roll < crashes + 420) this.#begin("draft", (patience) => this.#draft(patience));
    else this.#begin("reader", (patience) => this.#read(patience));
  }

  #begin(kind: string, work: (patience: Patience) => Promise<void>): void {
    const { clock } = this.#world.workspace.host;
    const stop = new AbortController();
    const isShort = this.#random() < 0.1;
    const patience: Patience = {
      deadline: deadlineIn(clock, isShort ? 40 : this.#odds.deadlineMs),
      signal: stop.signal,
      waitMs: 1_000,
    };
    if (this.#random() < 0.15) clock.after(Math.floor(this.#random() * 60), () => stop.abort());
    const running = work(patience)
      .catch((error: unknown) => this.#note(kind, error))
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  /** A refusal and a cancellation are answers; anything else is a defect, and so is the loss of a file that is there. */
  #note(kind: string, error: unknown): void {
    if (isCancellation(error)) return this.#count(`${kind} cancelled`);
    if (!(error instanceof Refusal)) return void this.#violations.push(`${kind}: ${String(error)}`);
    this.#count(`${kind} refused: ${error.code}`);
    if (error.code === "file_not_found") this.#violations.push(`${kind}: a file was taken for missing`);
  }

  /** A caller without a draft: what is answered was on disk when the question began, or later. */
  async #read(patience: Patience): Promise<void> {
    const { workspace, never } = this.#world;
    const file = this.#pick(this.#world.files);
    const since = this.#versions(file).length - 1;
    const snapshot = await workspace.snapshot();
    const kind = this.#pick(["outline", "problems", "never", "symbols"] as const);
    if (kind === "never") return this.#readNever(snapshot, never, patience);
    if (kind === "symbols") {
      const { value } = await snapshot.workspaceSymbols(file, "", patience);
      this.#count("reader symbols");
      return this.#mustBeOf("reader", "disk", value.map(({ name }) => name).filter(isOurs));
    }
    const words = await this.#seen(kind, snapshot, file, patience);
    if (words === undefined) return;
    this.#count(`reader ${kind}`);
    const allowed = this.#versions(file).slice(since);
    if (words.length !== 1 || !allowed.includes(words[0] ?? ""))
      this.#violations.push(`a reader saw ${JSON.stringify(words)} of ${file}, not one of ${JSON.stringify(allowed)}`);
  }

  async #readNever(snapshot: Snapshot, never: FilePath, patience: Patience): Promise<void> {
    try {
      const { value } = await snapshot.documentSymbols(never, patience);
      this.#violations.push(`a reader saw a file of a draft: ${JSON.stringify(value)}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "file_not_found") throw error;
      this.#count("reader never");
    }
  }

  /** Undefined where the server did not say in time. */
  async #seen(
    kind: "outline" | "problems",
    snapshot: Snapshot,
    file: FilePath,
    patience: Patience,
  ): Promise<string[] | undefined> {
    if (kind === "outline") {
      const { value } = await snapshot.documentSymbols(file, patience);
      return value.map(({ name }) => name).filter(isOurs);
    }
    const { value, standing } = await snapshot.diagnostics(file, patience);
    if (value.source === "none" || standing.state === "unavailable") {
      this.#count("unknown problems");
      return undefined;
    }
    return value.diagnostics.flatMap(({ message }) => message.match(ownWord) ?? []);
  }

  /** A caller with a draft: of its files it sees its own texts, of others what is on disk. */
  async #draft(patience: Patience): Promise<void> {
    const { roots, workspace, never } = this.#world;
    const hand = `draft${this.#pick(["A", "B"])}`;
    const texts = new Map<FilePath, string | null>();
    const words = new Map<FilePath, string>();
    const suppose = (file: FilePath): void => {
      const word = this.#word(hand);
      words.set(file, word);
      texts.set(file, this.#world.text(word));
    };
    for (const file of this.#world.files) if (this.#random() < 0.6) suppose(file);
    if (this.#random() < 0.3) suppose(never);
    const view = roots.view();
    try {
      const { snapshot, release } = await view.suppose(workspace.root, texts);
      for (let left = 1 + Math.floor(this.#random() * 3); left > 0; left--)
        await this.#readDraft(snapshot, words, patience);
      if (this.#random() < 0.5) await release();
    } finally {
      await view.release();
    }
  }

  async #readDraft(snapshot: Snapshot, words: ReadonlyMap<FilePath, string>, patience: Patience): Promise<void> {
    const file = this.#pick([...new Set([...this.#world.files, ...words.keys()])]);
    const since = (this.#held.get(file)?.length ?? 1) - 1;
    const kind = this.#pick(["outline", "problems"] as const);
    const seen = await this.#seen(kind, snapshot, file, patience);
    if (seen === undefined) return;
    const own = words.get(file);
    this.#count(own === undefined ? `draft ${kind} of another file` : `draft ${kind} of its own`);
    const allowed = own === undefined ? (this.#held.get(file) ?? []).slice(since) : [own];
    if (seen.length !== 1 || !allowed.includes(seen[0] ?? ""))
      this.#violations.push(`a draft saw ${JSON.stringify(seen)} of ${file}, not one of ${JSON.stringify(allowed)}`);
  }

  /** When everything is over, every file is seen as it is on disk. */
  async #settle(): Promise<void> {
    const { workspace } = this.#world;
    const asked = async (): Promise<void> => {
      for (const file of this.#world.files) {
        const patience = { deadline: deadlineIn(workspace.host.clock, 60_000) };
        const seen = await this.#seen("outline", await workspace.snapshot(), file, patience);
        const last = this.#versions(file).at(-1);
        if (seen?.length !== 1 || seen[0] !== last)
          this.#violations.push(`at the end ${file} was ${JSON.stringify(seen)}, not ${last}`);
      }
    };
    const asking: Promise<void> = asked()
      .catch((error: unknown) => void this.#violations.push(`at the end: ${String(error)}`))
      .finally(() => this.#underWay.delete(asking));
    this.#underWay.add(asking);
    while (this.#underWay.size > 0) await this.#world.pass(100);
  }

  #mustBeOf(who: string, hand: string, words: readonly string[]): void {
    const foreign = words.filter((word) => !word.startsWith(hand));
    if (foreign.length > 0) this.#violations.push(`a ${who} saw ${JSON.stringify(foreign)}`);
  }

  #write(file: FilePath): void {
    const word = this.#word("disk");
    this.#held.set(file, [...this.#versions(file), word]);
    this.#world.write(file, this.#world.text(word));
  }

  #versions(file: FilePath): string[] {
    return this.#held.get(file) ?? [];
  }

  #word(hand: string): string {
    this.#words++;
    return `${hand}_w${this.#words}`;
  }

  #pick<T>(of: readonly [T, ...T[]] | readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)] as T;
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }
}

/** What only a draft could have brought there: no event may quote it. */
export const draftWord = /draft[AB]_w\d+/;

const ownWord = /(?:disk|draft[AB])_w\d+/g;

function isOurs(name: string): boolean {
  return /^(?:disk|draft[AB])_w\d+$/.test(name);
}

/** Small, fast, and good enough to shuffle steps: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
