// Byte streams between processes of one user on one machine: Unix sockets, named pipes on Windows.

/** One end of a stream. Listeners are set once, before the first turn of the loop. */
export interface LocalStream {
  /** False when the other side does not read: nothing more until `onDrain` has fired. */
  write(bytes: Uint8Array): boolean;
  onDrain(listener: () => void): void;
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Called once, however the stream ended. */
  onEnd(listener: () => void): void;
  /** Bytes that the system has not taken yet. */
  readonly queuedBytes: number;
  /** Ends it after what was written has left. */
  end(): void;
  destroy(): void;
}

export interface LocalListener {
  /** Accepts no stream any more; streams that are open stay open. The socket's file is gone. */
  close(): Promise<void>;
}

export interface LocalSockets {
  /** Rejects with the system's error where nothing listens. */
  connect(address: string): Promise<LocalStream>;
  /** The socket is open to no other user. */
  listen(address: string, accept: (stream: LocalStream) => void): Promise<LocalListener>;
}
