// A policy for the person who wrote it: whether its names exist, and what it decides about an operation, and why.

import { refuse } from "../model/refusal.ts";
import type { Operation } from "../operations/define.ts";
import { extendedLanguages, registryOf } from "../operations/registry.ts";
import { methodsOf } from "../operations/requests.ts";
import { builtInIds } from "../policy/built-in.ts";
import { decideExecution, decideWrite } from "../policy/decisions.ts";
import type { Caller, EffectClass, NamedPath } from "../policy/effects.ts";
import type { Policy } from "../policy/policy.ts";
import { compiledPatterns } from "../policy/protected.ts";
import { decide, effectOfRequest, matchesName } from "../policy/policy.ts";
import type { Decision, PolicySettings, PolicySubject } from "../policy/subject.ts";
import { methods } from "../protocol/methods.ts";
import type { Judged } from "../workspace/write/judging.ts";
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

/** A file as policy judges it. */
export interface PolicyFile {
  /** A checkout inside of the root that was named is a root of its own. */
  readonly root: string;
  readonly trusted: boolean;
  /** The first is its own. */
  readonly paths: readonly NamedPath[];
  /** How a change of it would be judged. */
  readonly written: Judged;
}

/** Who would ask, where, and about which file. */
export interface PolicyQuestion {
  readonly operation: Operation;
  readonly caller: Caller;
  /** The main root, by which a call is judged before it is known which file it is about. */
  readonly root: string;
  readonly trusted: boolean;
  readonly file?: PolicyFile | undefined;
}

export interface PolicyExplanation {
  readonly policy: { readonly version: string; readonly mode: string; readonly surface: string };
  readonly operation: string;
  readonly caller: string;
  readonly root: string;
  readonly trusted: boolean;
  readonly file: string | undefined;
  /** Its other names, by which it is judged as well. */
  readonly also: readonly string[];
  /** By effect, in the order in which they are judged; the first that is denied ends a call. */
  readonly effects: readonly ({ readonly effect: EffectClass } & Decision)[];
  /** What it may send to servers. */
  readonly requests: readonly ({ readonly method: string } & Decision)[];
  /** Why a call would be refused: an effect that is denied, or a request that it cannot do without. */
  readonly denial: ({ readonly of: string } & Decision) | undefined;
}

export function explainPolicy(policy: Policy, question: PolicyQuestion): PolicyExplanation {
  const { operation, caller, file } = question;
  const { version, mode, surface } = policy;
  const places = placesOf(question);
  const facts = { passive: operation.passive === true };
  const effects = [
    ...effectsOf[operation.kind].map((effect) => ({ effect, ...decideEach(policy, places, { effect, facts }) })),
    ...lateEffects(policy, question),
  ];
  const requests = [...methodsOf(operation)].map((method) => ({
    method,
    ...decideEach(policy, places, { effect: effectOfRequest(method), method, facts: { declares: true } }),
  }));
  const { root, trusted } = file ?? question;
  return {
    policy: { version, mode, surface },
    operation: operation.name,
    caller: caller.agent === undefined ? caller.door : `agent:${caller.agent}`,
    root,
    trusted,
    file: file?.paths[0]?.names[0],
    also: (file?.paths.flatMap(({ names }) => names) ?? []).slice(1),
    effects,
    requests,
    denial: denialOf(operation, effects, requests),
  };
}

/** For a person at a terminal. */
export function policyText(explained: PolicyExplanation): string {
  const { policy, operation, caller, root, trusted, file, also, effects, requests, denial } = explained;
  const verdict = denial === undefined ? "allowed" : `${denial.of} denied by ${denial.rule}: ${denial.why}`;
  const width = Math.max(...requests.map(({ method }) => method.length), 0);
  const row = (name: string, { allowed, rule, why }: Decision): string =>
    `  ${name.padEnd(width)}  ${allowed ? "allowed" : "denied "}  ${rule}: ${why}`;
  return [
    `${operation} for ${caller}${file === undefined ? "" : ` about ${file}`}: ${verdict}.`,
    ...(also.length === 0 ? [] : [`It is judged by each of its names: ${[file, ...also].join(", ")}.`]),
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

type Place = Pick<PolicySubject, "caller" | "operation" | "root" | "path" | "files">;

/** What a call is judged by one after the other: the main root, then the root of the file and each path of it. */
function placesOf({ operation, caller, root, file }: PolicyQuestion): readonly [Place, ...Place[]] {
  const who = { caller, operation: operation.name };
  const paths = file?.paths.map(({ path, names }) => ({ ...who, root: file.root, path, files: names })) ?? [];
  return [{ ...who, root }, ...paths];
}

/** The first denial; where there is none, the decision about the last place. */
function decideEach(
  policy: Policy,
  places: readonly [Place, ...Place[]],
  what: Pick<PolicySubject, "effect" | "method" | "facts">,
): Decision {
  const [first, ...others] = places;
  let last = decide(policy, { ...first, ...what });
  for (const place of others) if (last.allowed) last = decide(policy, { ...place, ...what });
  return last;
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
  const { operation, caller, file } = question;
  const { root, trusted } = file ?? question;
  const subject = { caller, operation: operation.name, root };
  if (operation.kind === "edit") {
    const { files, protect } = file?.written ?? { files: [], protect: [] };
    return [{ effect: "write", ...decideWrite(policy, subject, files, protect) }];
  }
  return operation.kind === "run" ? [{ effect: "exec", ...decideExecution(policy, subject, trusted) }] : [];
}
