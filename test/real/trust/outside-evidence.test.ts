// Ways outside that no reading of configuration notices: what the server itself says of a definition withholds the text.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../support/project.ts";
import { callTool, connect, unconfined } from "../../support/sightline.ts";
import { commandOf } from "../installed.ts";

/** gopls reads the workspace that a variable names. */
const root = `-- go.mod --
module example.org/a

go 1.21

require example.org/s v0.0.0
-- a.go --
package a

import "example.org/s"

var Used = s.Key
`;

test("a hover whose definition lies outside is withheld, and says where that is [S10 S12]", async () => {
  using made = project(root);
  const base = dirname(made.root);
  for (const [file, text] of [
    ["work/go.work", `go 1.21\n\nuse (\n\t../${basename(made.root)}\n\t../out\n)\n`],
    ["out/go.mod", "module example.org/s\n\ngo 1.21\n"],
    ["out/s.go", 'package s\n\n// Key is a canary.\nconst Key = "canary-5521"\n'],
  ] as const) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), text);
  }
  const [gopls = "gopls"] = commandOf("gopls") ?? [];
  const PATH = `${dirname(gopls)}:${process.env["PATH"] ?? ""}`;
  const GOWORK = join(base, "work/go.work");
  await using agent = await connect(made, "legacy", ["mcp", "--tools", "full"], { PATH, GOWORK, ...unconfined(made) });
  const asked = await callTool(agent, "inspect_symbol", { file_path: "a.go", line: 5, column: 14 });
  expect(asked.refusal?.code).toBe("outside_root");
  expect(asked.texts.join("\n")).toMatch(/defined at .*s\.go:4, outside the root/);
  expect(asked.texts.join("\n")).not.toContain("canary");
});
