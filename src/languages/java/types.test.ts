// Types of Java, their members and what they extend, read without a parser.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { relatedTypes } from "../types.ts";
import { javaFamily } from "./family.ts";
import { JavaRelations } from "./inheritance.ts";
import { javaBaseNames, javaTypesIn } from "./types.ts";

const names = new Set("total count first second PLAIN LARGE of other run level".split(" "));

test("types have their members, with kinds, parameters and places", () => {
  const text = `package shop;
class Cart<T> {
    private static int count = 1, other[] = {2}, first;
    Map<String, int[]> second = new HashMap<>() {{ put("total", of(1)); }};
    @Deprecated(since = "1") public <A extends B> int total(final List<A> items, @Nullable int... more) throws E { int first = 2; return first; }
    Cart(int total) { this.count = total; }
    static { run(); }
    enum Kind { @Old PLAIN(1), LARGE(2) { void run() {} }; Kind(int level) {} }
    record Pair(int first, List<String> second) { Pair { run(); } }
    @interface Level { int level() default 1; }
    interface Shape { double total(); default void run() { total(); } }
}
`;
  const { types } = javaTypesIn("Cart.java", text, names);
  const shown = types.map(({ path, place, members }) => [
    `${path} ${place.line}:${place.column}`,
    ...members.map(({ name, place: at, kind, parameters, isPrivate, isStatic }) =>
      [name, `${at.line}:${at.column}`, kind, parameters?.join("|"), isPrivate && "private", isStatic && "static"]
        .filter((part) => part !== undefined && part !== false)
        .join(" "),
    ),
  ]);
  expect(shown).toEqual([
    [
      "Cart 2:7",
      "count 3:24 field private static",
      "other 3:35 field private static",
      "first 3:50 field private static",
      "second 4:24 field",
      "total 5:55 method List<A>|int...",
    ],
    ["Cart.new HashMap 4:33"],
    ["Cart.Kind 8:10", "PLAIN 8:22 field static", "LARGE 8:32 field static"],
    ["Cart.Kind.LARGE 8:32", "run 8:48 method "],
    ["Cart.Pair 9:12", "first 9:21 method ", "second 9:41 method "],
    ["Cart.Level 10:16", "level 10:28 method "],
    ["Cart.Shape 11:15", "total 11:30 method ", "run 11:52 method "],
  ]);
});

test("the names of bases stand behind that of a type", () => {
  const code = "<T extends Item> extends a.Base<T> implements I, J { class K extends L {} }";
  expect(javaBaseNames(code).map((at) => code.slice(at, at + 4))).toEqual(["Base", "I, J", "J { "]);
});

/** The family of `Base`; what is not certain ends in a question mark, and what is unknown in two. */
function familyIn(fixture: string): string[] {
  const { files } = parseFixture(fixture);
  const read = [...files].map(
    ([file, text]) => [filePath(`/p/${file}`), javaTypesIn(file, text, new Set<string>())] as const,
  );
  const relations = new JavaRelations(new Map(read));
  const own = relations.types.find(({ name }) => name === "Base");
  if (own === undefined) return [];
  const family = relatedTypes(relations, own).map(({ type, isCertain }) => `${type.name}${isCertain ? "" : "?"}`);
  const unclear = relations.types.filter((one) => relations.isUnclear(one)).map(({ name }) => `${name}??`);
  return [...family, ...unclear].sort();
}

const base = "-- a/Base.java --\npackage a;\npublic class Base { public static class Inner {} }\n";

