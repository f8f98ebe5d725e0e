// Subscribers are notified of changed content, once for many events, and of nothing else.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import type { Diagnostic } from "../../model/code-facts.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock, oneTurn } from "../../testing/step-clock.ts";
import type { SeenDiagnostics, DiagnosticsReader } from "./diagnostics-reader.ts";
import { clean } from "./diagnostics-reader.ts";
import { DiagnosticsWatch } from "./diagnostics-watch.ts";
import { maxSubscriptions } from "../limits.ts";

const a = filePath("/project/a.toy");
const b = filePath("/project/b.toy");
const uriOf = (file: FilePath): string => `lsp-diagnostics://${file}`;
const all = "lsp-diagnostics:///";
const changed: BridgeEvent = { type: "files.changed", created: 0, changed: 1, deleted: 0, paths: [a] };

function published(file: FilePath, message: string): BridgeEvent {
  const start = { line: 1, column: 1 };
  const diagnostic: Diagnostic = { message, severity: "error", span: { start, end: start } };
  return { type: "diagnostics", server: "toy", file, diagnostics: message === "" ? [] : [diagnostic] };
}

/** Files whose content a test sets; every look is recorded, and may be held up. */
class Disk implements DiagnosticsReader {
  readonly contents = new Map<FilePath, string>([
    [a, "one"],
    [b, "one"],
  ]);
  readonly looks: string[] = [];
  opened: FilePath[] = [a, b];
  answer: SeenDiagnostics | undefined;
  /** What happens while a look is under way. */
  meanwhile: (() => unknown) | undefined;

  async open(): Promise<readonly FilePath[]> {
    return this.opened;
  }

  async one([path = ""]: readonly string[]): Promise<SeenDiagnostics> {
    this.looks.push(path);
    const file = filePath(path);
    return this.answer ?? { kind: "known", file, content: this.contents.get(file) ?? clean };
  }

  async many(files: readonly FilePath[]): Promise<ReadonlyMap<FilePath, string>> {
    this.looks.push(files.join(" "));
    const found = new Map(files.map((file) => [file, this.contents.get(file) ?? clean]));
    await this.meanwhile?.();
    return found;
  }
}

function open(ms = 2_000) {
  const clock = new StepClock();
  const disk = new Disk();
  const told: string[] = [];
  const watch = new DiagnosticsWatch(clock, ms, disk, (uri) => told.push(`${clock.now()} ${uri}`));
  return { clock, disk, told, watch };
}

test("many signs within the time are one look and one word, when the content is another [AGL-369]", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  disk.contents.set(a, "two");
  for (let sign = 0; sign < 10; sign++) {
    watch.take(changed);
    watch.take(published(a, `draft ${sign}`));
    await clock.pass(150);
  }
  expect(told).toEqual([]);
  await clock.pass(10_000);
  expect(told).toEqual([`2000 ${uriOf(a)}`]);
  expect(disk.looks).toEqual([a, a]);
});

test("an identical content is no change, whatever was published", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  watch.take(published(a, "one"));
  await clock.pass(2_000);
  watch.take(published(a, "one"));
  await clock.pass(60_000);
  expect([told, disk.looks.length]).toEqual([[], 2]);
});

test("what a server takes back and says again while it is looked at leads to no further look", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  watch.take(published(a, "one"));
  disk.meanwhile = () => {
    watch.take(published(a, ""));
    watch.take(published(a, "one"));
  };
  await clock.pass(600_000);
  expect([told, disk.looks.length, clock.pendingTimers]).toEqual([[], 2, 0]);
});

test("a server that never comes to rest is looked at ever more rarely, and a change on disk at once again", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  let sign = 0;
  disk.meanwhile = () => watch.take(published(a, `draft ${sign++}`));
  watch.take(published(a, "draft"));
  await clock.pass(600_000);
  const looks = disk.looks.length;
  expect(looks).toBeGreaterThan(3);
  expect(looks).toBeLessThan(12);
  disk.contents.set(a, "two");
  const now = clock.now();
  watch.take(changed);
  await clock.pass(2_000);
  expect(told).toEqual([`${now + 2_000} ${uriOf(a)}`]);
});

test("a server that is asked says that all may be others: then all are looked at, more rarely if that is why it says so", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  const refresh: BridgeEvent = { type: "diagnostics.refresh", server: "toy" };
  disk.contents.set(a, "two");
  watch.take(refresh);
  await clock.pass(2_000);
  expect(told).toEqual([`2000 ${uriOf(a)}`]);
  disk.meanwhile = () => watch.take(refresh);
  watch.take(refresh);
  const before = disk.looks.length;
  await clock.pass(600_000);
  expect(disk.looks.length - before).toBeGreaterThan(3);
  expect(disk.looks.length - before).toBeLessThan(12);
});

