// Former contents share files, and each is given out whole or not at all.

import { expect, test } from "vitest";
import { MemoryHost } from "../host/memory/memory.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath, joinPath } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import { FormerContents, isPiece, pieceBytes, piecesOf } from "./edit-journal-contents.ts";
import type { EditRecord } from "./edit-journal-record.ts";

const directory = filePath("/state/one");
const limit = 8;
/** The second is of a file that was not there. */
const texts = ["four", undefined, "", "also", "a content larger than any piece", "x", "1234567"];

interface Kit {
  readonly host: MemoryHost;
  readonly names: readonly string[];
  readonly former: FormerContents;
  /** Which files were read, in their order. */
  readonly read: FilePath[];
}

function planted(): Kit {
  const host = new MemoryHost({ clock: new FakeClock() });
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const pieces = piecesOf(
    texts.flatMap((text) => (text === undefined ? [] : [encode(text)])),
    limit,
  );
  for (const { name, bytes } of pieces) host.files.write(joinPath(directory, name), bytes);
  const targets = texts.map((text, index) => {
    const before = text === undefined ? {} : { before: { hash: host.files.hash(encode(text)), size: text.length } };
    return { file: filePath(`/shop/${index}.ts`), ...before };
  });
  const record = { id: "t1-aa", targets } as Pick<EditRecord, "id" | "targets"> as EditRecord;
  const read: FilePath[] = [];
  const reading = host.writing.read.bind(host.writing);
  host.writing.read = (path) => {
    read.push(path);
    return reading(path);
  };
  const former = new FormerContents(host, record, { directory, limit });
  return { host, names: pieces.map(({ name }) => name), former, read };
}

test("every content comes back out of few files, also one that is larger than any, and an empty one", async () => {
  const { names, former, read } = planted();
  expect(names).toEqual(["before-0", "before-1", "before-2"]);
  expect(names.every(isPiece)).toBe(true);
  const kept = [...texts.keys()].filter((index) => texts[index] !== undefined);
  for (const index of kept) expect(new TextDecoder().decode(await former.at(index))).toBe(texts[index]);
  expect(read).toEqual(names.map((name) => joinPath(directory, name)));
});

test("small contents share one file, and where nothing stood there is none", () => {
  const contents = Array.from({ length: 1_000 }, () => new Uint8Array(4_096));
  expect(piecesOf(contents).map(({ bytes }) => bytes.length)).toEqual([1_000 * 4_096]);
  expect(1_000 * 4_096).toBeLessThan(pieceBytes);
  expect(piecesOf([])).toEqual([]);
});

test("what is damaged is refused with its file, and the rest is given out all the same", async () => {
  const { host, former } = planted();
  host.files.write(joinPath(directory, "before-0"), "fouralsp");
  host.files.remove(joinPath(directory, "before-1"));
  expect(new TextDecoder().decode(await former.at(0))).toBe("four");
  expect((await refusalOf(former.at(3))).details.why).toBe(`${directory}/before-0 is not what was written there.`);
  expect((await refusalOf(former.at(4))).details.why).toBe(`${directory}/before-1 is missing.`);
  expect(new TextDecoder().decode(await former.at(6))).toBe("1234567");
  expect((await refusalOf(former.at(1))).code).toBe("file_unreadable");
});
