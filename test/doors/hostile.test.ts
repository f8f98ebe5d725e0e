// Bad and odd input over the MCP door, made from the operation table: everything is answered, refused or survived.

import { execFileSync } from "node:child_process";
import {
  cpSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../src/operations/table.ts";
import { pooled } from "../../src/std/pooled.ts";
import type { BadInput } from "../support/hostile.ts";
import { badInputsByOperation, oddFiles } from "../support/hostile.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";
import type { Agent, ToolText } from "../support/sightline.ts";
import { callTool, connect } from "../support/sightline.ts";
import { isInSoak } from "../support/soak.ts";

const secret = "a secret that no answer may show";
/** Well above what a call needs, and far below what ten thousand targets or fifty megabytes would take. */
const memoryBytes = 900 * 1024 * 1024;
/** An answer with its hint and its standing. */
const maxAnswer = 45_000;

/** Each odd value of each argument is tried in a test run, but not with each operation that takes the argument. */
const inputs = badInputsByOperation(operations, isInSoak("most of the odd values of shared arguments") ? 1 : 25);

let shop: Project;
let agent: Agent;
let before: ToolText;

const asked = (): Promise<ToolText> =>
  callTool(agent, "find_references", { file_path: "src/money.ts", symbol_path: "times", format: "json" });

beforeAll(async () => {
  shop = project("");
  cpSync("examples/shop", shop.root, { recursive: true });
  writeFileSync(join(dirname(shop.root), "secret.ts"), `export const it = "${secret}";\n`);
  mkdirSync(join(shop.root, "odd/directory.ts"), { recursive: true });
  shop.write(oddFiles.emoji, "export const a = '\u{1F600}';\n");
  writeFileSync(join(shop.root, oddFiles.binary), Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 10, 0x80]));
  const huge = openSync(join(shop.root, oddFiles.huge), "w");
  ftruncateSync(huge, 50 * 1024 * 1024);
  closeSync(huge);
  symlinkSync("../../secret.ts", join(shop.root, oddFiles.linkOut));
  symlinkSync("../..", join(shop.root, "odd/outside"));
  symlinkSync("loop.ts", join(shop.root, oddFiles.loop));
  execFileSync("mkfifo", [join(shop.root, oddFiles.fifo)]);
  agent = await connect(shop, "legacy", ["mcp", "--tools", "full", "--trust"]);
  before = await asked();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  shop[Symbol.dispose]();
});

describe.each(operations.map((operation) => ({ name: operation.name, operation })))("$name", ({ name, operation }) => {
  test("each bad input is refused with what, why and what next; none hangs, leaks or is a defect [S10 S32]", async () => {
    const wrong = await pooled(inputs.get(operation) ?? [], 8, async (bad) =>
      faultsOf(bad, await callTool(agent, name, bad.input)).map((fault) => `${bad.title} ${fault}`),
    );
    expect(wrong.flat()).toEqual([]);
  });
});

test("after all of it the server answers as before, and has not grown", async () => {
  expect(before.isError).toBe(false);
  const { texts, standing } = await asked();
  // A caller that was told a reason is reminded of it in fewer words.
  const isStanding = (text: string): boolean => text.startsWith("Standing: ");
  expect(texts.filter((text) => !isStanding(text))).toEqual(before.texts.filter((text) => !isStanding(text)));
  expect(texts.find(isStanding)).toMatch(/^Standing: partial \(as before: /);
  expect([standing?.state, standing?.reasons]).toEqual([before.standing?.state, before.standing?.reasons]);
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${agent.pid}/status`, "utf8"))?.[1];
  expect(Number(resident) * 1024).toBeLessThan(memoryBytes);
});

function faultsOf(bad: BadInput, { texts, isError, refusal, standing }: ToolText): string[] {
  const text = texts.join("\n");
  const checks: readonly (readonly [boolean, string])[] = [
    [text.includes(secret) || /root:.*:0:0:/.test(text), "shows what lies outside"],
    [refusal?.code === "internal", "is a defect"],
    [isError && text.split("\n").length < 2, "does not say what next"],
    [!isError && bad.must === "refused", "is let through"],
    [isError && bad.names !== undefined && !text.includes(bad.names), "is not named"],
    [!isError && standing === undefined, "has no standing"],
    [text.length > maxAnswer, `is answered by ${text.length} characters`],
  ];
  return checks.flatMap(([isFault, what]) => (isFault ? [`${what}: ${text.slice(0, 200)}`] : []));
}
