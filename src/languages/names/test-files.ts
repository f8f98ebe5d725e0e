// Which files hold tests, by the conventions of each language.
//
// Invariant: a path is judged below its root only, so that a checkout in a directory called `test` is no test.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, display } from "../../model/file-path.ts";
import { familyOf, languageFor } from "../table.ts";
import type { TestFileRules } from "./rules.ts";

/** Of languages of which nothing else is known. */
const others: readonly (TestFileRules & { readonly files: RegExp })[] = [
  { files: /\.vb$/, named: /Tests?\.\w+$/, within: /(?:^|[/.])[Tt]ests?\// },
  { files: /\.rb$/, named: /_(?:spec|test)\.rb$/, within: /(?:^|\/)(?:spec|test)\// },
  { files: /\.php$/, named: /Test\.php$/, within: /(?:^|\/)tests?\// },
  { files: /\.swift$/, named: /Tests?\.swift$/, within: /(?:^|\/)Tests\// },
  { files: /\.exs?$/, named: /_test\.exs$/, within: /(?:^|\/)test\// },
  { files: /\.dart$/, named: /_test\.dart$/, within: /(?:^|\/)test\// },
  {
    files: /\.(?:lua|zig|nim|hs|ml|erl)$/,
    named: /(?:_test|_spec|_SUITE|Spec)\.\w+$/,
    within: /(?:^|\/)(?:tests?|spec)\//,
  },
];

/** Directories whose files tests read, replace or compare with. */
const material = /(?:^|\/)(?:(?:__)?(?:fixtures?|mocks|snapshots)(?:__)?|test[-_]?data|resources)\//;

export function isTestFile(root: FilePath, file: FilePath): boolean {
  const path = display(root, file);
  const rules = testRules(path);
  if (rules === undefined) return false;
  const { named, within } = rules;
  return named.test(path) || (within?.test(path) === true && !material.test(path));
}

/** Whether a test is called after a file: `cart.test.ts`, `test_cart.py`, `cart_test.go` or `CartTest.java` for its cart. */
export function isNamedAfter(test: FilePath, source: FilePath): boolean {
  const [ofTest, ofSource] = [baseName(test), baseName(source)];
  if (testRules(ofTest) !== testRules(ofSource)) return false;
  const bare = undecorated(stem(ofTest));
  // A file that is called nothing but a test is named after none.
  return !/^(?:tests?)?$/.test(bare) && bare === stem(ofSource).toLowerCase();
}

function testRules(path: string): TestFileRules | undefined {
  return languageFor(familyOf(path)).names?.tests ?? others.find(({ files }) => files.test(path));
}

function stem(name: string): string {
  return name.replace(/\.\w+$/, "");
}

/** Removes the prefixes and suffixes that distinguish a test from what it tests. */
function undecorated(name: string): string {
  return name
    .replace(/^tests?[_-]|^Tests?(?=[A-Z])/, "")
    .replace(/[._-](?:unit)?(?:tests?|spec|e2e|cy)$|(?<=[a-z0-9])(?:Tests?|TestCase|IT|ITCase|Spec)$/, "")
    .toLowerCase();
}
