// Which files hold tests, by the conventions of each language.
//
// Invariant: a path is judged below its root only, so that a checkout in a directory called `test` is no test.

import type { FilePath } from "../model/file-path.ts";
import { baseName, display } from "../model/file-path.ts";

/** Patterns of names and directories; each language has a few that everybody knows. */
const conventions: readonly { readonly endings: readonly string[]; readonly is: RegExp }[] = [
  { endings: [".go"], is: /_test\.go$/ },
  {
    endings: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"],
    is: /(?:^|\/)(?:__tests__|tests?|spec|e2e)\/|[.-](?:test|spec|cy|e2e)\.[^/]+$/,
  },
  { endings: [".py", ".pyi"], is: /(?:^|\/)tests?\/|(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest|tests)\.pyi?$/ },
  { endings: [".rs"], is: /(?:^|\/)(?:tests|benches)\/|(?:^|\/)tests?\.rs$|_tests?\.rs$/ },
  {
    endings: [".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".m", ".mm"],
    is: /(?:^|\/)(?:unit)?tests?\/|(?:[_-](?:unit)?tests?|(?<=[a-z])Tests?)\.\w+$|(?:^|\/)test[_-][^/]*$/,
  },
  {
    endings: [".java", ".kt", ".kts", ".scala", ".groovy"],
    is: /(?:^|\/)src\/(?:test|integrationTest|androidTest)\/|(?:Tests?|IT|Spec)\.\w+$/,
  },
  { endings: [".cs", ".fs", ".vb"], is: /(?:^|[/.])[Tt]ests?\/|Tests?\.\w+$/ },
  { endings: [".rb"], is: /(?:^|\/)(?:spec|test)\/|_(?:spec|test)\.rb$/ },
  { endings: [".php"], is: /(?:^|\/)tests?\/|Test\.php$/ },
  { endings: [".swift"], is: /(?:^|\/)Tests\/|Tests?\.swift$/ },
  { endings: [".ex", ".exs"], is: /_test\.exs$|(?:^|\/)test\// },
  { endings: [".dart"], is: /_test\.dart$|(?:^|\/)test\// },
  {
    endings: [".lua", ".zig", ".nim", ".hs", ".ml", ".erl"],
    is: /(?:^|\/)(?:tests?|spec)\/|(?:_test|_spec|_SUITE|Spec)\.\w+$/,
  },
];

export function isTestFile(root: FilePath, file: FilePath): boolean {
  const path = display(root, file);
  return conventions.some(({ endings, is }) => endings.some((ending) => path.endsWith(ending)) && is.test(path));
}

/** Whether a test is called after a file: `cart.test.ts`, `test_cart.py`, `cart_test.go` or `CartTest.java` for its cart. */
export function isNamedAfter(test: FilePath, source: FilePath): boolean {
  const [ofTest, ofSource] = [baseName(test), baseName(source)];
  if (familyOf(ofTest) !== familyOf(ofSource)) return false;
  const bare = undecorated(stem(ofTest));
  return bare !== "" && bare === stem(ofSource).toLowerCase();
}

function familyOf(name: string): number {
  return conventions.findIndex(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}

function stem(name: string): string {
  return name.replace(/\.\w+$/, "");
}

/** Words by which tests are told from what they test, in front and behind. */
function undecorated(name: string): string {
  return name
    .replace(/^tests?[_-]|^Tests?(?=[A-Z])/, "")
    .replace(/[._-](?:unit)?(?:tests?|spec|e2e|cy)$|(?<=[a-z0-9])(?:Tests?|IT|Spec|TestCase)$/, "")
    .toLowerCase();
}
