import { expect, test } from "vitest";

import { Emitter } from "./emitter.ts";

function emitter(): { emitter: Emitter<string>; errors: unknown[] } {
  const errors: unknown[] = [];
  return { emitter: new Emitter<string>((error) => errors.push(error)), errors };
}

test("the same function may listen twice, and taking one back keeps the other [AGL-157]", () => {
  const { emitter: source } = emitter();
  const heard: string[] = [];
  const listener = (value: string): void => void heard.push(value);
  const first = source.subscribe(listener);
  source.subscribe(listener);
  source.emit("a");
  expect(heard).toEqual(["a", "a"]);
  first();
  first();
  source.emit("b");
  expect(heard).toEqual(["a", "a", "b"]);
  expect(source.size).toBe(1);
});

test("a listener that leaves during a call removes no other listener, and is itself not called any more [AGL-157]", () => {
  const { emitter: source } = emitter();
  const heard: string[] = [];
  let leaveThird: () => void = () => {};
  const leaveFirst = source.subscribe(() => {
    heard.push("first");
    leaveFirst();
    leaveThird();
  });
  source.subscribe(() => heard.push("second"));
  leaveThird = source.subscribe(() => heard.push("third"));
  source.subscribe(() => heard.push("fourth"));
  source.emit("x");
  expect(heard).toEqual(["first", "second", "fourth"]);
  source.emit("y");
  expect(heard).toEqual(["first", "second", "fourth", "second", "fourth"]);
});

test("a listener that joins during a call hears the next one first", () => {
  const { emitter: source } = emitter();
  const heard: string[] = [];
  const leave = source.subscribe(() => {
    leave();
    source.subscribe((value) => heard.push(value));
  });
  source.emit("a");
  source.emit("b");
  expect(heard).toEqual(["b"]);
});

test("one bad listener is reported and silences no other", () => {
  const { emitter: source, errors } = emitter();
  const heard: string[] = [];
  source.subscribe(() => {
    throw new Error("oops");
  });
  source.subscribe((value) => heard.push(value));
  source.emit("a");
  expect(heard).toEqual(["a"]);
  expect(errors).toEqual([new Error("oops")]);
});

test("after clearing no listener is called", () => {
  const { emitter: source } = emitter();
  const heard: string[] = [];
  const leave = source.subscribe((value) => heard.push(value));
  source.clear();
  leave();
  source.emit("a");
  expect([heard, source.size]).toEqual([[], 0]);
});