test("what is published while a look is under way is looked at after it", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  disk.meanwhile = () => {
    disk.meanwhile = undefined;
    disk.contents.set(a, "three");
    watch.take(published(a, "three"));
  };
  disk.contents.set(a, "two");
  watch.take(changed);
  await clock.pass(10_000);
  expect(told).toEqual([`2000 ${uriOf(a)}`, `4000 ${uriOf(a)}`]);
});

test("one file's subscription hears of it alone, that of all files of any that is open [AGL-332]", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  await watch.subscribe(all, "all");
  expect(told).toEqual([]);
  disk.contents.set(b, "two");
  watch.take(published(b, "two"));
  await clock.pass(2_000);
  disk.contents.set(a, "two");
  watch.take(published(a, "two"));
  await clock.pass(2_000);
  expect(told).toEqual([`2000 ${all}`, `4000 ${uriOf(a)}`, `4000 ${all}`]);
});

test("a file that is opened without problems is no news to a subscriber to all, one with problems is", async () => {
  const { clock, disk, told, watch } = open();
  disk.opened = [];
  await watch.subscribe(all, "all");
  disk.opened = [a];
  disk.contents.set(a, clean);
  watch.take(changed);
  await clock.pass(2_000);
  expect(told).toEqual([]);
  disk.opened = [a, b];
  watch.take(changed);
  await clock.pass(2_000);
  expect(told).toEqual([`4000 ${all}`]);
});

test("ending one subscription ends that one and leaves the others [AGL-334]", async () => {
  const { clock, disk, told, watch } = open();
  const other = `lsp-diagnostics:///${a}`;
  for (const uri of [uriOf(a), other]) await watch.subscribe(uri, [a]);
  watch.unsubscribe(uriOf(a));
  watch.unsubscribe("lsp-diagnostics:///never/was");
  disk.contents.set(a, "two");
  watch.take(changed);
  await clock.pass(2_000);
  expect(told).toEqual([`2000 ${other}`]);
  watch.unsubscribe(other);
  watch.take(changed);
  expect(clock.pendingTimers).toBe(0);
});

test("a later subscriber makes no other miss a change", async () => {
  const { disk, told, watch } = open();
  const other = `lsp-diagnostics:///${a}`;
  await watch.subscribe(uriOf(a), [a]);
  disk.contents.set(a, "two");
  await watch.subscribe(other, [a]);
  expect(told).toEqual([`0 ${uriOf(a)}`]);
});

test("a file of which nothing is known yet is told of when something is", async () => {
  const { clock, disk, told, watch } = open();
  disk.answer = { kind: "unknown" };
  await watch.subscribe(uriOf(a), [a]);
  watch.take(published(a, "one"));
  await clock.pass(2_000);
  expect(told).toEqual([]);
  disk.answer = undefined;
  watch.take({ type: "session.ready", server: "toy", ms: 1, how: "it said so" });
  await clock.pass(2_000);
  expect(told).toEqual([`4000 ${uriOf(a)}`]);
});

test("what can never be looked at is refused and not kept; nor are more than so many", async () => {
  const { disk, watch } = open();
  disk.answer = { kind: "refused", refusal: { code: "outside_root", what: "No." } };
  const refused = await refusalOf(watch.subscribe(uriOf(a), [a]));
  expect(refused.code).toBe("outside_root");
  disk.answer = undefined;
  for (let count = 0; count < maxSubscriptions; count++) await watch.subscribe(`${uriOf(a)}?${count}`, [a]);
  expect((await refusalOf(watch.subscribe(uriOf(b), [b]))).code).toBe("overloaded");
  // One that is there already needs no room.
  await watch.subscribe(`${uriOf(a)}?0`, [a]);
});

test("closing ends everything, also a look that is under way, and leaves no timer [AGL-374]", async () => {
  const { clock, disk, told, watch } = open();
  await watch.subscribe(uriOf(a), [a]);
  let goOn = (): void => {};
  disk.meanwhile = () => new Promise<void>((resolve) => (goOn = resolve));
  disk.contents.set(a, "two");
  watch.take(changed);
  await clock.pass(2_000);
  watch.take(changed);
  watch.close();
  goOn();
  await oneTurn();
  watch.take(changed);
  await clock.pass(60_000);
  expect([told, clock.pendingTimers]).toEqual([[], 0]);
});
