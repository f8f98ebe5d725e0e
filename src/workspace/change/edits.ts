// What an operation may do with a plan: hand it to the one writer of its root.

import type { Patience } from "../../std/patience.ts";
import type { Consequences } from "../../model/consequences.ts";
import type { Plan } from "../../model/plan.ts";
import type { Receipt, Transaction } from "../../model/receipt.ts";
import type { Answer } from "../../model/standing.ts";
import type { View } from "../view.ts";

export interface Edits {
  /** What carrying it out would come to, evaluated as long and as widely as when it is done. Nothing is written. */
  evaluate(plan: Plan, view: Pick<View, "suppose">, patience: Patience): Promise<Answer<Consequences>>;
  /** Refuses as carrying it out would be refused: for what policy forbids, or what is no longer as it was. */
  mustBeAllowed(plan: Plan): Promise<void>;
  /** All of it or nothing. Refused where policy forbids it or a file is no longer what the plan was made from. */
  commit(plan: Plan, patience: Patience): Promise<Answer<Receipt>>;
  /** The same without checking the consequences: for a change that a server waits for, and so cannot answer about. */
  commitUnseen(plan: Plan, patience: Patience): Promise<Receipt>;
  /**
   * Takes back one transaction, without an id the last that this connection wrote; refused where another process has changed a
   * file since.
   */
  undo(id: string | undefined, patience: Patience): Promise<Answer<Receipt>>;
  /** The latest first. */
  history(): Promise<readonly Transaction[]>;
}
