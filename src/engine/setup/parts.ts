// What of ours stands in a file of an agent: its MCP server, its hooks, a section of a guide, or the whole file.
//
// Invariant: each part can be put in and taken out by itself, knows its own whatever stands around it, and touches nothing else.

import type { OffsetEdit } from "../../model/text-edit.ts";
import type { AgentLaunch } from "./launch.ts";

export const partKinds = ["server", "hooks", "guide", "plugin"] as const;
export type PartKind = (typeof partKinds)[number];

/** One edit after the other, and the containers that came with them. */
export interface Put {
  readonly text: string;
  readonly edits: readonly ReplacedStretch[];
  readonly made: readonly (readonly string[])[];
}

/** What a stretch of a text was, and what it became. */
export interface ReplacedStretch {
  readonly before: string;
  readonly after: string;
}

/** Why a text cannot get the part, as a clause. */
export interface NotPut {
  readonly why: string;
}

export interface SetupPart {
  readonly kind: PartKind;
  /** What the part is, for people. */
  readonly title: string;
  /** Undefined where the text holds it already as it should be. */
  put(text: string, launch: AgentLaunch): Put | NotPut | undefined;
  /** The text without the part; undefined where there is nothing of ours. */
  take(text: string): string | NotPut | undefined;
  /** Removes a container that was made for the part and is empty now. */
  close(text: string, path: readonly string[]): string;
  /** True where nothing is left that a person could miss. */
  isHollow(text: string): boolean;
}

/** Collects edits that follow each other. */
export class Putting {
  #text: string;
  readonly #edits: ReplacedStretch[] = [];
  readonly #made: (readonly string[])[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  apply({ start, end, newText }: OffsetEdit, made: readonly (readonly string[])[] = []): void {
    this.#edits.push({ before: this.#text.slice(start, end), after: newText });
    this.#made.push(...made);
    this.#text = this.#text.slice(0, start) + newText + this.#text.slice(end);
  }

  get done(): Put | undefined {
    return this.#edits.length === 0 ? undefined : { text: this.#text, edits: this.#edits, made: this.#made };
  }
}

export function isNotPut(outcome: object | string | undefined): outcome is NotPut {
  return typeof outcome === "object" && "why" in outcome;
}
