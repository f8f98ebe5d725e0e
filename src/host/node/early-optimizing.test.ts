import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { EarlyOptimizing } from "./early-optimizing.ts";

const measured = "11.3.244.8-node.30";

function flagsAfter(calls: number, version: string, isAllowed: boolean): readonly string[] {
  const set: string[] = [];
  const optimizing = new EarlyOptimizing(version, (flags) => set.push(flags));
  if (isAllowed) optimizing.allow();
  for (let call = 0; call < calls; call++) optimizing.called();
  return set;
}

test("after many calls one flag is set, once, where it is allowed and its effect is known", () => {
  expect(flagsAfter(99, measured, true)).toEqual([]);
  expect(flagsAfter(500, measured, true)).toEqual(["--interrupt-budget=20000"]);
  expect(flagsAfter(500, measured, false)).toEqual([]);
  expect(flagsAfter(500, "12.4.254.21-node.57", true)).toEqual([]);
});

test("what is compiled after the flag was taken back is taken by a process that starts", () => {
  const text = "function sum(items) { return items.length; }";
  const atStart = new Script(text).createCachedData();
  const optimizing = new EarlyOptimizing(process.versions.v8, setFlagsFromString);
  optimizing.allow();
  for (let call = 0; call < 200; call++) optimizing.called();
  optimizing.end();
  expect(new Script(text, { cachedData: atStart }).cachedDataRejected).toBe(false);
});
