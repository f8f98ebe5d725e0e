// Advice as a person at a terminal can follow it.

import { describe, expect, test } from "vitest";
import type { Outcome } from "../../engine/engine.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { operations } from "../../operations/table.ts";
import { argumentsOf } from "./operation-options.ts";
import type { Speech } from "./spoken.ts";
import { asTyped, namesIn } from "./contract-words.ts";
import { spoken } from "./spoken.ts";

function speechOf(name: string, isReadOnly = false, input: object = {}): Speech {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new TypeError(`there is no ${name}`);
  return { operation, all: argumentsOf(operation), operations, typed: namesIn(input), isReadOnly };
}

function refused(name: string, refusal: RefusalDetails, isReadOnly = false, input?: object): RefusalDetails {
  const outcome = spoken({ ok: false, refusal, ms: 0 }, speechOf(name, isReadOnly, input));
  if (outcome.ok) throw new TypeError("it was refused");
  return outcome.refusal;
}

describe("a sentence of ours", () => {
  test.each([
    ["undo_edit", "edit_history lists them.", "sightline history lists them."],
    ["rename_symbol", "Ask again with accept_partial: true.", "Ask again with --accept-partial."],
    ["rename_symbol", "without dry_run, to do it", "without --dry-run, to do it"],
    ["find_references", "with include_source: false", "with --no-include-source"],
    ["find_references", "Ask again with a larger wait_ms.", "Ask again with a larger --wait."],
    ["find_references", "Give line and column, or symbol_path.", "Give line and column, or --symbol-path."],
    ["safe_apply_edit", "apply_edit replaces all with replace_all.", "sightline edit replaces all with --replace-all."],
    // What is part of a path or a name, or quoted, is left alone.
    ["find_references", "Look at src/find_references.py.", "Look at src/find_references.py."],
    ["find_references", "Look at find_references.py:3.", "Look at find_references.py:3."],
    [
      "find_references",
      'It said "edit_history is empty", `file_path`.',
      'It said "edit_history is empty", `file_path`.',
    ],
    [
      "find_references",
      "my_edit_history, edit_history(), #edit_history",
      "my_edit_history, edit_history(), #edit_history",
    ],
  ])("of %s: %s", (name, text, typed) => {
    expect(asTyped(text, speechOf(name))).toBe(typed);
  });
});

describe("a refusal", () => {
  test("names arguments as options where they are wrong, and says where all of them are told", () => {
    const why = "max_tokens: it must be a number, not a string; line: it is missing";
    expect(
      refused("find_references", { code: "bad_input", what: "No.", why, next: "It takes: max_tokens, wait_ms." }),
    ).toEqual({
      code: "bad_input",
      what: "No.",
      why: "--max-tokens: it must be a number, not a string; --line: it is missing",
      next: "sightline help references lists its arguments.",
    });
  });

  test("names those that are missing as options", () => {
    const why = "Neither file_path nor symbol_path is given.";
    expect(refused("find_references", { code: "bad_input", what: "No target is given.", why })).toEqual({
      code: "bad_input",
      what: "No target is given.",
      why: "Neither --file-path nor --symbol-path is given.",
    });
  });

  test.each([
    ["apply_edit", "ambiguous_target", "old_text is in a.ts 3 times.", "--old-text is in a.ts 3 times."],
    ["apply_edit", "bad_input", "old_text 2 is not in a.ts.", "--old-text 2 is not in a.ts."],
    ["go_to_symbol", "no_symbol", "no symbols found for symbol_path: x", "no symbols found for --symbol-path: x"],
    ["replace_symbol_body", "bad_input", "The brackets of new_body do not.", "The brackets of --new-body do not."],
    [
      "blast_radius",
      "bad_input",
      "Neither changed_files nor symbols is given.",
      "Neither --changed-files nor --symbols is given.",
    ],
    ["find_references", "bad_input", "line must be >= 1", "--line must be >= 1"],
    ["open_document", "bad_input", "text differs from the file.", "--text differs from the file."],
    [
      "find_symbol",
      "not_initialized",
      "Not initialized; call start_lsp first",
      "Not initialized; call sightline start first",
    ],
    [
      "find_references",
      "bad_input",
      "file_path also needs line and column, position_pattern or symbol_path.",
      "--file-path also needs line and column, --position-pattern or --symbol-path.",
    ],
    // Names of a repository may be those of arguments.
    ["rename_symbol", "no_symbol", "There is no symbol file_path in a.py.", "There is no symbol file_path in a.py."],
    ["rename_symbol", "no_symbol", "It has a, new_name, run_tests.", "It has a, new_name, run_tests."],
  ] as const)("of %s (%s) names arguments as options: %s", (name, code, what, typed) => {
    expect(refused(name, { code, what, why: what })).toEqual({ code, what: typed, why: typed });
  });

  test("leaves a name alone that the person has typed", () => {
    const what = "file_path is a parameter; dry_run is not.";
    const input = { symbol_path: "load.file_path", new_name: "path" };
    expect(refused("rename_symbol", { code: "bad_input", what }, false, input).what).toBe(
      "file_path is a parameter; --dry-run is not.",
    );
  });

  test("says from where paths count here", () => {
    const next = "Check the path: paths are relative to the root.";
    expect(refused("find_references", { code: "file_not_found", what: "file not found", next }).next).toBe(
      "Check the path: paths are relative to the current directory.",
    );
  });

  test("leaves the words of a server alone", () => {
    const refusal = { code: "request_failed", what: "line is wrong.", why: "file_path is undefined" } as const;
    expect(refused("find_references", refusal)).toEqual(refusal);
  });

  test("of a fix that another run has made says that it is over", () => {
    const fix = { code: "bad_input", what: "No suggestion.", next: "Ask suggest_fixes again." } as const;
    expect(refused("apply_suggestion", fix).next).toMatch(
      /^A suggestion id is valid only in the process .* sightline fixes .* sightline edit /,
    );
  });

  test("of what changes files outside of the project names the option", () => {
    const outside = { code: "outside_root", what: "no", next: "Ask for --allow-root." } as const;
    expect(refused("apply_edit", outside).next).toContain("--root DIR");
    expect(refused("find_references", outside)).toEqual(outside);
  });

  test("of a text that leads outside is the same for a preview and for an edit", () => {
    const text = { code: "outside_root", what: "Line 1 leads outside.", next: "Leave that line out." } as const;
    expect([refused("preview_edit", text), refused("apply_edit", text)]).toEqual([text, text]);
  });

  test("that --read-only is the reason of says so", () => {
    const denied = { code: "policy_denied", what: "rename_symbol is not allowed.", next: "Ask the operator." } as const;
    expect(refused("rename_symbol", denied, true)).toMatchObject({
      what: "sightline rename is not allowed with --read-only.",
      why: expect.stringContaining("only commands that change no file"),
      next: expect.stringMatching(/^Start it without --read-only\. With --dry-run /),
    });
    expect(refused("undo_edit", denied, true).next).not.toContain("--dry-run");
  });

  test("names the command, and speaks to the person who types it as the operator", () => {
    const denied = {
      code: "policy_denied",
      what: "run_build is not allowed.",
      next: "Ask the operator to trust this root (sightline trust) or start Sightline with --allow-exec.",
    } as const;
    expect(refused("run_build", denied)).toEqual({
      code: "policy_denied",
      what: "sightline build is not allowed.",
      next: "Trust this root (sightline trust) or start Sightline with --allow-exec.",
    });
    const untrusted = { ...denied, next: "Have the operator trust this root (--trust)." };
    expect(refused("find_references", untrusted).next).toBe("Trust this root (--trust).");
  });
});

