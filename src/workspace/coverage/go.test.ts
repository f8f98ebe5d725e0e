// Go files that the go command leaves out because of a name: those that use the root are loaded, or told of.

import { describe, expect, test } from "vitest";
import { coverageTexts } from "../../../test/support/kits/coverage-kit.ts";
import { goCoverage } from "./go.ts";

const module = ["go.mod=module example.com/shop\n", "cart/cart.go=package cart\n"];
const using = (name = "main"): string => `package ${name}\n\nimport "example.com/shop/cart"\n`;
const asked = "cart/cart.go";

interface Case {
  readonly files: readonly string[];
  readonly open?: readonly string[];
  readonly reasons?: readonly string[];
  readonly anchors?: readonly string[];
}

const out = "ignored by the go command because of the name";

describe("what a name leaves out", () => {
  test.each<[string, Case]>([
    [
      "directories of three kinds",
      {
        files: [
          `_ex/a/main.go=${using()}`,
          `_ex/b/main.go=${using()}`,
          `.x/main.go=${using()}`,
          `cart/testdata/y.go=${using()}`,
        ],
        reasons: [
          `projects_not_loaded: _ex (2 files), .x (1 file), cart/testdata (1 file) use code of the root and are ${out}`,
        ],
        anchors: [
          ".x/main.go .x/main.go",
          "_ex/a/main.go _ex/a/main.go",
          "_ex/b/main.go _ex/b/main.go",
          "cart/testdata/y.go cart/testdata/y.go",
        ],
      },
    ],
    [
      "a package of which one file is open",
      { files: [`_ex/a.go=${using()}`, "_ex/b.go=package main\n"], open: ["_ex/b.go"] },
    ],
    [
      "external tests beside a package that is open",
      {
        files: [`_ex/a.go=${using("a")}`, `_ex/a_test.go=${using("a_test")}`, `_ex/in_test.go=${using("a")}`],
        open: ["_ex/a.go"],
        reasons: [`projects_not_loaded: _ex (1 file) uses code of the root and is ${out}`],
        anchors: ["_ex/a_test.go _ex/a_test.go"],
      },
    ],
    [
      "two packages in one directory, which nothing loads",
      {
        files: [`testdata/a.go=${using("a")}`, `testdata/b.go=${using("b")}`],
        open: ["testdata/a.go"],
        reasons: [`projects_not_loaded: testdata (2 files) uses code of the root and is ${out}`],
      },
    ],
    [
      "files by their own names, which nothing loads",
      {
        files: [`cart/_x.go=package cart\n`, `odd/.y.go=${using("odd")}`],
        open: ["cart/_x.go"],
        reasons: [`projects_not_loaded: cart/_x.go, odd/.y.go use code of the root and are ${out}`],
      },
    ],
    [
      "what imports nothing of the root",
      {
        files: ['_ex/a.go=package a\n\nimport "example.com/shopping"\nimport "os"\n', "_ex/_b.go=package b\n"],
        reasons: [],
      },
    ],
    [
      "packages that no module requires",
      {
        files: [`_ex/a.go=${using()}import "example.org/render"\nimport "example.net/had/v2/x"\n`],
        open: ["_ex/a.go"],
        reasons: ["dependencies_missing: _ex/a.go imports packages that no go.mod requires"],
      },
    ],
    [
      "a module of its own in such a directory",
      {
        files: ["_ex/go.mod=module example.com/ex\n", `_ex/main.go=${using()}`],
        reasons: ["projects_not_loaded: _ex/main.go is in modules that are not loaded together with this one"],
      },
    ],
    [
      "the same, used together with the other",
      { files: ["go.work=use (\n.\n./_ex\n)\n", "_ex/go.mod=module example.com/ex\n", `_ex/main.go=${using()}`] },
    ],
  ])("%s", async (_, { files, open = [], reasons = [], anchors = [] }) => {
    const found = await coverageTexts(goCoverage, { files: [...module, ...files], asked, open: [asked, ...open] });
    expect(found).toEqual({ reasons, anchors });
  });
});
