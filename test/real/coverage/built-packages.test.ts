// Packages of one root that others see as sources, as built, or not at all: what a server misses is found, or listed as possible.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cases } from "../reading/cases.ts";
import { present, presentInDepth } from "../installed.ts";
import { Stage } from "../stage.ts";

const options = '"module": "nodenext", "strict": true, "outDir": "dist", "declaration": true';
const config = (more = "", top = ""): string =>
  `{ "compilerOptions": { ${options}${more} }, "include": ["src"]${top} }`;
const referring = (more = ""): string => config(more, ', "references": [{ "path": "../a" }]');
const rooted = config(', "rootDir": "src"');
const unrooted = '{ "compilerOptions": { "module": "nodenext", "noEmit": true }, "include": ["src"] }';
const composite = config(', "rootDir": "src", "composite": true');
const toSources = config(', "paths": { "@x/a": ["../a/src/index.ts"] }');
const declarations = "-- packages/a/dist/index.d.ts --\nexport declare function total(): number;\n";
const map = JSON.stringify({
  version: 3,
  file: "index.d.ts",
  sourceRoot: "",
  sources: ["../src/index.ts"],
  names: [],
  mappings: "AAAA,wBAAgB,KAAK,IAAI,MAAM,CAAc",
});
const mapped = `${declarations}//# sourceMappingURL=index.d.ts.map\n-- packages/a/dist/index.d.ts.map --\n${map}\n`;
const source = "export function «ref|«^»total»(): number { return 1 }\n";
const use = 'import { «ref|total» } from "@x/a";\n«ref|total»();\n';
const byCondition = '"exports": { "mine": "./src/index.ts", "types": "./dist/index.d.ts" }';

interface Form {
  readonly built?: string;
  readonly a?: string;
  readonly b?: string;
  readonly offered?: string;
  /** By what the other package imports it. */
  readonly module?: string;
}

/** What is built comes last, so that it is younger than its source. */
function form(given: Form): string {
  const { built = "", a = config(), b = config(), offered = '"types": "dist/index.d.ts"', module = "@x/a" } = given;
  return `-- package.json --
{ "private": true, "workspaces": ["packages/*"] }
-- .gitignore --
dist
node_modules
-- packages/a/package.json --
{ "name": "@x/a", "type": "module", ${offered} }
-- packages/a/tsconfig.json --
${a}
-- packages/a/src/index.ts --
${source}-- packages/b/package.json --
{ "name": "@x/b", "type": "module" }
-- packages/b/tsconfig.json --
${b}
-- packages/b/src/main.ts --
${use.replace("@x/a", module)}${built}`;
}

const testOfItself = `-- packages/a/test/a.test.ts --\n${use}`;

const forms: readonly (readonly [title: string, fixture: string, whys: readonly string[]])[] = [
  ["declarations without a map", form({ built: declarations }), ["leads to a built copy"]],
  ["declarations with a map", form({ a: rooted, built: mapped }), []],
  ["a map that the project of the sources does not lead to", form({ a: unrooted, built: mapped }), []],
  ["nothing built", form({}), ["import not resolved"]],
  ["a reference, and nothing built", form({ a: composite, b: referring() }), []],
  ["a reference, and declarations without a map", form({ a: composite, b: referring(), built: declarations }), []],
  [
    "a reference that asks for what is built",
    form({ a: composite, b: referring(', "disableSourceOfProjectReferenceRedirect": true'), built: declarations }),
    ["leads to a built copy"],
  ],
  ["paths to the sources", form({ b: toSources, built: declarations }), []],
  ["a manifest that offers the sources", form({ offered: '"types": "src/index.ts"', built: declarations }), []],
  ["a manifest that offers nothing", form({ offered: '"version": "1.0.0"' }), ["import not resolved"]],
  [
    "a condition that offers the sources to who asks",
    form({ offered: byCondition, b: config(', "customConditions": ["mine"]'), built: declarations }),
    [],
  ],
  ["a condition that is not asked for", form({ offered: byCondition, built: declarations }), ["leads to a built copy"]],
  [
    "a path to what is built",
    form({ module: "../../a/dist/index.js", built: declarations }),
    ["leads to a built copy"],
  ],
  ["a path to what is built with a map", form({ a: rooted, module: "../../a/dist/index.js", built: mapped }), []],
  [
    "a name of its own for what is built",
    form({ module: "@lib/a", b: config(', "paths": { "@lib/a": ["../a/dist/index.d.ts"] }'), built: declarations }),
    ["leads to a built copy"],
  ],
  [
    "tests that import their own package by its name",
    form({ offered: '"exports": "./dist/index.js"', b: toSources, built: `${declarations}${testOfItself}` }),
    ["leads to a built copy"],
  ],
];

