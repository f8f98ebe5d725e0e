import { expect, test } from "vitest";
import { filePath, joinPath } from "../../model/file-path.ts";
import { isNamedAfter, isTestFile } from "./test-files.ts";

const root = filePath("/test/shop");

test.each([
  "cart_test.go",
  "src/cart.test.ts",
  "src/__tests__/cart.js",
  "test/cart.ts",
  "test_cart.py",
  "pkg/cart_test.py",
  "tests/helpers.py",
  "conftest.py",
  "tests/cart.rs",
  "src/cart_tests.rs",
  "cart_unittest.cc",
  "test/cart.cpp",
  "src/test/java/CartFixture.java",
  "CartTest.java",
  "CartTests.cs",
  "spec/cart_spec.rb",
  "test.ts",
  "src/test.js",
  "src/test-util.mjs",
  "util_test.ts",
  "src/cart_spec.ts",
  "src/cart.tests.ts",
  "src/tests.rs",
  "TestCart.java",
  "ITCart.java",
  "src/integrationTest/java/Cart.java",
  "CartTestCase.java",
  "src/commonTest/kotlin/Fakes.kt",
  "src/jvmTest/kotlin/Fakes.kt",
  "test.cpp",
  "test_cart.cpp",
  "Shop.Tests/Cart.cs",
  "shop/testing/cart_test.go",
  "testdata/cart_test.ts",
])("%s is a test", (path) => expect(isTestFile(root, joinPath(root, path))).toBe(true));

test.each([
  "cart.go",
  "testing.go",
  "src/cart.ts",
  "src/contest.ts",
  "latest.py",
  "src/main/java/Contest.java",
  "src/attest.rs",
  "src/latest.cc",
  "protest.rb",
  "benches/cart.rs",
  "tests/fixtures/cart.py",
  "tests/fixtures/cart.ts",
  "src/__tests__/__fixtures__/cart.ts",
  "tests/testdata/cart.rs",
  "src/test/resources/Cart.java",
  "test/__mocks__/cart.ts",
  "Testimony.java",
  "ITEM.java",
  "Item.java",
  "src/contestant_specs.ts",
  "src/main/java/Testing.java",
])("%s is none, though its root lies below test", (path) => expect(isTestFile(root, joinPath(root, path))).toBe(false));

test.each([
  ["src/cart.test.ts", "src/cart.ts"],
  ["tests/cart.spec.tsx", "src/cart.tsx"],
  ["test_cart.py", "shop/cart.py"],
  ["cart_test.go", "cart.go"],
  ["CartTest.java", "Cart.java"],
  ["cart_unittest.cc", "cart.h"],
  ["tests/cart.rs", "src/cart.rs"],
  ["test/cart.js", "lib/cart.js"],
  ["test-cart.mjs", "cart.mjs"],
  ["cart_test.ts", "cart.ts"],
  ["cart_spec.ts", "cart.ts"],
  ["cart.tests.ts", "cart.ts"],
  ["TestCart.java", "Cart.java"],
  ["CartTestCase.java", "Cart.java"],
  ["CartITCase.java", "Cart.java"],
])("%s is named after %s", (test_, source) =>
  expect(isNamedAfter(joinPath(root, test_), joinPath(root, source))).toBe(true),
);

test.each([
  ["src/cart.test.ts", "src/art.ts"],
  ["src/cart.test.ts", "cart.go"],
  ["test_.py", ".py"],
  ["latest.py", "la.py"],
  ["Contest.java", "Con.java"],
  ["test.ts", "test.ts"],
  ["Testimony.java", "Imony.java"],
])("%s is not named after %s", (test_, source) =>
  expect(isNamedAfter(joinPath(root, test_), joinPath(root, source))).toBe(false),
);
