// Seals are HMAC-SHA-256, whatever the key and the text.

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSealOf, sealOf } from "./seal.ts";

test.each([
  ["the key of a user", "0123456789abcdef".repeat(4)],
  ["no key", ""],
  ["a short key", "secret"],
  ["a key longer than a block", "k".repeat(65)],
  ["a key with signs beyond ASCII", "schlüssel"],
])("a seal is the HMAC of the text: %s", (_, key) => {
  for (const text of ["", "a line", "naïve 你好 😀", "\u{d800}", "x".repeat(100_000)]) {
    const seal = createHmac("sha256", key).update(text).digest("hex");
    expect(sealOf(key, text)).toBe(seal);
    expect(isSealOf(key, text, seal)).toBe(true);
    expect(isSealOf(key, `${text}.`, seal)).toBe(false);
    expect(isSealOf(`${key}.`, text, seal)).toBe(false);
  }
});
