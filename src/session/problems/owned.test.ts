import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { OwnedFiles } from "./owned.ts";

const words = { none: "No project found for ", found: "Found project for ", listed: "Listing " };
const file = filePath("/p/a b.js");

test("a file is owned from the line that says so to one that says otherwise, or that all are listed anew", () => {
  const owned = new OwnedFiles(words);
  expect(owned.ownership(file)).toBe("unsaid");
  owned.logged("[18:12] Found project for /p/a b.js: /p/tsconfig.json (in 2 µs)");
  expect(owned.ownership(file)).toBe("yes");
  expect(owned.ownership(filePath("/p/b.js"))).toBe("unsaid");
  owned.logged("Cloning\n\t[18:11] No project found for /p/a b.js (searched in 3 ms)\n\tmore");
  expect(owned.ownership(file)).toBe("no");
  owned.logged("Listing /p/tsconfig.json\nFound project for /p/a b.js: /p/tsconfig.json");
  expect(owned.ownership(file)).toBe("yes");
  owned.logged("Listing /p/tsconfig.json");
  expect(owned.ownership(file)).toBe("unsaid");
});

test("of a server without such lines nothing is concluded", () => {
  const owned = new OwnedFiles(undefined);
  owned.logged("No project found for /p/a b.js");
  expect(owned.ownership(file)).toBe("yes");
});
