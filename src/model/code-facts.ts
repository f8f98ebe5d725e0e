// The facts that language servers state about code, as plain values.

import type { FilePath } from "./file-path.ts";
import type { Place, Span } from "./place.ts";

/** A document that is not a file of ours to read, e.g. a class inside a jar (`jdt://…`). Never treated as a path. */
export interface ExternalDocument {
  readonly external: string;
}

export interface Location {
  readonly file: FilePath | ExternalDocument;
  readonly span: Span;
}

/** A place that may be a use and could not be verified. */
export interface PossibleUse {
  readonly location: Location;
  /** In a word or three: `type unknown`, `windows only`. */
  readonly why: string;
}

/** A place that names a member which the symbol overrides or implements, or which overrides it. */
export interface UseThroughRelative {
  readonly location: Location;
  readonly relative: Location;
}

export function isExternal(file: FilePath | ExternalDocument): file is ExternalDocument {
  return typeof file !== "string";
}

/** A unique key for each place. */
export function keyOfPlace(file: FilePath | ExternalDocument, { line, column }: Place): string {
  return `${line}:${column}:${isExternal(file) ? file.external : file}`;
}

export type SymbolKind = (typeof symbolKinds)[number];

/** Spec: LSP 3.18 SymbolKind, in order; the wire number is the index plus one. */
export const symbolKinds = [
  "file",
  "module",
  "namespace",
  "package",
  "class",
  "method",
  "property",
  "field",
  "constructor",
  "enum",
  "interface",
  "function",
  "variable",
  "constant",
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "key",
  "null",
  "enum member",
  "struct",
  "event",
  "operator",
  "type parameter",
] as const;

export interface SymbolNode {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string;
  /** The whole declaration. */
  readonly span: Span;
  /** The name inside it. */
  readonly nameSpan: Span;
  readonly children: readonly SymbolNode[];
  /** The server does not compile it on this machine and did not list it: it was read off the text. */
  readonly leftOut?: true;
}

export interface FoundSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container?: string;
  readonly file: FilePath | ExternalDocument;
  /** Absent when the server leaves the range to a later resolve. */
  readonly span?: Span;
}

export interface HoverText {
  /** Markdown as the server wrote it; untrusted text of the repository. */
  readonly markdown: string;
  readonly span?: Span;
}

/** A macro written out, as the server formats it; untrusted text of the repository. */
export interface Expansion {
  readonly name: string;
  readonly text: string;
}

/** How a symbol is used at one place of its file. */
export interface Highlight {
  readonly span: Span;
  readonly kind: "text" | "read" | "write";
}

/** A function or a type in a hierarchy. */
export interface HierarchyItem {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string;
  readonly file: FilePath | ExternalDocument;
  /** The whole declaration. */
  readonly span: Span;
  /** The name inside it. */
  readonly nameSpan: Span;
}

/** One step of a hierarchy: a caller or a callee, a supertype or a subtype, and what lies beyond it. */
export interface HierarchyNode {
  readonly item: HierarchyItem;
  /** Where the calls stand, each in the file of the caller; none between types. */
  readonly sites: readonly Location[];
  readonly next: readonly HierarchyNode[];
  /** The node occurs elsewhere in the answer too, with its children. */
  readonly isRepeated: boolean;
}

export interface Hierarchy {
  /** What the place that was asked about names; none when it is nothing that has a hierarchy. */
  readonly items: readonly HierarchyItem[];
  readonly nodes: readonly HierarchyNode[];
  /** Places that may be calls. */
  readonly possible?: readonly PossibleUse[];
}

export type HierarchyDirection = "incoming" | "outgoing" | "supertypes" | "subtypes";

export type Severity = "error" | "warning" | "information" | "hint";
export const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

export interface Diagnostic {
  readonly span: Span;
  readonly severity: Severity;
  readonly code?: string;
  readonly source?: string;
  readonly message: string;
}