test.each([
  ["its package", "-- x/a/One.java --\npackage a;\nclass One extends Base {}\n", ["One"]],
  [
    "an import",
    "-- b/One.java --\npackage b;\nimport a.Base;\nclass One extends Base {}\nclass Two extends One {}\n",
    ["One", "Two"],
  ],
  ["an import of its package", "-- b/One.java --\npackage b;\nimport a.*;\nclass One extends Base {}\n", ["One"]],
  ["its whole name", "-- b/One.java --\npackage b;\nclass One extends a . Base {}\n", ["One"]],
  [
    "another class of its name",
    "-- b/One.java --\npackage b;\nimport c.Base;\nclass One extends Base {}\n-- b/Two.java --\npackage b;\nclass Two extends Base {}\n-- b/Base.java --\npackage b;\nclass Base {}\n",
    [],
  ],
  [
    "a class in the same type goes first",
    "-- b/One.java --\npackage b;\nimport a.Base;\nclass One { class Base {} class Two extends Base {} }\n",
    [],
  ],
  [
    "two packages with one name",
    "-- b/One.java --\npackage b;\nimport a.*;\nimport c.*;\nclass One extends Base {}\n-- c/Base.java --\npackage c;\npublic class Base {}\n",
    ["Base?", "One?"],
  ],
  ["an anonymous class", "-- a/One.java --\npackage a;\nclass One { Object o = f(new Base() { }); }\n", ["new Base"]],
  [
    "a class that is generated, or comes from elsewhere",
    "-- a/One.java --\npackage a;\nimport lib.Made;\nclass One extends Generated {}\nclass Two extends Made {}\nclass Three extends Thread {}\n",
    ["One??"],
  ],
  [
    "Kotlin, of which nothing is read but names",
    "-- a/One.kt --\npackage a\nclass One : Base()\nclass Two\n",
    ["One??"],
  ],
])("types are related by %s", (_, others, expected) => {
  expect(familyIn(base + others)).toEqual(expected);
});

/** What a rename of the marked member to `sum` leaves. */
function left(fixture: string): Record<string, string[]> | undefined {
  const parsed = parseFixture(fixture);
  const { files } = parsed;
  const at = parsed.mark("it");
  const texts = new Map([...files].map(([file, text]) => [filePath(`/p/${file}`), text] as const));
  const place = { file: filePath(`/p/${at.file}`), place: at.span.start };
  const family = javaFamily({ at: place, name: at.text, newName: "sum" }, texts);
  const found = family?.leftBy([{ file: place.file, span: at.span }]);
  return (
    found &&
    Object.fromEntries(
      Object.entries(found).map(([key, all]) => [
        key,
        all.map((one: { type: string; name: string }) => `${one.type}.${one.name}`),
      ]),
    )
  );
}

test.each([
  [
    "overrides have the same parameters, in types above and below",
    "-- A.java --\ninterface P { int total(int a); }\nclass A implements P { public int «it|total»(int b) { return 1; } int total() { return 2; } }\nclass B extends A { public int total(int c) { return 3; } int total(long c, int d) { return 4; } }\nclass C { int total(int a) { return 5; } }\n",
    { overrides: ["P.total", "B.total"], taken: [], doubtful: [] },
  ],
  [
    "parameters that are written in another way may be the same",
    "-- A.java --\nclass A<T> { void «it|total»(T a) {} }\nclass B extends A<String> { void total(String a) {} }\n",
    { overrides: [], taken: [], doubtful: ["B.total"] },
  ],
  [
    "the new name is taken by one with the same parameters; others are overloads",
    "-- A.java --\nclass A { int «it|total»() { return 1; } int sum(int a) { return 2; } int sum; }\nclass B extends A { int sum() { return 3; } }\n",
    { overrides: [], taken: ["B.sum"], doubtful: [] },
  ],
  [
    "fields are hidden and never renamed along",
    "-- A.java --\nclass A { int «it|total»; }\nclass B extends A { int total; int sum; }\n",
    { overrides: [], taken: ["B.sum"], doubtful: [] },
  ],
  [
    "what is private overrides nothing",
    "-- A.java --\nclass A { private int «it|total»() { return 1; } }\nclass B extends A { int total() { return 2; } }\n",
    { overrides: [], taken: [], doubtful: [] },
  ],
  [
    "anonymous classes and constants with a body override",
    "-- A.java --\nabstract class A { abstract int «it|total»(); A made = new A() { int total() { return 1; } }; }\nenum E { ONE { int total() { return 2; } }; }\n",
    { overrides: ["new A.total"], taken: [], doubtful: [] },
  ],
])("%s", (_, fixture, expected) => {
  expect(left(fixture)).toEqual(expected);
});
