import { describe, expect, test } from "vitest";

import { uriStatements } from "../../test/support/properties/uri.ts";
import { isTest, readTree } from "../../tools/tree.ts";
import { filePath } from "../model/file-path.ts";
import { fromUri, toUri } from "./uri.ts";

test("a path survives the way to a URI and back, for all names [AGL-321 AGL-323]", () => {
  uriStatements.roundTrip.assert();
});

test("a URI has only characters that a URI may have, for all names [AGL-323]", () => {
  uriStatements.plainUri.assert();
});

test("Node reads our URIs as we do, and we read Node's, for all names [AGL-323]", () => {
  uriStatements.asNode.assert();
});

test("a URI that is spelt in another way names the same file, for all names [AGL-323]", () => {
  uriStatements.respelt.assert();
});

test.each([
  ["/path/to/file.go", "file:///path/to/file.go"],
  ["/", "file:///"],
  ["/path/to/foo bar", "file:///path/to/foo%20bar"],
  ["/a#b/c?d", "file:///a%23b/c%3Fd"],
  ["/100%/%20", "file:///100%25/%2520"],
  ["/a+b&c=d@e;f,g$h", "file:///a+b&c=d@e;f,g$h"],
  ["/ü/漢/😀", "file:///%C3%BC/%E6%BC%A2/%F0%9F%98%80"],
  ["/a\\b", "file:///a%5Cb"],
  ["/x/a:b", "file:///x/a%3Ab"],
  ["C:/Program Files/x.ts", "file:///C:/Program%20Files/x.ts"],
  ["C:/", "file:///C:/"],
])("%j is %s, both ways [AGL-321 AGL-322 AGL-323]", (path, uri) => {
  expect(toUri(filePath(path))).toBe(uri);
  expect(fromUri(uri)).toBe(path);
});

describe("other spellings that servers use", () => {
  test.each([
    ["a colon that is escaped", "file:///c%3A/x.ts", "C:/x.ts"],
    ["a colon in small escapes", "file:///c%3a/x.ts", "C:/x.ts"],
    ["a small drive letter", "file:///c:/x.ts", "C:/x.ts"],
    ["a slash too few before the drive", "file://c:/x.ts", "C:/x.ts"],
    ["no slash before the drive", "file:c:/x.ts", "C:/x.ts"],
    ["backslashes after a drive", "file:///C:\\a\\x.ts", "C:/a/x.ts"],
    ["a drive alone", "file:///c:", "C:/"],
    ["one slash", "file:/a/x.ts", "/a/x.ts"],
    ["the host spelt out", "file://localhost/a/x.ts", "/a/x.ts"],
    ["the host in capitals", "file://LocalHost/a/x.ts", "/a/x.ts"],
    ["the scheme in capitals", "FILE:///a/x.ts", "/a/x.ts"],
    ["escapes that need not be", "file:///%61/x%2Ets", "/a/x.ts"],
    ["a plus that is escaped", "file:///a%2Bb", "/a+b"],
    ["a plus that is not", "file:///a+b", "/a+b"],
    ["a bare percent", "file:///100%/a%20b", "/100%/a b"],
    ["bytes that are no UTF-8", "file:///caf%E9/a%20b", "/caf%E9/a b"],
    ["a blank that is not escaped", "file:///a b", "/a b"],
    ["a letter that is not escaped", "file:///ü", "/ü"],
    ["a fragment", "file:///a/x.ts#L3", "/a/x.ts"],
    ["a query", "file:///a/x.ts?v=1", "/a/x.ts"],
    ["steps up", "file:///a/b/../c/./x.ts", "/a/c/x.ts"],
    ["steps up that are escaped", "file:///a/b/%2E%2E/x.ts", "/a/x.ts"],
    ["doubled slashes", "file:////a//x.ts", "/a/x.ts"],
    ["a slash at the end", "file:///a/", "/a"],
  ])("%s [AGL-323]", (_, uri, path) => {
    expect(fromUri(uri)).toBe(path);
  });
});

test("spellings of one drive path are one path, so one document", () => {
  const spellings = [
    "file:///c%3A/a%20b.ts",
    "file:///C:/a%20b.ts",
    "file:///c:/a b.ts",
    "FILE://localhost/C%3a/%61%20b.ts",
  ];
  expect(new Set(spellings.map(fromUri))).toEqual(new Set(["C:/a b.ts"]));
});

test("composed and decomposed letters stay two names, as they are two files on Linux", () => {
  const composed = filePath("/caf\u00E9");
  const decomposed = filePath("/cafe\u0301");
  expect(fromUri(toUri(composed))).toBe(composed);
  expect(fromUri(toUri(decomposed))).toBe(decomposed);
  expect(toUri(composed)).not.toBe(toUri(decomposed));
});

describe("what is no file of this machine is external and shown as it is", () => {
  test.each([
    "jdt://contents/rt.jar/java.lang/String.class?=x",
    "untitled:Untitled-1",
    "zipfile:///a.zip::b.ts",
    "git:/a/b.ts?ref",
    "https://example.org/a.ts",
    "file://server/share/a.ts",
    "file:relative/a.ts",
    "file:",
    "file:///a%00b",
    "/a/b.ts",
    "filex:///a",
    "",
  ])("%j [F29]", (uri) => {
    expect(fromUri(uri)).toEqual({ external: uri });
  });
});

test("a lone surrogate in a name makes no exception", () => {
  expect(toUri(filePath("/a\uD83D"))).toBe("file:///a%EF%BF%BD");
});

test("no other module converts between URIs and paths [AGL-324]", () => {
  // Where our own script lies is no question about a document.
  const conversion =
    /fileURLToPath\((?!import\.meta|new URL\([^)]*import\.meta)|pathToFileURL\(|["'`/]\^?file:(?:\\?\/){2}/;
  const isProduct = (path: string): boolean => /^src\/(?!testing\/).*\.ts$/.test(path) && !isTest(path);
  const sources = readTree(process.cwd()).filter(({ path }) => isProduct(path));
  expect(sources.length).toBeGreaterThan(40);
  const converting = sources.filter(({ text }) => conversion.test(text)).map(({ path }) => path);
  expect(converting).toEqual(["src/protocol/uri.ts"]);
});
