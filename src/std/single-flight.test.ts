import { expect, test } from "vitest";

import { SingleFlight } from "./single-flight.ts";

test("callers of one key share a run, callers of another do not", async () => {
  const flight = new SingleFlight<string, string>();
  const starts: string[] = [];
  const run = (key: string): Promise<string> =>
    flight.run(key, () => {
      starts.push(key);
      return Promise.resolve(`${key}!`);
    });
  expect(await Promise.all([run("gopls"), run("gopls"), run("pyright")])).toEqual(["gopls!", "gopls!", "pyright!"]);
  expect(starts).toEqual(["gopls", "pyright"]);
});

test("once a run has ended the next caller starts another", async () => {
  const flight = new SingleFlight<string, number>();
  let runs = 0;
  const start = (): Promise<number> => Promise.resolve(++runs);
  expect(await flight.run("a", start)).toBe(1);
  expect(flight.has("a")).toBe(false);
  expect(await flight.run("a", start)).toBe(2);
});

test("a failure reaches all who shared the run and is not kept", async () => {
  const flight = new SingleFlight<string, number>();
  const failing = (): Promise<number> => Promise.reject(new Error("no such program"));
  const shared = [flight.run("a", failing), flight.run("a", failing)];
  expect(flight.has("a")).toBe(true);
  const outcomes = await Promise.allSettled(shared);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await flight.run("a", () => Promise.resolve(7))).toBe(7);
});
