import { expect, test } from "vitest";
import { filePath, joinPath } from "../model/file-path.ts";
import { isTestFile } from "./test-files.ts";

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
])("%s is none, though its root lies below test", (path) => expect(isTestFile(root, joinPath(root, path))).toBe(false));
