// Which files a server wants to hear of, from what it declares.

import { expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { wantsFile } from "./file-operations.ts";

const file = filePath("/project/src/Cart.ts");
const filter = (pattern: unknown, scheme?: string): object => ({
  filters: [{ ...(scheme === undefined ? {} : { scheme }), pattern }],
});

test.each([
  ["a pattern", filter({ glob: "**/*.{ts,js}" }), true],
  ["a pattern for files", filter({ glob: "**/*.ts", matches: "file" }, "file"), true],
  ["a pattern for folders", filter({ glob: "**", matches: "folder" }), false],
  ["another ending", filter({ glob: "**/*.py" }), false],
  ["another case", filter({ glob: "**/cart.ts" }), false],
  ["any case", filter({ glob: "**/cart.ts", options: { ignoreCase: true } }), true],
  ["another scheme", filter({ glob: "**" }, "untitled"), false],
  ["a pattern that is none", filter({ glob: 7 }), false],
  ["no pattern", filter(undefined), false],
  ["no filters", {}, false],
  ["nothing", undefined, false],
])("%s", (_, options, wants) => {
  expect(wantsFile([options], file)).toBe(wants);
  expect(wantsFile([undefined, options], file)).toBe(wants);
});
