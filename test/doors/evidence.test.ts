// Evidence at the command line: shown, verified, taken along and asked again; two processes on one audit log.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { served, toyProgram } from "../support/made-up-server.ts";
import { sightline } from "../support/sightline.ts";

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("what was asked is shown, verified, exported and asked again, and damage is found", async () => {
  using made = served(toyProgram());
  const run = (args: readonly string[]): ReturnType<typeof sightline> => sightline(made, [...args]);
  const asked = await run(["symbols", made.at.file_path, ...made.options]);
  expect(asked.code).toBe(0);
  const show = await run(["evidence", "show", "--exact", "--tool", "list_symbols"]);
  expect(show.out).toMatch(
    / cli .* list_symbols {2}a\.toy\n {4}complete, \d+ bytes, .*\n {4}allowed: .*\n {4}toy .*: textDocument\/documentSymbol ×1; 1 responded; \d+ bytes\n/,
  );
  expect((await run(["evidence", "show", "--exact", "--tool", "nothing"])).out).toBe(
    "Nothing is recorded that matches.\n",
  );
  const whole = await run(["evidence", "verify", "--exact"]);
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining("nothing is missing or changed")]);
  const replayed = await run(["evidence", "replay", made.root, "--exact", ...made.options]);
  expect([replayed.code, replayed.out]).toEqual([0, expect.stringContaining("1 question: 1 same")]);
  const copy = join(dirname(made.root), "copy");
  expect((await run(["evidence", "export", "--exact", "--to", copy])).code).toBe(0);
  const [first = ""] = filesBelow(copy).filter((file) => file.endsWith("0001.jsonl"));
  writeFileSync(first, readFileSync(first, "utf8").replace("list_symbols", "list_secrets"));
  const damaged = await run(["evidence", "verify", "--from", copy]);
  expect([damaged.code, damaged.out]).toEqual([1, expect.stringContaining("the line is not what was written")]);
  expect((await run(["evidence", "verify", "--exact"])).code).toBe(0);
});

test("evidence and audit log are where the options say, and nowhere with --evidence off", async () => {
  using made = served(toyProgram());
  const log = join(dirname(made.root), "logs", "audit.jsonl");
  const off = await sightline(made, [
    "symbols",
    made.at.file_path,
    ...made.options,
    "--evidence",
    "off",
    "--audit-log",
    log,
  ]);
  expect(off.code).toBe(0);
  expect(filesBelow(made.stateDirectory).filter((file) => file.includes("/evidence/"))).toEqual([]);
  expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({ tool: "list_symbols", success: true });
});

test("the evidence is that of the root that is named, and where there is none nothing is verified", async () => {
  using made = served(toyProgram());
  using other = served(toyProgram());
  expect((await sightline(made, ["symbols", made.at.file_path, ...made.options])).code).toBe(0);
  const elsewhere = { ...other, stateDirectory: made.stateDirectory };
  const verified = (args: readonly string[]): ReturnType<typeof sightline> =>
    sightline(elsewhere, ["evidence", "verify", ...args]);
  for (const named of [
    ["--root", made.root],
    [made.root, "--exact"],
  ])
    expect(await verified(named)).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 chain, nothing is missing"),
    });
  for (const named of [["--exact"], ["--root", other.root], ["--from", join(other.root, "nowhere")]])
    expect(await verified(named)).toMatchObject({ code: 1, out: expect.stringContaining("There is no evidence in") });
  const shown = await sightline(elsewhere, ["evidence", "show", "--root", made.root]);
  expect(shown.out).toContain("list_symbols  a.toy");
});

const writer = `
const [built, log, root, name] = process.argv.slice(1);
const { AuditLog } = await import(built + "engine/evidence/audit.js");
const { nodeFiles: files } = await import(built + "host/node/node-files.js");
const { nodeWriting: writing } = await import(built + "host/node/node-writing.js");
const { nodeLogFiles: logFiles } = await import(built + "host/node/node-log-files.js");
const audit = new AuditLog({ files, writing, logFiles }, log, root);
const line = (at) => JSON.stringify({ name, at, text: name.repeat(5_000) }) + "\\n";
await Promise.all(Array.from({ length: 300 }, (_, at) => audit.append(line(at))));
await audit.close();
`;

test("two processes on one audit log keep the order of their calls and tear no line [AGL-293]", async () => {
  using made = served(toyProgram());
  const log = join(dirname(made.root), "shared.jsonl");
  mkdirSync(dirname(log), { recursive: true });
  const children = ["a", "b"].map((name) =>
    spawn(process.execPath, ["--input-type=module", "-e", writer, built, log, made.root, name], { stdio: "inherit" }),
  );
  expect(await Promise.all(children.map((child) => once(child, "exit")))).toEqual([
    [0, null],
    [0, null],
  ]);
  const lines = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; at: number });
  for (const name of ["a", "b"]) {
    const own = lines.filter((line) => line.name === name).map(({ at }) => at);
    expect(own).toEqual(Array.from({ length: 300 }, (_, at) => at));
  }
});
