// What a deleted file of TypeScript leaves behind that no server says in any file: a configuration that names it, and
// another file that an import finds in its place.

import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, joinPath } from "../../model/file-path.ts";
import { at } from "../../std/json.ts";
import { parseJsonc } from "../../languages/formats/jsonc.ts";
import type { ReadText, TsConfig } from "../coverage/tsconfig.ts";
import { readTsConfig } from "../coverage/tsconfig.ts";
import { isConfigurationFile } from "../coverage/script-config.ts";

/** Configurations that name a file which goes, or are left without any: an error of the project, and of no file in it. */
export async function leftByProjects(
  root: FilePath,
  changes: readonly TextChange[],
  files: readonly FilePath[],
  read: ReadText,
): Promise<string[]> {
  const gone = goneOf(changes);
  if (gone.length === 0) return [];
  const left = withChanges(files, changes);
  const found: string[] = [];
  for (const path of files.filter(isConfigurationFile)) {
    const config = await readTsConfig(read, path);
    const missed = config && (await missedBy(config, gone, left, read));
    if (missed !== undefined)
      found.push(`${display(root, path)} depends on ${display(root, missed)}, which is deleted`);
  }
  return found;
}

/** Files that take the place of one that goes: while it is on disk, servers find the old one. */
export function takenPlaces(root: FilePath, changes: readonly TextChange[], files: readonly FilePath[]): string[] {
  const left = withChanges(files, changes);
  return goneOf(changes).flatMap((file) => {
    const other = candidates(stemOf(file)).find((one) => one !== file && left.has(one));
    if (other === undefined) return [];
    return [
      `${display(root, other)} is imported in place of ${display(root, file)}, which can only be checked on disk`,
    ];
  });
}

// — below: private, in the order they are used —

const endings = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs", ".json"];
const script = /(?:\.d)?\.[cm]?[jt]sx?$/;

function goneOf(changes: readonly TextChange[]): FilePath[] {
  return changes.filter(({ file, after }) => after === undefined && script.test(file)).map(({ file }) => file);
}

function withChanges(files: readonly FilePath[], changes: readonly TextChange[]): Set<FilePath> {
  const left = new Set(files);
  for (const { file, after } of changes) {
    if (after === undefined) left.delete(file);
    else left.add(file);
  }
  return left;
}

async function missedBy(
  config: TsConfig,
  gone: readonly FilePath[],
  left: ReadonlySet<FilePath>,
  read: ReadText,
): Promise<FilePath | undefined> {
  const types = at(parseJsonc((await read(config.path)) ?? ""), ["compilerOptions", "types"]);
  const names = (Array.isArray(types) ? types : []).filter((one) => typeof one === "string");
  const isNamed = (file: FilePath): boolean =>
    config.names(file) || names.some((name) => file.endsWith(`/${name}.d.ts`) || file.includes(`/${name}/`));
  const named = gone.find(isNamed);
  if (named !== undefined) return named;
  const covered = gone.find((file) => config.covers(file));
  return covered === undefined || [...left].some((file) => script.test(file) && config.covers(file))
    ? undefined
    : covered;
}

/** The path by which an import names it. */
function stemOf(file: FilePath): FilePath {
  return file.replace(script, "").replace(/\/index$/, "") as FilePath;
}

function candidates(stem: FilePath): FilePath[] {
  return endings.flatMap((ending) => [`${stem}${ending}` as FilePath, joinPath(stem, `index${ending}`)]);
}
