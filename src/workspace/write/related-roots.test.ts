// A change of files that lie in several roots: a writer of one of these roots keeps the writers of the others waiting.

import { expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parentOf } from "../../model/file-path.ts";
import { EditJournal } from "../../store/edit-journal.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock } from "../../testing/step-clock.ts";
import type { Prepared } from "./writer.ts";
import { Writer } from "./writer.ts";

const [whole, part] = [filePath("/repo"), filePath("/repo/pkg")];
const [outer, inner] = [filePath("/repo/a.ts"), filePath("/repo/pkg/b.ts")];
const signed = { operation: "an edit", caller: "a test" };

class Kit {
  readonly clock = new StepClock();
  readonly host = new MemoryHost({ clock: this.clock });

  constructor() {
    for (const file of [outer, inner]) this.host.files.write(file, "a");
  }

  writer(root: FilePath): Writer {
    return new Writer({ host: this.host, root, settings: settingsFor("standard") });
  }

  prepare(writer: Writer, file: FilePath): Promise<Prepared> {
    const steps = [{ kind: "edit", file, hash: undefined, before: "a", text: "b" } as const];
    return this.clock.until(writer.prepare({ root: writer.root, why: "a test", steps }));
  }

  /** A change of a root that is over, so that its journal tells whose it is. */
  async introduce(root: FilePath): Promise<FilePath> {
    const place = await new EditJournal(this.host, root).place();
    this.host.files.write(joinPath(place, "t1-aa.kept", "record.json"), JSON.stringify({ root }));
    return place;
  }

  /** Another process writes below a root. Returns how it comes to an end. */
  async hold(root: FilePath, pid: number): Promise<() => void> {
    const place = await this.introduce(root);
    const lock = joinPath(place, `lock-${pid}`);
    const other = { pid, startTime: "1", machine: "memory", boot: "1", namespace: "1" };
    this.host.files.write(lock, JSON.stringify(other));
    this.host.writing.alive.add(pid);
    return () => void this.host.files.remove(lock);
  }

  async text(file: FilePath): Promise<string> {
    return new TextDecoder().decode(await this.host.files.read(file, 1_000_000));
  }
}

test.each([
  ["above", whole, part],
  ["below", part, whole],
])("a file that may be written just now from a root %s is not written", async (_where, other, own) => {
  const kit = new Kit();
  const end = await kit.hold(other, 77);
  const writer = kit.writer(own);
  const prepared = await kit.prepare(writer, inner);
  const began = kit.clock.now();
  const refusal = await kit.clock.until(refusalOf(writer.commit(prepared, signed)));
  expect(refusal.details).toMatchObject({ code: "root_locked", retryAfterMs: 1_000, data: { pid: 77 } });
  expect(refusal.message).toContain(other);
  expect(kit.clock.now() - began).toBeGreaterThanOrEqual(10_000);
  expect(await kit.text(inner)).toBe("a");
  const waiting = writer.commit(prepared, signed);
  await kit.clock.pass(3_000);
  expect(await kit.text(inner)).toBe("a");
  end();
  await kit.clock.until(waiting);
  expect(await kit.text(inner)).toBe("b");
});

test("a file outside of the root below that is being written is written at once", async () => {
  const kit = new Kit();
  await kit.hold(part, 77);
  const writer = kit.writer(whole);
  const prepared = await kit.prepare(writer, outer);
  const began = kit.clock.now();
  await kit.clock.until(writer.commit(prepared, signed));
  expect(kit.clock.now() - began).toBe(0);
  expect(await kit.text(outer)).toBe("b");
});

test("a writer that begins in a root above while another waits for its own is seen", async () => {
  const kit = new Kit();
  const writer = kit.writer(part);
  const prepared = await kit.prepare(writer, inner);
  const end = await kit.hold(part, 78);
  const refused = refusalOf(writer.commit(prepared, signed));
  await kit.clock.pass(500);
  await kit.hold(whole, 77);
  end();
  expect((await kit.clock.until(refused)).details).toMatchObject({ code: "root_locked", data: { pid: 77 } });
  expect(await kit.text(inner)).toBe("a");
});

