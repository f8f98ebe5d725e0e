// Loads the parts of the executable together with what the engine made of them at build time, so that a start compiles nothing.
//
// Invariant: compiled code only saves time. It is used where it is whole and was made of this very text, which its digest tells; the engine refuses
// that of another version or other flags. Else the text is compiled as always; so it is without the folder, as in a package from the registry.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

type Exports = Record<string, unknown>;
type Body = (
  exports: Exports,
  require: (name: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void;

export interface CompiledCode {
  readonly exports: Exports;
  /** Writes what the engine has compiled since, of parts that have none yet. */
  readonly keep: () => void;
}

/** Loads a CommonJS script; its parts lie beside it, and what was compiled of them in the folder. */
export function loadCompiled(entry: string, folder: string): CompiledCode {
  const loaded = new Map<string, { exports: Exports }>();
  const compiled: { readonly script: Script; readonly text: string; readonly file: string }[] = [];

  const load = (file: string): Exports => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as Exports };
    loaded.set(file, module);
    const cache = join(folder, `${basename(file)}.bin`);
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`;
    const cachedData = codeIn(cache, wrapped);
    const script = new Script(wrapped, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
    if (cachedData === undefined) compiled.push({ script, text: wrapped, file: cache });
    const others = createRequire(file);
    const body = script.runInThisContext() as Body;
    const require = (name: string): unknown => (name.startsWith("./") ? load(join(dirname(file), name)) : others(name));
    body.call(module.exports, module.exports, require, module, file, dirname(file));
    return module.exports;
  };

  const keep = (): void => {
    mkdirSync(folder, { recursive: true });
    for (const { script, text, file } of compiled) {
      const code = script.createCachedData();
      writeFileSync(file, Buffer.concat([digestOf(text, code), code]));
    }
  };
  return { exports: load(entry), keep };
}

const digestBytes = 32;

function digestOf(text: string, code: Buffer): Buffer {
  return createHash("sha256").update(text).update("\0").update(code).digest();
}

/** The engine itself compares only the length of the text, and does not notice damage: both would run. */
function codeIn(file: string, text: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(digestBytes);
    return digestOf(text, code).equals(bytes.subarray(0, digestBytes)) ? code : undefined;
  } catch {
    // There is none: the text is compiled.
    return undefined;
  }
}
