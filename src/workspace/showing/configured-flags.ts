// What flags of compilers lead to: in databases, in files of flags, and in the settings of clangd.

import type { Unclear } from "../../languages/leads/lead.ts";
import { isHarmlessFlag } from "../../languages/formats/harmless-configuration.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import { isRecord, textsIn } from "../../std/json.ts";
import type { ConfiguredRole, ConfiguredText } from "./configured-texts.ts";
import { readJson } from "./configured-texts.ts";

/** The texts of a file in which C servers search for flags. */
export function flagTexts(
  file: FilePath,
  text: string,
  pathOf: (written: string) => FilePath | undefined,
): ConfiguredText[] {
  if (file.endsWith("compile_commands.json")) return databaseTexts(text, pathOf);
  if (baseName(file) === ".clangd") return clangdTexts(text);
  return fromFlags(text.split(/[\r\n]+/).map((line) => line.trim()));
}

/** The same of a file that a flag names: what climbs there does so from an unknown directory. */
export function responseTexts(text: string): ConfiguredText[] {
  return fromFlags(shellWords(text)).map((one) =>
    one.written.includes("..") ? { ...one, unclear: "it has .. after a directory name" } : one,
  );
}

// — below: private, in the order they are used —

function databaseTexts(text: string, pathOf: (written: string) => FilePath | undefined): ConfiguredText[] {
  const read = readJson(text);
  if ("texts" in read)
    return text.trim() === "" ? [] : [unclear(text.trim().slice(0, 20), "it is not written as JSON")];
  const known = new Map<string, ConfiguredText>();
  for (const entry of Array.isArray(read.value) ? read.value.filter(isRecord) : []) {
    const base = pathOf(textsIn(entry["directory"])[0] ?? ".");
    const commands = [textsIn(entry["arguments"]), shellWords(textsIn(entry["command"])[0] ?? "")];
    for (const one of commands.flatMap((words) => fromFlags(words.slice(1))))
      known.set(`${one.way}\n${one.written}\n${base}`, { ...one, ...(base === undefined ? {} : { base }) });
  }
  return [...known.values()];
}

function unclear(written: string, why: Unclear): ConfiguredText {
  return { written, way: "taken", unclear: why };
}

/** Flags stand there as words too. */
function clangdTexts(text: string): ConfiguredText[] {
  const words = text.split(/[\s,[\]"']+/);
  const named = [...text.matchAll(/\b(?:CompilationDatabase|File|MountPoint)[ \t]*:[ \t]*([^\s#]+)/g)];
  const odd = /"[^"\n]*\\[^"\n]*"|(?:^|[\s,[{:])(?:[&*]\w|!!?\w)/.exec(text);
  return [
    ...fromFlags(words.filter((word) => !/^-+$/.test(word))),
    ...named.map(([, written = ""]): ConfiguredText => ({ written, way: "taken" })),
    ...(odd === null ? [] : [unclear(odd[0].trim(), "it contains an escape")]),
  ];
}

function shellWords(command: string): string[] {
  const words = command.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g);
  return [...words].map(([word]) => word.replaceAll(/\\(.)|["']/g, "$1"));
}

interface FlagKind {
  readonly flags: RegExp;
  readonly way: ConfiguredText["way"];
  readonly role?: ConfiguredRole;
}

/** What lies below a root of the system or in frameworks is searched under other names than its own. */
const kinds: readonly FlagKind[] = [
  {
    flags:
      /^(?:-iframeworkwithsysroot|-iframework|-F|-isysroot|--sysroot|-resource-dir|-iprefix|-iwithprefixbefore|-iwithprefix|-iwithsysroot|-fprebuilt-module-path)=?/,
    way: "taken",
  },
  {
    flags:
      /^(?:-I|-isystem-after|-isystem|-iquote|-idirafter|-cxx-isystem|-c-isystem|-stdlib\+\+-isystem|--embed-dir|--include-directory|\/I)=?/,
    way: "searched",
  },
  { flags: /^(?:--config|@)=?/, way: "taken", role: "flags" },
  { flags: /^-fmodule-map-file=?/, way: "taken", role: "modulemap" },
  { flags: /^(?:-include-pch|-ivfsoverlay|-vfsoverlay|-fmodule-file|-fplugin|-load)=?/, way: "taken", role: "opaque" },
  { flags: /^(?:-include|--include|-imacros|--imacros|\/FI)=?/, way: "taken", role: "code" },
  { flags: /^-D=?/, way: "taken" },
];

function fromFlags(words: readonly string[]): ConfiguredText[] {
  return words.flatMap((word, index): ConfiguredText[] => {
    const kind = kinds.find(({ flags }) => flags.test(word));
    if (kind === undefined) {
      // A flag that is not known to be harmless may do anything.
      return word.startsWith("-") && !isHarmlessFlag(word) ? [unclear(word, "it is concatenated from parts")] : [];
    }
    const flag = kind.flags.exec(word)?.[0] ?? "";
    const value = word.slice(flag.length) || (words[index + 1] ?? "");
    // A macro may hold a path.
    const written = flag === "-D" ? /["'<]?((?:\.{0,2}\/)[^"'>]*)/.exec(value)?.[1] : value;
    if (written === undefined || written === "" || written.startsWith("-")) return [];
    return [{ written, way: kind.way, ...(kind.role === undefined ? {} : { role: kind.role }) }];
  });
}
