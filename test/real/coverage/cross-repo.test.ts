// Uses of a symbol in other repositories, as real servers tell them: linked, installed, replaced, and not found at all.

import { callContext } from "../../support/kits/perform.ts";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsFor } from "../../../src/config/profiles.ts";
import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import { filePath } from "../../../src/model/file-path.ts";
import type { Performed } from "../../../src/operations/define.ts";
import { getCrossRepoReferences } from "../../../src/operations/find/get-cross-repo-references.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Workspace } from "../../../src/workspace/workspace.ts";
import { catalogOf, hasServer } from "../installed.ts";

/** Longer than any server needs on a slow machine; a test that waits for it has failed. */
const patienceMs = 120_000;

/** `lib` declares what `^` points at and uses it at `own`; `app` uses it at `use`. */
class Repositories {
  readonly fixture: Fixture;
  readonly home: string;
  readonly roots: Roots;

  static async open(server: string, source: string, prepare: (home: string) => void = () => {}): Promise<Repositories> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-repos-")));
    const fixture = parseFixture(source);
    for (const [file, text] of fixture.files) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), text);
    }
    prepare(home);
    const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(home, "state") });
    const open = (name: string): Workspace =>
      new Workspace({
        host,
        codec: nodeCodec,
        root: filePath(name),
        catalog: catalogOf(server),
        settings: settingsFor("standard"),
        trusted: true,
        emit: () => {},
      });
    const allowed = ["app", "more"].map((name) => filePath(join(home, name)));
    return new Repositories(
      fixture,
      home,
      new Roots(open(join(home, "lib")), { allowed, open: async (root) => open(root) }),
    );
  }

  private constructor(fixture: Fixture, home: string, roots: Roots) {
    this.fixture = fixture;
    this.home = home;
    this.roots = roots;
  }

  async ask(consumers: readonly string[] = ["app"]): Promise<Performed<unknown>> {
    const { file, span } = this.fixture.cursor;
    const clock = (await openNodeHost()).clock;
    const patience = { deadline: deadlineIn(clock, patienceMs), waitMs: patienceMs };
    const input = {
      symbol_file: join(this.home, file),
      ...span.start,
      consumer_roots: consumers.map((name) => join(this.home, name)),
    };
    return getCrossRepoReferences.decode(input).run(callContext(this.roots, patience));
  }

  /** `repo file:line:column` of every mark of these names. */
  marked(...names: readonly string[]): string[] {
    return names
      .flatMap((name) => this.fixture.marks(name))
      .map(({ file, span }) => this.#spell(join(this.home, file), span.start.line, span.start.column))
      .sort();
  }

  /** Each with its repository, where that is not the one it lies in. */
  told(performed: Performed<unknown>): string[] {
    const { references } = performed.toJson() as {
      references: { file: string; line: number; column: number; repo: string }[];
    };
    return references
      .map(({ file, line, column, repo }) => {
        const own = file.startsWith(join(this.home, "lib/")) ? "primary" : join(this.home, "app");
        return `${this.#spell(file, line, column)}${repo === own ? "" : ` told of ${repo}`}`;
      })
      .sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.roots.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  #spell(file: string, line: number, column: number): string {
    return `${file.slice(this.home.length + 1)}:${line}:${column}`;
  }
}

const typescript = `-- lib/package.json --
{ "name": "shop-lib", "version": "1.0.0", "type": "module", "exports": "./src/index.ts" }
-- lib/tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "types": [] }, "include": ["src"] }
-- lib/src/index.ts --
export function «^»total(count: number): number {
  return count;
}
export class Cart {
  total(): number {
    return «own|total»(1);
  }
}
-- app/package.json --
{ "name": "app", "version": "1.0.0", "type": "module", "dependencies": { "shop-lib": "1.0.0" } }
-- app/tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "types": [] }, "include": ["src"] }
-- app/src/use.ts --
import { Cart, «import|total», «import|total» as «alias|sum» } from "shop-lib";
/** The total, in prose. */
export const words = "total";
export const due = «use|total»(1) + «alias|sum»(2) + new Cart().total();
-- app/src/other.ts --
function total(): number {
  return 2;
}
export const other = total();
`;

