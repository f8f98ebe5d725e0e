// Puts our frame reader behind the reader interface of vscode-jsonrpc, for callers that use its connection.

import type { DataCallback, Disposable, Event, Message, MessageReader, PartialMessageInfo } from "vscode-jsonrpc";

import type { Clock } from "../../src/std/clock.ts";
import { Emitter } from "../../src/std/emitter.ts";
import type { Codec } from "../../src/rpc/codec.ts";
import { FrameReader } from "../../src/rpc/frame-reader.ts";
import type { FrameLimits } from "../../src/rpc/limits.ts";

/** The part of a readable stream that is needed. */
export interface ByteSource {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
}

export class VscodeMessageReader implements MessageReader {
  readonly #source: ByteSource;
  readonly #options: { readonly limits: FrameLimits; readonly clock: Clock; readonly codec: Codec };
  readonly #errors: Emitter<Error>;
  readonly #closes: Emitter<void>;
  readonly #partials: Emitter<PartialMessageInfo>;
  readonly onError: Event<Error>;
  readonly onClose: Event<void>;
  readonly onPartialMessage: Event<PartialMessageInfo>;
  #reader: FrameReader | undefined;

  constructor(
    source: ByteSource,
    options: { readonly limits: FrameLimits; readonly clock: Clock; readonly codec: Codec },
    onListenerError: (error: unknown) => void,
  ) {
    this.#source = source;
    this.#options = options;
    this.#errors = new Emitter(onListenerError);
    this.#closes = new Emitter(onListenerError);
    this.#partials = new Emitter(onListenerError);
    this.onError = eventOf(this.#errors);
    this.onClose = eventOf(this.#closes);
    this.onPartialMessage = eventOf(this.#partials);
  }

  listen(callback: DataCallback): Disposable {
    const reader = new FrameReader(this.#options, {
      message: (value) => callback(value as Message),
      unreadable: (fault) => this.#errors.emit(new Error(`an unreadable message (${fault})`)),
      noise: () => {},
      broken: (fault, detail) => {
        if (fault === "stalled") this.#partials.emit({ messageToken: 0, waitingTime: this.#options.limits.partialMs });
        this.#errors.emit(new Error(`${detail} (${fault})`));
        this.#closes.emit();
      },
    });
    this.#reader = reader;
    const onData = (chunk: Uint8Array): void => reader.feed(chunk);
    this.#source.on("data", onData);
    this.#source.on("error", (error) => this.#errors.emit(error));
    this.#source.on("close", () => this.#closes.emit());
    return { dispose: () => this.#source.off("data", onData) };
  }

  dispose(): void {
    this.#reader?.dispose();
    for (const emitter of [this.#errors, this.#closes, this.#partials]) emitter.clear();
  }
}

function eventOf<T>(emitter: Emitter<T>): Event<T> {
  return (listener, thisArgs, disposables) => {
    const disposable = { dispose: emitter.subscribe((value) => void listener.call(thisArgs, value)) };
    disposables?.push(disposable);
    return disposable;
  };
}
