// The steps of a release, run in a copy: what they write and what they refuse; and that the workflow has no others.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const folder = mkdtempSync(join(tmpdir(), "sightline-release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

/** A checkout as far as the steps read it, whose changelog is that of a release. */
function checkout(name: string, changes: Readonly<Record<string, (text: string) => string>> = {}): string {
  const at = join(folder, name);
  mkdirSync(join(at, "src", "model"), { recursive: true });
  for (const file of ["package.json", "CHANGELOG.md", "src/model/own-version.ts"]) {
    const change = changes[file] ?? ((text: string) => text);
    writeFileSync(join(at, file), change(readFileSync(file, "utf8").replace("(unreleased)", "(2026-11-19)")));
  }
  return at;
}

function step(cwd: string, ...args: readonly string[]): { readonly code: number | null; readonly err: string } {
  const ran = spawnSync(process.execPath, [resolve("tools/release.mjs"), ...args], { cwd, encoding: "utf8" });
  return { code: ran.status, err: ran.stderr };
}

test("a tag is released where versions and changelog agree with it", () => {
  expect(step(checkout("agreeing"), "check", `v${version}`)).toEqual({ code: 0, err: "" });
});

test.each([
  ["another tag", "v9.9.9", {}, "the tag is v9.9.9"],
  ["another version inside", `v${version}`, { "src/model/own-version.ts": () => 'ourVersion = "0.0.1"' }, "says 0.0.1"],
  ["a changelog that lacks it", `v${version}`, { "CHANGELOG.md": () => "# Changes\n" }, "has no section"],
  [
    "a changelog that is not closed",
    `v${version}`,
    { "CHANGELOG.md": (text: string) => text.replace("(2026-11-19)", "(unreleased)") },
    "unreleased",
  ],
])("%s is not released", (what, tag, changes, words) => {
  const { code, err } = step(checkout(what, changes), "check", tag);
  expect(code).toBe(1);
  expect(err).toContain(words);
});

/** What the registry of MCP servers documents as required, and its limits. */
const serverJson = z.object({
  $schema: z
    .string()
    .regex(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/),
  name: z.string().regex(/^io\.github\.[\w.-]+\/[\w.-]+$/),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("npm"),
        identifier: z.string(),
        version: z.string().regex(/^\d+\.\d+\.\d+/),
        runtimeHint: z.literal("npx"),
        transport: z.strictObject({ type: z.literal("stdio") }),
        packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
      }),
    )
    .min(1),
});

test("the stamp says whose release it is, and server.json is what the registry asks for", () => {
  const at = checkout("stamped");
  expect(step(at, "stamp", "example/sightline")).toEqual({ code: 0, err: "" });
  const stamped = JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as Record<string, unknown>;
  const server = serverJson.parse(JSON.parse(readFileSync(join(at, "server.json"), "utf8")));
  expect(stamped).toMatchObject({
    mcpName: server.name,
    version: server.version,
    name: server.packages[0]?.identifier,
  });
  expect(stamped["repository"]).toEqual({ type: "git", url: "git+https://github.com/example/sightline.git" });
  expect(Object.keys(stamped)).toEqual(expect.arrayContaining(["dependencies", "exports", "bin"]));
});

test.each(["sightline", "a/b/c", "/x"])("a stamp for %s is refused, and nothing is written", (repository) => {
  const at = checkout(`unstamped ${repository.replaceAll("/", "-")}`);
  const before = readFileSync(join(at, "package.json"), "utf8");
  expect(step(at, "stamp", repository)).toMatchObject({ code: 1, err: expect.stringContaining("OWNER/NAME") });
  expect(readFileSync(join(at, "package.json"), "utf8")).toBe(before);
  expect(existsSync(join(at, "server.json"))).toBe(false);
});

test("checksums are of every file, in the form that sha256sum checks, and can be written again", () => {
  const at = join(folder, "assets");
  mkdirSync(at);
  cpSync("LICENSE", join(at, "b"));
  writeFileSync(join(at, "a"), "one\n");
  for (let times = 0; times < 2; times++) expect(step(folder, "checksums", "assets")).toEqual({ code: 0, err: "" });
  const digest = createHash("sha256").update("one\n").digest("hex");
  const lines = readFileSync(join(at, "SHA256SUMS"), "utf8").split("\n");
  expect(lines).toEqual([`${digest}  a`, expect.stringMatching(/^[0-9a-f]{64} {2}b$/), ""]);
});

/** The steps of the workflow that are not ours to run here, word by word. */
const others =
  /^(?:npm ci|npm test|npm publish --provenance --access public|gh release create "\$GITHUB_REF_NAME" .*)$/;

test("the workflow runs only scripts of ours, npm's installation, tests and publication, and GitHub's release", () => {
  const text = readFileSync(".github/workflows/release.yml", "utf8");
  const workflow = parse(text) as {
    readonly permissions: object;
    readonly jobs: Record<
      string,
      { readonly permissions?: object; readonly steps: readonly { readonly run?: string }[] }
    >;
  };
  const runs = Object.values(workflow.jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
  );
  const scripts = runs.flatMap((run) => /^node (tools\/[\w-]+\.mjs)\b/.exec(run)?.[1] ?? []);
  expect(runs.filter((run) => !run.startsWith("node tools/") && !others.test(run))).toEqual([]);
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((script) => !existsSync(script))).toEqual([]);
  // Nothing but what publishes may write or attest.
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(workflow.jobs["release"]?.permissions).toEqual({ contents: "write" });
  expect(workflow.jobs["package"]?.permissions).toEqual({ contents: "read", "id-token": "write" });
  // A secret that is not there cannot leak.
  expect(text).not.toContain("secrets.");
});
