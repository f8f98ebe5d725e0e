// YAML to plain values, within bounds: a file that would unfold into more than it holds is refused.
//
// Invariant: the parser is loaded only when a file of agents is given.

import { wrongAgents } from "./agents.ts";

/** Written by hand; the agents of a large installation fit many times. */
const longestText = 100_000;
/** So often may parts be repeated by reference, all in all, those inside of repeated parts included. */
const mostAliases = 100;

/** Refuses what is no YAML, what holds a tag of its own, and what is too much. */
export async function valueOfYaml(file: string, text: string): Promise<unknown> {
  if (text.length > longestText) wrongAgents(file, `It has more than ${longestText / 1_000} KB`);
  const { parseDocument } = await import("yaml");
  try {
    const document = parseDocument(text, { schema: "core", uniqueKeys: true, prettyErrors: true, logLevel: "error" });
    const fault = [...document.errors, ...document.warnings][0];
    if (fault !== undefined) wrongAgents(file, firstLine(fault.message));
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    // The parser throws these for references to nothing or without end, and for nesting that no stack can hold.
    if (error instanceof ReferenceError) {
      const isUnknown = error.message.startsWith("Unresolved alias");
      wrongAgents(file, isUnknown ? firstLine(error.message) : "It has too many YAML aliases");
    }
    if (error instanceof RangeError) wrongAgents(file, "It is nested too deeply");
    throw error;
  }
}

/** Without the excerpt that follows, and the colon before that; what the parser says of a full stack is about itself. */
function firstLine(message: string): string {
  if (message.includes("call stack")) return "It is nested too deeply";
  return (message.split("\n")[0] ?? message).replace(/[:.]$/, "");
}
