// A recipe for servers from the npm registry: one private package per recipe, so that no two share dependencies.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { readSeal, writeSeal } from "./cache.mjs";
import { onPath, run } from "./run.mjs";

const LIMIT_MS = 5 * 60_000;

/** `packages` maps name to version, the first being the server's own; `servers` maps a bin of it to its arguments. */
/** `more` are further flags of npm. */
export function npm({ packages, servers, more = [] }) {
  const [name, version] = Object.entries(packages)[0];
  const recipe = JSON.stringify(packages);
  const directoryIn = (cache) => join(cache, `${name}@${version}`);
  return {
    name,
    ids: Object.keys(servers),
    async find({ cache }) {
      const directory = directoryIn(cache);
      if (!(await readSeal(directory, recipe))) return undefined;
      const home = join(directory, "node_modules", name);
      const { bin } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
      return Object.fromEntries(
        Object.entries(servers).map(([id, args]) => {
          const script = join(home, typeof bin === "string" ? bin : bin[id]);
          return [id, { command: [process.execPath, script, ...args], version }];
        }),
      );
    },
    async install({ cache }) {
      const directory = directoryIn(cache);
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
      // Scripts stay off: none of these packages needs one, and an installer should run nothing it does not need.
      const flags = ["--no-audit", "--no-fund", "--omit=dev", "--ignore-scripts", "--loglevel=error", ...more];
      const [command, ...first] = npmCommand();
      await run(command, [...first, "install", "--prefix", directory, ...flags], { cwd: directory, limitMs: LIMIT_MS });
      await writeSeal(directory, recipe);
    },
  };
}

/** Under `npm run`, npm names its own script; running that by Node also spares Windows the `.cmd` file. */
export function npmCommand() {
  const script = process.env.npm_execpath ?? "";
  if (basename(script) === "npm-cli.js") return [process.execPath, script];
  const program = onPath("npm");
  if (program === undefined) throw new Error("npm is not on PATH");
  return [program];
}
