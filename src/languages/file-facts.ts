// What a file says about its own reach: what it brings in, and whether others see it without bringing it in.
//
// Invariant: in doubt a file brings in anything, and is seen by all.

export interface Facts {
  /** As they are written, or nearly so. */
  readonly modules: readonly string[];
  /** Modules that it declares or makes larger: it knows them only if they are there. */
  readonly declares: readonly string[];
  /** It brings in something that its text does not name. */
  readonly isUnclear: boolean;
  /** Files that do not bring it in see what it declares, and so what it takes from others. */
  readonly isSeenByAll: boolean;
  /** What it defines for the linker. */
  readonly defines: readonly string[];
}

/** Of an unreadable file: it may import anything, and be imported by all. */
export const unknownFacts: Facts = { modules: [], declares: [], isUnclear: true, isSeenByAll: true, defines: [] };

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
    declares: [...new Set(all.flatMap(({ declares }) => declares))],
    isUnclear: all.some(({ isUnclear }) => isUnclear),
    isSeenByAll: all.some((one) => one.isSeenByAll),
    defines: [...new Set(all.flatMap(({ defines }) => defines))],
  };
}
