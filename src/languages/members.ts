// Members of types that are related, as far as texts tell: which have to keep one name, and which stand in each other's way.

import type { Location } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import type { FilePlace } from "../model/place.ts";

export interface TypeMember extends FilePlace {
  /** The name of its type. */
  readonly type: string;
  readonly name: string;
}

/** A member that is to get another name. */
export interface MemberRename {
  readonly at: FilePlace;
  readonly name: string;
  readonly newName: string;
}

/** What a rename leaves, by the types that the renamed members are in. */
export interface MembersLeft {
  /** Members of the old name that have to be renamed along, since they override one another. */
  readonly overrides: readonly TypeMember[];
  /** Members of the new name that would be overridden or hidden. */
  readonly taken: readonly TypeMember[];
  /** Members of either name that may be concerned. */
  readonly doubtful: readonly TypeMember[];
}

/** A member with those of related types. */
export interface MemberFamily {
  /** What is left where these places are renamed; each type with a member among them brings its own family. */
  leftBy(places: readonly Location[]): MembersLeft;
  /** The members of the old name that are related to one of those at these places, and these themselves. */
  membersAround(places: readonly Location[]): readonly TypeMember[];
  /** Members of the old name that answer where the own one is gone. */
  readonly instead: readonly TypeMember[];
  readonly words: FamilyWords;
}

/** How sentences about a family go on; the new name is given as it may be shown. */
export interface FamilyWords {
  /** Where the new name means something else: `in its class`. */
  readonly takenIn: string;
  takenWhy(newName: string): string;
  doubt(newName: string): string;
  /** What files are searched for. */
  readonly searchedFor: string;
}

/** Undefined where no member is declared at the place; the text of its file alone is enough to tell that. */
export type FamilyReader = (rename: MemberRename, texts: ReadonlyMap<FilePath, string>) => MemberFamily | undefined;

/** Of languages whose servers tell the uses of the very method only, and not those of what it overrides. */
export interface OverriddenRules {
  /**
   * Where the names of bases stand in code that begins behind the name of a class, which are searched; where this is not
   * said, the server leads to the declaration elsewhere.
   */
  readonly baseNames?: (code: string) => number[];
  /** Whether a method of a name, in a type or block of a name, can override anything. */
  concerns(name: string, parent: string): boolean;
}
