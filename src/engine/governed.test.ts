// The governed profile: which servers start, what they are ever sent, who may ask, and how the work goes on without them.

import { describe, expect, test } from "vitest";
import { makeCatalog } from "../catalog/table.ts";
import { MemoryHost } from "../host/memory/memory.ts";
import type { BridgeEvent } from "../model/event.ts";
import { filePath } from "../model/file-path.ts";
import { operations } from "../operations/table.ts";
import type { Caller } from "../policy/effects.ts";
import { toyAddress, toyCommand, toyEntry } from "../testing/kits/kit.ts";
import { StepClock } from "../testing/step-clock.ts";
import type { DialsOrChoice } from "../testing/toy/toy.ts";
import { Toy } from "../testing/toy/toy.ts";
import { toyLanguage } from "../../test/support/kits/workspace-kit.ts";
import type { Engine, Outcome } from "./engine.ts";
import type { OpenOptions } from "./open.ts";
import { openEngine } from "./open.ts";

const host: Caller = { door: "library", allowed: ["read", "control", "propose", "write", "exec"] };

const registration = {
  language: "toy",
  binary: "toy",
  args: ["--stdio"],
  extensions: [".toy"],
  scope: ["/project"],
  initializationOptions: { level: 3 },
};

interface Choices {
  readonly dials?: DialsOrChoice;
  readonly operator?: object;
  /** The file of the root, and where it lies. */
  readonly workspace?: { readonly file: string; readonly says: object };
  readonly options?: Partial<OpenOptions>;
}

interface Governed extends AsyncDisposable {
  readonly clock: StepClock;
  readonly host: MemoryHost<StepClock>;
  readonly toy: Toy;
  readonly engine: Engine;
  readonly events: readonly BridgeEvent[];
  ask(operation: string, input: object, caller?: Caller): Promise<Outcome>;
  /** Every request that any server was sent, in order. */
  requests(): string[];
}

const operatorFile = filePath("/etc/sightline/servers.json");

async function governed({ dials, operator, workspace, options }: Choices = {}): Promise<Governed> {
  const clock = new StepClock();
  const machine = new MemoryHost({ clock });
  const write = (path: string, text: string): void => void machine.files.write(filePath(path), text);
  write("/project/a.toy", "def apple\nuse apple\n");
  write("/project/b.toy", "use apple\nuse missing\n");
  write("/project/secrets/key.toy", "def key\n");
  write(toyCommand, "the toy");
  if (operator !== undefined) write(operatorFile, JSON.stringify(operator));
  if (workspace !== undefined) write(`/project/${workspace.file}`, JSON.stringify(workspace.says));
  const toy = new Toy(machine, dials);
  machine.processes.program(toyCommand, toy.program);
  machine.tcp.listen(toyAddress, toy.accept);
  clock.advance(1_000);
  const engine = await clock.until(
    openEngine({
      directory: "/project",
      exact: true,
      host: machine,
      trusted: true,
      profile: "governed",
      catalog: makeCatalog({ languages: [toyLanguage], servers: [toyEntry], decided: [] }),
      ...(operator === undefined ? {} : { configFile: operatorFile }),
      ...options,
    }),
  );
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  return {
    clock,
    host: machine,
    toy,
    engine,
    events,
    ask: (operation, input, caller = host) => clock.until(engine.invoke({ operation, input, caller })),
    requests: () => toy.received.map(({ method }) => method).filter((method) => !notifications.test(method)),
    [Symbol.asyncDispose]: () => clock.until(engine.close()),
  };
}

const notifications = /^(?:initialized|exit|\$\/.*|.*\/(?:did\w+|cancelRequest))$/;

const context = [
  "textDocument/hover",
  "textDocument/definition",
  "textDocument/typeDefinition",
  "textDocument/documentSymbol",
  "workspace/symbol",
  "textDocument/references",
  "textDocument/signatureHelp",
  "textDocument/inlayHint",
];
const validation = ["textDocument/diagnostic", "workspace/diagnostic"];

