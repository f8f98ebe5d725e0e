// Which programs build projects of a language.

import { expect, test } from "vitest";
import { programsFor } from "./table.ts";

test("the programs of a language are those of what builds it, whatever callers ask for it by", () => {
  expect(["typescriptreact", "c", "kotlin", "go.mod"].map(programsFor)).toEqual([
    ["node", "npm"],
    ["cmake", "make"],
    ["mvn", "gradle"],
    [],
  ]);
});
