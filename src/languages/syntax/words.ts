// What the rules for spelling names in many languages share.

/** Words that are given as lists, parted by blanks. */
export function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

export const letters = "letters, digits and _, not beginning with a digit";
