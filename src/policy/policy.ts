// The one decision: whether a call, a request to a server, a write, a run or a connection is allowed, by rules that are data.
//
// Rules are read in three parts, and the first that matches decides: floors, which only deny and which no rule of the
// operator lifts; the operator's rules; and the defaults. A subject that no rule matches is denied.
// Invariant: everything that does not depend on the subject is compiled when the policy is made.

import type { Settings } from "../config/settings.ts";
import { expandBraces } from "../std/braces.ts";
import type { Segment } from "../std/path-pattern.ts";
import { compilePattern, followPattern } from "../std/path-pattern.ts";
import type { Condition } from "./built-in.ts";
import { conditions, defaults, floors } from "./built-in.ts";
import type { Caller, EffectClass } from "./effects.ts";

export type PolicySettings = Settings["policy"];
export type PolicyMode = PolicySettings["mode"];

/** What is decided about. */
export interface Subject {
  readonly caller: Caller;
  readonly operation: string;
  /** Undefined for an operation that declares none. */
  readonly effect: EffectClass | undefined;
  /** The root that it concerns, absolute, once it is known. */
  readonly root?: string | undefined;
  /** Of a request to a server; undefined for everything else. */
  readonly method?: string | undefined;
  /** The file that it is about, by every name below the roots that hold it. */
  readonly files?: readonly string[] | undefined;
  readonly facts?: Facts | undefined;
}

/** What built-in rules rest on beside the subject itself; only what concerns its effect is given. */
export interface Facts {
  /** The operation declares that it sends the method. */
  readonly declares?: boolean;
  /** The operation may be offered where a model has no questions of its own. */
  readonly passive?: boolean;
  readonly trusted?: boolean;
  readonly host?: { readonly name: string; readonly isReachable: boolean };
  /** The file would become a program where there was none, in a root that is not trusted. */
  readonly arms?: boolean;
  /** Other tools run or trust the content of the file, and the operator has not opened it to this caller. */
  readonly protects?: string | undefined;
}

export interface Decision {
  readonly allowed: boolean;
  /** The id of the rule that decided. */
  readonly rule: string;
  /** The same as a clause, for a person or an agent. */
  readonly why: string;
  /** Of the policy by which it was decided. */
  readonly version: string;
}

