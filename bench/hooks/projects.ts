// A small project in each language whose first function gets a further parameter: its callers break, and are mended again.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const hookLanguages = ["typescript", "python", "go"] as const;
export type HookLanguage = (typeof hookLanguages)[number];

export interface HookProject {
  readonly root: string;
  /** The file that is edited, its text, and what is put in the place of what. */
  readonly file: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

interface Dialect {
  readonly extension: string;
  readonly extras: Readonly<Record<string, string>>;
  readonly hub: string;
  readonly from: string;
  readonly to: string;
  readonly user: (index: number) => string;
}

const dialects: Readonly<Record<HookLanguage, Dialect>> = {
  typescript: {
    extension: ".ts",
    extras: {
      "tsconfig.json":
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] }, "include": ["src"] }\n',
      "package.json": '{ "name": "bench", "private": true, "type": "module" }\n',
    },
    hub: "export function total(items: number[]): number {\n  return items.length;\n}\n",
    from: "items: number[]",
    to: "items: number[], tax: number",
    user: (index) => `import { total } from "./hub.js";\nexport const shown${index}: number = total([${index}]);\n`,
  },
  python: {
    extension: ".py",
    extras: { "pyproject.toml": '[project]\nname = "bench"\nversion = "1"\n', "src/__init__.py": "" },
    hub: "def total(items: list[int]) -> int:\n    return len(items)\n",
    from: "items: list[int]",
    to: "items: list[int], tax: int",
    user: (index) => `from .hub import total\n\nshown${index}: int = total([${index}])\n`,
  },
  go: {
    extension: ".go",
    extras: { "go.mod": "module bench\n\ngo 1.21\n" },
    hub: "package src\n\nfunc Total(items []int) int {\n\treturn len(items)\n}\n",
    from: "items []int",
    to: "items []int, tax int",
    user: (index) => `package src\n\nvar Shown${index} = Total([]int{${index}})\n`,
  },
};

export function makeHookProject(language: HookLanguage, users: number): HookProject {
  const { extension, extras, hub, from, to, user } = dialects[language];
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
  const files = { ...extras, [`src/hub${extension}`]: hub };
  for (let index = 0; index < users; index++) files[`src/user${index}${extension}`] = user(index);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, file: join(root, `src/hub${extension}`), text: hub, from, to };
}
