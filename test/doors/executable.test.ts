// The single executable, made here and run where there is neither Node nor anything of this checkout.

import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";

import { releaseServer } from "../support/release-server.ts";
import { callTool, clientOf } from "../support/sightline.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sightline-single-")));
const at = (name: string): string => join(folder, name);
/** Nothing is on the path: no Node, no npm, no server. */
const env = { HOME: at("home"), PATH: at("empty"), SIGHTLINE_STATE_DIR: at("state"), SIGHTLINE_DAEMON: "off" };
let program = "";

beforeAll(() => {
  program = execFileSync(process.execPath, ["tools/executable.mjs", at("out")], {
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
  for (const name of ["home", "empty", "root"]) mkdirSync(at(name));
  writeFileSync(join(at("root"), "tsconfig.json"), "{}");
  writeFileSync(join(at("root"), "sum.ts"), "export const sum = 1;\nexport const twice = sum + sum;\n");
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]): { readonly code: number | null; readonly out: string; readonly err: string } {
  const ran = spawnSync(program, args, { cwd: at("root"), env, encoding: "utf8", timeout: 30_000 });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

test("it says its version, lays its files out once, and has the skills with it", () => {
  expect(run("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
  expect(run("skills", "list").out.split("\n").length).toBeGreaterThan(20);
  expect(readdirSync(join(at("state"), "executable"))).toHaveLength(1);
});

test("it answers from a language server where there is no Node, nor any file of ours but itself [AGL-016]", async () => {
  const server = resolve(`node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`);
  const args = ["mcp", "--trust", `typescript:${server},--lsp,--stdio`];
  const transport = new StdioClientTransport({ command: program, args, cwd: at("root"), env, stderr: "pipe" });
  await using agent = await clientOf("legacy", transport);
  const uses = await callTool(agent, "find_references", { file_path: "sum.ts", symbol_path: "sum" });
  expect(uses.texts[0]).toContain("2 references to sum.ts:1:14");
});

test("an agent is told to start the executable itself, not the files that it has laid out, and uninstall knows it again", () => {
  const told = run("init", "--agent", "claude-code", "--scope", "user", "--yes");
  expect(told).toMatchObject({ code: 0 });
  const written = readFileSync(join(at("home"), ".claude.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ mcpServers: { sightline: { command: program } } });
  expect(written).not.toContain(at("state"));
  expect(run("uninstall", "--dry-run").out).toContain(".claude.json");
});

test("programs of callers run in their sandbox, whose thread and packages it has with it", () => {
  writeFileSync(join(at("root"), "two.js"), "return 1 + 1;\n");
  expect(run("script", "two.js")).toMatchObject({ code: 0, out: "0 answers complete\n2\n" });
});

test("it becomes the release that its server offers, and runs as it from then on", async () => {
  const asset = basename(program);
  const updated = at(asset);
  copyFileSync(program, updated);
  // Bytes behind a program change what it is, and not what it does.
  const bytes = Buffer.concat([readFileSync(program), Buffer.from("another build")]);
  await using server = await releaseServer({ version: "99.0.0", asset, bytes });
  const update = async (...args: readonly string[]): Promise<string> => {
    const { execFile } = await import("node:child_process");
    return new Promise((resolved, reject) =>
      execFile(updated, ["update", "--from", server.latest, ...args], { cwd: at("root"), env }, (error, out, err) =>
        error === null ? resolved(out) : reject(new Error(err, { cause: error })),
      ),
    );
  };
  expect(await update("--check")).toBe(`99.0.0 is there; installed is ${version}.\n`);
  expect(await update()).toBe(`99.0.0 takes the place of ${version}.\n`);
  expect(readFileSync(updated).equals(bytes)).toBe(true);
  expect(execFileSync(updated, ["--version"], { env, encoding: "utf8" })).toBe(`${version}\n`);
});
