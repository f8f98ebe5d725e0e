// What a host says its model has already: files, lines of files, and items of earlier answers.

import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { View } from "../../workspace/view.ts";
import type { Lines } from "./used-names.ts";

export interface Has {
  readonly whole: ReadonlySet<FilePath>;
  readonly lines: ReadonlyMap<FilePath, readonly Lines[]>;
  /** Ids of items. */
  readonly items: ReadonlySet<string>;
  /** What names neither an item nor a file that is there. */
  readonly unknown: readonly string[];
}

/** `src/cart.ts`, `src/cart.ts:10-40` or an id; what is in no root cannot be repeated, and what is not there is told. */
export async function hasOf(view: View, named: readonly string[]): Promise<Has> {
  const whole = new Set<FilePath>();
  const lines = new Map<FilePath, Lines[]>();
  const items = new Set<string>();
  const unknown: string[] = [];
  for (const raw of named) {
    if (/^[0-9a-f]{16}$/.test(raw)) {
      items.add(raw);
      continue;
    }
    const stretch = /:(\d{1,9})(?:-(\d{1,9}))?$/.exec(raw);
    const file = await placed(view, stretch === null ? raw : raw.slice(0, stretch.index));
    if (file === "absent") unknown.push(raw);
    if (file === "absent" || file === undefined) continue;
    if (stretch === null) whole.add(file);
    else {
      const [, from, to = from] = stretch;
      lines.set(file, [...(lines.get(file) ?? []), { from: Number(from), to: Number(to) }]);
    }
  }
  return { whole, lines, items, unknown };
}

/** Whether all of the lines are there. */
export function hostHas(has: Has, file: FilePath, { from, to }: Lines): boolean {
  return has.whole.has(file) || (has.lines.get(file) ?? []).some((one) => one.from <= from && to <= one.to);
}

/** Undefined for what may not be read here. */
async function placed(view: View, raw: string): Promise<FilePath | "absent" | undefined> {
  try {
    const { file, exists } = await view.place(raw);
    return exists ? file : "absent";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}
