// The index of words: what is kept, when it is dropped, and that what is not known may hold every word.

import { describe, expect, test } from "vitest";
import { FileFault } from "../../host/files.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { unknownFacts } from "../../languages/file-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { Cancelled } from "../../std/cancel.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { SourceIndex } from "./source-index.ts";

const [a, b, c] = [filePath("/r/a.ts"), filePath("/r/b.ts"), filePath("/r/c.ts")];

interface Made {
  readonly host: MemoryHost<StepClock>;
  readonly index: SourceIndex;
  /** The files that may hold one of the words, and how many looks at the disk that took. */
  readonly ask: (...words: readonly string[]) => Promise<readonly [string, number]>;
}

function made(isFollowed: boolean, texts: Readonly<Record<string, string>>, limits = {}): Made {
  const host = new MemoryHost({ clock: new StepClock() });
  for (const [path, text] of Object.entries(texts)) host.files.write(filePath(path), text);
  host.clock.advance(60_000);
  let looks = 0;
  host.files.slowness = async () => {
    looks++;
  };
  const index = new SourceIndex({ host, maxBytes: 1_000, isFollowed: () => isFollowed, ...limits });
  const ask: Made["ask"] = async (...words) => {
    const before = looks;
    const files = await index.filesWith(words, [a, b, c]);
    return [files.map((file) => file.slice("/r/".length, -".ts".length)).join(""), looks - before];
  };
  return { host, index, ask };
}

const texts = { [a]: "const total = 1;", [b]: "// the total of it", [c]: "const subtotal = sum;" };
const changed = (path: FilePath) => [{ path, kind: "changed" as const }];

test("files with one of the words are given in their order, whether the word is code or not", async () => {
  const { ask } = made(true, texts);
  expect((await ask("total"))[0]).toBe("ab");
  expect((await ask("sum", "it"))[0]).toBe("bc");
  expect((await ask("nothing"))[0]).toBe("");
  expect((await ask())[0]).toBe("");
});

describe("where changes are reported", () => {
  test("a file is read once, whatever is asked", async () => {
    const { ask, index } = made(true, texts);
    expect(await ask("total")).toEqual(["ab", 6]);
    expect(await ask("sum")).toEqual(["c", 0]);
    expect(index.size.files).toBe(3);
  });

  test("a file that changed is read again, and no other", async () => {
    const { ask, host, index } = made(true, texts);
    await ask("total");
    host.files.write(a, "const sum = 1;");
    index.filesChanged(changed(a));
    expect(await ask("sum")).toEqual(["ac", 2]);
    expect(await ask("total")).toEqual(["b", 0]);
  });

  test("a file that changes while it is read is read again", async () => {
    const { ask, host, index } = made(true, texts);
    host.files.duringRead(a, () => {
      host.files.write(a, "const sum = 1;");
      index.filesChanged(changed(a));
    });
    await ask("total");
    expect(await ask("sum")).toEqual(["ac", 2]);
  });

  test("a file that changes while others are read may hold every word", async () => {
    const { ask, host, index } = made(true, texts);
    await ask("total");
    index.filesChanged(changed(a));
    host.files.duringRead(a, () => {
      host.files.write(c, "const total = 1;");
      index.filesChanged(changed(c));
    });
    expect((await ask("total"))[0]).toBe("abc");
  });

  test("after changes may have been missed all are read again", async () => {
    const { ask, host, index } = made(true, texts);
    await ask("total");
    host.files.write(c, "total");
    index.forgetAll();
    expect(index.size).toEqual({ files: 0, bytes: 0 });
    expect((await ask("total"))[0]).toBe("abc");
  });
});

describe("where they are not", () => {
  test("stamps are compared, and only what has a new one is read", async () => {
    const { ask, host } = made(false, texts);
    expect(await ask("total")).toEqual(["ab", 6]);
    expect(await ask("total")).toEqual(["ab", 3]);
    host.files.write(a, "const sum = 1;");
    host.clock.advance(60_000);
    expect(await ask("sum")).toEqual(["ac", 4]);
    expect(await ask("sum")).toEqual(["ac", 3]);
  });

  test("what was written a moment ago is not kept, for its stamp may stay the same", async () => {
    const { ask, host } = made(false, texts);
    host.files.write(a, "const sum = 1;");
    await ask("sum");
    expect(await ask("sum")).toEqual(["ac", 4]);
  });
});

describe("what is not known may hold every word", () => {
  test.each(["EACCES", "EIO"])("a file that cannot be read: %s", async (code) => {
    const { ask, host, index } = made(true, texts);
    host.files.fail(c, code);
    expect((await ask("nothing"))[0]).toBe("c");
    host.files.fail(c, undefined);
    index.filesChanged(changed(c));
    expect((await ask("nothing"))[0]).toBe("");
  });

  test("a file that is too large, whose content is refused", async () => {
    const { ask } = made(true, { ...texts, [c]: "x".repeat(1_001) });
    expect(await ask("nothing")).toEqual(["c", 6]);
  });
});

test("a file that is gone holds no word", async () => {
  const { ask, host, index } = made(true, texts);
  await ask("total");
  host.files.remove(a);
  index.filesChanged([{ path: a, kind: "deleted" }]);
  expect((await ask("total", "sum"))[0]).toBe("bc");
});

test("no more entries are kept than are allowed, and what went is read again", async () => {
  const { ask, index } = made(true, texts, { maxKept: 2 });
  expect((await ask("total"))[0]).toBe("ab");
  expect(index.size.files).toBe(2);
  expect(await ask("total")).toEqual(["ab", 2]);
});

test("questions at the same time read a file once", async () => {
  const { ask, index } = made(true, texts);
  const [first] = await Promise.all([ask("total"), index.filesWith(["sum"], [a, b, c])]);
  expect(first).toEqual(["ab", 6]);
});

test("a question that is cancelled ends, and leaves the others alone", async () => {
  const { ask, index } = made(true, texts);
  const signal = AbortSignal.abort("enough");
  await expect(index.filesWith(["total"], [a, b, c], signal)).rejects.toBeInstanceOf(Cancelled);
  expect((await ask("total"))[0]).toBe("ab");
});

test("a read that fails is told, and its outcome is not kept", async () => {
  const { host, index } = made(true, texts);
  const kind = { read: (text: string) => text.length };
  const read = host.files.read.bind(host.files);
  host.files.read = () => Promise.reject(new FileFault("EMFILE", a, undefined));
  await expect(index.of(kind, a)).rejects.toBeInstanceOf(FileFault);
  expect(await index.factsOf(a)).toBe(unknownFacts);
  host.files.read = read;
  expect(await index.of(kind, a)).toBe(texts[a]?.length);
  expect(await index.factsOf(a)).not.toBe(unknownFacts);
});
