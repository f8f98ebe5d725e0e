// What an agent is told when its session begins: which root is served, by which servers, and what is not.

import type { Engine, Invocation } from "../../engine/engine.ts";
import { at } from "../../std/json.ts";
import { firstNames } from "../../std/words.ts";
import { quoted } from "./change-report.ts";

/** Three lines at most. */
export async function servedText(
  engine: Pick<Engine, "invoke" | "facts">,
  caller: Invocation["caller"],
): Promise<string> {
  const root = quoted(engine.facts.root);
  const call = { operation: "detect_lsp_servers", input: {}, caller, unasked: true };
  const outcome = await engine.invoke({ ...call, format: "json", maxCharacters: Number.POSITIVE_INFINITY });
  if (!outcome.ok) return `Sightline: ${root} is not served: ${quoted(outcome.refusal.what)}`;
  const json = outcome.body.format === "json" ? outcome.body.json : {};
  const installed = listAt(json, "installed_servers").map((row) => {
    const [language, server, version] = ["language", "server", "version"].map((key) => at(row, [key]));
    const which = [server, version].filter((word) => typeof word === "string").join(" ");
    return `${quoted(String(language), 40)} (${quoted(which, 60)})`;
  });
  const missing = listAt(json, "not_installed").map((one) => quoted(String(one), 60));
  if (installed.length === 0)
    return `Sightline: nothing is checked in ${root}, because no installed server serves its files; sightline detect shows what to install.`;
  return [
    `Sightline serves ${root}: ${firstNames(installed, 6)}.`,
    "After each change of files it reports the problems that are new and those that are gone, in every file that the change can reach.",
    ...(missing.length === 0 ? [] : [`Not checked, for lack of a server: ${firstNames(missing, 6)}.`]),
  ].join("\n");
}

// — below: private, in the order they are used —

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = at(value, [key]);
  return Array.isArray(list) ? list : [];
}
