// Joins what the executable needs into a few files: `node tools/bundle.mjs STAGE`, where STAGE holds the compiled tree.
//
// Starting means reading: 250 small files and two packages take longer to load than a language server to start.
// The bundle lies in `cli/`, one folder below the tree's top like any other folder, so that paths relative to the
// running file still hold. `bin.js` becomes one line that loads it. What the engine compiles at a start is kept in `compiled/`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const [stage] = process.argv.slice(2);
if (stage === undefined) throw new Error("usage: node tools/bundle.mjs STAGE");

const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } };
const dir = join(stage, "cli");

/** The whole program is of CommonJS: only of such scripts can the engine's compiled code be kept by Node 20. */
const program = await write("whole-bin.js", {
  format: "cjs",
  entryFileNames: "whole-[hash].cjs",
  chunkFileNames: "[name]-[hash].cjs",
});
const entry = program.find(({ isEntry }) => isEntry).fileName;
const client = await write("bin.js", { format: "esm", chunkFileNames: "[name]-[hash].js" }, [
  instead("whole-bin.js", loader(entry)),
]);
writeFileSync(join(dir, "LICENSES.md"), licences([...program, ...client].flatMap((chunk) => chunk.moduleIds ?? [])));
writeFileSync(join(stage, "bin.js"), '#!/usr/bin/env node\nimport "./cli/bin.js";\n');
chmodSync(join(stage, "bin.js"), 0o755);
// A part is kept once: first by the run that needs most of it.
await keepCompiled(["mcp"], asked);
await keepCompiled(["folders"], () => {});

async function write(input, options, plugins = []) {
  const bundle = await rolldown({ input: join(stage, input), platform: "node", logLevel: "warn", plugins });
  const { output } = await bundle.write({ dir, minify, ...options });
  await bundle.close();
  return output;
}

/** The client loads the whole program by a file of its own. */
function instead(name, code) {
  return { name: "instead", load: (id) => (id === join(realpathSync(stage), name) ? code : null) };
}

function loader(name) {
  return `import { fileURLToPath } from "node:url";
import { loadCompiled } from "./host/node/compiled-code.js";
const [entry, folder] = ["./${name}", "../compiled"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
export const { commandOf, runWhole } = loadCompiled(entry, folder).exports;
`;
}

/** Lets the program run until it has been asked and its input ends, so that what that needs is compiled, and keeps it. */
async function keepCompiled(args, ask) {
  const compiled = pathToFileURL(join(stage, "host", "node", "compiled-code.js")).href;
  const code = `import { loadCompiled } from ${JSON.stringify(compiled)};
    const { exports, keep } = loadCompiled(...${JSON.stringify([join(dir, entry), join(stage, "compiled")])});
    await exports.runWhole();
    keep();
    process.exit();`;
  const base = mkdtempSync(join(tmpdir(), "sightline-build-"));
  const [cwd, state] = ["root", "state"].map((name) => join(base, name));
  mkdirSync(cwd);
  const env = { PATH: process.env["PATH"], SIGHTLINE_STATE_DIR: state, SIGHTLINE_DAEMON: "off" };
  const words = ["--input-type=module", "-e", code, "--", "bin.js", ...args];
  const child = spawn(process.execPath, words, { cwd, env, stdio: "pipe" });
  const told = [];
  child.stderr.on("data", (bytes) => told.push(bytes));
  const ended = once(child, "close");
  await Promise.race([ask(child, cwd), ended]);
  child.stdout.resume();
  child.stdin.end();
  const [status] = await ended;
  rmSync(base, { recursive: true, force: true });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${Buffer.concat(told)}`);
}

/** The first answer of a fresh process; a refusal, where there is no server, needs nearly as much. */
function asked(child, cwd) {
  writeFileSync(join(cwd, "tsconfig.json"), "{}");
  writeFileSync(join(cwd, "sum.ts"), "export function sum(): number {\n  return 1;\n}\nexport const one = sum();\n");
  const place = { file_path: "sum.ts", line: 1, column: 17 };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "build", version: "1" } };
  const messages = [
    { id: 1, method: "initialize", params },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
    { id: 3, method: "tools/call", params: { name: "find_references", arguments: place } },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let said = "";
  return new Promise((resolve) => {
    child.stdout.on("data", (bytes) => {
      said += bytes;
      if (/"id":3\b/.test(said)) resolve();
    });
  });
}

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
