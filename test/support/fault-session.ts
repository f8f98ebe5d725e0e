// A session with a faulty server: a real process in a temporary directory, with real or fake time.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import type { ServerEntry } from "../../src/catalog/entry.ts";
import type { ProfileName } from "../../src/config/profiles.ts";
import { settingsFor } from "../../src/config/profiles.ts";
import type { SettingsInput } from "../../src/config/settings.ts";
import { nodeClock } from "../../src/host/node/node-clock.ts";
import { nodeCodec } from "../../src/host/node/node-codec.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import type { Address } from "../../src/model/address.ts";
import type { BridgeEvent } from "../../src/model/event.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { AskOptions } from "../../src/session/ask-host.ts";
import type { FoundServer } from "../../src/session/process/launch.ts";
import { hover, references } from "../../src/session/questions/queries.ts";
import { Session } from "../../src/session/session.ts";
import type { Clock, Timer } from "../../src/std/clock.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import { pause } from "../../src/std/pause.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import type { FaultServer } from "../../src/testing/fault-servers.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { toyEntry } from "../../src/testing/kits/kit.ts";
import { programsServing } from "../../src/testing/kits/programs-kit.ts";

export interface FaultChoices {
  /** Arguments of the faulty server. */
  readonly args?: readonly string[];
  readonly clock?: Clock;
  readonly settings?: SettingsInput;
  readonly profile?: ProfileName;
  readonly entry?: Partial<ServerEntry>;
  /** Another program than the zoo's. */
  readonly command?: string;
  /** A server that someone else runs, in place of a program. */
  readonly address?: Address;
}

export interface FaultSession extends AsyncDisposable {
  readonly session: Session;
  readonly events: readonly BridgeEvent[];
  readonly file: FilePath;
  readonly other: FilePath;
  readonly directory: string;
  ask(ms?: number): AskOptions;
  hover(file?: FilePath): Promise<string>;
  references(file?: FilePath): Promise<number>;
  /** Resolves with the first event, past or coming, that fits. */
  seen<T extends BridgeEvent["type"]>(
    type: T,
    fits?: (event: Extract<BridgeEvent, { type: T }>) => boolean,
  ): Promise<Extract<BridgeEvent, { type: T }>>;
}

/** `name` is a file of `src/testing/faults/`. */
export async function openFault(name: FaultServer, choices: FaultChoices = {}): Promise<FaultSession> {
  const zoo = faultCommand(name, ...(choices.args ?? []));
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "sightline-fault-")));
  for (const file of ["a.toy", "b.toy"]) writeFileSync(join(directory, file), "def apple\n");
  const clock = choices.clock ?? nodeClock;
  const machine = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(directory, ".state") });
  const events: BridgeEvent[] = [];
  const waiting = new Set<(event: BridgeEvent) => void>();
  const session = new Session({
    host: { ...machine, clock },
    programs: programsServing(machine, filePath(directory), true),
    codec: nodeCodec,
    server: serverOf(zoo, choices),
    root: filePath(directory),
    trusted: true,
    settings: settingsFor(choices.profile ?? "standard", choices.settings),
    emit: (event) => {
      events.push(event);
      for (const look of [...waiting]) look(event);
    },
    languageId: () => "toy",
    isOurs: () => true,
    project: async () => directory,
  });
  const place = { line: 1, column: 5 };
  const kit: FaultSession = {
    session,
    events,
    file: filePath(join(directory, "a.toy")),
    other: filePath(join(directory, "b.toy")),
    directory,
    ask: (ms = 60_000) => ({ deadline: deadlineIn(clock, ms), waitMs: 1_000 }),
    hover: async (file = kit.file) => (await hover(session, { file, place }, kit.ask())).value?.markdown ?? "",
    references: async (file = kit.file) => (await references(session, { file, place }, true, kit.ask())).value.length,
    seen: (type, fits = () => true) => {
      type Wanted = Extract<BridgeEvent, { type: typeof type }>;
      const isWanted = (event: BridgeEvent): event is Wanted => event.type === type && fits(event as Wanted);
      const past = events.find(isWanted);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((resolve) => {
        const look = (event: BridgeEvent): void => {
          if (!isWanted(event)) return;
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
      });
    },
    [Symbol.asyncDispose]: async () => {
      await (clock instanceof ProcessClock ? clock.driven(kit, session.stop()) : session.stop());
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return kit;
}

/** A session with a server that someone else runs and no other client uses. */
export function openConnected(address: Address, choices: FaultChoices = {}): Promise<FaultSession> {
  const launch = { kind: "tcp", ...address, alone: true } as const;
  return openFault("hangs", { ...choices, address, entry: { launch, ...choices.entry } });
}

function serverOf(zoo: ReturnType<typeof faultCommand>, choices: FaultChoices): FoundServer {
  const entry = { ...toyEntry, ...choices.entry };
  if (choices.address !== undefined) return { entry, address: choices.address };
  const args = choices.command === undefined ? zoo.args : (choices.args ?? []);
  return { entry, command: filePath(choices.command ?? zoo.command), args };
}

/** The pid of the server that is running now. */
export function pidOf({ session }: FaultSession): number {
  return session.running?.channel.pid ?? 0;
}

/** Fake time beside real processes: what is due at once happens at once, and everything else when a test says so. */
export class ProcessClock extends FakeClock {
  override after(ms: number, run: () => void): Timer {
    if (ms > 0) return super.after(ms, run);
    const handle = setImmediate(run);
    return { cancel: () => clearImmediate(handle) };
  }

  /**
   * Lets fake time pass until the promise has settled, for waits that no process will ever end. While a server is
   * starting no time passes: that is work which really takes place.
   */
  async driven<T>({ session }: FaultSession, promise: Promise<T>): Promise<T> {
    const seen = { settled: false };
    const note = (): void => {
      seen.settled = true;
    };
    promise.then(note, note);
    for (let look = 0; look < 1_000_000 && !seen.settled; look++) {
      await turn();
      const { name } = session.life.state;
      const asked = (session.running?.channel.connection.pendingCount ?? 0) > 0;
      if (this.pendingTimers > 0 && (name === "stopping" || asked || name === "failed")) this.advance(100);
      else await pause(nodeClock, 1);
    }
    return promise;
  }
}
