// Text to bytes and back with Node's own encoder, strict about invalid UTF-8.

import { Buffer, isAscii, isUtf8 } from "node:buffer";

/** Fits the codec which the wire asks for, whose name this layer does not know. */
export const nodeCodec = {
  encode(text: string): Uint8Array {
    return Buffer.from(text, "utf8");
  },

  decode(bytes: Uint8Array): string | undefined {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Most messages are plain ASCII, and reading those as Latin-1 spares the decoder.
    if (isAscii(view)) return view.latin1Slice();
    return isUtf8(view) ? view.utf8Slice() : undefined;
  },
};
