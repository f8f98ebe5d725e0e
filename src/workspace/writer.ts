// The only writer of the files of a root: a plan is carried out as a whole or not at all.

import type { ChangedFile, Transaction } from "../model/receipt.ts";
import type { TextChange } from "../model/consequences.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Plan } from "../model/plan.ts";
import type { Host } from "../host/host.ts";
import type { Settings } from "../config/settings.ts";
import { refuse } from "../model/refusal.ts";

export interface WriterOptions {
  readonly host: Host;
  readonly root: FilePath;
  readonly settings: Settings;
}

/** Who has something written, for the history. */
export interface Written {
  readonly id: string;
  readonly files: readonly ChangedFile[];
  readonly notes: readonly string[];
}

/** A plan that was validated as a whole against what lies on disk. */
export interface Prepared {
  readonly plan: Plan;
  /** Every path that would be written, created or removed. */
  readonly targets: readonly FilePath[];
  readonly changes: readonly TextChange[];
}

export interface Signed {
  readonly operation: string;
  readonly caller: string;
}

export class Writer {
  readonly root: FilePath;

  constructor({ root }: WriterOptions) {
    this.root = root;
  }

  async prepare(_plan: Plan): Promise<Prepared> {
    return notYet();
  }

  async commit(_prepared: Prepared, _signed: Signed): Promise<Written> {
    return notYet();
  }

  /** The plan that takes a transaction back; refused where a file is no longer what it left. */
  async inverse(_id: string | undefined): Promise<Prepared> {
    return notYet();
  }

  async history(): Promise<readonly Transaction[]> {
    return [];
  }
}

function notYet(): never {
  return refuse({ code: "internal", what: "Nothing can be written yet." });
}
