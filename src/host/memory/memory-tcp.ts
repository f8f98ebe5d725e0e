// Connections that are functions: each listener gets the other end of every connection to its address.

import type { Address } from "../../model/address.ts";
import { addressText } from "../../model/address.ts";
import type { Clock } from "../../std/clock.ts";
import type { Socket, Tcp } from "../tcp.ts";
import { TcpFault } from "../tcp.ts";
import { MemoryPipe } from "./memory-pipe.ts";

/** The listener's side of a connection. */
export interface SocketEnd {
  onInput(listener: (bytes: Uint8Array) => void): void;
  onInputEnd(listener: () => void): void;
  write(bytes: Uint8Array): boolean;
  onDrain(listener: () => void): void;
  /** Says that nothing more comes from there. */
  end(): void;
  /** Breaks it, for both sides. */
  destroy(): void;
  isOpen(): boolean;
}

export class MemoryTcp implements Tcp {
  readonly #clock: Clock;
  readonly #listeners = new Map<string, (end: SocketEnd) => void>();
  readonly #silent = new Set<string>();
  readonly #sockets: MemorySocket[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(address: Address, accept: (end: SocketEnd) => void): void {
    this.#listeners.set(addressText(address), accept);
  }

  /** New connections are refused from now on; open ones stay. */
  unlisten(address: Address): void {
    this.#listeners.delete(addressText(address));
  }

  /** An attempt to connect there is neither accepted nor refused. */
  silence(address: Address): void {
    this.#silent.add(addressText(address));
  }

  get open(): number {
    return this.#sockets.filter(({ isOpen }) => isOpen).length;
  }

  async connect(address: Address, limitMs: number): Promise<Socket> {
    const name = addressText(address);
    if (this.#silent.has(name)) {
      await new Promise<void>((resolve) => this.#clock.after(limitMs, resolve));
      throw new TcpFault("ETIMEDOUT");
    }
    const accept = this.#listeners.get(name);
    if (accept === undefined) throw new TcpFault("ECONNREFUSED");
    const socket = new MemorySocket();
    this.#sockets.push(socket);
    accept(socket.far);
    return socket;
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

class MemorySocket implements Socket {
  readonly closed: Promise<void>;
  readonly far: SocketEnd;
  readonly #there = new MemoryPipe();
  readonly #here = new MemoryPipe();
  readonly #ended = new Set<"near" | "far">();
  #isOpen = true;
  #settle: () => void = () => {};

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.far = {
      onInput: (listener) => this.#there.onBytes(listener),
      onInputEnd: (listener) => this.#there.onEnd(listener),
      write: (bytes) => this.#here.write(bytes),
      onDrain: (listener) => this.#here.onDrain(listener),
      end: () => this.#end("far"),
      destroy: () => this.destroy(),
      isOpen: () => this.#isOpen,
    };
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  write(bytes: Uint8Array): boolean {
    return !this.#isOpen || this.#there.write(bytes);
  }

  onDrain(listener: () => void): void {
    this.#there.onDrain(listener);
  }

  onInput(listener: (bytes: Uint8Array) => void): void {
    this.#here.onBytes(listener);
  }

  onInputEnd(listener: () => void): void {
    this.#here.onEnd(listener);
  }

  end(): void {
    this.#end("near");
  }

  destroy(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#there.end();
    this.#here.end();
    this.#settle();
  }

  /** What was written before still arrives; when both sides have ended it is over. */
  #end(side: "near" | "far"): void {
    this.#ended.add(side);
    (side === "near" ? this.#there : this.#here).end();
    if (this.#ended.size === 2) this.destroy();
  }
}
