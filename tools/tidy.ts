// The house rules that no linter knows, each as a small function over the text of a file.
//
// Invariant: a rule reports what is wrong and where, and the test beside it proves that it can fail.

import { withoutProse } from "./imports.ts";
import { isTest, type TextFile } from "./tree.ts";

export interface Rule {
  readonly name: string;
  readonly applies: (path: string) => boolean;
  /** What is wrong with the file, or nothing. */
  readonly find: (file: TextFile) => readonly string[];
}

export function checkTidy(files: readonly TextFile[]): string[] {
  return files.flatMap((file) =>
    rules
      .filter(({ applies }) => applies(file.path))
      .flatMap(({ name, find }) => find(file).map((what) => `${file.path}: ${name}: ${what}`)),
  );
}

const isCode = (path: string): boolean => /\.(?:ts|mjs)$/.test(path);
const isSource = (path: string): boolean => path.startsWith("src/") && path.endsWith(".ts");
const isProduct = (path: string): boolean => isSource(path) && !isTest(path);
const outsideHost = (path: string): boolean => isSource(path) && !/^src\/(?:host|testing\/faults)\//.test(path);

/** Where the content of a file is taken from the disk. */
const readers: ReadonlySet<string> = new Set(
  [
    ...["process/pid-registry", "process/process-identity", "process/process-table"],
    ...["regular-file", "watch/local-directories", "watch/pressure", "node/compiled-code"],
  ].map((name) => `src/host/${name}.ts`),
);

export const rules: readonly Rule[] = [
  {
    name: "the first comment is a sentence of purpose",
    applies: (path) => isProduct(path) || /^(?:tools|bench)\/.*\.(?:ts|mjs)$/.test(path),
    find: ({ text }) => (hasHeader(text) ? [] : [text.split("\n", 1)[0] ?? ""]),
  },
  { name: "a comment tag has a fixed form", applies: isCode, find: ({ text }) => malformedTags(text) },
  { name: "a name says nothing", applies: isProduct, find: emptyNames },
  pattern("a test is left out", (path) => path.endsWith(".test.ts"), [
    /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|todo|skipIf|runIf)\b/g,
    /\b(?:context|ctx|task|t)\.skip\(/g,
    /\b(?:xit|xtest|xdescribe|fit|fdescribe)\(/g,
  ]),
  pattern("time passes only through the clock", (path) => outsideHost(path) || isTest(path), [
    /\bset(?:Timeout|Interval)\b/g,
    // Giving way for one turn of the loop is not waiting.
    /(?<!import \{ setImmediate as turn \} from )["']node:timers(?:\/promises)?["']/g,
  ]),
  pattern("the wall clock is read only in src/host", outsideHost, [
    /\bDate\.now\b/g,
    /\bnew Date\(\)/g,
    /\bperformance\.now\b/g,
  ]),
  {
    name: "a failure is swallowed",
    applies: isCode,
    // A comment inside an otherwise empty block is the reason that is asked for, so comments stay.
    find: ({ text }) => matches(text, swallowing),
  },
  pattern("a shell runs", isCode, [/\bshell:\s*(?:true|["'])/g]),
  // The others read files of the system, or of the product itself, by fixed names.
  pattern("files are read only by src/host/regular-file.ts", (path) => isProduct(path) && !readers.has(path), [
    /\b(?:readFile|readFileSync|createReadStream|readSync)\b/g,
  ]),
  pattern("processes are started only in src/host", (path) => outsideHost(path) && !isTest(path), [
    /["'](?:node:)?child_process["']/g,
  ]),
  pattern(
    "the process is touched only by the host, the doors, the test kit and the entries",
    (path) => isProduct(path) && !/^src\/(?:host\/|doors\/|testing\/|[^/]+$)/.test(path),
    [/(?<![.\w#])process\.(?:env|cwd|platform|arch|argv|hrtime|nextTick|memoryUsage)\b/g],
  ),
  pattern("a default export", (path) => isCode(path) && !path.endsWith(".config.ts"), [
    /^export\s+default\b/gm,
    /\bas default\b/g,
  ]),
  {
    name: "a machine path or a registry host",
    applies: () => true,
    find: ({ text }) => matches(text, places),
  },
  pattern("a download address in the lock file", (path) => path === "package-lock.json", [
    /"resolved":\s*"http[^"]*"/g,
  ]),
];

/** Every runtime dependency closes a door, so a decision record names it. */
export function unexplainedDependencies(files: readonly TextFile[]): string[] {
  const text = files.find(({ path }) => path === "package.json")?.text ?? "{}";
  const manifest = JSON.parse(text) as { dependencies?: object; optionalDependencies?: object };
  const records = files.filter(({ path }) => path.startsWith("docs/adr/")).map((file) => file.text);
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  return names.filter((name) => !records.some((record) => record.includes(`\`${name}\``)));
}

// — below: the parts of the rules, in the order they are used —

function pattern(name: string, applies: Rule["applies"], patterns: readonly RegExp[]): Rule {
  return { name, applies, find: ({ text }) => matches(withoutProse(text), patterns) };
}

function matches(text: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((one) => [...text.matchAll(one)].map((match) => match[0].trim()));
}

/** Home folders, build machines and package registries: true on one machine only. */
const places = [
  /(?<![\w.-])\/(?:work|farm|root)\/[\w.-]+/g,
  // One of these is the same everywhere: where Homebrew lives on Linux.
  /(?<![\w.-])\/home\/(?!linuxbrew\/)[a-z]+\//g,
  /registry\.npmjs|proxy\.golang|pypi\.org|crates\.io/g,
];

const swallowing = [
  /\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)(?::[^=()]+)?\s*=>\s*(?:null|undefined|true|false|void 0|""|\[\s*\]|\(?\{\s*\}\)?)\s*\)/g,
  /\.catch\(\s*(?:noop|ignore)\s*\)/gi,
  /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/g,
];

export function hasHeader(text: string): boolean {
  const lines = text.replace(/^#!.*\n/, "").split("\n");
  const end = lines.findIndex((line) => !/^\/\/ \S/.test(line));
  const paragraph = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(3).trim());
  return /^[A-Z`].*[.:]$/.test(paragraph.join(" "));
}

function malformedTags(text: string): string[] {
  const tag = /^[ \t]*(?:\/\/|\/?\*+)[ \t]*((?:invariants?|quirks?|specs?|why[- ]nots?)\b[^:\n]{0,60}:.*)$/gim;
  const form = /^(?:(?:Invariant|Spec): \S|Quirk\([^)]+\): \S|Why not(?: [^:]+)?: \S)/;
  return [...text.matchAll(tag)].map((match) => match[1] ?? "").filter((comment) => !form.test(comment));
}

const emptyWords = [
  "manager",
  "helper",
  "helpers",
  "util",
  "utils",
  "service",
  "handler",
  "impl",
  "data",
  "info",
  "misc",
  "common",
];

function emptyNames({ path, text }: TextFile): string[] {
  const declared =
    /^export\s+(?:abstract\s+|async\s+)?(?:class|interface|type|function\*?|const|let)\s+(\w+)|^(?:abstract\s+)?(?:class|interface|type)\s+(\w+)/gm;
  const names = [...text.matchAll(declared)].map((match) => match[1] ?? match[2] ?? "");
  const file = (path.split("/").at(-1) ?? "").replace(/\.ts$/, "");
  return [...names, file].filter(
    (name) => wordsOf(name).some((word) => emptyWords.includes(word)) || /^I[A-Z][a-z]/.test(name),
  );
}

function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase());
}
