// A change that is cancelled, or runs out of time, before the first file is written leaves nothing written.

import { expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { isCancellation } from "../../std/cancel.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { EditJournal } from "../../store/edit-journal.ts";
import type { Prepared } from "./writer.ts";
import { Writer } from "./writer.ts";

const root = filePath("/shop");
const file = filePath("/shop/a.ts");
const signed = { operation: "an edit", caller: "a test" };

interface Kit {
  readonly clock: StepClock;
  readonly host: MemoryHost;
  readonly writer: Writer;
  readonly prepared: Prepared;
}

async function opened(): Promise<Kit> {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(file, "a");
  const writer = new Writer({ host, root, settings: settingsFor("standard") });
  const steps = [{ kind: "edit", file, hash: undefined, before: "a", text: "b" } as const];
  return { clock, host, writer, prepared: await writer.prepare({ root, why: "a test", steps }) };
}

async function mustBeUntouched({ host }: Kit): Promise<void> {
  expect(new TextDecoder().decode(await host.files.read(file, 1_000_000))).toBe("a");
  expect(host.files.below(root)).toEqual([file]);
  expect(host.files.below(host.stateDirectory).filter((path) => /\.(?:prepared|draft|kept)/.test(path))).toEqual([]);
}

/** Another process holds the lock. */
async function hold({ host }: Kit): Promise<void> {
  const place = await new EditJournal(host, root).place();
  const other = { pid: 77, startTime: "1", machine: "memory", boot: "1", namespace: "1" };
  host.files.write(joinPath(place, "lock-00"), JSON.stringify(other));
  host.writing.alive.add(other.pid);
}

test("a change whose time is up is refused, and nothing is written", async () => {
  const kit = await opened();
  const deadline = deadlineIn(kit.clock, 0);
  const refusal = await refusalOf(kit.writer.commit(kit.prepared, signed, { deadline }));
  expect(refusal.code).toBe("timed_out");
  await mustBeUntouched(kit);
});

test("a change whose time is up while it looks at the files is refused, and nothing is written", async () => {
  const kit = await opened();
  const deadline = deadlineIn(kit.clock, 1_000);
  const { writing } = kit.host;
  const read = writing.read.bind(writing);
  writing.read = async (path) => {
    if (path === file) await kit.clock.pass(2_000);
    return read(path);
  };
  expect((await refusalOf(kit.writer.commit(kit.prepared, signed, { deadline }))).code).toBe("timed_out");
  await mustBeUntouched(kit);
});

test("another writer is waited for no longer than the caller waits", async () => {
  const kit = await opened();
  await hold(kit);
  const began = kit.clock.now();
  const deadline = deadlineIn(kit.clock, 1_000);
  const refusal = await kit.clock.until(refusalOf(kit.writer.commit(kit.prepared, signed, { deadline })));
  expect(refusal.details).toMatchObject({ code: "root_locked", data: { pid: 77 } });
  expect(refusal.details.why).toContain("lock-00");
  expect(kit.clock.now() - began).toBeLessThan(1_200);
  await mustBeUntouched(kit);
});

test("a cancelled change ends at once wherever it waits, as a cancellation, and nothing is written", async () => {
  const kit = await opened();
  await hold(kit);
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [first, second].map(({ signal }) => kit.writer.commit(kit.prepared, signed, { signal }));
  const settled = Promise.allSettled(waiting);
  await kit.clock.pass(100);
  // The second waits for the first, the first for the other process.
  second.abort();
  await expect(waiting[1]).rejects.toSatisfy(isCancellation);
  first.abort();
  await expect(waiting[0]).rejects.toSatisfy(isCancellation);
  await settled;
  const late = kit.writer.commit(kit.prepared, signed, { signal: first.signal });
  await expect(late).rejects.toSatisfy(isCancellation);
  await mustBeUntouched(kit);
});

test("a change that has begun is finished, whatever the caller does", async () => {
  const kit = await opened();
  const cancelling = new AbortController();
  const { writing } = kit.host;
  const link = writing.link.bind(writing);
  writing.link = (from, to) => {
    cancelling.abort();
    return link(from, to);
  };
  const written = await kit.writer.commit(kit.prepared, signed, { signal: cancelling.signal });
  expect(written.files).toHaveLength(1);
  expect(cancelling.signal.aborted).toBe(true);
});

test("a reader waits for a writer, but for one that does not come to an end only once", async () => {
  const kit = await opened();
  await hold(kit);
  const began = kit.clock.now();
  await kit.clock.until(kit.writer.recover());
  expect(kit.clock.now() - began).toBe(1_000);
  await kit.clock.until(kit.writer.recover());
  expect(kit.clock.now() - began).toBe(1_000);
  kit.host.writing.alive.clear();
  await kit.writer.recover();
  await kit.writer.commit(kit.prepared, signed);
  expect(new TextDecoder().decode(await kit.host.files.read(file, 1_000_000))).toBe("b");
});
