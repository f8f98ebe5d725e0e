// The insides of functions changed at random in a real package: the compiler finds nothing new in any other file.

import { describe, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../../../bench/shared/stats.ts";
import { bodyConfinement } from "../../../src/languages/change/body-change.ts";
import { filePath } from "../../../src/model/file-path.ts";
import type { Checkout } from "../real-package.ts";
import { checkOut, fetched, rxjs } from "../real-package.ts";

const compiler = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
const rounds = 3;
/** Of so many files one is changed in a round. */
const oneOf = 4;
const triesPerFile = 60;

describe.each(fetched([rxjs]))("$id", (real) => {
  test("what is called confined is noticed in no other file [AGL-216]", () => {
    const checkout = checkOut(real);
    const random = randomFrom(7);
    let changes = 0;
    try {
      const already = wrongFiles(checkout);
      for (let round = 0; round < rounds; round++) {
        const originals = new Map<string, string>();
        for (const file of checkout.sources.filter((_, at) => at % oneOf === round)) {
          const text = readFileSync(join(checkout.root, file), "utf8");
          const { changed, made } = scrambled(file, text, random);
          if (made === 0) continue;
          changes += made;
          originals.set(file, text);
          writeFileSync(join(checkout.root, file), changed);
        }
        const elsewhere = [...wrongFiles(checkout)].filter((file) => !originals.has(file) && !already.has(file));
        expect(elsewhere).toEqual([]);
        for (const [file, text] of originals) writeFileSync(join(checkout.root, file), text);
      }
      // Else nothing was shown.
      expect(changes).toBeGreaterThan(100);
    } finally {
      checkout.remove();
    }
  });
});

// — below: private, in the order they are used —

/** Puts words of the file in the place of others, wherever that is called confined. */
function scrambled(
  file: string,
  text: string,
  random: () => number,
): { readonly changed: string; readonly made: number } {
  const words = [...text.matchAll(/\b[\w$]+\b/g), ...text.matchAll(/\breturn\b[^;\n]*;/g)];
  const others = [
    ...words.map(([word]) => word),
    "undefined",
    "''",
    "1",
    "null",
    "return;",
    "{ a: 1 }",
    "[]",
    "throw 1",
  ];
  let changed = text;
  let made = 0;
  for (let left = triesPerFile; left > 0; left--) {
    const found = words[Math.floor(random() * words.length)];
    const other = others[Math.floor(random() * others.length)];
    if (found === undefined || other === undefined) continue;
    const at = changed.indexOf(found[0], Math.floor(random() * changed.length));
    if (at < 0) continue;
    const after = changed.slice(0, at) + other + changed.slice(at + found[0].length);
    if (bodyConfinement({ file: filePath(`/r/${file}`), before: changed, after }) !== "file") continue;
    changed = after;
    made++;
  }
  return { changed, made };
}

function wrongFiles({ root }: Checkout): Set<string> {
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", root, "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  });
  return new Set([...stdout.matchAll(/^(\S[^\n]*?)\(\d+,\d+\): error/gm)].flatMap((match) => match[1] ?? []));
}
