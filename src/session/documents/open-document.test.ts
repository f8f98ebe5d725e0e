// Which document is closed first.

import { expect, test } from "vitest";
import { leastNeeded } from "./open-document.ts";

test.each([
  ["the first in order of use", "a1 a2", "", "a1"],
  ["not one that is needed", "a1 a2", "a1", "a2"],
  ["not the last of its project, while another has more", "a1 b1 b2", "", "b1"],
  ["one of a project whose others are needed", "a1 b1 b2", "b1", "b2"],
  ["the last of its project, where every project has one only", "a1 b1 c1", "a1", "b1"],
  ["the last of its project, where all of the others are needed", "a1 b1 b2", "b1 b2", "a1"],
  ["nothing, where all are needed", "a1 b1", "a1 b1", undefined],
])("%s", (_, open, needed, gone) => {
  const documents = open.split(" ").map((name) => ({ name, project: name.slice(0, 1) }));
  expect(leastNeeded(documents, ({ name }) => !needed.includes(name))?.name).toBe(gone);
});
