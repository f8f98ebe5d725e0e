// The classes of a text of Python with what they extend and which members they have, and what else its names stand for.
//
// Invariant: read by signs alone; whatever a name is bound to in a way that is not understood counts as computed.

import { maskBy } from "../syntax/prose.ts";
import { pythonSyntax, stringsOfPython } from "./syntax.ts";
import type { Place } from "../../model/place.ts";
import { closingOf, outsideBrackets } from "../syntax/brackets.ts";
import { trimmedStart } from "../syntax/lines.ts";

export interface PythonMember {
  readonly name: string;
  /** Where its name begins. */
  readonly place: Place;
}

export interface PythonClass {
  readonly name: string;
  /** Where its name begins. */
  readonly place: Place;
  /** What it extends, as it is written. */
  readonly bases: readonly string[];
  /** Those of the names that were asked for, of the class itself and of its objects. */
  readonly members: readonly PythonMember[];
}

export type PythonBinding =
  | { readonly kind: "import"; readonly module: string; readonly name?: string }
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "function" };

export interface PythonNames {
  readonly classes: readonly PythonClass[];
  readonly bound: ReadonlyMap<string, readonly PythonBinding[]>;
  /** Modules all of whose names are seen. */
  readonly stars: readonly string[];
}

export function pythonNames(text: string, members: ReadonlySet<string>): PythonNames {
  const statements = statementsOf(text.replaceAll(/\r\n?/g, "\n"));
  const classes: PythonClass[] = [];
  const bound = new Map<string, PythonBinding[]>();
  const stars: string[] = [];
  const bind = (name: string, binding: PythonBinding): void => {
    const known = bound.get(name);
    if (known === undefined) bound.set(name, [binding]);
    else known.push(binding);
  };
  for (const [at, { code, line }] of statements.entries()) {
    const [head, name] = classHead.exec(code) ?? [];
    if (head !== undefined && name !== undefined) {
      const { bases, body } = basesAt(code, head.length);
      const place = { line, column: head.length - name.length + 1 };
      classes.push({ name, place, bases, members: membersOf(statements, at, body, members) });
    }
    for (const each of imported(code)) {
      if (each.local === "*") stars.push(each.module);
      else
        bind(each.local, {
          kind: "import",
          module: each.module,
          ...(each.name === undefined ? {} : { name: each.name }),
        });
    }
    const [, made] = /^\s*(?:async\s+)?def\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(code) ?? [];
    if (made !== undefined) bind(made, { kind: "function" });
    const [, set, value] = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)([\s\S]*)$/u.exec(code) ?? [];
    if (set !== undefined && value !== undefined) bind(set, { kind: "value", text: value.trim() });
  }
  return { classes, bound, stars };
}

// — below: private, in the order they are used —

/** A line with those that go on with it; the code begins as its first line does. */
interface Statement {
  readonly code: string;
  readonly line: number;
  readonly indent: number;
}

const classHead = /^[ \t]*class[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u;

function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  const isInString = stringsOfPython(text);
  const lines = maskBy(pythonSyntax, text).split("\n");
  let end = -1;
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let last = lines[at] ?? "";
    end += last.length + 1;
    if (last.trim() === "") continue;
    const parts = [last];
    let open = balanceOf(last);
    while ((open > 0 || last.endsWith("\\") || isInString(end)) && at + 1 < lines.length) {
      last = lines[++at] ?? "";
      end += last.length + 1;
      open += balanceOf(last);
      parts.push(last);
    }
    const code = parts.join("\n");
    found.push({ code, line, indent: code.length - code.trimStart().length });
  }
  return found;
}

function balanceOf(code: string): number {
  let balance = 0;
  for (const sign of code) {
    if ("([{".includes(sign)) balance++;
    else if (")]}".includes(sign)) balance--;
  }
  return balance;
}

