// Whatever a plan does to whatever texts: taking it back gives the same bytes, and doing it again the others.

import fc from "fast-check";
import { expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { repeats } from "../../../test/support/soak.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { Writer } from "./writer.ts";

const root = filePath("/shop");
const signed = { operation: "an edit", caller: "a test" };
const names = ["a.ts", "b.ts", "src/c.ts", "src/deep/d.ts"] as const;
const pieces = ["a", " ", "é", "e\u0301", "漢", "😀", "👩‍👩‍👧", "🇩🇪", "𝒳", "\u2028", "\n", "\r\n", "\r", "\t"];

const words = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));
const file = fc.record({ bom: fc.boolean(), text: words });
const tree = fc.dictionary(fc.constantFrom(...names), file, { minKeys: 1 });
const name = fc.constantFrom(...names);
const act = fc.oneof(
  fc.record({ kind: fc.constant("edit" as const), name, text: words }),
  fc.record({ kind: fc.constant("create" as const), name, text: words }),
  fc.record({ kind: fc.constant("rename" as const), name, to: name }),
  fc.record({ kind: fc.constant("delete" as const), name }),
);

const at = (one: string): FilePath => joinPath(root, one);

/** Steps that make sense one after the other, in a tree that knows only which text stands where. */
function sensible(
  texts: Map<string, string>,
  acts: readonly (typeof act extends fc.Arbitrary<infer A> ? A : never)[],
): ProposedStep[] {
  return acts.flatMap((one): ProposedStep[] => {
    const before = texts.get(one.name);
    if (one.kind === "create") {
      texts.set(one.name, one.text);
      const made = { kind: "create", file: at(one.name), overwrite: true, ignoreIfExists: false } as const;
      return [made, { kind: "edit", file: at(one.name), hash: undefined, before: "", text: one.text }];
    }
    if (before === undefined) return [];
    if (one.kind === "edit") {
      texts.set(one.name, one.text);
      return [{ kind: "edit", file: at(one.name), hash: undefined, before, text: one.text }];
    }
    if (one.kind === "rename" && one.name === one.to) return [];
    texts.delete(one.name);
    if (one.kind === "delete") {
      return [{ kind: "delete", file: at(one.name), recursive: false, ignoreIfNotExists: false }];
    }
    texts.set(one.to, before);
    return [{ kind: "rename", from: at(one.name), to: at(one.to), overwrite: true, ignoreIfExists: false }];
  });
}

async function shot({ files }: MemoryHost): Promise<Record<string, string>> {
  const found = files.below(root).sort();
  const entries = found.map(
    async (path) => [path, Buffer.from((await files.read(path, 1_000_000)) ?? []).toString("latin1")] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

test("a plan that is carried out and taken back leaves every byte as it was [D07]", async () => {
  let changed = 0;
  const property = fc.asyncProperty(tree, fc.array(act, { minLength: 1, maxLength: 5 }), async (planted, acts) => {
    const host = new MemoryHost({ clock: new FakeClock() });
    // In memory a directory is there by what it holds.
    for (const directory of ["", "src/", "src/deep/"]) host.files.write(at(`${directory}README.md`), "stays");
    const texts = new Map<string, string>();
    for (const [one, { bom, text }] of Object.entries(planted)) {
      host.files.write(at(one), `${bom ? "\ufeff" : ""}${text}`);
      texts.set(one, text);
    }
    const writer = new Writer({ host, root, settings: settingsFor("standard") });
    const before = await shot(host);
    const steps = sensible(texts, acts);
    const written = await writer.commit(await writer.prepare({ root, why: "a test", steps }), signed);
    const after = await shot(host);
    const bare = (bytes: string | undefined): string | undefined =>
      bytes === undefined
        ? undefined
        : Buffer.from(bytes, "latin1")
            .toString("utf8")
            .replace(/^\ufeff/, "");
    expect(names.map((one) => bare(after[at(one)]))).toEqual(names.map((one) => texts.get(one)));
    const isSame = JSON.stringify(after) === JSON.stringify(before);
    expect(isSame || written.files.length > 0).toBe(true);
    if (written.files.length === 0) return;
    changed++;
    const undone = await writer.commit(await writer.inverse(written.id), signed);
    expect(await shot(host)).toEqual(before);
    await writer.commit(await writer.inverse(undone.id), signed);
    expect(await shot(host)).toEqual(after);
  });
  const numRuns = repeats({ test: 250, soak: 2_000 });
  await fc.assert(property, { numRuns });
  expect(changed).toBeGreaterThan(numRuns / 2);
}, 120_000);
