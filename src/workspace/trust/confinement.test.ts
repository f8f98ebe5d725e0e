import { describe, expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { filePath as absolute, isInside } from "../../model/file-path.ts";
import type { Environment } from "../../host/processes.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import type { Planned } from "./confinement.ts";
import { confinementOf } from "./confinement.ts";
import { ShownPlaces } from "../showing/places.ts";

const home = "/home";

/** `~` stands for the home directory of the machine in memory. */
const filePath = (path: string): FilePath => absolute(path.replace(/^->|~/g, (sign) => (sign === "~" ? home : "")));
const root = filePath("~/code/project");

interface Machine {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly plan?: Partial<Planned>;
  readonly others?: readonly string[];
  readonly modules?: readonly string[];
  readonly allowed?: readonly string[];
  /** What belongs to another user. */
  readonly foreign?: readonly string[];
  /** Scripts by what runs them. */
  readonly interpreters?: Readonly<Record<string, string>>;
}

function inHome(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll("~", home)]));
}

/** What a server may do with each of the paths: `r`, `w` and `x`, or nothing. */
async function rights(machine: Machine, paths: readonly string[]): Promise<Record<string, string>> {
  const host = new MemoryHost({ clock: new FakeClock(), env: inHome(machine.env ?? {}) });
  for (const [path, text] of Object.entries({ "~/code/project/a.toy": "", ...machine.files })) {
    if (text.startsWith("->")) host.files.link(filePath(path), filePath(text));
    else host.files.write(filePath(path), text);
  }
  for (const [script, by] of Object.entries(machine.interpreters ?? {}))
    host.processes.interpreters.set(filePath(script), filePath(by));
  for (const path of machine.foreign ?? []) host.foreign.add(filePath(path));
  const places = new ShownPlaces({ host, root, others: () => (machine.others ?? []).map(filePath) });
  const confinement = await confinementOf(
    {
      host,
      root,
      places,
      allowed: (machine.allowed ?? []).map(filePath),
      modules: async () => (machine.modules ?? []).map(filePath),
    },
    {
      command: filePath("/usr/bin/toy"),
      args: [],
      env: inHome(machine.env ?? {}) as Environment,
      settings: undefined,
      initializationOptions: undefined,
      caches: [],
      isShipped: false,
      ...machine.plan,
    },
  );
  const among = (allowed: readonly FilePath[], path: string): boolean =>
    allowed.some((one) => isInside(one, filePath(path)));
  return Object.fromEntries(
    paths.map((path) => [
      path,
      [
        among([...confinement.read, ...confinement.write, ...confinement.execute], path) ? "r" : "",
        among(confinement.write, path) ? "w" : "",
        among(confinement.execute, path) ? "x" : "",
      ].join(""),
    ]),
  );
}

