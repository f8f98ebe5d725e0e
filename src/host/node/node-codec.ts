// Text to bytes and back with Node's own encoder, strict about invalid UTF-8.

import { Buffer, isAscii, isUtf8, transcode } from "node:buffer";

/**
 * Between these sizes text that is not plain ASCII is converted faster in two steps than by Node's decoder, up to seven
 * times for Cyrillic. Longer results would live outside the heap, and collecting them costs more than was won.
 */
const twoSteps = { from: 16 * 1024, to: 512 * 1024 };

/** Fits the codec which the wire asks for, whose name this layer does not know. */
export const nodeCodec = {
  encode(text: string): Uint8Array {
    return Buffer.from(text, "utf8");
  },

  /** Undefined when the bytes are not valid UTF-8. */
  decode(bytes: Uint8Array): string | undefined {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!isUtf8(view)) return undefined;
    const inTwoSteps = view.length >= twoSteps.from && view.length <= twoSteps.to && !isAscii(view);
    return inTwoSteps ? transcode(view, "utf8", "utf16le").toString("utf16le") : view.toString("utf8");
  },
};
