// The patches of `apply_patch`: which files they write, and what stands where afterwards.
//
//   *** Begin Patch
//   *** Update File: src/a.ts
//   @@ class A
//    kept
//   -gone
//   +come
//   *** End Patch

import type { FileEdit, TextStep } from "./file-edit.ts";

/** Undefined for a text that is no such patch. */
export function editsOfPatch(patch: string): readonly FileEdit[] | undefined {
  const lines = patch.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch");
  if (begin < 0) return undefined;
  const sections: Section[] = [];
  for (const line of lines.slice(begin + 1)) {
    if (line.trim() === "*** End Patch") break;
    const [, turn, file] = heading.exec(line) ?? [];
    if (turn !== undefined && file !== undefined) sections.push({ turn, file, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.flatMap(editsOfSection);
}

// — below: private, in the order they are used —

const heading = /^\*\*\* (Add|Update|Delete) File: (\S(?:.*\S)?)\s*$/;
const moving = /^\*\*\* Move to: (\S(?:.*\S)?)\s*$/;

interface Section {
  readonly turn: string;
  readonly file: string;
  readonly lines: string[];
}

function editsOfSection({ turn, file, lines }: Section): FileEdit[] {
  if (turn === "Delete") return [{ file, steps: undefined, turn: "deleted" }];
  if (turn === "Add") {
    const text = lines.flatMap((line) => (line.startsWith("+") ? [`${line.slice(1)}\n`] : [])).join("");
    return [{ file, steps: [{ kind: "whole", text }], turn: "created" }];
  }
  const [, to] = moving.exec(lines[0] ?? "") ?? [];
  const steps = hunksIn(lines);
  if (to === undefined) return [{ file, steps }];
  // The texts of a file that moves lie under two names.
  return [
    { file, steps: undefined, turn: "deleted" },
    { file: to, steps: undefined, turn: "created" },
  ];
}

/** Each hunk puts its kept and new lines in the place of its kept and gone ones. */
function hunksIn(lines: readonly string[]): readonly TextStep[] {
  const steps: TextStep[] = [];
  let from: string[] = [];
  let to: string[] = [];
  const end = (): void => {
    const isChange = from.join("\n") !== to.join("\n");
    if (isChange) steps.push({ kind: "swap", from: from.join("\n"), to: to.join("\n"), all: false });
    from = [];
    to = [];
  };
  for (const line of lines) {
    if (line.startsWith("@@") || line.startsWith("***")) end();
    else if (line.startsWith("-")) from.push(line.slice(1));
    else if (line.startsWith("+")) to.push(line.slice(1));
    else {
      // A kept empty line may have lost its blank.
      from.push(line.slice(1));
      to.push(line.slice(1));
    }
  }
  end();
  return steps;
}
