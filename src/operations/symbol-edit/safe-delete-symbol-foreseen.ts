// What a deletion would break although nothing refers to the symbol: what a type demands, what is not compiled here.
//
// Invariant: a deletion that would break something is never made, not even on request.

import { codeOnly } from "../../languages/syntax/code-text.ts";
import { familyOf } from "../../languages/table.ts";
import type { Consequences } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import { proposedFiles } from "../../model/plan.ts";
import type { Standing } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { QueryContext } from "../define.ts";
import { evaluated } from "../edit/drafted.ts";
import type { Mentions } from "../rename/mentions.ts";
import { mentionsOf, mentionsText } from "../rename/mentions.ts";
import { TreeTexts } from "../rename/tree-texts.ts";
import { withheldFor } from "../edit/safe-applying.ts";
import type { EditedSymbol } from "./symbol-edit.ts";
import { leafOf } from "../../languages/names/symbol-name.ts";

/** So long a deletion is looked at before it is made. */
export const foresightMs = 30_000;

export interface Foreseen {
  readonly consequences: Consequences;
  readonly remarks: readonly string[];
  readonly withheld: string | undefined;
  readonly standing: Standing;
}

export async function foreseenBy(
  context: QueryContext,
  symbol: EditedSymbol,
  plan: Plan,
  allowUnknown: boolean,
): Promise<Foreseen> {
  const changes = proposedFiles(plan);
  const { value, standing } = await evaluated(context, symbol.snapshot, changes, { timeout_ms: foresightMs });
  const { consequences } = value;
  const after = new Map(changes.map((change) => [change.file, change.after]));
  const { remarks, inCode } = await mentioned(context, symbol, after);
  // What is known against it says more than that not all is known.
  const unless = consequences.safe === false || allowUnknown ? undefined : inCode;
  const withheld = unless ?? withheldFor(consequences, allowUnknown);
  return { consequences, remarks, withheld, standing };
}

// — below: private, in the order they are used —

interface Mentioned {
  readonly remarks: readonly string[];
  /** Why a mention stands against the deletion. */
  readonly inCode: string | undefined;
}

/** Where the name still stands. What a preprocessor leaves out no server looks at, so in C the text has to tell. */
async function mentioned(
  { patience }: QueryContext,
  { snapshot, file, source, around }: EditedSymbol,
  after: ReadonlyMap<FilePath, string | undefined>,
): Promise<Mentioned> {
  const name = leafOf(around.node.name);
  if (!/^[\p{ID_Start}_$#][\p{ID_Continue}$]*$/u.test(name)) return { remarks: [], inCode: undefined };
  const tree = new TreeTexts(snapshot);
  const mentioned = { word: name, of: file, changed: after };
  const found = await mentionsOf(tree, snapshot, mentioned, patience);
  const remark = mentionsText(
    `Its name remains as text, or as the name of another symbol (${inertLine(name, 100)})`,
    found,
  );
  const remarks = remark === undefined ? [] : [remark];
  if (source.family !== "c" || (found.count === 0 && found.unread === 0)) return { remarks, inCode: undefined };
  const part = (one: FilePath, text: string): string => codeOnly(text, familyOf(one));
  return { remarks, inCode: heldBy(await mentionsOf(tree, snapshot, { ...mentioned, part }, patience)) };
}

function heldBy(found: Mentions): string | undefined {
  const places = mentionsText("Its name appears in code that may not be compiled here", found);
  return places === undefined ? undefined : `${places}. Check it; accept_unknown deletes the symbol anyway.`;
}
