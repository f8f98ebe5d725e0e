// A change of a real TypeScript project, validated against the last commit and against the caller's own texts.

import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CorrectionPacket } from "../../../src/context/correction-packet.ts";
import { CorrectionLoop } from "../../../src/context/correction.ts";
import { TurnWatch } from "../../../src/context/turn-watch.ts";
import { LocalEngine } from "../../../src/engine/local-engine.ts";
import { Emitter } from "../../../src/std/emitter.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import type { ValidationJson } from "../../../src/model/consequences.ts";
import { validateChange } from "../../../src/operations/context/validate-change.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";

const price = "export function price(count: number): number {\n  return count * 2;\n}\n";
const view = 'import { price } from "./price";\nexport const shown: number = price(1);\n';
const old = 'export const wrong: number = "text";\n';

const shop = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["**/*.ts"] }
-- src/price.ts --
${price}-- src/view.ts --
${view}-- src/old.ts --
${old}`;

test("what a change breaks in a file that it does not touch is told against HEAD, and against the caller's texts", async () => {
  await using acting = await Acting.open("typescript-native", parseFixture(shop));
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: acting.path(".") });
  const write = (file: string, text: string): void => writeFileSync(acting.path(file), text);
  const validated = async (input: object = {}): Promise<ValidationJson & { readonly state: string; text: string }> => {
    const performed = await acting.perform(validateChange, input);
    const json = performed.toJson() as ValidationJson;
    return { ...json, state: performed.standing.state, text: performed.toText({ characters: 10_000 }) };
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "a shop");

  expect(await validated()).toMatchObject({ class: "clean", files: [], state: "complete" });

  // Lines move, and an error of before moves with them.
  write("src/old.ts", `// A comment.\n\n${old}`);
  expect(await validated()).toMatchObject({
    class: "baseline_error",
    errors: { before: 1, now: 1, introduced: 0, resolved: 0 },
    files: [{ file: acting.path("src/old.ts"), before: "HEAD" }],
    state: "complete",
  });

  write("src/price.ts", price.replace("number {", "string {").replace("count * 2", "String(count * 2)"));
  const broken = await validated();
  expect(broken).toMatchObject({ class: "new_errors", errors: { before: 1, now: 2, introduced: 1, resolved: 0 } });
  expect(broken.introduced).toMatchObject([{ file: acting.path("src/view.ts"), line: 2, code: "2322" }]);
  expect(broken.text).toMatchInlineSnapshot(`
    "new_errors: 1 new error (1 before, 2 now) (2 changed files, 3 checked).
    New:
    src/view.ts
      + 2:14 error 2322 Type 'string' is not assignable to type 'number'. (ts)
    Compared with HEAD, not with the text before the change: src/old.ts, src/price.ts"
  `);

  // The caller says that it was so before: then it is no regression of this change.
  const broke = price.replace("number {", "string {").replace("count * 2", "String(count * 2)");
  write("src/price.ts", `${broke}export const more = 1;\n`);
  expect(await validated({ before: [{ file_path: "src/price.ts", text: broke }] })).toMatchObject({
    class: "clean",
    errors: { before: 2, now: 2, introduced: 0, resolved: 0 },
    files: [{ before: "caller" }],
    state: "complete",
  });

  // A file that goes while another one needs it, by the last commit and by the caller's word.
  write("src/old.ts", old);
  rmSync(acting.path("src/price.ts"));
  for (const input of [{}, { before: [{ file_path: "src/price.ts", text: price }] }]) {
    const gone = await validated(input);
    expect(gone.class).toBe("new_errors");
    expect(gone.introduced).toMatchObject([{ file: acting.path("src/view.ts"), line: 1, code: "2307" }]);
  }
});

test("a model is told the type behind an error and what its change did, and corrects it [BRG-44]", async () => {
  await using acting = await Acting.open("typescript-native", parseFixture(shop));
  const { workspace } = acting.stage;
  const engine = new LocalEngine(
    new Roots(workspace),
    workspace.host.clock,
    new Emitter(() => {}),
    () => {},
    () => () => {},
  );
  const watch = new TurnWatch();
  const write = async (file: string, text: string): Promise<void> => {
    await watch.beforeWrite([acting.path(file)]);
    writeFileSync(acting.path(file), text);
  };
  const packets: CorrectionPacket[] = [];
  await write("src/price.ts", price.replace("number {", "string {").replace("count * 2", "String(count * 2)"));
  const closing = await new CorrectionLoop({
    engine,
    caller: { id: "agent", door: "library", allowed: ["read"] },
    watch,
    tellOperator: () => {},
    ask: async (packet) => {
      packets.push(packet);
      await write("src/view.ts", view.replace("price(1)", "Number(price(1))"));
      return { kind: "changed", intent: { kind: "type_fix", words: "the price is a text now" } };
    },
  }).close({ kind: "other", words: "prices are shown as texts" });
  expect(closing).toMatchObject({ outcome: "corrected", verdict: { class: "clean" } });
  expect(packets.map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "Your last change brought 1 error (correction 1 of 2).
    src/view.ts:2:14 error 2322 Type 'string' is not assignable to type 'number'.

    Intent of the last change: other: prices are shown as texts

    The last change:
    --- a/src/price.ts
    +++ b/src/price.ts
    @@ -1,3 +1,3 @@
    -export function price(count: number): number {
    -  return count * 2;
    +export function price(count: number): string {
    +  return String(count * 2);
     }

    src/view.ts:2:14  export const shown: number = price(1);
    defined here
    | \`\`\`typescript
    | const shown: number
    | \`\`\`

    src/view.ts:2:30  export const shown: number = price(1);
    defined at src/price.ts:1:17  export function price(count: number): string {
    | \`\`\`typescript
    | (alias) function price(count: number): string
    | \`\`\`

    Say what you intend (rename, import_repair, type_fix or other), and change the code.",
    ]
  `);
});