async function open(server: string, fixture: string): Promise<Stage> {
  const stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
  const scope = join(stage.root, "node_modules", "@x");
  mkdirSync(scope, { recursive: true });
  symlinkSync("../../packages/a", join(scope, "a"));
  return stage;
}

/** Every use is listed once, as such or as a possible one for these reasons, and nothing else is. */
async function checkUses(stage: Stage, whys: readonly string[]): Promise<void> {
  const { found, possible, whys: said, expected, standing } = await stage.uses();
  expect({ all: [...found, ...possible].sort(), said }).toEqual({ all: expected, said: whys });
  expect(standing.reasons.map(({ code }) => code)).toEqual(whys.length === 0 ? [] : ["possible_uses"]);
}

describe.each(presentInDepth(cases.filter(({ server }) => server.startsWith("typescript"))))(
  "$server",
  ({ server }) => {
    test.each(forms)("%s", async (_, fixture, whys) => {
      await using stage = await open(server, fixture);
      await checkUses(stage, whys);
    });

    test("a map of another text than the one that exists now", async () => {
      await using stage = await open(server, form({ a: rooted, built: mapped }));
      await checkUses(stage, []);
      stage.write(`-- packages/a/src/index.ts --\n// One line more.\n${source}`);
      await checkUses(stage, ["outdated map"]);
    });
  },
);

// Quirk(typescript-language-server): it keeps the map that it has read.
test.each(present(cases.filter(({ server }) => server === "typescript-native")))(
  "$server reads a map anew that was built again",
  async ({ server }) => {
    await using stage = await open(server, form({ a: rooted, built: mapped }));
    await checkUses(stage, []);
    stage.write(`-- packages/a/src/index.ts --\n// One line more.\n${source}`);
    await checkUses(stage, ["outdated map"]);
    stage.write(mapped.replace('"mappings":"AAAA', '"mappings":"AACA'));
    await checkUses(stage, []);
  },
);

const shapes = `-- packages/a/dist/index.d.ts --
export interface Shape {
    area(): number;
}
`;
const shapesMap = JSON.stringify({
  version: 3,
  file: "index.d.ts",
  sourceRoot: "",
  sources: ["../src/index.ts"],
  names: [],
  mappings: "AAAA,MAAM,WAAW,KAAK;IAAG,IAAI,IAAI,MAAM,CAAC;CAAE",
});
const shapesMapped = `${shapes}//# sourceMappingURL=index.d.ts.map\n-- packages/a/dist/index.d.ts.map --\n${shapesMap}\n`;

// Implementations have no account, so what is known of builds decides how their answer stands.
describe.each(present(cases.filter(({ server }) => server === "typescript-native")))("$server", ({ server }) => {
  test.each([
    ["nothing built", "", "partial"],
    ["declarations without a map", shapes, "partial"],
    ["declarations with a map", shapesMapped, "complete"],
  ])("an implementation in a package that imports another: %s", async (_, built, state) => {
    const fixture = form({ a: rooted, built })
      .replace(source, "export interface «^»Shape { area(): number; }\n")
      .replace(
        use,
        'import { Shape } from "@x/a";\nexport class «ref|Circle» implements Shape { area() { return 1; } }\n',
      );
    await using stage = await open(server, fixture);
    const { found, expected, standing } = await stage.implementations();
    expect({ found, state: standing.state }).toEqual({ found: state === "complete" ? expected : [], state });
  });

  test.each([
    ["nothing built", "", ["import not resolved"]],
    ["declarations without a map", shapes, ["base in a built copy"]],
    ["declarations with a map", shapesMapped, []],
  ])("a member whose class has a base of another package, and a call of it: %s", async (_, built, whys) => {
    const fixture = form({ a: rooted, built })
      .replace(source, "export interface Shape { «ref|«^»area»(): number; }\n")
      .replace(
        use,
        'import { Shape } from "@x/a";\nclass Round implements Shape { «ref|area»() { return 1; } }\n' +
          "class Circle extends Round { override «ref|area»() { return 2; } }\nnew Circle().«ref|area»();\n" +
          "class Plain { area() { return 3; } }\nnew Plain().area();\n",
      );
    await using stage = await open(server, fixture);
    await checkUses(stage, whys);
  });
});
