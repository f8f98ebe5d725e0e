// One table of calls, run in each of the three ways to reach a server: none of them changes an answer.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../src/operations/table.ts";
import { toyEntry } from "../../src/testing/kits/kit.ts";
import { daemonsIn, on } from "../support/daemons.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { callTool, connect, sightline } from "../support/sightline.ts";
import type { Listener } from "../support/tcp-server.ts";
import { relay } from "../support/tcp-server.ts";

const fixture = `-- a.toy --
def fruit
def «^»apple is fruit
  use fruit
use apple
def lonely
-- b.toy --
use apple
use gone
-- empty.toy --
# nothing
`;

const apple = { symbol_path: "apple" };
const file = { file_path: "a.toy" };
const broken = { file_path: "b.toy" };
/** Stands for the draft that was begun last. */
const draft = { session_id: "$draft" };
const toPear = { file_path: "b.toy", old_text: "use gone", new_text: "use apple" };

const used = `const symbols = await sl.symbols("*.toy");
console.log(await sl.files());
return Promise.all(symbols.map(async (one) => ({ path: one.path, uses: (await sl.references(one)).length })));`;
const drafted = `const { session_id } = await sl.draft();
await sl.draftEdit("b.toy", { session_id, old_text: "use gone", new_text: "use apple" });
const [{ safe }, inside] = [await sl.draftCheck({ session_id }), await sl.references("apple", { session_id })];
await sl.draftEnd({ session_id });
return [safe, inside.length, (await sl.references("apple")).length, await sl.text("b.toy")];`;

/** In the order in which they are called: edits, drafts and what takes them back build on each other. */
const calls: readonly (readonly [string, object])[] = [
  ["find_references", apple],
  ["find_references", { symbol_path: "lonely" }],
  ["find_references", { symbol_path: "nothing" }],
  ["find_references", { file_path: "../outside.toy", line: 1, column: 1 }],
  ["find_references", { ...file, line: 2, column: 5, format: "json" }],
  ["script", { code: used }],
  ["script", { code: used, format: "json" }],
  ["script", { code: drafted }],
  ["script", { code: "await sl.symbols('*.toy');\nawait sl.references('nothing');" }],
  ["script", { code: "await sl.draftCommit({ session_id: 'none', apply: true })" }],
  ["find_symbol", { query: "apple" }],
  ["go_to_symbol", apple],
  ["list_symbols", file],
  ["blast_radius", { changed_files: ["a.toy"] }],
  ["get_editing_context", file],
  ["get_tests_for_file", file],
  ["get_cross_repo_references", { symbol_file: "a.toy", symbol_path: "apple", consumer_roots: ["."] }],
  ["get_diagnostics", broken],
  ["get_diagnostics", {}],
  ["suggest_fixes", broken],
  ["get_inlay_hints", file],
  ["get_semantic_tokens", file],
  ["detect_changes", {}],
  ["assemble_context", file],
  ["validate_change", { before: [{ ...file, text: "def apple\n" }] }],
  ["run_build", {}],
  ["run_tests", {}],
  ["get_symbol_documentation", apple],
  ["execute_command", { command: "toy.explain", ...file }],
  ["format_document", file],
  ["format_range", { ...file, start_line: 1, end_line: 2 }],
  ["organize_imports", file],
  ["preview_edit", { ...file, old_text: "def apple", new_text: "def pear" }],
  ["apply_edit", { ...file, old_text: "def lonely", new_text: "def alone", dry_run: true }],
  ["safe_apply_edit", toPear],
  ["undo_edit", {}],
  ["safe_edit", toPear],
  ["undo_edit", {}],
  ["apply_edit", { ...file, old_text: "def nowhere", new_text: "def alone" }],
  ["rename_symbol", { ...apple, new_name: "pear", dry_run: true }],
  ["rename_symbol", { ...apple, new_name: "pear" }],
  ["find_references", { symbol_path: "pear" }],
  ["edit_history", {}],
  ["undo_edit", {}],
  ["rename_file", { ...file, new_path: "c.toy", dry_run: true }],
  ["replace_symbol_body", { symbol_path: "lonely", new_body: "def lonely is fruit", dry_run: true }],
  ["insert_after_symbol", { symbol_path: "lonely", code: "def lone", dry_run: true }],
  ["insert_before_symbol", { symbol_path: "lonely", code: "def lone", dry_run: true }],
  ["safe_delete_symbol", { symbol_path: "apple", dry_run: true }],
  ["create_simulation_session", {}],
  ["simulate_edit", { ...draft, ...toPear }],
  ["evaluate_session", draft],
  ["simulate_chain", { ...draft, edits: [toPear] }],
  ["discard_session", draft],
  ["commit_session", { ...draft, apply: true }],
  ["destroy_session", draft],
  ["apply_suggestion", { suggestion_id: "none" }],
  ["did_change_watched_files", { changes: [{ uri: "a.toy", type: 2 }] }],
  ["open_document", file],
  ["close_document", file],
  ["list_workspace_folders", {}],
  ["add_workspace_folder", { path: "." }],
  ["remove_workspace_folder", { path: "sub" }],
  ["activate_skill", { skill_name: "lsp-rename" }],
  ["get_skill_phase", {}],
  ["deactivate_skill", {}],
  ["set_log_level", { level: "warning" }],
  ["get_server_capabilities", {}],
  ["detect_lsp_servers", {}],
  ["start_lsp", {}],
  ["restart_lsp_server", {}],
];

