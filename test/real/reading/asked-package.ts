// The product on a copy of a real package, asked for references.

import { join } from "node:path";
import type { Engine } from "../../../src/engine/engine.ts";
import { openEngine } from "../../../src/engine/open.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import type { Standing } from "../../../src/model/standing.ts";
import { catalogOf } from "../installed.ts";

const patienceMs = 120_000;

/** Relative to the root, `/` between the parts; counted from 1. */
export interface FoundPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export class AskedPackage {
  readonly root: string;
  readonly #engine: Engine;

  static async open(root: string, server: string): Promise<AskedPackage> {
    const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(root, "..", "state") });
    const catalog = catalogOf(server);
    // On a busy machine the places of a name take longer than an agent would wait.
    const settings = { account: { ms: patienceMs } };
    const options = { directory: root, exact: true, trusted: true, catalog, host, settings };
    return new AskedPackage(root, await openEngine(options));
  }

  private constructor(root: string, engine: Engine) {
    this.root = root;
    this.#engine = engine;
  }

  /** The declaration is one of them. */
  async references(
    at: FoundPlace,
    waitMs = patienceMs,
  ): Promise<{ readonly places: readonly FoundPlace[]; readonly standing: Standing }> {
    const outcome = await this.#engine.invoke({
      operation: "find_references",
      input: { file_path: at.file, line: at.line, column: at.column, include_declaration: true },
      caller: { door: "library", allowed: ["read"] },
      format: "json",
      timeoutMs: patienceMs,
      waitMs,
      maxCharacters: Number.MAX_SAFE_INTEGER,
    });
    if (!outcome.ok) throw new Error(`${JSON.stringify(at)}: ${outcome.refusal.what}`);
    if (outcome.body.format !== "json" || outcome.body.leftOut !== undefined) throw new Error("the answer is cut");
    const found = outcome.body.json as readonly FoundPlace[];
    const below = `${this.root}/`;
    const places = found
      .filter(({ file }) => file.startsWith(below))
      .map(({ file, line, column }) => ({ file: file.slice(below.length), line, column }));
    return { places, standing: outcome.standing };
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
