// Where the text of a file leads by a path: what it imports, includes or embeds, and the schema that it names.
//
// Invariant: what a compiler or a server could follow is found, in comments and strings too; one lead too many does no harm.
// Invariant: the time that reading takes grows with the text and not faster.

/** Files whose leads are read alike, and that one server may quote to each other. */
export type LeadFamily = "script" | "c" | "python" | "rust" | "shell" | "data";

export interface Lead {
  /** As it is written, escapes resolved; relative to the directory of the file unless it is absolute. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /**
   * `searched`: directories that a configuration names are looked in too. `macro`: the path is the name of a macro.
   * `named`: it is the name of a package, or the first name of a module.
   */
  readonly way: "beside" | "searched" | "macro" | "named";
}

export function leadFamilyOf(file: string): LeadFamily | undefined {
  return endings.find(([, ending]) => ending.test(file))?.[0];
}

export function leadsOf(family: LeadFamily, text: string): Lead[] {
  const found = readers[family](text);
  const lines = lineCounter(text);
  const leads = found.map(({ at, ...lead }) => ({ ...lead, line: lines(at) }));
  return [...new Map(leads.map((lead) => [`${lead.path}\n${lead.line}`, lead])).values()];
}

/** The texts that a macro stands for, where it is defined; undefined for one that is no plain path. */
export function pathsOfMacro(name: string, text: string): (string | undefined)[] {
  if (!text.includes(name)) return [];
  const definition = new RegExp(String.raw`\bdefine[ \t]+${name}\b([^\n]*)`, "g");
  return [...text.matchAll(definition)].map(([, value = ""]) => /^[ \t]+["<]([^">\n]*)[">][ \t]*\r?$/.exec(value)?.[1]);
}

// — below: private, in the order they are used —

const endings: readonly (readonly [LeadFamily, RegExp])[] = [
  ["script", /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/],
  ["c", /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|m|mm|cu|inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm)$/],
  ["python", /\.pyi?$/],
  ["rust", /\.rs$/],
  ["shell", /\.(?:sh|bash|zsh|ksh|bats|inc)$/],
  ["data", /\.(?:ya?ml|jsonc?)$/],
];

interface Found extends Omit<Lead, "line"> {
  readonly at: number;
}

/** The line of each of several offsets that only grow. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let counted = 0;
  return (at) => {
    for (let next = text.indexOf("\n", counted); next >= 0 && next < at; next = text.indexOf("\n", counted)) {
      line++;
      counted = next + 1;
    }
    return line;
  };
}

const readers: Readonly<Record<LeadFamily, (text: string) => Found[]>> = {
  script: scriptLeads,
  c: cLeads,
  python: pythonLeads,
  rust: rustLeads,
  shell: (text) => matched(text, shellSources, "searched"),
  data: (text) => matched(text, schemas, "beside").filter(({ path }) => !/^(?:https?:|#)/.test(path)),
};

/** Each form may hold its path in any group. */
function matched(text: string, forms: readonly RegExp[], way: Lead["way"]): Found[] {
  const all = forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match): Found[] => {
      const path = match.slice(1).find((group) => group !== undefined && group !== "");
      return path === undefined ? [] : [{ path: unquoted(path), at: match.index + match[0].search(/\S/), way }];
    }),
  );
  return all.sort((a, b) => a.at - b.at);
}

