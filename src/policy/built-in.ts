// The rules that hold without an operator's word, as data: floors, which deny whatever a rule of the operator says, and
// defaults, which decide where none of those matches.

import type { PolicyBase, PolicyRule, PolicySubject, RuleCondition } from "./subject.ts";

export const conditions: { readonly [C in RuleCondition]: (base: PolicyBase, subject: PolicySubject) => boolean } = {
  isRequest: (_, { method }) => method !== undefined,
  hasEffect: (_, { effect }) => effect !== undefined,
  /** The operator, or the program that embeds the engine, grants the effect to the caller. */
  isGranted: (_, { caller: { allowed }, effect }) =>
    effect !== undefined && allowed.includes(effect === "network" ? "control" : effect),
  mayControl: (_, { caller: { allowed } }) => allowed.includes("control"),
  isTrusted: (_, { facts }) => facts?.trusted === true,
  isReachable: (_, { facts }) => facts?.host?.isReachable === true,
  arms: (_, { facts }) => facts?.arms === true,
  isProtected: (_, { facts }) => facts?.protects !== undefined,
  declaresMethod: (_, { facts }) => facts?.declares === true,
  isListed: ({ methods }, { method }) => method === undefined || methods === undefined || methods.has(method),
  /** A model asks over MCP; the command line is a person's, the library a program's. */
  isSurfaced: ({ surface }, { caller, facts }) =>
    surface === "tools" || caller.door !== "mcp" || facts?.passive === true,
};

const notAllowed = ({ effect, caller }: PolicySubject): string =>
  `${effect} is not allowed for this ${caller.door} caller`;
const needsTrust = "exec needs a trusted root or --allow-exec";

/** No rule of the operator lifts these: each has a switch of its own, or is a fault of an operation. */
export const floors: readonly PolicyRule[] = [
  {
    id: "effect.undeclared",
    decide: "deny",
    when: { hasEffect: false },
    why: () => "an operation without a declared effect is denied",
  },
  {
    id: "method.undeclared",
    decide: "deny",
    when: { isRequest: true, declaresMethod: false },
    why: ({ operation, method }) => `${operation} does not declare that it sends ${method}`,
  },
  {
    id: "effect.not_granted",
    decide: "deny",
    effects: ["read", "control", "propose", "write"],
    when: { isRequest: false, isGranted: false },
    why: notAllowed,
  },
  {
    id: "exec.not_granted",
    decide: "deny",
    effects: ["exec"],
    when: { isRequest: false, isGranted: false, mayControl: false },
    why: notAllowed,
  },
  {
    id: "exec.untrusted",
    decide: "deny",
    effects: ["exec"],
    when: { isRequest: false, isGranted: false, isTrusted: false },
    why: () => needsTrust,
  },
  {
    id: "connection.not_granted",
    decide: "deny",
    effects: ["network"],
    when: { isGranted: false },
    why: ({ caller }) => `control is not allowed for this ${caller.door} caller`,
  },
  {
    id: "connection.host",
    decide: "deny",
    effects: ["network"],
    when: { isReachable: false },
    why: ({ facts }) => `the host ${facts?.host?.name} is not this machine, and the operator does not name it`,
  },
  {
    id: "write.program",
    decide: "deny",
    effects: ["write"],
    when: { arms: true },
    why: ({ files }) => `${files?.[0]} would be a program at a new path: ${needsTrust}`,
  },
  {
    id: "write.protected",
    decide: "deny",
    effects: ["write"],
    when: { isProtected: true },
    why: ({ facts }) => `${facts?.protects} is protected: other tools run or trust its content`,
  },
];

/** What an operator's settings and rules can change. */
export const defaults: readonly PolicyRule[] = [
  {
    id: "mode.read_only",
    decide: "deny",
    modes: ["read_only"],
    effects: ["control", "propose", "write", "exec", "network"],
    when: { isRequest: false },
    why: ({ effect }) => `the mode read_only does not allow ${effect}`,
  },
  {
    id: "surface.passive",
    decide: "deny",
    when: { isRequest: false, isSurfaced: false },
    why: () =>
      "the setting policy.surface is passive: the host assembles context, and the model asks nothing by itself",
  },
  {
    id: "method.not_listed",
    decide: "deny",
    when: { isRequest: true, isListed: false },
    why: ({ method }) => `${method} is not among the methods of this policy`,
  },
  {
    id: "method.declared",
    decide: "allow",
    when: { isRequest: true, declaresMethod: true },
    why: ({ operation, method }) => `${operation} declares ${method}`,
  },
  {
    id: "connection.reachable",
    decide: "allow",
    effects: ["network"],
    when: { isReachable: true },
    why: ({ facts }) => `a connection to ${facts?.host?.name} is allowed`,
  },
  {
    id: "effect.granted",
    decide: "allow",
    when: { isRequest: false, isGranted: true },
    why: ({ effect, caller }) => `${effect} allowed for ${caller.door}`,
  },
  {
    id: "exec.trusted",
    decide: "allow",
    effects: ["exec"],
    when: { isRequest: false, isTrusted: true },
    why: () => "exec allowed in a trusted root",
  },
];

/** What decisions name that no rule of an operator made. */
export const builtInIds: ReadonlySet<string> = new Set(
  [...floors, ...defaults].map(({ id }) => id).concat("undeclared"),
);
