// Speculative changes that live in memory only, each owned by the caller that began it.
//
// Invariant: only its caller can name, read or end a draft; for all others its id names nothing.
// Invariant: the state of a draft changes only in here, along `moves`.

import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Clock } from "../../std/clock.ts";
import type { Patience } from "../../std/patience.ts";
import { Lane } from "../../std/lane.ts";

export type DraftState = "created" | "mutated" | "evaluating" | "evaluated" | "committed" | "discarded" | "dirty";

/** What a file held when the draft first touched it, and what it would hold. */
export interface DraftedFile {
  readonly file: FilePath;
  /** Undefined for a file that was not there. */
  readonly before: string | undefined;
  /** Of the bytes on disk; undefined for a file that was not there. */
  readonly hash: string | undefined;
  /** Undefined for a file that would be gone. */
  readonly after: string | undefined;
}

const maxPerCaller = 20;
const maxCharacters = 32 * 1024 * 1024;
const lifetimeMs = 30 * 60_000;

const moves: { readonly [S in DraftState]: readonly DraftState[] } = {
  created: ["mutated", "evaluating", "committed", "discarded", "dirty"],
  mutated: ["mutated", "evaluating", "committed", "discarded", "dirty"],
  evaluating: ["evaluated", "mutated", "created", "dirty"],
  evaluated: ["mutated", "evaluating", "committed", "discarded", "dirty"],
  committed: [],
  discarded: [],
  dirty: [],
};

export class Draft {
  readonly id: string;
  readonly root: FilePath;
  readonly language: string | undefined;
  readonly #clock: Clock;
  readonly #lane: Lane;
  readonly #files = new Map<FilePath, DraftedFile>();
  #state: DraftState = "created";
  #edits = 0;
  usedAt: number;

  constructor(id: string, root: FilePath, language: string | undefined, clock: Clock) {
    this.id = id;
    this.root = root;
    this.language = language;
    this.#clock = clock;
    this.#lane = new Lane(clock);
    this.usedAt = clock.now();
  }

  get state(): DraftState {
    return this.#state;
  }

  /** How many edits it has taken. */
  get version(): number {
    return this.#edits;
  }

  get characters(): number {
    return [...this.#files.values()].reduce(
      (sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0),
      0,
    );
  }

  files(): readonly DraftedFile[] {
    return [...this.#files.values()];
  }

  file(path: FilePath): DraftedFile | undefined {
    return this.#files.get(path);
  }

  /** Those that would really change. */
  changes(): TextChange[] {
    return this.files().filter(({ before, after }) => before !== after);
  }

  /** One at a time; a waiting call gives up when its time is up or it is cancelled, and holds nothing then. */
  async exclusively<T>({ deadline, signal }: Patience, work: () => Promise<T>): Promise<T> {
    const leave = (await this.#lane.enterAlone(deadline.remaining(), signal)) ?? busy(this.id);
    try {
      this.usedAt = this.#clock.now();
      return await work();
    } finally {
      this.usedAt = this.#clock.now();
      leave();
    }
  }

  put(file: DraftedFile): void {
    this.move("mutated");
    const known = this.#files.get(file.file);
    // What it rests on is what was there at its first edit.
    this.#files.set(file.file, known === undefined ? file : { ...known, after: file.after });
    this.#edits++;
  }

  /** Refused for one that was committed or discarded, or in which something went wrong. */
  mustBeOpen(): void {
    if (moves[this.#state].length === 0) this.#over("be used");
  }

  move(to: DraftState): void {
    if (!moves[this.#state].includes(to)) this.#over(`become ${to}`);
    this.#state = to;
    if (to === "discarded" || to === "committed") this.#files.clear();
  }

  #over(act: string): never {
    return refuse({
      code: "bad_input",
      what: `The draft ${this.id} is ${this.#state}.`,
      why: `One that is ${this.#state} cannot ${act}.`,
      next: moves[this.#state].length === 0 ? "Destroy it, and create another one." : "Wait until that has finished.",
    });
  }
}

/** What a call sees of them: its caller's own. */
export interface CallerDrafts {
  create(root: FilePath, language: string | undefined): Draft;
  /** Refused where this caller has none of that name. */
  get(id: string): Draft;
  find(id: string): Draft | undefined;
  /** False when there was none. */
  destroy(id: string): boolean;
  /** Refuses what would make all drafts together too large. */
  mustHaveRoom(characters: number): void;
}

export class Drafts {
  readonly #clock: Clock;
  readonly #random: () => number;
  #begun = 0;
  readonly #kept = new Map<string, { readonly caller: string; readonly draft: Draft }>();

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  of(caller: string): CallerDrafts {
    const known = (id: string): Draft | undefined => {
      this.#expire();
      const kept = this.#kept.get(id);
      return kept?.caller === caller ? kept.draft : undefined;
    };
    return {
      create: (root, language) => this.#create(caller, root, language),
      get: (id) => {
        const draft = known(id) ?? unknownDraft(id);
        draft.usedAt = this.#clock.now();
        return draft;
      },
      find: known,
      destroy: (id) => known(id) !== undefined && this.#kept.delete(id),
      mustHaveRoom: (characters) => this.#mustHaveRoom(characters),
    };
  }

  /** The caller has gone: its drafts end. One that is being evaluated ends when that has finished: no later call can name it. */
  leave(caller: string): void {
    for (const [id, kept] of this.#kept) if (kept.caller === caller) this.#kept.delete(id);
  }

  // — below: private, in the order they are used —

  #create(caller: string, root: FilePath, language: string | undefined): Draft {
    this.#expire();
    const own = [...this.#kept.values()].filter((kept) => kept.caller === caller);
    if (own.length >= maxPerCaller) full(`${own.length} drafts are already open.`);
    this.#mustHaveRoom(0);
    const draft = new Draft(this.#newId(), root, language, this.#clock);
    this.#kept.set(draft.id, { caller, draft });
    return draft;
  }

  #mustHaveRoom(more: number): void {
    const taken = [...this.#kept.values()].reduce((sum, { draft }) => sum + draft.characters, 0);
    if (taken + more > maxCharacters) full("The open drafts use all the memory reserved for drafts.");
  }

  /** Thirty-two hexadecimal digits: unguessable, and no two are the same. */
  #newId(): string {
    const digit = (): string => Math.floor(this.#random() * 16).toString(16);
    const count = (++this.#begun % 2 ** 24).toString(16).padStart(6, "0");
    return Array.from({ length: 26 }, digit).join("") + count;
  }

  /** What was unused for so long is no longer needed. */
  #expire(): void {
    const oldest = this.#clock.now() - lifetimeMs;
    for (const [id, { draft }] of this.#kept) {
      if (draft.usedAt < oldest && draft.state !== "evaluating") this.#kept.delete(id);
    }
  }
}

function busy(id: string): never {
  return refuse({
    code: "timed_out",
    what: `The draft ${id} is in use by another call.`,
    next: "Ask again when that call is answered; nothing was changed.",
  });
}

function full(why: string): never {
  return refuse({
    code: "resource_exhausted",
    what: "No more drafts can be created.",
    why,
    next: "Destroy one that is no longer needed with destroy_session.",
  });
}

function unknownDraft(id: string): never {
  return refuse({
    code: "bad_input",
    what: `There is no draft ${JSON.stringify(id.slice(0, 64))}.`,
    why: "It was never created by this caller, was destroyed, or was unused for half an hour.",
    next: "Create one with create_simulation_session.",
  });
}
