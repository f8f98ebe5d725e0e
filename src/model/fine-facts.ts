// The facts about one place or one stretch of a file: what may follow, what a call takes, what is inferred, what a word is.

import type { Place, Span } from "./place.ts";

export type CompletionKind = (typeof completionKinds)[number];

/** Spec: LSP 3.18 CompletionItemKind, in order; the wire number is the index plus one. */
export const completionKinds = [
  "text",
  "method",
  "function",
  "constructor",
  "field",
  "variable",
  "class",
  "interface",
  "module",
  "property",
  "unit",
  "value",
  "enum",
  "keyword",
  "snippet",
  "color",
  "file",
  "reference",
  "folder",
  "enum member",
  "constant",
  "struct",
  "event",
  "operator",
  "type parameter",
] as const;

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Its type, signature or origin. */
  readonly detail?: string;
  /** Markdown as the server wrote it. */
  readonly documentation?: string;
  /** What takes the place of the word typed so far, where it is not the label; never with the marks of a snippet. */
  readonly insertText?: string;
  /** What is replaced, where it is not just the word typed so far. */
  readonly replaces?: Span;
  /** What is added elsewhere in the file, such as an import. */
  readonly alsoInserts: readonly string[];
  readonly isDeprecated: boolean;
}

export interface Completions {
  /** The server says that there may be more. */
  readonly isIncomplete: boolean;
  /** The word before the place, by which the list was narrowed. */
  readonly typed: string;
  /** How many fit, of which the first are here. */
  readonly total: number;
  readonly items: readonly Completion[];
}

export interface Parameter {
  readonly label: string;
  /** Where it stands in the label of its signature, in UTF-16 units; absent when it does not. */
  readonly at?: { readonly start: number; readonly end: number };
  readonly documentation?: string;
}

export interface Signature {
  readonly label: string;
  readonly documentation?: string;
  readonly parameters: readonly Parameter[];
  /** The one that is being written. */
  readonly activeParameter?: number;
}

/** Several signatures are overloads; none means that the place is in no call. */
export interface SignatureHelp {
  readonly signatures: readonly Signature[];
  readonly activeSignature: number;
}

/** What an editor shows inside a line although it is not written there. */
export interface InlayHint {
  readonly place: Place;
  readonly label: string;
  readonly kind?: "type" | "parameter";
  readonly tooltip?: string;
  readonly paddingLeft: boolean;
  readonly paddingRight: boolean;
}

export interface SemanticToken {
  readonly place: Place;
  /** Of one line; its length in UTF-16 units is that of the token. */
  readonly text: string;
  readonly type: string;
  readonly modifiers: readonly string[];
}

export type RenameCheck =
  /** Without a span it is the word at the place. */
  | { readonly kind: "can"; readonly span?: Span; readonly placeholder?: string }
  | { readonly kind: "cannot"; readonly why?: string }
  /** The server can rename but does not support the check beforehand. */
  | { readonly kind: "unchecked" };
