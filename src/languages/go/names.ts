// Names of Go: how far they reach, which are called without being written, and what an unresolved place may be.

import { goIdentifiers } from "./identifiers.ts";
import type { NameRules } from "../names/rules.ts";
import { bracedClosure, callback } from "../names/start-rules.ts";
import { goConstraint } from "./build-constraints.ts";

export const goNames: NameRules = {
  identifiers: goIdentifiers,
  tests: { named: /^(?!(?:.*\/)?testdata\/).*_test\.go$/ },
  isLinkedIn,
  // A name that does not begin with a capital letter is seen in its own package, and a package is a directory.
  scopeOf: ({ name }) => (/^\p{Lu}/u.test(name) ? "root" : "directory"),
  implicitCallers: [
    [/^(?:main|init)$/, "the language"],
    [/^(?:Test|Benchmark|Fuzz|Example)(?![a-z])/, "go test"],
    [/^(?:String|GoString|Error|Format|Unwrap|Is|As)$/, "fmt and errors, through an interface"],
    [/^(?:Marshal|Unmarshal)(?:JSON|Text|Binary|XML|YAML)$/, "encoders, through an interface"],
    [/^(?:Len|Less|Swap|Push|Pop|Read|Write|Close|ServeHTTP|Scan|Value)$/, "a library, through an interface"],
  ],
  possibleUse: ({ file, text }) => goConstraint(file, text) ?? "not built",
  starts: {
    before: { word: /\bgo\s+(?:[\w.]+\.)?$/, name: "go" },
    calls: [callback(/\.Go$/, "errgroup.Go"), callback(/\btime\.AfterFunc$/)],
    closure: bracedClosure,
  },
};

// — below: private, in the order they are used —

/** By a directive. */
function isLinkedIn(text: string, offset: number): boolean {
  return /^\/\/go:linkname\s[^\n]*\.$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}
