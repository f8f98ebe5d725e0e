// A person with a home directory, a project and coding agents, for whom `init` and `uninstall` run.

import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sightline as here } from "./here.ts";
import type { Project } from "./project.ts";
import { project } from "./project.ts";
import type { Ran } from "./sightline.ts";
import { sightline } from "./sightline.ts";

/** A person with a home, and agents in it. */
export interface Person extends Disposable {
  readonly made: Project;
  readonly home: string;
  /** The built executable, as it is installed. */
  readonly run: (...words: readonly string[]) => Promise<Ran>;
  /** The same in this process. */
  readonly quick: (...words: readonly string[]) => Promise<Ran>;
  readonly put: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  /** Every file and link of the home and the project, with its text and mode. */
  readonly all: () => Record<string, string>;
}

export function person(): Person {
  const made = project("-- a.txt --\nx\n-- .git/HEAD --\nref: refs/heads/main\n");
  const home = join(dirname(made.root), "home");
  mkdirSync(home);
  const env = { HOME: home, PATH: join(home, "no-programs") };
  return {
    ...{ made, home },
    run: (...words) => sightline(made, words, made.root, env),
    quick: (...words) => here(made, words, made.root, env),
    put(path, text) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    read: (path) => readFileSync(join(home, path), "utf8"),
    all: () => ({ ...treeOf(home), ...treeOf(made.root) }),
    [Symbol.dispose]: () => made[Symbol.dispose](),
  };
}

/** Every file and link below a directory, with its text and mode. */
export function treeOf(directory: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) Object.assign(found, treeOf(path));
    else if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(path)}`;
    else found[path] = `${(lstatSync(path).mode & 0o777).toString(8)} ${readFileSync(path, "latin1")}`;
  }
  return found;
}
