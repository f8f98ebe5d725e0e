// A policy for the person who wrote it: whether its names exist, and what it decides about an operation, and why.

import { refuse } from "../model/refusal.ts";
import type { Operation } from "../operations/define.ts";
import { extendedLanguages, registryOf } from "../operations/registry.ts";
import { methodsOf } from "../operations/requests.ts";
import { builtInIds } from "../policy/built-in.ts";
import { decideExecution, decideWrite } from "../policy/decisions.ts";
import type { Caller, EffectClass } from "../policy/effects.ts";
import type { Policy } from "../policy/policy.ts";
import { compiledPatterns } from "../policy/protected.ts";
import { decide, effectOfRequest, matchesName } from "../policy/policy.ts";
import type { Decision, PolicySettings } from "../policy/subject.ts";
import { methods } from "../protocol/methods.ts";
import { effectsOf } from "./call-policy.ts";

/** Refuses a policy that names what there is not: such a rule would never match, and seem to hold. */
export function mustKnowNames({ methods: listed, rules }: PolicySettings): void {
  for (const { id, files = [] } of rules) {
    if (builtInIds.has(id)) mustBeOwn(id);
    for (const pattern of files) mustBeRelative(id, pattern);
  }
  const known = Object.keys(methods);
  for (const method of listed) mustKnow("policy.methods", "method", method, known);
  const named = rules.filter(({ operations }) => operations !== undefined);
  const operations = named.length === 0 ? [] : registryOf(extendedLanguages()).operations.map(({ name }) => name);
  for (const { id, ...rule } of rules) {
    for (const name of rule.operations ?? []) mustKnow(`policy.rules, ${id}`, "operation", name, operations);
    for (const name of rule.methods ?? []) mustKnow(`policy.rules, ${id}`, "method", name, known);
  }
}

/** Who would ask, where, and about which file. */
export interface PolicyQuestion {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly root: string;
  readonly trusted: boolean;
  /** The names of the file, relative to the root; the first is its own. */
  readonly names?: readonly string[] | undefined;
  /** What the root protects beside the usual. */
  readonly protect: readonly string[];
}

export interface PolicyExplanation {
  readonly policy: { readonly version: string; readonly mode: string; readonly surface: string };
  readonly operation: string;
  readonly caller: string;
  readonly root: string;
  readonly trusted: boolean;
  readonly file: string | undefined;
  /** By effect, in the order in which they are judged; the first that is denied ends a call. */
  readonly effects: readonly ({ readonly effect: EffectClass } & Decision)[];
  /** What it may send to servers. */
  readonly requests: readonly ({ readonly method: string } & Decision)[];
  /** Why a call would be refused: an effect that is denied, or a request that it cannot do without. */
  readonly denial: ({ readonly of: string } & Decision) | undefined;
}

export function explainPolicy(policy: Policy, question: PolicyQuestion): PolicyExplanation {
  const { operation, caller, root, trusted, names } = question;
  const { version, mode, surface } = policy;
  const subject = { caller, operation: operation.name, root, files: names };
  const facts = { passive: operation.passive === true };
  const effects = [
    ...effectsOf[operation.kind].map((effect) => ({ effect, ...decide(policy, { ...subject, effect, facts }) })),
    ...lateEffects(policy, question),
  ];
  const requests = [...methodsOf(operation)].map((method) => ({
    method,
    ...decide(policy, { ...subject, effect: effectOfRequest(method), method, facts: { declares: true } }),
  }));
  return {
    policy: { version, mode, surface },
    operation: operation.name,
    caller: caller.agent === undefined ? caller.door : `agent:${caller.agent}`,
    root,
    trusted,
    file: names?.[0],
    effects,
    requests,
    denial: denialOf(operation, effects, requests),
  };
}

/** For a person at a terminal. */
export function policyText(explained: PolicyExplanation): string {
  const { policy, operation, caller, root, trusted, file, effects, requests, denial } = explained;
  const verdict = denial === undefined ? "allowed" : `${denial.of} denied by ${denial.rule}: ${denial.why}`;
  const width = Math.max(...requests.map(({ method }) => method.length), 0);
  const row = (name: string, { allowed, rule, why }: Decision): string =>
    `  ${name.padEnd(width)}  ${allowed ? "allowed" : "denied "}  ${rule}: ${why}`;
  return [
    `${operation} for ${caller}${file === undefined ? "" : ` about ${file}`}: ${verdict}.`,
    `Root ${root}, ${trusted ? "trusted" : "not trusted"}. Policy ${policy.version}, mode ${policy.mode}, surface ${policy.surface}.`,
    "",
    "Effects, in the order in which they are judged:",
    ...effects.map(({ effect, ...decision }) => row(effect, decision)),
    "",
    "Requests that it may send to servers:",
    ...requests.map(({ method, ...decision }) => row(method, decision)),
  ].join("\n");
}

// — below: private, in the order they are used —

function mustKnow(where: string, thing: string, name: string, known: readonly string[]): void {
  if (known.some((one) => matchesName(name, one))) return;
  refuse({
    code: "bad_input",
    what: `The setting ${where} names ${JSON.stringify(name)}, and there is no such ${thing}.`,
    why: "A rule that matches nothing would seem to hold.",
    next: "Correct it and start again; nothing was started.",
  });
}

/** A decision carries the id of its rule, which must not read as another's. */
function mustBeOwn(id: string): void {
  refuse({
    code: "bad_input",
    what: `The setting policy.rules has a rule with the id ${JSON.stringify(id)}, which is that of a built-in rule.`,
    why: "Records and refusals would name one rule for two.",
    next: "Give the rule another id and start again; nothing was started.",
  });
}

function mustBeRelative(id: string, pattern: string): void {
  const isAnywhere = /^(?:\/|~|[A-Za-z]:|\\)/.test(pattern);
  const isPlain = !isAnywhere && pattern.split("/").every((part) => part !== "." && part !== ".." && part !== "");
  if (isPlain && compiledPatterns([pattern]).length > 0) return;
  refuse({
    code: "bad_input",
    what: `The setting policy.rules, ${id} names the files ${JSON.stringify(pattern)}, which would never match.`,
    why: "Patterns of files are relative to the root, without . and .., and every bracket is closed.",
    next: "Correct it and start again: name the root in roots, and the file below it in files; nothing was started.",
  });
}

/** The first denied effect, else a denied request for which the operation has no other. */
function denialOf(
  { needs, orElse = [] }: Operation,
  effects: PolicyExplanation["effects"],
  requests: PolicyExplanation["requests"],
): PolicyExplanation["denial"] {
  const effect = effects.find(({ allowed }) => !allowed);
  if (effect !== undefined) return { of: effect.effect, ...effect };
  const isAllowed = (method: string): boolean => requests.some((one) => one.method === method && one.allowed);
  const needed = orElse.some(isAllowed) ? undefined : needs.find((method) => !isAllowed(method));
  const request = requests.find(({ method }) => method === needed);
  return request && { of: request.method, ...request };
}

/** What is judged only when a plan, or what is to be run, is known. */
function lateEffects(policy: Policy, question: PolicyQuestion): PolicyExplanation["effects"] {
  const { operation, caller, root, trusted, names, protect } = question;
  const subject = { caller, operation: operation.name, root };
  if (operation.kind === "edit") {
    const files = names === undefined ? [] : [{ names }];
    return [{ effect: "write", ...decideWrite(policy, subject, files, protect) }];
  }
  return operation.kind === "run" ? [{ effect: "exec", ...decideExecution(policy, subject, trusted) }] : [];
}
