// The daemon of a root through real processes: what clients share, what each keeps for itself, and what is left.

import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isAlive } from "../../src/host/process/process-table.ts";
import { daemonProcesses, on, onlyOne, shared } from "../support/daemons.ts";
import { gone, soon } from "../support/soon.ts";
import { bin, callTool, sightline } from "../support/sightline.ts";

/** The session that the system counts a process to: that of a detached process is its own. */
function sessionOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?=[A-Z] )/);
  return Number(rest.split(" ")[3]);
}

/** All that is said: that no daemon could be had would be said too. */
const starting: unknown = expect.stringMatching(/^sightline: starting .* \(confined\)\n$/);

describe("one daemon", () => {
  test("serves two commands and an agent with one server, is listed, and leaves nothing when it is told to stop [AGL-027]", async () => {
    await using one = shared();
    const first = await one.run();
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining("b.toy"), err: starting });
    const [daemon] = one.daemons();
    const servers = one.servers();
    expect(servers).toHaveLength(1);
    expect(await one.run()).toEqual({ ...first, err: "" });
    await using agent = await one.agent();
    const { texts, isError } = await callTool(agent, "find_references", one.made.at);
    expect([isError, texts.join("\n")]).toEqual([false, expect.stringContaining("b.toy")]);
    expect([one.daemons(), one.servers()]).toEqual([[{ ...daemon, ready: true }], servers]);

    const status = await one.run(["daemon", "status"]);
    expect(status.out).toContain("CLIENTS");
    expect(status.out).toMatch(new RegExp(`^${one.made.root} +${daemon?.pid} +1 +toy `, "m"));
    const [told] = JSON.parse((await one.run(["daemon-status", "--json"])).out);
    expect(told).toMatchObject({ pid: daemon?.pid, status: { servers: [{ server: "toy", state: "ready" }] } });

    const stopped = await one.run(["daemon", "stop"]);
    expect(stopped).toEqual({ code: 0, out: `The daemon of ${one.made.root} has ended.\n`, err: "" });
    expect(await gone(daemon?.pid ?? 0, ...servers)).toBe(true);
    expect(one.servers()).toEqual([]);
    expect(readdirSync(daemon?.directory ?? "").filter((name) => name.startsWith("daemon."))).toEqual(["daemon.log"]);
    expect((await one.run(["daemon", "status"])).out).toBe("No daemon runs. The next command or agent starts one.\n");
  });

  test("keeps what it writes to its user, under a name that is a hash of the root [AGL-023 AGL-036 AGL-037]", async () => {
    await using one = shared();
    await using other = shared();
    for (const { run, daemons, made } of [one, other]) {
      expect((await run()).code).toBe(0);
      const { directory, pid } = onlyOne(daemons());
      expect(basename(directory)).toMatch(/^[0-9a-f]{32}$/);
      const modes = ["", "daemon.json", "daemon.sock", "daemon.pid", "daemon.token", "daemon.log"].map((name) => [
        name,
        (statSync(join(directory, name)).mode & 0o777).toString(8),
      ]);
      expect(modes).toEqual([
        ["", "700"],
        ...["json", "sock", "pid", "token", "log"].map((end) => [`daemon.${end}`, "600"]),
      ]);
      expect(statSync(join(directory, "daemon.sock")).isSocket()).toBe(true);
      expect(readFileSync(join(directory, "daemon.pid"), "utf8")).toBe(`${pid}\n`);
      expect(dirname(directory)).toBe(join(made.stateDirectory, "daemons"));
    }
    expect(basename(one.daemons()[0]?.directory ?? "")).not.toBe(basename(other.daemons()[0]?.directory ?? ""));
  });

  test("is started by the first start_lsp, outlives the agent that started it, also one that is killed, and the next finds its server warm [AGL-018 AGL-032]", async () => {
    await using one = shared();
    const first = await one.agent(["--tools", "full"]);
    expect((await callTool(first, "start_lsp", {})).isError).toBe(false);
    await callTool(first, "find_references", one.made.at);
    const [daemon] = one.daemons();
    const servers = one.servers();
    expect([servers.length, daemon?.pid]).toEqual([1, sessionOf(daemon?.pid ?? 0)]);
    expect(sessionOf(first.pid)).not.toBe(daemon?.pid);
    process.kill(first.pid, "SIGKILL");
    expect(await gone(first.pid)).toBe(true);
    await first.client.close();
    for (const pid of [daemon?.pid ?? 0, ...servers]) expect(await isAlive(pid)).toBe(true);
    await using second = await one.agent(["--tools", "full"]);
    expect((await callTool(second, "start_lsp", {})).isError).toBe(false);
    expect((await callTool(second, "find_references", one.made.at)).isError).toBe(false);
    expect([one.daemons().map(({ pid }) => pid), one.servers()]).toEqual([[daemon?.pid], servers]);
  });

  test("can be run in the foreground by the names of other tools, and stopped by root or language [AGL-383]", async () => {
    await using one = shared();
    const broker = sightline(
      one.made,
      ["daemon-broker", "--root-dir=.", "--language=toy", "--command=x"],
      undefined,
      on,
    );
    await soon(() => one.daemons().length === 1);
    const [daemon] = one.daemons();
    expect((await one.run()).code).toBe(0);
    expect(one.daemons().map(({ pid }) => pid)).toEqual([daemon?.pid]);
    expect((await one.run(["daemon-status"])).out).toContain(one.made.root);
    expect((await one.run(["daemon-stop", "--root-dir=..", "--language=toy"])).out).toBe("No daemon runs there.\n");
    expect((await one.run(["daemon-stop", "--all", "--language=zork"])).out).toBe("No daemon runs there.\n");
    expect((await one.run(["daemon-stop", "--root-dir=.", "--language=toy"])).out).toContain("has ended.\n");
    expect((await broker).code).toBe(0);
    expect(await isAlive(daemon?.pid ?? 0)).toBe(false);
  });

  test.each([
    ["--no-daemon", ["--no-daemon"], on],
    ["SIGHTLINE_DAEMON=off", [], { SIGHTLINE_DAEMON: "off" }],
  ])("is not started with %s, and servers end with their agent [AGL-032]", async (_, words, env) => {
    await using one = shared();
    const { file_path, line, column } = one.made.at;
    const ran = await one.run(["references", `${file_path}:${line}:${column}`, ...words], env);
    expect(ran).toMatchObject({ code: 0, err: starting });
    const agent = await one.agent(words, env);
    expect((await callTool(agent, "find_references", one.made.at)).isError).toBe(false);
    expect([one.daemons(), await daemonProcesses(one.made)]).toEqual([[], []]);
    const servers = one.servers();
    expect(servers).toHaveLength(1);
    await agent.client.close();
    expect(await gone(agent.pid, ...servers)).toBe(true);
  });
});

