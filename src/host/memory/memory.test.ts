import { expect, test } from "vitest";

import { filePath } from "../../model/file-path.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { MemoryHost } from "./memory.ts";
import type { Environment, SpawnSpec } from "../processes.ts";
import { SpawnFault } from "../processes.ts";

const spec: SpawnSpec = { command: "/bin/toy", args: ["--stdio"], cwd: filePath("/top"), env: {} as Environment };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function newHost(): MemoryHost<FakeClock> {
  return new MemoryHost({ clock: new FakeClock() });
}

test("a file has a new stamp after each write, and its time is the wall clock's", async () => {
  const { files, clock } = newHost();
  const path = filePath("/top/a.txt");
  expect(await files.read(path, 1_000_000)).toBeUndefined();
  files.write(path, "one");
  const first = await files.stat(path);
  clock.advance(7);
  files.write(path, "one");
  const second = await files.stat(path);
  expect(first).toMatchObject({ kind: "file", size: 3 });
  expect(second?.stamp).not.toBe(first?.stamp);
  expect(second?.changedAt).toBe((first?.changedAt ?? 0) + 7);
});

test("directories are there because of their files, and links lead to them", async () => {
  const { files } = newHost();
  files.write(filePath("/top/src/a.txt"), "a");
  files.write(filePath("/top/b.txt"), "b");
  files.link(filePath("/link"), filePath("/top/src"));
  expect(await files.list(filePath("/top"))).toEqual([
    { name: "src", kind: "directory" },
    { name: "b.txt", kind: "file" },
  ]);
  expect(await files.stat(filePath("/top/src"))).toMatchObject({ kind: "directory" });
  expect(await files.real(filePath("/link/a.txt"))).toBe("/top/src/a.txt");
  expect(text([(await files.read(filePath("/link/a.txt"), 1_000_000)) ?? bytes("")])).toBe("a");
  files.remove(filePath("/top"));
  expect(await files.list(filePath("/top"))).toBeUndefined();
});

test("an act in the middle of a read comes after the bytes were taken", async () => {
  const { files } = newHost();
  const path = filePath("/top/a.txt");
  files.write(path, "old");
  files.duringRead(path, () => files.write(path, "new"));
  expect(text([(await files.read(path, 1_000_000)) ?? bytes("")])).toBe("old");
  expect(text([(await files.read(path, 1_000_000)) ?? bytes("")])).toBe("new");
});

test("a fault of the machine is thrown until it is mended", async () => {
  const { files } = newHost();
  const path = filePath("/top/a.txt");
  files.write(path, "text");
  files.fail(path, "EACCES");
  await expect(files.read(path, 1_000_000)).rejects.toMatchObject({ name: "FileFault", code: "EACCES" });
  files.fail(path, undefined);
  expect(await files.read(path, 1_000_000)).toBeDefined();
});

test("a program reads what it is sent, in order, and its output comes before its end", async () => {
  const { processes } = newHost();
  processes.program("/bin/toy", (end) => {
    end.onInput((input) => end.writeOutput(bytes(`<${text([input])}>`)));
    end.onInputEnd(() => end.exit(3));
  });
  const child = await processes.spawn(spec);
  const output: Uint8Array[] = [];
  const order: string[] = [];
  child.onOutput((chunk) => output.push(chunk));
  child.onOutputEnd(() => order.push("end of output"));
  void child.exited.then(() => order.push("exit"));
  child.write(bytes("a"));
  child.write(bytes("b"));
  child.endInput();
  expect(await child.exited).toEqual({ code: 3, signal: null });
  expect(text(output)).toBe("<a><b>");
  await turn();
  expect(order).toEqual(["end of output", "exit"]);
  expect(processes.alive).toBe(0);
});

test("SIGTERM may be caught, SIGKILL may not", async () => {
  const { processes } = newHost();
  let asked = 0;
  processes.program("/bin/toy", (end) => end.onTerminate(() => asked++));
  const child = await processes.spawn(spec);
  child.signal("SIGTERM");
  expect(await child.condition()).toBe("running");
  expect(asked).toBe(1);
  child.signal("SIGKILL");
  expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
});

test("a program that does not read fills its pipe, and drains it when it does", async () => {
  const { processes } = newHost();
  const received: Uint8Array[] = [];
  processes.program("/bin/toy", (end) => {
    end.pauseInput();
    end.onInput((input) => received.push(input));
  });
  const child = await processes.spawn(spec);
  let drained = 0;
  child.onDrain(() => drained++);
  expect(child.write(new Uint8Array(60_000))).toBe(true);
  expect(child.write(new Uint8Array(60_000))).toBe(false);
  await turn();
  expect([received.length, drained]).toEqual([0, 0]);
  processes.spawned[0]?.resumeInput();
  await turn();
  expect([received.length, drained]).toEqual([2, 1]);
});

test("a held program is said to be stopped and takes nothing", async () => {
  const { processes } = newHost();
  const received: Uint8Array[] = [];
  processes.program("/bin/toy", (end) => end.onInput((input) => received.push(input)));
  const child = await processes.spawn(spec);
  processes.spawned[0]?.hold();
  child.write(bytes("x"));
  await turn();
  expect([await child.condition(), received.length]).toEqual(["stopped", 0]);
  processes.spawned[0]?.release();
  await turn();
  expect([await child.condition(), received.length]).toEqual(["running", 1]);
});

test("an unregistered command is not there, and spawns can be made to fail", async () => {
  const { processes } = newHost();
  await expect(processes.spawn(spec)).rejects.toBeInstanceOf(SpawnFault);
  await expect(processes.spawn(spec)).rejects.toMatchObject({ code: "ENOENT" });
  processes.program("/bin/toy", () => {});
  processes.failNext("EMFILE", 2);
  await expect(processes.spawn(spec)).rejects.toMatchObject({ code: "EMFILE" });
  await expect(processes.spawn(spec)).rejects.toMatchObject({ code: "EMFILE" });
  await expect(processes.spawn(spec)).resolves.toMatchObject({ pid: 1_001 });
});

test("a run ends with the program, or at its limit", async () => {
  const { processes, clock } = newHost();
  processes.program("/bin/toy", (end) => {
    end.writeOutput(bytes("1.2.3"));
    end.exit(0);
  });
  expect(await processes.run(spec, 1_000)).toMatchObject({ output: "1.2.3", timedOut: false, exit: { code: 0 } });
  processes.program("/bin/toy", () => {});
  const hanging = processes.run(spec, 1_000);
  await turn();
  clock.advance(1_000);
  expect(await hanging).toMatchObject({ timedOut: true, exit: { signal: "SIGKILL" } });
  expect(clock.pendingTimers).toBe(0);
});

test("what is written and removed is reported to watchers", () => {
  const host = newHost();
  const heard: unknown[] = [];
  host.watching.watch({
    root: "/top",
    skips: () => false,
    clock: host.clock,
    onChanges: (changes) => heard.push(...changes),
  });
  host.write(filePath("/top/a/b.txt"), "1");
  host.write(filePath("/top/a/b.txt"), "2");
  host.remove(filePath("/top/a"));
  expect(heard).toEqual([
    { path: "/top/a/b.txt", kind: "created" },
    { path: "/top/a/b.txt", kind: "changed" },
    { path: "/top/a/b.txt", kind: "deleted" },
  ]);
});
