// Opens a session with the toy server on a machine in memory, so that a test is a fixture and a question.

/// <reference lib="esnext.disposable" preserve="true" />

import type { FilePlace } from "../../model/place.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import { defineServer } from "../../catalog/entry.ts";
import type { ProfileName } from "../../config/profiles.ts";
import { settingsFor } from "../../config/profiles.ts";
import type { SettingsInput } from "../../config/settings.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { nodeCodec } from "../../host/node/node-codec.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { toUri } from "../../protocol/uri.ts";
import type { AskOptions } from "../../session/ask-host.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import { Session } from "../../session/session.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { type Fixture, type Mark, parseFixture } from "../fixture.ts";
import { programsServing } from "./programs-kit.ts";
import { StepClock } from "../step-clock.ts";
import type { DialsOrChoice } from "../toy/toy.ts";
import { Toy } from "../toy/toy.ts";

export const toyRoot = filePath("/project");
/** Where a toy listens that someone else runs. */
export const toyAddress = { host: "127.0.0.1", port: 9_999 };
export const toyCommand = filePath("/bin/toy");

/** The toy in the catalogue's words: it answers at once, knows everything, and runs nothing of the repository. */
export const toyEntry: ServerEntry = defineServer({
  id: "toy",
  title: "Toy",
  launch: { kind: "command", command: "toy", args: ["--stdio"] },
  roots: { groups: [["toy.json"]], pick: "nearest", singleFile: true },
  install: { any: "npm install -g toy" },
  readiness: { kind: "immediate" },
  diagnostics: "push-versioned",
  finds: "all",
  references: "exhaustive",
  symbolSearch: "exhaustive",
  restricted: { kind: "safe" },
  quirks: { syntaxErrorCodes: { from: 1000, to: 1999 } },
});

export interface SessionChoices {
  readonly fixture: string | Fixture;
  readonly dials?: DialsOrChoice;
  readonly entry?: Partial<ServerEntry>;
  readonly profile?: ProfileName;
  readonly settings?: SettingsInput;
  readonly trusted?: boolean;
  /** What the disk holds for a text of the fixture; as it is, by default. */
  readonly disk?: (text: string) => string | Uint8Array;
  /** Which unit a file belongs to; all to one, by default. */
  readonly project?: (path: FilePath) => string;
  readonly env?: Readonly<Record<string, string>>;
  readonly trace?: (direction: "sent" | "received", message: object) => void;
  /** Hears each event after it was recorded, and may throw. */
  readonly onEvent?: (event: BridgeEvent) => void;
}

export interface ToySession extends AsyncDisposable {
  readonly host: MemoryHost<StepClock>;
  readonly clock: StepClock;
  readonly toy: Toy;
  readonly session: Session;
  readonly fixture: Fixture;
  readonly events: readonly BridgeEvent[];
  path(file: string): FilePath;
  uri(file: string): string;
  at(mark: Mark): FilePlace;
  /** A minute to answer and ten seconds for readiness, unless said otherwise. */
  ask(over?: Partial<AskOptions> & { readonly ms?: number }): AskOptions;
  eventsOf<T extends BridgeEvent["type"]>(type: T): Extract<BridgeEvent, { type: T }>[];
}

/** Nothing is started yet: the first question does that. At the end the server is stopped, in fake time. */
export function openSession(choices: SessionChoices): ToySession {
  const fixture = typeof choices.fixture === "string" ? parseFixture(choices.fixture) : choices.fixture;
  const clock = new StepClock();
  const host = new MemoryHost({ clock, ...(choices.env === undefined ? {} : { env: choices.env }) });
  const path = (file: string): FilePath => joinPath(toyRoot, file);
  for (const [file, text] of fixture.files) host.files.write(path(file), choices.disk?.(text) ?? text);
  const toy = new Toy(host, choices.dials);
  host.processes.program(toyCommand, toy.program);
  host.tcp.listen(toyAddress, toy.accept);
  host.files.write(toyCommand, "the toy");
  // Files that were there long before are the common case; a test writes its own fresh ones.
  clock.advance(1_000);
  const events: BridgeEvent[] = [];
  const session = newSession(host, events, choices);
  const watch = host.watching.watch({
    root: toyRoot,
    skips: () => false,
    clock,
    onChanges: (changes) => session.filesChanged(changes),
  });
  return {
    host,
    clock,
    toy,
    session,
    fixture,
    events,
    path,
    uri: (file) => toUri(path(file)),
    at: (mark) => ({ file: path(mark.file), place: mark.span.start }),
    ask: ({ ms = 60_000, ...over } = {}) => ({ deadline: deadlineIn(clock, ms), waitMs: 10_000, ...over }),
    eventsOf: (type) =>
      events.filter((event): event is Extract<BridgeEvent, { type: typeof type }> => event.type === type),
    [Symbol.asyncDispose]: async () => {
      await watch.close();
      await clock.until(session.stop());
      const violations = toy.incarnations.flatMap(({ server }) => server.violations);
      if (violations.length > 0) throw new Error(`the protocol was broken: ${violations.join("; ")}`);
      if (toy.defects.length > 0) throw new AggregateError(toy.defects, "the toy is broken");
    },
  };
}

/** The toy in memory, started or connected to as its entry says. */
function foundToy(entry: ServerEntry): FoundServer {
  const { launch } = entry;
  if (launch.kind === "tcp") return { entry, address: { host: launch.host, port: launch.port } };
  return { entry, command: toyCommand, args: ["--stdio"], version: "1.0" };
}

function newSession(host: MemoryHost<StepClock>, events: BridgeEvent[], choices: SessionChoices): Session {
  const { entry, profile = "standard", settings, trusted = true, project, trace } = choices;
  return new Session({
    host,
    programs: programsServing(host, toyRoot, trusted),
    codec: nodeCodec,
    server: foundToy({ ...toyEntry, ...entry }),
    root: toyRoot,
    trusted,
    settings: settingsFor(profile, settings),
    emit: (event) => {
      events.push(event);
      choices.onEvent?.(event);
    },
    languageId: () => "toy",
    isOurs: (path) => path.endsWith(".toy"),
    project: async (path) => project?.(path) ?? toyRoot,
    ...(trace === undefined ? {} : { trace }),
  });
}
