// What is known of the declarations and statements of a language.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { Source } from "./source.ts";

export interface DeclarationRules {
  /** Indentation delimits blocks, and the end of a line ends a statement. */
  readonly isIndented?: true;
  /** A line that is a comment and may belong to the declaration below it. */
  readonly lineComment?: RegExp;
  readonly hasNoBlockComments?: true;
  /** A string that is the first statement of a block, or stands below a value, documents it. */
  readonly hasDocStrings?: true;
  /** Behind an attribute or a decorator that begins at an offset of code; one that begins with `@` where this is not said. */
  readonly attributeEnd?: (source: Source, at: number) => number | undefined;
  /** Attributes may stand on the line of a declaration, before what servers take for its beginning. */
  readonly hasAttributesOnLine?: true;
  /** Where a declaration begins, from what is taken for it by its modifiers. */
  readonly beginningOf?: (source: Source, start: number) => number;
  /** Whether words stand right before a declaration that may or may not belong to it. */
  readonly hasWordsBefore?: (source: Source, lead: number) => boolean;
  /** Whether variables may stand behind a type that is declared with them. */
  readonly hasWordsBehind?: (kind: SymbolKind, declaration: string) => boolean;
  /** An access label before the members of a class, such as `public:`. */
  readonly accessLabel?: RegExp;
  /** An `if` or the like may have one statement without braces. */
  readonly hasBareBranches?: true;
  /** Round brackets hold declarations of one kind: `var (…)`. */
  readonly hasGroups?: true;
  /** Several names on the left side of a value share the right one. */
  readonly pairsNames?: true;
  /** Commas part the fields of a type. */
  readonly hasFieldItems?: true;
  /** Literals of objects hold members, which commas part. */
  readonly hasLiterals?: true;
  /** Names are declared by taking values apart. */
  readonly takesApart?: true;
  /** Templates and elements hold code on lines of their own. */
  readonly hasTemplates?: true;
  /** A variable may be given its value in braces behind its name. */
  readonly hasBracedValues?: true;
  /** A semicolon behind the last constant of an enumeration ends their list, and is no part of it. */
  readonly endsConstants?: true;
  /** Whether the comment on the line that begins at an offset speaks of the whole file. */
  readonly isOfFile?: (text: string, lineStart: number) => boolean;
  /** What a value begins with that has a body itself. */
  readonly makesBody?: RegExp;
  /** The signs of functions without a name. */
  readonly arrows?: readonly string[];
  /** What may stand before an arrow function that is a whole declaration. */
  readonly beforeArrow?: RegExp;
  /** Braces behind an arrow hold statements. */
  readonly hasArrowBlocks?: true;
  /** The value of a call may have the body of the one function that it is given. */
  readonly hasBodyInCalls?: true;
  /** `=> value` may stand instead of braces. */
  readonly hasShortBodies?: true;
  /** Where the sign of a function that is assigned stands: right behind its name where this is not said. */
  readonly assignedBody?: "anywhere" | "never";
  /** What ends before braces that are no body: a type, or a first value. */
  readonly beforeOtherBraces?: RegExp;
  /** What follows braces that are no body. */
  readonly behindOtherBraces?: RegExp;
  /** What ends before braces that are a type. */
  readonly beforeTypeBraces?: RegExp;
  /** What stands between the name of a type and its braces; any type may have a value where this is not said. */
  readonly betweenTypeAndBraces?: RegExp;
  /** Whether its value ends a declaration, and not braces. */
  readonly isEndedByValue?: (head: string, isValue: boolean) => boolean;
  /** Words that begin a statement, and no expression. */
  readonly statementWords?: readonly string[];
  /** Whether giving a value is a statement in a text. */
  readonly isSettingStatement?: (code: string) => boolean;
  /** What carries an expression on over the end of a line, in a language where such an end may end it. */
  readonly carriedOn?: CarriedOn;
  /** A statement by which a file hands on what other files declare. */
  readonly handsOn?: RegExp;
  /** Names of the files that hand on so; all where this is not said. */
  readonly handsOnIn?: RegExp;
}

export interface CarriedOn {
  readonly behind: RegExp;
  readonly before: RegExp;
}
