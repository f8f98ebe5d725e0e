// Generated projects, broken and changed in many places: what is called safe is what the compiler still accepts.
//
// Files are not looked at because they are few: `edits.wholeFiles` is 0, so that a dependency that is overlooked shows.

import { afterAll, describe, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FilePath } from "../../../src/model/file-path.ts";
import { joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { evaluate } from "../../../src/workspace/change/consequences.ts";
import { oneIn } from "../../support/soak.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

/** How a file takes something from another, and gives it on as `v`. */
interface Use {
  readonly ending?: string;
  text(module: string, id: string): string;
  /** How others take it from there; by importing it where nothing is said. */
  taken?(id: string): string;
}

const uses: Readonly<Record<string, Use>> = {
  named: { text: (module) => `import { v as from } from "${module}";\nexport const v = () => from();\n` },
  type: {
    text: (module) => `import type { T } from "${module}";\nexport const v = () => (null as unknown as T).n;\n`,
  },
  star: { text: (module) => `import * as all from "${module}";\nexport const v = () => all.v();\n` },
  handedOn: { text: (module) => `export * from "${module}";\n` },
  handedOnByName: { text: (module) => `export {\n  v, // } from "nowhere"\n} from '${module}';\n` },
  typeOf: { text: (module) => `export const v = () => (null as unknown as import(/* T */ "${module}").T).n;\n` },
  later: {
    text: (module) =>
      `const load = () => import("${module}");\ntype M = Awaited<ReturnType<typeof load>>;\nexport const v = () => (null as unknown as M).v();\n`,
  },
  comment: {
    ending: ".js",
    text: (module) => `/** @type {import("${module}").T} */\nconst t = JSON.parse("");\nexport const v = () => t.n;\n`,
  },
  forAll: {
    text: (module, id) =>
      `import type { T } from "${module}";\ndeclare global {\n  interface G${id} { t: T }\n}\nexport {};\n`,
    taken: (id) => `const v = () => (null as unknown as G${id}).t.n;\n`,
  },
  declared: {
    ending: ".d.ts",
    text: (module, id) => `interface D${id} { t: import("${module}").T }\n`,
    taken: (id) => `const v = () => (null as unknown as D${id}).t.n;\n`,
  },
};

/** How a module is named, and where its file is then. */
const namings: Readonly<Record<string, (id: string) => { readonly module: string; readonly file: string }>> = {
  path: (id) => ({ module: `./s${id}`, file: `src/s${id}.ts` }),
  compiled: (id) => ({ module: `./s${id}.js`, file: `src/s${id}.ts` }),
  index: (id) => ({ module: `./deep${id}`, file: `src/deep${id}/index.ts` }),
  alias: (id) => ({ module: `@base/s${id}`, file: `src/s${id}.ts` }),
  own: (id) => ({ module: `#own/s${id}`, file: `src/s${id}.ts` }),
  manifest: (id) => ({ module: `./dir${id}`, file: `src/dir${id}/impl/main.ts` }),
  linked: (id) => ({ module: `pkg${id}`, file: `packages/pkg${id}/index.ts` }),
};

interface Piece {
  readonly title: string;
  readonly id: string;
  /** The file that changes. */
  readonly file: string;
  readonly files: Readonly<Record<string, string>>;
}

const sourceOf = (n: string): string =>
  `export function v(): ${n} {\n  return null as unknown as ${n};\n}\nexport interface T {\n  n: ${n};\n}\n`;

/** One from each pair of ways; what takes the result does so in a way that the seed chooses. */
function pieces(seed: number): Piece[] {
  const pairs = Object.entries(uses).flatMap(([use, how]) =>
    Object.entries(namings).map(([naming, place]) => ({ title: `${use} by ${naming}`, how, naming, place })),
  );
  const lasts = ["named", "star", "later", "typeless"] as const;
  return pairs.map(({ title, how, naming, place }, at) => {
    const id = `${seed}x${at}`;
    const { module, file } = place(id);
    const last = lasts[(seed * 7 + at * 3) % lasts.length] ?? "named";
    const imported = {
      named: `import { v } from "./u${id}";\n`,
      star: `import * as u from "./u${id}.js";\nconst { v } = u;\n`,
      later: `const u = await import("./u${id}");\nconst v = u.v;\n`,
      typeless: `const v = null as unknown as typeof import('./u${id}').v;\n`,
    }[last];
    return {
      title,
      id,
      file,
      files: {
        [file]: sourceOf("number"),
        [`src/u${id}${how.ending ?? ".ts"}`]: how.text(module, id),
        [`src/w${id}.ts`]: `${how.taken?.(id) ?? imported}export const sum${id}: number = v() * 2;\n`,
        ...(naming === "manifest" ? { [`src/dir${id}/package.json`]: '{ "types": "./impl/main.ts" }\n' } : {}),
        ...(naming === "linked"
          ? { [`packages/pkg${id}/package.json`]: `{ "name": "pkg${id}", "main": "index.ts" }\n` }
          : {}),
      },
    };
  });
}

const around: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "root", "type": "module", "imports": { "#own/*": "./src/*.ts" } }\n',
  "config/base.json": `{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext",
    "moduleResolution": "bundler", "types": [], "allowJs": true, "checkJs": true, "paths": { "@base/*": ["../src/*"] } } }\n`,
  "tsconfig.json": '{ "extends": "./config/base.json", "include": ["src"] }\n',
};

