// What can go wrong around a daemon: races, kills, files left behind, and processes that pretend to be one.

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { connect as connectTo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { daemonProcesses, on, onlyOne, shared } from "../support/daemons.ts";
import type { Shared } from "../support/daemons.ts";
import { gone } from "../support/soon.ts";
import { callTool, sightline } from "../support/sightline.ts";
import { repeats } from "../support/soak.ts";

async function killDaemon({ daemons, servers }: Shared): Promise<void> {
  const { pid } = onlyOne(daemons());
  const orphans = servers();
  process.kill(pid, "SIGKILL");
  expect(await gone(pid, ...orphans)).toBe(true);
}

describe("starting", () => {
  const trials = repeats({ test: 2, soak: 200 });
  test("eight clients at once get one daemon, and all are answered [F63]", { timeout: trials * 30_000 }, async () => {
    for (let trial = 0; trial < trials; trial++) {
      await using one = shared();
      const ran = await Promise.all(Array.from({ length: 8 }, () => one.run()));
      expect(new Set(ran.map(({ code, out }) => `${code} ${out}`)).size).toBe(1);
      expect(ran[0]).toMatchObject({ code: 0, out: expect.stringContaining("b.toy") });
      expect(ran.map(({ err }) => err).join("")).not.toContain("no daemon");
      expect(await daemonProcesses(one.made)).toEqual(one.daemons().map(({ pid }) => pid));
      expect([one.daemons().length, one.servers().length]).toEqual([1, 1]);
    }
  });

  test("what a killed daemon left is cleaned and a new one serves; the socket of a live one stays [F64 AGL-034]", async () => {
    await using one = shared();
    expect((await one.run()).code).toBe(0);
    const [killed] = one.daemons();
    await killDaemon(one);
    expect(one.daemons()).toHaveLength(1);
    expect((await one.run(["daemon", "status"])).out).toBe("No daemon runs. The next command or agent starts one.\n");
    const ran = await one.run();
    expect([ran.code, ran.err]).toEqual([0, expect.not.stringContaining("no daemon")]);
    const [daemon] = one.daemons();
    expect(daemon?.pid).not.toBe(killed?.pid);
    const { ino } = statSync(daemon?.address ?? "");
    const second = await sightline(one.made, ["daemon-broker", "--root-dir", "."], undefined, on);
    expect([second.code, second.err]).toEqual([4, expect.stringContaining("a daemon of this root runs already")]);
    expect([statSync(daemon?.address ?? "").ino, one.daemons()]).toEqual([ino, [daemon]]);
    expect((await one.run()).code).toBe(0);
  });
});

describe("a directory that is not the user's own is not used, which is announced [F67]", () => {
  const spoil: readonly (readonly [string, (all: string, aside: string) => void])[] = [
    ["is a link", (all, aside) => symlinkSync(aside, all)],
    ["can be written by others", (all) => chmodSync(mkdirSync(all, { recursive: true }) ?? all, 0o777)],
    ["is a file", (all) => writeFileSync(all, "")],
  ];
  test.each(spoil)("one that %s", async (_, make) => {
    await using one = shared();
    const aside = join(one.made.stateDirectory, "../aside");
    for (const directory of [one.made.stateDirectory, aside]) mkdirSync(directory, { mode: 0o700 });
    make(join(one.made.stateDirectory, "daemons"), aside);
    const ran = await one.run();
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("b.toy") });
    expect(ran.err).toMatch(/no daemon is used, so this process starts its own servers: .*daemons.* cannot be used: /);
    expect([readdirSync(aside), await daemonProcesses(one.made)]).toEqual([[], []]);
  });
});

