// Runs an installer as a child process: no shell, a time limit, and its last words kept for the report.

import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const KEPT_OUTPUT = 16_000;
const windows = process.platform === "win32";

/** Resolves with what the program printed; rejects with one line that says which program failed and how. */
export function run(command, args, { cwd, env = {}, limitMs }) {
  return new Promise((done, fail) => {
    const name = [command, ...args].join(" ").slice(0, 120);
    // An own process group, so that the time limit also ends what the installer started.
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: !windows,
    });
    let output = "";
    let late = false;
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    const end = () => endGroup(child);
    const timer = setTimeout(() => {
      late = true;
      end();
    }, limitMs);
    process.once("exit", end);
    const settle = () => {
      clearTimeout(timer);
      process.removeListener("exit", end);
    };
    child.once("error", (error) => {
      settle();
      fail(new Error(`cannot start ${command}: ${error.message}`));
    });
    child.once("close", (code, signal) => {
      settle();
      if (code === 0) return done(output);
      const how = late ? `took longer than ${limitMs / 1000} s` : `ended with ${signal ?? `code ${code}`}`;
      return fail(new Error(`${name} ${how}: ${lastWords(output)}`));
    });
  });
}

/** The absolute path of a program on PATH, or `undefined`. */
export function onPath(name) {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(directory, windows ? `${name}.exe` : name);
    if (directory !== "" && isProgram(path)) return path;
  }
  return undefined;
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function endGroup(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(windows ? child.pid : -child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** The line of the output that most likely says what went wrong: the last error, else the last line. */
function lastWords(output) {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== "");
  const line = lines.findLast((text) => /\berror\b|requires|not found|no matching/i.test(text)) ?? lines.at(-1);
  return (line ?? "no output").trim().slice(0, 300);
}