/** Every operation that is not called above is asked about a symbol. */
const others = operations
  .filter(({ name }) => !calls.some(([called]) => called === name))
  .map(({ name }) => [name, apple] as const);

const all = [...others, ...calls];

/** They tell how a server is reached, which is the one thing that differs. */
const tellHow = new Set(["get_server_capabilities", "detect_lsp_servers", "start_lsp", "restart_lsp_server"]);

interface Told {
  readonly texts: readonly string[];
  readonly isError: boolean;
  readonly standing: unknown;
  readonly code: string | undefined;
}

/** What cannot be the same twice: the directory of a test, names that are drawn, and times. */
function plain(text: string, { root }: Served): string {
  return text
    .replaceAll(root, "ROOT")
    .replaceAll(/\b[0-9a-z]{20,}\b|\bt\d+-[0-9a-f]{8}\b|(?<=since=)\w+|\bf[0-9a-z]{3}(?=\d )/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "TIME")
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, "DURATION");
}

async function run(made: Served, words: readonly string[], env: Readonly<Record<string, string>>): Promise<Told[]> {
  await using agent = await connect(
    made,
    "modern",
    ["mcp", ...made.options, "--trust", "--tools", "full", ...words],
    env,
  );
  const told: Told[] = [];
  let session = "none";
  for (const [name, input] of all) {
    const own = JSON.parse(JSON.stringify(input).replaceAll("$draft", session)) as Record<string, unknown>;
    const { texts, isError, standing, refusal } = await callTool(agent, name, own);
    if (name === "create_simulation_session") session = /\b[0-9a-z]{20,}\b/.exec(texts.join("\n"))?.[0] ?? "none";
    const isSame = !tellHow.has(name);
    told.push({
      texts: isSame ? texts.map((text) => plain(text, made)) : [],
      isError,
      standing: JSON.parse(plain(JSON.stringify(standing ?? null), made)),
      code: refusal?.code,
    });
  }
  return told;
}

describe("every operation gives the same answer through pipes, a daemon and a socket", () => {
  const made = [0, 1, 2].map(() => served(toyProgram({ commands: ["toy.explain"] }), {}, fixture));
  const told = new Map<string, readonly Told[]>();
  let listening: Listener | undefined;
  let seen: readonly number[] = [];

  beforeAll(async () => {
    const [direct, daemon, passive] = made;
    if (direct === undefined || daemon === undefined || passive === undefined) throw new Error("three projects");
    listening = await relay(toyProgram({ commands: ["toy.explain"] }));
    const { launch: _launch, proven: _proven, restricted: _restricted, ...entry } = toyEntry;
    const launch = { kind: "tcp", ...listening.address, alone: true };
    const servers = [{ ...entry, language: "toy", extensions: ["toy"], launch }];
    passive.write("../servers.json", JSON.stringify({ servers, settings: {} }));
    const ran = await Promise.all([
      run(direct, ["--no-daemon"], {}),
      run(daemon, [], on),
      run(passive, ["--no-daemon"], {}),
    ]);
    for (const [index, mode] of ["direct", "daemon", "passive"].entries()) told.set(mode, ran[index] ?? []);
    seen = [daemonsIn(direct).length, daemonsIn(daemon).length, daemonsIn(passive).length];
  }, 120_000);

  afterAll(async () => {
    for (const one of made) {
      await sightline(one, ["daemon", "stop", "--all"], undefined, on);
      one[Symbol.dispose]();
    }
    await listening?.[Symbol.asyncDispose]();
  });

  test("and each mode was what it is called", () => {
    expect(seen).toEqual([0, 1, 0]);
    expect(listening?.connections.length).toBeGreaterThan(0);
  });

  test("and each of them is called", () => {
    const called = new Set(all.map(([name]) => name));
    expect(operations.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
    // A table of refusals would prove nothing.
    expect(told.get("direct")?.filter(({ isError }) => !isError).length).toBeGreaterThan(all.length / 2);
  });

  test("and scripts were answered, drafts and refusals among them", () => {
    const scripts = all.flatMap(([name], index) => (name === "script" ? [told.get("direct")?.[index]?.texts[0]] : []));
    expect(scripts).toMatchInlineSnapshot(`
      [
        "8 answers complete
      | ["a.toy","b.toy","empty.toy"]
      3 rows: path	uses
      fruit	2
      apple	2
      lonely	0",
        "[{"path":"fruit","uses":2},{"path":"apple","uses":2},{"path":"lonely","uses":0}]",
        "7 answers complete
      4 items:
      true
      3
      2
      "use apple\\nuse gone\\n"",
        "The script failed at line 2, column 20: no_symbol: no symbols found for symbol_path: nothing
      No symbol has a similar name.
      find_symbol searches by part of a name; file_path with symbol_path searches one file.",
        "The script failed at line 1, column 21: bad_input: commit_session cannot be asked by a script.
      A script reads, and fills drafts; it changes no file, steers no server and runs no program.
      Call commit_session by itself.",
      ]
    `);
  });

  test.each(all.map(([name, input], index) => [name, JSON.stringify(input), index] as const))(
    "%s %s [AGL-015]",
    (_, __, index) => {
      const direct = told.get("direct")?.[index];
      expect(direct).toBeDefined();
      expect({ daemon: told.get("daemon")?.[index] }).toEqual({ daemon: direct });
      expect({ passive: told.get("passive")?.[index] }).toEqual({ passive: direct });
    },
  );
});
