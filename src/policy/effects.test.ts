// Who may execute what a repository brings.

import { describe, expect, test } from "vitest";
import type { Caller, EffectClass } from "./effects.ts";
import { decide, decideExecution } from "./effects.ts";

function caller(...allowed: EffectClass[]): Caller {
  return { door: "mcp", allowed };
}

describe("execution", () => {
  test.each([
    ["a caller that may execute, anywhere", caller("read", "control", "exec"), false, true],
    ["the same in a trusted root", caller("read", "control", "exec"), true, true],
    ["any caller in a trusted root", caller("read", "control"), true, true],
    ["any caller in a root that nobody trusts", caller("read", "control"), false, false],
    ["one that may write, in a root that nobody trusts", caller("read", "control", "propose", "write"), false, false],
    ["one that may only read, even in a trusted root", caller("read"), true, false],
    ["one that may only read, in another", caller("read"), false, false],
    ["one that may do nothing", caller(), true, false],
  ])("%s", (_, who, trusted, allowed) => {
    const decision = decideExecution(who, trusted);
    expect(decision.allowed).toBe(allowed);
    expect(decision.rule).toMatch(/^exec /);
  });

  test("what is missing is told: trust or an option for one, nothing that helps for a reader", () => {
    expect(decideExecution(caller("read", "control"), false).rule).toBe("exec needs a trusted root or --allow-exec");
    expect(decideExecution(caller("read"), false).rule).toBe("exec is not allowed for this mcp caller");
  });
});

describe("effects", () => {
  test("every class has to be allowed, and what declares none is denied", () => {
    expect(decide(["read", "control"], caller("read", "control")).allowed).toBe(true);
    expect(decide(["read", "control"], caller("read"))).toEqual({
      allowed: false,
      rule: "control is not allowed for this mcp caller",
    });
    expect(decide([], caller("read", "control", "exec", "write")).allowed).toBe(false);
  });
});