/** What is left of a daemon beside its log. */
function filesOf({ directory }: { readonly directory: string }): string[] {
  return readdirSync(directory).filter((name) => name.startsWith("daemon.") && name !== "daemon.log");
}

describe("a daemon that ends", () => {
  test("without a client for its time leaves neither server, socket nor file [AGL-031]", async () => {
    await using one = shared(undefined, { settings: { daemon: { idleMs: 1 } } });
    const agent = await one.agent();
    expect((await callTool(agent, "find_references", one.made.at)).isError).toBe(false);
    const daemon = onlyOne(one.daemons());
    const servers = one.servers();
    expect([servers.length, filesOf(daemon).length]).toEqual([1, 4]);
    await agent.client.close();
    expect(await gone(daemon.pid, ...servers)).toBe(true);
    expect([filesOf(daemon), one.servers()]).toEqual([[], []]);
    expect(readFileSync(join(daemon.directory, "daemon.log"), "utf8")).toContain("ending: no client came any more");
  });

  /** An error that nothing catches, at a moment that the test chooses. */
  const fatal = "data:text/javascript,process.on(%27SIGUSR2%27,()=>{throw%20new%20Error(%27fatal%27)})";

  test("by a signal or an error that nothing caught leaves neither server, socket nor file [AGL-384]", async () => {
    await using one = shared();
    for (const [signal, why] of [
      ["SIGTERM", "it got SIGTERM"],
      ["SIGINT", "it got SIGINT"],
      ["SIGHUP", "it got SIGHUP"],
      ["SIGUSR2", "it got an error that nothing caught"],
    ] as const) {
      const ran = await one.run(undefined, { NODE_OPTIONS: `--import ${fatal}` });
      expect([signal, ran.code, ran.out]).toEqual([signal, 0, expect.stringContaining("b.toy")]);
      const daemon = onlyOne(one.daemons());
      const servers = one.servers();
      expect(servers).toHaveLength(1);
      process.kill(daemon.pid, signal);
      expect(await gone(daemon.pid, ...servers)).toBe(true);
      expect([signal, filesOf(daemon), one.servers()]).toEqual([signal, [], []]);
      expect(readFileSync(join(daemon.directory, "daemon.log"), "utf8")).toContain(`ending: ${why}`);
    }
  });
});

