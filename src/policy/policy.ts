// The one decision: whether a call, a request to a server, a write, a run or a connection is allowed, by rules that are data.
//
// Rules are read in three parts, and the first that matches decides: floors, which only deny and which no rule of the
// operator lifts; the operator's rules; and the defaults. A subject that no rule matches is denied.
// Invariant: everything that does not depend on the subject is compiled when the policy is made.

import { compilePattern, followPattern } from "../std/path-pattern.ts";
import { conditions, defaults, floors } from "./built-in.ts";
import { compiledPatterns, matchesPatterns } from "./protected.ts";
import type { Caller, EffectClass } from "./effects.ts";
import type { Decision, PolicyBase, PolicyRule, PolicySettings, PolicySubject, RuleCondition } from "./subject.ts";

export interface Policy extends PolicyBase {
  readonly version: string;
  /** Whether any rule of the operator depends on the file. */
  readonly judgesFiles: boolean;
  readonly rules: readonly CompiledRule[];
}

interface CompiledRule {
  readonly rule: PolicyRule;
  /** In the order of their cost. */
  readonly tests: readonly ((subject: PolicySubject) => boolean)[];
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
    judgesFiles: settings.rules.some(({ files, roots }) => files !== undefined || roots !== undefined),
    version: `${builtInVersion}${version === "" ? "" : `+${version}`}${own}`,
    // A rule for another mode never matches.
    rules: all.flatMap((rule) => (rule.modes?.includes(mode) === false ? [] : [compiled(base, rule)])),
  };
}

export function decide(policy: Policy, subject: PolicySubject): Decision {
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
export function decideAll(
  policy: Policy,
  subject: Omit<PolicySubject, "effect">,
  effects: readonly EffectClass[],
): Decision {
  let last = effects.length === 0 ? decide(policy, { ...subject, effect: undefined }) : undefined;
  for (const effect of effects) {
    last = decide(policy, { ...subject, effect });
    if (!last.allowed) break;
  }
  return last ?? decide(policy, { ...subject, effect: undefined });
}

/** A request that Sightline sends of its own accord, such as one that makes a server load a project. */
export function decideUpkeep(policy: Policy, root: string, method: string): Decision {
  const subject = { caller: upkeep, operation: "upkeep", effect: effectOfRequest(method), root, method };
  return decide(policy, { ...subject, facts: { declares: true } });
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

const upkeep: Caller = { door: "library", allowed: ["read"] };

const digestLength = 12;

const verb = { allow: "allows", deny: "denies" } as const;

function reasonOf({ reason }: PolicySettings["rules"][number]): string {
  return reason === undefined ? "" : ` (${reason})`;
}

function decision({ version }: Policy, allowed: boolean, rule: string, why: string): Decision {
  return { allowed, rule, why, version };
}

function compiled(base: PolicyBase, rule: PolicyRule): CompiledRule {
  const { callers, operations, effects, methods, roots, files, when = {} } = rule;
  const tests: ((subject: PolicySubject) => boolean)[] = [];
  // What lifts a denial of requests has to name them; a denial without methods is about requests as well.
  const isAboutRequests = methods !== undefined;
  if (isAboutRequests || (rule.decide === "allow" && rule.when === undefined))
    tests.push(({ method }) => (method !== undefined) === isAboutRequests);
  if (effects !== undefined) {
    const wanted = new Set<EffectClass | undefined>(effects);
    tests.push(({ effect }) => wanted.has(effect));
  }
  for (const [name, wanted] of Object.entries(when) as [RuleCondition, boolean][]) {
    const holds = conditions[name];
    tests.push((subject) => holds(base, subject) === wanted);
  }
  if (callers !== undefined) tests.push(({ caller }) => callers.some((word) => isCaller(word, caller)));
  if (operations !== undefined) tests.push(namedBy(operations, ({ operation }) => operation));
  if (methods !== undefined) tests.push(namedBy(methods, ({ method }) => method));
  if (roots !== undefined) tests.push(belowRoots(roots, rule.decide === "deny"));
  if (files !== undefined) {
    const patterns = compiledPatterns(files);
    // In a denial of a part of a root files are also read from there.
    const below = rule.decide === "deny" && roots !== undefined ? restsBelow(roots) : () => [];
    tests.push((subject) => {
      const names = [...(subject.files ?? []), ...below(subject)];
      return names.some((name) => matchesPatterns(name, patterns));
    });
  }
  return { rule, tests };
}

function isCaller(word: string, { door, agent }: Caller): boolean {
  return word === door || (agent !== undefined && word === `agent:${agent}`);
}

function namedBy(
  patterns: readonly string[],
  nameOf: (subject: PolicySubject) => string | undefined,
): (subject: PolicySubject) => boolean {
  const exact = new Set<string | undefined>(patterns);
  const open = patterns.filter((pattern) => pattern.endsWith("*"));
  return (subject) => {
    const name = nameOf(subject);
    return exact.has(name) || (name !== undefined && open.some((pattern) => matchesName(pattern, name)));
  };
}

/** A denial holds for a part of a root as well; what allows has to name the whole, because a file has several names. */
function belowRoots(roots: readonly string[], isForParts: boolean): (subject: PolicySubject) => boolean {
  const patterns = roots.map(baseOf).flatMap((base) => {
    return [base, base === "/" ? "/**" : `${base}/**`].map((one) => compilePattern(one) ?? []);
  });
  const matches = (path: string): boolean => {
    const parts = path.split("/");
    return patterns.some((pattern) => followPattern(pattern, parts).isWhole);
  };
  return (subject) =>
    subject.root !== undefined && (matches(subject.root) || (isForParts && pathsOf(subject).some(matches)));
}

/** What of the paths of a file follows one of the roots. */
function restsBelow(roots: readonly string[]): (subject: PolicySubject) => readonly string[] {
  const patterns = roots.map((root) => compilePattern(baseOf(root)) ?? []);
  return (subject) =>
    pathsOf(subject).flatMap((path) => {
      const parts = path.split("/");
      return parts.flatMap((_, at) =>
        patterns.some((pattern) => followPattern(pattern, parts.slice(0, at)).isWhole)
          ? [parts.slice(at).join("/")]
          : [],
      );
    });
}

function pathsOf({ root, path, files = [] }: PolicySubject): readonly string[] {
  if (path !== undefined) return [path];
  return files.map((name) => `${root ?? ""}/${name}`);
}

function baseOf(root: string): string {
  return root.replace(/(?<=.)\/$/, "");
}