/** What stands in the brackets behind the name of a class and those of its type parameters, and where its body begins. */
function basesAt(code: string, nameEnd: number): { readonly bases: readonly string[]; readonly body: number } {
  let open = trimmedStart(code, nameEnd);
  if (code.charAt(open) === "[") open = trimmedStart(code, (closingOf(code, open) ?? code.length) + 1);
  const close = code.charAt(open) === "(" ? closingOf(code, open) : undefined;
  const colon = code.indexOf(":", close ?? open);
  const bases: string[] = [];
  const last = close ?? open;
  for (let from = open + 1; from < last; ) {
    const end = outsideBrackets(code, from, last, (_, sign) => sign === ",") ?? last;
    const base = code.slice(from, end).trim();
    // What is given by a keyword is no base.
    if (base !== "" && !/^\w+\s*=(?!=)/.test(base)) bases.push(base);
    from = end + 1;
  }
  return { bases, body: colon === -1 ? code.length : colon + 1 };
}

/** Those of the class itself and, of its methods, what they set; not of another class in it. */
function membersOf(
  statements: readonly Statement[],
  head: number,
  body: number,
  names: ReadonlySet<string>,
): PythonMember[] {
  const own = statements[head];
  if (own === undefined) return [];
  const found: PythonMember[] = onHead(own, body);
  const inside: { readonly indent: number; readonly word: string }[] = [];
  for (let at = head + 1; at < statements.length; at++) {
    const one = statements[at];
    if (one === undefined || one.indent <= own.indent) break;
    while ((inside.at(-1)?.indent ?? -1) >= one.indent) inside.pop();
    const [, word] = /^\s*(?:async\s+)?(def|class)\s/.exec(one.code) ?? [];
    if (inside.length === 0) found.push(...declaredBy(one));
    else if (inside.every((outer) => outer.word === "def")) found.push(...setBy(one));
    if (word !== undefined) inside.push({ indent: one.indent, word });
  }
  return found.filter(({ name }) => names.has(name));
}

/** Of a class on a line of its own, behind the colon. */
function onHead({ code, line }: Statement, body: number): PythonMember[] {
  if (code.slice(0, body).includes("\n")) return [];
  return [...code.slice(body).matchAll(/(?:^|;)\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?=[:=](?!=))/gu)].map((match) => {
    const [whole, name = ""] = match;
    return { name, place: { line, column: body + match.index + whole.indexOf(name) + 1 } };
  });
}

function declaredBy({ code, line, indent }: Statement): PythonMember[] {
  const [head = "", word] = /^\s*(?:async\s+)?(def|class)\s+/.exec(code) ?? [];
  const start = word === undefined ? indent : head.length;
  const [name] = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(code.slice(start)) ?? [];
  const isDeclared = word !== undefined || /^\s*[:=](?!=)/.test(code.slice(start + (name?.length ?? 0)));
  return name !== undefined && isDeclared ? [{ name, place: { line, column: start + 1 } }] : [];
}

/** What follows the last name of a list that is assigned to, or that has a type and a value. */
const isSet = /^(?:,|=|:[^=\n]*=)/;

function setBy({ code, line }: Statement): PythonMember[] {
  const last = /^\s*(?:[\w.]+\s*,\s*)*/.exec(code)?.[0].length ?? 0;
  return [...code.matchAll(/(?<![\w.])(?:self|cls)\.([\p{L}_][\p{L}\p{N}_]*)\s*(?=[,:]|=(?!=))/gu)].flatMap((match) => {
    const end = match.index + match[0].length;
    const isTarget = match.index < last || (match.index === last && isSet.test(code.slice(end)));
    const column = match.index + match[0].indexOf(".") + 2;
    return isTarget ? [{ name: match[1] ?? "", place: { line, column } }] : [];
  });
}

interface Imported {
  readonly local: string;
  readonly module: string;
  readonly name?: string;
}

function imported(code: string): Imported[] {
  const [, module, list = ""] = /^\s*from\s+([\w.]+)\s+import\s+([\s\S]+)$/.exec(code) ?? [];
  const plain = module === undefined ? (/^\s*import\s+([\s\S]+)$/.exec(code)?.[1] ?? "") : list;
  return plain
    .replaceAll(/[()\\;]/g, " ")
    .split(",")
    .flatMap((part): Imported[] => {
      const [name, , as] = part.trim().split(/\s+/);
      if (name === undefined || name === "") return [];
      if (module !== undefined) return [{ local: as ?? name, module, name }];
      return [
        { local: as ?? name.split(".")[0] ?? name, module: as === undefined ? (name.split(".")[0] ?? name) : name },
      ];
    });
}
