// Edits that a server asks for of its own accord: taken while a call of ours has made it do so, and at no other time.
//
// Invariant: the server hears `applied: true` only when the edit is made.

import { Refusal } from "../../model/refusal.ts";
import { at, isRecord } from "../../std/json.ts";

/** Has an edit made as the server sent it; refuses where that cannot be. */
export type TakeEdit = (edit: unknown) => Promise<void>;

/** Spec: LSP 3.18 ApplyWorkspaceEditResult. */
export interface ApplyEditReply {
  readonly applied: boolean;
  readonly failureReason?: string;
}

export class ServerEdits {
  readonly #takers = new Set<TakeEdit>();
  /** One edit after the other: each rests on what the one before has left. */
  #lane: Promise<unknown> = Promise.resolve();
  #refused = 0;

  /** How many were asked for and not made. */
  get refused(): number {
    return this.#refused;
  }

  /** What the server asks for while this runs is handed to `take`; none is under way any more when it resolves. */
  async during<T>(take: TakeEdit, work: () => Promise<T>): Promise<T> {
    this.#takers.add(take);
    try {
      return await work();
    } finally {
      this.#takers.delete(take);
      await this.#lane;
    }
  }

  answer(params: unknown): Promise<ApplyEditReply> {
    const [take, other] = this.#takers;
    if (take === undefined) return this.#no("edits are only accepted as part of an operation that asked for one");
    // It would be unclear on whose behalf it is made.
    if (other !== undefined) return this.#no("several operations are running that may have asked for it");
    const answered = this.#lane.then(() => this.#made(take, at(params, ["edit"])));
    this.#lane = answered.then(
      () => {},
      // What goes wrong is its asker's to see; the next one only waits for it to be over.
      () => {},
    );
    return answered;
  }

  async #made(take: TakeEdit, edit: unknown): Promise<ApplyEditReply> {
    // The operation that wanted it may have ended meanwhile.
    if (!this.#takers.has(take)) return this.#no("the operation that asked for it is over");
    if (!isRecord(edit)) return this.#no("it holds no edit");
    try {
      await take(edit);
      return { applied: true };
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.#refused++;
        throw error;
      }
      return this.#no([error.details.what, error.details.why ?? ""].join(" ").trim());
    }
  }

  async #no(failureReason: string): Promise<ApplyEditReply> {
    this.#refused++;
    return { applied: false, failureReason };
  }
}
