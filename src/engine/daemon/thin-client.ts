// Hands a command to a daemon that runs already: parses nothing, loads no operation, and prints what comes back.
//
// Invariant: it decides nothing. Which root a command is about, what it may do and what it answers, the daemon says; where
// that is another root, or no daemon greets, the whole program runs the command instead.
// Invariant: what may have changed a file is never run again.

import type { LocalSockets } from "../../host/local-sockets.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import type { Clock } from "../../std/clock.ts";
import { isRecord } from "../../std/json.ts";
import { greetDaemon } from "./handshake.ts";
import { maxQueuedBytes } from "./limits.ts";
import { Link } from "./link.ts";
import { daemonKey, daemonsIn, daemonDirectories, placeIn } from "./place.ts";
import type { DaemonRecord } from "./record.ts";
import { parseDaemonRecord } from "./record.ts";
import type { CommandResult, HandedCommand } from "./wire.ts";

/** What the client needs of its process. */
export interface ThinProcess {
  readonly argv: readonly string[];
  /** With every link resolved. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly platform: string;
  readonly runtime: string;
  readonly stateDirectory: FilePath;
  readonly screen: HandedCommand["screen"];
  readonly piped: boolean;
  readonly clock: Clock;
  readonly sockets: LocalSockets;
  readonly newName: () => string;
  /** The names in a directory, and the text of a file; nothing where there is none. */
  list(directory: string): readonly string[];
  text(file: string): Promise<string | undefined>;
  exists(path: string): boolean;
  absolute(path: string): string;
  /** Why directories must not be used. */
  doubt(directories: readonly FilePath[]): Promise<string | undefined>;
  out(text: string): void;
  err(text: string): void;
  read(): Promise<Uint8Array>;
}

/** Commands about Sightline itself: they ask no server, or live as long as their client. */
const local = new Set(
  "mcp daemon daemon-status daemon-stop daemon-broker why doctor servers trust untrust skills init uninstall config completion help".split(
    " ",
  ),
);

/** They need a process of the client's own, or are answered without any. */
const localOptions = new Set(["--no-daemon", "--trace", "--help", "-h", "--version", "-V"]);

/** A command that was under way when its daemon was lost. The whole program finds out what became of it. */
export interface LostCommand {
  /** The name by which the journal knows the change. */
  readonly call: string;
  /** What the command has read from standard input already. */
  readonly input: Uint8Array | undefined;
}

/** The exit code, or undefined where the whole program has to run the command. */
export async function runInDaemon(own: ThinProcess): Promise<number | LostCommand | undefined> {
  const words = own.argv.filter((one) => !one.startsWith("-"));
  // Which of them is the command, and which the value of an option, the whole program knows.
  if (words.length === 0 || words.some((word) => local.has(word))) return undefined;
  if (own.env["SIGHTLINE_DAEMON"] === "off") return undefined;
  if (own.argv.some((one) => localOptions.has(one.split("=")[0] ?? ""))) return undefined;
  const record = await warmDaemon(own);
  return record === undefined ? undefined : commandIn(own, record);
}

// — below: private, in the order they are used —

/** A daemon of this very build and environment, whose root holds what the command seems to be about. */
async function warmDaemon(own: ThinProcess): Promise<DaemonRecord | undefined> {
  const all = daemonsIn(own.stateDirectory);
  const mine = daemonKey("", own.env);
  const directories = own.list(all).map((name) => joinPath(all, name));
  const texts = await Promise.all(directories.map((directory) => own.text(joinPath(directory, "daemon.json"))));
  const records = directories.flatMap((directory, index): DaemonRecord[] => {
    const text = texts[index];
    const record = text === undefined ? undefined : parseDaemonRecord(text, directory);
    const { version, build, environment } = record?.key ?? {};
    const isMine = version === mine.version && build === mine.build && environment === mine.environment;
    return record !== undefined && isMine ? [record] : [];
  });
  const named = own.argv.filter((one) => !one.startsWith("-")).map((one) => own.absolute(one.replace(/[:#].*$/s, "")));
  const meant = [...named.filter((path) => own.exists(path)), own.cwd];
  for (const path of records.length === 0 ? [] : meant) {
    const holding = records.filter(({ key: { root } }) => path === root || path.startsWith(`${root}/`));
    const [innermost] = holding.sort((a, b) => b.key.root.length - a.key.root.length);
    if (innermost !== undefined) return innermost;
  }
  return undefined;
}

/** How far a command has come: what a lost daemon leaves behind depends on it. */
interface Course {
  /** The name of a change that was begun. */
  call: string | undefined;
  hasPrinted: boolean;
  input: Uint8Array | undefined;
}

async function commandIn(own: ThinProcess, record: DaemonRecord): Promise<number | LostCommand | undefined> {
  const place = placeIn(filePath(record.directory), own);
  if ((await own.doubt(daemonDirectories(place))) !== undefined) return undefined;
  const token = (await own.text(place.token))?.trim();
  if (token === undefined) return undefined;
  const course: Course = { call: undefined, hasPrinted: false, input: undefined };
  const [stream] = await Promise.allSettled([own.sockets.connect(place.address)]);
  if (stream.status === "rejected") return undefined;
  const link = linkOf(own, stream.value, course);
  const { version, build } = record.key;
  const command: HandedCommand = {
    argv: own.argv,
    cwd: own.cwd,
    env: optionsIn(own.env),
    screen: own.screen,
    piped: own.piped,
  };
  try {
    const { pid } = own;
    await greetDaemon(link, token, { version, build, pid, isControl: false, client: own.newName() });
    const result = (await link.request("command", command, longestMs)) as CommandResult;
    return "elsewhere" in result ? undefined : result.exit;
  } catch {
    return lost(own, course);
  } finally {
    link.close("the command has ended");
  }
}

/** The caller's own deadline counts, which the daemon keeps. */
const longestMs = 2 ** 31 - 1;

function linkOf(own: ThinProcess, stream: Awaited<ReturnType<LocalSockets["connect"]>>, course: Course): Link {
  return new Link(
    stream,
    {
      request: async (method) => {
        if (method !== "read") return undefined;
        course.input = await own.read();
        return { base64: Buffer.from(course.input).toString("base64") };
      },
      notification: (method, params) => {
        const { text, call } = isRecord(params) ? params : {};
        if (method === "changes") course.call = String(call);
        if (typeof text !== "string") return;
        // What goes to standard error may be said twice; an answer may not.
        if (method === "out") course.hasPrinted = true;
        if (method === "out") own.out(text);
        if (method === "err") own.err(text);
      },
      closed: () => {},
      defect: () => {},
    },
    { clock: own.clock, maxQueuedBytes },
  );
}

/** Variables that options, colours and the width of a terminal come from. */
function optionsIn(env: ThinProcess["env"]): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => /^(?:SIGHTLINE_|AGENT_LSP_|LSP_|NO_COLOR$|TERM$)/.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function lost(own: ThinProcess, { call, hasPrinted, input }: Course): number | LostCommand | undefined {
  if (call === undefined && !hasPrinted) return undefined;
  own.err("sightline: the daemon was lost before the command had ended.\n");
  if (call !== undefined && !hasPrinted) return { call, input };
  // What was printed already is the answer, or the beginning of it, and is not printed twice.
  if (call !== undefined)
    own.err("A change is made as a whole or not at all; sightline history lists it if it was made.\n");
  return lostExit;
}

/** As for everything that failed and may work later. */
const lostExit = 4;
