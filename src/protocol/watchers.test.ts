import { expect, test } from "vitest";

import { filePath } from "../model/file-path.ts";
import { Capabilities } from "./capabilities.ts";
import { fileFilter, watchedFiles } from "./watchers.ts";

const root = filePath("/my root");

function filter(...watchers: unknown[]): ReturnType<typeof fileFilter> {
  const capabilities = new Capabilities({});
  capabilities.register({ id: "w", method: watchedFiles, options: { watchers } });
  return fileFilter(capabilities, root);
}

test.each([
  ["a pattern from the root", "**/*.ts"],
  ["an absolute pattern", "/my root/**/*.ts"],
  ["a pattern behind the root's URI", "file:///my%20root/**/*.ts"],
  ["a pattern behind a URI without wildcards", "file:///my%20root/src/a.ts"],
  ["a base and a pattern", { baseUri: "file:///my%20root/src", pattern: "*.ts" }],
  ["a folder and a pattern", { baseUri: { uri: "file:///my%20root", name: "x" }, pattern: "src/*.ts" }],
])("%s", (_, globPattern) => {
  const wants = filter({ globPattern });
  expect(wants?.(filePath("/my root/src/a.ts"), "changed")).toBe(true);
  expect(wants?.(filePath("/my root/src/a.js"), "changed")).toBe(false);
  expect(wants?.(filePath("/elsewhere/src/a.ts"), "changed")).toBe(false);
});

test("a wish may be for some kinds of change only", () => {
  const wants = filter({ globPattern: "**", kind: 1 + 4 });
  const file = filePath("/my root/a");
  expect([wants?.(file, "created"), wants?.(file, "changed"), wants?.(file, "deleted")]).toEqual([true, false, true]);
});

test("without a registration there is no wish, with an empty one nothing is wished", () => {
  expect(fileFilter(new Capabilities({}), root)).toBeUndefined();
  expect(filter()?.(filePath("/my root/a"), "changed")).toBe(false);
});

test.each([[7], [{}], [{ pattern: "*" }], [{ baseUri: "jdt://x", pattern: "*" }], ["file://server/share/**"]])(
  "a wish that cannot be parsed is none: %j",
  (globPattern) => {
    const wants = filter({ globPattern }, null, "x", { globPattern: "*.md" });
    expect(wants?.(filePath("/my root/a.ts"), "changed")).toBe(false);
    expect(wants?.(filePath("/my root/a.md"), "changed")).toBe(true);
  },
);
