// What a change asks of the disk: how often it is waited for, what is read again, and what runs meanwhile.

import { expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import type { Written } from "./writer.ts";
import { Writer } from "./writer.ts";

const root = filePath("/shop");
const signed = { operation: "an edit", caller: "a test" };

class Kit {
  readonly memory = new MemoryHost({ clock: new FakeClock() });
  /** What was asked of the disk, in its order: an act and where. */
  readonly acts: string[] = [];
  readonly writer = this.another();
  readonly #files: readonly FilePath[];

  constructor(files: number) {
    this.#files = Array.from({ length: files }, (_, index) => filePath(`/shop/src/f${index}.ts`));
    for (const file of this.#files) this.memory.files.write(file, "0");
    // The first change of a machine makes the key of the journal; these are later ones.
    this.memory.files.write(filePath("/state/trust/journal.key"), `${"0".repeat(64)}\n`);
  }

  /** As another process has it. */
  another(): Writer {
    const machine = { hold: () => () => {}, resolvePackageFile: () => undefined };
    const [files, writing] = [this.#watched(this.memory.files), this.#watched(this.memory.writing)];
    return new Writer({
      host: { ...this.memory, ...machine, files, writing },
      root,
      settings: settingsFor("standard"),
    });
  }

  async change(text: string, writer = this.writer): Promise<Written> {
    const before = new TextDecoder().decode(await this.memory.files.read(this.#files[0] ?? root, 1_000_000));
    const steps = this.#files.map((file) => ({ kind: "edit", file, hash: undefined, before, text }) as const);
    const prepared = await writer.prepare({ root, why: "a test", steps });
    this.acts.length = 0;
    return writer.commit(prepared, signed);
  }

  /** Of those that wait for the disk. */
  waits(): { readonly create: number; readonly sync: number } {
    const count = (act: string): number => this.acts.filter(isAct(act)).length;
    return { create: count("create"), sync: count("syncDirectory") };
  }

  /** Tells what is asked from outside, and not what an act of this disk is made of. */
  #watched<T extends object>(inner: T): T {
    return new Proxy(inner, {
      get: (target, key): unknown => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]): unknown => {
          const isBrief = isRecord(given[2]) && given[2]["isBrief"] === true;
          this.acts.push([isBrief ? "note" : String(key), ...given.filter((one) => typeof one === "string")].join(" "));
          return value.apply(target, given);
        };
      },
    });
  }
}

const isAct =
  (name: string) =>
  (act: string): boolean =>
    act.startsWith(`${name} `);

test("the disk is waited for once for each new file and a fixed number of times besides", async () => {
  for (const files of [1, 20]) {
    const kit = new Kit(files);
    await kit.change("1");
    await kit.change("2");
    // Besides the new files: the former contents, the record, and what was made ready.
    expect({ files, ...kit.waits() }).toEqual({ files, create: files + 3, sync: 6 });
    expect(kit.acts.filter(isAct("note"))).toEqual([expect.stringContaining("/draft-")]);
  }
});

test("a change reads nothing of those before it, however many there are; a new process reads each once", async () => {
  const kit = new Kit(1);
  const records = (): string[] => kit.acts.filter((act) => isAct("read")(act) && act.endsWith("record.json"));
  for (let turn = 1; turn <= 5; turn++) {
    await kit.change(String(turn));
    expect(records()).toEqual([]);
  }
  const later = kit.another();
  await kit.change("6", later);
  expect(new Set(records()).size).toBe(5);
  expect(records()).toHaveLength(5);
  await kit.change("7", later);
  expect(records()).toEqual([]);
  expect((await later.history()).map(({ id }) => id.split("-")[0])).toEqual(["t7", "t6", "t5", "t4", "t3", "t2", "t1"]);
});

test("what files carry is asked while the change is made ready, and known before any is replaced", async () => {
  const kit = new Kit(2);
  let answer: (found: readonly FilePath[]) => void = () => {};
  const asked = new Promise<readonly FilePath[]>((resolve) => {
    answer = resolve;
  });
  const { writing } = kit.memory;
  const create = writing.create.bind(writing);
  writing.create = async (path, bytes, like) => {
    await create(path, bytes, like);
    if (!path.endsWith("-1.new")) return;
    // Answered only now: a writer that waited for the answer before creating the new files would wait for ever.
    expect(kit.acts.some(isAct("link"))).toBe(false);
    kit.acts.push("answer");
    answer([filePath("/shop/src/f0.ts")]);
  };
  const adorned: string[] = [];
  Object.assign(writing, {
    adorned: () => asked,
    adorn: async (from: FilePath) => {
      adorned.push(from);
      return true;
    },
  });
  expect((await kit.change("1")).notes).toEqual([]);
  expect(adorned).toEqual(["/shop/src/f0.ts"]);
  expect(kit.acts.indexOf("answer")).toBeLessThan(kit.acts.findIndex(isAct("link")));
});

test("where asking what files carry fails, the change fails and nothing is left", async () => {
  const kit = new Kit(1);
  kit.memory.writing.adorned = () => Promise.reject(new Error("no such program"));
  await expect(kit.change("1")).rejects.toThrow("no such program");
  expect(kit.memory.files.below(root)).toEqual(["/shop/src/f0.ts"]);
  expect(kit.memory.files.below(filePath("/state/edits"))).toEqual([]);
  expect(kit.acts.some(isAct("link"))).toBe(false);
});
