// A secret beside the root, and every way that is known to lead a server to it: no answer and no event ever holds it, also
// where the system cannot confine servers.

import { afterAll, describe, expect, test } from "vitest";
import type { Outcome } from "../../../src/engine/engine.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { operations } from "../../../src/operations/table.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { isInSoak, oneIn, repeats } from "../../support/soak.ts";
import { hasServer } from "../installed.ts";
import { outsideCases } from "./outside-cases.ts";
import type { Stage } from "./outside-stage.ts";
import { around, inputAt, opened, secret } from "./outside-stage.ts";

const counts = { cases: 0, questions: 0, answers: 0, refusals: 0, events: 0 };

afterAll(() => {
  process.stdout.write(`outside canary: ${JSON.stringify(counts)}\n`);
});

/** What reads: a new operation is among them as soon as it is in the table. */
const reading = operations.filter(({ kind }) => kind === "query");

/** Every way is asked by some operations, and every operation asked on some ways. */
const share = isInSoak("two thirds of the operations on each way") ? 1 : 3;
const ways = outsideCases.filter(({ server }) => hasServer(server));
const asked = oneIn(3, ways, "two thirds of the ways out of the root").map((one, at) => ({ ...one, at }));

describe.each(asked)("$server: $name", (one) => {
  test("nothing of the file outside is shown [S10 S12]", async () => {
    await using stage = await opened(one, { confine: "never" });
    counts.cases++;
    const seen: string[] = [];
    const ask = async (operation: string, input: object): Promise<Outcome> => {
      const outcome = await stage.ask(operation, input);
      counts.questions++;
      counts[outcome.ok ? "answers" : "refusals"]++;
      const text = JSON.stringify(outcome);
      if (text.includes(secret)) seen.push(`${operation} ${JSON.stringify(input)}: ${around(text)}`);
      return outcome;
    };
    for (const mark of stage.marks.slice(0, repeats({ test: 1, soak: stage.marks.length }))) {
      for (const operation of reading.filter((_, at) => (at + one.at) % share === 0))
        await ask(operation.name, inputFor(operation, mark));
    }
    await ask("get_diagnostics", {});
    if (one.given !== undefined) await giveText(one.given, stage, ask);
    for (const event of stage.events) if (event.includes(secret)) seen.push(`event: ${around(event)}`);
    counts.events += stage.events.length;
    expect(seen).toEqual([]);
    if (one.plain !== undefined) await mustBeShown(ask, one.plain);
  });
});

/** Nothing is proven where a server would not have told: in a trusted root, which is believed, it does. */
const shown = outsideCases.filter(
  ({ server, given, isRead }) => hasServer(server) && given === undefined && isRead !== false,
);
const firsts = shown.filter(({ server }, index) => shown.findIndex((other) => other.server === server) === index);
test.each(isInSoak("the ways and places beyond the first") ? shown : firsts)(
  "the way is real: $server, $name",
  async (one) => {
    await using stage = await opened(one, { trusted: true });
    const told: string[] = [];
    for (const mark of stage.marks) {
      for (const operation of ["get_diagnostics", "inspect_symbol"])
        told.push(JSON.stringify(await stage.ask(operation, operation === "get_diagnostics" ? {} : inputAt(mark))));
    }
    expect(told.join("\n")).toContain(secret);
  },
);

type Ask = (operation: string, input: object) => Promise<Outcome>;

/** What leads nowhere is shown, however others lead. */
async function mustBeShown(ask: Ask, file_path: string): Promise<void> {
  const symbols = await ask("list_symbols", { file_path });
  expect(JSON.stringify(symbols)).toContain("plain".slice(0, file_path === "a.py" ? 0 : 5));
  expect(symbols.ok).toBe(true);
}

/** Texts of an agent are refused before a server sees them, however they are given. */
async function giveText({ file, text }: { file: string; text: string }, stage: Stage, ask: Ask): Promise<void> {
  const given = stage.fill(text);
  const edit = { file_path: file, old_text: stage.textOf(file), new_text: given };
  const codes = [];
  for (const operation of ["preview_edit", "apply_edit", "safe_apply_edit"]) {
    const outcome = await ask(operation, edit);
    codes.push(outcome.ok ? "answered" : outcome.refusal.code);
  }
  expect(codes).toEqual(["outside_root", "outside_root", "outside_root"]);
  const created = await ask("create_simulation_session", { format: "json" });
  const id = created.ok && created.body.format === "json" ? String(Object(created.body.json)["session_id"]) : "";
  expect(id).toMatch(/^\w{8}/);
  await ask("simulate_edit", { session_id: id, file_path: file, old_text: edit.old_text, new_text: given });
  const evaluated = await ask("evaluate_session", { session_id: id });
  expect(evaluated.ok ? "answered" : evaluated.refusal.code).toBe("outside_root");
  for (const mark of stage.marks) await ask("inspect_symbol", { ...inputAt(mark), session_id: id });
}

/** Everything that is known of a place, under the names that the operation has for it. */
function inputFor({ schema }: Operation, mark: Mark): object {
  const { file, span } = mark;
  const known: Record<string, unknown> = {
    ...inputAt(mark),
    detail_level: "hover",
    end_line: span.end.line,
    query: "",
    new_name: "renamed",
    start_line: 1,
    changed_files: [file],
    file_paths: [file],
    symbol: mark.text,
  };
  const taken = Object.entries(known).filter(([key]) => Object.hasOwn(schema.shape, key));
  return Object.fromEntries(taken);
}
