// Programs that lie in repositories, and variables that lead there: real servers and git, started as an agent starts them.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { callTool, connect, unconfined } from "../../support/sightline.ts";
import { oneIn } from "../../support/soak.ts";
import { commandOf } from "../installed.ts";

/** Names under which servers and their helpers are looked for. */
const names = [
  "gopls",
  "go",
  "git",
  "clangd",
  "rust-analyzer",
  "cargo",
  "rustc",
  "python3",
  "python",
  "node",
  "bash-language-server",
  "sh",
  "env",
];

interface Attempt {
  readonly what: string;
  /** Roots from the directory that holds everything; the first is the main one. */
  readonly roots: readonly string[];
  readonly asked: string;
  /** What lies in wait, beside the programs: links, by where they are. */
  readonly links?: Readonly<Record<string, string>>;
  readonly env: (at: (path: string) => string) => Readonly<Record<string, string>>;
}

/** What does not hide each other is tried at once: each program that is refused leaves the next one to be found. */
const attempts: readonly Attempt[] = [
  {
    what: "links in the search path, to programs and as a directory, and variables of toolchains, interpreters and loaders",
    roots: ["repo"],
    asked: "repo",
    links: {
      ...Object.fromEntries(names.map((name) => [`tools/${name}`, `repo/bin/${name}`])),
      "linked-bin": "repo/bin",
    },
    env: (at) => ({
      PATH: `${at("tools")}:${at("linked-bin")}`,
      GOROOT: at("repo"),
      CARGO_HOME: at("repo"),
      RUSTUP_HOME: at("repo/rustup"),
      GOBIN: at("repo/bin"),
      PYTHONPATH: at("repo/py"),
      NODE_PATH: at("repo/node"),
      LD_LIBRARY_PATH: at("repo/lib"),
      PYTHONHOME: at("repo"),
    }),
  },
  {
    what: "the search path of the repository around an inner checkout",
    roots: ["repo"],
    asked: "repo/inner",
    env: (at) => ({ PATH: at("repo/bin") }),
  },
  {
    what: "the search path of another root, and a virtual environment outside whose programs are a link into it",
    roots: ["other", "repo"],
    asked: "other",
    links: { "venv/bin": "repo/bin" },
    env: (at) => ({ PATH: at("repo/bin"), VIRTUAL_ENV: at("venv") }),
  },
  {
    what: "the search path of the checkout above a root",
    roots: ["repo/packages/p"],
    asked: "repo/packages/p",
    env: (at) => ({ PATH: at("repo/bin") }),
  },
  {
    what: "an activated environment of the root, which runs the scripts of servers",
    roots: ["repo"],
    asked: "repo",
    env: (at) => ({ VIRTUAL_ENV: at("repo"), PATH: at("repo/bin") }),
  },
];

const tried = oneIn(2, attempts, "every second way to a program");

describe("nothing of a repository is executed [S08]", () => {
  test.each(tried)("by $what", async ({ roots, asked, links = {}, env }) => {
    using ground = new Ground();
    for (const [link, target] of Object.entries(links)) ground.link(link, target);
    const given = env((path) => ground.at(path));
    const project = { root: ground.at(roots[0] ?? ""), stateDirectory: ground.at("state") };
    const args = ["mcp", "--tools", "full", ...roots.flatMap((root) => ["--root", ground.at(root)])];
    const PATH = [given["PATH"], ground.at("servers"), process.env["PATH"]].filter(Boolean).join(":");
    {
      await using agent = await connect(project, "legacy", args, { ...given, PATH, ...unconfined(project) });
      for (const file of ["main.go", "cart.c", "shelf.py", "run.sh", "lib.rs"]) {
        await callTool(agent, "list_symbols", { file_path: ground.at(join(asked, file)) });
        // What a linter would run; the others have started everything by now.
        if (file === "run.sh" || file === "shelf.py")
          await callTool(agent, "get_diagnostics", { file_path: ground.at(join(asked, file)) });
      }
      await callTool(agent, "detect_changes", { workspace_root: ground.at(asked), scope: "all" });
      await callTool(agent, "detect_lsp_servers", {});
    }
    expect(readdirSync(ground.at("signs"))).toEqual([]);
  });
});

test("what ships with us is found beside it, whatever NODE_PATH says", async () => {
  using ground = new Ground();
  const code = `import { openNodeHost } from ${JSON.stringify(new URL("../../../dist/host/node/node-host.js", import.meta.url).href)};
    const host = await openNodeHost(); console.log(host.resolvePackageFile("planted", "main.js")); process.exit(0);`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    env: { ...process.env, NODE_PATH: ground.at("repo/node"), SIGHTLINE_STATE_DIR: ground.at("state") },
  });
  expect(out.trim()).toBe("undefined");
});

/** A repository with a checkout inside of it and a package below it, another one, and programs in both that leave signs. */
class Ground implements Disposable {
  readonly #base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-ground-")));

  constructor() {
    for (const directory of ["signs", "tools", "servers", "venv", "repo/packages/p", "repo/inner", "other"])
      mkdirSync(this.at(directory), { recursive: true });
    for (const checkout of ["repo", "repo/inner", "other"]) {
      execFileSync("git", ["init", "--quiet", this.at(checkout)]);
      this.#sources(checkout);
    }
    this.#sources("repo/packages/p");
    for (const repository of ["repo", "other"]) {
      for (const name of names) this.#trap(`${repository}/bin/${name}`);
      for (const tool of ["compile", "asm", "vet"]) this.#trap(`${repository}/pkg/tool/linux_amd64/${tool}`);
      for (const name of names)
        this.#trap(`${repository}/rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/${name}`);
      this.#write(`${repository}/py/sitecustomize.py`, `open(${JSON.stringify(this.#sign("sitecustomize"))}, "w")\n`);
      this.#write(`${repository}/node/planted/package.json`, "{}");
      this.#write(`${repository}/node/planted/main.js`, "");
    }
    for (const id of ["gopls", "clangd", "bash-language-server"]) {
      const command = commandOf(id);
      if (command !== undefined)
        this.#executable(`servers/${id}`, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(" ")} "$@"\n`);
    }
  }

  at(path: string): string {
    return join(this.#base, path);
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    symlinkSync(this.at(target), this.at(path));
  }

  [Symbol.dispose](): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  #sources(directory: string): void {
    const texts = {
      "main.go": "package main\n\nfunc main() {}\n",
      "go.mod": "module example.org/shop\n\ngo 1.21\n",
      "cart.c": "int total(void) { return 1; }\n",
      "shelf.py": "class Shelf: pass\n",
      "run.sh": "total() { echo 1; }\n",
      "lib.rs": "pub fn total() {}\n",
    };
    for (const [file, text] of Object.entries(texts)) this.#write(join(directory, file), text);
  }

  #sign(name: string): string {
    return this.at(join("signs", name.replaceAll("/", "_")));
  }

  #trap(path: string): void {
    this.#executable(path, `#!/bin/sh\n: > '${this.#sign(path)}'\nexit 1\n`);
  }

  #executable(path: string, text: string): void {
    this.#write(path, text);
    chmodSync(this.at(path), 0o755);
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }
}
