// Checkouts inside of a root: which of them may use its code, and what is said of them.

import { describe, expect, test } from "vitest";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { InnerCheckouts } from "./checkouts.ts";
import { FileTree } from "./tree.ts";
import { withHidden } from "../files/hidden.ts";

const root = filePath("/r");
const inner = "-- child/.git --\ngitdir: elsewhere\n";

interface Made {
  readonly host: MemoryHost<FakeClock>;
  readonly checkouts: InnerCheckouts;
}

function made(fixture: string, limit: { readonly maxDirectories?: number } = {}): Made {
  const host = new MemoryHost({ clock: new FakeClock() });
  for (const [file, text] of parseFixture(fixture).files) host.files.write(joinPath(root, file), text);
  const skips = withHidden(skipRules({ ignoreFiles: [{ directory: "", text: "ignored/\n" }] }));
  const context = { host, root, skips: async () => skips, ...limit };
  const tree = new FileTree(context);
  return { host, checkouts: new InnerCheckouts(context, () => tree.now()) };
}

async function using(fixture: string, asked: string): Promise<readonly string[]> {
  const found = await made(fixture).checkouts.using(joinPath(root, asked));
  return found.flatMap(({ files }) => files.map((file) => file.slice(root.length + 1)));
}

describe("TypeScript and JavaScript", () => {
  const outer = `-- src/a.ts --\nexport const a = 1;\n-- package.json --\n{ "name": "@x/outer" }\n${inner}`;
  test.each([
    ["a path that leads out", `-- child/b.ts --\nimport { a } from "../src/a.js";\n`, ["child/b.ts"]],
    ["a path that stays inside", `-- child/deep/b.ts --\nimport { a } from "../c.js";\n`, []],
    ["the name of a package around", `-- child/b.js --\nrequire("@x/outer/part");\n`, ["child/b.js"]],
    ["the name of another package", `-- child/b.ts --\nimport "react";\n`, []],
    [
      "the name of a package that it has itself",
      `-- child/package.json --\n{ "name": "@x/outer" }\n-- child/b.ts --\nimport "@x/outer";\n`,
      [],
    ],
    [
      "an alias of its own",
      `-- child/tsconfig.json --\n{ "compilerOptions": { "paths": { "~/*": ["../src/*"] } } }\n-- child/b.ts --\nimport "~/a";\nimport "~/none";\n`,
      ["child/b.ts"],
    ],
    [
      "an alias of a configuration above",
      `-- tsconfig.json --\n{ "compilerOptions": { "baseUrl": "src" } }\n-- child/b.ts --\nimport "a";\n-- child/c.ts --\nimport "b";\n`,
      ["child/b.ts"],
    ],
    ["a template", "-- child/b.ts --\nconst t = `import '../src/a.js'`;\n", []],
    ["a file of another language", `-- child/b.py --\nimport a\n`, []],
    [
      "a checkout in the checkout",
      `-- child/deep/.git --\ngitdir: x\n-- child/deep/b.ts --\nimport "../../src/a";\n`,
      ["child/deep/b.ts"],
    ],
    [
      "a checkout in the checkout that uses only that",
      `-- child/deep/.git --\ngitdir: x\n-- child/deep/b.ts --\nimport "../c";\n`,
      [],
    ],
    ["installed packages", `-- child/node_modules/p/b.js --\nimport "../../../src/a";\n`, []],
  ])("%s", async (_, more, expected) => {
    expect(await using(`${outer}${more}`, "src/a.ts")).toEqual(expected);
  });

  test("what is ignored, or has no mark of version control, is no such checkout", async () => {
    const use = `import "../../src/a";\n`;
    const fixture = `-- src/a.ts --\n-- ignored/c/.git --\ngitdir: x\n-- ignored/c/b.ts --\n${use}-- plain/b.ts --\n${use}`;
    expect(await made(fixture).checkouts.all()).toEqual([]);
  });
});

describe("Go", () => {
  const outer = `-- go.mod --\nmodule example.com/outer\n-- a/a.go --\npackage a\n${inner}`;
  const use = (module: string): string => `-- child/b.go --\npackage b\n\nimport "${module}"\n`;
  test.each([
    ["the module around", use("example.com/outer/a"), ["child/b.go"]],
    ["another module", use("example.com/other/a"), []],
    ["a module of the same name", `-- child/go.mod --\nmodule example.com/outer\n${use("example.com/outer/a")}`, []],
    [
      "a module that it replaces",
      `-- child/go.mod --\nmodule child\n\nreplace orig.org/x => ../\n${use("orig.org/x/a")}`,
      ["child/b.go"],
    ],
    ["a text", '-- child/b.go --\npackage b\n\nvar s = `import "example.com/outer/a"`\n', []],
  ])("%s", async (_, more, expected) => {
    expect(await using(`${outer}${more}`, "a/a.go")).toEqual(expected);
  });
});

describe("Python", () => {
  const outer = `-- lib/cart/__init__.py --\n-- lib/cart/total.py --\nx = 1\n${inner}`;
  test.each([
    ["a module around", "-- child/b.py --\nfrom cart import total\n", ["child/b.py"]],
    [
      "a module of its own",
      "-- child/cart/total.py --\n-- child/cart/__init__.py --\n-- child/b.py --\nimport cart.total\n",
      [],
    ],
    ["any other module", "-- child/b.py --\nimport os\nfrom . import cart\n", []],
    ["a step too far up", "-- child/b.py --\nfrom ..lib import cart\n", ["child/b.py"]],
  ])("%s", async (_, more, expected) => {
    expect(await using(`${outer}${more}`, "lib/cart/total.py")).toEqual(expected);
  });
});

test("of a language whose imports are not followed any file may use any other, and data uses nothing", async () => {
  const fixture = `-- a.rs --\n-- a.lua --\n-- a.json --\n${inner}-- child/b.rs --\n-- child/b.lua --\n-- child/b.json --\n`;
  expect(await using(fixture, "a.rs")).toEqual(["child/b.rs"]);
  expect(await using(fixture, "a.lua")).toEqual(["child/b.lua"]);
  expect(await using(fixture, "a.json")).toEqual([]);
});

const fixture = `-- src/a.ts --\nexport const a = 1;\n${inner}-- child/b.ts --\nimport { a } from "../src/a.js";\n`;
const asked = joinPath(root, "src/a.ts");

test("the reason names the checkout, a file and a way; a root that is open is no doubt of ours", async () => {
  const { checkouts } = made(fixture);
  expect(await checkouts.missed(asked)).toEqual([
    {
      code: "scoped",
      detail:
        "child is a separate checkout, not part of this root, but child/b.ts may use it: ask get_cross_repo_references with child as a consumer root",
    },
  ]);
  expect(await checkouts.doubts([asked], [])).toEqual([
    "child/b.ts in child, a separate checkout, may be affected and was not checked",
  ]);
  expect(await checkouts.doubts([asked], [joinPath(root, "child")])).toEqual([]);
});

test("a file that has changed is read again", async () => {
  const { host, checkouts } = made(fixture);
  expect(await checkouts.missed(asked)).toHaveLength(1);
  host.files.write(joinPath(root, "child/b.ts"), "export {};\n");
  checkouts.forget();
  expect(await checkouts.missed(asked)).toEqual([]);
});

test("more directories than are looked at may hold anything", async () => {
  const [reason] = await made(`-- a.ts --\n${inner}-- child/d/e/b.txt --\n`, { maxDirectories: 2 }).checkouts.missed(
    joinPath(root, "a.ts"),
  );
  expect(reason?.detail).toContain("but it could not be read completely");
});
