// An MCP server in TOML, our section of a guide, and a plugin that is a file of its own.

import { insertPair, insertTable, removeTable, replaceValue, statementsAt } from "../../languages/formats/toml-edit.ts";
import { spanningEdit } from "../../languages/formats/jsonc-edit.ts";
import { parseToml, tomlValueOf } from "../../languages/formats/toml-statements.ts";
import { applyEdits } from "../../model/text-edit.ts";
import type { EntryRow } from "./agents.ts";
import { serverName } from "./json-parts.ts";
import type { AgentLaunch } from "./launch.ts";
import { ourWords } from "./launch.ts";
import type { NotPut, Put, SetupPart } from "./parts.ts";
import { Putting } from "./parts.ts";

export function tomlServer(row: EntryRow, rest: readonly string[]): SetupPart {
  const path = [...row.path, serverName];
  return {
    kind: "server",
    title: "the MCP server",
    put: (text, launch) => openedToml(text, () => putTable(text, path, rest, launch)),
    take: (text) => openedToml(text, () => takeTable(text, path)),
    ...plain,
  };
}

/** The section that agents read, between its marks. */
export const guideSection: SetupPart = {
  kind: "guide",
  title: "the section",
  put(text) {
    const found = sectionIn(text);
    if ("why" in found) return found;
    const end = /\r?\n/.exec(text)?.[0] ?? "\n";
    const wanted = guideText.replaceAll("\n", end);
    const putting = new Putting(text);
    if (found.from === found.to) {
      const gap = text === "" ? "" : text.endsWith("\n") ? end : end + end;
      putting.apply({ start: text.length, end: text.length, newText: `${gap}${wanted}${end}` });
    } else if (text.slice(found.from, found.to) !== wanted) {
      putting.apply({ start: found.from, end: found.to, newText: wanted });
    }
    return putting.done;
  },
  take(text) {
    const found = sectionIn(text);
    if ("why" in found) return found;
    if (found.from === found.to) return undefined;
    const before = text.slice(0, found.from);
    const after = text.slice(found.to).replace(/^\r?\n/, "");
    return before.replace(/(\n|^)\r?\n$/, "$1") + after;
  },
  close: (text) => text,
  isHollow: (text) => text.trim() === "",
};

/** A file that is ours as a whole. */
export function ownFile(
  title: string,
  content: (launch: AgentLaunch) => string,
  isOurs: (text: string) => boolean,
): SetupPart {
  return {
    kind: "plugin",
    title,
    put(text, launch) {
      const after = content(launch);
      if (text === after) return undefined;
      if (text.trim() !== "" && !isOurs(text))
        return { why: "it holds something else than what Sightline writes there" };
      return { text: after, edits: [{ before: text, after }], made: [] };
    },
    take: (text) => (isOurs(text) ? "" : undefined),
    ...plain,
  };
}

const marks = {
  begin: "<!-- sightline:begin (from `sightline init`; `sightline uninstall` removes it) -->",
  end: "<!-- sightline:end -->",
} as const;

export const guideText = `${marks.begin}
## Code questions: Sightline

The MCP server \`sightline\` answers questions about this code with a compiler's knowledge. For symbols prefer it to a text search:
\`find_symbol\`, \`go_to_definition\`, \`find_references\`, \`find_callers\`, \`inspect_symbol\`. Before a change ask \`blast_radius\` what it reaches
and \`preview_edit\` what it would break; change code by \`rename_symbol\`, \`safe_apply_edit\` and \`replace_symbol_body\`.
An answer that is not complete says so in its first line (\`Standing: …\`); an empty answer without that line is proof.
${marks.end}`;

// — below: private, in the order they are used —

const plain: Pick<SetupPart, "close" | "isHollow"> = { close: (text) => text, isHollow: (text) => text.trim() === "" };

function openedToml<T>(text: string, work: () => T): T | NotPut {
  const found = parseToml(text);
  if (!("kind" in found)) return work();
  return { why: `it is not valid TOML: line ${found.line}, column ${found.column}: ${found.why}` };
}

function putTable(
  text: string,
  path: readonly string[],
  rest: readonly string[],
  { words }: AgentLaunch,
): Put | NotPut | undefined {
  const putting = new Putting(text);
  const [command = "", ...args] = words;
  if (statementsAt(text, path).length === 0) {
    const edit = insertTable(text, path, { command, args: [...args, ...rest] });
    if (edit === undefined) return { why: `${path[0]} is written there in a way that can have no more tables` };
    putting.apply(edit);
    return putting.done;
  }
  const present = tableWords(text, path);
  const ours = present && ourWords(present.words);
  if (present === undefined || ours === undefined) {
    return { why: `a server that runs another program is called ${serverName} there, or is written in braces` };
  }
  if (ours.launch.join("\n") === words.join("\n")) return undefined;
  const wanted = [...args, ...ours.rest];
  const edits = [
    replaceValue(present.command, command),
    present.args === undefined ? insertPair(text, present.command, "args", wanted) : replaceValue(present.args, wanted),
  ];
  putting.apply(spanningEdit(text, edits));
  return putting.done;
}

function tableWords(text: string, path: readonly string[]) {
  const pairs = statementsAt(text, path).filter((one) => one.kind === "pair" && one.path.length === path.length + 1);
  const command = pairs.find((one) => one.path.at(-1) === "command");
  const args = pairs.find((one) => one.path.at(-1) === "args");
  if (command === undefined) return undefined;
  const [program, more] = [tomlValueOf(text, command), args === undefined ? [] : tomlValueOf(text, args)];
  return typeof program === "string" && Array.isArray(more) ? { command, args, words: [program, ...more] } : undefined;
}

function takeTable(text: string, path: readonly string[]): string | undefined {
  const present = tableWords(text, path);
  if (present === undefined || ourWords(present.words) === undefined) return undefined;
  const edit = removeTable(text, path);
  return edit === undefined ? undefined : applyEdits(text, [edit]);
}

/** Where the section stands; an empty stretch where there is none. */
function sectionIn(text: string): { readonly from: number; readonly to: number } | NotPut {
  const begins = [...text.matchAll(/<!-- sightline:begin(?=[ -])[^\r\n<]*-->/g)];
  const ends = [...text.matchAll(/<!-- sightline:end -->/g)];
  const [begin] = begins;
  const [end] = ends;
  if (begin === undefined && end === undefined) return { from: 0, to: 0 };
  const isWhole =
    begins.length === 1 && ends.length === 1 && begin !== undefined && end !== undefined && begin.index < end.index;
  if (!isWhole)
    return { why: "the marks of Sightline's section (sightline:begin, sightline:end) are not one pair there" };
  return { from: begin.index, to: end.index + end[0].length };
}
