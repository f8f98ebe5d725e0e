// A fixture on a real disk with a real server on it, asked as the product asks, and compared with the marks.
//
// Invariant: what is expected follows from the marks of the files as they are on disk now.

import type { Patience } from "../../src/std/patience.ts";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import type { Launch } from "../../src/catalog/entry.ts";
import { settingsFor } from "../../src/config/profiles.ts";
import type { SettingsInput } from "../../src/config/settings.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeCodec } from "../../src/host/node/node-codec.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { processesWithNonce } from "../../src/host/process/process-table.ts";
import type { Location, Severity, SymbolNode } from "../../src/model/code-facts.ts";
import { severities } from "../../src/model/code-facts.ts";
import type { BridgeEvent } from "../../src/model/event.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { display, filePath, joinPath } from "../../src/model/file-path.ts";
import type { FilePlace, Span } from "../../src/model/place.ts";
import { comparePlaces } from "../../src/model/place.ts";
import type { Answer, Standing } from "../../src/model/standing.ts";
import { joinStandings } from "../../src/model/standing.ts";
import type { Running } from "../../src/session/process/running.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import type { Fixture, Mark } from "../../src/testing/fixture.ts";
import { parseFixture } from "../../src/testing/fixture.ts";
import type { Snapshot } from "../../src/workspace/snapshot.ts";
import { Workspace } from "../../src/workspace/workspace.ts";
import { catalogOf } from "./installed.ts";
import type { Question, RealCase } from "./reading/real-case.ts";
import { goldenNames, markNames } from "./reading/real-case.ts";

/** What is sent for a question. */
export const methodOf: Readonly<Record<Question, string>> = {
  definition: "textDocument/definition",
  references: "textDocument/references",
  hover: "textDocument/hover",
  documentSymbols: "textDocument/documentSymbol",
  workspaceSymbols: "workspace/symbol",
  diagnostics: "textDocument/diagnostic",
};

/** Longer than any server needs on a slow machine; a test that waits for it has failed. */
const patienceMs = 120_000;

export interface Outcome {
  readonly found: unknown;
  readonly expected: unknown;
  readonly standing: Standing;
}

/** The uses of what the cursor points at, spelt as places. */
export interface UsesOutcome {
  readonly found: readonly string[];
  /** Places that could not be verified, and why, each reason once. */
  readonly possible: readonly string[];
  readonly whys: readonly string[];
  /** Every place that is marked as a use. */
  readonly expected: readonly string[];
  readonly standing: Standing;
}

export type Sent = { readonly method?: string; readonly params?: unknown };

/** Stages whose case has ended and whose server is well, by the server's id, for the next case of the same file. */
const idle = new Map<string, Stage[]>();

/** Ends what cases of one file have shared; the setup of every file calls it. */
export async function endSharedStages(): Promise<void> {
  const stages = [...idle.values()].flat();
  idle.clear();
  await Promise.all(stages.map((stage) => stage.end()));
}

export class Stage {
  readonly root: FilePath;
  readonly workspace: Workspace;
  /** The methods of everything that was sent, in order. */
  readonly sent: string[] = [];
  readonly events: BridgeEvent[] = [];
  /** Called once with every message right after it was handed to the server. */
  onSent: ((message: Sent) => void) | undefined;
  readonly #server: string;
  readonly #home: string;
  readonly #host: Host;
  #isShared = false;
  /** The process that the first case met. */
  #firstPid: number | undefined;
  readonly #nonces = new Set<string>();
  readonly #marks = new Map<string, readonly Mark[]>();
  readonly #golden = new Map<string, string>();

