// Symbols that something calls without writing their name: the language itself, its libraries, test runners.

import type { Family } from "../family.ts";

/** Who may call a symbol of this name without naming it; undefined where nothing is known to. */
export function implicitCaller(family: Family, name: string): string | undefined {
  return rules[family]?.find(([pattern]) => pattern.test(name))?.[1];
}

type Rule = readonly [pattern: RegExp, caller: string];

const rules: Readonly<Partial<Record<Family, readonly Rule[]>>> = {
  python: [
    [/^__\w+__$/, "the language"],
    [/^(?:test_\w*|setup_\w+|teardown_\w+|pytest_\w+|setUp\w*|tearDown\w*)$/, "a test runner"],
    [/^visit_\w+$/, "a visitor, by a name that it makes"],
  ],
  go: [
    [/^(?:main|init)$/, "the language"],
    [/^(?:Test|Benchmark|Fuzz|Example)(?![a-z])/, "go test"],
    [/^(?:String|GoString|Error|Format|Unwrap|Is|As)$/, "fmt and errors, through an interface"],
    [/^(?:Marshal|Unmarshal)(?:JSON|Text|Binary|XML|YAML)$/, "encoders, through an interface"],
    [/^(?:Len|Less|Swap|Push|Pop|Read|Write|Close|ServeHTTP|Scan|Value)$/, "a library, through an interface"],
  ],
  script: [
    [/^(?:toString|valueOf|toJSON|then|next|return|throw)$/, "the language"],
    [/^(?:render|componentDid\w+|componentWill\w+|ngOn\w+|connectedCallback|disconnectedCallback)$/, "a framework"],
  ],
  rust: [
    [/^main$/, "the language"],
    [
      /^(?:drop|fmt|clone|eq|cmp|partial_cmp|hash|next|from|into|deref|deref_mut|index|add|sub|mul|div|neg|poll)$/,
      "the language, through a trait",
    ],
  ],
  c: [[/^(?:main|operator\b.*|~\w+|begin|end)$/, "the language"]],
  java: [
    [/^main$/, "the language"],
    [
      /^(?:toString|equals|hashCode|compareTo|close|iterator|finalize|readObject|writeObject)$/,
      "the language or its library",
    ],
  ],
  csharp: [
    [/^(?:Main|ToString|Equals|GetHashCode|Dispose|GetEnumerator|CompareTo|Finalize)$/, "the language or its library"],
  ],
};
