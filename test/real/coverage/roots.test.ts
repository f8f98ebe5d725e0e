// Several real checkouts in one directory: a worktree, a clone inside, two languages, and a linter beside the compiler.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { openEngine } from "../../../src/engine/open.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import { catalog } from "../../../src/catalog/table.ts";
import { settingsFor } from "../../../src/config/profiles.ts";
import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { filePath } from "../../../src/model/file-path.ts";
import type { Caller } from "../../../src/policy/effects.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Workspace } from "../../../src/workspace/workspace.ts";

const outer = parseFixture(`
-- tsconfig.json --
{ "compilerOptions": { "strict": true }, "include": ["src"] }
-- .oxlintrc.json --
{ "rules": { "no-debugger": "error" } }
-- src/cart.ts --
export function «^»total(): number { return 1; }
-- src/use.ts --
import { total } from "./cart";
export const text: string = total();
debugger;
-- tools/thing.py --
def helper() -> int:
    return 1

«python»helper()
`);
const inner = parseFixture(`
-- tsconfig.json --
{ "include": ["lib"] }
-- lib/part.ts --
export const «^»part = 1;
export const twice = part + part;
`);
const caller: Caller = { door: "library", allowed: ["read", "control"] };

let home = "";
let root = "";
let engine: Engine;
const roots: unknown[] = [];

function write(directory: string, { files }: Fixture): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
}

function git(directory: string, ...args: readonly string[]): void {
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...author, ...args], { cwd: directory, stdio: "pipe" });
}

/** What a caller reads, with the standing in front when it is not complete. */
async function ask(operation: string, input: object): Promise<string> {
  const outcome = await engine.invoke({ operation, input, caller, waitMs: 60_000 });
  if (!outcome.ok) return `${outcome.refusal.code}: ${outcome.refusal.what}`;
  const body = outcome.body.format === "text" ? outcome.body.text : "";
  return outcome.standing.state === "complete" ? body : `${outcome.standingLine}\n${body}`;
}

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-roots-")));
  root = join(home, "project");
  mkdirSync(root);
  write(root, outer);
  git(root, "init");
  git(root, "add", ".");
  git(root, "commit", "-m", "first");
  git(root, "worktree", "add", "trees/feature", "-b", "feature");
  writeFileSync(join(root, "trees/feature/src/more.ts"), `import { total } from "./cart";\ntotal();\n`);
  mkdirSync(join(root, "modules/part"), { recursive: true });
  write(join(root, "modules/part"), inner);
  git(join(root, "modules/part"), "init");
  engine = await openEngine({
    directory: join(root, "src"),
    host: await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(home, "state") }),
    trace: (_, direction, message) => {
      if (direction === "sent" && "method" in message && message.method === "initialize" && "params" in message)
        roots.push(message.params);
    },
  });
});

afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

describe("one directory, three checkouts, two languages", () => {
  const { file, span } = outer.cursor;

  test("the root is found from a directory below it, and the server is told of it [AGL-001]", async () => {
    const found = await ask("find_references", { file_path: file, ...span.start, include_source: false });
    expect(found.split("\n").slice(1)).toEqual(["src/use.ts: 1 2"]);
    expect(roots).toMatchObject([{ rootUri: `file://${root}` }]);
  });

  test("a file of the worktree is answered by the worktree, with its own changes and no other's", async () => {
    const input = { file_path: `trees/feature/${file}`, ...span.start, include_source: false };
    const found = await ask("find_references", input);
    expect(found.split("\n").slice(1)).toEqual(["trees/feature/src/more.ts: 1 2", "trees/feature/src/use.ts: 1 2"]);
    expect(roots.at(-1)).toMatchObject({ rootUri: `file://${root}/trees/feature` });
  });

  test("a clone inside is a root of its own too", async () => {
    const { file: own, span: place } = inner.cursor;
    const input = { file_path: join(root, "modules/part", own), ...place.start, include_source: false };
    expect((await ask("find_references", input)).split("\n").slice(1)).toEqual(["modules/part/lib/part.ts: 2"]);
    expect(roots.at(-1)).toMatchObject({ rootUri: `file://${root}/modules/part` });
  });

  test("Python beside is answered by its own server, and an outsider by none", async () => {
    const [mark] = outer.marks("python");
    const input = { file_path: mark?.file, ...mark?.span.start };
    expect(await ask("go_to_definition", input)).toContain("tools/thing.py:1:5  def helper() -> int:");
    expect(await ask("go_to_definition", { ...input, file_path: "../state/x.py" })).toBe(
      "outside_root: path traversal not allowed",
    );
    expect((await engine.status()).sessions.map(({ server }) => server).sort()).toEqual([
      ...["pyright", "typescript-native", "typescript-native", "typescript-native"],
    ]);
  });
});

test("what a linter finds stands beside what the compiler finds, each by its name", async () => {
  const directory = join(home, "linted");
  mkdirSync(directory);
  write(directory, outer);
  const path = [join(process.cwd(), "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const host = await openNodeHost({ ...process.env, PATH: path, SIGHTLINE_STATE_DIR: join(home, "linted-state") });
  const workspace = new Workspace({
    host,
    codec: nodeCodec,
    root: filePath(directory),
    catalog,
    settings: settingsFor("standard"),
    trusted: true,
    emit: () => {},
  });
  const opened = new Roots(workspace);
  try {
    const { snapshot, file } = await opened.view().locate("src/use.ts");
    const patience = { deadline: deadlineIn(host.clock, 60_000), waitMs: 60_000 };
    const { value, standing } = await snapshot.diagnostics(file, patience);
    expect(value.diagnostics.map(({ source, code, span }) => [source, code, span.start.line])).toEqual([
      ["ts", "2322", 2],
      ["oxc", "eslint(no-debugger)", 3],
    ]);
    expect(standing.evidence.map(({ server }) => server)).toEqual(["typescript-native", "oxlint"]);
  } finally {
    await opened.close();
  }
});