describe("what belongs to a connection", () => {
  test("are its powers: one that may only read stays so beside one that writes, and trust and execution are not shared", async () => {
    await using one = shared();
    await using writer = await one.agent(["--tools", "full", "--trust", "--allow-exec"]);
    await using reader = await one.agent(["--tools", "full", "--read-only"]);
    await using plain = await one.agent(["--tools", "full"]);
    const names = async ({ client }: typeof reader): Promise<string[]> =>
      (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(writer)).toContain("rename_symbol");
    expect(await names(reader)).not.toContain("rename_symbol");
    const tests = await Promise.all([writer, plain].map((agent) => callTool(agent, "run_tests", {})));
    expect(tests.map(({ refusal }) => refusal?.code === "policy_denied")).toEqual([false, true]);
    const rename = await callTool(writer, "rename_symbol", { ...one.made.at, new_name: "pear" });
    expect(rename.isError).toBe(false);
    expect(readFileSync(join(one.made.root, "b.toy"), "utf8")).toBe("use pear\nuse pear\n");
    const told = await callTool(reader, "find_references", one.made.at);
    expect(told.texts.join("\n")).toContain("use pear");
    expect(one.daemons()).toHaveLength(1);
    const refused = await one.run(["rename", "a.toy:1:5", "plum", "--read-only"]);
    expect([refused.code, refused.err]).toEqual([expect.any(Number), expect.stringContaining("--read-only")]);
    expect(readFileSync(join(one.made.root, "b.toy"), "utf8")).toBe("use pear\nuse pear\n");
  });

  test("are its drafts: another client cannot see one, and it ends with its client", async () => {
    await using one = shared();
    const first = await one.agent(["--tools", "full"]);
    await using second = await one.agent(["--tools", "full"]);
    const begun = await callTool(first, "create_simulation_session", {
      workspace_root: one.made.root,
      language: "toy",
    });
    const id = /[0-9a-f-]{8,}|draft[-\w]*/.exec(begun.texts.join("\n"))?.[0] ?? "";
    expect([begun.isError, id]).toEqual([false, expect.stringMatching(/./)]);
    const asked = async (agent: typeof first): Promise<boolean> =>
      (await callTool(agent, "evaluate_session", { session_id: id })).isError;
    expect([await asked(first), await asked(second)]).toEqual([false, true]);
    await first.client.close();
    expect(await gone(first.pid)).toBe(true);
    expect(await asked(second)).toBe(true);
  });
});

describe("another daemon", () => {
  test.each([
    ["another search path", { PATH: `${process.env["PATH"] ?? ""}:/nowhere` }],
    ["another virtual environment", { VIRTUAL_ENV: "/nowhere" }],
  ])("serves a client with %s [F71]", async (_, env) => {
    await using one = shared();
    const ran = await Promise.all([one.run(), one.run(undefined, env)]);
    expect(ran.map(({ code, err }) => [code, err])).toEqual([
      [0, starting],
      [0, starting],
    ]);
    expect(new Set(one.daemons().map(({ pid }) => pid)).size).toBe(2);
  });

  test("serves a worktree, and the same one a root that is reached by a link [F70]", async () => {
    await using one = shared();
    const git = (...words: string[]): string =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: one.made.root }).toString();
    for (const words of [
      ["init", "-q"],
      ["add", "."],
      ["commit", "-qm", "x"],
      ["worktree", "add", "-q", "../tree"],
    ]) {
      git(...words);
    }
    const link = join(one.made.root, "../link");
    symlinkSync(one.made.root, link);
    expect((await one.run()).code).toBe(0);
    expect((await one.run(undefined, {}, link)).code).toBe(0);
    expect(one.daemons().map(({ root }) => root)).toEqual([one.made.root]);
    const tree = join(one.made.root, "../tree");
    expect((await one.run(undefined, {}, tree)).code).toBe(0);
    const roots = one.daemons().map(({ root }) => root);
    expect(roots.toSorted()).toEqual([one.made.root, tree].toSorted());
  });

  test("serves another build; the older one serves its clients to the end and takes no others [F65]", async () => {
    await using one = shared();
    await using agent = await one.agent();
    expect((await callTool(agent, "find_references", one.made.at)).isError).toBe(false);
    const [older] = one.daemons();
    const copy = join(one.made.stateDirectory, "..", "copy");
    mkdirSync(copy);
    const dist = dirname(bin);
    cpSync(dist, join(copy, "dist"), { recursive: true });
    cpSync(join(dist, "../package.json"), join(copy, "package.json"));
    symlinkSync(join(dist, "../node_modules"), join(copy, "node_modules"));
    appendFileSync(join(copy, "dist/cli/bin.js"), "\n// another build\n");
    const { file_path, line, column } = one.made.at;
    const words = [join(copy, "dist/bin.js"), "references", `${file_path}:${line}:${column}`, ...one.made.options];
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], SIGHTLINE_STATE_DIR: one.made.stateDirectory };
    const out = execFileSync(process.execPath, words, { cwd: one.made.root, env, encoding: "utf8" });
    expect(out).toContain("b.toy");
    const newer = one.daemons().find(({ pid }) => pid !== older?.pid);
    expect(newer).toBeDefined();
    expect((await one.run(["daemon", "status"])).out).toMatch(new RegExp(` ${older?.pid} .*draining$`, "m"));
    expect((await callTool(agent, "find_references", one.made.at)).isError).toBe(false);
    const late = await one.run();
    expect([late.code, late.err]).toEqual([0, expect.stringContaining("another build of Sightline has taken over")]);
    await agent.client.close();
    expect(await gone(older?.pid ?? 0)).toBe(true);
    expect(await isAlive(newer?.pid ?? 0)).toBe(true);
  });
});
