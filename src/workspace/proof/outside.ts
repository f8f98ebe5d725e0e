// What an answer rests on beside the files of its root, as a rule tells it.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { InterpreterChoice } from "../../session/process/launch.ts";
import type { Programs } from "../../session/process/programs.ts";
import type { ReadingMemo } from "./reading.ts";

export interface OutsideContext {
  readonly host: Host;
  readonly programs: Programs;
  readonly root: FilePath;
  readonly memo: ReadingMemo;
  readonly files: () => Promise<readonly FilePath[]>;
  /** Those of the files that may contain a word. */
  readonly filesWith: (words: readonly string[], files: readonly FilePath[]) => Promise<readonly FilePath[]>;
  readonly interpreter: () => Promise<InterpreterChoice>;
}

export interface Outside {
  /** Hashes by name, each of what is the same on another machine that has the same installed. */
  readonly parts: Readonly<Record<string, string>>;
  /** When something of it was last changed. */
  readonly changedAt: number;
  readonly unproven?: string;
}

export const noOutside: Outside = { parts: {}, changedAt: 0 };

export function proofHash({ files }: Pick<Host, "files">, value: unknown): string {
  return files.hash(new TextEncoder().encode(JSON.stringify(value))).slice(0, 40);
}
