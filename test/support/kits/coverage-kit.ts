// A question of coverage about files that are only named, so that a test of a rule is a list of names.

import type { FilePath } from "../../../src/model/file-path.ts";
import { display, filePath, isInside, joinPath } from "../../../src/model/file-path.ts";
import type { SourcesContext } from "../../../src/workspace/coverage/python-sources.ts";
import { PythonSources } from "../../../src/workspace/coverage/python-sources.ts";
import type { Coverage, CoverageQuestion } from "../../../src/workspace/coverage/question.ts";

export interface CoverageCase {
  /** Names of files; with `=` and a text where it matters. */
  readonly files: readonly string[];
  readonly asked: string;
  readonly open?: readonly string[];
  readonly folders?: readonly string[];
  /** Paths of links, with what they lead to. */
  readonly links?: Readonly<Record<string, string>>;
  /** Directories that the Python server got as search paths. */
  readonly extra?: readonly string[];
}

export interface CoverageTexts {
  readonly reasons: readonly string[];
  /** Each project, with the documents by which it would be loaded. */
  readonly anchors: readonly string[];
}

const root = filePath("/r");

/** Two modules of the standard library, and stubs for one package. */
const typeshed = ["/typeshed/stdlib/VERSIONS=os: 3.0-\nsys: 3.0-\n", "/typeshed/stubs/PyYAML/yaml/__init__.pyi="];

/** What a rule finds out, in words. */
export async function coverageTexts(
  rule: (question: CoverageQuestion, python: PythonSources) => Promise<Coverage>,
  asked: CoverageCase,
): Promise<CoverageTexts> {
  const { question, sources } = coverageQuestion(asked);
  const { reasons, anchors } = await rule(question, sources);
  return {
    reasons: reasons.map(({ code, detail }) => `${code}: ${detail}`),
    anchors: anchors.map((anchor) => {
      const candidates = anchor.by === "document" ? anchor.candidates.map((path) => display(root, path)) : [];
      return [display(root, anchor.project), ...candidates].join(" ");
    }),
  };
}

/** Directories that a Python server would need as search paths. */
export async function pathTexts(files: readonly string[]): Promise<string[]> {
  const { sources } = coverageQuestion({ files, asked: "" });
  const { needed } = await sources.read(places);
  return needed.map((path) => display(root, path));
}

// — below: private, in the order they are used —

const places = { installed: [filePath("/site")], typeshed: filePath("/typeshed"), stamp: "" };

/** Names that begin with a slash lie outside of the root; packages are installed in `/site`. */
function coverageQuestion({ files, asked, open = [], folders = [], extra = [], links = {} }: CoverageCase): {
  question: CoverageQuestion;
  sources: PythonSources;
} {
  const within = (name: string): FilePath => (name.startsWith("/") ? filePath(name) : joinPath(root, name));
  const texts = new Map(
    [...files, ...typeshed].map((file) => {
      const [name = "", ...text] = file.split("=");
      return [within(name), text.join("=")] as const;
    }),
  );
  const context = contextOf(texts);
  const question = {
    ...context,
    file: within(asked),
    open: open.map(within),
    folders: folders.map(within),
    title: "The server",
    env: {},
    real: async (path: FilePath) => {
      const found = Object.entries(links).find(([link]) => within(link) === path)?.[1];
      const isThere = [...texts.keys(), ...Object.keys(links).map(within)].some((one) => isInside(path, one));
      return found === undefined ? (isThere ? path : undefined) : within(found);
    },
    // As if files had come in the order in which they are named.
    changedAt: async (path: FilePath) => {
      const index = [...texts.keys()].indexOf(path);
      return index < 0 ? undefined : index;
    },
    machine: { platform: "linux", arch: "x64" },
    modules: { ...places, extra: extra.map(within) },
  };
  return { question, sources: new PythonSources(context) };
}

function contextOf(texts: ReadonlyMap<FilePath, string>): SourcesContext {
  const paths = [...texts.keys()];
  return {
    root,
    files: paths.filter((path) => isInside(root, path)),
    read: async (path) => texts.get(path),
    facts: async (kind, path) => {
      const text = texts.get(path);
      return text === undefined ? undefined : kind.read(text, path);
    },
    list: async (directory) => {
      const below = paths.filter((path) => path !== directory && isInside(directory, path));
      const names = below.map((path) => path.slice(directory.length + 1).split("/", 1)[0] ?? "");
      return below.length === 0 ? undefined : [...new Set(names)];
    },
  };
}
