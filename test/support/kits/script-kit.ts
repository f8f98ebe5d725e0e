// Scripts in memory: an engine on the toy server, with a sandbox in this thread, whose calls are heard and recorded.

import { settingsFor } from "../../../src/config/profiles.ts";
import type { Invocation, Outcome } from "../../../src/engine/engine.ts";
import { evidenceOf } from "../../../src/engine/evidence/root-evidence.ts";
import { LocalEngine } from "../../../src/engine/local-engine.ts";
import { groundsOf } from "../../../src/engine/open.ts";
import { openMemorySandbox } from "../../../src/host/memory/memory-sandbox.ts";
import type { BridgeEvent } from "../../../src/model/event.ts";
import type { ChainedRecord } from "../../../src/model/evidence.ts";
import type { Caller } from "../../../src/policy/effects.ts";
import { Emitter } from "../../../src/std/emitter.ts";
import { EvidenceChain } from "../../../src/store/evidence/chain.ts";
import { chainsIn, evidencePlace } from "../../../src/store/evidence/place.ts";
import { recordsOf } from "../../../src/store/evidence/reading.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import type { ToyWorkspace, WorkspaceChoices } from "./workspace-kit.ts";
import { openToyWorkspace } from "./workspace-kit.ts";

const sandbox = await openMemorySandbox();

export interface RanScript {
  readonly outcome: Outcome;
  readonly text: string;
  /** Every call that ended while it ran, itself the last. */
  readonly asked: readonly string[];
}

/** Knows how many questions of scripts were open at the same time. */
class HeardEngine extends LocalEngine {
  mostAtOnce = 0;
  #open = 0;

  override async invoke(invocation: Invocation): Promise<Outcome> {
    if (invocation.within !== true) return super.invoke(invocation);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#open);
    return super.invoke(invocation).finally(() => this.#open--);
  }
}

export class ScriptKit implements AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly engine: HeardEngine;
  readonly #asked: string[] = [];

  constructor(choices: Partial<WorkspaceChoices> = {}) {
    this.kit = openToyWorkspace({ fixture: twoFiles, ...choices });
    const { host, workspace, clock } = this.kit;
    const { root } = workspace;
    const settings = settingsFor("standard", choices.settings);
    const roots = new Roots(workspace);
    const emitter = new Emitter<BridgeEvent>(() => {});
    emitter.subscribe((event) => {
      if (event.type === "operation") this.#asked.push(event.name);
    });
    const chain = new EvidenceChain(host, root, settings.evidence);
    const own = { auditLog: undefined, agent: undefined, grounds: () => groundsOf(roots) };
    const evidence = evidenceOf({ host, root, settings: settings.evidence, chain, ...own });
    const closing = (): void => {};
    const hold = (): (() => void) => () => {};
    const rest = [undefined, undefined, undefined] as const;
    this.engine = new HeardEngine(roots, clock, emitter, closing, hold, [], settings, ...rest, evidence, sandbox);
  }

  async run(code: string, { allowed = ["read", "propose"], ...input }: RunChoices = {}): Promise<RanScript> {
    this.#asked.length = 0;
    const outcome = await this.ask("script", { code, ...input }, allowed);
    const text = outcome.ok && outcome.body.format === "text" ? outcome.body.text : JSON.stringify(outcome);
    return { outcome, text, asked: [...this.#asked] };
  }

  ask(operation: string, input: object, allowed: Caller["allowed"] = ["read", "propose"]): Promise<Outcome> {
    const caller = { door: "library", allowed, id: "test" } as const;
    return this.kit.clock.until(this.engine.invoke({ operation, input, caller }));
  }

  /** What was recorded of calls, requests and changes. */
  async records(): Promise<readonly ChainedRecord[]> {
    const { host, workspace } = this.kit;
    const place = await evidencePlace(host, workspace.root);
    return recordsOf(host.files, place, (await chainsIn(host.files, place)).at(-1) ?? "");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kit.clock.until(this.engine.close());
    await this.kit[Symbol.asyncDispose]();
  }
}

interface RunChoices {
  readonly allowed?: Caller["allowed"];
  readonly max_tokens?: number;
}

const twoFiles = `
-- a.toy --
def apple
use apple
-- b.toy --
use apple
def pear
`;
