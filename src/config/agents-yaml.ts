// Parses YAML into plain values, and refuses a file whose aliases would expand without bound.
//
// Invariant: the parser is loaded only when a file of agents is given.

import { wrongAgents } from "./agents.ts";

/** In characters. The file is written by hand, and even that of a large installation is much shorter. */
const longestText = 100_000;
/** How many aliases may be expanded in total, those inside of expanded parts included. */
const mostAliases = 100;

/** Refuses invalid YAML, custom tags, and files that are too large. */
export async function valueOfYaml(file: string, text: string): Promise<unknown> {
  if (text.length > longestText) wrongAgents(file, `It has more than ${longestText} characters`);
  const { parseDocument } = await import("yaml");
  try {
    const document = parseDocument(text, { schema: "core", uniqueKeys: true, prettyErrors: true, logLevel: "error" });
    const fault = [...document.errors, ...document.warnings][0];
    if (fault !== undefined) wrongAgents(file, firstLine(fault.message));
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    // A ReferenceError: an unknown alias, or too many of them. A RangeError: the nesting overflowed the stack.
    if (error instanceof ReferenceError) {
      const isUnknown = error.message.startsWith("Unresolved alias");
      wrongAgents(file, isUnknown ? firstLine(error.message) : "It has too many YAML aliases");
    }
    if (error instanceof RangeError) wrongAgents(file, "It is nested too deeply");
    throw error;
  }
}

/** The first line of a message, without the colon or full stop at its end; the lines below it quote the file. */
function firstLine(message: string): string {
  if (message.includes("call stack")) return "It is nested too deeply";
  return (message.split("\n")[0] ?? message).replace(/[:.]$/, "");
}
