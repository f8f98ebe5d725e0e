#!/usr/bin/env node
// The executable: hands the process to the command line and ends with its exit code.

import type { Doors } from "./doors/cli/run.ts";
import { runCommandLine } from "./doors/cli/run.ts";
import { openEngine } from "./engine/open.ts";
import { openTraceFile } from "./host/trace-file.ts";
import { ourVersion } from "./session/handshake.ts";

/** Loaded on demand: the other commands do without the SDK. */
const serveMcp: Doors["serveMcp"] = async (open, format) => {
  const { serveMcpOverStdio } = await import("./doors/mcp/stdio.ts");
  return serveMcpOverStdio(open, ourVersion, format);
};

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    piped: process.stdin.isTTY !== true,
  },
  { open: openEngine, openTrace: openTraceFile, serveMcp, version: ourVersion },
);
