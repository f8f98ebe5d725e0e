// Which files of Java and Kotlin may notice a change, by packages, imports and names that need none.

import { describe, expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

const main = "core/src/main/java/org/shop";
const shop = `-- pom.xml --
<project/>
-- ${main}/cart/Cart.java --
package org.shop.cart;
public class Cart {
    public int total() { return 1; }
}
-- ${main}/cart/Item.java --
package org.shop.cart;
public class Item {}
-- core/src/test/java/org/shop/cart/CartTest.java --
package org.shop.cart;
class CartTest {}
-- ${main}/ui/Imports.java --
package org.shop.ui;
import org.shop.cart.Cart;
class Imports {}
-- ${main}/all/Wild.java --
package org.shop.all;
import org . shop . /* all of it */ cart . * ;
class Wild {}
-- ${main}/fixed/Static.java --
package org.shop.fixed;
import static org.shop.cart.Cart.*;
class Static {}
-- ${main}/named/Named.java --
package org.shop.named;
class Named { org.shop.cart.Cart cart; }
-- ${main}/further/Further.java --
package org.shop.further;
import org.shop.ui.Imports;
class Further {}
-- ${main}/made/Made.java --
package org.shop.made;
import org.shop.cart.CartBuilder;
class Made {}
-- ${main}/near/Near.java --
package org.shop.near;
import org.shop.generated.Anything;
class Near {}
-- web/src/main/kotlin/org/shop/web/Page.kt --
package org.shop.web
import org.shop.cart.Cart as Basket
fun page() = 1
-- ${main}/calls/Calls.java --
package org.shop.calls;
import org.shop.web.PageKt;
class Calls {}
-- ${main}/alone/Alone.java --
package org.shop.alone;
import java.util.List;
import org.junit.Test;
class Alone { List<String> names; }
`;

const api = "package org.shop.cart;\npublic class Cart {\n    public long total() { return 1; }\n}\n";

async function noticing(edits: Record<string, string | null>, fixture = shop): Promise<string[]> {
  const { direct, rest } = await reached(fixture, edits);
  return [...direct, ...rest].map((file) => file.replace(/^.*\//, "")).sort();
}

describe("a change is followed", () => {
  test("to its package in every root of sources, to importers, and to files that write its whole name", async () => {
    const { direct, rest } = await reached(shop, { [`${main}/cart/Cart.java`]: api });
    expect(direct.map((file) => file.replace(/^.*\//, ""))).toEqual(
      expect.arrayContaining(["Item.java", "CartTest.java", "Imports.java", "Wild.java", "Static.java", "Named.java"]),
    );
    expect(rest.map((file) => file.replace(/^.*\//, ""))).toEqual(
      expect.arrayContaining(["Further.java", "Calls.java"]),
    );
  });

  test("to a class that processors may have generated from it, and not to what imports other packages", async () => {
    const found = await noticing({ [`${main}/cart/Cart.java`]: api });
    expect(found).toEqual(expect.arrayContaining(["Made.java", "Near.java", "Page.kt"]));
    expect(found).not.toContain("Alone.java");
  });

  test("from a class that nothing imports to its package alone, and to what may be generated anywhere", async () => {
    const alone = "package org.shop.alone;\nclass Alone { int names; }\n";
    expect(await noticing({ [`${main}/alone/Alone.java`]: alone })).toEqual(["Near.java"]);
  });

  test("from a class that goes, and from one that comes", async () => {
    expect(await noticing({ [`${main}/ui/Imports.java`]: null })).toEqual(["Further.java", "Near.java"]);
    const fresh = "package org.shop.cart;\npublic class CartBuilder {}\n";
    expect(await noticing({ [`${main}/cart/CartBuilder.java`]: fresh })).toEqual(
      expect.arrayContaining(["Cart.java", "Made.java", "Wild.java"]),
    );
  });

  test("not out of the body of a method, whose header says all", async () => {
    const inside = api.replace("long", "int").replace("return 1", "return 2");
    expect(await reached(shop, { [`${main}/cart/Cart.java`]: inside })).toMatchObject({ direct: [], rest: [] });
  });
});

describe("nothing is left out", () => {
  const everyone = 13;
  test.each([
    ["a manifest", { "pom.xml": "<project></project>" }],
    ["a description of a module", { "core/src/main/java/module-info.java": "module shop {}\n" }],
    ["what annotates a package", { [`${main}/cart/package-info.java`]: "package org.shop.cart;\n" }],
    [
      "a package in a directory of another name",
      { [`${main}/odd/Odd.java`]: "package org.shop.even;\nclass Odd {}\n" },
    ],
    ["escapes that may spell anything", { [`${main}/alone/Alone.java`]: "pack\\u0061ge org.shop.alone;\n" }],
    ["Scala whose packages are nested", { "core/src/main/scala/org/A.scala": "package org\npackage shop\nclass A\n" }],
  ])("%s reaches all", async (_, edits: Record<string, string>) => {
    const all = new Set(await noticing(edits));
    for (const file of Object.keys(edits)) all.add(file.replace(/^.*\//, ""));
    const sources = shop.match(/^-- \S+\.(?:java|kt) --$/gm) ?? [];
    expect(sources).toHaveLength(everyone);
    expect(sources.filter((line) => !all.has(line.replace(/^.*\/(\S+) --$/, "$1")))).toEqual([]);
  });

  test("files without a package see each other in every root of sources", async () => {
    const fixture =
      "-- src/main/java/A.java --\nclass A {}\n-- src/test/java/ATest.java --\nclass ATest { A a; }\n-- src/main/java/p/B.java --\npackage p;\nclass B {}\n";
    expect(await noticing({ "src/main/java/A.java": "class A { int a; }\n" }, fixture)).toEqual(["ATest.java"]);
  });

  test("a file of Kotlin may declare a class of any name, and a function", async () => {
    const fixture =
      "-- src/p/Things.kt --\npackage p\nclass Thing\nfun thing() = 1\n-- src/q/Q.kt --\npackage q\nimport p.thing\n-- src/r/R.java --\npackage r;\nclass R { p.Thing it; }\n-- src/s/S.java --\npackage s;\nclass S {}\n";
    expect(await noticing({ "src/p/Things.kt": "package p\n" }, fixture)).toEqual(["Q.kt", "R.java"]);
  });

  test("a module that is imported as a whole may have packages anywhere, and one of the platform has none here", async () => {
    const fixture = `-- core/src/main/java9/module-info.java --
module org.shop.core { exports p; }
-- core/src/main/java/p/A.java --
package p;
public class A {}
-- far/g/Uses.java --
package g;
import module org.shop.core;
class Uses {}
-- far/h/Other.java --
package h;
import module java.sql;
class Other {}
`;
    const reached = await noticing({ "core/src/main/java/p/A.java": "package p;\n" }, fixture);
    expect(reached).toContain("Uses.java");
    expect(reached).not.toContain("Other.java");
  });

  test("a build script in Kotlin makes nothing wide", async () => {
    const fixture =
      '-- settings.gradle.kts --\ninclude("a")\n-- src/p/A.java --\npackage p;\nclass A {}\n-- src/q/B.java --\npackage q;\nclass B {}\n';
    expect(await noticing({ "src/p/A.java": "package p;\nclass A { int a; }\n" }, fixture)).toEqual([
      "settings.gradle.kts",
    ]);
  });
});
