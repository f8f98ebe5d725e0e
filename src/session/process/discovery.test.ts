// Finding the executable behind an entry, and believing only what really runs.

import { addressText } from "../../model/address.ts";
import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { defineServer } from "../../catalog/entry.ts";
import type { Program } from "../../host/memory/memory-processes.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { programsServing } from "../../testing/kits/programs-kit.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { Discoverer } from "./discovery.ts";
import type { FoundServer } from "./launch.ts";

const root = filePath("/project");

function machine(env: Record<string, string> = { PATH: "/bin:/usr/bin" }): {
  host: MemoryHost<StepClock>;
  events: BridgeEvent[];
  discoverer: Discoverer;
} {
  const host = new MemoryHost({ clock: new StepClock(), env });
  const events: BridgeEvent[] = [];
  return { host, events, discoverer: new Discoverer(host, programsServing(host, root), (event) => events.push(event)) };
}

function install(host: MemoryHost, path: string, program: Program = says("1.2.3")): FilePath {
  const file = filePath(path);
  host.files.write(file, "a program");
  host.processes.program(file, program);
  return file;
}

const says =
  (version: string): Program =>
  (end) => {
    end.writeOutput(new TextEncoder().encode(`${version}\nmore\n`));
    end.exit(0);
  };

function entry(command: string, more: Partial<ServerEntry> = {}): ServerEntry {
  return defineServer({
    ...toyEntry,
    id: command,
    launch: { kind: "command", command, args: ["serve"] },
    quirks: { versionArgs: ["--version"] },
    ...more,
  });
}

async function firstOf(discoverer: Discoverer, entries: readonly ServerEntry[]): Promise<FoundServer> {
  for await (const server of discoverer.allOf(entries, root)) return server;
  throw new Error("it is refused when there is none");
}

async function found(discoverer: Discoverer, ...entries: readonly ServerEntry[]): Promise<string> {
  const server = await firstOf(discoverer, entries);
  return server.address === undefined
    ? [server.command, ...server.args, server.version].join(" ")
    : addressText(server.address);
}

describe("the search", () => {
  test("the registry's binary is located on PATH, absolutely, with its own arguments [SYN-31]", async () => {
    const { host, discoverer } = machine();
    install(host, "/usr/bin/gopls");
    expect(await found(discoverer, entry("gopls"))).toBe("/usr/bin/gopls serve 1.2.3");
  });

  test("the first of a language's servers that is there wins", async () => {
    const { host, discoverer } = machine();
    install(host, "/bin/second");
    install(host, "/bin/third");
    expect(await found(discoverer, entry("first"), entry("second"), entry("third"))).toBe("/bin/second serve 1.2.3");
  });

  test("another name of the same program does", async () => {
    const { host, discoverer } = machine();
    install(host, "/usr/bin/clangd-19");
    const clangd = entry("clangd", {
      launch: { kind: "command", command: "clangd", alternatives: ["clangd-20", "clangd-19"], args: [] },
    });
    expect(await found(discoverer, clangd)).toBe("/usr/bin/clangd-19 1.2.3");
  });

  test("a desktop's minimal PATH is helped out by the version managers' directories", async () => {
    const { host, discoverer } = machine({ PATH: "/usr/bin" });
    install(host, "/home/.cargo/bin/rust-analyzer");
    install(host, "/home/.nvm/versions/node/v20.1.0/bin/ls-a", says("old"));
    install(host, "/home/.nvm/versions/node/v22.1.0/bin/ls-a", says("new"));
    expect(await found(discoverer, entry("rust-analyzer"))).toBe("/home/.cargo/bin/rust-analyzer serve 1.2.3");
    expect(await found(discoverer, entry("ls-a"))).toBe("/home/.nvm/versions/node/v22.1.0/bin/ls-a serve new");
  });

  test("an embedded server is found in its package, else on the path", async () => {
    const { host, discoverer } = machine();
    const embedded = entry("py", {
      launch: {
        kind: "embedded",
        package: "pyright",
        runtime: "node",
        entry: "main.js",
        args: ["--stdio"],
        fallback: { command: "pyright-ls", args: ["--stdio"] },
      },
      quirks: {},
    });
    install(host, "/bin/pyright-ls");
    expect(await found(discoverer, embedded)).toBe("/bin/pyright-ls --stdio ");
    host.packageFiles.set("pyright/main.js", filePath("/modules/pyright/main.js"));
    host.files.write(filePath("/bin/node"), "node");
    discoverer.reprobe();
    expect(await found(discoverer, embedded)).toBe("/bin/node /modules/pyright/main.js --stdio ");
  });
});

