// Connections over TCP to servers that others run, as an interface.

import type { Address } from "../model/address.ts";

export interface Socket {
  /** False when the buffer is full. Writing to a connection that is over is silently nothing: its end tells. */
  write(bytes: Uint8Array): boolean;
  onDrain(listener: () => void): void;
  onInput(listener: (bytes: Uint8Array) => void): void;
  /** Nothing more comes from the other side, whether it said so or the connection broke. */
  onInputEnd(listener: () => void): void;
  /** Says that nothing more comes from here; what was written before still arrives. */
  end(): void;
  /** Ends it at once. */
  destroy(): void;
  /** Settles when it is over. */
  readonly closed: Promise<void>;
}

export interface Tcp {
  /** Rejects with a TcpFault when nothing answers there within the limit. */
  connect(address: Address, limitMs: number): Promise<Socket>;
  /** Ends all that is still there, without waiting for any of them. */
  destroyAll(): void;
}

export class TcpFault extends Error {
  override readonly name = "TcpFault";
  /** The system's error name, e.g. ECONNREFUSED, ETIMEDOUT, ENOTFOUND. */
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`no connection (${code})`, { cause });
    this.code = code;
  }
}
