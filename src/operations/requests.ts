// Which requests an operation may send to servers: what it needs, and what the things that it is built on send as well.
//
// Policy speaks of these, and the session's one choke point sends nothing else for a call.

import type { RequestMethod } from "../protocol/methods.ts";

/** What operations are built on. */
export type RequestGroup = keyof typeof requestGroups;

/** Finding a target by its name or path, and being sure that it is a symbol. */
const targets = [
  "textDocument/documentSymbol",
  "workspace/symbol",
  "textDocument/definition",
  "textDocument/hover",
] as const satisfies readonly RequestMethod[];

export const requestGroups = {
  /** The account of every occurrence of a name: uses, relatives, and what a place really leads to. */
  uses: ["textDocument/references", "textDocument/implementation", "textDocument/declaration"],
  calls: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
  types: [
    "textDocument/prepareTypeHierarchy",
    "typeHierarchy/supertypes",
    "typeHierarchy/subtypes",
    "textDocument/implementation",
  ],
  /** Diagnostics; one server gives those of a file only by a command of its own. */
  problems: ["textDocument/diagnostic", "workspace/diagnostic", "workspace/executeCommand"],
  /** What a server offers to do; the edits of some are had only by their command. */
  actions: ["textDocument/codeAction", "codeAction/resolve", "workspace/executeCommand"],
  /** What assembled context may rest on, besides finding a target. */
  context: [
    "textDocument/typeDefinition",
    "textDocument/references",
    "textDocument/signatureHelp",
    "textDocument/inlayHint",
    "textDocument/diagnostic",
  ],
  renames: ["textDocument/prepareRename", "textDocument/rename", "workspace/willRenameFiles"],
  completions: ["textDocument/completion", "completionItem/resolve"],
  commands: ["workspace/executeCommand"],
} as const satisfies Readonly<Record<string, readonly RequestMethod[]>>;

/** What an operation says of its requests. */
interface Declaring {
  readonly kind: string;
  readonly needs: readonly RequestMethod[];
  readonly orElse?: readonly RequestMethod[];
  readonly asks?: readonly RequestGroup[];
}

/** Everything that it may send. What changes files, or tries a change out, looks at the problems before and after. */
export function methodsOf(operation: Declaring): ReadonlySet<string> {
  const known = declared.get(operation);
  if (known !== undefined) return known;
  const { needs, orElse = [], asks = [], kind } = operation;
  const groups: readonly RequestGroup[] = kind === "edit" || kind === "draft" ? [...asks, "problems"] : asks;
  const methods = new Set<string>([
    ...targets,
    ...needs,
    ...orElse,
    ...groups.flatMap((group) => requestGroups[group]),
  ]);
  declared.set(operation, methods);
  return methods;
}

/**
 * Whether a server that answers these requests can serve an operation. Diagnostics come without being asked for, and what
 * names no request that it needs, but builds on some, has several ways, of which one is enough.
 */
export function canServe({ needs, orElse = [], asks = [] }: Declaring, supports: (method: string) => boolean): boolean {
  const has = (method: string): boolean => method === "textDocument/diagnostic" || supports(method);
  if (needs.length > 0) return needs.every(has) || orElse.some(has);
  const ways = asks.flatMap((group) => (group === "problems" ? [] : requestGroups[group]));
  return ways.length === 0 || ways.some(has);
}

/** Records never change. */
const declared = new WeakMap<Declaring, ReadonlySet<string>>();
