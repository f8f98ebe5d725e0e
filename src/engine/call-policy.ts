// What policy says about one call, from its first step to the last request that it causes: every decision is made here.
//
// Invariant: the decision about a call is kept for its record, whether it was allowed or denied.

import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { Operation } from "../operations/define.ts";
import { methodsOf } from "../operations/requests.ts";
import type { Caller, EffectClass, JudgedFile, NamedPath } from "../policy/effects.ts";
import { decideConnection, decideExecution, decideWrite } from "../policy/decisions.ts";
import type { Policy } from "../policy/policy.ts";
import { decide, decideAll, effectOfRequest } from "../policy/policy.ts";
import type { Decision } from "../policy/subject.ts";
import type { WatchedRequest } from "../std/request-watch.ts";

/** The effect follows from the kind; an operation cannot claim a smaller one. What a run executes is judged root by root. */
export const effectsOf: { readonly [K in Operation["kind"]]: readonly EffectClass[] } = {
  query: ["read"],
  control: ["read", "control"],
  run: ["read", "control"],
  draft: ["read", "propose"],
  // What it carries out is judged when the plan is there: by what it would write.
  edit: ["read", "propose"],
};

/** Every path of a file; the first is its own. */
export type NamesOf = (file: FilePath) => Promise<readonly NamedPath[]>;

export class CallPolicy {
  readonly #policy: Policy;
  readonly #operation: Operation;
  readonly #caller: Caller;
  readonly #namesOf: NamesOf;
  /** Decided once for each method and root, unless the file matters. */
  readonly #requests = new Map<string, Decision>();
  #decision: Decision | undefined;

  constructor(policy: Policy, operation: Operation, caller: Caller, namesOf: NamesOf) {
    this.#namesOf = namesOf;
    this.#policy = policy;
    this.#operation = operation;
    this.#caller = caller;
  }

  /** By which rule the call was allowed, or denied in the end; undefined while nothing is decided. */
  get decision(): Decision | undefined {
    return this.#decision;
  }

  get judgesFiles(): boolean {
    return this.#policy.judgesFiles;
  }

  /** Refuses a call that may not be made, or of which no request that it needs may be sent. */
  mustBegin(root: string): void {
    const { kind, needs, orElse = [] } = this.#operation;
    this.#judge(decideAll(this.#policy, { ...this.#subject(root), facts: this.#facts }, effectsOf[kind]));
    const begun = this.#decision;
    const wanted = [...needs, ...orElse];
    const denied = wanted.map((method) => this.#requested(method, root, undefined)).filter(({ allowed }) => !allowed);
    const [first] = denied;
    if (first !== undefined && denied.length === wanted.length) this.#judge(first);
    this.#decision = begun;
  }

  /** Refuses a root, or a file of it by any of its names, with which the call may not do what its kind does. */
  async mayEnter(root: string, file?: FilePath): Promise<void> {
    const subject = { ...this.#subject(root), facts: this.#facts };
    for (const { path, names } of await this.#pathsOf(file)) {
      const effects = effectsOf[this.#operation.kind];
      const decision = decideAll(this.#policy, { ...subject, path, files: names }, effects);
      if (!decision.allowed) this.#judge(decision);
    }
  }

  /** Whether it may enter with a file; nothing is decided about the call by that. */
  async mayRead(root: string, file: FilePath): Promise<boolean> {
    const subject = { ...this.#subject(root), facts: this.#facts };
    const effects = effectsOf[this.#operation.kind];
    return (await this.#pathsOf(file)).every(
      ({ path, names }) => decideAll(this.#policy, { ...subject, path, files: names }, effects).allowed,
    );
  }

  mayWrite(root: string, files: readonly JudgedFile[], protect: readonly string[]): void {
    this.#judge(decideWrite(this.#policy, this.#subject(root), files, protect), writeAdvice);
  }

  mayExecute(root: string, trusted: boolean): void {
    // The remedy depends on the caller: a caller that may only read gets no further by trust.
    const advice = this.#caller.allowed.includes("control") ? executionAdvice : undefined;
    this.#judge(decideExecution(this.#policy, this.#subject(root), trusted), advice);
  }

  mayConnect(root: string, host: string, hosts: readonly string[]): void {
    this.#judge(decideConnection(this.#policy, this.#subject(root), host, hosts), connectionAdvice);
  }

  /** Refuses a request to a server; the rest of the call goes on without its answer, where it can. */
  mustSend({ method, root, file }: WatchedRequest, undeclared: (why: string) => void): void | Promise<void> {
    // Where no rule knows of files, the request does not wait.
    if (file === undefined || !this.#policy.judgesFiles) {
      this.#mustAllow(method, this.#requested(method, root, undefined), undeclared);
      return undefined;
    }
    return this.#pathsOf(filePath(file)).then((paths) => {
      for (const one of paths) this.#mustAllow(method, this.#requested(method, root, one), undeclared);
    });
  }

  // — below: private, in the order they are used —

  /** The paths by which a file is judged; one that says nothing where the file does not matter. */
  async #pathsOf(file: FilePath | undefined): Promise<readonly Partial<NamedPath>[]> {
    return file === undefined || !this.#policy.judgesFiles ? [{}] : this.#namesOf(file);
  }

  #mustAllow(method: string, decision: Decision, undeclared: (why: string) => void): void {
    if (decision.allowed) return;
    if (decision.rule === "method.undeclared") undeclared(decision.why);
    throw denied(`${this.#operation.name} may not send ${method}`, decision);
  }

  get #facts(): { readonly passive: boolean } {
    return { passive: this.#operation.passive === true };
  }

  #subject(root: string | undefined): { caller: Caller; operation: string; root: string | undefined } {
    return { caller: this.#caller, operation: this.#operation.name, root };
  }

  #judge(decision: Decision, advice?: string): void {
    this.#decision = decision;
    if (!decision.allowed) throw denied(`${this.#operation.name} is not allowed`, decision, advice);
  }

  #requested(method: string, root: string, about: Partial<NamedPath> = {}): Decision {
    const key = `${method} ${root} ${about.path ?? ""}`;
    let decision = this.#requests.get(key);
    if (decision === undefined) {
      const declares = methodsOf(this.#operation).has(method);
      const subject = { ...this.#subject(root), method, path: about.path, files: about.names, facts: { declares } };
      decision = decide(this.#policy, { ...subject, effect: effectOfRequest(method) });
      this.#requests.set(key, decision);
    }
    return decision;
  }
}

// — below: private, in the order they are used —

const executionAdvice =
  "It executes code of the repository. Ask the operator to trust this root (sightline trust) or to start Sightline with --allow-exec.";
const connectionAdvice =
  "Name a server of this machine, or ask the operator to name the host (passive.hosts in the settings).";
const writeAdvice = "Ask the operator to allow it (--allow-write with a pattern). Nothing was changed.";

function denied(
  what: string,
  { rule, why, version }: Decision,
  next = "Ask the operator to allow it (policy in the settings).",
): Refusal {
  return new Refusal({
    code: "policy_denied",
    what: `${what}.`,
    why: `${why}.`,
    next,
    data: { rule, policyVersion: version },
  });
}