function framed(message: object): string {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** All that the daemon says until it cuts the stream. */
function said(address: string, ...messages: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connectTo(address, () => socket.write(messages.join("")));
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

describe("who does not know the token", () => {
  test("learns nothing when it listens in place of the daemon, and is not believed", async () => {
    await using one = shared();
    expect((await one.run()).code).toBe(0);
    const { address, directory } = onlyOne(one.daemons());
    const token = readFileSync(join(directory, "daemon.token"), "utf8").trim();
    await killDaemon(one);
    rmSync(address);
    let heard = "";
    const streams = new Set<Socket>();
    const squatter = createServer((socket) => {
      streams.add(socket.on("error", () => {}));
      socket.on("data", (bytes: Buffer) => {
        heard += bytes.toString();
        const id = /"id":(\d+|"[^"]*")/.exec(bytes.toString())?.[1];
        if (id === undefined) return;
        const result = { nonce: "0".repeat(64), proof: "0".repeat(64), root: one.made.root, pid: 1, version: "0" };
        socket.write(framed({ id: JSON.parse(id), result }));
      });
    });
    await new Promise<void>((resolve) => squatter.listen(address, resolve));
    const ran = await one.run();
    await using agent = await one.agent();
    const asked = await callTool(agent, "find_references", one.made.at);
    for (const stream of streams) stream.destroy();
    await new Promise((resolve) => squatter.close(resolve));
    expect([ran.code, ran.out, asked.isError]).toEqual([0, expect.stringContaining("b.toy"), false]);
    for (const err of [ran.err, agent.said()]) {
      expect(err).toContain("no daemon is used");
      expect(err).toContain("does not know the daemon's token");
    }
    const methods = [...heard.matchAll(/"method":"(\w+)"/g)].map(([, method]) => method);
    expect(new Set(methods)).toEqual(new Set(["greet"]));
    expect(heard).not.toContain(token);
    expect(heard).not.toContain(one.made.root);
  });

  test("is told nothing and cut off by the daemon, whatever it sends, and others are served", async () => {
    await using one = shared();
    expect((await one.run()).code).toBe(0);
    const { address, directory } = onlyOne(one.daemons());
    const token = readFileSync(join(directory, "daemon.token"), "utf8").trim();
    const greet = framed({ id: 1, method: "greet", params: { wire: 2, nonce: "a".repeat(64) } });
    const hello = { version: "0.1.0", build: "x", pid: 1, isControl: true, client: "c".repeat(32) };
    const cases: readonly (readonly string[])[] = [
      ["\0\x01\x02 garbage \r\n\r\n".repeat(100)],
      ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      ["Content-Length: 99999999999\r\n\r\n{"],
      [framed({ id: 1, method: "daemon/status", params: {} })],
      [framed({ id: 1, method: "daemon/stop", params: {} })],
      [framed({ id: 1, method: "hello", params: { ...hello, token, proof: token } })],
      [greet, framed({ id: 2, method: "hello", params: { ...hello, proof: "0".repeat(64) } })],
      [greet, framed({ id: 2, method: "greet", params: { wire: 2, nonce: "b".repeat(64) } })],
      [framed({ id: 1, method: "greet", params: { wire: 2, nonce: "short" } })],
    ];
    for (const [index, messages] of cases.entries()) {
      const answer = await said(address, ...messages);
      expect([index, answer.includes(one.made.root), answer.includes(token)]).toEqual([index, false, false]);
    }
    expect((await one.run()).code).toBe(0);
    expect(await daemonProcesses(one.made)).toEqual(one.daemons().map(({ pid }) => pid));
  });
});

test("ten thousand idle connections are dropped or cut off, and clients are served meanwhile", async () => {
  await using one = shared();
  expect((await one.run()).code).toBe(0);
  const { address, pid } = onlyOne(one.daemons());
  const idle = new Set<Socket>();
  // Where the system allows no more descriptors, there is one connection less.
  for (let at = 0; at < repeats({ test: 1_200, soak: 10_000 }); at++) {
    await new Promise<void>((resolve) => {
      const socket = connectTo(address, () => {
        idle.add(socket);
        resolve();
      });
      socket.on("error", () => resolve());
      socket.once("close", () => idle.delete(socket));
    });
  }
  const served = await one.run();
  expect([served.code, served.err]).toEqual([0, ""]);
  expect(idle.size).toBeLessThanOrEqual(1_000);
  for (const socket of idle) socket.destroy();
  expect(onlyOne(one.daemons()).pid).toBe(pid);
});