const shellSources = [
  /(?:^|[;&|({\s`])(?:source|\.)[ \t]+(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})'|([^\s"';&|)]{1,1000}))/gm,
  /shellcheck[ \t][^\n]{0,200}?source(?:-path)?=([^\s]{1,1000})/g,
];

/** A model line of YAML, the key of a document, and what a schema refers to. */
const schemas = [/\$(?:schema|ref)["']?[ \t]*[:=][ \t]*(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})'|([^\s"',}]{1,1000}))/g];

function unquoted(path: string): string {
  return path.replaceAll(/\\(.)/g, "$1");
}

const scriptWords = /(?<![\w$.#])(?:from|import|require|module|path|types|src)(?![\w$])|@jsxImportSource[ \t]+(\S+)/g;

function scriptLeads(text: string): Found[] {
  const found: Found[] = [];
  const skip = skipper(text);
  for (const match of text.matchAll(scriptWords)) {
    const at = match.index;
    if (match[1] !== undefined) found.push(scriptLead(match[1], at));
    const behind = skip(at + match[0].length);
    const path = behind === undefined ? tooLong : scriptPath(text, match[0], behind, skip);
    if (path !== undefined && (isPath(path) || packageWords.has(match[0]))) found.push(scriptLead(path, at));
  }
  return found;
}

/** Words behind which a package may be named, and not only a path. */
const packageWords: ReadonlySet<string> = new Set(["from", "import", "require", "module", "types"]);

function scriptLead(path: string, at: number): Found {
  if (path === tooLong || isPath(path)) return { path, at, way: "beside" };
  return { path: packageNameOf(path), at, way: "named" };
}

/** The package that holds what is imported: `@scope/name/file` is of `@scope/name`. */
export function packageNameOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Stands for a path that begins behind so many comments that it was not looked for; it leads outside of everything. */
const tooLong = "/..";

type Skip = (at: number) => number | undefined;

/** The path that stands behind one of the words, if there is one. */
function scriptPath(text: string, word: string, from: number, skip: Skip): string | undefined {
  const opens = signsBefore[word];
  let at: number | undefined = from;
  if (word === "import") {
    const phase = stickyAt(/\.[ \t]*(?:defer|source)\b/y, text, from);
    if (phase !== undefined) at = skip(from + phase.length);
  }
  if (at !== undefined && opens !== undefined && text.charAt(at) === opens.sign) at = skip(at + 1);
  else if (opens?.isNeeded === true) return undefined;
  return at === undefined ? tooLong : literalAt(text, at);
}

const signsBefore: Readonly<Record<string, { readonly sign: string; readonly isNeeded: boolean }>> = {
  import: { sign: "(", isNeeded: false },
  require: { sign: "(", isNeeded: true },
  path: { sign: "=", isNeeded: true },
  types: { sign: "=", isNeeded: true },
  src: { sign: "=", isNeeded: true },
};

/** A text in quotes, escapes resolved; what is made while the program runs leads nowhere. */
function literalAt(text: string, at: number): string | undefined {
  const literal = stickyAt(
    /"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|`(?:[^`\\$]|\\.){0,1000}`/y,
    text,
    at,
  );
  return literal
    ?.slice(1, -1)
    .replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([^xu]))/gi, (_, x, u, brace, other: string) => {
      const code = Number.parseInt(String(x ?? u ?? brace ?? ""), 16);
      return Number.isNaN(code) || code > 0x10_ff_ff ? other : String.fromCodePoint(code);
    });
}

function isPath(path: string): boolean {
  return /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/]|file:|~)/.test(path);
}

function stickyAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

/** More pieces than these between two words, and they are not looked behind. */
const maxPieces = 200;

/** Goes past blanks, comments and joined lines. */
function skipper(text: string): Skip {
  const next = { "*/": -2, "\n": -2 };
  const find = (sign: "*/" | "\n", from: number): number => {
    if (next[sign] < from && next[sign] !== -1) next[sign] = text.indexOf(sign, from);
    return next[sign] === -1 ? text.length : next[sign] + sign.length;
  };
  return (from) => {
    let at = from;
    for (let pieces = 0; pieces < maxPieces; pieces++) {
      at += stickyAt(/\s+/y, text, at)?.length ?? 0;
      if (text.startsWith("/*", at)) at = find("*/", at + 2);
      else if (text.startsWith("//", at)) at = find("\n", at + 2);
      else if (/\\\r?\n/y.test(text.slice(at, at + 3))) at += text.charAt(at + 1) === "\r" ? 3 : 2;
      else return at;
    }
    return undefined;
  };
}

/** A directive in each spelling of its sign, a header unit, and a question whether there is such a file. */
const directives =
  /(?:#|%:|\?\?=)|(?<![\w.>])import(?=[\s"</])|\b__has_(?:include(?:_next)?|embed)[ \t]*\(|\binclude_alias\b/g;

function cLeads(text: string): Found[] {
  const found: Found[] = [];
  const skip = skipper(text);
  for (const { 0: sign, index: at } of text.matchAll(directives)) {
    if (sign === "include_alias") found.push({ path: sign, at, way: "macro" });
    let from = skip(at + sign.length);
    const isDirective = !/^[_i]/.test(sign);
    if (isDirective && from !== undefined) {
      const word = stickyAt(/(?:\w|\\\r?\n)+/y, text, from) ?? "";
      if (!/^(?:include(?:_next)?|import|embed)$/.test(word.replaceAll(/\\\r?\n/g, ""))) continue;
      from = skip(from + word.length);
    }
    if (from === undefined) found.push({ path: tooLong, at, way: "beside" });
    else found.push(...includedAt(text, from, at, isDirective));
  }
  return found;
}

function includedAt(text: string, from: number, at: number, isDirective: boolean): Found[] {
  const literal = stickyAt(/"[^"\n]{1,1000}"|<[^>\n]{1,1000}>/y, text, from);
  if (literal !== undefined) {
    // A line that is joined with the next is no path that can be read.
    return [{ path: literal.slice(1, -1), at, way: "searched" }];
  }
  const name = stickyAt(/[^\s;]{1,200}/y, text, from);
  return isDirective && name !== undefined ? [{ path: name, at, way: "macro" }] : [];
}

function pythonLeads(text: string): Found[] {
  const found: Found[] = [];
  for (const { index: at } of text.matchAll(/\bfrom(?=[\s\\.])/g)) {
    const dots = stickyAt(/(?:[ \t\f.]|\\\r?\n){1,500}/y, text, at + 4) ?? "";
    const up = dots.replaceAll(/[^.]/g, "").length;
    const name = stickyAt(/[\p{L}\p{N}_.]{0,500}/uy, text, at + 4 + dots.length) ?? "";
    if (up === 0 && name !== "") found.push({ path: topOf(name), at, way: "named" });
    if (up < 2) continue;
    const below = name === "import" ? "" : name.replaceAll(".", "/");
    found.push({ path: `${"../".repeat(up - 1)}${below}`, at, way: "beside" });
  }
  return [...found, ...pythonModules(text)].sort((a, b) => a.at - b.at);
}

/** The modules of statements that begin with `import`; of one that begins with `from` they are names in a module. */
function pythonModules(text: string): Found[] {
  return [...text.matchAll(/\bimport(?=[ \t\f\\])/g)].flatMap(({ index: at }) => {
    if (!/(?:^|[;:]|(?<!\\)\r?\n)[ \t\f]*$/.test(text.slice(Math.max(0, at - 200), at))) return [];
    const list = stickyAt(/(?:[\p{L}\p{N}_., \t\f]|\\\r?\n){1,20000}/uy, text, at + "import".length) ?? "";
    if (list.length >= 20_000) return [{ path: tooLong, at, way: "beside" }];
    const modules = list.replaceAll(/\\\r?\n/g, " ").split(",");
    const names = modules.map((one) => topOf(one.trim().split(/\s/, 1)[0] ?? ""));
    return names.filter((name) => name !== "").map((path): Found => ({ path, at, way: "named" }));
  });
}

function topOf(module: string): string {
  return module.normalize("NFKC").split(".", 1)[0] ?? "";
}

function rustLeads(text: string): Found[] {
  return [...text.matchAll(/\b(?:include(?:_str|_bytes)?\s{0,20}!|\bpath\s{0,20}=)/g)].flatMap(
    ({ index: at, 0: word }) => {
      const rest = text.slice(at + word.length, at + word.length + 500);
      const until = word.endsWith("=") ? rest.indexOf("]") : rest.search(/[)\]}];?\s*(?:\n|$|[;,)])/);
      const literals = [...rest.slice(0, until < 0 ? undefined : until).matchAll(/"([^"]*)"/g)].map(
        ([, one = ""]) => one,
      );
      const path = literals.join("");
      return path === "" || /\benv!/.test(rest.slice(0, Math.max(until, 0)))
        ? []
        : [{ path, at, way: "beside" as const }];
    },
  );
}
