// How symbols are spelled by each server, and the paths by which they must be found.

export interface PathCase {
  readonly server: string;
  readonly fixture: string;
  /** The file, the path, and the mark at whose start the name stands. */
  readonly inFile: readonly (readonly [string, string, string])[];
  /** The same without a file. */
  readonly anywhere: readonly (readonly [string, string])[];
  /** A path that fits several, and the marks of all of them. */
  readonly ambiguous: readonly (readonly [string, readonly string[]])[];
}

const typescriptFixture = `-- tsconfig.json --
{ "compilerOptions": { "target": "es2022", "strict": true } }
-- cart.ts --
/** A Cart of things; its total is what is paid. */
export class «Cart»Cart {
  «constructor»constructor(readonly «owner»owner: string) {}
  «total1»total(): number;
  «total2»total(tax: number): number;
  «total3»total(tax = 0): number { return tax; }
  «secret»#secret(): void {}
  «iterator»[Symbol.iterator]() {}
  «quoted»"quoted.name"(): void {}
  static «make»make(): Cart { return new Cart("x"); }
}
export namespace Shop.«shop»Inner {
  export function «open»open(): void { function «nested»nested() {} }
}
export «default»default function () { return 1; }
export const «table»table = { «dotted»"a.b": 1, «single»'c': { «d»d: 2 }, «method»method() {} };
export const «sum»total = (x: number) => { const «inner»inner = x; return inner; };
export enum Colour { Red, «blue»"Dark.Blue" }
export type «alias»Alias = { «field»field: string };
export interface Priced { «price»price(): number; }
-- other.ts --
export default class { «run»run() {} }
export function «total»total() {}
export function «only»onlyHere() {}
`;

const typescriptPaths: Omit<PathCase, "server"> = {
  fixture: typescriptFixture,
  inFile: [
    ["cart.ts", "Cart", "Cart"],
    ["cart.ts", "Cart.constructor", "constructor"],
    ["cart.ts", "Cart.owner", "owner"],
    ["cart.ts", "Cart.total[1]", "total1"],
    ["cart.ts", "Cart.total[2]", "total2"],
    ["cart.ts", "Cart.total[3]", "total3"],
    ["cart.ts", "Cart.#secret", "secret"],
    ["cart.ts", "Cart.[Symbol.iterator]", "iterator"],
    ["cart.ts", 'Cart."quoted.name"', "quoted"],
    ["cart.ts", "Cart.make", "make"],
    ["cart.ts", "Cart::make", "make"],
    ["cart.ts", "Cart#make", "make"],
    ["cart.ts", "Cart/make", "make"],
    ["cart.ts", "Shop.Inner", "shop"],
    ["cart.ts", "Shop.Inner.open", "open"],
    ["cart.ts", "Inner.open.nested", "nested"],
    ["cart.ts", "default", "default"],
    ["cart.ts", 'table."a.b"', "dotted"],
    ["cart.ts", "table.c", "single"],
    ["cart.ts", "table.c.d", "d"],
    ["cart.ts", "table.method", "method"],
    ["cart.ts", "total", "sum"],
    ["cart.ts", "total.inner", "inner"],
    ["cart.ts", "Colour.'Dark.Blue'", "blue"],
    ["other.ts", "default.run", "run"],
  ],
  anywhere: [
    ["onlyHere", "only"],
    ["Cart", "Cart"],
    ["Cart.make", "make"],
    ["Cart.constructor", "constructor"],
    ["Shop.Inner.open", "open"],
    ["table.method", "method"],
    ["Priced.price", "price"],
    ["other.total", "total"],
    ["cart.total", "sum"],
    ["field", "field"],
    ['Cart."quoted.name"', "quoted"],
  ],
  ambiguous: [
    ["Cart.total", ["total1", "total2", "total3"]],
    ["total", ["sum", "total"]],
  ],
};

