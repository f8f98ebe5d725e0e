// Programs that others wrote drive the HTTP door: the official conformance suite for both eras, and the Inspector.

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { cacheDirectory } from "../../tools/servers/cache.mjs";
import { serveHttp } from "../support/http-process.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { reportToRun } from "../support/run-report.ts";
import { inapplicable } from "./http-conformance.ts";

/** From the manifest of `tools/clients.mjs`; a program that is not here is named at the end of the run. */
function commands(id: string): readonly { readonly command: readonly string[] }[] {
  const file = join(dirname(cacheDirectory(process.env)), "clients", "manifest.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { clients: {}, missing: [] };
  if (manifest.clients[id] !== undefined) return [{ command: manifest.clients[id].command }];
  const { why = "run: node tools/clients.mjs" } = manifest.missing.find((one: { id: string }) => one.id === id) ?? {};
  reportToRun("missing.jsonl", { name: id, why });
  return [];
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const revisions = ["2025-11-25", "2026-07-28"];

/** The checks of each scenario that was run, by its name. */
async function conformance(command: readonly string[], url: string, revision: string, directory: string) {
  const [program = "", ...first] = command;
  const args = ["server", "--url", url, "--requirements", revision, "--output-dir", directory];
  // It ends with 1 where a check fails; which do is in its report.
  await Promise.allSettled([promisify(execFile)(program, [...first, ...args], { maxBuffer: 2 ** 24 })]);
  const scenarios = new Map<string, readonly Check[]>();
  for (const name of readdirSync(directory)) {
    const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    scenarios.set(scenario, JSON.parse(readFileSync(join(directory, name, "checks.json"), "utf8")) as Check[]);
  }
  return scenarios;
}

describe.each(commands("conformance"))("the conformance suite", ({ command }) => {
  const failing = new Set<string>();

  test.each(revisions)("every scenario of %s that applies passes", { timeout: 240_000 }, async (revision) => {
    using made = served(toyProgram());
    await using process = await serveHttp(made, [...made.options, "--no-auth", "--tools", "full"]);
    const directory = join(made.root, "..", `conformance-${revision}`);
    const scenarios = await conformance(command, process.url, revision, directory);
    expect(scenarios.size).toBeGreaterThan(30);
    const unexpected: string[] = [];
    for (const [scenario, checks] of scenarios) {
      const known = inapplicable[scenario];
      for (const { id, status, errorMessage } of checks) {
        if (status !== "FAILURE") continue;
        failing.add(scenario);
        const isKnown = known !== undefined && (known.checks === undefined || known.checks.includes(id));
        if (!isKnown) unexpected.push(`${scenario} ${id}: ${errorMessage ?? ""}`);
      }
    }
    expect(unexpected).toEqual([]);
  });

  test("what is listed as inapplicable would fail indeed", () => {
    expect(Object.keys(inapplicable).filter((scenario) => !failing.has(scenario))).toEqual([]);
  });
});

describe.each(commands("mcp-inspector"))("the inspector", ({ command }) => {
  test("lists the tools and calls one, with the token", async () => {
    using made = served(toyProgram());
    const token = "a-token-for-the-inspector-0123456789";
    await using process = await serveHttp(made, made.options, { SIGHTLINE_TOKEN: token });
    const [program = "", ...first] = command;
    const inspect = async (...args: readonly string[]): Promise<unknown> => {
      const own = { MCP_CATALOG_PATH: join(made.stateDirectory, "catalog.json"), MCP_AUTO_OPEN_ENABLED: "false" };
      const to = [process.url, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
      const ran = await promisify(execFile)(program, [...first, ...to, ...args], {
        env: { ...globalThis.process.env, ...own },
      });
      return JSON.parse(ran.stdout);
    };
    const { tools } = (await inspect("--method", "tools/list")) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("find_references");
    const { file_path, line, column } = made.at;
    const place = [`file_path=${file_path}`, `line=${line}`, `column=${column}`];
    const call = ["--method", "tools/call", "--tool-name", "find_references", "--tool-arg", ...place];
    expect(await inspect(...call)).toMatchObject({
      content: [
        { type: "text", text: expect.stringContaining("2 references to a.toy:1:5") as string },
        { type: "text" },
      ],
    });
  });
});
