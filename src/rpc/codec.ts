// Text to bytes and back, given by the platform because pure layers have no encoder of their own.

export interface Codec {
  encode(text: string): Uint8Array;
  /** Undefined when the bytes are not valid UTF-8. */
  decode(bytes: Uint8Array): string | undefined;
}
