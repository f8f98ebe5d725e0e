// How grave a problem is for whoever builds: some servers call a warning what the compiler calls an error.

import type { ServerEntry } from "../catalog/entry.ts";
import type { Diagnostic } from "../model/code-facts.ts";

/** With the gravity that the language's own build gives them; `servers` are those that found them. */
export function asBuilt(diagnostics: readonly Diagnostic[], servers: readonly ServerEntry[]): readonly Diagnostic[] {
  const grave = new Set(servers.flatMap(({ quirks }) => quirks.buildErrors ?? []));
  return diagnostics.map((one) => {
    const isGrave = one.severity === "warning" && one.source !== undefined && grave.has(one.source);
    return isGrave ? { ...one, severity: "error" } : one;
  });
}
