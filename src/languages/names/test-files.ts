// Which files hold tests, by the conventions of each language.
//
// Invariant: a path is judged below its root only, so that a checkout in a directory called `test` is no test.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, display } from "../../model/file-path.ts";

interface Convention {
  readonly endings: readonly string[];
  /** Names of files, as the runners of the language look for them by default. */
  readonly named: RegExp;
  /** Directories whose files belong to tests, unless they are only read by them. */
  readonly within?: RegExp;
}

const conventions: readonly Convention[] = [
  { endings: [".go"], named: /^(?!(?:.*\/)?testdata\/).*_test\.go$/ },
  {
    endings: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"],
    named: /[.-](?:tests?|spec|cy|e2e)\.[^/]+$|_(?:test|spec)\.\w+$|(?:^|\/)(?:tests?|test-[^/]*)\.\w+$/,
    within: /(?:^|\/)(?:__tests__|tests?|spec|e2e)\//,
  },
  {
    endings: [".py", ".pyi"],
    named: /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest|tests?)\.pyi?$/,
    within: /(?:^|\/)tests?\//,
  },
  { endings: [".rs"], named: /(?:^|\/)tests?\.rs$|_tests?\.rs$/, within: /(?:^|\/)tests\// },
  {
    endings: [".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".m", ".mm"],
    named: /(?:[_-](?:unit)?tests?|(?<=[a-z])Tests?)\.\w+$|(?:^|\/)(?:tests?\.\w+|test[_-][^/]*)$/,
    within: /(?:^|\/)(?:unit)?tests?\//,
  },
  {
    endings: [".java", ".kt", ".kts", ".scala", ".groovy"],
    named: /(?:Tests?|TestCase|IT|ITCase|Spec)\.\w+$|(?:^|\/)Tests?(?=[A-Z])\w*\.\w+$/,
    within: /(?:^|\/)src\/(?:test|[a-z]\w*Test)\//,
  },
  { endings: [".cs", ".fs", ".vb"], named: /Tests?\.\w+$/, within: /(?:^|[/.])[Tt]ests?\// },
  { endings: [".rb"], named: /_(?:spec|test)\.rb$/, within: /(?:^|\/)(?:spec|test)\// },
  { endings: [".php"], named: /Test\.php$/, within: /(?:^|\/)tests?\// },
  { endings: [".swift"], named: /Tests?\.swift$/, within: /(?:^|\/)Tests\// },
  { endings: [".ex", ".exs"], named: /_test\.exs$/, within: /(?:^|\/)test\// },
  { endings: [".dart"], named: /_test\.dart$/, within: /(?:^|\/)test\// },
  {
    endings: [".lua", ".zig", ".nim", ".hs", ".ml", ".erl"],
    named: /(?:_test|_spec|_SUITE|Spec)\.\w+$/,
    within: /(?:^|\/)(?:tests?|spec)\//,
  },
];

/** Directories whose files tests read, replace or compare with. */
const material = /(?:^|\/)(?:(?:__)?(?:fixtures?|mocks|snapshots)(?:__)?|test[-_]?data|resources)\//;

export function isTestFile(root: FilePath, file: FilePath): boolean {
  const path = display(root, file);
  return conventions.some(
    ({ endings, named, within }) =>
      endings.some((ending) => path.endsWith(ending)) &&
      (named.test(path) || (within?.test(path) === true && !material.test(path))),
  );
}

/** Whether a test is called after a file: `cart.test.ts`, `test_cart.py`, `cart_test.go` or `CartTest.java` for its cart. */
export function isNamedAfter(test: FilePath, source: FilePath): boolean {
  const [ofTest, ofSource] = [baseName(test), baseName(source)];
  if (familyOf(ofTest) !== familyOf(ofSource)) return false;
  const bare = undecorated(stem(ofTest));
  // A file that is called nothing but a test is named after none.
  return !/^(?:tests?)?$/.test(bare) && bare === stem(ofSource).toLowerCase();
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
    .replace(/[._-](?:unit)?(?:tests?|spec|e2e|cy)$|(?<=[a-z0-9])(?:Tests?|TestCase|IT|ITCase|Spec)$/, "")
    .toLowerCase();
}
