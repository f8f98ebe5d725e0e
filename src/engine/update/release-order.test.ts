import { expect, test } from "vitest";

import { isNewer } from "./release-order.ts";

const inOrder = [
  "0.1.0-alpha",
  "0.1.0-alpha.1",
  "0.1.0-alpha.beta",
  "0.1.0-beta.2",
  "0.1.0-beta.11",
  "0.1.0",
  "0.1.1",
  "0.2.0",
  "0.10.0",
  "1.0.0",
];

test("versions come in the order of their numbers, and before a release what leads to it", () => {
  for (const [at, version] of inOrder.entries())
    for (const [other, than] of inOrder.entries())
      expect([version, than, isNewer(version, than)]).toEqual([version, than, at > other]);
});
