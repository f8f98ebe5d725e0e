// The same server twice on the same root: once behind the product, once behind a client that only sends and receives.
//
// Invariant: what the bare client is told is read by code of its own, so that no mistake can be made on both sides.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RawClient } from "../../../bench/shared/raw-client.ts";
import { settingsFor } from "../../../src/config/profiles.ts";
import type { Engine, Outcome } from "../../../src/engine/engine.ts";
import { LocalEngine } from "../../../src/engine/local-engine.ts";
import type { Host } from "../../../src/host/host.ts";
import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import type { BridgeEvent } from "../../../src/model/event.ts";
import { filePath } from "../../../src/model/file-path.ts";
import { clientCapabilities } from "../../../src/protocol/client-capabilities.ts";
import { Emitter } from "../../../src/std/emitter.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Workspace } from "../../../src/workspace/workspace.ts";
import { catalogOf } from "../installed.ts";
import type { Checkout, RealPackage } from "../real-package.ts";
import { checkOut } from "../real-package.ts";

const patienceMs = 120_000;

export class SideBySide {
  readonly real: RealPackage;
  readonly checkout: Checkout;
  readonly workspace: Workspace;
  readonly engine: Engine;
  #raw: RawClient | undefined;
  readonly #opened = new Set<string>();

  static async open(real: RealPackage): Promise<SideBySide> {
    const checkout = checkOut(real);
    const env = { ...process.env, SIGHTLINE_STATE_DIR: join(checkout.root, "..", "state") };
    const sides = new SideBySide(real, checkout, await openNodeHost(env));
    try {
      await sides.#start();
    } catch (error) {
      await sides.close();
      throw error;
    }
    return sides;
  }

  private constructor(real: RealPackage, checkout: Checkout, host: Host) {
    this.real = real;
    this.checkout = checkout;
    const events = new Emitter<BridgeEvent>(() => {});
    this.workspace = new Workspace({
      host,
      codec: nodeCodec,
      root: filePath(checkout.root),
      catalog: catalogOf(real.server),
      settings: settingsFor("standard"),
      trusted: true,
      emit: (event) => events.emit(event),
    });
    this.engine = new LocalEngine(
      new Roots(this.workspace),
      host.clock,
      events,
      async () => {},
      () => host.hold(),
    );
  }

  /** What the product answers, as data. */
  invoke(operation: string, input: object, waitMs = patienceMs): Promise<Outcome> {
    return this.engine.invoke({
      operation,
      input,
      caller: { door: "library", allowed: ["read"] },
      format: "json",
      timeoutMs: patienceMs,
      waitMs,
      maxCharacters: Number.MAX_SAFE_INTEGER,
    });
  }

  /** What the server itself answers about a file of the package. */
  raw(method: string, file: string, params: object = {}): Promise<unknown> {
    if (this.#raw === undefined) throw new Error("the bare client is not up");
    const uri = pathToFileURL(join(this.checkout.root, file)).href;
    if (!this.#opened.has(file)) {
      this.#opened.add(file);
      this.#raw.open(uri, this.real.languageId, this.text(file));
    }
    // What is asked about an item of the server's own names no document.
    return this.#raw.request(method, "item" in params ? params : { textDocument: { uri }, ...params });
  }

  /** Whether the server declares that it can answer. */
  declares(provider: string): boolean {
    const declared = this.#raw?.capabilities[provider];
    return declared !== undefined && declared !== false;
  }

  text(file: string): string {
    return readFileSync(join(this.checkout.root, file), "utf8");
  }

  async close(): Promise<void> {
    await this.#raw?.stop();
    await this.workspace.close();
    this.checkout.remove();
  }

  // — below: private, in the order they are used —

  /** The product first: its launch plan is what the bare client is started with. Then both load at the same time. */
  async #start(): Promise<void> {
    const [first] = this.checkout.sources;
    if (first === undefined) throw new Error("the package has no sources");
    // Of a header, clangd keeps what the file says that it happened to compile first, so both must read one index.
    const waitMs = this.real.server === "clangd" ? patienceMs : 0;
    await this.invoke("list_symbols", { file_path: first }, waitMs);
    const plan = this.workspace.sessions[0]?.running?.plan;
    if (plan === undefined || plan.address !== undefined) throw new Error("no server is up");
    const { command, args, env } = plan;
    this.#raw = new RawClient({ command, args, env }, this.checkout.root);
    const ready = new Promise<void>((resolve) => {
      if (this.#raw !== undefined) this.#raw.onNotified = (method, params) => isReady(method, params) && resolve();
    });
    await this.#raw.initialize(this.checkout.root, clientCapabilities(plan.experimental), plan.initializationOptions);
    await this.raw("textDocument/documentSymbol", first);
    // This server alone says nothing, and holds every question until it can answer.
    if (this.real.server !== "typescript-native") await ready;
  }
}

/** What the five servers say when all is loaded: the end of announced work, a status, or a line in the log. */
function isReady(method: string, params: unknown): boolean {
  const { token, value, quiescent, message } = (params ?? {}) as {
    readonly token?: unknown;
    readonly value?: { readonly kind?: string; readonly title?: string; readonly message?: string };
    readonly quiescent?: boolean;
    readonly message?: string;
  };
  if (method === "experimental/serverStatus") return quiescent === true;
  if (method === "window/logMessage") return /source files?\b/.test(message ?? "");
  if (method !== "$/progress" || value?.kind !== "end") return false;
  return token === "backgroundIndexProgress" || value.message === "Finished loading packages.";
}
