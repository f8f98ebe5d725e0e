// What a server can do right now: what it declared at the start, and what it has registered and unregistered since.
//
// Invariant: `false` and `null` mean absent; an empty object means present.

import { at, isRecord } from "../std/json.ts";
import type { MethodRow, RequestMethod } from "./methods.ts";
import { methods } from "./methods.ts";

export interface Registration {
  readonly id: string;
  readonly method: string;
  readonly options: unknown;
}

export class Capabilities {
  #declared: unknown;
  readonly #registered = new Map<string, Registration>();
  /** Until something is declared or registered again. */
  #supported: readonly RequestMethod[] | undefined;

  constructor(declared?: unknown) {
    this.#declared = declared;
  }

  /** Stores the capabilities from the initialize reply; registrations may have arrived before it. */
  declare(declared: unknown): void {
    this.#declared = declared;
    this.#supported = undefined;
  }

  get declared(): unknown {
    return this.#declared;
  }

  register(registration: Registration): void {
    this.#registered.set(registration.id, registration);
    this.#supported = undefined;
  }

  unregister(id: string): Registration | undefined {
    const found = this.#registered.get(id);
    this.#registered.delete(id);
    this.#supported = undefined;
    return found;
  }

  registrations(method: string): Registration[] {
    return [...this.#registered.values()].filter((registration) => registration.method === method);
  }

  supports(method: RequestMethod): boolean {
    const row = methods[method];
    if (row.capability.length === 0) return true;
    if (satisfies(at(this.#declared, row.capability), row)) return true;
    return this.registrations(row.registeredAs ?? method).some((registration) =>
      satisfies(registration.options ?? {}, row),
    );
  }

  /** The requests of the method table that need a capability which the server has now. */
  supported(): readonly RequestMethod[] {
    this.#supported ??= (Object.keys(methods) as RequestMethod[]).filter(
      (method) => methods[method].capability.length > 0 && this.supports(method),
    );
    return this.#supported;
  }

  /** The options of a method: the declared ones, if they are an object, and of each registration, or `{}`. */
  options(method: RequestMethod): unknown[] {
    const row = methods[method];
    const declared = at(this.#declared, row.capability);
    const found = isRecord(declared) ? [declared] : [];
    return [
      ...found,
      ...this.registrations(row.registeredAs ?? method).map((registration) => registration.options ?? {}),
    ];
  }
}

function satisfies(declared: unknown, row: MethodRow): boolean {
  if (!isPresent(declared)) return false;
  if (row.option === undefined) return true;
  return isRecord(declared) && isPresent(declared[row.option]);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