const servers = ["typescript-native"].filter(hasServer);

describe.each(servers)("%s: what the compiler rejects is never called safe", (server) => {
  // Use and naming go round at different lengths, so that every second pair still has each of both.
  const all = oneIn(2, pieces(1), "every second pair of a use and a naming");
  const files = Object.assign({}, around, ...all.map((piece) => piece.files)) as Record<string, string>;
  const opened = open(server, files);
  afterAll(async () => (await opened).close());

  test.each([
    ["a type that others rely on changes", sourceOf("string"), all.length],
    ["what others use is gone", "export const other = 1;\n", all.length],
    ["nothing changes that others use", `${sourceOf("number")}export const unused = 1;\n`, 0],
    ["nothing changes but words", `// Numbers.\n${sourceOf("number")}`, 0],
  ])("%s [AGL-212 AGL-216]", async (_, after, broken) => {
    const stage = await opened;
    const rejected = rejectedBy(stage.root, all, after);
    const verdicts = new Map<string, boolean | "unknown">();
    for (const piece of all) {
      const file = joinPath(stage.root, piece.file);
      const { safe } = await foreseen(stage, { file, before: piece.files[piece.file], after });
      verdicts.set(piece.title, safe);
    }
    const found = all.map(({ title, id }) => ({ title, safe: verdicts.get(title), breaks: rejected.has(id) }));
    expect(found.filter(({ safe, breaks }) => safe !== !breaks)).toEqual([]);
    // Else the compiler was not asked what was meant.
    expect(rejected.size).toBe(broken);
  });
});

// — below: private, in the order they are used —

async function open(server: string, files: Readonly<Record<string, string>>): Promise<Stage> {
  const fixture = Object.entries(files).map(([file, text]) => `-- ${file} --\n${text}`);
  const real = { server, fixture: fixture.join(""), changes: [], killedAt: "references" } as const;
  const stage = await Stage.open(real, { edits: { wholeFiles: 0 } });
  for (const file of Object.keys(files)) {
    const name = /^packages\/(\w+)\/package\.json$/.exec(file)?.[1];
    if (name === undefined) continue;
    mkdirSync(join(stage.root, "node_modules"), { recursive: true });
    symlinkSync(`../packages/${name}`, join(stage.root, "node_modules", name));
  }
  return stage;
}

/** The pieces that the compiler has something against when all of them are changed, in a copy. */
function rejectedBy(root: FilePath, all: readonly Piece[], after: string): Set<string> {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "sightline-oracle-")));
  try {
    cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
    for (const { file } of all) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), after);
    }
    const compiler = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", copy], { cwd: copy, encoding: "utf8" });
    const named = [...stdout.matchAll(/^\S*?(\d+x\d+)[^\n(]*\(\d+,\d+\): error/gm)];
    return new Set(named.flatMap((match) => match[1] ?? []));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function foreseen(stage: Stage, change: { file: FilePath; before: string | undefined; after: string }) {
  const { workspace } = stage;
  const view = {
    suppose: (_: FilePath, supposed: ReadonlyMap<FilePath, string | null>) => workspace.suppose(supposed),
  };
  const patience = { deadline: deadlineIn(workspace.host.clock, 120_000), waitMs: 60_000 };
  const options = { patience, scope: "workspace", budgetMs: 100_000, thorough: false } as const;
  return (await evaluate(view, await workspace.snapshot(), [change], options)).value;
}
