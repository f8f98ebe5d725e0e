// Edits of named symbols on real code: what each server is asked, and what of the file changes.

import { odd, shopCrate } from "../real-case.ts";

export type EditStep =
  | {
      readonly does: "replace" | "after" | "before" | "delete";
      readonly path: string;
      readonly text?: string;
      /** What stands in the file, once, and what stands there afterwards; nothing else may change. */
      readonly from: string;
      readonly to: string;
      /** Where nobody can foresee what comes of a deletion. */
      readonly acceptUnknown?: true;
      /** What is remarked. */
      readonly remark?: string;
    }
  | {
      readonly does: "replace" | "after" | "before" | "delete";
      readonly path: string;
      readonly text?: string;
      readonly refused: string;
      readonly why: RegExp;
    };

export interface EditCase {
  readonly server: string;
  readonly file: string;
  readonly fixture: string;
  readonly steps: readonly EditStep[];
}

const typescript = `-- tsconfig.json --
{ "compilerOptions": { "target": "es2022", "strict": true, "experimentalDecorators": true } }
-- shop.ts --
/** Adds. ${odd} */
export function add(
  a: number,
  b: { readonly value: number } = { value: 1 },
): { sum: number } {
  return { sum: a + b.value };
}

/* ${odd} */ export const twice = (x: number): number => x * 2;

function over(a: string): string;
function over(a: number): number;
function over(a: string | number): string | number {
  return a;
}

function seal(_: unknown): void {}

/** A box. */
@seal
export class Box {
  size = 1;

  /** Grows. */
  grow(by = "{".length): number { return this.size + by; }

  shrink = (by: number) => {
    return this.size - by;
  };
}

/** Nobody calls it but itself. */
function lonely(n: number): number {
  return n === 0 ? 0 : lonely(n - 1);
}

export namespace Deep {
  export class Inner {
    go(): number {
      return over(1) + over("a").length;
    }
  }
}

enum Colour { Red, Green, Blue }
export const colours = [Colour.Red, Colour.Blue];
const unused = 1, used = 2;
export const table = { run() { return used; }, stop: () => 2 };
`;

const python = `-- shop.py --
"""Shop. ${odd}"""
import functools


@functools.cache
def price(
    count: int,
    rates: tuple[str, int] = ("a:", 1),
) -> int:
    """Price."""
    return count * rates[1]


def short(): return 1


class Cart:
    """A cart."""

    limit = 3

    @property
    def total(self) -> int:
        return self.limit

    @total.setter
    def total(self, value: int) -> None:
        self.limit = value

    class Item:
        def cost(self) -> int:
            def helper() -> int:
                return 1
            return helper()


# Nobody calls it but itself.
@functools.cache
def lonely(n: int) -> int:
    return 0 if n == 0 else lonely(n - 1)


class Base:
    def run(self) -> int:
        return 1


class Derived(Base):
    def run(self) -> int:
        return 2


def start(base: Base) -> int:
    return base.run()


LIMIT = 5
print(price(LIMIT), short(), Cart().total, Cart.Item().cost(), start(Derived()))
`;

const go = `-- go.mod --
module shop

go 1.21
-- shop.go --
package shop

// T holds. ${odd}
type T struct {
	A int // a
	// B is text.
	B string
}

// M adds.
func (t *T) M(
	x int,
	y map[string]struct{},
) (int, error) {
	return x + len(y) + t.A, nil
}

func one() int { return 1 }

func (t T) name() interface{ Error() string } { return nil }

var (
	// v is used.
	v = 1
	w = func() int { return 2 }
	// u is not.
	u = 3
)

const (
	P = iota
	Q
)

// lonely calls only itself.
func lonely(n int) int {
	if n == 0 {
		return 0
	}
	return lonely(n - 1)
}

// Use uses.
func Use(t *T) string {
	n, _ := t.M(one()+v+w()+P+Q, nil)
	_ = t.name()
	return t.B + string(rune(n))
}
`;

const rust = `${shopCrate}-- src/lib.rs --
/// Holds. ${odd}
#[allow(dead_code)]
pub struct Holder<T>
where
    T: Copy,
{
    /// The value.
    pub value: T,
    spare: u32,
}

impl<T> Holder<T>
where
    T: Copy,
{
    /// Takes it.
    #[inline]
    pub fn take<'a>(&'a self, sign: char) -> u32
    where
        T: Copy,
    {
        if sign == '{' { 1 } else { 2 }
    }
}

/// One.
pub fn one() -> u32 { 1 }

pub const LIMIT: u32 = 5;

/// Nobody calls it but itself.
#[allow(dead_code)]
fn lonely(n: u32) -> u32 {
    lonely(n)
}

pub trait Priced {
    fn price(&self) -> u32;
}

impl Priced for Holder<u32> {
    fn price(&self) -> u32 {
        inner::help() + LIMIT
    }
}

mod inner {
    pub fn help() -> u32 {
        super::one()
    }
}
`;

