// What each question of a script does on the road of every call: it is judged by policy, recorded by itself, and bounded; and
// drafts that a script fills stay its caller's.

import { describe, expect, test } from "vitest";
import type { SettingsInput } from "../../config/settings.ts";
import { defineServer } from "../../catalog/entry.ts";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import type { RanScript } from "../../../test/support/kits/script-kit.ts";
import { ScriptKit } from "../../../test/support/kits/script-kit.ts";

describe("evidence", () => {
  test("each question is recorded by itself with its targets, files and texts among them", async () => {
    await using kit = new ScriptKit();
    await kit.run(`
      for (const one of await sl.symbols("*.toy")) await sl.references(one);
      await sl.text("b.toy", { from: 1, to: 1 });
      await Promise.allSettled([sl.references("a.toy#missing")]);`);
    const calls = (await kit.records()).filter(({ type }) => type === "call");
    expect(calls).toMatchObject([
      { operation: "list_files", outcome: "complete", decision: { allowed: true } },
      { operation: "list_symbols", targets: ["a.toy"], outcome: "complete" },
      { operation: "list_symbols", targets: ["b.toy"], outcome: "complete" },
      { operation: "find_references", targets: ["a.toy:1:5"], outcome: "complete" },
      { operation: "find_references", targets: ["b.toy:2:5"], outcome: "complete" },
      { operation: "read_text", targets: ["b.toy"], outcome: "complete", bytes: JSON.stringify("use apple").length },
      { operation: "find_references", targets: ["a.toy", "#missing"], outcome: "no_symbol" },
      { operation: "script", outcome: "partial" },
    ]);
    const call = calls.at(-1);
    // What a server was asked belongs to the question, not to the script.
    expect(await kit.records()).not.toContainEqual(
      expect.objectContaining({ type: "lsp_query_batch", call: call?.type === "call" ? call.call : "" }),
    );
  });

  test("what only scripts ask is no operation for anyone else", async () => {
    await using kit = new ScriptKit();
    expect(await kit.ask("read_text", { file_path: "a.toy" })).toMatchObject({
      ok: false,
      refusal: { code: "unknown_operation" },
    });
  });
});

describe("policy", () => {
  const settings: SettingsInput = { policy: { rules: [{ id: "no-b", decide: "deny", files: ["b.toy"] }] } };

  test("a file that may not be read is not named, and the answer says that files are left out", async () => {
    await using kit = new ScriptKit({ settings });
    const { text, outcome } = await kit.run("return await sl.files()");
    expect(text).toContain("0 of 1 answer complete\n1 item:\na.toy");
    expect(outcome).toMatchObject({
      standing: {
        state: "partial",
        reasons: [{ code: "scoped", detail: "1 file left out, which policy denies to read" }],
      },
    });
    const symbols = await kit.run("return (await sl.symbols('*.toy')).map(({ path }) => path)");
    expect(symbols.text).toContain("1 item:\napple");
  });

  test("its text is refused, and the refusal is recorded with the rule", async () => {
    await using kit = new ScriptKit({ settings });
    const { text } = await kit.run("try { return await sl.text('b.toy') } catch ({ code }) { return code }");
    expect(text).toMatch(/policy_denied$/);
    const decision: unknown = expect.objectContaining({ allowed: false, rule: "no-b" });
    expect(await kit.records()).toContainEqual(
      expect.objectContaining({ operation: "read_text", outcome: "policy_denied", decision }),
    );
  });

  test("a rule about reading texts holds inside of scripts alone", async () => {
    await using kit = new ScriptKit({
      settings: { policy: { rules: [{ id: "no-texts", decide: "deny", operations: ["read_text"] }] } },
    });
    const { text } = await kit.run("return [await sl.files(), await sl.text('a.toy').catch(({ code }) => code)]");
    expect(text).toContain("policy_denied");
  });
});

test("a language without a server is missed only where a pattern means files of it", async () => {
  const launch = { kind: "command", command: "cssls", args: [] } as const;
  await using kit = new ScriptKit({
    fixture: "-- a.toy --\ndef apple\n-- run.css --\na { color: red }\n",
    others: [
      {
        entry: defineServer({ ...toyEntry, id: "cssls", title: "cssls", launch }),
        language: { id: "css", extensions: [".css"], servers: ["cssls"] },
      },
    ],
  });
  kit.kit.host.files.remove(filePath("/bin/cssls"));
  const files = async (pattern: string): Promise<RanScript> => kit.run(`return await sl.files(${pattern})`);
  const missed = { reasons: [{ detail: "css: not searched, because it has no server here" }] };
  expect((await files("'*.toy'")).text).toBe("1 answer complete\n1 item:\na.toy");
  expect((await files("['*.toy', 'none/*']")).text).toBe("1 answer complete\n1 item:\na.toy");
  expect((await files("['*.toy', '*.css']")).outcome).toMatchObject({ standing: missed });
  expect((await files("")).outcome).toMatchObject({ standing: missed });
});

test("what one method asks for many files, and many such methods at once, are eight questions at a time", async () => {
  const files = Array.from({ length: 40 }, (_, at) => `-- f${at}.toy --\ndef apple${at}\n`).join("");
  await using kit = new ScriptKit({ fixture: files });
  const { text } = await kit.run(
    "return (await Promise.all(Array.from({ length: 8 }, () => sl.symbols('*.toy')))).map((one) => one.length)",
  );
  expect(text).toMatch(/^328 answers complete\n8 items:(?:\n40){8}$/);
  expect(kit.engine.mostAtOnce).toBe(8);
});

describe("drafts", () => {
  const filled = `
    const { session_id } = await sl.draft({ language: "toy", workspace_root: "." });
    await sl.draftEdit("a.toy", { session_id, old_text: "def apple", new_text: "def plum" });`;

  test("a script fills a draft and evaluates it; nothing of it is on disk or in other answers", async () => {
    await using kit = new ScriptKit();
    const { text, outcome } = await kit.run(`${filled}
      const { safe, errors_introduced } = await sl.draftCheck({ session_id });
      const [inside, outside] = [await sl.symbols("a.toy"), await sl.find("plum")];
      return {
        safe,
        messages: errors_introduced.map(({ message }) => message),
        inside: (await sl.find("plum", { session_id })).length,
        outside: outside.length,
      };`);
    expect(outcome).toMatchObject({ ok: true });
    expect(text).toContain('"safe":false');
    expect(text).toContain("unknown name apple");
    expect(text).toContain('"inside":1,"outside":0');
    expect(await kit.kit.text("a.toy")).toBe("def apple\nuse apple\n");
    expect(kit.kit.toy.server.methods).not.toContain("workspace/applyEdit");
  });
});
