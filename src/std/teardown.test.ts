import { expect, test } from "vitest";

import { runAll } from "./teardown.ts";

test("every step runs in order, whatever the earlier ones do", async () => {
  const done: string[] = [];
  const failing = (name: string) => () => {
    done.push(name);
    throw new Error(name);
  };
  const ended = runAll([
    failing("sync"),
    () => void done.push("fine"),
    () => Promise.reject(new Error("async")),
    async () => {
      await Promise.resolve();
      done.push("last");
    },
  ]);
  await expect(ended).rejects.toMatchObject({ errors: [new Error("sync"), new Error("async")] });
  expect(done).toEqual(["sync", "fine", "last"]);
});

test("a single failure is thrown as it is", async () => {
  const failure = new TypeError("only one");
  await expect(runAll([() => {}, () => Promise.reject(failure)])).rejects.toBe(failure);
});

test("without a failure nothing is thrown", async () => {
  await expect(runAll([])).resolves.toBeUndefined();
  await expect(runAll([() => {}, () => Promise.resolve()])).resolves.toBeUndefined();
});