/** Values for the arguments of all operations, by their names. */
const values: Readonly<Record<string, unknown>> = {
  file_path: "a.toy",
  symbol_path: "apple",
  symbol: "apple",
  query: "apple",
  new_name: "plum",
  new_path: "z.toy",
  old_text: "def apple",
  new_text: "def plum",
  new_body: "def plum",
  code: "def cherry",
  id: "e1",
  session_id: "0".repeat(32),
  edits: [{ file_path: "a.toy", old_text: "def apple", new_text: "def plum" }],
  changed_files: ["a.toy"],
  command: "toy.edit",
  path: "/project",
  changes: [{ uri: "file:///project/a.toy", type: 2 }],
  level: "info",
  skill_name: "lsp-verify",
  symbol_file: "a.toy",
  consumer_roots: ["/project"],
  file_paths: ["a.toy"],
};

/** What cannot be given together, and ranges. */
const own: Readonly<Record<string, object>> = {
  get_diagnostics: { file_path: "a.toy" },
  suggest_fixes: { file_path: "b.toy", start_line: 2, start_column: 1, end_line: 2, end_column: 12 },
  format_range: { file_path: "a.toy", start_line: 1, end_line: 2 },
};

function inputOf({ name, schema }: (typeof operations)[number]): object {
  const known = Object.entries(values).filter(([key]) => key in schema.shape);
  const isDraft = /session|simulate/.test(name);
  return own[name] ?? Object.fromEntries(known.filter(([key]) => key !== "session_id" || isDraft));
}

/** A server that offers everything, also what must never be asked. */
const everything = {
  diagnostics: "pull",
  workspaceDiagnostics: true,
  fixes: "lazy",
  commands: ["toy.edit"],
  formats: ["document", "range"],
  tokens: ["full", "range"],
  movedFiles: ["**/*"],
} as const;

describe("what servers are sent", () => {
  test("of all operations no request leaves but those for context and validation; nothing is written, run or connected to [SYC-19 SYC-20 SYC-21 SYC-22 SYC-56]", async () => {
    await using here = await governed({ dials: everything, operator: { servers: [registration] } });
    const outcomes = new Map<string, Outcome>();
    for (const operation of operations)
      outcomes.set(operation.name, await here.ask(operation.name, inputOf(operation)));
    await here.ask("get_diagnostics", {});
    const wrong = [...outcomes].filter(([, one]) => !one.ok && one.refusal.code === "bad_input");
    expect(wrong).toEqual([]);
    const denied = operations.filter(({ kind }) => kind !== "query").map(({ name }) => outcomes.get(name));
    for (const one of denied) expect(one).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
    // Exactly these, each of them used.
    expect([...new Set(here.requests())].sort()).toEqual(["initialize", ...context, ...validation].sort());
    expect(here.host.processes.spawned.map(({ spec }) => spec.command)).toEqual([toyCommand]);
    const text = here.host.files.decode(
      (await here.host.files.read(filePath("/project/a.toy"), 1_000)) ?? new Uint8Array(),
    );
    expect(text.text).toBe("def apple\nuse apple\n");
    expect(here.events.filter(({ type }) => type === "session.connecting" || type === "defect")).toEqual([]);
  });

  test("diagnostics that a server pushes count without any request [SYC-20]", async () => {
    await using here = await governed({ operator: { servers: [registration] } });
    const outcome = await here.ask("get_diagnostics", { file_path: "b.toy" });
    expect(outcome).toMatchObject({ ok: true, isEmpty: false, standing: { state: "complete" } });
    expect(here.requests()).toEqual(["initialize"]);
  });

  test.each([["textDocument/hover"], ["textDocument/definition"], ["workspace/symbol"], ["textDocument/diagnostic"]])(
    "%s is not sent to a server that has not declared it, whatever is asked [SYC-54]",
    async (method) => {
      const lacking = method === "textDocument/diagnostic" ? { diagnostics: "push" as const } : { lacks: [method] };
      await using here = await governed({
        dials: { ...everything, ...lacking },
        operator: { servers: [registration] },
      });
      for (const operation of operations) await here.ask(operation.name, inputOf(operation));
      expect(here.requests()).not.toContain(method);
    },
  );
});
