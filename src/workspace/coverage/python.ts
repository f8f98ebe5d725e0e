// Coverage of Pyright: everything below the root that is not hidden, unless its configuration says less, and as far as
// it finds what the files import.
//
// A name that comes from a module which is not found has no meaning to it: its uses are left out in silence.

import type { FilePath } from "../../model/file-path.ts";
import { display, joinPath, relativeTo } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { ModulePlaces } from "../../session/process/launch.ts";
import { isRecord } from "../../std/json.ts";
import { parseJsonc } from "../../languages/formats/jsonc.ts";
import { topOf } from "../../languages/python/installed-modules.ts";
import type { ReadSources, PythonSources } from "./python-sources.ts";
import { maxFiles } from "./python-sources.ts";
import type { Use } from "./python-paths.ts";
import { meaningOf } from "./python-paths.ts";
import type { ModuleSearch } from "../../languages/python/module-search.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import { anchorsFor, named, notLoaded, shortList } from "./question.ts";
import { tomlLines } from "../../languages/formats/toml.ts";

export async function pythonCoverage(question: CoverageQuestion, sources: PythonSources): Promise<Coverage> {
  const { root, title, modules } = question;
  const config = await question.read(joinPath(root, "pyrightconfig.json"));
  const manifest = await question.read(joinPath(root, "pyproject.toml"));
  const limits = [
    ...(config === undefined ? [] : limitsInJson(config).map((name) => `pyrightconfig.json (${name})`)),
    ...(manifest === undefined ? [] : limitsInToml(manifest).map((name) => `pyproject.toml (${name})`)),
  ];
  const [limit] = limits;
  const scoped: Reason[] =
    limit === undefined ? [] : [{ code: "scoped", detail: `${limit} limits what ${title} reads` }];
  const open = new Set([question.file, ...question.open]);
  const hidden = question.files.filter(
    (path) => /\.pyi?$/.test(path) && /(?:^|\/)\./.test(relativeTo(root, path) ?? "") && !open.has(path),
  );
  return {
    reasons: [
      ...scoped,
      ...notLoaded(question, hidden, `in hidden directories, which ${title} leaves out`),
      ...(modules === undefined ? [] : await notFound(question, sources, modules)),
    ],
    // What is opened is searched, hidden or not.
    anchors: anchorsFor(new Map(hidden.map((path) => [path, [path]]))),
  };
}

/** The settings of a pyrightconfig.json that may leave files out. */
export function limitsInJson(text: string): string[] {
  const value = parseJsonc(text);
  return isRecord(value) ? limiting.filter((name) => Object.hasOwn(value, name)) : ["not understood"];
}

/** The same of a pyproject.toml; a table that is written in one line counts as one of them. */
export function limitsInToml(text: string): string[] {
  return tomlLines(text).flatMap(({ key, value }) => {
    const [, name] = /^tool\.(?:based)?pyright(?:\.(.+))?$/.exec(key) ?? [];
    if (name !== undefined) return limiting.filter((one) => one === name);
    return /^tool\.(?:based)?pyright$/.test(key) && value !== "" ? ["one line"] : [];
  });
}

// — below: private, in the order they are used —

const limiting = ["include", "exclude", "ignore", "extends"];

async function notFound(question: CoverageQuestion, sources: PythonSources, modules: ModulePlaces): Promise<Reason[]> {
  const { root, title } = question;
  const looked = await sources.read(modules);
  const { missing, unreached } = unfound(looked, modules.extra);
  const reasons: Reason[] = [];
  const [first] = unreached;
  if (first !== undefined) {
    const more = unreached.length > 1 ? `, and ${unreached.length - 1} more like it` : "";
    const what = `${display(root, first.use.file)} imports ${first.use.module} from ${named(root, first.from)}`;
    const detail = `${what}, where ${title} does not search${more}; add that directory to extraPaths in its configuration`;
    reasons.push({ code: "projects_not_loaded", detail });
  }
  if (missing.length > 0) {
    const verb = missing.length === 1 ? "is imported and not installed" : "are imported and not installed";
    reasons.push({
      code: "dependencies_missing",
      detail: `${shortList(missing)} ${verb} where ${title} looks`,
      counted: { count: missing.length, thing: "package", trouble: "not installed", where: shortList(missing) },
    });
  }
  const detail = `only ${maxFiles} files were checked for imports that ${title} does not find`;
  return looked.isWhole ? reasons : [...reasons, { code: "server_not_exhaustive", detail }];
}

interface Unfound {
  /** Packages that are nowhere. */
  readonly missing: readonly string[];
  /** One import of each package that is somewhere in the root, and the places it may be meant from. */
  readonly unreached: readonly { readonly use: Use; readonly from: readonly FilePath[] }[];
}

const known = new WeakMap<ReadSources, { readonly extra: string; readonly unfound: Unfound }>();

/** Memoized per set of sources read, which most changes of a file leave the same. */
function unfound(looked: ReadSources, paths: readonly FilePath[]): Unfound {
  const extra = paths.join("\n");
  const before = known.get(looked);
  if (before?.extra === extra) return before.unfound;
  const { homes, uses } = looked;
  const search = looked.search.with(paths);
  const missing = new Set<string>();
  const unreached = new Map<string, Unfound["unreached"][number]>();
  for (const use of uses) {
    const meaning = meaningOf(search, homes, use);
    const from = meaning === undefined || search.isOfExtra(meaning) ? homes.of(use) : [];
    // Of several it has taken one, and it is unknown whether it is the intended one.
    if (from.length > (meaning === undefined ? 0 : 1)) unreached.set(topOf(use.module), { use, from });
    else if (meaning === undefined && isWanted(use, search, looked)) missing.add(topOf(use.module));
  }
  const found = { missing: [...missing].sort(), unreached: [...unreached.values()] };
  known.set(looked, { extra, unfound: found });
  return found;
}

/** What the program can do without, what a build makes, and what has left the standard library is not missed. */
function isWanted(use: Use, search: ModuleSearch, { outside }: ReadSources): boolean {
  return use.isNeeded && !outside.soundsStandard(use.module) && !search.isOwn(use.file, use.module);
}
