// Operations asked of a real server, on a fixture whose marks the test itself reads.

import { callContext } from "../../support/kits/perform.ts";
import type { Operation, Performed } from "../../../src/operations/define.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Stage } from "../stage.ts";

/** Longer than any server needs on a slow machine; a test that waits for it has failed. */
const patienceMs = 120_000;

/** One caller on one root: what it was told before is remembered. */
export class Acting {
  readonly stage: Stage;
  readonly #roots: Roots;

  /** On a server that cases of one file share. */
  static async open(server: string, fixture: Fixture): Promise<Acting> {
    return new Acting(await Stage.shared({ server, fixture: unmarked(fixture), changes: [], killedAt: "references" }));
  }

  private constructor(stage: Stage) {
    this.stage = stage;
    this.#roots = new Roots(stage.workspace);
  }

  async perform(operation: Operation, input: object): Promise<Performed<unknown>> {
    const deadline = deadlineIn(this.stage.workspace.host.clock, patienceMs);
    const patience = { deadline, waitMs: patienceMs };
    return await operation.decode(input).run(callContext(this.#roots, patience));
  }

  /** Writes the files of a fixture; its marks are for the test. */
  write(fixture: Fixture): void {
    this.stage.write(unmarked(fixture));
  }

  path(file: string): string {
    return `${this.stage.root}/${file}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stage.close();
  }
}

function unmarked({ files }: Fixture): string {
  return [...files].map(([file, text]) => `-- ${file} --\n${text}`).join("");
}