/** Built-in rules and those of an operator have one shape; conditions are for the built-in ones alone. */
export interface PolicyRule {
  readonly id: string;
  readonly decide: "allow" | "deny";
  readonly callers?: readonly string[] | undefined;
  readonly roots?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly effects?: readonly EffectClass[] | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly modes?: readonly PolicyMode[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly when?: { readonly [C in Condition]?: boolean };
  readonly why: (subject: Subject) => string;
}

export interface Policy {
  readonly version: string;
  readonly mode: PolicyMode;
  readonly surface: PolicySettings["surface"];
  /** The methods that may be sent at all; undefined for all that operations declare. */
  readonly methods: ReadonlySet<string> | undefined;
  /** Whether any rule of the operator depends on the file. */
  readonly judgesFiles: boolean;
  readonly rules: readonly CompiledRule[];
}

interface CompiledRule {
  readonly rule: PolicyRule;
  /** In the order of their cost. */
  readonly tests: readonly ((subject: Subject) => boolean)[];
}

/** Raised with every change of the built-in rules. */
const builtInVersion = 2;

/** `digest` identifies the content of the settings, so that a version stands for exactly one set of rules. */
export function policyOf(settings: PolicySettings, digest?: (text: string) => string): Policy {
  const { version, mode, surface, methods } = settings;
  const own = digest === undefined ? "" : `#${digest(JSON.stringify(settings)).slice(0, digestLength)}`;
  const base = { mode, surface, methods: methods.length === 0 ? undefined : new Set(methods) };
  const operators = settings.rules.map(
    (rule): PolicyRule => ({
      ...rule,
      why: () => `the operator's rule ${rule.id} ${verb[rule.decide]} it${reasonOf(rule)}`,
    }),
  );
  const all = [...floors, ...operators, ...defaults];
  return {
    ...base,
    judgesFiles: settings.rules.some(({ files }) => files !== undefined),
    version: `${builtInVersion}${version === "" ? "" : `+${version}`}${own}`,
    // A rule for another mode never matches.
    rules: all.flatMap((rule) => (rule.modes?.includes(mode) === false ? [] : [compiled(base, rule)])),
  };
}

export function decide(policy: Policy, subject: Subject): Decision {
  for (const { rule, tests } of policy.rules) {
    let matches = true;
    for (const test of tests) {
      if (test(subject)) continue;
      matches = false;
      break;
    }
    if (matches) return decision(policy, rule.decide === "allow", rule.id, rule.why(subject));
  }
  return decision(policy, false, "undeclared", "no rule allows it");
}

/** Every effect has to be allowed; an operation without one is denied. */
export function decideAll(policy: Policy, subject: Omit<Subject, "effect">, effects: readonly EffectClass[]): Decision {
  let last = effects.length === 0 ? decide(policy, { ...subject, effect: undefined }) : undefined;
  for (const effect of effects) {
    last = decide(policy, { ...subject, effect });
    if (!last.allowed) break;
  }
  return last ?? decide(policy, { ...subject, effect: undefined });
}

/** A request by itself asks; only a command makes the server execute something. */
export function effectOfRequest(method: string): EffectClass {
  return method === "workspace/executeCommand" ? "exec" : "read";
}

/** `name` itself, or what begins like a pattern with a closing `*`. */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

// — below: private, in the order they are used —

const digestLength = 12;

const verb = { allow: "allows", deny: "denies" } as const;

function reasonOf({ reason }: PolicySettings["rules"][number]): string {
  return reason === undefined ? "" : ` (${reason})`;
}

function decision({ version }: Policy, allowed: boolean, rule: string, why: string): Decision {
  return { allowed, rule, why, version };
}

type Base = Pick<Policy, "mode" | "surface" | "methods">;

function compiled(base: Base, rule: PolicyRule): CompiledRule {
  const { callers, operations, effects, methods, roots, files, when = {} } = rule;
  const tests: ((subject: Subject) => boolean)[] = [];
  // What lifts a denial of requests has to name them; a denial without methods is about requests as well.
  const isAboutRequests = methods !== undefined;
  if (isAboutRequests || (rule.decide === "allow" && rule.when === undefined))
    tests.push(({ method }) => (method !== undefined) === isAboutRequests);
  if (effects !== undefined) {
    const wanted = new Set<EffectClass | undefined>(effects);
    tests.push(({ effect }) => wanted.has(effect));
  }
  for (const [name, wanted] of Object.entries(when) as [Condition, boolean][]) {
    const holds = conditions[name];
    tests.push((subject) => holds(base, subject) === wanted);
  }
  if (callers !== undefined) tests.push(({ caller }) => callers.some((word) => isCaller(word, caller)));
  if (operations !== undefined) tests.push(namedBy(operations, ({ operation }) => operation));
  if (methods !== undefined) tests.push(namedBy(methods, ({ method }) => method));
  if (roots !== undefined) {
    const patterns = roots.flatMap((root) =>
      patternsOf(root.replace(/(?<=.)\/$/, ""), `${root.replace(/\/$/, "")}/**`),
    );
    tests.push(({ root }) => root !== undefined && isMatched(patterns, root));
  }
  if (files !== undefined) {
    const patterns = patternsOf(...files.map((file) => file.toLowerCase()));
    tests.push(({ files: names }) => names?.some((name) => isMatched(patterns, name.toLowerCase())) === true);
  }
  return { rule, tests };
}

function isCaller(word: string, { door, agent }: Caller): boolean {
  return word === door || (agent !== undefined && word === `agent:${agent}`);
}

function namedBy(
  patterns: readonly string[],
  nameOf: (subject: Subject) => string | undefined,
): (subject: Subject) => boolean {
  const exact = new Set<string | undefined>(patterns);
  const open = patterns.filter((pattern) => pattern.endsWith("*"));
  return (subject) => {
    const name = nameOf(subject);
    return exact.has(name) || (name !== undefined && open.some((pattern) => matchesName(pattern, name)));
  };
}

type Patterns = readonly (readonly Segment[])[];

function patternsOf(...texts: readonly string[]): Patterns {
  return texts.flatMap((text) => expandBraces(text).flatMap((one) => [compilePattern(one) ?? []]));
}

function isMatched(patterns: Patterns, path: string): boolean {
  const parts = path.split("/");
  return patterns.some((pattern) => followPattern(pattern, parts).isWhole);
}
