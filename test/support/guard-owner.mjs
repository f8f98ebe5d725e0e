// Processes for the tests of the guard, by the first argument:
// `stubborn` ignores every polite signal; `family` is a leader with two stubborn children, one in its group without its
// environment and one with it in a group of its own; `speaks` starts a guard and tells it lines; `guards` uses our own
// class; `starts` runs another of these and says its pid.
import { spawn } from "node:child_process";

const [kind, ...rest] = process.argv.slice(2);
/** Longer than a loop may be silent. */
const silentMs = 6_000;
const say = (value) => process.stdout.write(`${value}\n`);
const other = (args, options) =>
  spawn(process.execPath, [process.argv[1], ...args], { stdio: ["ignore", "pipe", "ignore"], ...options });
const saysReady = (child) => new Promise((resolve) => child.stdout.once("data", resolve));

// Alive until it is ended: a message may come.
new MessageChannel().port1.onmessage = () => {};

if (kind === "stubborn") {
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => {});
  say(process.pid);
}

if (kind === "family") {
  const children = [other(["stubborn"], { env: {} }), other(["stubborn"], { detached: true })];
  await Promise.all(children.map(saysReady));
  say(children.map(({ pid }) => pid).join(" "));
}

if (kind === "speaks") {
  const [{ command, args }, lines, mode, ticks = []] = rest.map((text) => JSON.parse(text));
  const guard = spawn(command, [...args, String(process.pid), ...ticks], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.stdin.write(lines.map((line) => `${line}\n`).join(""), () => {
    process.stdout.write(`${guard.pid}\n`, () => {
      // Its event loop stands still from here on: only once it counts as silent, what it uses is counted.
      if (mode !== "stands") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, silentMs);
      for (;;);
    });
  });
}

if (kind === "guards") {
  const [module, programs, pid, nonce] = rest;
  const { Guard } = await import(module);
  const guard = new Guard(() => JSON.parse(programs));
  guard.watch(Number(pid), nonce);
  // The first guard may have ended by then, and another language taken its place.
  process.stdin.on("data", () => say(guard.language));
}

if (kind === "starts") {
  const child = other(rest, { detached: true });
  say(`${child.pid} ${await saysReady(child)}`);
}
