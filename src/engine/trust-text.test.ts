// What a person reads before trusting a root.

import { expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { trustText } from "./trust-text.ts";

test("what may be run at all is told before the servers, whether or not there are any", () => {
  const view = {
    root: filePath("/shop"),
    released: [],
    isWhole: true,
    granted: "not",
    repository: { directory: "1" },
  } as const;
  const allowed = /^Once it is trusted, builds, tests, documentation tools and commands of servers may be run in it/;
  expect(trustText(view).split("\n")[1]).toMatch(allowed);
  const lines = trustText({ ...view, released: [{ server: "gopls", before: "restricted" }] }).split("\n");
  expect(lines.findIndex((line) => allowed.test(line))).toBeLessThan(
    lines.findIndex((line) => line.startsWith("These servers")),
  );
});