const cpp = `-- compile_commands.json --
[{ "directory": "{root}", "file": "shop.cpp", "arguments": ["c++", "-std=c++17", "-c", "shop.cpp"] }]
-- shop.cpp --
/// Holds. ${odd}
template <typename T>
struct Holder {
  T value;
  int spare = 1;
  Holder(T x) : value{x}, spare(1) { spare = 2; }
  int get() const noexcept { return spare; }
  virtual int pure() = 0;
};

int proto(int);

[[nodiscard]] static int sum(int a = 1,
                             int b = 2) {
  return a + b;
}

namespace deep {
int inner() { return sum(); }
int inner(int n) { return sum(n); }
}

/// Nobody calls it but itself.
static int lonely(int n) {
  return n == 0 ? 0 : lonely(n - 1);
}

auto twice = [](int x) { return x * 2; };

int use() { return deep::inner() + deep::inner(1) + twice(2) + proto(1); }
`;

export const editCases: readonly EditCase[] = [
  {
    server: "typescript-native",
    file: "shop.ts",
    fixture: typescript,
    steps: [
      {
        does: "replace",
        path: "add",
        text: "const extra = b.value;\nreturn { sum: a + extra };",
        from: "  return { sum: a + b.value };",
        to: "  const extra = b.value;\n  return { sum: a + extra };",
      },
      { does: "replace", path: "twice", text: "x + x", from: "=> x * 2;", to: "=> x + x;" },
      { does: "replace", path: "over", text: "return a;", refused: "ambiguous_target", why: /\[3\] shop\.ts:/ },
      { does: "replace", path: "over[1]", text: "return a;", refused: "bad_input", why: /mere declaration/ },
      {
        does: "replace",
        path: "over[3]",
        text: 'return typeof a === "string" ? a.trim() : a;',
        from: "  return a;\n",
        to: '  return typeof a === "string" ? a.trim() : a;\n',
      },
      {
        does: "replace",
        path: "Box.grow",
        text: "return by;",
        from: "{ return this.size + by; }",
        to: "{ return by; }",
      },
      {
        does: "replace",
        path: "Box.shrink",
        text: "const left = this.size;\nreturn left - by;",
        from: "    return this.size - by;",
        to: "    const left = this.size;\n    return left - by;",
      },
      {
        does: "replace",
        path: "Deep.Inner.go",
        text: 'go(): number {\n  return over("b").length;\n}',
        from: '      return over(1) + over("a").length;',
        to: '      return over("b").length;',
      },
      { does: "replace", path: "table.stop", text: "3", from: "stop: () => 2", to: "stop: () => 3" },
      {
        does: "replace",
        path: "table.run",
        text: "return used + 1;",
        from: "{ return used; }",
        to: "{ return used + 1; }",
      },
      {
        does: "after",
        path: "Box.grow",
        text: "half(): number {\n  return this.size / 2;\n}",
        from: "{ return by; }\n",
        to: "{ return by; }\n\n  half(): number {\n    return this.size / 2;\n  }\n",
      },
      {
        does: "before",
        path: "Box",
        text: "export const first = 1;",
        from: "/** A box. */",
        to: "export const first = 1;\n\n/** A box. */",
      },
      { does: "delete", path: "over[1]", refused: "bad_input", why: /^Used at shop\.ts:/ },
      {
        does: "delete",
        path: "lonely",
        from: "/** Nobody calls it but itself. */\nfunction lonely(n: number): number {\n  return n === 0 ? 0 : lonely(n - 1);\n}\n\n",
        to: "",
      },
      { does: "delete", path: "Colour.Green", from: "Red, Green, Blue", to: "Red, Blue", remark: "another one" },
      { does: "delete", path: "unused", from: "const unused = 1, used = 2;", to: "const used = 2;" },
      {
        does: "delete",
        path: "twice",
        from: `/* ${odd} */ export const twice = (x: number): number => x + x;\n\n`,
        to: "",
        remark: "outside of this root",
      },
    ],
  },
  {
    server: "pyright",
    file: "shop.py",
    fixture: python,
    steps: [
      {
        does: "replace",
        path: "price",
        text: '"""Cost."""\nif count:\n    return count\nreturn 0',
        from: '    """Price."""\n    return count * rates[1]',
        to: '    """Cost."""\n    if count:\n        return count\n    return 0',
      },
      { does: "replace", path: "short", text: "return 2", from: "def short(): return 1", to: "def short(): return 2" },
      {
        does: "replace",
        path: "short",
        text: "two = 2\nreturn two",
        from: "def short(): return 2",
        to: "def short():\n    two = 2\n    return two",
      },
      { does: "replace", path: "Cart.total", text: "return 1", refused: "ambiguous_target", why: /\[2\] shop\.py:/ },
      {
        does: "replace",
        path: "Cart.total[1]",
        text: "return self.limit + 1",
        from: "        return self.limit\n",
        to: "        return self.limit + 1\n",
      },
      {
        does: "replace",
        path: "Cart.total[2]",
        text: "def total(self, value: int) -> None:\n    self.limit = value - 1",
        from: "        self.limit = value\n",
        to: "        self.limit = value - 1\n",
      },
      {
        does: "replace",
        path: "Cart.Item.cost.helper",
        text: "return 2",
        from: "                return 1",
        to: "                return 2",
      },
      {
        does: "replace",
        path: "Cart.Item.cost",
        text: "def helper() -> int:\n    return 3\nreturn helper()",
        from: "                return 2",
        to: "                return 3",
      },
      { does: "replace", path: "LIMIT", text: "6", from: "LIMIT = 5", to: "LIMIT = 6" },
      {
        does: "after",
        path: "Cart.limit",
        text: "size = 4",
        from: "    limit = 3\n",
        to: "    limit = 3\n    size = 4\n",
      },
      {
        does: "before",
        path: "price",
        text: "def first() -> int:\n    return 1",
        from: "@functools.cache\ndef price(",
        to: "def first() -> int:\n    return 1\n\n\n@functools.cache\ndef price(",
      },
      {
        does: "after",
        path: "Cart.Item.cost",
        text: "def more(self) -> int:\n    return 4",
        from: "            return helper()\n",
        to: "            return helper()\n\n        def more(self) -> int:\n            return 4\n",
      },
      { does: "delete", path: "short", refused: "bad_input", why: /^Used at shop\.py:/ },
      { does: "delete", path: "Derived.run", refused: "bad_input", why: /^Used at shop\.py:/ },
      {
        does: "delete",
        path: "lonely",
        from: "# Nobody calls it but itself.\n@functools.cache\ndef lonely(n: int) -> int:\n    return 0 if n == 0 else lonely(n - 1)\n\n\n",
        to: "",
        remark: "decorated",
      },
      {
        does: "delete",
        path: "first",
        from: "def first() -> int:\n    return 1\n\n\n",
        to: "",
        remark: "outside of this root",
      },
    ],
  },
  {
    server: "gopls",
    file: "shop.go",
    fixture: go,
    steps: [
      {
        does: "replace",
        path: "T.M",
        text: "sum := x + len(y)\nreturn sum, nil",
        from: "\treturn x + len(y) + t.A, nil",
        to: "\tsum := x + len(y)\n\treturn sum, nil",
      },
      {
        does: "replace",
        path: "one",
        text: "return 2",
        from: "func one() int { return 1 }",
        to: "func one() int { return 2 }",
      },
      {
        does: "replace",
        path: "(T).name",
        text: "return error(nil)",
        from: "{ return nil }",
        to: "{ return error(nil) }",
      },
      {
        does: "replace",
        path: "w",
        text: "return 3",
        from: "func() int { return 2 }\n",
        to: "func() int { return 3 }\n",
      },
      { does: "replace", path: "v", text: "4", from: "\tv = 1", to: "\tv = 4" },
      {
        does: "replace",
        path: "T",
        text: "type T struct {\n\tA int // a\n\tB string\n\tC bool\n}",
        from: "\t// B is text.\n\tB string\n",
        to: "\tB string\n\tC bool\n",
      },
      { does: "after", path: "T.A", text: "Z int", from: "\tA int // a\n", to: "\tA int // a\n\tZ int\n" },
      {
        does: "before",
        path: "T.M",
        text: "func (t *T) zero() { t.A = 0 }",
        from: "// M adds.\n",
        to: "func (t *T) zero() { t.A = 0 }\n\n// M adds.\n",
      },
      { does: "delete", path: "T.M", refused: "bad_input", why: /^Used at shop\.go:/ },
      { does: "delete", path: "P", refused: "bad_input", why: /repeat its value/ },
      { does: "delete", path: "u", from: "\t// u is not.\n\tu = 3\n", to: "" },
      {
        does: "delete",
        path: "lonely",
        from: "// lonely calls only itself.\nfunc lonely(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn lonely(n - 1)\n}\n\n",
        to: "",
      },
      { does: "delete", path: "T.zero", from: "func (t *T) zero() { t.A = 0 }\n\n", to: "" },
    ],
  },
  {
    server: "rust-analyzer",
    file: "src/lib.rs",
    fixture: rust,
    steps: [
      {
        does: "replace",
        path: "Holder.take",
        text: "let _ = sign;\n7",
        from: "        if sign == '{' { 1 } else { 2 }",
        to: "        let _ = sign;\n        7",
      },
      { does: "replace", path: "one", text: "2", from: "pub fn one() -> u32 { 1 }", to: "pub fn one() -> u32 { 2 }" },
      { does: "replace", path: "LIMIT", text: "6", from: "LIMIT: u32 = 5;", to: "LIMIT: u32 = 6;" },
      {
        does: "replace",
        path: "inner.help",
        text: "pub fn help() -> u32 {\n    super::one() + 1\n}",
        from: "        super::one()\n",
        to: "        super::one() + 1\n",
      },
      { does: "replace", path: "Priced.price", text: "1", refused: "bad_input", why: /mere declaration/ },
      {
        does: "after",
        path: "Holder.take",
        text: "pub fn more(&self) -> u32 {\n    8\n}",
        from: "        7\n    }\n",
        to: "        7\n    }\n\n    pub fn more(&self) -> u32 {\n        8\n    }\n",
      },
      {
        does: "after",
        path: "Holder.value",
        text: "third: u32",
        from: "    pub value: T,\n",
        to: "    pub value: T,\n    third: u32,\n",
      },
      {
        does: "before",
        path: "Holder[1]",
        text: "pub const FIRST: u32 = 1;",
        from: "/// Holds.",
        to: "pub const FIRST: u32 = 1;\n\n/// Holds.",
      },
      { does: "delete", path: "one", refused: "bad_input", why: /^Used at src\/lib\.rs:/ },
      {
        does: "delete",
        path: "lonely",
        acceptUnknown: true,
        from: "/// Nobody calls it but itself.\n#[allow(dead_code)]\nfn lonely(n: u32) -> u32 {\n    lonely(n)\n}\n\n",
        to: "",
      },
      { does: "delete", path: "Holder.spare", acceptUnknown: true, from: "    spare: u32,\n", to: "" },
    ],
  },
  {
    server: "clangd",
    file: "shop.cpp",
    fixture: cpp,
    steps: [
      {
        does: "replace",
        path: "sum",
        text: "int c = a;\nreturn c + b;",
        from: "  return a + b;",
        to: "  int c = a;\n  return c + b;",
      },
      {
        does: "replace",
        path: "Holder.get",
        text: "return spare + 1;",
        from: "{ return spare; }",
        to: "{ return spare + 1; }",
      },
      { does: "replace", path: "Holder.Holder", text: "spare = 3;", from: "{ spare = 2; }", to: "{ spare = 3; }" },
      { does: "replace", path: "Holder.pure", text: "return 1;", refused: "bad_input", why: /mere declaration/ },
      { does: "replace", path: "proto", text: "return 1;", refused: "bad_input", why: /mere declaration/ },
      { does: "replace", path: "deep.inner[2]", text: "return n;", from: "{ return sum(n); }", to: "{ return n; }" },
      { does: "replace", path: "twice", text: "return x + x;", from: "{ return x * 2; }", to: "{ return x + x; }" },
      {
        does: "after",
        path: "sum",
        text: "static int more() {\n  return sum();\n}",
        from: "  return c + b;\n}\n",
        to: "  return c + b;\n}\n\nstatic int more() {\n  return sum();\n}\n",
      },
      {
        does: "before",
        path: "sum",
        text: "int early = 1;",
        from: "[[nodiscard]]",
        to: "int early = 1;\n\n[[nodiscard]]",
      },
      {
        does: "before",
        path: "Holder",
        text: "struct First {};",
        from: "/// Holds.",
        to: "struct First {};\n\n/// Holds.",
      },
      { does: "delete", path: "deep.inner[1]", refused: "bad_input", why: /^Used at shop\.cpp:/ },
      {
        does: "delete",
        path: "lonely",
        acceptUnknown: true,
        from: "/// Nobody calls it but itself.\nstatic int lonely(int n) {\n  return n == 0 ? 0 : lonely(n - 1);\n}\n\n",
        to: "",
      },
    ],
  },
];
