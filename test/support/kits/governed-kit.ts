// An engine under the governed profile on a machine in memory, with the toy as the server that an operator registers.

import { makeCatalog } from "../../../src/catalog/table.ts";
import type { Engine, Outcome } from "../../../src/engine/engine.ts";
import type { OpenOptions } from "../../../src/engine/open.ts";
import { openEngine } from "../../../src/engine/open.ts";
import { MemoryHost } from "../../../src/host/memory/memory.ts";
import type { ChainedRecord } from "../../../src/model/evidence.ts";
import type { BridgeEvent } from "../../../src/model/event.ts";
import { filePath } from "../../../src/model/file-path.ts";
import type { operations } from "../../../src/operations/table.ts";
import type { Caller } from "../../../src/policy/effects.ts";
import { chainsIn, evidencePlace } from "../../../src/store/evidence/place.ts";
import { recordsOf } from "../../../src/store/evidence/reading.ts";
import { toyAddress, toyCommand, toyEntry } from "../../../src/testing/kits/kit.ts";
import { StepClock } from "../../../src/testing/step-clock.ts";
import type { DialsOrChoice } from "../../../src/testing/toy/toy.ts";
import { Toy } from "../../../src/testing/toy/toy.ts";
import { toyLanguage } from "./workspace-kit.ts";

/** The program that embeds the engine. */
export const host: Caller = { door: "library", allowed: ["read", "control", "propose", "write", "exec"] };

export const registration = {
  language: "toy",
  binary: "toy",
  args: ["--stdio"],
  extensions: [".toy"],
  scope: ["/project"],
  initializationOptions: { level: 3 },
};

export const registered = { servers: [registration] };
export const place = { file_path: "a.toy", line: 1, column: 5 };

export interface Choices {
  readonly dials?: DialsOrChoice;
  readonly operator?: object;
  /** The file of the root, and where it lies. */
  readonly workspace?: { readonly file: string; readonly says: object };
  readonly options?: Partial<OpenOptions>;
  /** Further files of the root. */
  readonly files?: Readonly<Record<string, string>>;
  /** Puts further files on the machine before the engine is opened. */
  readonly prepare?: (host: MemoryHost<StepClock>) => void;
}

export interface Governed extends AsyncDisposable {
  readonly clock: StepClock;
  readonly host: MemoryHost<StepClock>;
  readonly toy: Toy;
  readonly engine: Engine;
  readonly events: readonly BridgeEvent[];
  ask(operation: string, input: object, caller?: Caller): Promise<Outcome>;
  /** Every request that any server was sent, in order. */
  requests(): string[];
  /** Writes a file of the root as another program would. */
  write(file: string, text: string): void;
  /** What the chain of this engine holds. */
  records(): Promise<readonly ChainedRecord[]>;
}

const operatorFile = filePath("/etc/sightline/servers.json");

export async function governed({
  dials,
  operator,
  workspace,
  options,
  files = {},
  prepare,
}: Choices = {}): Promise<Governed> {
  const clock = new StepClock();
  const machine = new MemoryHost({ clock });
  const write = (path: string, text: string): void => void machine.files.write(filePath(path), text);
  write("/project/a.toy", "def apple\nuse apple\n");
  write("/project/b.toy", "use apple\nuse missing\n");
  write("/project/secrets/key.toy", "def key\n");
  write(toyCommand, "the toy");
  for (const [file, text] of Object.entries(files)) write(`/project/${file}`, text);
  if (operator !== undefined) write(operatorFile, JSON.stringify(operator));
  if (workspace !== undefined) write(`/project/${workspace.file}`, JSON.stringify(workspace.says));
  prepare?.(machine);
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
    write: (file, text) => {
      write(`/project/${file}`, text);
      machine.watching.emit([{ path: filePath(`/project/${file}`), kind: "changed" }]);
    },
    records: async () => {
      const kept = await evidencePlace(machine, filePath("/project"));
      const all = await chainsIn(machine.files, kept);
      const records = await Promise.all(all.map((chain) => recordsOf(machine.files, kept, chain)));
      return records.flat();
    },
    requests: () => toy.received.map(({ method }) => method).filter((method) => !notifications.test(method)),
    [Symbol.asyncDispose]: () => clock.until(engine.close()),
  };
}

const notifications = /^(?:initialized|exit|\$\/.*|.*\/(?:did\w+|cancelRequest))$/;

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
  validate_change: { before: [{ file_path: "a.toy", text: "def apple\n" }] },
  format_range: { file_path: "a.toy", start_line: 1, end_line: 2 },
};

export function inputOf({ name, schema }: (typeof operations)[number]): object {
  const known = Object.entries(values).filter(([key]) => key in schema.shape);
  const isDraft = /session|simulate/.test(name);
  return own[name] ?? Object.fromEntries(known.filter(([key]) => key !== "session_id" || isDraft));
}

/** A server that offers everything, also what must never be asked. */
export const everything = {
  diagnostics: "pull",
  workspaceDiagnostics: true,
  fixes: "lazy",
  commands: ["toy.edit"],
  formats: ["document", "range"],
  tokens: ["full", "range"],
  movedFiles: ["**/*"],
} as const;
