// Names of Java and its like: which are called without being written, and what starts a function beside its caller.

import { javaIdentifiers } from "./identifiers.ts";
import type { NameRules } from "../names/rules.ts";
import { bracedClosure, callback } from "../names/start-rules.ts";

export const javaNames: NameRules = {
  identifiers: javaIdentifiers,
  tests: {
    named: /(?:Tests?|TestCase|IT|ITCase|Spec)\.\w+$|(?:^|\/)Tests?(?=[A-Z])\w*\.\w+$/,
    // Source sets of Maven and Gradle.
    within: /(?:^|\/)src\/(?:test|[a-z]\w*Test|testFixtures)\//,
  },
  isCodeInString: (text, offset) => /\$$|\$\{[^}\n]*$/.test(text.slice(Math.max(0, offset - 200), offset)),
  implicitCallers: [
    [/^main$/, "the language"],
    [
      /^(?:toString|equals|hashCode|compareTo|close|iterator|finalize|readObject|writeObject)$/,
      "the language or its library",
    ],
  ],
  starts: {
    calls: [
      callback(/\bnew\s+Thread$/),
      callback(/\.(?:submit|execute|schedule\w*|invokeAll|invokeAny|startVirtualThread)$/),
      callback(/\.\w+Async$/),
    ],
    closure: bracedClosure,
    expression: /->/,
  },
};
