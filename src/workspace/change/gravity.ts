// How severe a problem is in a build: some servers call a warning what the compiler calls an error.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { Diagnostic } from "../../model/code-facts.ts";

/** With the gravity that the language's own build gives them; `servers` are those that found them. */
export function asBuilt(diagnostics: readonly Diagnostic[], servers: readonly ServerEntry[]): readonly Diagnostic[] {
  const all = servers.flatMap(({ quirks }) => quirks.buildErrors ?? []);
  const grave = new Set(all.flatMap(({ by }) => by));
  const alsoLight = new Set(all.flatMap(({ by, from }) => (from === "hint" ? by : [])));
  return diagnostics.map((one) => {
    const { source = "", severity } = one;
    const isGrave = severity === "warning" ? grave.has(source) : alsoLight.has(source);
    return isGrave ? { ...one, severity: "error" } : one;
  });
}
