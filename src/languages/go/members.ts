// The types of Go with what they embed and which members they have, read from the texts of a root.
//
// Invariant: read by signs alone. A type that is embedded by its bare name is one of the same directory; one with a
// package before it is looked for in directories of that name.

import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { MemberFamily, MemberRename, TypeMember } from "../members.ts";
import type { RenamedName, MeaningByItself } from "../rename-rules.ts";
import { maskBy } from "../syntax/prose.ts";
import { goSyntax } from "./syntax.ts";
import { closingOf } from "../syntax/brackets.ts";

export interface GoMember extends TypeMember {
  readonly kind: "method" | "field";
  /** What stands behind a field, with its tag. */
  readonly rest: string;
}

interface Embedded {
  readonly type: string;
  /** A name, with its package before it where it has one. */
  readonly of: string;
  readonly file: FilePath;
}

export interface GoText {
  readonly members: readonly GoMember[];
  readonly embedded: readonly Embedded[];
}

/** A type as other types see it. */
interface Known {
  readonly name: string;
  readonly directory: string;
}

/** What a type embeds has members of its own: the nearest of a name answers, whatever a server says of the others. */
export function goFamily(
  { at, name, newName }: MemberRename,
  texts: ReadonlyMap<FilePath, string>,
): MemberFamily | undefined {
  const types = new GoTypes([...texts].map(([file, text]) => goText(file, text)));
  const own = types.memberAt(at);
  if (own === undefined) return undefined;
  return {
    leftBy: () => ({ overrides: [], taken: types.promoted(own, newName), doubtful: types.beside(own, newName) }),
    membersAround: () => [own],
    instead: types.promoted(own, name),
    words: {
      takenIn: `in what ${own.type} embeds`,
      takenWhy: (shown) => `The renamed one would hide the other ${shown}`,
      doubt: (shown) => `in types that embed ${own.type} another ${shown} would answer`,
      searchedFor: `types that embed ${own.type}`,
    },
  };
}

/** Methods are called through interfaces; the name of a field is what encoders write, where no tag gives another one. */
export function goByItself({ file, text, place, name }: RenamedName, newName: string): MeaningByItself {
  const own = goText(file, text).members.find((one) => one.place.line === place.line && one.name === name);
  const isMethod = own?.kind === "method";
  const isSeen = /^\p{Lu}/u.test(name) || /^\p{Lu}/u.test(newName);
  return {
    isCalledBefore: isMethod && calledMethods.test(name),
    isCalledAfter: isMethod && calledMethods.test(newName),
    isKey: own?.kind === "field" && isSeen && !/\bjson:"[^",]+/.test(own.rest),
  };
}

export class GoTypes {
  readonly #members: readonly GoMember[];
  readonly #embedded: readonly Embedded[];

  constructor(texts: readonly GoText[]) {
    this.#members = texts.flatMap(({ members }) => members);
    this.#embedded = texts.flatMap(({ embedded }) => embedded);
  }