  /** With a launch, the server is reached by it and not as it is installed. */
  static async open(real: RealCase, settings: SettingsInput = {}, launch?: Launch): Promise<Stage> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-real-")));
    const env = { ...process.env, SIGHTLINE_STATE_DIR: join(home, "state") };
    return new Stage(real, home, await openNodeHost(env), settings, launch);
  }

  /**
   * The same, on a server that an earlier case of this file has left: its files are gone, and those of the fixture there.
   * What was written before a question is in its answer, so the case cannot tell the difference but by the time it takes.
   */
  static async shared(real: RealCase): Promise<Stage> {
    const left = idle.get(real.server)?.pop();
    const stage = left ?? (await Stage.open(real));
    stage.#isShared = true;
    if (left !== undefined) stage.#replaceAll(real.fixture);
    return stage;
  }

  private constructor(real: RealCase, home: string, host: Host, settings: SettingsInput, launch?: Launch) {
    this.#server = real.server;
    this.#home = home;
    this.#host = host;
    this.root = filePath(join(home, "root"));
    this.write(real.fixture);
    this.workspace = new Workspace({
      host,
      codec: nodeCodec,
      root: this.root,
      catalog: catalogOf(real.server, launch),
      // The pause before a restart is not what these tests are about.
      settings: settingsFor("standard", { ...settings, restart: { backoffMs: [0], ...settings.restart } }),
      trusted: true,
      emit: (event) => void this.events.push(event),
      trace: (_, direction, message) => {
        if (direction === "sent") this.#noteSent(message);
      },
    });
  }

  /** The server as it runs now. */
  get running(): Running {
    const running = this.workspace.sessions[0]?.running;
    if (running === undefined) throw new Error("no server is up");
    return running;
  }

  /** Writes files as another program would, and takes over their marks. */
  write(fixture: string): void {
    const { files, marks, golden } = readAll(fixture);
    for (const [file, text] of files) {
      const path = join(this.root, file);
      const content = text.replaceAll("{root}", this.root);
      mkdirSync(dirname(path), { recursive: true });
      // A file whose marks alone are new is left as it is.
      if (!existsSync(path) || readFileSync(path, "utf8") !== content) writeFileSync(path, content);
      this.#marks.set(
        file,
        marks.filter((mark) => mark.file === file),
      );
    }
    for (const [name, text] of golden) this.#golden.set(name, text);
  }

  remove(file: string): void {
    rmSync(join(this.root, file));
    this.#marks.delete(file);
  }

  async ask(question: Question): Promise<Outcome> {
    const snapshot = await this.workspace.snapshot();
    const patience: Patience = { deadline: deadlineIn(this.#host.clock, patienceMs), waitMs: patienceMs };
    return this.#questions[question](snapshot, patience);
  }

  /** The same as the question for references, with what could not be verified. */
  async uses(): Promise<UsesOutcome> {
    const snapshot = await this.workspace.snapshot();
    const patience: Patience = { deadline: deadlineIn(this.#host.clock, patienceMs), waitMs: patienceMs };
    const { value, standing } = await snapshot.uses(this.#target(), true, patience);
    return {
      found: value.locations.map((one) => this.#spell(one)).sort(),
      possible: value.possible.map(({ location }) => this.#spell(location)).sort(),
      whys: [...new Set(value.possible.map(({ why }) => why))].sort(),
      expected: this.#marked("ref")
        .map(({ file, span }) => `${file} ${spell(span)}`)
        .sort(),
      standing,
    };
  }

  /** Where what the cursor points at is implemented, and how the answer stands. */
  async implementations(): Promise<Pick<UsesOutcome, "found" | "expected" | "standing">> {
    const snapshot = await this.workspace.snapshot();
    const patience: Patience = { deadline: deadlineIn(this.#host.clock, patienceMs), waitMs: patienceMs };
    const { value, standing } = await snapshot.implementation(this.#target(), patience);
    const expected = this.#marked("ref").map(({ file, span }) => `${file} ${spell(span)}`);
    return { found: value.map((one) => this.#spell(one)).sort(), expected: expected.sort(), standing };
  }

  /** Every live process of the servers that were started here and met by an earlier call, with their children. */
  async processes(): Promise<number[]> {
    for (const record of readdirSync(join(this.#home, "state", "processes"))) this.#nonces.add(parse(record).name);
    const found = await Promise.all([...this.#nonces].map(processesWithNonce));
    return found.flat();
  }

  /** A shared stage is kept for the next case, unless its server was ended or started anew. */
  async close(): Promise<void> {
    const pid = this.workspace.sessions.length === 1 ? this.workspace.sessions[0]?.running?.channel.pid : undefined;
    this.#firstPid ??= pid;
    if (!this.#isShared || pid === undefined || pid !== this.#firstPid) return this.end();
    idle.set(this.#server, [...(idle.get(this.#server) ?? []), this]);
  }

  async end(): Promise<void> {
    await this.workspace.close();
    rmSync(this.#home, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  // — below: private, in the order they are used —

  #replaceAll(fixture: string): void {
    for (const name of readdirSync(this.root)) rmSync(join(this.root, name), { recursive: true, force: true });
    this.#marks.clear();
    this.#golden.clear();
    this.sent.length = 0;
    this.events.length = 0;
    this.onSent = undefined;
    this.write(fixture);
  }

  #noteSent(message: Sent): void {
    if (message.method === undefined) return;
    this.sent.push(message.method);
    this.onSent?.(message);
  }

  readonly #questions: Readonly<Record<Question, (snapshot: Snapshot, patience: Patience) => Promise<Outcome>>> = {
    definition: async (snapshot, patience) => {
      const answer = await snapshot.definition(this.#target(), patience);
      return this.#places(answer, this.#marked("def"));
    },
    references: async (snapshot, patience) => {
      const answer = await snapshot.references(this.#target(), true, patience);
      return this.#places(answer, this.#marked("ref"));
    },
    hover: async (snapshot, patience) => {
      const { value, standing } = await snapshot.hover(this.#target(), patience);
      const wanted = this.#golden.get("hover")?.trimEnd();
      const text = wanted !== undefined && value?.markdown.includes(wanted) === true ? wanted : value?.markdown;
      const [range] = this.#marked("hover");
      const found = { text, span: value?.span && spell(value.span) };
      return { found, expected: { text: wanted, span: range && spell(range.span) }, standing };
    },
    documentSymbols: async (snapshot, patience) => {
      const file = this.#cursor().file;
      const { value, standing } = await snapshot.documentSymbols(joinPath(this.root, file), patience);
      const spans = flatten(value).map((symbol) => spell(symbol.nameSpan));
      const expected = this.#marked("sym").map((mark) => spell(mark.span));
      return {
        found: { outline: outline(value), spans: spans.sort() },
        expected: { outline: this.#goldenLines("symbols"), spans: expected.sort() },
        standing,
      };
    },
    workspaceSymbols: async (snapshot, patience) => {
      const near = joinPath(this.root, this.#cursor().file);
      const answer = await snapshot.workspaceSymbols(near, this.#goldenLines("query").join(), patience);
      const value = answer.value.flatMap(({ file, span }) => (span === undefined ? [] : [{ file, span }]));
      return this.#places({ value, standing: answer.standing }, this.#marked("found"));
    },
    diagnostics: async (snapshot, patience) => {
      const problems = severities.flatMap((severity) => this.#marked(severity));
      const files = [...this.#marks.keys()].filter(
        (file) => file === this.#cursor().file || problems.some((mark) => mark.file === file),
      );
      const messages = this.#goldenLines("messages");
      const expected = files.flatMap((file) =>
        inOrder(
          problems.filter((mark) => mark.file === file).map((mark) => ({ ...mark, severity: mark.name as Severity })),
        ).map(({ severity, span }) => `${file} ${spell(span)} ${severity} ${messages.shift()}`),
      );
      const found: string[] = [];
      const standings: Standing[] = [];
      for (const file of files) {
        const { value, standing } = await snapshot.diagnostics(joinPath(this.root, file), patience);
        standings.push(standing);
        for (const { severity, span, message } of inOrder(value.diagnostics)) {
          found.push(`${file} ${spell(span)} ${severity} ${message.split("\n", 1)[0] ?? ""}`);
        }
      }
      return { found, expected, standing: joinStandings(standings) };
    },
  };

  #target(): FilePlace {
    const { file, span } = this.#cursor();
    return { file: joinPath(this.root, file), place: span.start };
  }

  #cursor(): Mark {
    const [cursor, ...more] = this.#marked("^");
    if (cursor === undefined || more.length > 0) throw new Error("a fixture has one cursor");
    return cursor;
  }

  #marked(name: string): Mark[] {
    return [...this.#marks.values()].flat().filter((mark) => mark.name === name);
  }

  #goldenLines(name: string): string[] {
    const text = (this.#golden.get(name) ?? "").trimEnd();
    return text === "" ? [] : text.split("\n");
  }

  #places(answer: Answer<readonly Location[]>, marks: readonly Mark[]): Outcome {
    const found = answer.value.map((one) => this.#spell(one));
    const expected = marks.map(({ file, span }) => `${file} ${spell(span)}`);
    return { found: found.sort(), expected: expected.sort(), standing: answer.standing };
  }

  #spell({ file, span }: Location): string {
    return `${typeof file === "string" ? display(this.root, file) : file.external} ${spell(span)}`;
  }
}

function readAll(
  source: string,
): Pick<Fixture, "files"> & { marks: readonly Mark[]; golden: ReadonlyMap<string, string> } {
  const fixture = parseFixture(source);
  const marks = markNames.flatMap((name) => fixture.marks(name));
  const golden = goldenNames.flatMap((name): [string, string][] => {
    const text = fixture.golden(name);
    return text === undefined ? [] : [[name, text]];
  });
  // A name that means nothing is a slip of the pen.
  fixture.assertAllUsed();
  return { files: fixture.files, marks, golden: new Map(golden) };
}

function spell({ start, end }: Span): string {
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
}

function inOrder<T extends { readonly span: Span; readonly severity: Severity }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => comparePlaces(a.span.start, b.span.start) || a.severity.localeCompare(b.severity));
}

function flatten(symbols: readonly SymbolNode[]): SymbolNode[] {
  return symbols.flatMap((symbol) => [symbol, ...flatten(symbol.children)]);
}

function outline(symbols: readonly SymbolNode[], depth = 0): string[] {
  return symbols.flatMap(({ kind, name, children }) => [
    `${"  ".repeat(depth)}${kind} ${name}`,
    ...outline(children, depth + 1),
  ]);
}
