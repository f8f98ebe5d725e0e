// A daemon that is killed while it reads or writes: what the caller is told, and what the disk and the journal say.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { onlyOne, shared } from "../support/daemons.ts";
import type { Shared } from "../support/daemons.ts";
import { gone, soon } from "../support/soon.ts";
import { callTool } from "../support/sightline.ts";

async function killDaemon({ daemons, servers }: Shared): Promise<void> {
  const { pid } = onlyOne(daemons());
  const orphans = servers();
  process.kill(pid, "SIGKILL");
  expect(await gone(pid, ...orphans)).toBe(true);
}

test("while a change is written, the caller is told what the disk and the journal say, and nothing is repeated [F66]", async () => {
  const users = Array.from({ length: 100 }, (_, index) => `u${index}.toy`);
  const fixture = `-- a.toy --\ndef «^»apple\n${users.map((name) => `-- ${name} --\nuse apple\n`).join("")}`;
  await using one = shared(undefined, {}, fixture);
  await using agent = await one.agent(["--tools", "full"]);
  const textOf = (name: string): string => {
    try {
      return readFileSync(join(one.made.root, name), "utf8");
    } catch {
      // It is being replaced.
      return "";
    }
  };
  const renamed = callTool(agent, "rename_symbol", { ...one.made.at, new_name: "pear" });
  await soon(() => users.some((name) => textOf(name) !== "use apple\n"), 1);
  await killDaemon(one);
  const { isError, texts } = await renamed;
  const said = texts.join("\n");
  expect(new Set(users.map(textOf))).toEqual(new Set([isError ? "use apple\n" : "use pear\n"]));
  expect(said).toMatch(isError ? /No file was changed\./ : /undo id|undo_id/);
  const undone = await callTool(agent, "undo_edit", {});
  expect([undone.isError, new Set(users.map(textOf))]).toEqual([isError, new Set(["use apple\n"])]);
  expect(readdirSync(one.made.root).filter((name) => name.startsWith(".sightline-"))).toEqual([]);
});

/** A server that answers references only when the test lets it, and the directory by which it does. */
function waiting(): { readonly directory: string; readonly one: Shared } & AsyncDisposable {
  const directory = mkdtempSync(join(tmpdir(), "sightline-waits-"));
  const one = shared(faultCommand("waits", directory, "textDocument/references", "textDocument/rename"));
  return {
    directory,
    one,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

test("while a question is answered, the client starts another daemon and asks once more; a command does so too [F66]", async () => {
  await using made = waiting();
  const { one, directory } = made;
  const isAsked = (): boolean => existsSync(join(directory, "got"));
  await using agent = await one.agent(["--trust"]);
  const asked = callTool(agent, "find_references", one.made.at);
  await soon(isAsked);
  const killed = onlyOne(one.daemons()).pid;
  writeFileSync(join(directory, "go"), "");
  await killDaemon(one);
  expect(await asked).toMatchObject({ isError: false });
  const next = onlyOne(one.daemons()).pid;
  expect([one.daemons().length, next]).toEqual([1, expect.any(Number)]);
  expect(next).not.toBe(killed);

  for (const name of ["go", "got"]) rmSync(join(directory, name));
  const { file_path, line, column } = one.made.at;
  const ran = one.run(["references", `${file_path}:${line}:${column}`, "--trust"]);
  await soon(isAsked);
  writeFileSync(join(directory, "go"), "");
  await killDaemon(one);
  expect(await ran).toMatchObject({ code: 0 });
  expect(onlyOne(one.daemons()).pid).not.toBe(next);
});

test("a command whose change had not begun when its daemon was killed says so, and does not repeat it [F66]", async () => {
  await using made = waiting();
  const { one, directory } = made;
  const { file_path, line, column } = one.made.at;
  // The thin client hands a command over only where a daemon is warm.
  expect(await one.run(["symbols", file_path, "--trust"])).toMatchObject({ code: 0 });
  const ran = one.run(["rename", `${file_path}:${line}:${column}`, "pear", "--trust"]);
  await soon(() => existsSync(join(directory, "got")));
  writeFileSync(join(directory, "go"), "");
  await killDaemon(one);
  const { code, err } = await ran;
  expect([code, err]).toEqual([4, expect.stringContaining("the daemon was lost before the command had ended")]);
  expect(err).toContain("No file was changed.");
  expect(readFileSync(join(one.made.root, "b.toy"), "utf8")).toBe("use apple\nuse apple\n");
});

test("a command whose daemon is killed while it writes tells what the disk and the journal say [F66]", async () => {
  const users = Array.from({ length: 100 }, (_, index) => `u${index}.toy`);
  const fixture = `-- a.toy --\ndef «^»apple\n${users.map((name) => `-- ${name} --\nuse apple\n`).join("")}`;
  await using one = shared(undefined, {}, fixture);
  expect((await one.run()).code).toBe(0);
  const textOf = (name: string): string => {
    const path = join(one.made.root, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const ran = one.run(["rename", "a.toy:1:5", "pear"]);
  await soon(() => users.some((name) => textOf(name) !== "use apple\n"), 1);
  await killDaemon(one);
  const { code, out, err } = await ran;
  const isMade = code === 0;
  expect(isMade ? out : err).toMatch(isMade ? /undo id/ : /No file was changed\./);
  expect(new Set(users.map(textOf))).toEqual(new Set([isMade ? "use pear\n" : "use apple\n"]));
  expect(readdirSync(one.made.root).filter((name) => name.startsWith(".sightline-"))).toEqual([]);
});
