import { describe, expect, test } from "vitest";

import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath } from "../../model/file-path.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { readDocument } from "./document.ts";

const path = filePath("/project/a.toy");

function open(content: string | Uint8Array) {
  const host = new MemoryHost({ clock: new StepClock() });
  host.files.write(path, content);
  host.clock.advance(1_000);
  return { host, read: () => readDocument(host, path, 1_000, filePath("/project")) };
}

describe("F55 a file that is replaced while it is read", () => {
  test("is read again, and what is returned was whole [F55]", async () => {
    const { host, read } = open("old");
    host.files.duringRead(path, () => host.files.write(path, "new"));
    const document = await read();
    expect([document.text, document.hash]).toEqual(["new", host.files.hash(Buffer.from("new"))]);
  });

  test("by the same content is read again too: the difference is invisible [F55]", async () => {
    const { host, read } = open("same");
    host.files.duringRead(path, () => host.files.write(path, "same"));
    host.files.duringRead(path, () => host.files.write(path, "other"));
    expect((await read()).text).toBe("other");
  });

  test("or removed, is said to be missing [F55]", async () => {
    const { host, read } = open("old");
    host.files.duringRead(path, () => host.files.remove(path));
    expect((await refusalOf(read())).code).toBe("file_not_found");
  });

  test("again and again is refused, never read in halves [F55]", async () => {
    const { host, read } = open("0");
    for (let writes = 1; writes <= 10; writes++)
      host.files.duringRead(path, () => host.files.write(path, String(writes)));
    expect((await refusalOf(read())).code).toBe("stale_document");
  });
});

describe("what is read", () => {
  test("has a stamp only if a later write must change it", async () => {
    const { host, read } = open("text");
    expect((await read()).stamp).toBeDefined();
    host.files.write(path, "text");
    expect((await read()).stamp).toBeUndefined();
    host.clock.advance(51);
    expect((await read()).stamp).toBeDefined();
  });

  test("keeps its line ends, loses its byte order mark, and says what was no text", async () => {
    expect(await open("\uFEFFa\r\nb\r").read()).toMatchObject({ text: "a\r\nb\r", bom: true, lossy: false });
    expect(await open(new Uint8Array([0x61, 0xff])).read()).toMatchObject({ text: "a\uFFFD", bom: false, lossy: true });
    expect(await open("").read()).toMatchObject({ text: "", bom: false, lossy: false });
  });

  test.each([
    ["too large", "x".repeat(1_001), "file_too_large"],
    ["binary", "a\0b", "binary_file"],
  ])("is refused when it is %s", async (_what, content, code) => {
    expect((await refusalOf(open(content).read())).code).toBe(code);
  });

  test("fails with the machine's own word when the machine fails", async () => {
    const { host, read } = open("text");
    host.files.fail(path, "EACCES");
    await expect(read()).rejects.toMatchObject({ name: "FileFault", code: "EACCES" });
  });
});
