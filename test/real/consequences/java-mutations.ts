// A small project of Java, and every way in which its declarations are changed that other files may notice.
//
// Its files see each other in all ways that the language has: in one package, in another root of sources, by an import of a
// class, of a package, of members, of a nested class, by a whole name, through a base class, and through what a call gives back.

const main = "core/src/main/java/org/shop";
const tests = "core/src/test/java/org/shop";

export const javaShop: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [`${main}/model/Money.java`]: `package org.shop.model;

public record Money(long cents, Currency currency) {
    public static final Money NONE = Money.of(0);
    public static Money of(long cents) { return new Money(cents, Currency.EUR); }
    public Money plus(Money other) { return new Money(cents + other.cents, currency); }
}
`,
    [`${main}/model/Currency.java`]: `package org.shop.model;

public enum Currency {
    EUR,
    USD,
    YEN;
    public String code() { return name(); }
}
`,
    [`${main}/model/Shape.java`]: `package org.shop.model;

public sealed interface Shape permits Box, Tube {
    double volume();
    default String label() { return "shape"; }
    static Shape unit() { return new Box(1); }
}
`,
    [`${main}/model/Box.java`]: `package org.shop.model;

public record Box(double side) implements Shape {
    public double volume() { return side * side * side; }
}
`,
    [`${main}/model/Tube.java`]: `package org.shop.model;

public non-sealed class Tube implements Shape {
    protected double length = 2;
    public double volume() { return length; }
}
`,
    [`${main}/model/Limits.java`]: `package org.shop.model;

public final class Limits {
    public static final int SMALL = 1;
    public static final int LARGE = 2;
    public static int bounded(int value) { return Math.min(value, LARGE); }
    private Limits() {}
}
`,
    [`${main}/cart/PriceException.java`]: `package org.shop.cart;

public class PriceException extends Exception {
    public PriceException(String why) { super(why); }
}
`,
    [`${main}/cart/Item.java`]: `package org.shop.cart;

import org.shop.model.Money;

public class Item {
    protected final String name;
    public Item(String name) { this.name = name; }
    public Money price() throws PriceException { return Money.of(1); }
    protected void touch() {}
    public static class Tag {
        public final String text = "tag";
        public static Tag empty() { return new Tag(); }
    }
    public interface Visitor {
        void visit(Item item);
    }
}
`,
    [`${main}/cart/Helper.java`]: `package org.shop.cart;

class Helper {
    static int count(java.util.List<? extends Item> items) { return items.size(); }
    int own = 1;
}
`,
    [`${main}/cart/Cart.java`]: `package org.shop.cart;

import java.util.ArrayList;
import java.util.List;
import org.shop.model.Money;

public abstract class Cart<T extends Item> {
    protected final List<T> items = new ArrayList<>();
    protected Cart() {}
    public Money total() { return Money.NONE; }
    public int size() { return Helper.count(items); }
    protected abstract void check(T item) throws PriceException;
    public void add(T item) { items.add(item); }
    public <V extends Item.Visitor> void each(V visitor) { items.forEach(visitor::visit); }
}
`,
    [`${main}/api/Marked.java`]: `package org.shop.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Marked {
    String value();
    int level() default 1;
    Class<?>[] types() default {};
}
`,
    [`${main}/api/Handler.java`]: `package org.shop.api;

public interface Handler<A> {
    void handle(A value);
    default void close() {}
}
`,
    [`${main}/web/Page.java`]: `package org.shop.web;

import org.shop.cart.Cart;
import org.shop.cart.Item;
import org.shop.cart.PriceException;
import org.shop.model.Money;

public class Page extends Cart<Item> {
    @Override protected void check(Item item) throws PriceException { sum = sum.plus(item.price()); }
    protected Money sum = Money.NONE;
    @Override public int size() { return super.size() + 1; }
}
`,
    [`${main}/web/wild/Wild.java`]: `package org.shop.web.wild;

import org.shop.cart.*;
import org.shop.model.*;

class Wild {
    Money money = Money.of(2).plus(Money.NONE);
    Item item = new Item("wild");
    Shape shape = Shape.unit();
    String label = new Tube().label() + new Box(2).side();
}
`,
    [`${main}/web/fixed/Fixed.java`]: `package org.shop.web.fixed;

import static org.shop.model.Currency.*;
import static org.shop.model.Limits.*;
import static org.shop.model.Money.of;

class Fixed {
    String size(int value) {
        switch (bounded(value)) {
            case SMALL: return "small";
            case LARGE: return "large " + of(3).cents();
            default: return EUR.code();
        }
    }
}
`,
    [`${main}/web/named/Named.java`]: `package org.shop.web.named;

class Named implements org.shop.api.Handler<org.shop.cart.Item.Tag> {
    public void handle(org.shop.cart.Item.Tag tag) { org.shop.model.Limits.bounded(tag.text.length()); }
    double volume(org.shop.model.Shape shape) { return shape instanceof org.shop.model.Tube tube ? tube.volume() : 0; }
}
`,
    [`${main}/web/chain/Chain.java`]: `package org.shop.web.chain;

import org.shop.web.Page;

class Chain {
    String code(Page page) { return page.total().currency().code(); }
    long cents(Page page) { var total = page.total(); return total.plus(total).cents(); }
}
`,
    [`${main}/web/deep/Deep.java`]: `package org.shop.web.deep;

import org.shop.web.Page;

class Deep extends Page {
    int all() { return items.size() + size(); }
    Object own() { return sum.currency(); }
    @Override public void add(org.shop.cart.Item item) { super.add(item); }
}
`,
    [`${main}/web/nested/Nested.java`]: `package org.shop.web.nested;

import org.shop.cart.Item;
import org.shop.cart.Item.Tag;
import org.shop.cart.Item.Visitor;

class Nested extends Item implements Visitor {
    Nested() { super("nested"); }
    public void visit(Item item) { touch(); }
    String text = Tag.empty().text + name;
}
`,
    [`${main}/web/marked/Annotated.java`]: `package org.shop.web.marked;

import org.shop.api.Marked;

@Marked("type")
class Annotated {
    @Marked(value = "method", level = 2, types = {String.class})
    void run() {}
}
`,
    [`${main}/web/lambda/Lambdas.java`]: `package org.shop.web.lambda;

import java.util.function.Function;
import org.shop.api.Handler;
import org.shop.cart.Item;
import org.shop.model.Money;

class Lambdas {
    Handler<String> printing = value -> System.out.println(value);
    Function<Long, Money> made = Money::of;
    Function<Money, Long> cents = Money::cents;
    String price(Item item) {
        try { return item.price().toString(); } catch (org.shop.cart.PriceException no) { return no.getMessage(); }
    }
    void end() { printing.close(); }
}
`,
    [`${main}/web/choice/Choices.java`]: `package org.shop.web.choice;

import org.shop.model.Currency;
import org.shop.model.Tube;

class Choices extends Tube {
    int digits(Currency currency) {
        return switch (currency) { case EUR, USD -> 2; case YEN -> 0; };
    }
    double half() { return length / 2 + super.volume(); }
}
`,
    [`${tests}/cart/CartTest.java`]: `package org.shop.cart;

import java.util.List;

class CartTest {
    int count = Helper.count(List.of(new Item("test"))) + new Helper().own;
    void touches() throws PriceException { new Item("x").touch(); new Item("y").price(); }
}
`,
    [`${main}/alone/Alone.java`]: `package org.shop.alone;

import java.util.List;

class Alone { List<String> names = List.of(); }
`,
  }),
);

