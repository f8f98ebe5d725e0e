// Names of Java and its like: how far they reach, which are called without being written, and what starts a function beside its caller.

import { javaIdentifiers } from "./identifiers.ts";
import type { DeclaredName, NameRole, NameRules } from "../names/rules.ts";
import { bracedClosure, callback } from "../names/start-rules.ts";

export const javaNames: NameRules = {
  identifiers: javaIdentifiers,
  tests: {
    // As Surefire and Failsafe match them, and Spock.
    named: /(?:Tests?|TestCase|IT|ITCase|Spec)\.\w+$|(?:^|\/)(?:Tests?(?=[A-Z])|IT(?=[A-Z][a-z]))\w*\.\w+$/,
    // Source sets of Maven and Gradle.
    within: /(?:^|\/)src\/(?:test|[a-z]\w*Test|testFixtures)\//,
  },
  // What is private is seen in its own file alone. A package has directories in several roots of sources.
  scopeOf: (declared, role) => (isPrivate(declared) && !isGeneratedFrom(declared, role) ? "file" : "root"),
  isCodeInString: (text, offset) => /\$$|\$\{[^}\n]*$/.test(text.slice(Math.max(0, offset - 200), offset)),
  implicitCallers: [
    [/^(?:main|premain|agentmain|finalize)$/, "the language"],
    [/^(?:(?:read|write)(?:Object|External)|readObjectNoData|readResolve|writeReplace)$/, "serialization"],
    [/^(?:toString|equals|hashCode|compareTo|close|iterator)$/, "the language or its library"],
    [/^(?:run|call|accept|apply|compare|compareTo|hasNext|next|onStart|onStop)$/, "a library, through an interface"],
    [/^(?:setUp|tearDown|suite)$|^test(?=[A-Z_])/, "JUnit"],
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

// — below: private, in the order they are used —

/** Groovy lets others see it all the same, and in Scala brackets may widen it. */
function isPrivate({ file, code, offset }: DeclaredName): boolean {
  if (!/\.(?:java|kts?)$/.test(file)) return false;
  const before = code.slice(Math.max(0, offset - longestHead), offset);
  return /\bprivate\s/.test(/[^;{}(),=]*$/.exec(before)?.[0] ?? "");
}

/** What stands between the modifiers of a declaration and its name is no longer. */
const longestHead = 500;

/** Lombok makes methods that are called like a field, in builders for example. */
function isGeneratedFrom({ code, kind }: DeclaredName, role: NameRole): boolean {
  return (role !== "plain" || kind === undefined) && /\blombok\b/.test(code) && kind !== "method";
}
