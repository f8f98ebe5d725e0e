// Sockets of the real machine: who may use them, and whose file is removed.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeLocalSockets } from "./node-local-sockets.ts";

test("a socket is its user's alone, carries bytes both ways, and goes with its listener", async () => {
  const directory = mkdtempSync(join(tmpdir(), "sightline-socket-"));
  try {
    const address = join(directory, "a.sock");
    const listener = await nodeLocalSockets.listen(address, (stream) => {
      stream.onData((bytes) => void stream.write(bytes));
      stream.onEnd(() => {});
    });
    expect(statSync(address).mode & 0o777).toBe(0o600);
    const stream = await nodeLocalSockets.connect(address);
    const echoed = new Promise<string>((resolve) => stream.onData((bytes) => resolve(Buffer.from(bytes).toString())));
    stream.write(Buffer.from("hello"));
    expect(await echoed).toBe("hello");
    stream.destroy();
    await listener.close();
    await expect(nodeLocalSockets.connect(address)).rejects.toMatchObject({ code: "ENOENT" });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test("what is written just before the end arrives, in its order", async () => {
  const directory = mkdtempSync(join(tmpdir(), "sightline-socket-"));
  try {
    const address = join(directory, "a.sock");
    let end: (heard: string) => void = () => {};
    const ended = new Promise<string>((resolve) => (end = resolve));
    const listener = await nodeLocalSockets.listen(address, (stream) => {
      let heard = "";
      stream.onData((bytes) => (heard += Buffer.from(bytes).toString()));
      stream.onEnd(() => end(heard));
    });
    const stream = await nodeLocalSockets.connect(address);
    for (const word of ["an event", ", an answer", ", goodbye"]) stream.write(Buffer.from(word));
    stream.destroy();
    expect(await ended).toBe("an event, an answer, goodbye");
    await listener.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test("a listener whose address another one took leaves that one's socket alone [F64]", async () => {
  const directory = mkdtempSync(join(tmpdir(), "sightline-socket-"));
  try {
    const address = join(directory, "a.sock");
    const older = await nodeLocalSockets.listen(address, () => {});
    const newer = await nodeLocalSockets.listen(address, (stream) => stream.onEnd(() => {}));
    await older.close();
    const stream = await nodeLocalSockets.connect(address);
    stream.destroy();
    await newer.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
