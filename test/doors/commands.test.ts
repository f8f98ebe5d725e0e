// Commands as a person runs them: operations by place, by symbol and by the dozen, and what Sightline tells of itself.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/doors/cli/commands/table.ts";
import { sightline } from "../support/here.ts";
import { project } from "../support/project.ts";
import { bin } from "../support/sightline.ts";

const shop = `
-- tsconfig.json --
{}
-- src/cart.ts --
export class Cart {
  «^»total() {
    return 1;
  }
}
export const unused = 2;
-- src/view.ts --
import { Cart } from "./cart";
export const shown = new Cart().total();
`;

describe("an operation", () => {
  test.each([
    ["a place", (at: string) => [`src/cart.ts:${at}`]],
    ["a symbol of a file", () => ["src/cart.ts#Cart.total"]],
    ["a symbol alone", () => ["Cart.total"]],
    ["quoted text", () => ["src/cart.ts", "--position-pattern", "@@total() {"]],
  ])("is asked by %s, and all of them are the same", async (_, words) => {
    using made = project(shop);
    const { line, column } = made.fixture.cursor.span.start;
    const ran = await sightline(made, ["references", ...words(`${line}:${column}`), "--no-include-source"]);
    const [head, uses] = ran.out.split("\n");
    expect(head).toMatch(new RegExp(`^1 reference to src/cart.ts:${line}:${column} `));
    expect([ran.code, uses]).toEqual([0, expect.stringMatching(/^src\/view\.ts: \d+$/)]);
  });

  test("answers several targets at once, each for itself", async () => {
    using made = project(shop);
    const ran = await sightline(made, ["references", "src/cart.ts#Cart.total", "src/cart.ts#nowhere", "--json"]);
    expect(JSON.parse(ran.out)).toMatchObject({
      ok: true,
      result: [
        { standing: { state: "complete" }, result: [{ file: join(made.root, "src/view.ts") }] },
        { error: { code: expect.any(String) } },
      ],
    });
    expect(ran.code).toBe(0);
  });

  test("that finds nothing ends with 0 and says how that stands", async () => {
    using made = project(shop);
    const ran = await sightline(made, ["references", "src/cart.ts#unused"]);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("0 references")]);
    expect(ran.err).toContain("Standing: ");
  });

  test.each([
    [["draft"]],
    [["draft-edit", "src/cart.ts", "--new-text", "x"]],
    [["draft-chain", "--session-id", "x", "--edits", "[]"]],
    [["commit_session"]],
  ])("%j is refused, for a draft would end with the command, and why tells it again", async (args) => {
    using made = project(shop);
    const ran = await sightline(made, args);
    expect([ran.code, ran.out, ran.err.split("\n")]).toEqual([
      3,
      "",
      [
        "Drafts are not available on the command line.",
        "A draft lives in the memory of a process, and each command runs in a new process.",
        expect.stringMatching(/sightline preview .*--dry-run.* MCP /),
        "",
      ],
    ]);
    expect((await sightline(made, ["why"])).out).toContain("Refused: Drafts are not available on the command line.\n");
    const json = await sightline(made, [...args, "--json"]);
    expect([json.code, JSON.parse(json.out)]).toMatchObject([3, { ok: false, error: { code: "capability_missing" } }]);
  });

  test("takes a text from standard input as it is", async () => {
    using made = project(shop);
    const body = "const price = '`$1\\`';\nreturn price.length;\n";
    const words = ["replace-body", "src/cart.ts#Cart.total", "--new-body", "-"];
    const ran = await sightline(made, words, made.root, {}, body);
    expect([ran.code, ran.err]).toEqual([0, expect.any(String)]);
    expect(readFileSync(join(made.root, "src/cart.ts"), "utf8")).toContain(
      "  total() {\n    const price = '`$1\\`';\n    return price.length;\n  }\n",
    );
    const garbled = await sightline(made, words, made.root, {}, Uint8Array.of(0xff, 0xfe));
    expect([garbled.code, garbled.err]).toEqual([2, expect.stringContaining("standard input is not UTF-8")]);
  });

  test("tells of servers that are not installed only who asks for it", async () => {
    using made = project("-- a.py --\nx = 1\n");
    const ran = await sightline(made, ["format", "a.py"]);
    expect([ran.code, ran.err]).toEqual([3, expect.not.stringContaining("is not installed")]);
    expect((await sightline(made, ["format", "a.py", "-v"])).err).toContain("is not installed");
  });

  test("stays within --max-tokens", async () => {
    using made = project(
      `${shop}-- src/many.ts --\nimport { Cart } from "./cart";\n${"new Cart().total();\n".repeat(300)}`,
    );
    const ran = await sightline(made, ["references", "src/cart.ts#Cart.total", "--max-tokens", "60"]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("301 references");
    expect(ran.out.length).toBeLessThan(300);
  });

  test.each([
    [
      ["references", "src/cart.ts#Cart.total", "--max-tokens", "few"],
      2,
      "--max-tokens: it must be a number, not a string\nsightline help references ",
    ],
    [["references"], 2, "No target is given."],
    [["symbols", "src/none.ts"], 2, "file not found"],
  ])("%j is refused by its own schema", async (args, code, words) => {
    using made = project(shop);
    const ran = await sightline(made, args);
    expect([ran.code, ran.out, ran.err]).toEqual([code, "", expect.stringContaining(words)]);
  });
});

