// A requirement: a promise that a test can claim by its id, in our own words.

/** The set of settings under which a checklist is tested; `all` for invariants that no profile may switch off. */
export type Profile = "standard" | "synwire" | "governed" | "nexo" | "bridge" | "all";

export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly profile: Profile;
}

/** Hold in every profile, whatever its settings say. */
const shared = new Set([
  ...["SYC-53", "SYC-54", "SYC-55", "SYC-57", "SYN-19", "SYN-30", "SYN-49", "SYN-54", "NEX-29"],
  ...["BRG-03", "BRG-04", "BRG-05", "BRG-06", "BRG-07", "BRG-08", "BRG-09", "BRG-22", "BRG-28", "BRG-32"],
  ...["BRG-53", "BRG-54", "BRG-55"],
]);

export function checklist(profile: Profile, texts: Readonly<Record<string, string>>): readonly Requirement[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text, profile: shared.has(id) ? "all" : profile }));
}

/** `ids("SYN", 1, 3)` is SYN-01, SYN-02, SYN-03; the width follows the checklist. */
export function ids(group: string, from: number, to: number = from): string[] {
  const width = group === "AGL" ? 3 : 2;
  return Array.from({ length: to - from + 1 }, (_, step) => `${group}-${String(from + step).padStart(width, "0")}`);
}
