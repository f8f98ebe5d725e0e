// What is known of the names of a language.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { Family } from "../family.ts";

export interface NameRules {
  /** How a name is spelt, by the id that the protocol gives a language. */
  readonly identifiers?: Readonly<Record<string, IdentifierRule>>;
  /** Which files hold tests. */
  readonly tests?: TestFileRules;
  /** A dollar sign is part of a name. */
  readonly hasDollarInNames?: true;
  /** Letters before quotes that say how a string is meant, and are no name. */
  readonly stringPrefix?: RegExp;
  /** Whether a place in a string is an expression, or names a member, so that it stands as code. */
  readonly isCodeInString?: (text: string, offset: number) => boolean;
  /** Whether a place in a string may be an annotation, whose names a type checker resolves. */
  readonly isAnnotation?: (text: string, offset: number) => boolean;
  /** Whether a place in a comment binds a name of another package. */
  readonly isLinkedIn?: (text: string, offset: number) => boolean;
  /** Whether a word is one of the language where it stands, and no name. Takes the text without comments and strings. */
  readonly isKeyword?: (place: WrittenName) => boolean;
  /** How far the name of a declaration reaches; the whole root where it is not known. */
  readonly scopeOf?: (declared: DeclaredName, role: NameRole) => Scope;
  /** A parameter that is no member too. */
  readonly isParameter?: (declared: DeclaredName) => boolean;
  /** Whether a name is declared where it may be a member of anything, or a name of a module. */
  readonly mayBeAnyMember?: (declared: DeclaredName) => boolean;
  /** A field of a class whose constructor is made from its fields. */
  readonly isConstructorField?: (declared: DeclaredName) => boolean;
  /** Whether code hands a name on as its default export, which every importer names as it likes. */
  readonly isDefaultExport?: (code: string, name: string) => boolean;
  /** Names that something calls without writing them. */
  readonly implicitCallers?: readonly ImplicitCaller[];
  /** Why a place that a server could not resolve may be a use all the same; undefined where it cannot be one. */
  readonly possibleUse?: (place: UnresolvedPlace, role: NameRole) => string | undefined;
  /** Whether a name stands by itself in a module none of whose imports names it. */
  readonly isUnimported?: (place: UnresolvedPlace) => boolean;
  /** Whether a place stands in a pattern that takes a value apart. */
  readonly isTakenApart?: (place: UnresolvedPlace) => boolean;
  /** Where the name of what a key of a literal, or an attribute, is given to begins. */
  readonly takerOf?: (place: UnresolvedPlace) => number | undefined;
  /** Whether a place names a module in an import. */
  readonly isModuleName?: (place: UnresolvedPlace) => boolean;
  /** Whether a place is reached through the instance or the class around it. */
  readonly isOwnMember?: (place: UnresolvedPlace) => boolean;
  /** Whether a preprocessor may leave a place out. */
  readonly mayBeLeftOut?: (place: UnresolvedPlace) => boolean;
  /** An expression that loads a module and takes a name out of it at once, up to the dot before the name. */
  readonly loadedHere?: RegExp;
  /** How a function is started so that it runs beside its caller. */
  readonly starts?: Starts;
}

export interface IdentifierRule {
  readonly spelling: RegExp;
  /** Words that the language keeps for itself. */
  readonly reserved: ReadonlySet<string>;
  /** How it is spelt, in words: "a name consists of …". */
  readonly form: string;
  /** What a name begins with or does not, and keeps when it is changed. */
  readonly marks?: readonly string[];
}

/** By paths below the root. */
export interface TestFileRules {
  /** File names that the language's test runners match by default. */
  readonly named: RegExp;
  /** Directories whose files belong to tests, unless they are only read by them. */
  readonly within?: RegExp;
}

export type ImplicitCaller = readonly [name: RegExp, caller: string];

/** A declaration as an outline and the text around it show it. */
export interface DeclaredName {
  readonly file: string;
  readonly family: Family;
  readonly name: string;
  /** Undefined where no outline lists it: a parameter, a key of a literal, a name that an import gives. */
  readonly kind: SymbolKind | undefined;
  /** What it stands in. */
  readonly container: SymbolKind | undefined;
  /** The text without comments and strings. */
  readonly code: string;
  readonly offset: number;
}

export type Scope = "file" | "directory" | "root";

/**
 * A member is reached through a value, and a field is also given to the constructor by its name; a plain name is written
 * by itself, or behind a module.
 */
export type NameRole = "member" | "field" | "plain" | "unknown";

export interface WrittenName {
  readonly file: string;
  readonly code: string;
  readonly offset: number;
  readonly name: string;
}

export interface UnresolvedPlace {
  readonly file: string;
  readonly family: Family;
  readonly text: string;
  /** The text without comments and strings. */
  readonly code: string;
  readonly offset: number;
  readonly name: string;
}

/**
 * A `callback` is given a function: one that is called in its arguments runs before it, and is not started by it.
 * A `task` is given what a call gives back, such as a promise, and so also starts what is called in its arguments.
 */
export interface StartRule {
  readonly takes: "callback" | "task";
  /** What stands right before the bracket. */
  readonly callee: RegExp;
  /** What it is called in an answer; what was matched, where it is not said. */
  readonly name?: string;
}

export interface Starts {
  readonly calls: readonly StartRule[];
  /** A word before the call itself, as in `go f()`. */
  readonly before?: { readonly word: RegExp; readonly name: string };
  /** Whether the text up to an opening brace begins a function without a name. */
  readonly closure: RegExp;
  /** A function without a name that has no braces, between a bracket and the use. */
  readonly expression?: RegExp;
}
