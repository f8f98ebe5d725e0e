// The tour: opens this repository with the embedded TypeScript server and shows what a session answers, and how surely.

import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalog } from "../src/catalog/table.ts";
import { settingsFor } from "../src/config/profiles.ts";
import { nodeCodec } from "../src/host/node-codec.ts";
import { openNodeHost } from "../src/host/node-host.ts";
import { isExternal } from "../src/model/code-facts.ts";
import { display, filePath } from "../src/model/file-path.ts";
import type { FilePath } from "../src/model/file-path.ts";
import type { Answer } from "../src/model/standing.ts";
import { standingText } from "../src/render/standing-text.ts";
import { deadlineIn } from "../src/std/deadline.ts";
import type { Patience, Target } from "../src/workspace/snapshot.ts";
import { Workspace } from "../src/workspace/workspace.ts";

const host = await openNodeHost();
const here = filePath(await realpath(process.cwd()));
await showThisRepository(here);
await showBrokenFile();
process.stdout.write("\nNothing is left running. Next: npm test, or add Sightline to an agent as the README says.\n");

async function showThisRepository(root: FilePath): Promise<void> {
  const workspace = open(root);
  const target = await targetAt(workspace, "src/workspace/confine.ts", "await @@realParent(");
  const exported = await targetAt(workspace, "src/model/file-path.ts", "export function @@display(");
  try {
    heading(`This repository, through the embedded TypeScript server`);
    await show(
      "definition of realParent, from its use",
      () => ask(workspace, (snapshot, patience) => snapshot.definition(target, patience)),
      places(root),
    );
    await show(
      "references of the exported function display",
      () => ask(workspace, (snapshot, patience) => snapshot.references(exported, false, patience)),
      places(root),
    );
    await show(
      "hover on display",
      () => ask(workspace, (snapshot, patience) => snapshot.hover(exported, patience)),
      (hover) => [hover?.markdown.split("\n")[1] ?? "nothing"],
    );
  } finally {
    await workspace.close();
  }
}

async function showBrokenFile(): Promise<void> {
  const directory = filePath(await realpath(await mkdtemp(join(tmpdir(), "sightline-tour-"))));
  const workspace = open(directory);
  try {
    heading("A broken file in a temporary directory");
    await writeFile(join(directory, "tsconfig.json"), "{}\n");
    await writeFile(join(directory, "broken.ts"), 'export const total: number = "three";\n');
    const file = filePath(join(directory, "broken.ts"));
    await show(
      "diagnostics of broken.ts",
      () => ask(workspace, (snapshot, patience) => snapshot.diagnostics(file, patience)),
      ({ diagnostics }) =>
        diagnostics.map(
          (one) => `${one.span.start.line}:${one.span.start.column} ${one.severity} ${one.code ?? ""} ${one.message}`,
        ),
    );
  } finally {
    await workspace.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function open(root: FilePath): Workspace {
  return new Workspace({
    host,
    codec: nodeCodec,
    root,
    catalog,
    settings: settingsFor("standard"),
    trusted: false,
    emit: () => {},
  });
}

async function ask<T>(
  workspace: Workspace,
  question: (snapshot: Awaited<ReturnType<Workspace["snapshot"]>>, patience: Patience) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  return question(await workspace.snapshot(), { deadline: deadlineIn(host.clock, 60_000) });
}

async function show<T>(
  title: string,
  question: () => Promise<Answer<T>>,
  lines: (value: T) => readonly string[],
): Promise<void> {
  const began = host.clock.now();
  const { value, standing } = await question();
  const ms = (host.clock.now() - began).toFixed(1);
  const shown = lines(value);
  const [evidence] = standing.evidence;
  process.stdout.write(
    `\n${title}\n  ${ms} ms · ${standingText(standing)} · ${evidence?.server ?? "?"} ${evidence?.version ?? ""}\n`,
  );
  for (const line of shown.slice(0, 12)) process.stdout.write(`  ${line}\n`);
  if (shown.length > 12) process.stdout.write(`  … and ${shown.length - 12} more\n`);
}

function places(
  root: FilePath,
): (found: Awaited<ReturnType<Awaited<ReturnType<Workspace["snapshot"]>>["references"]>>["value"]) => string[] {
  return (found) =>
    found.map(
      ({ file, span }) =>
        `${isExternal(file) ? file.external : display(root, file)}:${span.start.line}:${span.start.column}`,
    );
}

async function targetAt(workspace: Workspace, path: string, pattern: string): Promise<Target> {
  const snapshot = await workspace.snapshot();
  const file = await snapshot.file(path);
  const text = await snapshot.text(file);
  const [before = "", after = ""] = pattern.split("@@");
  return { file, place: text.placeOf(text.text.indexOf(before + after) + before.length) };
}

function heading(text: string): void {
  process.stdout.write(`\n== ${text} ==\n`);
}
