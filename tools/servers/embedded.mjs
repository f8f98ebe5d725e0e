// A recipe for the servers that ship with the product: nothing to install, only the checkout's own packages to find.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isProgram } from "./run.mjs";

const fromCheckout = createRequire(import.meta.url);

/** Either `native`, an executable in the platform's package of `package`, or `script`, run by this Node. */
export function embedded({ id, package: name, native, script, args }) {
  return {
    name: id,
    ids: [id],
    postponed: () => `the package ${name} is not installed in this checkout; run: npm install`,
    async find() {
      const own = manifestOf(fromCheckout, name);
      if (own === undefined) return undefined;
      const { version } = own.json;
      if (script !== undefined)
        return { [id]: { command: [process.execPath, join(own.home, script), ...args], version } };
      const platform = `@${name}/${name}-${process.platform}-${process.arch}`;
      const home = manifestOf(createRequire(join(own.home, "package.json")), platform)?.home;
      if (home === undefined) return undefined;
      const program = join(home, process.platform === "win32" ? `${native}.exe` : native);
      return isProgram(program) ? { [id]: { command: [program, ...args], version } } : undefined;
    },
    async install() {},
  };
}

function manifestOf(require, name) {
  try {
    const path = require.resolve(`${name}/package.json`);
    return { home: dirname(path), json: JSON.parse(readFileSync(path, "utf8")) };
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
