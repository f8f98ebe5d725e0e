// Runs one of our TypeScript files: `node tools/run.mjs FILE.ts [args]`, because Node 20 cannot.
//
// The whole project is compiled into `.cache/js`; type errors do not stop a run, `npm run check` reports them.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { root, tsc } from "./build.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined || !file.endsWith(".ts") || !existsSync(file)) {
  process.stderr.write("usage: node tools/run.mjs FILE.ts [args]\n");
  process.exit(2);
}

const compiled = join(root, ".cache", "js", relative(root, resolve(file)).replace(/\.ts$/, ".js"));
const compile = spawnSync(process.execPath, [tsc, "-p", "tsconfig.run.json"], { cwd: root, encoding: "utf8" });
if (compile.error || !existsSync(compiled)) {
  process.stderr.write(`${compile.error?.message ?? compile.stdout}\n${file} was not compiled\n`);
  process.exit(1);
}

// The compiler copies no JavaScript, and tests and benches share some of the tools.
cpSync(join(root, "tools"), join(root, ".cache", "js", "tools"), {
  recursive: true,
  filter: (path) => path.endsWith(".mjs") || statSync(path).isDirectory(),
});

const child = spawn(process.execPath, ["--enable-source-maps", compiled, ...args], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