export const pathCases: readonly PathCase[] = [
  { server: "typescript-native", ...typescriptPaths },
  { server: "typescript-language-server", ...typescriptPaths },
  {
    server: "pyright",
    fixture: `-- shop.py --
class «Cart»Cart:
    """A Cart."""

    class «Item»Item:
        def «price»price(self):
            def «helper»helper():
                pass
            return helper()

    @staticmethod
    def «made»total():
        return 1


def «total»total():
    pass


«table»table = {"a.b": 1}
-- pkg/deep.py --
class «other»Cart:
    def «deep»total(self):
        pass
`,
    inFile: [
      ["shop.py", "Cart", "Cart"],
      ["shop.py", "Cart.Item", "Item"],
      ["shop.py", "Cart.Item.price", "price"],
      ["shop.py", "Item.price.helper", "helper"],
      ["shop.py", "Cart.total", "made"],
      ["shop.py", "total", "total"],
      ["shop.py", "table", "table"],
    ],
    anywhere: [
      ["Item.price", "price"],
      ["total", "total"],
      ["shop.Cart", "Cart"],
      ["shop.Cart.total", "made"],
      ["pkg.deep.Cart.total", "deep"],
      ["price.helper", "helper"],
    ],
    ambiguous: [
      ["Cart", ["Cart", "other"]],
      ["Cart.total", ["made", "deep"]],
    ],
  },
  {
    server: "pylsp",
    fixture: `-- shop.py --
class «Cart»Cart:
    class «Item»Item:
        def «price»price(self):
            return 1

    # The size is the size.
    @property
    def «size»size(self):
        return 1


async def «total»total():
    pass
`,
    inFile: [
      ["shop.py", "Cart", "Cart"],
      ["shop.py", "Cart.Item.price", "price"],
      ["shop.py", "Cart.size", "size"],
      ["shop.py", "total", "total"],
    ],
    // It has no search of its own: outlines of the files that contain the name are searched.
    anywhere: [
      ["Cart", "Cart"],
      ["Cart.Item.price", "price"],
      ["total", "total"],
    ],
    ambiguous: [],
  },
  {
    server: "gopls",
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- shop.go --
package shop

type «Cart»Cart struct {
	«Items»Items []int
	Inner struct{ «Deep»Deep int }
}

func (c *Cart) «pointer»Total() int { return 1 }
func (c Cart) «value»Size() int   { return 1 }

type Box[T any] struct{ v T }

func (b *Box[T]) «generic»Get() T { return b.v }
func «function»Total() int         { return 2 }

type Priced interface {
	«interface»Price() int
}

func «init1»init() {}
func «init2»init() {}
-- sub/sub.go --
package sub

type Cart struct{}

func (c *Cart) «sub»Total() int { return 3 }
`,
    inFile: [
      ["shop.go", "Cart", "Cart"],
      ["shop.go", "Cart.Items", "Items"],
      ["shop.go", "Cart.Inner.Deep", "Deep"],
      ["shop.go", "Cart.Total", "pointer"],
      ["shop.go", "(*Cart).Total", "pointer"],
      ["shop.go", "Cart.Size", "value"],
      ["shop.go", "Box.Get", "generic"],
      ["shop.go", "Total", "function"],
      ["shop.go", "Priced.Price", "interface"],
      ["shop.go", "init[2]", "init2"],
    ],
    anywhere: [
      ["Cart.Size", "value"],
      ["Box.Get", "generic"],
      ["Total", "function"],
      ["sub.Cart.Total", "sub"],
      ["shop.Cart.Total", "pointer"],
      ["Cart.Inner.Deep", "Deep"],
    ],
    ambiguous: [
      ["Cart.Total", ["pointer", "sub"]],
      ["init", ["init1", "init2"]],
    ],
  },
  {
    server: "clangd",
    fixture: `-- compile_commands.json --
[{"directory": "{root}", "command": "clang++ -std=c++17 -c shop.cpp", "file": "shop.cpp"}]
-- shop.h --
#pragma once
namespace shop {
namespace detail { int deep(); }
template <typename T> class Box { public: T get() const; T v; };
class «Cart»Cart {
public:
  «declared»Cart();
  ~Cart();
  int «head1»total() const;
  int «head2»total(int tax) const;
  bool operator==(const Cart &o) const;
  operator bool() const;
  int operator()(int x) const;
  struct Item { int «headprice»price(); };
};
int total(const Cart &c);
}
-- shop.cpp --
#include "shop.h"
namespace shop {
int Cart::«total1»total() const { return 1; }
int Cart::«total2»total(int tax) const { return tax; }
int Cart::Item::«price»price() { return 1; }
template <typename T> T Box<T>::«get»get() const { return v; }
namespace { int «hidden»hidden() { return 1; } }
}
shop::Cart::«constructor»Cart() {}
shop::Cart::«destructor»~Cart() {}
bool shop::Cart::«equal»operator==(const Cart &o) const { return true; }
shop::Cart::«bool»operator bool() const { return true; }
int shop::Cart::«call»operator()(int x) const { return x; }
int shop::«free»total(const Cart &c) { return 1; }
int shop::detail::«deep»deep() { return 1; }
struct { int «member»member; } anon;
`,
    inFile: [
      ["shop.h", "Cart", "Cart"],
      ["shop.h", "shop.Cart.Cart", "declared"],
      ["shop.h", "shop::Cart::total[2]", "head2"],
      ["shop.cpp", "Cart.total[1]", "total1"],
      ["shop.cpp", "Cart::total[2]", "total2"],
      ["shop.cpp", "Cart.Item.price", "price"],
      ["shop.cpp", "Box.get", "get"],
      ["shop.cpp", "Box<T>::get", "get"],
      ["shop.cpp", "shop.hidden", "hidden"],
      ["shop.cpp", "Cart.Cart", "constructor"],
      ["shop.cpp", "Cart.~Cart", "destructor"],
      ["shop.cpp", "Cart.operator==", "equal"],
      ["shop.cpp", "Cart.operator bool", "bool"],
      ["shop.cpp", "Cart.operator()", "call"],
      ["shop.cpp", "shop.total", "free"],
      ["shop.cpp", "shop.detail.deep", "deep"],
      ["shop.cpp", "member", "member"],
    ],
    anywhere: [
      ["Box.get", "get"],
      ["Cart", "Cart"],
      ["Cart.Cart", "constructor"],
      ["shop.total", "free"],
      ["Item.price", "price"],
      ["shop::hidden", "hidden"],
      ["detail.deep", "deep"],
    ],
    ambiguous: [["Cart.total", ["total1", "total2"]]],
  },
  {
    server: "rust-analyzer",
    fixture: `-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- src/lib.rs --
pub mod inner {
    pub struct «Cart»Cart { pub «items»items: Vec<i32> }
    impl «block»Cart {
        pub fn «total»total(&self) -> i32 { 1 }
    }
}
pub use inner::Cart;
pub trait Priced { fn «declared»price(&self) -> i32; }
impl Priced for «implblock»Cart {
    fn «price1»price(&self) -> i32 { 2 }
}
impl<T: Clone + Priced> Priced for Vec<Box<T>> where T: Send {
    fn «vector»price(&self) -> i32 { 3 }
}
pub struct Wrap<T>(T);
impl<T> Wrap<T> { pub fn «wrapped»total(&self) -> i32 { 1 } }
pub enum Colour { Red, Blue { «depth»depth: u8 } }
pub fn «function»total() -> i32 { fn «nested»nested() -> i32 { 1 } nested() }
impl std::fmt::Display for Cart {
    fn «fmt»fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str("") }
}
impl dyn Priced { fn «extra»extra(&self) {} }
impl Priced for &Cart { fn «price2»price(&self) -> i32 { 4 } }
/// A function whose name is that of a type elsewhere.
pub fn «Colours»colour() {}
`,
    inFile: [
      ["src/lib.rs", "Cart", "Cart"],
      ["src/lib.rs", "Cart.items", "items"],
      ["src/lib.rs", "Cart.total", "total"],
      ["src/lib.rs", "inner::Cart::total", "total"],
      ["src/lib.rs", "impl Cart", "block"],
      ["src/lib.rs", "impl Priced for Cart", "implblock"],
      ["src/lib.rs", "impl Priced for Cart.price", "price1"],
      ["src/lib.rs", "Cart.price[2]", "price2"],
      ["src/lib.rs", "Vec.price", "vector"],
      ["src/lib.rs", "Wrap.total", "wrapped"],
      ["src/lib.rs", "Wrap<T>::total", "wrapped"],
      ["src/lib.rs", "Colour.Blue.depth", "depth"],
      ["src/lib.rs", "total", "function"],
      ["src/lib.rs", "total.nested", "nested"],
      ["src/lib.rs", "Cart.fmt", "fmt"],
      ["src/lib.rs", "impl std::fmt::Display for Cart.fmt", "fmt"],
      ["src/lib.rs", "Priced.extra", "extra"],
      ["src/lib.rs", "Priced.price", "declared"],
    ],
    anywhere: [
      ["Cart.total", "total"],
      ["Wrap.total", "wrapped"],
      ["total", "function"],
      ["Cart", "Cart"],
      ["Cart.items", "items"],
      ["colour", "Colours"],
    ],
    ambiguous: [["Cart.price", ["price1", "price2"]]],
  },
];
