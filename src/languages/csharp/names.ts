// Names of C#: which are called without being written, and what starts a function beside its caller.

import { csharpIdentifiers } from "./identifiers.ts";
import type { NameRules } from "../names/rules.ts";
import { bracedClosure, callback, task } from "../names/start-rules.ts";

export const csharpNames: NameRules = {
  identifiers: csharpIdentifiers,
  tests: { named: /Tests?\.\w+$/, within: /(?:^|[/.])[Tt]ests?\// },
  isCodeInString: (text, offset) => /\$@?"[^"\n]*\{[^}\n]*$/.test(text.slice(Math.max(0, offset - 200), offset)),
  implicitCallers: [
    [/^(?:Main|ToString|Equals|GetHashCode|Dispose|GetEnumerator|CompareTo|Finalize)$/, "the language or its library"],
  ],
  starts: {
    calls: [
      callback(/\bTask\.(?:Run|Factory\.StartNew)$/),
      callback(/\bnew\s+Thread$/),
      callback(/\bThreadPool\.QueueUserWorkItem$/),
      callback(/\bParallel\.(?:For|ForEach|Invoke|ForEachAsync)$/),
      task(/\bTask\.(?:WhenAll|WhenAny)$/),
    ],
    closure: bracedClosure,
    expression: /=>/,
  },
};