function answered(name: string, text: string): string {
  const outcome = {
    ok: true,
    body: { format: "text", text },
    standing: standingOf([]),
    standingLine: undefined,
    isEmpty: false,
    succeeded: true,
    notice: "Out of order: begin with prepare_rename.",
    hint: "Next: edit_history, to see it.",
    meta: undefined,
    ms: 0,
  } as const satisfies Outcome;
  const said = spoken(outcome, speechOf(name));
  expect(said).toMatchObject({
    notice: "Out of order: begin with sightline can-rename.",
    hint: "Next: sightline history, to see it.",
  });
  return said.ok && said.body.format === "text" ? said.body.text : "";
}

describe("of an answer only lines of ours are put into other words", () => {
  test.each([
    [
      "rename_symbol",
      "Nothing was changed. Ask again with accept_partial: true.",
      "Nothing was changed. Ask again with --accept-partial.",
    ],
    [
      "rename_symbol",
      "Rename dry_run to x: would change 2 files. Nothing was changed. It would be withheld: look, rename with accept_partial: true.",
      "Rename dry_run to x: would change 2 files. Nothing was changed. It would be withheld: look, rename with --accept-partial.",
    ],
    ["rename_symbol", "exclude_globs leaves nothing out: none.", "--exclude-globs leaves nothing out: none."],
    ["rename_symbol", "Left alone by exclude_globs, with it: a_b.ts", "Left alone by --exclude-globs, with it: a_b.ts"],
    ["replace_symbol_body", "new_body was used as the value.", "--new-body was used as the value."],
    ["go_to_symbol", "no symbols found for symbol_path: x", "no symbols found for --symbol-path: x"],
    ["explore", "(more: inspect_symbol)", "(more: sightline hover)"],
    ["blast_radius", "(3 more left out; raise max_tokens)", "(3 more left out; raise --max-tokens)"],
  ])("of %s: %s", (name, text, typed) => {
    const file = "\n+ accept_partial: true\n- edit_history";
    expect(answered(name, `${text}${file}`)).toBe(`${typed}${file}`);
  });

  test("of capabilities all operations are commands", () => {
    expect(answered("get_server_capabilities", "toy 1\n  serves find_symbol, rename_symbol")).toBe(
      "toy 1\n  serves find, rename",
    );
  });

  test.each([
    ["rename_symbol", "accept_partial: true"],
    ["find_references", "2 references to a.py:3:5  for file_path in symbol_path:"],
    ["blast_radius", "symbol_path  src/a.py:3  high"],
  ])("and none of %s: %s", (name, text) => {
    expect(answered(name, text)).toBe(text);
  });
});
