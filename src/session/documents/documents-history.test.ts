import fc from "fast-check";
import { expect, test } from "vitest";

import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { pause } from "../../std/pause.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import { hover } from "../questions/queries.ts";

const files = ["a.toy", "b.toy", "c.toy", "d.toy"];

/** What may happen; a returned promise is waited for at the end, an awaited one at once. */
const acts: Readonly<Record<string, (kit: ToySession, file: string, text: string) => unknown>> = {
  ask: (kit, file) => {
    const question = hover(kit.session, { file: kit.path(file), place: { line: 1, column: 1 } }, kit.ask());
    // A refusal is an outcome as good as any other; what counts is what the server holds afterwards.
    return { later: question.catch((error: Error) => error.name) };
  },
  write: (kit, file, text) => kit.host.write(kit.path(file), text),
  give: (kit, file, text) => kit.session.documents.give(kit.path(file), text),
  release: (kit, file) => ({ later: kit.session.documents.release(kit.path(file)) }),
  close: (kit, file) => ({ later: kit.session.documents.close(kit.path(file)) }),
  remove: (kit, file) => kit.host.remove(kit.path(file)),
  crash: (kit) => kit.toy.incarnations.at(-1)?.end?.exit(1),
  turn: () => oneTurn(),
  pass: (kit) => kit.clock.pass(200),
  wait: (kit) => kit.clock.pass(5_000),
};

interface Step {
  readonly act: string;
  readonly file: string;
  readonly text: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(fc.constant("ask"), fc.constantFrom(...Object.keys(acts))),
  file: fc.constantFrom(...files),
  text: fc.constantFrom("def x\n", "def y\r\n", "use 𝒳\n", "", "é%%%"),
});

/** How long the looks at the disk take, in turn: a few steps of the program, or some time. */
const slowness = fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(100, 1_000, 1_500)), {
  minLength: 1,
  maxLength: 5,
});

function slowDisk(kit: ToySession, lengths: readonly number[]): () => Promise<void> {
  let looks = 0;
  return async () => {
    const length = lengths[looks++ % lengths.length] ?? 0;
    if (length > 60) return pause(kit.clock, length);
    for (let left = length; left > 0; left--) await Promise.resolve();
  };
}

async function play(kit: ToySession, steps: readonly Step[]): Promise<void> {
  const later: unknown[] = [];
  for (const { act, file, text } of steps) later.push(await acts[act]?.(kit, file, text));
  await kit.clock.until(Promise.all(later.map((one) => (one as { later?: unknown } | undefined)?.later)));
  await kit.clock.pass(20_000);
}

interface Held {
  readonly uri: string;
  readonly version: number | undefined;
  readonly text: string;
}

/** What the server holds is what we believe it to hold, and that is the disk unless a text was given. */
async function expectAgreement(kit: ToySession): Promise<void> {
  const { documents } = kit.session;
  const ours = documents.paths().flatMap((path) => documents.get(path) ?? []);
  const held = ({
    uri,
    version,
    index,
  }: {
    uri: string;
    version: number | undefined;
    index: { text: string };
  }): Held => {
    return { uri, version, text: index.text };
  };
  const byUri = (a: Held, b: Held): number => a.uri.localeCompare(b.uri);
  expect(kit.toy.server.documents.map(held).sort(byUri)).toEqual(ours.map(held).sort(byUri));
  const onDisk = ours.filter(({ source }) => source === "disk");
  for (const { path, index } of onDisk) {
    const bytes = await kit.host.files.read(path, 1_000_000);
    expect(index.text).toBe(bytes === undefined ? index.text : new TextDecoder().decode(bytes));
  }
}

test.each([false, true])(
  "whatever happens to documents, server and session agree on them and versions rise (ranges: %s) [AGL-161]",
  async (ranges) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 40 }), slowness, async (steps, looks) => {
        await using kit = openSession({
          fixture: files.map((name) => `-- ${name} --\ndef x\n`).join(""),
          settings: { documents: { maxOpen: 2 }, restart: { breakerCrashes: 0, quarantineAfter: 0 } },
          dials: { sync: "incremental", incrementalOnly: ranges },
          entry: { quirks: { incrementalOnly: ranges } },
        });
        kit.host.files.slowness = slowDisk(kit, looks);
        await play(kit, [{ act: "ask", file: "a.toy", text: "" }, ...steps]);
        kit.host.files.slowness = async () => {};
        await expectAgreement(kit);
      }),
      { numRuns: 200, seed: 161 },
    );
  },
);
