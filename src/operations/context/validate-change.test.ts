// Changes that are on disk, validated against their former texts, on the toy server.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import type { StandingState } from "../../model/standing.ts";
import type { ChangeClass, ValidationJson } from "../../model/consequences.ts";
import { LocalEngine } from "../../engine/local-engine.ts";
import { Emitter } from "../../std/emitter.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { validateChange } from "./validate-change.ts";

const three = "-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n-- c.toy --\nuse gone\n";

/** The texts of files before and after a change; null where there is none. */
type Change = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;

interface Validation {
  readonly kit: ToyWorkspace;
  readonly json: ValidationJson;
  readonly state: StandingState;
  readonly reasons: readonly string[];
  readonly text: string;
  readonly events: readonly BridgeEvent[];
}

interface Judgement {
  readonly class: ChangeClass;
  /** What leaves it partial. */
  readonly doubts?: readonly string[];
  readonly come?: readonly string[];
  readonly gone?: readonly string[];
}

const readsDisk = (doing: string): string => `Toy ${doing}, because it reads the disk`;

test.each<[string, Change, Judgement]>([
  [
    "a change that breaks a file which it does not touch",
    { "a.toy": ["def apple\n", "def pear\n"] },
    { class: "new_errors", come: ["b.toy:1"] },
  ],
  [
    "a change that breaks its own file",
    { "b.toy": ["use apple\n", "use apple\nuse never\n"] },
    { class: "new_errors", come: ["b.toy:2"] },
  ],
  ["a change that adds a name", { "a.toy": ["def apple\n", "def apple\ndef pear\n"] }, { class: "clean" }],
  ["a file that is as it was", { "a.toy": ["def apple\n", "def apple\n"] }, { class: "clean" }],
  [
    "an error that moved with its line",
    { "c.toy": ["use gone\n", "def fresh\n\nuse gone\n"] },
    { class: "baseline_error" },
  ],
  ["an error that is mended", { "c.toy": ["use gone\n", "use apple\n"] }, { class: "clean", gone: ["c.toy:1"] }],
  [
    "one error mended and one made",
    { "a.toy": ["def apple\n", "def gone\n"] },
    { class: "new_errors", come: ["b.toy:1"], gone: ["c.toy:1"] },
  ],
  [
    "a file that comes with an error",
    { "c.toy": ["use gone\n", "use apple\n"], "d.toy": [null, "use never\n"] },
    { class: "new_errors", come: ["d.toy:1"], gone: ["c.toy:1"] },
  ],
  [
    "a file that goes while it is used",
    { "e.toy": ["def egg\n", null], "f.toy": ["use egg\n", "use egg\n\n"] },
    { class: "new_errors", come: ["f.toy:1"], doubts: [readsDisk("considers e.toy missing")] },
  ],
  [
    "a file that moves with its error",
    { "c.toy": ["use gone\n", null], "deep/c.toy": [null, "use gone\n"] },
    {
      class: "baseline_error",
      doubts: [readsDisk("considers c.toy missing"), readsDisk("goes on reading deep/c.toy")],
    },
  ],
])("%s is judged by what came and went: %j", async (_, change, expected) => {
  const { doubts = [], come = [], gone = [] } = expected;
  const { json, state, reasons } = await validated({ fixture: three }, change);
  expect(json.class).toBe(expected.class);
  expect({ state, reasons }).toEqual({ state: doubts.length === 0 ? "complete" : "partial", reasons: doubts });
  expect(named(json.introduced)).toEqual(come);
  expect(named(json.resolved)).toEqual(gone);
  expect(json.errors).toMatchObject({
    introduced: come.length,
    resolved: gone.length,
    now: json.errors.before + json.errors.introduced - json.errors.resolved,
  });
});

test("new warnings alone are warnings_only, and shown; a new error beside them is not", async () => {
  const choices = { fixture: three, dials: { mildName: "vague" } };
  const mild = await validated(choices, { "b.toy": ["use apple\n", "use apple\nuse vague\n"] });
  expect(mild.json).toMatchObject({ class: "warnings_only", errors: { introduced: 0 } });
  expect(mild.json.warnings).toEqual({ before: 0, now: 1, introduced: 1, resolved: 0 });
  expect(mild.text).toContain("2:5 warning");
  const both = await validated(choices, { "b.toy": ["use apple\n", "use vague\nuse never\n"] });
  expect(both.json).toMatchObject({ class: "new_errors", warnings: { introduced: 1 }, errors: { introduced: 1 } });
});