/** The file that nothing of the others can break. */
export const alone = `${main}/alone/Alone.java`;

export interface Mutation {
  readonly kind: string;
  readonly name: string;
  /** The new text of each file; null for one that goes. */
  readonly edits: Readonly<Record<string, string | null>>;
}

/** Every place of the project that a kind of change fits, changed. */
export function javaMutations(): Mutation[] {
  const textual = kinds.flatMap(([kind, found, change, where = /./]) =>
    [...javaShop].flatMap(([file, text]) =>
      file === alone || !where.test(file) ? [] : changesOf(file, text, found, change).map((one) => ({ kind, ...one })),
    ),
  );
  return [...textual, ...ofFiles()];
}

// — below: private, in the order they are used —

type Kind = readonly [kind: string, found: RegExp, change: string, where?: RegExp];

const declared = String.raw`(?<=(?:public|protected|static|abstract|default|void|double|int)\s(?:[\w<>?, ]+\s)?)(?!of\()`;

const kinds: readonly Kind[] = [
  ["rename a method", new RegExp(String.raw`${declared}\b(\w+)(?=\([^()\n]*\)[^;\n]*[{;]$)`, "gm"), "$1Renamed"],
  ["rename a method", /(?<=static Money )of/g, "made"],
  [
    "rename a field",
    /(?<=(?:static final|protected final|protected|static|final|int)\s[\w<>]+\s)(\w+)(?= ?[=;])/g,
    "$1Renamed",
  ],
  ["rename a type", /(?<=(?:class|interface|enum|record|@interface)\s)(\w+)/g, "$1Renamed"],
  [
    "remove a member",
    /^ {4}(?:public|protected|static|default|double|void|int|String)\b[^{}\n]*(?:;|\{[^{}\n]*\})$/gm,
    "",
  ],
  ["add a parameter", /(?<=\s\w+\()(?=[^()\n]*\)(?: throws \w+)? ?[{;].*$)/gm, "boolean added, "],
  ["change what is returned", /(?<=public (?:static )?)(?:Money|String|int|double)(?= \w+\()/g, "Object"],
  [
    "change the type of a field",
    /(?<=(?:static final|protected(?: final)?|public final) )(?:int|Money|String|List<T>|double)(?= \w+ =|;)/g,
    "Object",
  ],
  [
    "narrow to the package",
    /public (?=(?:static |final |abstract )*(?:class|interface|enum|record|[\w<>]+ \w+[ (=;]))/g,
    "",
  ],
  ["make private", /(?:public|protected) (?=(?:static |final )*[\w<>]+(?: \w+)? ?[(=;])/g, "private "],
  ["make protected", /^ {4}public (?=[^(\n]*\()/gm, "    protected "],
  ["make static or not", /^( {4}(?:public )?)static (?=class|[\w<>]+ \w+\()/gm, "$1"],
  ["make final", /(?<=public |protected )(?=(?:class|double length|void add|int size|Money total))/g, "final "],
  ["make abstract", /(?<=public )(?=class Item|non-sealed class Tube)/g, "abstract "],
  ["take the base class away", / extends (?:Cart<Item>|Exception|Page)(?= \{)/g, ""],
  ["take an interface away", / implements Shape(?= \{)/g, ""],
  ["bound a type parameter", /<T extends Item>/g, "<T extends Comparable<T>>"],
  ["remove a type parameter", /<A>/g, ""],
  [
    "add an abstract method",
    /(?<=(?:interface \w+(?:<A>)?[^{\n]*|abstract class [^{\n]*) \{\n)/g,
    "    public abstract void added();\n",
  ],
  ["turn a default method abstract", /default (\w+ \w+\(\)) \{[^}]*\}/g, "$1;"],
  ["rename a constant of an enumeration", /(?<=^ {4})(EUR|USD|YEN)(?=[,;]$)/gm, "$1S"],
  ["add a constant of an enumeration", /(?<=^ {4})YEN/gm, "YEN, PLN"],
  ["change a component of a record", /(?<=record \w+\()/g, "int first, "],
  ["rename a component of a record", /(?<=record \w+\(\w+ )(\w+)/g, "$1Renamed"],
  ["seal otherwise", /permits Box, Tube/g, "permits Box"],
  ["seal otherwise", /non-sealed class/g, "final class"],
  ["change a constant's value", /(?<=SMALL = )1/g, "2"],
  [
    "throw something more",
    /(?<=(?:handle\(A value\)|total\(\)|bounded\(int value\)|visit\(Item item\)))(?= ?[;{])/g,
    " throws Exception",
  ],
  ["throw nothing any more", / throws PriceException/g, "", /Item\.java$/],
  ["rename an element of an annotation", /(?<=^ {4}\S+ )(value|level|types)(?=\(\))/gm, "$1Renamed", /Marked/],
  ["require an element of an annotation", / default (?:1|\{\})/g, "", /Marked/],
  ["aim an annotation elsewhere", /ElementType\.(?:TYPE|METHOD)/g, "ElementType.FIELD", /Marked/],
  ["change a class into an interface", /public class Item \{/g, "public interface Item {"],
  ["change an interface into a class", /public interface Handler/g, "public abstract class Handler"],
];

function changesOf(file: string, text: string, found: RegExp, change: string): Omit<Mutation, "kind">[] {
  return [...text.matchAll(found)].map((match) => {
    const own = new RegExp(found.source, found.flags.replace("g", "y"));
    own.lastIndex = match.index;
    const line = text.slice(0, match.index).split("\n").length;
    return {
      name: `${file.replace(/^.*\//, "")}:${line} ${match[0].trim()}`,
      edits: { [file]: text.replace(own, change) },
    };
  });
}

/** Files that go, move to another package, or come and stand in the way of others. */
function ofFiles(): Mutation[] {
  const gone = [...javaShop.keys()]
    .filter((file) => !/\/(?:web\/\w+|alone)\/|Test/.test(file))
    .map((file): Mutation => ({ kind: "remove a file", name: file, edits: { [file]: null } }));
  const moved = ["model/Limits", "model/Currency", "cart/Item", "api/Handler", "web/Page"].map((name): Mutation => {
    const [from, to] = [`${main}/${name}.java`, `${main}/moved/${name.replace(/^.*\//, "")}.java`];
    const text = (javaShop.get(from) ?? "").replace(/package [\w.]+;/, "package org.shop.moved;");
    return { kind: "move to another package", name, edits: { [from]: null, [to]: text } };
  });
  const come = (name: string, text: string): Mutation => ({
    kind: "add a type in the way",
    name,
    edits: { [`${main}/${name}.java`]: text },
  });
  return [
    ...gone,
    ...moved,
    // The own package goes before what is imported as a whole, and two such packages make a name ambiguous.
    come("web/wild/Money", "package org.shop.web.wild;\nclass Money {}\n"),
    come("cart/Money", "package org.shop.cart;\npublic class Money {}\n"),
    come("cart/Box", "package org.shop.cart;\npublic class Box {}\n"),
    come("web/nested/String", "package org.shop.web.nested;\nclass String {}\n"),
    come("cart/List", "package org.shop.cart;\npublic class List {}\nclass ArrayList {}\nclass Helper {}\n"),
  ];
}