describe("what is not believed", () => {
  test("a shim with nothing behind it is passed over, and says why if nothing else is there", async () => {
    const { host, discoverer } = machine();
    const shim = install(host, "/bin/rust-analyzer", (end) => {
      end.writeErrors(new TextEncoder().encode("error: Unknown binary 'rust-analyzer'\nbacktrace\n"));
      end.exit(1);
    });
    await expect(found(discoverer, entry("rust-analyzer"))).rejects.toMatchObject({
      code: "server_not_found",
      details: { why: `${shim} does not run: error: Unknown binary 'rust-analyzer'` },
    });
    install(host, "/usr/bin/rust-analyzer");
    discoverer.reprobe();
    expect(await found(discoverer, entry("rust-analyzer"))).toBe("/usr/bin/rust-analyzer serve 1.2.3");
  });

  test("of a program that is there and fails, its last words are told, and that it does not run", async () => {
    const { host, events, discoverer } = machine();
    const broken = install(host, "/bin/clangd", (end) => {
      const lines = ["Traceback (most recent call last):", '  File "clangd", line 3', "ImportError: no clang", ""];
      end.writeErrors(new TextEncoder().encode(lines.join("\n")));
      end.exit(1);
    });
    const fault = `${broken} does not run: ImportError: no clang`;
    const clangd = entry("clangd", { title: "clangd", install: { any: "apt install clangd" } });
    await expect(found(discoverer, clangd)).rejects.toMatchObject({
      details: {
        what: "clangd does not run on this machine.",
        why: fault,
        next: "Repair it, or reinstall it: apt install clangd",
      },
    });
    expect(events).toEqual([{ type: "server.missing", server: "clangd", hint: "apt install clangd", fault }]);
  });

  test("of a program that says nothing of its version none is told", async () => {
    const { host, discoverer } = machine();
    install(host, "/bin/quiet", (end) => end.exit(0));
    expect((await firstOf(discoverer, [entry("quiet")])).version).toBeUndefined();
  });

  test("an executable inside the root is never run, also through a link or a relative PATH entry", async () => {
    const { host, discoverer } = machine({ PATH: ".:bin::/project/node_modules/.bin:/bin" });
    const inside = install(host, "/project/node_modules/.bin/gopls");
    host.files.link(filePath("/bin/gopls"), inside);
    await expect(found(discoverer, entry("gopls"))).rejects.toMatchObject({ code: "server_not_found" });
    expect(host.processes.spawned).toHaveLength(0);
  });

  test("a probe that hangs ends at its limit and delays no other [F37]", async () => {
    const { host, discoverer } = machine();
    install(host, "/bin/slow", () => {});
    install(host, "/bin/quick");
    const slow = found(discoverer, entry("slow")).catch((error: unknown) => error);
    expect(await found(discoverer, entry("quick"))).toBe("/bin/quick serve 1.2.3");
    expect(await host.clock.until(slow)).toMatchObject({ code: "server_not_found" });
    expect(host.processes.alive).toBe(0);
  });
});

describe("missing servers", () => {
  test("each gives exactly one warning with its install hint, and is never installed [NEX-04 SYN-49]", async () => {
    const { host, events, discoverer } = machine();
    const gone = entry("gone", { install: { any: "npm i -g gone" } });
    for (const _ of [1, 2, 3])
      await expect(found(discoverer, gone)).rejects.toMatchObject({ details: { next: "Install it: npm i -g gone" } });
    expect(events).toEqual([{ type: "server.missing", server: "gone", hint: "npm i -g gone" }]);
    expect(host.processes.spawned).toHaveLength(0);
  });

  test("a find is kept for the life of the process, and looked for again on request", async () => {
    const { host, discoverer } = machine();
    const late = entry("late");
    await expect(found(discoverer, late)).rejects.toMatchObject({ code: "server_not_found" });
    install(host, "/bin/late");
    await expect(found(discoverer, late)).rejects.toMatchObject({ code: "server_not_found" });
    discoverer.reprobe();
    expect(await found(discoverer, late)).toBe("/bin/late serve 1.2.3");
    host.files.remove(filePath("/bin/late"));
    expect(await found(discoverer, late)).toBe("/bin/late serve 1.2.3");
  });
});
