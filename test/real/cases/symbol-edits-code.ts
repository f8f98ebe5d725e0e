// The code whose symbols are edited by their names, as a fixture for each server, and how one edit of it is stated.

import { odd, shopCrate } from "../reading/real-case.ts";

export type EditStep =
  | {
      readonly does: "replace" | "after" | "before" | "delete";
      readonly path: string;
      readonly text?: string;
      /** What stands in the file, once, and what stands there afterwards; nothing else may change. */
      readonly from: string;
      readonly to: string;
      /** Where no server can foresee what comes of a deletion. */
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

export const typescript = `-- tsconfig.json --
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

/** Nothing calls it but itself. */
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

export type Reply<T = { ok: true }, E = Error> = T | E;

declare function shape<T>(): T;
export const shaped = shape<{ name: string; age: number }>();

/** Nothing calls it at all. */
// eslint-disable-next-line no-unused-vars
function spare(): void {}
`;

export const python = `-- shop.py --
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


# Nothing calls it but itself.
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
QUERY = """
select 1; {it}
"""  # Asked.
SPARE = f"""
{QUERY}
{
    LIMIT
}
"""
print(QUERY, price(LIMIT), short(), Cart().total, Cart.Item().cost(), start(Derived()))
`;

export const go = `-- go.mod --
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

export const rust = `${shopCrate}-- src/lib.rs --
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

pub type Outcome<T, E = fn() -> T> = Result<T, E>;

/// Nothing calls it but itself.
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

export const cpp = `-- compile_commands.json --
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

struct Label {
  const char* text{"x;}"};
  int size{1};
  int last = 1;
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

/// Nothing calls it but itself.
static int lonely(int n) {
  return n == 0 ? 0 : lonely(n - 1);
}

auto twice = [](int x) { return x * 2; };

int use() { return deep::inner() + deep::inner(1) + twice(2) + proto(1); }
`;