describe.each(["typescript-native"].filter(hasServer))("%s", () => {
  test("a package that is linked: uses lead to the declaration itself, renamed ones too [AGL-100]", async () => {
    await using repos = await Repositories.open("typescript-native", typescript, (home) => {
      mkdirSync(join(home, "app/node_modules"));
      symlinkSync(join(home, "lib"), join(home, "app/node_modules/shop-lib"));
    });
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("own", "import", "alias", "use"));
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    expect(performed.toJson()).not.toHaveProperty("warnings");
    expect(repos.roots.view().folders()).toEqual([join(repos.home, "lib")]);
  });

  test("a package that is installed: the copy counts, and is told", async () => {
    await using repos = await Repositories.open("typescript-native", typescript, (home) => {
      cpSync(join(home, "lib"), join(home, "app/node_modules/shop-lib"), { recursive: true });
    });
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("own", "import", "alias", "use"));
    expect(performed.toJson()).toMatchObject({ warnings: [expect.stringContaining("an installed copy")] });
  });

  test("a package that is missing: what cannot be resolved is counted, not dropped", async () => {
    await using repos = await Repositories.open("typescript-native", typescript);
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("own"));
    expect(performed.standing.state).toBe("partial");
    const details = performed.standing.reasons.map(({ detail }) => detail).join("\n");
    // Two imports, the use, and the method of the class that is not known either.
    expect(details).toMatch(/4 places that spell the name could not be resolved, first src\/use\.ts:1: /);
    repos.marked("import", "alias", "use");
  });
});

const go = `-- lib/go.mod --
module example.com/lib

go 1.21
-- lib/lib.go --
package lib

func «^»Total(count int) int { return count }

func own() int { return «own|Total»(1) }
-- app/go.mod --
module example.com/app

go 1.21

require example.com/lib v0.0.0

replace example.com/lib => ../lib
-- app/main.go --
package main

import "example.com/lib"

type cart struct{}

func (cart) Total() int { return 1 }

// Total in prose.
func main() {
	println(lib.«use|Total»(1), cart{}.Total(), "Total")
}
`;

describe.each(["gopls"].filter(hasServer))("%s", () => {
  test("a module that is replaced by its directory: uses lead to the declaration itself [AGL-100]", async () => {
    await using repos = await Repositories.open("gopls", go);
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("own", "use"));
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
  });
});

const python = `-- lib/pyproject.toml --
[project]
name = "shoplib"
version = "1"
-- lib/shoplib/__init__.py --
def «^»total(count: int) -> int:
    return count


def own() -> int:
    return «own|total»(1)
-- app/pyrightconfig.json --
{ "extraPaths": ["../lib"] }
-- app/app.py --
from shoplib import «use|total»
from shoplib import «use|total» as «use|plus»


def other_total() -> int:
    total_of = 1
    return total_of


# The total in prose.
print(«use|total»(1), «use|plus»(2), "total")
-- app/own.py --
def total() -> int:
    return 1


print(total())
`;

describe.each(["pyright"].filter(hasServer))("%s", () => {
  test("a package on a search path: uses lead to the declaration itself [AGL-100]", async () => {
    await using repos = await Repositories.open("pyright", python);
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("own", "use"));
    expect(performed.standing.reasons.map(({ code }) => code)).toEqual([]);
  });

  test("a package that is nowhere: every place that spells the name in code is a doubt", async () => {
    await using repos = await Repositories.open("pyright", python.replace("../lib", "../gone"));
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("own"));
    expect(performed.standing.reasons.map(({ detail }) => detail).join("\n")).toMatch(/3 places that spell the name/);
    repos.marked("use");
  });

  test("an installed copy is told from another module of the same name, and from a namesake in it", async () => {
    await using repos = await Repositories.open(
      "pyright",
      `-- lib/pyproject.toml --
[project]
name = "shoplib"
version = "1"
-- lib/src/shoplib/config.py --
def «^»load() -> int:
    return 1


class Kept:
    def load(self) -> int:
        return 2
-- app/pyrightconfig.json --
{ "extraPaths": ["vendor/site-packages"] }
-- app/vendor/site-packages/config.py --
def load() -> int:
    return 3
-- app/vendor/site-packages/shoplib/config.py --
def load() -> int:
    return 1


class Kept:
    def load(self) -> int:
        return 2
-- app/app.py --
from shoplib.config import Kept, «use|load»

print(«use|load»(), Kept().load())
-- app/other.py --
from config import load

print(load())
`,
    );
    const performed = await repos.ask();
    expect(repos.told(performed)).toEqual(repos.marked("use"));
  });
});
