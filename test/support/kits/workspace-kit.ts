// Opens a whole workspace on a machine in memory, with the toy server found on its search path.

import type { FilePlace } from "../../../src/model/place.ts";
import type { Patience } from "../../../src/std/patience.ts";
import type { LanguageEntry, ServerEntry } from "../../../src/catalog/entry.ts";
import { makeCatalog } from "../../../src/catalog/table.ts";
import { settingsFor } from "../../../src/config/profiles.ts";
import type { SettingsInput } from "../../../src/config/settings.ts";
import { MemoryHost } from "../../../src/host/memory/memory.ts";
import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { textBytes } from "../../../src/host/read-limits.ts";
import type { BridgeEvent } from "../../../src/model/event.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { Workspace } from "../../../src/workspace/workspace.ts";
import type { WorkspaceOptions } from "../../../src/workspace/workspace-options.ts";
import type { Fixture, Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { toyAddress, toyCommand, toyEntry, toyRoot } from "../../../src/testing/kits/kit.ts";
import { StepClock } from "../../../src/testing/step-clock.ts";
import type { DialsOrChoice } from "../../../src/testing/toy/toy.ts";
import { Toy } from "../../../src/testing/toy/toy.ts";

export interface WorkspaceChoices {
  readonly fixture: string;
  readonly dials?: DialsOrChoice;
  readonly entry?: Partial<ServerEntry>;
  /** The servers of the toy language, where it is not the toy alone. */
  readonly language?: Partial<LanguageEntry>;
  /** Further servers, for a language of their own or one that names them; their commands run the toy too. */
  readonly others?: readonly { readonly language?: LanguageEntry; readonly entry: ServerEntry }[];
  readonly settings?: SettingsInput;
  readonly trusted?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly answers?: WorkspaceOptions["answers"];
}

export interface ToyWorkspace extends AsyncDisposable {
  readonly host: MemoryHost<StepClock>;
  readonly clock: StepClock;
  readonly toy: Toy;
  readonly workspace: Workspace;
  readonly fixture: Fixture;
  readonly events: readonly BridgeEvent[];
  path(file: string): FilePath;
  /** What lies on disk now; undefined where there is nothing. */
  text(file: string): Promise<string | undefined>;
  at(mark: Mark): FilePlace;
  patience(over?: Partial<Patience>): Patience;
  eventsOf<T extends BridgeEvent["type"]>(type: T): Extract<BridgeEvent, { type: T }>[];
}

export const toyLanguage: LanguageEntry = { id: "toy", extensions: [".toy"], servers: ["toy"] };

export function openToyWorkspace(choices: WorkspaceChoices): ToyWorkspace {
  const fixture = parseFixture(choices.fixture);
  const clock = new StepClock();
  const host = new MemoryHost({ clock, ...(choices.env === undefined ? {} : { env: choices.env }) });
  const path = (file: string): FilePath => joinPath(toyRoot, file);
  for (const [file, text] of fixture.files) host.files.write(path(file), text);
  const toy = new Toy(host, choices.dials);
  const others = choices.others ?? [];
  const commands = [
    toyCommand,
    ...others.flatMap(({ entry }) =>
      entry.launch.kind === "command" ? [joinPath(toyCommand, "..", entry.launch.command)] : [],
    ),
  ];
  for (const command of commands) {
    host.processes.program(command, toy.program);
    host.files.write(command, "a program");
  }
  host.tcp.listen(toyAddress, toy.accept);
  clock.advance(1_000);
  const events: BridgeEvent[] = [];
  const workspace = new Workspace({
    host,
    codec: nodeCodec,
    root: toyRoot,
    catalog: makeCatalog({
      languages: [{ ...toyLanguage, ...choices.language }, ...others.flatMap(({ language }) => language ?? [])],
      servers: [{ ...toyEntry, ...choices.entry }, ...others.map(({ entry }) => entry)],
      decided: [],
    }),
    settings: settingsFor("standard", choices.settings),
    trusted: choices.trusted ?? true,
    emit: (event) => events.push(event),
    ...(choices.answers === undefined ? {} : { answers: choices.answers }),
  });
  return {
    host,
    clock,
    toy,
    workspace,
    fixture,
    events,
    path,
    text: async (file) => {
      const bytes = await host.files.read(path(file), textBytes);
      return bytes && host.files.decode(bytes).text;
    },
    at: (mark) => ({ file: path(mark.file), place: mark.span.start }),
    patience: (over) => ({ deadline: deadlineIn(clock, 60_000), ...over }),
    eventsOf: (type) =>
      events.filter((event): event is Extract<BridgeEvent, { type: typeof type }> => event.type === type),
    [Symbol.asyncDispose]: () => clock.until(workspace.close()),
  };
}
