// The same question put to a raw server and to an operation, and the number of facts each answer holds.

import { pathToFileURL } from "node:url";
import type { McpClient } from "../shared/mcp-client.ts";
import type { Question } from "../session/project.ts";
import type { RawClient } from "../shared/raw-client.ts";

/** An operation, the request below it, and how to count what comes back. */
export interface Pairing {
  readonly operation: string;
  readonly raw: (client: RawClient, question: Question) => Promise<unknown>;
  readonly input: (question: Question) => object;
  /** Facts in the operation's JSON. */
  readonly facts: (json: unknown) => number;
}

const positioned =
  (method: string, more: object = {}) =>
  (client: RawClient, { file, place }: Question): Promise<unknown> =>
    client.request(method, {
      textDocument: { uri: pathToFileURL(file).href },
      position: { line: place.line - 1, character: place.column - 1 },
      ...more,
    });

const at = ({ file, place }: Question): object => ({ file_path: file, ...place });

export const pairings: Readonly<Record<Question["kind"], Pairing>> = {
  definition: {
    operation: "go_to_definition",
    raw: positioned("textDocument/definition"),
    input: at,
    facts: lengthOf,
  },
  hover: { operation: "inspect_symbol", raw: positioned("textDocument/hover"), input: at, facts: () => 1 },
  references: {
    operation: "find_references",
    raw: positioned("textDocument/references", { context: { includeDeclaration: true } }),
    input: (question) => ({ ...at(question), include_declaration: true, include_source: false }),
    facts: lengthOf,
  },
  documentSymbol: {
    operation: "list_symbols",
    raw: (client, { file }) =>
      client.request("textDocument/documentSymbol", { textDocument: { uri: pathToFileURL(file).href } }),
    input: ({ file }) => ({ file_path: file }),
    facts: lengthOf,
  },
};

/** Both say the same, or the comparison is worth nothing. */
export async function mustAgree(raw: RawClient, ours: McpClient, question: Question): Promise<void> {
  const pairing = pairings[question.kind];
  const wire = countOf(await pairing.raw(raw, question));
  const answer = await ours.call(pairing.operation, { ...pairing.input(question), format: "json" });
  // A list too long for one answer says how many items it has.
  const [, all] = /^Only the first \d+ of (\d+) items/m.exec(answer.texts.slice(1).join("\n")) ?? [];
  const listed = answer.isError ? -1 : pairing.facts(JSON.parse(answer.texts[0] ?? "null"));
  const facts = all === undefined ? listed : Number(all);
  if (wire !== question.facts || facts !== question.facts)
    throw new Error(
      `${question.name}: ${question.facts} facts expected, raw ${wire}, ours ${facts}: ${answer.texts.join(" ").slice(0, 300)}`,
    );
}

function countOf(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  return result === null || result === undefined ? 0 : 1;
}

function lengthOf(json: unknown): number {
  return Array.isArray(json) ? json.length : -1;
}
