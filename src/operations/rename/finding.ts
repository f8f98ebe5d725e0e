// What a rule says of a rename, and the one shape that all rules have.

import type { FilePlace } from "../../model/place.ts";
import type { Patience } from "../../std/patience.ts";
import type { PossibleUse, Location } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { refuse } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import type { FamilyWords, MembersLeft, TypeMember } from "../../languages/members.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";
import type { Meant } from "./symbol-place.ts";
import type { TreeTexts } from "./tree-texts.ts";

export type Finding =
  /** The rename is never made. */
  | { readonly kind: "refuse"; readonly details: RefusalDetails }
  /** The rename may be incomplete: it has to be reviewed first. */
  | { readonly kind: "doubt"; readonly reason: Reason }
  /** It is made, and this is said beside it. */
  | { readonly kind: "remark"; readonly text: string };

/** A rename as it would be written. */
export interface Rename {
  readonly snapshot: Snapshot;
  readonly name: string;
  readonly newName: string;
  /** Its declaration, or where it was pointed at. */
  readonly at: FilePlace;
  readonly meant: Meant;
  /** Members that override one another, renamed with the one that was pointed at. */
  readonly along: readonly TypeMember[];
  readonly relatives: RelatedMembers | undefined;
  readonly places: readonly Location[];
  readonly steps: readonly ProposedStep[];
  /** Places that may have to change with it. */
  readonly possible: readonly PossibleUse[];
  readonly globs: readonly string[];
  /** Files that keep the old name because the caller wants it so. */
  readonly leftAlone: readonly FilePath[];
}

/** What is known of related members once all that could be renamed along are. */
export interface RelatedMembers {
  readonly left: MembersLeft;
  /** Why some of those that have to be renamed too are not. */
  readonly why: string | undefined;
  /** How many files were not searched. */
  readonly unread: number;
  readonly words: FamilyWords;
}

/** What rules may ask. */
export interface RenameFacts {
  readonly view: Pick<View, "suppose">;
  readonly tree: TreeTexts;
  readonly patience: Patience;
}

export interface NewName {
  /** The id of the language that the symbol is in. */
  readonly language: string | undefined;
  readonly name: string;
  readonly newName: string;
}

type Rule<Subject, Facts> = (subject: Subject, facts: Facts) => readonly Finding[] | Promise<readonly Finding[]>;

export type RenameRule = Rule<Rename, RenameFacts>;
export type NameRule = Rule<NewName, undefined>;

export interface Findings {
  readonly doubts: readonly Reason[];
  readonly remarks: readonly string[];
}

/** Asks the rules in their order; the first that is against the rename ends it. */
export async function judgeRename<Subject, Facts>(
  rules: readonly Rule<Subject, Facts>[],
  subject: Subject,
  facts: Facts,
): Promise<Findings> {
  const doubts: Reason[] = [];
  const remarks: string[] = [];
  for (const rule of rules) {
    for (const finding of await rule(subject, facts)) {
      switch (finding.kind) {
        case "refuse":
          return refuse(finding.details);
        case "doubt":
          doubts.push(finding.reason);
          break;
        case "remark":
          remarks.push(finding.text);
      }
    }
  }
  return { doubts, remarks };
}

export function remark(text: string): Finding {
  return { kind: "remark", text };
}

export function doubt(code: Reason["code"], detail: string): Finding {
  return { kind: "doubt", reason: { code, detail } };
}

/** The files that declare what is renamed. */
export function declaringFiles({ at, meant, along }: Rename): readonly FilePath[] {
  return [at, ...(meant.isAlias ? [] : meant.declarations), ...along].map(({ file }) => file);
}
