// The operations of one start: the table, and what the extensions of the configured languages add to it or put in its place.
//
// Invariant: it is made once, before anything is served, and never changes.

import type { Operation } from "./define.ts";
import type { Extension, ExtensionPrompt, ExtensionResource } from "./extensions/define-extension.ts";
import { extensionTable } from "./extensions/table.ts";
import { getServerCapabilities } from "./serving/get-server-capabilities.ts";
import { innerOperations } from "./script/inner-operations.ts";
import { scriptOperation } from "./script/script.ts";
import { operations as core } from "./table.ts";
import { bug } from "../std/bug.ts";

export interface Registry {
  /** In the order of the table, then by language. */
  readonly operations: readonly Operation[];
  readonly resources: readonly ExtensionResource[];
  /** Names of those resources that can be watched. */
  readonly subscriptions: ReadonlySet<string>;
  readonly prompts: readonly ExtensionPrompt[];
  named(name: string): Operation | undefined;
  /** What is offered only to the program of a script. */
  inner(name: string): Operation | undefined;
}

/** Languages that have an extension. */
export function extendedLanguages(extensions: readonly Extension[] = extensionTable): string[] {
  return extensions.map(({ language }) => language);
}

/** What is not configured is not made, so it costs nothing. */
export function registryOf(languages: readonly string[], extensions: readonly Extension[] = extensionTable): Registry {
  const isConfigured = ({ language, alsoFor }: Extension): boolean =>
    [language, ...alsoFor].some((one) => languages.includes(one));
  const active = extensions.filter(isConfigured).map(({ language, make }) => ({ language, parts: make() }));
  const byName = new Map(core.map((operation) => [operation.name, operation]));
  if (active.length > 0) {
    // It lists the operations that a server serves, including those added here.
    const capabilities = getServerCapabilities(() => [...byName.values()]);
    byName.set(capabilities.name, capabilities);
    // It asks them.
    const scripted = scriptOperation(() => [...byName.values()]);
    byName.set(scripted.name, scripted);
  }
  for (const { language, parts } of active) {
    for (const operation of parts.operations ?? []) {
      mustBeOwn(language, operation.name);
      byName.set(operation.name, operation);
    }
  }
  return {
    operations: [...byName.values()],
    resources: active.flatMap(({ parts }) => parts.resources ?? []),
    subscriptions: new Set(active.flatMap(({ parts }) => parts.subscriptions ?? [])),
    prompts: active.flatMap(({ parts }) => parts.prompts ?? []),
    named: (name) => byName.get(name),
    inner: (name) => innerOperations.find((operation) => operation.name === name),
  };
}

/** What every start has. */
export const coreRegistry: Registry = registryOf([]);

/** A new name shows whose it is; so two languages never fight over one. */
function mustBeOwn(language: string, name: string): void {
  if (name.startsWith(`${language}_`) || core.some((operation) => operation.name === name)) return;
  bug(`the extension for ${language} may not call an operation ${name}`);
}
