// How much work a judgement of what may be shown takes, for roots that were made to take much.

import { describe, expect, test } from "vitest";
import { openDisk, withheldIn } from "../../../test/support/kits/showing-kit.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";

describe("the work that a judgement takes [S42]", () => {
  /** How often the disk is looked at. */
  const counting = (toy: ToyWorkspace): (() => number) => {
    let count = 0;
    toy.host.files.slowness = async () => {
      count++;
    };
    return () => count;
  };

  test("a directory is listed once, however many includes are looked for in it", async () => {
    const [directories, includes] = [60, 300];
    const names = Array.from({ length: directories }, (_, index) => `/out/d${index}`);
    const files = Object.fromEntries(names.map((name) => [`${name}/x.h`, ""]));
    const flags = names.map((name) => `-I${name}\n`).join("");
    const text = Array.from({ length: includes }, (_, index) => `#include "h${index}.h"\n`).join("");
    await using toy = openDisk({ ...files, "compile_flags.txt": flags, "a.c": text, "b.c": `${text}#include <x.h>\n` });
    const count = counting(toy);
    expect(await withheldIn(toy, ["a.c", "b.c"])).toEqual(["b.c"]);
    expect(count()).toBeLessThan(directories * 20);
  });

  test("more directories than are looked at lead outside", async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `/out/d${index}`);
    const files = Object.fromEntries(names.map((name) => [`${name}/x.h`, ""]));
    await using toy = openDisk({
      ...files,
      "compile_flags.txt": names.map((name) => `-I${name}`).join("\n"),
      "a.c": "",
    });
    expect(await withheldIn(toy, ["a.c"])).toEqual(["a.c"]);
  });

  const many = Array.from({ length: 10_000 }, (_, index) => index);
  const lines = (line: (index: number) => string): string => many.map((index) => `${line(index)}\n`).join("");

  test.each([
    ["many macros", (index: number) => `M${index}`, []],
    ["one that is defined so often that its definitions are not told apart", () => "M", ["a.c"]],
  ])("%s are collected in one pass over a text", async (_, macro, withheld) => {
    const defined = lines((index) => `#define ${macro(index)} "b${index}.h"`);
    await using toy = openDisk({ "a.c": lines((index) => `#include ${macro(index)}`), "a.h": defined.repeat(4) });
    const begun = process.cpuUsage().user;
    expect(await withheldIn(toy, ["a.c"])).toEqual(withheld);
    expect(process.cpuUsage().user - begun).toBeLessThan(4_000_000);
  });
});
