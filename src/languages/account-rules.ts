// What the account of a symbol's occurrences has to know of a language.

import type { ClassHeader } from "./python/classes.ts";

export interface AccountRules {
  /** Files are modules: they have default exports, and only imports and exports hand a symbol on. */
  readonly hasModules?: true;
  /** The name of a module tells whether it is one of the root. */
  readonly namesPackages?: true;
  /** A build writes declarations of its files, which servers are led back from by maps. */
  readonly buildsDeclarations?: true;
  /** The mark before a private name, at which servers point. */
  readonly privateMark?: string;
  /** The beginning of a file without an ending that is a program of this language. */
  readonly interpreter?: RegExp;
  /** Manifests that name functions which a command or a plugin calls. */
  readonly entryPointFiles?: ReadonlySet<string>;
  /** Outlines list declarations beside definitions, and nothing tells which belong together. */
  readonly declaresApart?: true;
  /** A server fails to answer about a file that is not built. */
  readonly refusesUnbuilt?: true;
  /** Classes are read off the text, where no server tells what a member overrides. */
  readonly classes?: ClassReader;
  /** The offsets of the names that the type around an offset extends, where a server is asked what these are. */
  readonly basesAround?: (code: string, offset: number) => readonly number[];
  /** The type around an offset, where types are related by their headers alone. */
  readonly typeAround?: (code: string, offset: number) => TypeAround | undefined;
  /** Whether other files may know a name that a text gives; without it they may know each. */
  readonly isHandedOn?: (text: string, name: string) => boolean;
}

/** A class or an interface, by offsets. */
export interface TypeAround {
  /** Where its header begins, which tells the types of a file apart. */
  readonly start: number;
  /** Whether the place is directly in its body. */
  readonly isMember: boolean;
  /** Where its name begins; undefined where it has none. */
  readonly name: number | undefined;
  /** Every word that may name a base of it, or what a base is made of. */
  readonly bases: readonly number[];
}

/** Takes code without comments and strings. */
export interface ClassReader {
  of(code: string): ClassHeader[];
  at(code: string, offset: number, classes?: readonly ClassHeader[]): ClassHeader | undefined;
}
