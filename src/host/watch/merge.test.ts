import fc from "fast-check";
import { expect, test } from "vitest";

import type { FileChangeKind } from "../watch.ts";
import { NetChanges } from "./merge.ts";

function netOf(...kinds: FileChangeKind[]): FileChangeKind | undefined {
  const net = new NetChanges();
  for (const kind of kinds) net.add("/a", kind);
  const changes = net.take();
  expect(changes.length).toBeLessThanOrEqual(1);
  return changes[0]?.kind;
}

test("several changes of a path become their net effect [AGL-242]", () => {
  expect(netOf("created", "changed")).toBe("created");
  expect(netOf("created", "deleted")).toBeUndefined();
  expect(netOf("created", "deleted", "created")).toBe("created");
  expect(netOf("changed", "changed")).toBe("changed");
  expect(netOf("changed", "deleted")).toBe("deleted");
  expect(netOf("deleted", "created")).toBe("changed");
  expect(netOf("deleted", "created", "deleted")).toBe("deleted");
});

test("the net effect says what a file's existence before and after says, for every possible history", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(fc.boolean(), { maxLength: 12 }), (existedBefore, writes) => {
      const history: FileChangeKind[] = [];
      let exists = existedBefore;
      for (const isWrite of writes) {
        if (!isWrite && !exists) continue;
        history.push(isWrite ? (exists ? "changed" : "created") : "deleted");
        exists = isWrite;
      }
      const stays = history.length > 0 ? "changed" : undefined;
      const expected = existedBefore ? (exists ? stays : "deleted") : exists ? "created" : undefined;
      expect(netOf(...history)).toBe(expected);
    }),
  );
});

test("what has been taken is not handed over twice", () => {
  const net = new NetChanges();
  net.add("/a", "created");
  net.add("/b", "deleted");
  expect(net.take()).toEqual([
    { path: "/a", kind: "created" },
    { path: "/b", kind: "deleted" },
  ]);
  expect(net.take()).toEqual([]);
  net.add("/a", "deleted");
  expect(net.take()).toEqual([{ path: "/a", kind: "deleted" }]);
});
