import fc from "fast-check";
import { expect, test } from "vitest";

import type { Codec } from "../../rpc/codec.ts";
import { nodeCodec } from "./node-codec.ts";

const codec: Codec = nodeCodec;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function strictly(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    // Not UTF-8.
    return undefined;
  }
}

test("it reads and refuses exactly what the standard's strict decoder does, short and long", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom(0, 20_000), (pieces, padding) => {
      const bytes = Buffer.concat([Buffer.from("\uFEFF".slice(padding % 2)), Buffer.alloc(padding, "x"), ...pieces]);
      expect(codec.decode(bytes)).toBe(strictly(bytes));
    }),
  );
});

test.each([
  ["a byte that is none", [0xff]],
  ["half a character", [0xc3]],
  ["an overlong slash", [0xc0, 0xaf]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["beyond the last character", [0xf4, 0x90, 0x80, 0x80]],
])("%s is refused wherever it stands", (_, bad) => {
  for (const padding of [0, 1_000, 40_000]) {
    const bytes = Buffer.concat([Buffer.alloc(padding, "x"), Buffer.from(bad), Buffer.alloc(padding, "y")]);
    expect(codec.decode(bytes)).toBeUndefined();
  }
});

test("well-formed text comes back as it went, also from the middle of a buffer", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(1, 3_000), (text, times) => {
      const whole = text.repeat(times);
      const framed = Buffer.concat([Buffer.from("<<"), codec.encode(whole), Buffer.from(">>")]);
      expect(codec.decode(framed.subarray(2, -2))).toBe(whole);
    }),
    { numRuns: 60 },
  );
});
