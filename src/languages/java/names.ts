// Names of Java and its like: which are called without being written, and what starts a function beside its caller.

import type { NameRules } from "../names/rules.ts";
import { bracedClosure, callback } from "../names/start-rules.ts";

export const javaNames: NameRules = {
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
