import { expect, test } from "vitest";
import { Refusal } from "../../model/refusal.ts";
import { refusalReasons } from "./attempts.ts";

test.each([
  ["outside_root", "withheld"],
  ["server_not_found", "scoped"],
] as const)("an answer lacks what was refused as %s by the reason %s", (code, reason) => {
  const refusal = new Refusal({ code, what: "No.", why: "Because." });
  expect(refusalReasons([{ refusal }])).toEqual([{ code: reason, detail: "No. Because." }]);
});
