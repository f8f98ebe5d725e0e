// Which modules that scripts name lie outside of the root for certain: what the platform brings, and packages that a manifest
// of the root lists and nothing in the root stands for.
//
// Invariant: a name that the root itself, or one of its configurations, may lead to its own sources is never foreign.

import { baseName } from "../../model/file-path.ts";
import { isRelative } from "../../languages/script/imports.ts";
import { packageNameOf, parsePackage } from "../../languages/script/package-json.ts";
import type { JavaScriptContext } from "./javascript.ts";

export class ForeignModules {
  readonly #context: JavaScriptContext;
  readonly #known = new Map<string, boolean>();
  #surroundings: Promise<Surroundings> | undefined;

  constructor(context: JavaScriptContext) {
    this.#context = context;
  }

  async isForeign(specifier: string): Promise<boolean> {
    if (isRelative(specifier) || !/^(?:node:|@[\w-]|[A-Za-z])/.test(specifier)) return false;
    if (specifier.startsWith("node:")) return true;
    this.#surroundings ??= this.#readSurroundings();
    const surroundings = await this.#surroundings;
    const known = this.#known.get(specifier) ?? isOutside(specifier, surroundings);
    this.#known.set(specifier, known);
    return known;
  }

  // — below: private, in the order they are used —

  async #readSurroundings(): Promise<Surroundings> {
    const files = await this.#context.files();
    const [own, listed] = [new Set<string>(), new Set<string>(platform)];
    for (const file of files.filter((one) => baseName(one) === "package.json")) {
      const manifest = parsePackage((await this.#context.read(file))?.text);
      if (manifest.name !== undefined) own.add(manifest.name);
      for (const [name, version] of manifest.dependencies(...dependencies)) if (isFetched(version)) listed.add(name);
    }
    const configurations = files.filter((file) => configuration.test(file));
    const texts = await Promise.all(configurations.map(async (file) => (await this.#context.read(file))?.text ?? ""));
    const stems = files.filter((file) => script.test(file)).map((file) => file.replace(/(?:\/index)?\.[^./]*$/, ""));
    return { own, listed, stems, configured: texts.join("\n") };
  }
}

interface Surroundings {
  /** The packages of the root, and those that it gets from elsewhere. */
  readonly own: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  /** The paths of the scripts, without their endings. */
  readonly stems: readonly string[];
  /** The texts of configurations that may give names to sources. */
  readonly configured: string;
}

const dependencies = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] as const;
const script = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/;
const configuration = /\/(?:[jt]sconfig[^/]*\.json|[^/]*\.config\.[^/]+|\.babelrc[^/]*|(?:webpack|karma|rollup)[^/]*)$/;

/** Modules that every platform of scripts brings; a file of the same name in the root leaves them open. */
const platform =
  "assert async_hooks buffer child_process cluster crypto dgram dns events fs http http2 https net os path perf_hooks process querystring readline stream string_decoder timers tls tty url util v8 vm worker_threads zlib".split(
    " ",
  );

/** Whether a version is fetched, and not a directory. */
function isFetched(version: unknown): boolean {
  return typeof version === "string" && !/^(?:file|link|workspace|portal):|^(?:[./]|~\/)/.test(version);
}

function isOutside(specifier: string, { own, listed, stems, configured }: Surroundings): boolean {
  const name = packageNameOf(specifier);
  if (own.has(name) || !listed.has(name)) return false;
  if (stems.some((stem) => stem.endsWith(`/${specifier}`))) return false;
  const word = name.replaceAll(/[^\w-]/g, String.raw`\$&`);
  return !new RegExp(String.raw`(?<![\w/-])${word}(?:\/[^"'\n:]{0,200})?\$?["']?\s{0,9}:`).test(configured);
}
