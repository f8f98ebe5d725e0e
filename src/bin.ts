#!/usr/bin/env node
// The executable. Where a daemon is warm, a command is handed to it at once; everything else loads the whole program.
//
// Invariant: a hook of an agent ends with 0 and within a few seconds, whatever happens: it is never in the agent's way.

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { LostCommand } from "./engine/daemon/thin-client.ts";
import { runInDaemon } from "./engine/daemon/thin-client.ts";
import { nodeClock } from "./host/node/node-clock.ts";
import { nodeLocalSockets } from "./host/node/node-local-sockets.ts";
import { takeRegular } from "./host/regular-file.ts";
import { stateDirectory } from "./host/own-state.ts";
import { privatePlaceDoubt } from "./host/private-place.ts";
import { runtimeDirectory } from "./host/runtime-directory.ts";
import { Refusal } from "./model/refusal.ts";
import { isRecord } from "./std/json.ts";

/** Nothing where there is nothing, or what is there cannot be read: the whole program says why. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

async function text(file: string): Promise<string | undefined> {
  const taking = { maxBytes: textBytes, isLocal: false, refusesLink: true };
  const [taken] = await Promise.allSettled([takeRegular(file, taking, async () => {})]);
  return taken.status === "fulfilled" ? Buffer.from(taken.value.bytes).toString("utf8") : undefined;
}

/** Records and tokens of daemons are far smaller. */
const textBytes = 10_000;

/** `hook` where the command is one of an agent's hooks, whose input has been read. */
async function thin(hook?: HookInput): Promise<number | LostCommand | undefined> {
  const { argv, env, pid, platform, stdin, stdout, stderr } = process;
  try {
    return await runInDaemon({
      argv: argv.slice(2),
      cwd: hook?.cwd ?? process.cwd(),
      env,
      pid,
      platform,
      runtime: runtimeDirectory(),
      stateDirectory: stateDirectory(env),
      screen: { out: stdout.isTTY === true, err: stderr.isTTY === true },
      piped: stdin.isTTY !== true,
      clock: nodeClock,
      sockets: nodeLocalSockets,
      newName: () => randomBytes(16).toString("hex"),
      list: (directory) => orNothing(() => readdirSync(directory)) ?? [],
      text,
      exists: existsSync,
      absolute: (path) => resolve(path),
      doubt: privatePlaceDoubt,
      out: (text) => void stdout.write(text),
      err: (text) => void stderr.write(text),
      read: async () => {
        if (hook !== undefined) return hook.bytes;
        const chunks: Uint8Array[] = [];
        for await (const chunk of stdin) chunks.push(chunk as Uint8Array);
        return Buffer.concat(chunks);
      },
    });
  } catch (error) {
    // A variable that names no directory: the whole program refuses it in full.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What an agent sends to its hook, and where its session is. */
interface HookInput {
  readonly bytes: Uint8Array;
  readonly cwd: string | undefined;
}

/** More than any edit that an agent makes. */
const hookBytes = 16_000_000;

/** The time for starting a daemon, beside what the agent is to wait; then it goes on without an answer. */
const startMs = 3_000;

/** What `--budget` says, or as long as an agent waits without it. */
function hookMs(argv: readonly string[]): number {
  const at = argv.findIndex((word) => word === "--budget" || word.startsWith("--budget="));
  const word = argv[at]?.startsWith("--budget=") === true ? argv[at].slice("--budget=".length) : argv[at + 1];
  const ms = Number(at < 0 ? undefined : word);
  return startMs + (Number.isInteger(ms) && ms > 0 ? ms : 2_000);
}

/** An event is answered by the daemon alone, which knows what was told; where none runs, one is started for the next. */
async function hook(): Promise<void> {
  nodeClock.after(hookMs(process.argv), () => process.exit(0));
  // The agent may have gone, or read nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(0));
  const input = await hookInput();
  if (input === undefined) return;
  const exit = await thin(input);
  if (typeof exit === "number" || process.env["SIGHTLINE_DAEMON"] === "off") return;
  await (await import("./whole-bin.ts")).runWhole({ input: input.bytes });
  await thin(input);
}

/** Undefined for what no agent sends. All of it is read, for the agent would not understand that its pipe breaks. */
async function hookInput(): Promise<HookInput | undefined> {
  if (process.stdin.isTTY === true) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length <= hookBytes) chunks.push(chunk);
  }
  if (length > hookBytes) return undefined;
  const bytes = Buffer.concat(chunks);
  const value = orNothing((): unknown => JSON.parse(bytes.toString("utf8")));
  if (!isRecord(value)) return undefined;
  const { cwd, directory, workspace_roots: roots } = value;
  const [first]: unknown[] = Array.isArray(roots) ? roots : [];
  const where = [cwd, directory, first].find((one) => typeof one === "string");
  return { bytes, cwd: typeof where === "string" ? orNothing(() => realpathSync(where)) : undefined };
}

/** Options may stand before the command; which words are their values only the whole program knows. */
async function isHook([first = "", ...others]: readonly string[]): Promise<boolean> {
  if (first === "hook") return true;
  if (!first.startsWith("-") || !others.includes("hook")) return false;
  return (await import("./whole-bin.ts")).commandOf([first, ...others]) === "hook";
}

if (!process.argv.includes("--help") && (await isHook(process.argv.slice(2)))) {
  // A directory that is gone, a state directory that may not be read: the agent goes on, and the operator can read why.
  await hook().catch((error: unknown) => process.stderr.write(`sightline: ${String(error)}\n`));
  process.exitCode = 0;
} else {
  const exit = await thin();
  if (typeof exit === "number") process.exitCode = exit;
  else await (await import("./whole-bin.ts")).runWhole(exit);
}
