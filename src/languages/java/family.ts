// The members of Java that override, hide or stand in the way of one another.
//
// Spec: a method overrides one with the same parameters; fields are only hidden, and are a namespace of their own. What is
// private is seen by no other type.

import type { FilePath } from "../../model/file-path.ts";
import type { MemberFamily, MemberRename } from "../members.ts";
import type { MemberLikeness, TypeFamilyRules } from "../type-family.ts";
import { familyByHeaders } from "../type-family.ts";
import type { PlacedJavaType } from "./inheritance.ts";
import { JavaRelations } from "./inheritance.ts";
import type { JavaFile, JavaMember } from "./types.ts";
import { javaTypesIn } from "./types.ts";

export function javaFamily(rename: MemberRename, texts: ReadonlyMap<FilePath, string>): MemberFamily | undefined {
  const wanted = new Set([rename.name, rename.newName]);
  const files = new Map<FilePath, JavaFile>();
  for (const [file, text] of texts) files.set(file, javaTypesIn(file, text, wanted));
  return familyByHeaders(new JavaRelations(files), rename, rules);
}

// — below: private, in the order they are used —

const rules: TypeFamilyRules<PlacedJavaType> = {
  words: {
    takenIn: "in its type, or in one that is above or below it",
    takenWhy: (shown) => `The renamed one would override or hide the other ${shown}, or be hidden by it`,
    doubt: (shown) => `whether they override each other, or calls of ${shown} would mean another, is not certain`,
    searchedFor: "overrides",
  },
  overrides: (renamed, other) =>
    isMethod(renamed) && isMethod(other) && !renamed.isPrivate && !other.isPrivate ? likeness(renamed, other) : "apart",
  hinders: (renamed, other) => {
    if (renamed.kind !== other.kind) return "apart";
    const like = likeness(renamed, other);
    return like === "same" && (renamed.isPrivate || other.isPrivate) ? "doubtful" : like;
  },
};

function isMethod({ kind }: JavaMember): boolean {
  return kind === "method";
}

/** By the number of parameters, and their types as they are written: another text may mean the same type. */
function likeness({ parameters: a }: JavaMember, { parameters: b }: JavaMember): MemberLikeness {
  if (a === undefined || b === undefined) return a === b ? "same" : "apart";
  if ([...a, ...b].some((type) => type.endsWith("..."))) return "doubtful";
  if (a.length !== b.length) return "apart";
  return a.every((type, at) => type === b[at]) ? "same" : "doubtful";
}
