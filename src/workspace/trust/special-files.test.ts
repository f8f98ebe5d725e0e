// A pipe or a device in the place of a configuration or a source: the server that would read it is refused, others are
// served.

import { expect, test } from "vitest";
import { typescriptNative } from "../../catalog/servers/typescript.ts";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { textBytes } from "../../host/read-limits.ts";
import { filePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { StepClock } from "../../testing/step-clock.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { withHidden } from "../files/hidden.ts";
import { Projects } from "../projects/projects.ts";

const fixture = `
-- a.toy --
def «^»apple
-- toy.json --
{}
-- inner/b.toy --
use apple
`;

const entry = {
  ...toyEntry,
  roots: { groups: [["toy.json", "*.toyproject"]], pick: "nearest", singleFile: true },
} as const;

async function outcome(kit: ToyWorkspace, file: string): Promise<string> {
  const asked = kit.workspace.snapshot().then((now) => now.documentSymbols(kit.path(file), kit.patience()));
  try {
    return `${(await kit.clock.until(asked)).value.length} symbols`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}: ${error.details.what} ${error.details.why}`;
  }
}

test("the file above is named, no server is started for it, and what it does not concern is served [S42]", async () => {
  await using kit = openToyWorkspace({ fixture, entry });
  kit.host.files.makeSpecial(kit.path("inner/x.toyproject"));
  expect(await outcome(kit, "inner/b.toy")).toBe(
    "file_unreadable: Toy is not started for inner/b.toy. It would read inner/x.toyproject, which is a pipe, a socket or a device.",
  );
  expect(kit.host.processes.spawned).toEqual([]);
  expect(await outcome(kit, "a.toy")).toBe("1 symbols");
});

test("so is one that is too large; when it is an ordinary file again the server is asked [S42]", async () => {
  await using kit = openToyWorkspace({ fixture, entry });
  kit.host.files.write(kit.path("toy.json"), new Uint8Array(textBytes + 1));
  expect(await outcome(kit, "a.toy")).toContain(`It would read toy.json, which has ${textBytes + 1} bytes.`);
  kit.host.files.write(kit.path("toy.json"), "{}");
  expect(await outcome(kit, "a.toy")).toBe("1 symbols");
});

test("a source or a nested configuration that is no regular file is named, and no server that loads whole projects is started [S42]", async () => {
  await using kit = openToyWorkspace({ fixture, entry: { ...entry, coverage: "clang" } });
  const { files, watching } = kit.host;
  const refused = (name: string): string =>
    `file_unreadable: Toy is not started in this root. It would read ${name}, which is not a regular file.`;
  const remove = (name: string): void => {
    files.remove(kit.path(name));
    watching.emit([{ path: kit.path(name), kind: "deleted" }]);
  };
  files.makeSpecial(kit.path("inner/socket"));
  files.write(filePath("/proc/kmsg"), "");
  for (const make of [
    () => files.makeSpecial(kit.path("odd.toy")),
    () => files.link(kit.path("odd.toy"), filePath("/proc/kmsg")),
  ]) {
    make();
    expect(await outcome(kit, "a.toy")).toBe(refused("odd.toy"));
    remove("odd.toy");
  }
  files.makeSpecial(kit.path("inner/x.toyproject"));
  expect(await outcome(kit, "a.toy")).toBe(refused("inner/x.toyproject"));
  expect(kit.host.processes.spawned).toEqual([]);
  remove("inner/x.toyproject");
  expect(await outcome(kit, "a.toy")).toBe("1 symbols");
});

test("a pipe that no project takes in keeps no caller from being served [S42]", async () => {
  const scripts = { ...entry, roots: { groups: [["tsconfig.json"]], pick: "nearest", singleFile: true } } as const;
  await using kit = openToyWorkspace({
    fixture: '-- tsconfig.json --\n{"include":["src"]}\n-- src/a.ts --\ndef apple\n',
    language: { extensions: [".ts"] },
    entry: { ...scripts, coverage: "typescript" },
  });
  kit.host.files.makeSpecial(kit.path("odd/pipe.ts"));
  kit.host.files.makeSpecial(kit.path("src/pipe.ts"));
  expect(await outcome(kit, "src/a.ts")).toContain("It would read src/pipe.ts, which");
  kit.host.files.remove(kit.path("src/pipe.ts"));
  kit.host.watching.emit([{ path: kit.path("src/pipe.ts"), kind: "deleted" }]);
  expect(await outcome(kit, "src/a.ts")).toBe("1 symbols");
});

test.each([
  [
    "is not a regular file",
    "it is not a regular file",
    (files: MemoryHost<StepClock>["files"]) => files.makeSpecial(config),
  ],
  [
    "is too large",
    "it is too large to be read",
    (files: MemoryHost<StepClock>["files"]) => void files.write(config, new Uint8Array(textBytes + 1)),
  ],
])("a configuration that %s is a reason, and not the same as none [S42]", async (_, why, make) => {
  const host = new MemoryHost({ clock: new StepClock() });
  const root = filePath("/r");
  host.files.write(filePath("/r/package.json"), "{}");
  host.files.write(filePath("/r/a.ts"), "export const a = 1;");
  make(host.files);
  const skips = withHidden(skipRules({ ignoreFiles: [], alwaysWatch: [], isSource: (path) => path.endsWith(".ts") }));
  const projects = new Projects({ host, root, skips: async () => skips });
  const loaded = { entry: typescriptNative, open: new Map(), folders: [], isOurs: () => true };
  const { reasons } = await projects.coverage(filePath("/r/a.ts"), loaded);
  expect(reasons.map(({ code, detail }) => `${code}: ${detail}`)).toContain(
    `unchecked: what the server searches is unknown: tsconfig.json (${why}) cannot be read`,
  );
});

const config = filePath("/r/tsconfig.json");
