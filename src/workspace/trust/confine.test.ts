// No path in a caller's input leads outside the root.

import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath, isInside } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { confine } from "./confine.ts";

const root = filePath("/there/root");

function machine(): MemoryHost {
  const host = new MemoryHost({ clock: new FakeClock() });
  for (const path of ["/there/root/src/a.ts", "/there/root-evil/b.ts", "/etc/passwd", "/there/c.ts"])
    host.files.write(filePath(path), "x");
  host.files.link(filePath("/there/root/out"), filePath("/etc"));
  host.files.link(filePath("/there/root/in"), filePath("/there/root/src"));
  return host;
}

test.each([
  ["src/a.ts", "/there/root/src/a.ts"],
  ["./src/../src/a.ts", "/there/root/src/a.ts"],
  ["/there/root/src/a.ts", "/there/root/src/a.ts"],
  ["in/a.ts", "/there/root/src/a.ts"],
])("%s is inside", async (raw, real) => {
  expect(await confine(machine(), [root], raw)).toBe(real);
});

test.each([
  ["../c.ts", "outside_root"],
  ["../root-evil/b.ts", "outside_root"],
  ["/there/root-evil/b.ts", "outside_root"],
  ["/etc/passwd", "outside_root"],
  ["out/passwd", "outside_root"],
  ["out/none", "outside_root"],
  ["../nowhere/at/all", "outside_root"],
  ["src/none.ts", "file_not_found"],
  ["none/none.ts", "file_not_found"],
  ["", "bad_input"],
  ["   ", "bad_input"],
  ["a\0b", "bad_input"],
])("%j is refused as %s", async (raw, code) => {
  await expect(confine(machine(), [root], raw)).rejects.toMatchObject({ code });
});

test("whatever is given, the result lies inside or is refused", async () => {
  const parts = fc.array(
    fc.constantFrom(
      "..",
      ".",
      "",
      "src",
      "out",
      "in",
      "a.ts",
      "root-evil",
      "etc",
      "passwd",
      "work",
      "root",
      " ",
      "C:",
      "\\",
    ),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async (segments, absolute) => {
      const raw = (absolute ? "/" : "") + segments.join("/");
      try {
        expect(isInside(root, await confine(machine(), [root], raw))).toBe(true);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }),
  );
});

test("a path longer than any system takes is refused before the disk is looked at", async () => {
  const host = new MemoryHost({ clock: new FakeClock() });
  host.files.real = () => Promise.reject(new Error("the disk was looked at"));
  const root = filePath("/r");
  await expect(confine(host, [root], "a/".repeat(10_000))).rejects.toMatchObject({ code: "bad_input" });
});
