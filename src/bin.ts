#!/usr/bin/env node
// The executable: hands the process to the command line and ends with its exit code.

import { runCommandLine } from "./doors/cli/run.ts";
import { serveMcpOverStdio } from "./doors/mcp/stdio.ts";
import { openEngine } from "./engine/open.ts";
import { ourVersion } from "./session/handshake.ts";

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    piped: process.stdin.isTTY !== true,
  },
  { open: openEngine, serveMcp: (open, format) => serveMcpOverStdio(open, ourVersion, format), version: ourVersion },
);
