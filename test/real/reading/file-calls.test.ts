// How many calls of the file system a warm question takes where nothing has changed, and that it still sees what has.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { settingsFor } from "../../../src/config/profiles.ts";
import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { ancestors, filePath } from "../../../src/model/file-path.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { findReferences } from "../../../src/operations/find/find-references.ts";
import { goToDefinition } from "../../../src/operations/find/go-to-definition.ts";
import { getDiagnostics } from "../../../src/operations/problems/get-diagnostics.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { callContext } from "../../support/kits/perform.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Workspace } from "../../../src/workspace/workspace.ts";
import { catalogOf, hasServer } from "../installed.ts";

const shop = `-- package.json --
{ "name": "shop", "private": true }
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["src"] }
-- src/price.ts --
export function parse(text: string): number {
  return Number(text);
}
-- src/lib/buy.ts --
import { parse } from "../price.js";
export const bought = parse("3");
`;

const at = { file_path: "src/lib/buy.ts", line: 2, column: 23 };

/** The files that are concerned are looked at once by each question, as is what is not watched: the journal of changes, a file of git, packages above the root. */
const questions: readonly (readonly [string, Operation, object, number])[] = [
  ["go_to_definition", goToDefinition, at, 8],
  ["find_references", findReferences, at, 9],
  ["get_diagnostics", getDiagnostics, { file_path: at.file_path }, 7],
];

test.each(["typescript-native"].filter(hasServer))("%s is asked with few calls of the file system", async (server) => {
  await using shopOf = await opened(server);
  const { calls, root } = shopOf;
  const ask = (operation: Operation, input: object): ReturnType<typeof shopOf.ask> => shopOf.ask(operation, input);
  for (const [name, operation, input, most] of questions) {
    await ask(operation, input);
    await ask(operation, input);
    calls.length = 0;
    await ask(operation, input);
    expect(calls.length, `${name}: ${calls.join(", ")}`).toBeLessThanOrEqual(most + ancestors(root).length);
  }
  const price = "// Prices.\nexport function parse(text: string): number {\n  return Number(text);\n}\n";
  writeFileSync(join(root, "src/price.ts"), price);
  expect(await ask(goToDefinition, at)).toContain("src/price.ts:2:17");
});

// — below: private, in the order they are used —

async function opened(server: string) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-real-")));
  const root = filePath(join(home, "root"));
  for (const [file, text] of parseFixture(shop).files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const calls: string[] = [];
  const machine = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(home, "state") });
  const host = { ...machine, files: noted(machine.files, calls), writing: noted(machine.writing, calls) };
  const settings = settingsFor("standard");
  const workspace = new Workspace({
    host,
    codec: nodeCodec,
    root,
    catalog: catalogOf(server),
    settings,
    trusted: true,
    emit: () => {},
  });
  const roots = new Roots(workspace);
  return {
    root,
    calls,
    async ask(operation: Operation, input: object): Promise<string> {
      const view = roots.view();
      const patience = { deadline: deadlineIn(host.clock, 120_000), waitMs: 60_000 };
      try {
        const performed = await operation.decode(input).run(callContext(roots, patience, view));
        return performed.toText({ characters: 10_000 });
      } finally {
        await view.release();
      }
    },
    async [Symbol.asyncDispose]() {
      await roots.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Names every call that may reach the disk. */
function noted<T extends object>(disk: T, calls: string[]): T {
  const pure = new Set(["hash", "decode", "nonce", "self"]);
  return new Proxy(disk, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || pure.has(String(name))) return member;
      return (...of: readonly FilePath[]) => {
        calls.push(`${String(name)} ${String(of[0])}`);
        return Reflect.apply(member, target, of) as unknown;
      };
    },
  });
}
