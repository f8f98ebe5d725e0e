// Collects the standings of the answers that one answer is made of.
//
// Invariant: the standing of the whole is the worst of its parts; a reason that concerns only some of the files names them.

import { firstNames } from "../../std/words.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import type { Evidence, Reason, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";

interface Noted {
  readonly reason: Reason;
  readonly files: Set<string>;
}

export class Ledger {
  readonly #noted = new Map<string, Noted>();
  readonly #files = new Set<string>();
  readonly #evidence = new Map<string, Evidence>();

  /** Adds the standing of one part; `shown` is the file it is about. */
  take({ reasons, evidence }: Standing, shown: string): void {
    this.#files.add(shown);
    for (const reason of reasons) this.#note(reason, shown);
    for (const { server, version } of evidence) {
      this.#evidence.set(`${server} ${version}`, { server, ...(version === undefined ? {} : { version }) });
    }
  }

  /** A part that could not be asked. */
  refuse({ code, what }: Pick<RefusalDetails, "code" | "what">, shown: string): void {
    this.#files.add(shown);
    this.#note({ code: code === "timed_out" ? "timed_out" : "target_refused", detail: what }, shown);
  }

  /** Something about the whole. */
  add(reason: Reason): void {
    this.#note(reason, undefined);
  }

  standing(): Standing {
    const reasons = [...this.#noted.values()].map(({ reason, files }): Reason => {
      const { code, detail } = reason;
      // A reason that concerns all files needs no names.
      const isGeneral = files.size === 0 || (files.size === this.#files.size && code !== "target_refused");
      return isGeneral ? reason : { code, detail: `${firstNames([...files], 3)}: ${detail}` };
    });
    return standingOf(reasons, [...this.#evidence.values()]);
  }

  #note(reason: Reason, shown: string | undefined): void {
    const key = `${reason.code} ${reason.detail}`;
    const noted = this.#noted.get(key) ?? { reason, files: new Set<string>() };
    if (shown !== undefined) noted.files.add(shown);
    this.#noted.set(key, noted);
  }
}
