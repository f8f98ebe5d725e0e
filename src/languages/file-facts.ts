// What a file says about its own reach: what it brings in, and whether others see it without bringing it in.
//
// Invariant: in doubt a file brings in anything, and is seen by all.

export interface Facts {
  /** What it may bring in, as it is written or nearly so; one too many does no harm. */
  readonly modules: readonly string[];
  /** What it plainly brings in, where a rule of coverage asks for it. */
  readonly imports: readonly WrittenImport[];
  /** Modules that it declares or makes larger: it knows them only if they are there. */
  readonly declares: readonly string[];
  /** It brings in something that its text does not name. */
  readonly isUnclear: boolean;
  /** Files that do not bring it in see what it declares, and so what it takes from others. */
  readonly isSeenByAll: boolean;
  /** What it defines for the linker. */
  readonly defines: readonly string[];
}

export interface WrittenImport {
  readonly module: string;
  /** What is taken out of it; undefined where the module itself is. */
  readonly names?: readonly string[];
  /** False where the program goes on without it, it is for another version or platform, or a comment may name it. */
  readonly isNeeded: boolean;
  /** By a call of `require`. */
  readonly isRequired?: true;
}

/** Of an unreadable file: it may import anything, and be imported by all. */
export const unknownFacts: Facts = {
  ...{ modules: [], imports: [], declares: [], defines: [] },
  ...{ isUnclear: true, isSeenByAll: true },
};

/** What is known of the reach of files of a language whose imports can be followed. */
export interface FactRules {
  /** Files that are only ever taken in by others. */
  readonly fragments?: RegExp;
  readonly factsOf: (file: string, text: string) => Facts;
  /** Whether a file that changes may decide what others see, beside what it declares: it is a part of their program. */
  readonly isPartOfAll?: (file: string, text: string) => boolean;
}

/** What holds of a file in each of two states. */
export function joinedFacts(all: readonly Facts[]): Facts {
  return {
    modules: [...new Set(all.flatMap(({ modules }) => modules))],
    imports: all.flatMap(({ imports }) => imports),
    declares: [...new Set(all.flatMap(({ declares }) => declares))],
    isUnclear: all.some(({ isUnclear }) => isUnclear),
    isSeenByAll: all.some((one) => one.isSeenByAll),
    defines: [...new Set(all.flatMap(({ defines }) => defines))],
  };
}
