// What others can use of a file, as its language tells it.

import { expect, test } from "vitest";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { LineIndex } from "../../model/line-index.ts";
import { exportedIn, tellsExports } from "./exported.ts";
import type { DeclaredSymbol } from "./outline.ts";

/** Marks are symbols: `yes` and `no` say whether others can use them; what is nested in the brackets of a mark is inside. */
function check(language: string, file: string, source: string, kinds: Readonly<Record<string, SymbolKind>> = {}): void {
  const fixture = parseFixture(`-- ${file} --\n${source}`);
  const index = new LineIndex(fixture.files.get(file) ?? "");
  const isExported = exportedIn(language, file, index);
  const marks = (["yes", "no", "in"] as const).flatMap((name) => fixture.marks(name));
  const symbols = new Map<string, DeclaredSymbol>();
  const ordered = [...marks].sort((a, b) => index.offsetOf(a.span.start) - index.offsetOf(b.span.start));
  for (const { text, span } of ordered) {
    const [, container, leaf = text] = /^(.*)\.(.+)$/s.exec(text) ?? [];
    const start = { line: span.start.line, column: 1 };
    const node: SymbolNode = {
      name: text,
      kind: kinds[text] ?? "function",
      span: { start, end: span.end },
      nameSpan: span,
      children: [],
    };
    const parent = container === undefined ? enclosing(symbols, text) : symbols.get(container);
    symbols.set(text, { node, name: text, leaf, parent });
  }
  const told = (name: "yes" | "no"): string[] => fixture.marks(name).map(({ text }) => text);
  const found = [...symbols].filter(([text]) => [...told("yes"), ...told("no")].includes(text));
  expect(found.filter(([, symbol]) => isExported(symbol)).map(([text]) => text)).toEqual(told("yes"));
}

/** A name in lower case below one line that ends with a brace or a colon belongs to it. */
function enclosing(symbols: ReadonlyMap<string, DeclaredSymbol>, text: string): DeclaredSymbol | undefined {
  const at = members.get(text);
  return at === undefined ? undefined : symbols.get(at);
}

const members = new Map([
  ["put", "Cart"],
  ["#items", "Cart"],
  ["size", "Cart"],
  ["kept", "Cart"],
  ["drawn", "Cart"],
  ["area", "Shape"],
  ["shown", "impl Drawn for X"],
  ["Red", "Colour"],
  ["inSpace", "Space"],
  ["outOfSpace", "Space"],
]);

test("TypeScript: at the declaration, in a list, by default; not what is private", () => {
  check(
    "typescript",
    "a.ts",
    `import { x } from "./x";
export function «yes|total»() {}
@decorated
export class «yes|Cart» {
  «no|#items» = [];
  private «no|size» = 0;
  «yes|put»() {}
}
export const «yes|a» = 1,
  «yes|b» = 2;
function «yes|listed»() {}
function «no|hidden»() {}
import { y } from "./y"; export function «yes|beside»() {}
function «yes|renamed»() {}
function «yes|usual»() {}
export { listed, renamed as other };
export default usual;
`,
  );
});

test("TypeScript: what is handed out by default, wrapped or in an object", () => {
  const inWrapper = `import { memo } from "react";
function «yes|Card»() {}
function «no|hidden»() {}
export default memo(Card, { deep: [1] });
hidden();
`;
  check("typescriptreact", "a.tsx", inWrapper);
  check("typescript", "a.ts", "const «yes|a» = 1;\nconst «no|b» = 1;\nexport default {\n  a,\n  go() {},\n}\nb\n");
  check("typescript", "a.ts", "const «no|a» = 1;\nexport default (n: number) => n + a;\n");
  check("javascript", "a.js", "function «yes|a»() {}\nfunction «no|b»() {}\nmodule.exports = wrap(a);\nb();\n");
});

