// Changes of scripts: of one that would be no module any more, and of those that lie beside a declaration of their name.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { project } from "../../support/project.ts";
import { callTool, connect } from "../../support/sightline.ts";

const configuration = `{ "compilerOptions": { "allowJs": true, "checkJs": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["src"] }`;
const pairs = ["a", "b", "c", "d", "e", "f"];

const shop = `-- tsconfig.json --
${configuration}
-- src/memo.js --
export function memo() { return 1; }
-- src/index.js --
import { memo } from "./memo";
memo();
-- src/plain.js --
import { price } from "./price";
export const plain = price;
-- src/lone.js --
export const lone = 1;
lone.nothing;
-- src/alone.js --
export function alone() { return 1; }
-- src/price.js --
export const price = 1;
-- loose/one.js --
import { price } from "../src/price";
price;
-- loose/two.d.ts --
export { price } from "../src/price";
${pairs
  .map((name) => `-- src/${name}.js --\nimport { price } from "./price";\nexport const ${name} = price;\n`)
  .join("")}${pairs.map((name) => `-- src/${name}.d.ts --\nexport const ${name}: number;\n`).join("")}`;

interface Verdict {
  readonly safe: boolean | "unknown";
  readonly doubts: readonly string[];
  readonly unchecked_files: readonly { readonly reason: string }[];
  readonly errors_introduced: readonly { readonly file: string }[];
}

test("an emptied script breaks those who import it, and a script beside its declaration is judged in its project", async () => {
  using made = project(shop);
  await using agent = await connect(made, "modern", ["mcp", "--tools", "full"]);
  const preview = async (file: string, text: string, more: object = {}): Promise<Verdict> => {
    const input = { file_path: file, old_text: made.fixture.files.get(file), new_text: text, format: "json", ...more };
    const { texts } = await callTool(agent, "preview_edit", input);
    return JSON.parse(texts[0] ?? "") as Verdict;
  };
  for (let round = 0; round < 3; round++) {
    expect(await preview("src/memo.js", "")).toMatchObject({ safe: false, doubts: [] });
    expect(await preview("src/alone.js", "")).toMatchObject({ safe: true, doubts: [] });
    // A file that comes has the server list its project anew, while the declarations are open.
    const added = await preview(`src/added${round}.js`, `export const added = ${round};\n`);
    expect(added).toMatchObject({ safe: true, unchecked_files: [] });
    const looked = await preview("src/price.js", `export const price = 1;\nexport const more = ${round};\n`);
    expect(looked).toMatchObject({ safe: true, unchecked_files: [] });
    const broken = await preview("src/price.js", "export const other = 1;\n", { exhaustive: true });
    expect(broken.errors_introduced.map(({ file }) => file)).toEqual(
      expect.arrayContaining(pairs.map((name) => expect.stringMatching(`src/${name}.js$`) as string)),
    );
  }
});

test("a file that is only supposed to be gone stays gone while scripts are taken back into their project", async () => {
  using made = project(shop);
  await using agent = await connect(made, "modern", ["mcp", "--tools", "full"]);
  const uri = pathToFileURL(join(made.root, "src/price.js")).href;
  const workspace_edit = { documentChanges: [{ kind: "delete", uri }] };
  for (let round = 0; round < 3; round++) {
    const { texts } = await callTool(agent, "apply_edit", { workspace_edit, dry_run: true, format: "json" });
    // The file is on disk, and whether the server misses it depends on how strict the project is.
    expect(JSON.parse(texts[0] ?? "")).not.toMatchObject({ safe: true });
  }
});

test("a script beside which a declaration is only supposed is judged in its project, then and afterwards", async () => {
  using made = project(shop);
  await using agent = await connect(made, "modern", ["mcp", "--tools", "full"]);
  const problems = async (): Promise<string> =>
    (await callTool(agent, "get_diagnostics", { file_path: "src/lone.js" })).texts.join("\n");
  expect(await problems()).toContain("nothing");
  for (let round = 0; round < 3; round++) {
    const input = { file_path: "src/lone.d.ts", new_text: `export const lone: ${round};\n`, format: "json" };
    const { texts } = await callTool(agent, "preview_edit", input);
    const { errors_resolved } = JSON.parse(texts[0] ?? "") as { readonly errors_resolved: readonly unknown[] };
    expect(errors_resolved).toEqual([]);
    expect(await problems()).toContain("nothing");
  }
});