  memberAt({ file, place: at }: MemberRename["at"]): GoMember | undefined {
    return this.#members.find(({ file: one, place, name }) => {
      return (
        one === file && place.line === at.line && place.column <= at.column && at.column <= place.column + name.length
      );
    });
  }

  /** Members of a name in what its type embeds, near and far. */
  promoted(member: GoMember, name: string): readonly GoMember[] {
    return this.#named([...spread(knownOf(member), (one) => this.#below(one))].slice(1), name);
  }

  /** Members of a name in what embeds its type, and in what that embeds besides. */
  beside(member: GoMember, name: string): readonly GoMember[] {
    const own = spread(knownOf(member), (one) => this.#below(one));
    const above = spread(knownOf(member), (one) => this.#above(one));
    const all = new Set([...above].slice(1).flatMap((one) => [...spread(one, (each) => this.#below(each))]));
    const others = [...all].filter((one) => ![...own].some((each) => isSame(each, one)));
    return this.#named(others, name);
  }

  // — below: private —

  #named(types: readonly Known[], name: string): readonly GoMember[] {
    return this.#members.filter((one) => one.name === name && types.some((type) => isSame(type, knownOf(one))));
  }

  #below(type: Known): readonly Known[] {
    return this.#embedded.filter((one) => isSame(type, knownOf(one))).flatMap((one) => this.#meant(one));
  }

  #above(type: Known): readonly Known[] {
    return this.#embedded.filter((one) => this.#meant(one).some((each) => isSame(each, type))).map(knownOf);
  }

  #meant({ of, file }: Embedded): readonly Known[] {
    const [name = "", from] = of.split(".").reverse();
    if (from === undefined) return [{ name, directory: directoryOf(file) }];
    const found = this.#members.filter((one) => one.type === name && directoryOf(one.file).endsWith(`/${from}`));
    return unique(found.map(knownOf));
  }
}

export function goText(file: FilePath, text: string): GoText {
  const code = maskBy(goSyntax, text);
  const index = new LineIndex(text);
  const members: GoMember[] = [];
  const embedded: Embedded[] = [];
  for (const match of code.matchAll(
    /^func\s*\(\s*(?:\w+\s+)?(?:\*\s*)?(\w+)\s*(?:\[[^[\]]*\]\s*)?\)\s*([\p{L}_][\p{L}\p{N}_]*)/gmu,
  )) {
    const [whole, type = "", name = ""] = match;
    const place = index.placeOf(match.index + whole.length - name.length);
    members.push({ type, name, kind: "method", file, place, rest: "" });
  }
  for (const match of code.matchAll(
    /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)(?:\[[^[\]\n]*\])?\s+(struct|interface)\s*\{/gu,
  )) {
    const open = match.index + match[0].length - 1;
    const close = closingOf(code, open) ?? code.length;
    for (const { start, end } of linesIn(code, open + 1, close)) {
      const line = code.slice(start, end);
      const [bare, of] = /^\*?\s*((?:\w+\.)?\w+)(?:\[[^\]]*\])?\s*$/.exec(line) ?? [];
      if (bare !== undefined && of !== undefined) embedded.push({ type: match[1] ?? "", of, file });
      const [names = ""] =
        bare === undefined ? (/^[\p{L}_][\p{L}\p{N}_]*(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)*/u.exec(line) ?? []) : [];
      for (const name of names.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
        const kind = match[2] === "interface" ? "method" : "field";
        const place = index.placeOf(start + name.index);
        members.push({
          type: match[1] ?? "",
          name: name[0],
          kind,
          file,
          place,
          rest: text.slice(start + names.length, end),
        });
      }
    }
  }
  return { members, embedded };
}

// — below: private, in the order they are used —

const calledMethods =
  /^(?:String|GoString|Format|Error|Unwrap|Is|As|(?:Unm|M)arshal(?:JSON|Text|Binary|YAML|XML|XMLAttr)|Gob(?:En|De)code|Scan|Value|ServeHTTP|RoundTrip|Read|ReadAt|ReadFrom|ReadByte|ReadRune|Write|WriteAt|WriteTo|WriteString|WriteByte|Close|Seek|Flush|Len|Less|Swap|Push|Pop|Lock|Unlock|Set|Done|Err|Deadline)$/;

/** Each with its text; what is nested in brackets belongs to the line on which these open. */
function linesIn(code: string, from: number, to: number): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  for (let at = from, begin = from; at <= to; at++) {
    const sign = code.charAt(at);
    if ("([{".includes(sign) && sign !== "") depth++;
    else if (")]}".includes(sign) && at < to) depth--;
    if (at < to && (depth > 0 || (sign !== "\n" && sign !== ";"))) continue;
    const start = begin + (/^\s*/.exec(code.slice(begin, at))?.[0].length ?? 0);
    if (start < at) found.push({ start, end: at });
    begin = at + 1;
  }
  return found;
}

function knownOf({ type, file }: { readonly type: string; readonly file: FilePath }): Known {
  return { name: type, directory: directoryOf(file) };
}

function directoryOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

function isSame(a: Known, b: Known): boolean {
  return a.name === b.name && a.directory === b.directory;
}

function unique(types: readonly Known[]): Known[] {
  return types.filter((one, at) => types.findIndex((other) => isSame(one, other)) === at);
}

function spread(from: Known, next: (one: Known) => readonly Known[]): Set<Known> {
  const seen: Known[] = [from];
  for (const one of seen)
    for (const other of next(one)) if (!seen.some((each) => isSame(each, other))) seen.push(other);
  return new Set(seen);
}
