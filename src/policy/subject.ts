// What is decided about, by which rules, and what a decision says.

import type { Settings } from "../config/settings.ts";
import type { Caller, EffectClass } from "./effects.ts";

export type PolicySettings = Settings["policy"];
export type PolicyMode = PolicySettings["mode"];

/** What is decided about. */
export interface PolicySubject {
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
  /** The absolute path that these names are of; below the root without it. */
  readonly path?: string | undefined;
  readonly facts?: PolicyFacts | undefined;
}

/** What built-in rules rest on beside the subject itself; only what concerns its effect is given. */
export interface PolicyFacts {
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
  readonly when?: { readonly [C in RuleCondition]?: boolean };
  readonly why: (subject: PolicySubject) => string;
}

/** The values of the settings that rules depend on. */
export interface PolicyBase {
  readonly mode: PolicyMode;
  readonly surface: PolicySettings["surface"];
  /** The methods that may be sent at all; undefined for all that operations declare. */
  readonly methods: ReadonlySet<string> | undefined;
}

/** What a built-in rule may ask of a subject beside what every rule can match. */
export type RuleCondition =
  | "isRequest"
  | "hasEffect"
  | "isGranted"
  | "mayControl"
  | "isTrusted"
  | "isReachable"
  | "arms"
  | "isProtected"
  | "declaresMethod"
  | "isListed"
  | "isSurfaced";
