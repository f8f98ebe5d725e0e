#!/usr/bin/env node
// The executable: hands the process to the command line and ends with its exit code.

import type { Doors } from "./doors/cli/run.ts";
import { runCommandLine } from "./doors/cli/run.ts";
import { openTraceFile } from "./host/trace-file.ts";
import { ourVersion } from "./session/handshake.ts";

/** Loaded on demand: the other commands do without the SDK. */
const serveMcp: Doors["serveMcp"] = async (open, format) => {
  const { serveMcpOverStdio } = await import("./doors/mcp/stdio.ts");
  return serveMcpOverStdio(open, {
    version: ourVersion,
    format,
    exposure: "core",
    logLevel: "info",
    caller: { door: "mcp", allowed: ["read", "control"] },
    followRoots: false,
  });
};

/** Loaded on demand: listing tools and telling the version do without an engine. */
const open: Doors["open"] = async (options) => {
  const { openEngine } = await import("./engine/open.ts");
  return openEngine(options);
};

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    piped: process.stdin.isTTY !== true,
  },
  { open, openTrace: openTraceFile, serveMcp, version: ourVersion },
);