describe("a change", () => {
  test("is made in the project in which a person stands; a file beside it is refused, with the option that names another", async () => {
    using made = project(shop);
    const outside = join(made.root, "../outside.py");
    const create = ["edit", "../outside.py", "--old-text=", "--new-text", "y"];
    const ran = await sightline(made, create);
    expect([ran.code, ran.out, ran.err]).toEqual([5, "", expect.stringContaining("--root DIR")]);
    expect(existsSync(outside)).toBe(false);
    const inside = await sightline(made, ["edit", "new.py", "--old-text=", "--new-text", "y"], join(made.root, "src"));
    expect([inside.code, existsSync(join(made.root, "src/new.py"))]).toEqual([0, true]);
    expect((await sightline(made, ["undo"])).code).toBe(0);
    expect(existsSync(join(made.root, "src/new.py"))).toBe(false);
  });

  test("is refused with --read-only by that name, shown only or not; what an edit would break may be asked", async () => {
    using made = project(shop);
    const rename = ["rename", "src/cart.ts#Cart.total", "sum", "--dry-run", "--read-only"];
    const preview = ["preview", "src/cart.ts", "--old-text", "return 1", "--new-text", "return 2", "--read-only"];
    const ran = await sightline(made, rename);
    expect([ran.code, ran.out]).toEqual([5, ""]);
    expect(ran.err).toMatch(/^sightline rename is not allowed with --read-only\.\n.*\nStart it without --read-only/);
    expect((await sightline(made, preview)).code).toBe(0);
  });

  test("of a fix by its id cannot be made by another run, which its help and its refusal say", async () => {
    using made = project(shop);
    const [ran, help] = [await sightline(made, ["apply-fix", "f0001"]), await sightline(made, ["help", "apply-fix"])];
    expect([ran.code, ran.out]).toEqual([2, ""]);
    for (const text of [ran.err, help.out])
      expect(text).toMatch(/valid only in the process .*sightline fixes(?:.|\n)*sightline edit/);
  });
});

test("fixes are asked for at a place, as everything else is", async () => {
  using made = project(shop);
  const { line, column } = made.fixture.cursor.span.start;
  const ran = await sightline(made, ["fixes", `src/cart.ts:${line}:${column}`]);
  expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(`src/cart.ts:${line}:${column}`)]);
});