test("a root above whose state cannot be determined keeps its files from being written, with the advice to try again", async () => {
  const kit = new Kit();
  const writer = kit.writer(part);
  const prepared = await kit.prepare(writer, inner);
  const place = await kit.introduce(whole);
  kit.host.files.fail(place, "EIO");
  const unreadable = await kit.clock.until(refusalOf(writer.commit(prepared, signed)));
  expect(unreadable.details).toMatchObject({ code: "root_locked", retryAfterMs: 1_000 });
  expect(unreadable.details.why).toContain(place);
  kit.host.files.fail(place, undefined);
  await kit.hold(whole, 77);
  kit.host.writing.isAlive = async ({ pid }) => (pid === 77 ? ("unknown" as never) : true);
  const foreign = await kit.clock.until(refusalOf(writer.commit(prepared, signed)));
  expect(foreign.details).toMatchObject({ code: "root_locked", data: { pid: 77 } });
  expect(await kit.text(inner)).toBe("a");
});

test("a journal that cannot be read may be that of a root below, but one that is closed to us is another user's", async () => {
  const kit = new Kit();
  const writer = kit.writer(whole);
  const prepared = await kit.prepare(writer, inner);
  const record = joinPath(await kit.introduce(part), "t1-aa.kept", "record.json");
  kit.host.files.fail(record, "EMFILE");
  expect((await kit.clock.until(refusalOf(writer.commit(prepared, signed)))).code).toBe("root_locked");
  kit.host.files.fail(record, "EACCES");
  await kit.clock.until(writer.commit(prepared, signed));
  expect(await kit.text(inner)).toBe("b");
});

test("two who write the same files from two roots at once both come to an end, one after the other", async () => {
  const kit = new Kit();
  for (const root of [whole, part]) await kit.introduce(root);
  const writers = [kit.writer(whole), kit.writer(part)];
  const prepared = await Promise.all(writers.map((writer) => kit.prepare(writer, inner)));
  const written = Promise.allSettled(
    writers.map((writer, index) => writer.commit(prepared[index] as Prepared, signed)),
  );
  const outcomes = (await kit.clock.until(written)).map((one) =>
    one.status === "fulfilled" ? "written" : (one.reason as { code?: string }).code,
  );
  expect(new Set(outcomes)).toEqual(new Set(["stale_document", "written"]));
  expect(await kit.text(inner)).toBe("b");
});

test.each(["above", "itself"])(
  "what cannot be taken back in the root %s is tried again after a while only",
  async (which) => {
    const kit = new Kit();
    const place = await kit.introduce(whole);
    kit.host.files.write(joinPath(place, "t2-bb.prepared", "record.json"), "garbage");
    const writer = kit.writer(which === "itself" ? whole : part);
    let locks = 0;
    const create = kit.host.writing.create.bind(kit.host.writing);
    kit.host.writing.create = (path, bytes, like) => {
      if (parentOf(path) === place) locks++;
      return create(path, bytes, like);
    };
    for (let question = 0; question < 3; question++) await kit.clock.until(writer.recover());
    expect(locks).toBe(1);
    await kit.clock.pass(10_000);
    await kit.clock.until(writer.recover());
    expect(locks).toBe(2);
    // Something else that was left is taken back at once.
    kit.host.files.write(joinPath(place, "t3-cc.draft", "record.json"), "{}");
    await kit.clock.until(writer.recover());
    expect(kit.host.files.below(joinPath(place, "t3-cc.draft"))).toEqual([]);
  },
);

test.each([whole, part])(
  "a change of %s that cannot be read stands in the way of all that may be its files",
  async (root) => {
    const kit = new Kit();
    const place = joinPath(await kit.introduce(root), "t2-bb.prepared");
    kit.host.files.write(joinPath(place, "record.json"), "garbage");
    for (const writer of [kit.writer(whole), kit.writer(part)]) {
      const prepared = await kit.clock.until(kit.prepare(writer, inner));
      const refusal = await refusalOf(kit.clock.until(writer.commit(prepared, signed)));
      expect(refusal.details).toMatchObject({ code: "rollback_incomplete", data: { journal: place } });
    }
  },
);

test("many questions at once look once, and those that come meanwhile once more", async () => {
  const kit = new Kit();
  const writer = kit.writer(part);
  const place = await kit.introduce(part);
  let looks = 0;
  const stat = kit.host.files.stat.bind(kit.host.files);
  kit.host.files.stat = (path) => {
    if (path === place) looks++;
    return stat(path);
  };
  await Promise.all([1, 2, 3].map(() => writer.recover()));
  expect(looks).toBe(1);
  let later: Promise<unknown> | undefined;
  kit.host.files.slowness = async () => {
    later ??= Promise.all([1, 2, 3].map(() => writer.recover()));
  };
  await writer.recover();
  await later;
  expect(looks).toBe(3);
});
