// A life as it is lived: what is told of it, and what it asks to be done.

import { expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { toyRoot } from "../../testing/kits/kit.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { LifeCourse } from "./life-course.ts";

const exit = { code: 1, signal: null, cause: "crash", stderr: "" } as const;

function lived(max: number) {
  const clock = new StepClock();
  const told: string[] = [];
  const course: LifeCourse = new LifeCourse({
    server: "toy",
    root: toyRoot,
    clock,
    policy: settingsFor("standard", { restart: { max, backoffMs: [1_000], counting: "lifetime" } }).restart,
    emit: (event) => told.push(spelt(event)),
    spawn: () => told.push("spawn"),
    changed: () => told.push(`is ${course.state.name}`),
  });
  return { clock, course, told };
}

function spelt(event: BridgeEvent): string {
  return event.type === "session.state" ? `${event.from} to ${event.to}` : event.type;
}

test("an event is reported, acted upon, and then waiters check again", () => {
  const { course, told } = lived(3);
  course.take({ type: "start" });
  expect(told).toEqual(["absent to starting", "spawn", "is starting"]);
  course.take({ type: "start" });
  expect(told.slice(3)).toEqual(["is starting"]);
});

test("after a crash the next attempt comes when it is due, unless it was called off", async () => {
  for (const rests of [false, true]) {
    const { clock, course, told } = lived(3);
    for (const type of ["start", "spawned", "initialized"] as const) course.take({ type });
    course.take({ type: "exited", exit });
    expect(told).toEqual(expect.arrayContaining(["session.crashed", "session.restarting"]));
    if (rests) course.rest();
    await clock.pass(999);
    expect(course.state.name).toBe("failed");
    await clock.pass(1);
    expect(course.state.name).toBe(rests ? "failed" : "starting");
    expect(told.filter((one) => one === "spawn")).toHaveLength(rests ? 1 : 2);
  }
});

test("a life that is spent is given up before waiters check again", () => {
  const { course, told } = lived(0);
  course.take({ type: "start" });
  course.take({ type: "start_failed", why: "no handshake", counts: true });
  expect(course.state).toMatchObject({ name: "failed", retryAt: null });
  expect(told.indexOf("session.gave_up")).toBeGreaterThan(0);
  expect(told.indexOf("session.gave_up")).toBeLessThan(told.indexOf("is failed"));
});