describe("help", () => {
  test("of one command shows its options and examples, by either way and either name", async () => {
    using made = project(shop);
    const [help, flag, own] = await Promise.all(
      [
        ["help", "references"],
        ["references", "--help"],
        ["help", "find_references"],
      ].map((args) => sightline(made, args)),
    );
    expect(help?.out).toContain("--include-declaration");
    expect(help?.out).toContain("Examples\n  sightline references ");
    expect([flag?.out, own?.out]).toEqual([help?.out, help?.out]);
  });

  test("of no command is refused", async () => {
    using made = project(shop);
    expect(await sightline(made, ["help", "frobnicate"])).toMatchObject({ code: 2, out: "" });
  });
});

test("completion for bash offers commands first, then the options of the one that was typed", async () => {
  using made = project(shop);
  const { out } = await sightline(made, ["completion", "bash"]);
  const complete = (...words: string[]): string[] => {
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
    const script = `${out}\n${set}; _sightline; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["-c", script], { encoding: "utf8", shell: false }).stdout.trim().split("\n");
  };
  expect(complete("sightline", "ref")).toEqual(["references"]);
  expect(complete("sightline", "references", "--incl")).toEqual(["--include-declaration"]);
  expect(complete("sightline", "")).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
});

test.each(["zsh", "fish"])("completion for %s names every command", async (shell) => {
  using made = project(shop);
  const { out } = await sightline(made, ["completion", shell]);
  for (const { name } of commands) expect(out).toContain(name);
  expect((await sightline(made, ["completion", "tcsh"])).code).toBe(2);
});

test("a reader who has seen enough is no fault", () => {
  const line = 'set -o pipefail; "$0" "$1" completion fish | true';
  const ran = spawnSync("bash", ["-c", line, process.execPath, bin]);
  expect([ran.status, String(ran.stderr)]).toEqual([0, ""]);
});

test("servers tells what is installed, in which version, and how to get the rest", async () => {
  using made = project(shop);
  const bin = join(made.root, "../bin");
  made.write("../bin/gopls", "#!/bin/sh\necho gopls v9.9\n");
  chmodSync(join(bin, "gopls"), 0o755);
  const env = { PATH: bin, HOME: bin };
  const json = await sightline(made, ["servers", "--json"], made.root, env);
  const list = JSON.parse(json.out) as { server: string }[];
  expect(list.find(({ server }) => server === "gopls")).toMatchObject({
    installed: true,
    command: [join(bin, "gopls"), "serve"],
    version: "gopls v9.9",
    languages: expect.arrayContaining(["go"]),
  });
  expect(list.find(({ server }) => server === "rust-analyzer")).toMatchObject({
    installed: false,
    missing: expect.any(String),
    install: expect.any(String),
  });
  const text = await sightline(made, ["servers", "go", "rust"], made.root, env);
  expect(text.out).toMatch(/^Installed \(1\)\n {2}gopls .*gopls v9\.9/);
  expect(text.out).toMatch(/^ {2}rust-analyzer +rust/m);
  expect(text.out).not.toContain("pyright");
});

test("paths are shown from where a person stands, so that they can be typed again", async () => {
  using made = project(
    `-- tsconfig.json --\n{}\n-- lib/cart.ts --\nexport function «^»total() {}\n-- lib/view.ts --\nimport { total } from "./cart";\ntotal();\n`,
  );
  const { line, column } = made.fixture.cursor.span.start;
  const ran = await sightline(
    made,
    ["references", `cart.ts:${line}:${column}`, "--no-include-source"],
    `${made.root}/lib`,
  );
  expect(ran.out).toMatch(/^2 references to cart\.ts:1:17 .*\nview\.ts: 1 2\n$/);
});

test("a directory without code has nothing to check, which is not the same as clean", async () => {
  using made = project("-- notes.txt --\nwords\n");
  const ran = await sightline(made, ["diagnostics"]);
  expect([ran.code, ran.out]).toEqual([3, ""]);
  expect(ran.err).toContain("There is nothing to check.");
});
