// Advice as a person at a terminal can follow it.

import { describe, expect, test } from "vitest";
import type { Outcome } from "../../engine/engine.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { operations } from "../../operations/table.ts";
import { argumentsOf } from "./operation-options.ts";
import type { Speech } from "./spoken.ts";
import { asTyped, spoken } from "./spoken.ts";

function speechOf(name: string, isReadOnly = false): Speech {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new TypeError(`there is no ${name}`);
  return { operation, all: argumentsOf(operation), operations, isReadOnly };
}

function refused(name: string, refusal: RefusalDetails, isReadOnly = false): RefusalDetails {
  const outcome = spoken({ ok: false, refusal, ms: 0 }, speechOf(name, isReadOnly));
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
    // What is of another operation, part of a path or a name, or quoted, is left alone.
    ["undo_edit", "Leave exclude_globs out.", "Leave exclude_globs out."],
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
    const why = "max_tokens: it must be a number, not a text; line: it is missing";
    expect(
      refused("find_references", { code: "bad_input", what: "No.", why, next: "It takes: max_tokens, wait_ms." }),
    ).toEqual({
      code: "bad_input",
      what: "No.",
      why: "--max-tokens: it must be a number, not a text; --line: it is missing",
      next: "sightline help references tells what it takes.",
    });
  });

  test("names those that are missing as options", () => {
    const why = "Neither file_path nor symbol_path is given.";
    expect(refused("find_references", { code: "bad_input", what: "A place is missing.", why })).toEqual({
      code: "bad_input",
      what: "A place is missing.",
      why: "Neither --file-path nor --symbol-path is given.",
    });
  });

  test("leaves the words of a server alone", () => {
    const refusal = { code: "request_failed", what: "line is wrong.", why: "file_path is undefined" } as const;
    expect(refused("find_references", refusal)).toEqual(refusal);
  });

  test("of a draft or of a fix that another run has made says that it is over", () => {
    const draft = { code: "bad_input", what: "No draft.", next: "Begin one with create_simulation_session." } as const;
    expect(refused("simulate_edit", draft).next).toMatch(/^A draft lasts as long as this run/);
    const fix = { code: "bad_input", what: "No suggestion.", next: "Ask suggest_fixes again." } as const;
    expect(refused("apply_suggestion", fix).next).toMatch(
      /^An id lasts as long as the run .* sightline fixes .* sightline edit /,
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
      why: expect.stringContaining("questions alone"),
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

test("of an answer only the line that says why nothing was changed is put into other words", () => {
  const text = "Nothing was changed. Ask again with accept_partial: true.\n+ accept_partial: true\n- edit_history";
  const answered = {
    ok: true,
    body: { format: "text", text },
    standing: standingOf([]),
    standingLine: undefined,
    isEmpty: false,
    succeeded: true,
    hint: "Next: edit_history, to see it.",
    meta: undefined,
    ms: 0,
  } as const satisfies Outcome;
  expect(spoken(answered, speechOf("rename_symbol"))).toMatchObject({
    body: { text: "Nothing was changed. Ask again with --accept-partial.\n+ accept_partial: true\n- edit_history" },
    hint: "Next: sightline history, to see it.",
  });
  const other = { ...answered, body: { format: "text", text: "accept_partial: true" } } as const;
  expect(spoken(other, speechOf("rename_symbol"))).toMatchObject({ body: { text: "accept_partial: true" } });
});