test("a change that mends an error and makes none counts down, whatever else stays wrong", async () => {
  const change: Change = { "c.toy": ["use gone\nuse lost\n", "use lost\n"] };
  const { json } = await validated({ fixture: three }, change);
  expect(json).toMatchObject({ class: "baseline_error" });
  expect(json.errors).toEqual({ before: 2, now: 1, introduced: 0, resolved: 1 });
});

test("an error that is new is announced with the files and the figures, others are not", async () => {
  const broken = await validated({ fixture: three }, { "a.toy": ["def apple\n", "def pear\n"] });
  expect(broken.events.filter(({ type }) => type === "diagnostic_regression")).toEqual([
    {
      type: "diagnostic_regression",
      caller: "agent 1",
      files: [broken.kit.path("a.toy")],
      errors: { before: 1, now: 2, introduced: 1, resolved: 0 },
      introduced: [
        {
          file: broken.kit.path("b.toy"),
          diagnostic: expect.objectContaining({ severity: "error", message: "unknown name apple" }),
        },
      ],
    },
  ]);
  const kept = await validated({ fixture: three }, { "c.toy": ["use gone\n", "\nuse gone\n"] });
  expect(kept.events.filter(({ type }) => type === "diagnostic_regression")).toEqual([]);
});

test.each<[string, Partial<WorkspaceChoices>, string]>([
  ["dies at every question", { dials: { diagnostics: "pull", crashAt: "textDocument/diagnostic" } }, "crashed"],
  ["never answers", { dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"] } }, "answer"],
  [
    "answers with an error",
    { dials: { diagnostics: "pull", errors: { "textDocument/diagnostic": { code: -32603, message: "broken" } } } },
    "could not answer",
  ],
  ["is not installed", { entry: { launch: { kind: "command", command: "absent-toy", args: [] } } }, "toy"],
])("a server that %s makes a change lsp_unavailable, which is an answer [SYC-52]", async (_, choices, word) => {
  const { json, state, reasons } = await validated(
    { fixture: three, ...choices },
    { "a.toy": ["def apple\n", "def pear\n"] },
  );
  expect({ class: json.class, state }).toEqual({ class: "lsp_unavailable", state: "unavailable" });
  expect(reasons.join("\n").toLowerCase()).toContain(word);
  expect(json.introduced).toEqual([]);
});

test.each<[string, Change, string]>([
  ["no server serves", { "a.toy": ["def apple\n", "def apple\ndef pear\n"], "notes.txt": ["1\n", "2\n"] }, "notes.txt"],
  [
    "was deleted and no server serves",
    { "a.toy": ["def apple\n", "def apple\n\n"], "notes.txt": ["1\n", null] },
    "notes.txt",
  ],
])(
  "one of several changed files that %s is told by its name, and the change is not clean [SYC-43]",
  async (_, change, file) => {
    const { json, state, reasons } = await validated({ fixture: three }, change);
    expect({ class: json.class, state }).toEqual({ class: "lsp_unavailable", state: "unavailable" });
    expect(reasons.join("\n")).toContain(`${file} could not be compared: no server can check it`);
    expect(json.unchecked_files.map((one) => one.file.split("/").at(-1))).toEqual([file]);
    // What could be compared was.
    expect(json.checked_files).toBeGreaterThan(0);
  },
);

test("of several changed files one for which the server does not answer is told by its name", async () => {
  const { json, reasons } = await validated(
    { fixture: three, dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"], silentFile: "b.toy" } },
    { "a.toy": ["def apple\n", "def apple\ndef pear\n"], "b.toy": ["use apple\n", "use pear\n"] },
  );
  expect(json).toMatchObject({ class: "lsp_unavailable" });
  expect(reasons.join("\n")).toContain("b.toy could not be compared");
});

test("an error that is new beside a file which was not compared is a new error, and the file is told", async () => {
  const { json } = await validated(
    { fixture: three },
    { "a.toy": ["def apple\n", "def pear\n"], "notes.txt": ["1\n", "2\n"] },
  );
  expect(json.class).toBe("new_errors");
  expect(json.unchecked_files.map((one) => one.file.split("/").at(-1))).toEqual(["notes.txt"]);
});

test("prose beside code leaves the class as it is, because no code becomes wrong of it", async () => {
  const change: Change = { "a.toy": ["def apple\n", "def apple\ndef pear\n"], "notes.md": ["1\n", "2\n"] };
  const { json, state } = await validated({ fixture: three }, change);
  expect({ class: json.class, state }).toEqual({ class: "clean", state: "complete" });
});

test("a file that cannot be read is no refusal of the whole, and is told once by its name", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  kit.host.files.makeSpecial(kit.path("c.toy"));
  const before = [
    { file_path: "a.toy", text: "def apple\ndef fig\n" },
    { file_path: "c.toy", text: "use apple\n" },
  ];
  const { json, reasons } = await asked(kit, { before });
  expect(json).toMatchObject({ class: "lsp_unavailable", files: [{ before: "caller" }, { before: "unknown" }] });
  expect(reasons.join("\n")).toContain("c.toy could not be compared");
  const open = json.unchecked_files.map((one) => one.file.split("/").at(-1));
  expect(open.filter((file) => file === "c.toy")).toEqual(["c.toy"]);
});

test("a file that was written by two of its names is compared with its text before the first", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef pear\n-- b.toy --\nuse apple\n" });
  kit.host.files.link(kit.path("door.toy"), kit.path("a.toy"));
  const first = { file_path: "door.toy", text: "def apple\n" };
  const second = { file_path: "a.toy", text: "def pear\n" };
  const { json } = await asked(kit, { before: [first, second] });
  expect(json).toMatchObject({ class: "new_errors", files: [{ before: "caller" }] });
  expect(named(json.introduced)).toEqual(["b.toy:1"]);
});

const inParts = { settings: { documents: { maxOpen: 2 } } } as const;
const many = (text: string): string => ["a", "b", "c", "d", "e"].map((name) => `-- ${name}.toy --\n${text}`).join("");
const renamed = (use: string): Change =>
  Object.fromEntries(["b", "c", "d", "e"].map((name) => [`${name}.toy`, ["use apple\n", `use ${use}\n`] as const]));

test.each<[string, Change, Judgement]>([
  ["right everywhere", { "a.toy": ["def apple\n", "def pear\n"], ...renamed("pear") }, { class: "clean" }],
  [
    "wrong in the last part",
    { "a.toy": ["def apple\n", "def pear\n"], ...renamed("pear"), "e.toy": ["use apple\n", "use pear\nuse never\n"] },
    { class: "new_errors", come: ["e.toy:2"] },
  ],
  [
    "wrong in files of every part, and in one that was not changed",
    { "a.toy": ["def apple\n", "def pear\n"], ...renamed("plum"), "f.toy": ["def fig\n", "def fig\n\n"] },
    { class: "new_errors", come: ["b.toy:1", "c.toy:1", "d.toy:1", "e.toy:1", "z.toy:1"] },
  ],
  [
    "of which an error that is there now may be old",
    { "a.toy": ["def apple\n", "def apple\n\n"], ...renamed("apple\n"), "c.toy": ["use gone\n", "\nuse gone\n"] },
    {
      class: "lsp_unavailable",
      doubts: [
        "the changed files could not be compared: 1 problem may be old or new: so many files were compared in 3 parts",
      ],
    },
  ],
])(
  "a change of more files than a server can be shown is compared in parts, with one class: %s",
  async (_, change, expected) => {
    const { doubts = [], come = [] } = expected;
    const fixture = `${many("")}${come.includes("z.toy:1") ? "-- z.toy --\nuse apple\n" : ""}`;
    const { json, state, reasons } = await validated({ fixture, ...inParts }, change);
    expect({ class: json.class, come: named(json.introduced).toSorted() }).toEqual({ class: expected.class, come });
    expect(json.files).toHaveLength(Object.keys(change).length);
    expect(reasons.slice(0, doubts.length)).toEqual(doubts);
    expect(state).toBe(doubts.length === 0 ? "complete" : "unavailable");
    expect(json.errors).toMatchObject({ introduced: come.length, now: json.errors.before + json.errors.introduced });
  },
);

test("a turn of thousands of files is taken in one call", () => {
  const file_paths = Array.from({ length: 5_000 }, (_, index) => `src/f${index}.toy`);
  expect(() => validateChange.decode({ file_paths })).not.toThrow();
});

test("what may be new of a change in parts is listed as that", async () => {
  const change: Change = {
    "a.toy": ["def apple\n", "def apple\n\n"],
    ...renamed("apple\n"),
    "c.toy": ["use gone\n", "\nuse gone\n"],
  };
  const { json } = await validated({ fixture: many(""), ...inParts }, change);
  expect(named(json.uncertain)).toEqual(["c.toy:2"]);
});

test("the parts of a change share its time, and files that were left are named", async () => {
  const silent = { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"] } as const;
  const change: Change = { "a.toy": ["def apple\n", "def pear\n"], ...renamed("pear") };
  const { kit, json, state } = await validated({ fixture: many(""), ...inParts, dials: silent }, change);
  expect({ class: json.class, state }).toEqual({ class: "lsp_unavailable", state: "unavailable" });
  expect(json.unchecked_files.map(({ file }) => file.split("/").at(-1) ?? "").toSorted()).toEqual(
    ["a", "b", "c", "d", "e"].map((name) => `${name}.toy`),
  );
  expect(kit.toy.server.documents.map(({ index }) => index.text)).not.toContain("def apple\n");
});

test("a file that no server serves is not clean", async () => {
  const { json, state } = await validated({ fixture: three }, { "notes.txt": ["first\n", "second\n"] });
  expect({ class: json.class, state }).toEqual({ class: "lsp_unavailable", state: "unavailable" });
});

test("a change whose reach was not checked to the end is partial, and says which files are left", async () => {
  const { json, state } = await validated(
    { fixture: three, dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"], silentFile: "b.toy" } },
    { "a.toy": ["def apple\n", "def pear\n"] },
  );
  expect({ class: json.class, state }).toEqual({ class: "clean", state: "partial" });
  expect(json.unchecked_files.map(({ file }) => file.split("/").at(-1))).toEqual(["b.toy"]);
});

test("a server that finds some errors only on disk leaves a clean change partial", async () => {
  const { json, state, reasons } = await validated(
    { fixture: three, entry: { finds: "saved" } },
    { "a.toy": ["def apple\n", "def apple\ndef pear\n"] },
  );
  expect({ class: json.class, state }).toEqual({ class: "clean", state: "partial" });
  expect(reasons).toEqual(["Toy finds some errors only in files on disk"]);
});

test("the disk is what stays in the servers, and nothing of the former texts", async () => {
  const { kit } = await validated({ fixture: three }, { "a.toy": ["def apple\n", "def pear\n"] });
  const texts = kit.toy.server.documents.map(({ index }) => index.text);
  expect(texts).toContain("def pear\n");
  expect(texts).not.toContain("def apple\n");
});

test("without a former text and without git nothing is said of the change", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const outcome = await asked(kit, { file_paths: ["a.toy"] });
  expect(outcome.json).toMatchObject({ class: "lsp_unavailable", files: [{ before: "unknown" }] });
  expect(outcome.reasons.join("\n")).toContain("former text is not known");
});

test("a file that is neither there nor was is refused, because it may be misspelt", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  await expect(asked(kit, { file_paths: ["nope.toy"] })).rejects.toThrow("nope.toy is not on disk");
});

test("where nothing was checked no figure is shown", async () => {
  const { text } = await validated({ fixture: three }, { "notes.txt": ["first\n", "second\n"] });
  expect(text).toContain("lsp_unavailable: nothing was checked (1 changed file, 0 checked).");
  expect(text).not.toContain("no errors");
});

// — below: private, in the order they are used —

/** Opens the state after the change, and has it validated against the one before. */
async function validated(choices: WorkspaceChoices, change: Change): Promise<Validation> {
  await using kit = openToyWorkspace({ ...choices, fixture: fixtureAfter(choices.fixture, change) });
  const before = Object.entries(change).map(([file, [text]]) => ({
    file_path: file,
    ...(text === null ? {} : { text }),
  }));
  return await asked(kit, { before, timeout_ms: 8_000 });
}

async function asked(kit: ToyWorkspace, input: object): Promise<Validation> {
  const emitter = new Emitter<BridgeEvent>(() => {});
  const events: BridgeEvent[] = [];
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    emitter,
    () => {},
    () => () => {},
  );
  engine.events((event) => events.push(event));
  const call = {
    operation: "validate_change",
    input,
    caller: { id: "agent 1", door: "library", allowed: ["read"] },
  } as const;
  const json = await kit.clock.until(engine.invoke({ ...call, format: "json" }));
  const words = await kit.clock.until(engine.invoke({ ...call, format: "text" }));
  if (!json.ok || json.body.format !== "json") throw new Error(JSON.stringify(json));
  if (!words.ok || words.body.format !== "text") throw new Error(JSON.stringify(words));
  return {
    kit,
    json: json.body.json as ValidationJson,
    state: json.standing.state,
    reasons: json.standing.reasons.map(({ detail }) => detail),
    text: words.body.text,
    // The second call says the same again.
    events: events.slice(0, events.findIndex(({ type }) => type === "operation") + 1),
  };
}

function fixtureAfter(fixture: string, change: Change): string {
  const parts = fixture.split(/^-- (.+) --\n/m).slice(1);
  const files = new Map<string, string | null>();
  for (let at = 0; at < parts.length; at += 2) files.set(parts[at] ?? "", parts[at + 1] ?? "");
  for (const [file, [, after]] of Object.entries(change)) files.set(file, after);
  return [...files].map(([file, text]) => (text === null ? "" : `-- ${file} --\n${text}`)).join("");
}

function named(problems: ValidationJson["introduced"]): string[] {
  return problems.map(({ file, line }) => `${file.split("/").at(-1)}:${line}`);
}
