// Whether a configuration of a repository names nothing that a tool would run, load or write.
//
// Invariant: what is not understood is not harmless. Each form is an allow-list, read so that nothing that a real parser
// would see is passed over.

import type { ConfigurationForm } from "../../model/configuration-form.ts";

export function isHarmless(form: ConfigurationForm, text: string): boolean {
  switch (form) {
    case "cargo":
      return isHarmlessCargo(text);
    case "cargo manifest":
      return !/cargo-features|rustflags|codegen-backend|trim-paths/.test(text) && !/\\[uUx]/.test(text);
    case "clang flags":
      return areHarmless(wordsOf(text));
    case "clang database":
      return isHarmlessDatabase(text);
    case "clangd":
      return isHarmlessClangd(text);
  }
}

/** Whether a flag of a compiler neither runs, loads nor writes anything; what stands behind it is not judged. */
export function isHarmlessFlag(word: string): boolean {
  return areHarmless(wordsOf(word));
}

// — below: private, in the order they are used —

/** Tables of Cargo's configuration in which no key names a program, a library or a flag of the compiler. */
const cargoTables: ReadonlySet<string> = new Set(["alias", "net", "term", "cargo-new"]);

/** A line in brackets counts as the head of a table wherever it stands, so that none is missed. */
function isHarmlessCargo(text: string): boolean {
  let isInTable = false;
  for (const raw of text.split(/\r\n|[\n\r]/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, table] = /^\[{1,2}([\w-]+)(?:\.[\w.-]*)?\]{1,2}(?:[ \t]*#.*)?$/.exec(line) ?? [];
    if (table !== undefined && cargoTables.has(table)) isInTable = true;
    else if (line.startsWith("[") || !isInTable) return false;
  }
  return true;
}

function isHarmlessDatabase(text: string): boolean {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return false;
  }
  if (!Array.isArray(read)) return false;
  return read.every((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return false;
    const { command, arguments: words } = entry as { command?: unknown; arguments?: unknown };
    if (Array.isArray(words)) return words.every((word) => typeof word === "string") && areHarmless(words.slice(1));
    // The compiler itself is not run.
    return typeof command === "string" && areHarmless(wordsOf(command).slice(1));
  });
}

/** Of its settings only the flags matter; what could hide one is not understood. */
function isHarmlessClangd(text: string): boolean {
  if (/\\|[&*]\w|!!|@|CompilationDatabase|External/.test(text)) return false;
  const words = text.split(/[\s,[\]"']+/).filter((word) => word.startsWith("-") && !/^-+$/.test(word));
  return areHarmless(words);
}

/** Quotes and escapes may make any word of the parts, so they are taken out; a word is judged by what is left. */
function wordsOf(command: string): string[] {
  return command
    .replaceAll(/["'\\]/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Flags behind which the next word is only read, or is no flag. */
const takesWord: ReadonlySet<string> = new Set([
  ...["-I", "-isystem", "-iquote", "-idirafter", "-iframework", "-F", "-isysroot", "--sysroot", "-include", "-imacros"],
  ...["-D", "-U", "-x", "-o", "-MF", "-MT", "-MQ", "-arch", "-target", "-L", "-l", "--param", "-framework", "-z", "-u"],
]);

const harmlessFlag = new RegExp(
  [
    "-(?:I|isystem|iquote|idirafter|iframework|F|isysroot|D|U|l|L).*",
    "--sysroot=.*",
    "-(?:std|target|-target|stdlib|rtlib|march|mcpu|mtune)=[\\w.+-]*",
    "-x[\\w+-]*",
    "-W(?![apl],)[\\w=+-]*",
    "-f(?!plugin|pass-plugin|module|prebuilt|profile|crash|implicit-module|build-session|thinlto|auto-profile|sanitize-\\w*list|diagnostics-\\w*file|save|proc-stat|debug-\\w*file|time|record-command)[\\w+-]*(?:=[\\w.,+:-]*)?",
    "-m(?!llvm|link)[\\w+-]*(?:=[\\w.,+-]*)?",
    "-O\\w*",
    "-g[\\w-]*(?:=[\\w.-]*)?",
    "-M[MDGPV]?D?",
    "-(?:c|S|E|v|w|s|P|C|pipe|ansi|pthread|pedantic|pedantic-errors|shared|static|rdynamic|undef|traditional|trigraphs)",
    "-no(?:stdinc|stdinc\\+\\+|stdlib|stdlibinc|builtininc|defaultlibs)",
    "-(?:static|shared)-lib[\\w+-]*",
    "-[03]?",
  ]
    .map((form) => `(?:${form})`)
    .join("|")
    .replace(/^/, "^(?:")
    .replace(/$/, ")$"),
);

function areHarmless(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (takesWord.has(word)) {
      at++;
      continue;
    }
    if (word === "--" || isFile(word) || harmlessFlag.test(word)) continue;
    return false;
  }
  return true;
}

/** A file that is compiled; an option of Microsoft's compiler may hand on any other. */
function isFile(word: string): boolean {
  return /^[\w./+][^\s]*$/.test(word) && !/^\/(?:clang:|X|link)/i.test(word);
}
