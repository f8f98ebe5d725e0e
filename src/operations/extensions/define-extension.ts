// What a language adds beside what every language has: operations, and for MCP resources, subscriptions and prompts.
//
// Invariant: an extension is made by us at build time and listed in `table.ts`; nothing of a repository is ever loaded as one.

import { bug } from "../../std/bug.ts";
import type { Operation } from "../define.ts";

/** Something to be read by its address, `lsp-NAME:///{filePath}`, and for a place `?line={line}&column={column}`. */
export interface ExtensionResource {
  /** Begins with the language: `cpp-counterpart`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly about: "file" | "place";
  /** The operation that reads it, with `file_path`, and `line` and `column` for a place. Its text is the content. */
  readonly operation: string;
}

/** Words that a person can have put to a model. */
export interface ExtensionPrompt {
  /** Begins with the language: `rust_explain_macro`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly ExtensionArgument[];
  /** The operations that it asks an agent to call: without them it is not offered. */
  readonly calls: readonly string[];
  text(given: Readonly<Record<string, string>>): string;
}

export interface ExtensionArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** Any part of it may be left out. */
export interface ExtensionParts {
  /** One with the name of an operation that every language has takes its place; a new name begins with the language. */
  readonly operations?: readonly Operation[];
  readonly resources?: readonly ExtensionResource[];
  /** Names of its resources that can be watched: subscribers are notified when the problems of the file have changed. */
  readonly subscriptions?: readonly string[];
  readonly prompts?: readonly ExtensionPrompt[];
}

export interface Extension {
  /** The protocol's id of the language. */
  readonly language: string;
  /** Further languages that bring it along. */
  readonly alsoFor: readonly string[];
  /** Called once for each start that the language is configured in, and never else. */
  readonly make: () => ExtensionParts;
}

export function defineExtension(
  language: string,
  make: () => ExtensionParts,
  { alsoFor = [] }: { readonly alsoFor?: readonly string[] } = {},
): Extension {
  return { language, alsoFor, make: () => checked(language, make()) };
}

// — below: private, in the order they are used —

function checked(language: string, parts: ExtensionParts): ExtensionParts {
  const { resources = [], subscriptions = [], prompts = [] } = parts;
  const names = resources.map(({ name }) => name);
  const odd = [
    ...names.filter((name) => !name.startsWith(`${language}-`)),
    ...prompts.map(({ name }) => name).filter((name) => !name.startsWith(`${language}_`)),
    ...subscriptions.filter((name) => !names.includes(name)),
  ];
  return odd.length === 0 ? parts : bug(`the extension for ${language} has no right to ${odd.join(", ")}`);
}
