#!/usr/bin/env node
// The executable. Where a daemon is warm, a command is handed to it at once; everything else loads the whole program.

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
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

async function thin(): Promise<number | LostCommand | undefined> {
  const { argv, env, pid, platform, stdin, stdout, stderr } = process;
  try {
    return await runInDaemon({
      argv: argv.slice(2),
      cwd: process.cwd(),
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

const exit = await thin();
if (typeof exit === "number") process.exitCode = exit;
else await (await import("./whole-bin.ts")).runWhole(exit);