/** Each case: what the machine is like, and what may be done with paths on it. */
const cases: readonly (readonly [string, Machine, Readonly<Record<string, string>>])[] = [
  [
    "the root is read and written, not executed; the rest of a home is neither",
    {},
    {
      "~/code/project/src/a.ts": "rw",
      "~/code/other/a.ts": "",
      "~/.ssh/id_rsa": "",
      "~/.bashrc": "",
      "~/.cargo/credentials.toml": "",
      "~/.m2/settings.xml": "",
      "~/.netrc": "",
      "/tmp/x": "",
      "/etc/passwd": "",
      "/etc/shadow": "",
      "/proc/1/environ": "",
      "/dev/sda": "",
      "/dev/null": "rw",
      "/var/log/syslog": "",
    },
  ],
  [
    "a server that comes with Sightline is executed in the root that has Sightline installed, and nothing beside it",
    { plan: { command: filePath("~/code/project/node_modules/toy/lib/toy"), isShipped: true } },
    {
      "~/code/project/node_modules/toy/lib/toy": "rwx",
      "~/code/project/node_modules/toy/lib/other": "rw",
      "~/code/project/node_modules/.bin/toy": "rw",
    },
  ],
  [
    "any other server in a root is not executed, whatever has chosen it",
    { plan: { command: filePath("~/code/project/bin/toy") } },
    { "~/code/project/bin/toy": "rw" },
  ],
  [
    "what is installed is read and executed",
    {},
    {
      "/usr/include/stdio.h": "rx",
      "/usr/local/go/src/fmt/print.go": "rx",
      "~/go/pkg/mod/x@v1/x.go": "rx",
      "~/go/src/mine/x.go": "",
      "~/.cargo/registry/src/x/lib.rs": "rx",
      "~/.rustup/toolchains/stable/bin/rustc": "rx",
      "~/.nvm/versions/node/v20/bin/node": "rx",
      "~/.local/lib/python3.11/site-packages/x.py": "rx",
    },
  ],
  [
    "the checkout around the root and other open roots are read",
    { files: { "~/code/.git/HEAD": "ref: x", "~/code/lib/a.ts": "" }, others: ["/srv/second"] },
    { "~/code/lib/a.ts": "r", "/srv/second/a.ts": "r", "/srv/third/a.ts": "" },
  ],
  [
    "a checkout around the root that another user has made is none",
    { files: { "~/code/.git/HEAD": "ref: x", "~/code/lib/a.ts": "" }, foreign: ["~/code/.git"] },
    { "~/code/lib/a.ts": "", "~/code/project/a.ts": "rw" },
  ],
  [
    "variables of the operator name what is installed",
    {
      env: {
        GOROOT: "/data/go",
        GOPATH: "/data/gopath",
        VIRTUAL_ENV: "/data/venv",
        CARGO_HOME: "/data/cargo",
        PYTHONPATH: "/data/python:/data/more",
        XDG_CACHE_HOME: "/data/cache",
        GOCACHE: "/data/go-cache",
      },
      plan: { caches: ["gopls"] },
    },
    {
      "/data/go/src/fmt/print.go": "rx",
      "/data/gopath/pkg/mod/x/x.go": "rx",
      "/data/gopath/src/x.go": "",
      "/data/venv/lib/python3/site-packages/x.py": "rx",
      "/data/cargo/registry/x": "rx",
      "/data/cargo/credentials": "",
      "/data/more/x.py": "r",
      "/data/cache/gopls/x": "rw",
      "/data/cache/browser/x": "",
      "/data/go-cache/x": "rw",
    },
  ],
  [
    "a variable that names a home, or a place around the root, allows nothing more",
    {
      files: { "~/.ssh/id_rsa": "", "~/code/other/a.ts": "", "/etc/passwd": "" },
      env: { VIRTUAL_ENV: "~", GOROOT: "~/code", PYTHONPATH: "~:/", JAVA_HOME: "/" },
    },
    { "~/.ssh/id_rsa": "", "~/code/other/a.ts": "", "~/v/x": "", "/etc/passwd": "" },
  ],
  [
    "a program is allowed with what lies around it",
    { plan: { command: filePath("/data/llvm/bin/clangd") } },
    { "/data/llvm/lib/clang/20/include/stddef.h": "rx", "/data/llvm/bin/clangd": "rx", "/data/x": "" },
  ],
  [
    "a program in a home is allowed without the home",
    { plan: { command: filePath("~/bin/clangd") } },
    { "~/bin/clangd": "rx", "~/lib/clang/20/include/stddef.h": "rx", "~/.ssh/id_rsa": "" },
  ],
  [
    "a script is allowed with its package, or with all packages beside it",
    {
      files: { "/data/server/package.json": "{}", "/data/server/dist/main.js": "" },
      plan: { args: ["/data/server/dist/main.js", "--stdio", "/data/lib/node_modules/pyright/langserver.js"] },
    },
    { "/data/server/lib/x.js": "rx", "/data/lib/node_modules/other/x.js": "rx", "/data/lib/x.js": "" },
  ],
  [
    "a server that Sightline has installed may read and run its own packages, and write neither them nor what else is installed",
    {
      files: { "/state/installed/toy@1/node_modules/toy/main.js": "", "/state/installed/other@1/sealed.json": "" },
      plan: { args: ["/state/installed/toy@1/node_modules/toy/main.js"] },
    },
    {
      "/state/installed/toy@1/node_modules/toy/main.js": "rx",
      "/state/installed/toy@1/node_modules/dependency/x.js": "rx",
      "/state/installed/toy@1/sealed.json": "",
      "/state/installed/other@1/sealed.json": "",
    },
  ],
  [
    "a script of the operator is allowed what it names",
    {
      files: {
        "/data/bin/gopls": "#!/bin/sh\nexec '/data/servers/gopls/bin/gopls' \"$@\"\n",
        "/data/servers/gopls/bin/gopls": "",
      },
      interpreters: { "/data/bin/gopls": "/bin/sh" },
      plan: { command: filePath("/data/bin/gopls") },
    },
    { "/data/servers/gopls/lib/x": "rx", "/data/servers/other/x": "" },
  ],
  [
    "a program of an environment is allowed with the environment, wherever its interpreter lies",
    {
      files: { "/data/env/bin/python": "->/usr/bin/python3", "/usr/bin/python3": "", "/data/env/bin/pylsp": "" },
      plan: { command: filePath("/data/env/bin/python") },
    },
    { "/data/env/lib/python3/site-packages/pylsp/x.py": "rx", "/data/x": "" },
  ],
  [
    "the operator allows more",
    { allowed: ["/data/tools", "~", "/"] },
    { "/data/tools/x": "rx", "~/.ssh/id_rsa": "", "/etc/passwd": "" },
  ],
  [
    "a program that the search path reaches by a link is allowed where it lies",
    {
      env: { PATH: "/usr/local/bin:/data/tools" },
      files: {
        "/usr/local/bin/any": "",
        "/usr/local/bin/go": "->/data/sdk/bin/go",
        "/data/sdk/bin/go": "",
        "/data/tools/own": "",
      },
    },
    { "/data/sdk/src/fmt.go": "rx", "/data/tools/own": "rx", "/data/x": "" },
  ],
  [
    "what the operator's settings name is read, and what the interpreter searches",
    {
      plan: { settings: { python: { analysis: { extraPaths: ["/data/libs", "./own"] } } } },
      modules: ["/data/env/lib"],
    },
    { "/data/libs/x.py": "r", "/data/env/lib/x.py": "r", "/data/x.py": "" },
  ],
  [
    "packages above the root are read, unless a link stands in their place",
    {
      files: { "~/node_modules/x/index.d.ts": "", "~/code/node_modules": "->/data/out", "/data/out/x.ts": "" },
    },
    { "~/node_modules/x/index.d.ts": "r", "/data/out/x.ts": "" },
  ],
  [
    "nothing that a link of the repository leads to is allowed, whatever variable names the link",
    {
      files: {
        "~/code/project/src": "->/data/out",
        "~/code/project/bin/x": "->/data/out/x.ts",
        "~/code/project/cache": "->/data/out",
        "/data/out/x.ts": "",
      },
      env: {
        PYTHONPATH: "~/code/project/src",
        PATH: "~/code/project/bin",
        VIRTUAL_ENV: "~/code/project/src",
        XDG_CACHE_HOME: "~/code/project/cache",
        GOPATH: "~/code/project/src",
      },
      plan: { caches: ["gopls"] },
    },
    { "/data/out/x.ts": "", "/data/out/gopls/x": "", "~/code/project/bin/x": "rw" },
  ],
  [
    "a link of the search path, and a wrapper, may lead to a file that is no program: only that is read",
    {
      files: {
        "/data/tools/x": "",
        "/data/tools/link": "->/etc/secret",
        "/etc/secret": "",
        "/data/bin/gopls": "#!/bin/sh\nexec /usr/bin/gopls 2>>/data/logs/log\n",
        "/data/logs/log": "",
      },
      env: { PATH: "/data/tools" },
      interpreters: { "/data/bin/gopls": "/bin/sh" },
      plan: { command: filePath("/data/bin/gopls") },
    },
    { "/etc/passwd": "", "/data/logs/other": "" },
  ],
  [
    "a package at the top of a home does not widen what lies in it",
    {
      files: { "~/package.json": "{}", "~/tools/server.js": "" },
      plan: { args: [`${home}/tools/server.js`] },
    },
    { "~/tools/server.js": "rx", "~/.ssh/id_rsa": "" },
  ],
];

describe("what a server of a root that is not trusted may do", () => {
  test.each(cases)("%s", async (_, machine, expected) => {
    expect(await rights(machine, Object.keys(expected))).toEqual(expected);
  });
});
