// A small project on the real disk that is changed as a whole, and what must never be found of it.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { settingsFor } from "../../src/config/profiles.ts";
import type { Host } from "../../src/host/host.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import type { Writing } from "../../src/host/writing.ts";
import type { BridgeEvent } from "../../src/model/event.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { ProposedStep } from "../../src/model/offered-action.ts";
import type { Plan } from "../../src/model/plan.ts";
import { Writer } from "../../src/workspace/write/writer.ts";

/** A file system in memory where there is one: the calls are the same, and no call waits for a disk. */
const shelf = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export const signed = { operation: "rename_symbol", caller: "a test" };

export class CrashTree implements Disposable {
  readonly base = realpathSync(mkdtempSync(join(shelf, "sightline-writer-")));
  readonly root = filePath(join(this.base, "root"));
  readonly state = join(this.base, "state");
  readonly events: BridgeEvent[] = [];
  readonly host: Host;

  static async plant(files: Readonly<Record<string, string | Uint8Array>>): Promise<CrashTree> {
    const tree = new CrashTree(await openNodeHost({ SIGHTLINE_STATE_DIR: join(tmpdir(), "unused") }));
    tree.replant(files);
    return tree;
  }

  private constructor(host: Host) {
    this.host = { ...host, stateDirectory: filePath(this.state) };
  }

  /** As if nothing had ever happened here. */
  replant(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const directory of [this.root, this.state]) rmSync(directory, { recursive: true, force: true });
    mkdirSync(this.state, { recursive: true });
    mkdirSync(this.root);
    this.events.length = 0;
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), content);
      if (name.endsWith(".sh")) chmodSync(this.at(name), 0o755);
    }
  }

  at(name: string): FilePath {
    return filePath(join(this.root, name));
  }

  writer(writing: Writing = this.host.writing, over: Partial<Host> = {}): Writer {
    const emit = (event: BridgeEvent): void => void this.events.push(event);
    return new Writer({
      host: { ...this.host, ...over, writing },
      root: this.root,
      settings: settingsFor("standard"),
      emit,
    });
  }

  edit(name: string, change: (text: string) => string): ProposedStep {
    const bytes = readFileSync(this.at(name));
    const before = bytes.toString("utf8");
    return { kind: "edit", file: this.at(name), hash: this.host.files.hash(bytes), before, text: change(before) };
  }

  plan(steps: readonly ProposedStep[]): Plan {
    return { root: this.root, why: "a test", steps };
  }

  /** Every file and directory below the root, with content and permissions. */
  shot(): Record<string, string> {
    return shotOf(this.root);
  }

  journal(): Record<string, string> {
    return shotOf(join(this.state, "edits"));
  }

  /** What lies in the journal that no longer should: anything but transactions that are over, and what was rescued. */
  leftovers(): string[] {
    const names = Object.keys(this.journal());
    return names.filter(
      (name) => !/^[0-9a-f]{32}(\/(rescued(\/.*)?|t\d+-\w+\.(kept|undone|aborted)(\/.*)?))?$/.test(name),
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Twenty files in which a name is changed, one of them moved, one created, one removed. */
export function twenty(): Record<string, string> {
  const files: Record<string, string> = {
    "run.sh": "total\n",
    "gone/old.ts": "total gone\n",
    "moved.ts": "total 🙂\n",
  };
  for (let index = 0; index < 17; index++)
    files[`src/d${index % 3}/f${index}.ts`] = `total ${index}\r\n`.repeat(index + 1);
  return files;
}

export function renameEverywhere(tree: CrashTree): Plan {
  const change = (text: string): string => text.replaceAll("total", "sum");
  const edits = Object.keys(twenty())
    .filter((name) => name !== "gone/old.ts" && name !== "moved.ts")
    .map((name) => tree.edit(name, change));
  const options = { overwrite: false, ignoreIfExists: false };
  return tree.plan([
    ...edits,
    { kind: "rename", from: tree.at("moved.ts"), to: tree.at("new/deep/moved.ts"), ...options },
    { kind: "create", file: tree.at("new/made.ts"), ...options },
    { kind: "edit", file: tree.at("new/made.ts"), hash: undefined, before: "", text: "sum\n" },
    { kind: "delete", file: tree.at("gone/old.ts"), recursive: false, ignoreIfNotExists: false },
  ]);
}

function shotOf(base: string): Record<string, string> {
  const shot: Record<string, string> = {};
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      const { mode } = lstatSync(path);
      const content = entry.isFile() ? readFileSync(path).toString("latin1") : "";
      shot[relative(base, path)] = `${(mode & 0o7777).toString(8)} ${content}`;
      if (entry.isDirectory()) walk(path);
    }
  };
  if (existsSync(base)) walk(base);
  return shot;
}
