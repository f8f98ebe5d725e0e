// How occurrences of a name in Rust are classified.

import type { AccountRules } from "../account-rules.ts";

export const rustAccount: AccountRules = {
  /** From where it is made public. */
  isHandedOn(text, name) {
    const word = name.replaceAll("$", String.raw`\$`);
    return new RegExp(String.raw`\bpub\b(?:(?!\bpub\b)[^;])*?(?<!\w)${word}(?!\w)`).test(text);
  },
};
