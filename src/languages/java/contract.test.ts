// The answers of Java to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { java } from "./language.ts";

checkContract(java, {
  file: "Cart.java",
  imports: {
    text: `«plain|import shop.cart.Total»;
«all|import shop.*»;
«module|import module java.base»;
«static|import static shop.Cart.total»; «beside|import maße.Größe»;
// import comment.None;
String text = """
import string.None;
""";
`,
    says: {
      plain: "shop.cart.Total: Total",
      all: "shop.*: *",
      module: "java.base: *",
      static: "shop.Cart.total: total",
      beside: "maße.Größe: Größe",
    },
  },
  words: 'f(total, "total"); // total\n',
  declaration: {
    text: `class Cart {
  int before = 1;

  «lead»/** Sums. */
  @Cached
  «given|public int «name|total»(List<Item> items) {«body| return items.size(); »}»
}
`,
    kind: "method",
  },
  bases: {
    text: `@Marked(types = {Cart.class}) public abstract sealed class Cart<T extends Item & Priced>
    extends shop . Base<Map<String, T>> /* extends Comment */ implements Runnable, java.util.Comparator<T> permits Small {
  Object text = "class String extends Wrong {}";
  Runnable made = new Thread() { public void run() { class Local implements Größe {} } };
  enum Kind implements Priced { PLAIN, LARGE { int size() { return 2; } }; int size() { return 1; } }
  record Pair<A extends Item>(A first, int second) implements Shape {}
  Class<?> of = Cart.class;
}
interface Priced extends Named, Sized {}
@interface Marked { Class<?>[] types() default {}; }
`,
    bases: [
      ...["shop.Base", "Runnable", "java.util.Comparator", "Thread", "Größe"],
      ...["Priced", "Cart.Kind", "Shape", "Named", "Sized"],
    ],
  },
  exports: none,
  scope: { text: "class Cart {\n  private static <T> int total(T items) { return 1; }\n}\n", reaches: "file" },
  facts: {
    text: 'package shop . cart;\nimport java.util.List;\nimport static a.B.*; import module java.base;\nString s = """\n  import c.D;""";\n',
    modules: [
      ...["shop.cart.*", "java.util.List", "a.B.*", "module java.base"],
      // Whole names stand anywhere.
      ...["~shop.cart", "~java.util.List", "~a.B", "~java.base", "~c.D"],
    ],
  },
  conditional: none,
  leads: none,
  broken: [
    'String a = "x\nString b = """y\n',
    "/* a\n b",
    "import a.\nf(([{\n",
    'String a = """\n  \\""" total """; // total\n',
  ],
});
