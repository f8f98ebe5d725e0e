// Joins what the executable needs into a few files: `node tools/bundle.mjs STAGE`, where STAGE holds the compiled tree.
//
// Starting means reading: 250 small files and two packages take longer to load than a language server to start.
// The bundle lies in `cli/`, one folder below the tree's top like any other folder, so that paths relative to the
// running file still hold. `bin.js` becomes one line that loads it.

import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { rolldown } from "rolldown";

const [stage] = process.argv.slice(2);
if (stage === undefined) throw new Error("usage: node tools/bundle.mjs STAGE");

const bundle = await rolldown({ input: { bin: join(stage, "bin.js") }, platform: "node", logLevel: "warn" });
const { output } = await bundle.write({
  dir: join(stage, "cli"),
  format: "esm",
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
writeFileSync(join(stage, "cli", "LICENSES.md"), licences(output.flatMap((chunk) => chunk.moduleIds ?? [])));
writeFileSync(join(stage, "bin.js"), '#!/usr/bin/env node\nimport "./cli/bin.js";\n');
chmodSync(join(stage, "bin.js"), 0o755);

/** The licence of each package whose code is in the bundle, which its terms ask us to carry along. */
function licences(modules) {
  const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []));
  const texts = [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      return `## ${name} ${version}\n\n${file === undefined ? "MIT" : readFileSync(join(folder, file), "utf8").trim()}\n`;
    });
  return `# Packages that are part of the executable\n\n${texts.join("\n")}`;
}

function packageFolder(id) {
  if (!id.includes(`${sep}node_modules${sep}`)) return undefined;
  let folder = dirname(id);
  // A nested package.json without a name only says how to load what is beside it.
  while (!existsSync(join(folder, "package.json")) || !isNamed(folder)) folder = dirname(folder);
  return folder;
}

function isNamed(folder) {
  return typeof JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version === "string";
}
