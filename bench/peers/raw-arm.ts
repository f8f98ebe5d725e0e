// The server itself, behind a client that only sends and receives: the limit of what a product over it can do.

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { clientCapabilities } from "../../src/protocol/client-capabilities.ts";
import type { RawCommand } from "../shared/raw-client.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Process } from "./processes.ts";
import { kill, treeOf } from "./processes.ts";
import type { AskedSymbol, Fact, Kind, Reply } from "./question.ts";
import { factOf } from "./question.ts";

interface WireLocation {
  readonly uri?: string;
  readonly targetUri?: string;
  readonly range?: { readonly start: { readonly line: number; readonly character: number } };
  readonly targetSelectionRange?: { readonly start: { readonly line: number; readonly character: number } };
}

export class RawArm {
  readonly root: string;
  readonly #languageId: string;
  readonly #client: RawClient;
  readonly #opened = new Set<string>();
  #announce: () => void = () => {};
  /** Settles when the server says that all is loaded; some never say so. */
  readonly ready: Promise<void>;

  constructor(command: RawCommand, root: string, languageId: string) {
    this.root = root;
    this.#languageId = languageId;
    this.#client = new RawClient(command, root);
    this.ready = new Promise((resolve) => {
      this.#announce = resolve;
    });
    this.#client.onNotified = (method, params) => isReady(method, params) && this.#announce();
  }

  initialize(): Promise<void> {
    return this.#client.initialize(this.root, clientCapabilities(undefined));
  }

  async ask(kind: Kind, symbol: AskedSymbol, limitMs: number): Promise<Reply> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    try {
      const result = await limited(this.#send(kind, symbol), limitMs);
      return { ms: took(), outcome: "answer", text: JSON.stringify(result) ?? "null" };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { ms: took(), outcome: text === late ? "hang" : "error", text };
    }
  }

  factsIn(text: string): Set<Fact> {
    const parsed: unknown = JSON.parse(text);
    const all = (Array.isArray(parsed) ? parsed : [parsed]) as readonly (WireLocation | null)[];
    return new Set(all.flatMap((one) => this.#factOf(one)));
  }

  request(method: string, params: object): Promise<unknown> {
    return this.#client.request(method, params);
  }

  open(file: string): string {
    const uri = pathToFileURL(join(this.root, file)).href;
    if (!this.#opened.has(file)) {
      this.#opened.add(file);
      this.#client.open(uri, this.#languageId, readFileSync(join(this.root, file), "utf8"));
    }
    return uri;
  }

  processes(): Process[] {
    return treeOf(this.#client.pid);
  }

  async end(): Promise<void> {
    const all = this.processes();
    await limited(this.#client.stop(), 2_000).catch(() => {
      // It is killed below, whatever kept it.
    });
    kill(all);
  }

  // — below: private, in the order they are used —

  #send(kind: Kind, { name, declared, use }: AskedSymbol): Promise<unknown> {
    const at = kind === "definition" || kind === "hover" ? use : declared;
    const uri = this.open(at.file);
    const textDocument = { uri };
    const position = { line: at.line - 1, character: at.column - 1 };
    switch (kind) {
      case "references":
        return this.request("textDocument/references", {
          textDocument,
          position,
          context: { includeDeclaration: false },
        });
      case "definition":
      case "hover":
        return this.request(`textDocument/${kind}`, { textDocument, position });
      case "symbols":
        return this.request("textDocument/documentSymbol", { textDocument });
      case "search":
        return this.request("workspace/symbol", { query: name });
      case "diagnostics":
        return this.request("textDocument/diagnostic", { textDocument });
    }
  }

  #factOf(one: WireLocation | null): Fact[] {
    const uri = one?.uri ?? one?.targetUri;
    const start = (one?.targetSelectionRange ?? one?.range)?.start;
    if (uri === undefined || start === undefined || !uri.startsWith("file:")) return [];
    return [factOf({ file: relative(this.root, fileURLToPath(uri)), line: start.line + 1 })];
  }
}

const late = "no answer within the limit";

export async function limited<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The end of announced work, or a line in the log. */
function isReady(method: string, params: unknown): boolean {
  const { token, value, message } = (params ?? {}) as {
    readonly token?: unknown;
    readonly value?: { readonly kind?: string; readonly message?: string };
    readonly message?: string;
  };
  if (method === "window/logMessage") return /source files?\b/.test(message ?? "");
  if (method !== "$/progress" || value?.kind !== "end") return false;
  return token === "backgroundIndexProgress" || value.message === "Finished loading packages.";
}