test("TypeScript: what a namespace exports, and scripts, whose names are everybody's", () => {
  check(
    "typescript",
    "a.ts",
    `export namespace «in|Space» {\n  export const «yes|inSpace» = 1;\n  const «no|outOfSpace» = 1;\n}\n`,
    {
      Space: "namespace",
    },
  );
  check("javascript", "a.js", "function «yes|total»() {}\n");
});

test("CommonJS", () => {
  check(
    "javascript",
    "a.js",
    `function «yes|total»() {}
function «yes|price»() {}
function «no|hidden»() {}
function «yes|single»() {}
module.exports = { total, cost: price };
exports.single = single;
`,
  );
});

test("Go: capitals", () => {
  check("go", "a.go", "func «yes|Total»() {}\nfunc «no|total»() {}\nfunc «yes|Ärger»() {}\n");
});

test("Python: no underscore, or what __all__ names", () => {
  check(
    "python",
    "a.py",
    "def «yes|total»(): ...\ndef «no|_hidden»(): ...\nclass «yes|Cart»:\n    def «yes|put»(self): ...\n",
  );
  check(
    "python",
    "a.py",
    '__all__ = ["total", "_odd"]\ndef «yes|total»(): ...\ndef «yes|_odd»(): ...\ndef «no|price»(): ...\n',
  );
});

test.each(['__all__ += ["price"]', "__all__.append(name)", "__all__.extend(x for x in y)"])(
  "Python: with %s nothing is decided, and all may be used",
  (line) => {
    check("python", "a.py", `__all__ = ["total"]\n${line}\ndef «yes|total»(): ...\ndef «yes|_odd»(): ...\n`);
  },
);

test.each(["[*others]", '["total"] + others', "others", "[name]"])("Python: %s as __all__ decides nothing", (list) => {
  check("python", "a.py", `__all__ = ${list}\ndef «yes|total»(): ...\ndef «yes|_odd»(): ...\n`);
});

test("Python: a comment in __all__, or about it, changes nothing", () => {
  const list = `# __all__ is [short]\n__all__: list[str] = [\n    "total",  # [sic]\n]  # all\n`;
  check("python", "a.py", `${list}def «yes|total»(): ...\ndef «no|price»(): ...\n`);
});

test("Rust: pub, and what belongs to a trait", () => {
  check(
    "rust",
    "a.rs",
    `pub fn «yes|total»() {}
pub(crate) fn «yes|price»() {}
fn «no|hidden»() {}
// pub, says a comment
fn «no|commented»() {}
pub trait «yes|Shape» {
    fn «yes|area»();
}
pub enum «yes|Colour» {
    «yes|Red»,
}
«in|impl Drawn for X» {
    fn «yes|shown»() {}
}
`,
    { Shape: "interface", Red: "enum member" },
  );
});

test("Java and C#: their words for it", () => {
  check(
    "java",
    "A.java",
    "class «yes|Cart» {\n  int «yes|put»;\n  private int «no|size»;\n  /* not private at all */ int «yes|sum»;\n}\n",
  );
  check(
    "csharp",
    "A.cs",
    "class «yes|Cart» {\n  int «no|size»;\n  public int «yes|put»;\n  protected int «yes|kept»;\n}\n",
  );
});

test("C: all of a header, and what is not static", () => {
  check("c", "a.c", "static int «no|hidden»(void);\nint «yes|total»(void);\n");
  check("cpp", "a.h", "static int «yes|inlined»(void);\n");
});

test("C++: not what is private, unless a base may hand it on", () => {
  const header = `class «yes|Cart» {
  int «no|size»;
public:
  void «yes|put»(int item) { if (item) { size = item; } }
private:
  int «no|kept»;
  void «yes|drawn»() override;
};
struct «yes|Shape» {
  int «yes|area»;
};
`;
  check("cpp", "a.h", header, { Cart: "class", Shape: "struct" });
});

test("of other languages nothing is left out by a guess, and that is known", () => {
  check("ruby", "a.rb", "def «yes|_total»\nend\n");
  expect(tellsExports("ruby")).toBe(false);
  expect(tellsExports("constructor")).toBe(false);
  expect(tellsExports("go")).toBe(true);
});
