// An MCP server and hooks in files of JSON.

import type { JsonItem, JsonMember, JsonNode } from "../../languages/formats/jsonc-tree.ts";
import { jsonValueOf, memberOf, nodeAt, parseJsonTree } from "../../languages/formats/jsonc-tree.ts";
import {
  appendItem,
  insertMember,
  spanningEdit,
  removeChild,
  removeIfHollow,
  replaceNode,
} from "../../languages/formats/jsonc-edit.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { isRecord } from "../../std/json.ts";
import type { EntryRow, HooksRow } from "./agents.ts";
import { setupAgents } from "./agents.ts";
import type { AgentLaunch } from "./launch.ts";
import { commandLineOf, ourWords } from "./launch.ts";
import type { NotPut, Put, SetupPart } from "./parts.ts";
import { Putting } from "./parts.ts";

/** The name of our server in every configuration. */
export const serverName = "sightline";

export function jsonServer(row: EntryRow, rest: readonly string[]): SetupPart {
  const path = [...row.path, serverName];
  return {
    kind: "server",
    title: "the MCP server",
    put: (text, launch) => whole(text, (root) => putServer(text, root, row, { path, rest }, launch)),
    take: (text) => opened(text, (root) => takeServer(text, root, path)),
    ...closing,
  };
}

export function jsonHooks(row: Extract<HooksRow, { readonly kind: "json" }>, agent: string): SetupPart {
  return {
    kind: "hooks",
    title: "hooks",
    put: (text, launch) => whole(text, () => putHooks(text, row, agent, launch)),
    take: (text) => opened(text, () => takeHooks(text)),
    ...closing,
    close: (text, path) => closeHooks(closing.close(text, path), path, row.fixed),
  };
}

// — below: private, in the order they are used —

const closing: Pick<SetupPart, "close" | "isHollow"> = {
  close(text, path) {
    const root = parseJsonTree(text);
    const edit = root.kind === "broken" ? undefined : removeIfHollow(text, path);
    return edit === undefined ? text : applyEdits(text, [edit]);
  },
  isHollow(text) {
    const root = parseJsonTree(text);
    if (text.trim() === "") return true;
    if (root.kind === "broken" || /\/[/*]/.test(text)) return false;
    return isHollowValue(jsonValueOf(root));
  },
};

/** What the file needed for hooks goes where it has none any more. */
function closeHooks(text: string, path: readonly string[], fixed: Readonly<Record<string, number>>): string {
  const root = parseJsonTree(text);
  const [key = ""] = path;
  const member = root.kind === "broken" ? undefined : memberOf(root, key);
  if (root.kind === "broken" || path.length !== 1 || member?.node.kind !== "scalar" || member.node.value !== fixed[key])
    return text;
  return memberOf(root, "hooks") === undefined ? applyEdits(text, [removeChild(text, root, member)]) : text;
}

function isHollowValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isHollowValue);
  return isRecord(value) && Object.values(value).every(isHollowValue);
}

/** A text without anything becomes a document of its own. */
function whole(text: string, put: (root: JsonNode) => Put | NotPut | undefined): Put | NotPut | undefined {
  if (text.replace("\uFEFF", "").trim() !== "") return opened(text, put);
  const bare = put(emptyRoot);
  if (bare === undefined || "why" in bare) return bare;
  const after = `${bare.text}\n`;
  return { text: after, edits: [{ before: text, after }], made: bare.made };
}

const emptyRoot: JsonNode = { kind: "object", from: 0, to: 2, children: [] };

function opened<T>(text: string, work: (root: JsonNode) => T): T | NotPut {
  const root = parseJsonTree(text);
  if (root.kind === "broken")
    return { why: `it is not valid JSON: line ${root.line}, column ${root.column}: ${root.why}` };
  return root.kind === "object" ? work(root) : { why: "it holds no JSON object" };
}

/** Without a text, the one of an empty object. */
function textOf(text: string): string {
  return text.replace("\uFEFF", "").trim() === "" ? "{}" : text;
}

interface Server {
  readonly path: readonly string[];
  /** What is asked of our program, beside serving. */
  readonly rest: readonly string[];
}

function putServer(
  text: string,
  root: JsonNode,
  row: EntryRow,
  { path, rest }: Server,
  { words }: AgentLaunch,
): Put | NotPut | undefined {
  const putting = new Putting(textOf(text));
  const present = nodeAt(root, path);
  if (present === undefined) {
    const insertion = insertMember(putting.text, path, serverValue(row, [...words, ...rest]));
    if (insertion === undefined) return { why: `${row.path.join(".")} is no object there, or stands there twice` };
    putting.apply(insertion.edit, insertion.made);
    return putting.done;
  }
  const theirs = wordsOf(jsonValueOf(present));
  const ours = theirs && ourWords(theirs);
  if (ours === undefined) return foreign(row.path);
  if (isSame(ours.launch, words)) return undefined;
  const value = serverValue(row, [...words, ...ours.rest]);
  const edits = Object.entries(value).flatMap(([key, wanted]) => {
    const member = memberOf(present, key);
    if (member === undefined) return key === "args" ? (insertMember(text, [...path, key], wanted)?.edit ?? []) : [];
    return ["command", "args"].includes(key) ? [replaceNode(text, member.node, wanted)] : [];
  });
  putting.apply(covering(text, present, edits));
  return putting.done;
}

function foreign(path: readonly string[]): NotPut {
  return { why: `a server that runs another program is called ${serverName} there (${path.join(".")})` };
}

export function serverValue({ fixed, words }: EntryRow, line: readonly string[]): Record<string, unknown> {
  const { type, ...more } = fixed;
  const [command = "", ...args] = line;
  return {
    ...(type === undefined ? {} : { type }),
    ...(words === "list" ? { command: line } : { command, args }),
    ...more,
  };
}

/** The command with its arguments, as any of the agents writes it. */
function wordsOf(entry: unknown): readonly string[] | undefined {
  if (!isRecord(entry)) return undefined;
  const { command, args = [] } = entry;
  const all: readonly unknown[] = [
    ...(Array.isArray(command) ? command : [command]),
    ...(Array.isArray(args) ? args : []),
  ];
  return all.every((word) => typeof word === "string") ? all : undefined;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

/** The edits as one that replaces all of a node, so that the place can be found again by its text. */
function covering(text: string, { from, to }: JsonNode, edits: readonly OffsetEdit[]): OffsetEdit {
  const all = spanningEdit(text, [
    ...edits,
    { start: from, end: from, newText: "" },
    { start: to, end: to, newText: "" },
  ]);
  return all;
}

function takeServer(text: string, root: JsonNode, path: readonly string[]): string | undefined {
  const container = nodeAt(root, path.slice(0, -1));
  const member = memberOf(container, serverName);
  if (container === undefined || member === undefined) return undefined;
  const words = wordsOf(jsonValueOf(member.node));
  if (words === undefined || ourWords(words) === undefined) return undefined;
  return applyEdits(text, [removeChild(text, container, member)]);
}

function putHooks(
  text: string,
  row: Extract<HooksRow, { readonly kind: "json" }>,
  agent: string,
  { words }: AgentLaunch,
): Put | NotPut | undefined {
  const putting = new Putting(textOf(text));
  const command = commandLineOf([...words, "hook", "--agent", agent]);
  for (const [key, value] of Object.entries(row.fixed)) {
    if (nodeAt(rootOf(putting.text), [key]) !== undefined) continue;
    const insertion = insertMember(putting.text, [key], value);
    if (insertion !== undefined) putting.apply(insertion.edit, insertion.made);
  }
  for (const event of row.events) {
    const path = ["hooks", event];
    const present = hooksIn(nodeAt(rootOf(putting.text), path)).find((found) => found.agent === agent);
    if (present !== undefined) {
      const wanted = present.lead + commandLineOf(words) + present.asks;
      if (present.command !== wanted) {
        putting.apply(covering(putting.text, present.item.node, [replaceNode(putting.text, present.node, wanted)]));
      }
      continue;
    }
    const insertion = appendItem(putting.text, path, row.item(command));
    if (insertion === undefined) return { why: `${path.join(".")} is no list there, or stands there twice` };
    putting.apply(insertion.edit, insertion.made);
  }
  return putting.done;
}

function rootOf(text: string): JsonNode {
  const root = parseJsonTree(text);
  return root.kind === "broken" ? emptyRoot : root;
}

/** A hook of ours: the list and the item that hold it, and its command. */
interface OurHook {
  /** The outermost item of the event's list. */
  readonly item: JsonItem;
  /** The list and its item that are the hook itself: another one where hooks are grouped. */
  readonly list: JsonNode;
  readonly own: JsonItem;
  readonly node: JsonNode;
  readonly command: string;
  readonly agent: string;
  /** Variables that are set before the program. */
  readonly lead: string;
  /** What stands after the program: ` hook --agent …`. */
  readonly asks: string;
}

function hooksIn(list: JsonNode | undefined): OurHook[] {
  if (list?.kind !== "array") return [];
  return list.children.flatMap((item): OurHook[] => {
    const group = memberOf(item.node, "hooks")?.node;
    const held: readonly { readonly list: JsonNode; readonly own: JsonItem }[] =
      group?.kind === "array" ? group.children.map((own) => ({ list: group, own })) : [{ list, own: item }];
    return held.flatMap(({ list: inner, own }) => {
      const node = memberOf(own.node, "command")?.node;
      const command = node?.kind === "scalar" && typeof node.value === "string" ? node.value : "";
      const asked = hookAsked(command);
      return node === undefined || asked === undefined ? [] : [{ item, list: inner, own, node, command, ...asked }];
    });
  });
}

const asking = " hook --agent ";

/** What a command for a shell asks of us; undefined where it does anything else beside it, which is of others. */
function hookAsked(command: string): Pick<OurHook, "lead" | "asks" | "agent"> | undefined {
  const end = command.indexOf(asking);
  const bare = command.replaceAll(/"[^"]*"|\d?>&\d|\|\| *true *$/g, "");
  if (end < 0 || /[;&|`\r\n]|\$\(/.test(bare)) return undefined;
  const lead = /^(?:\w+=[^\s"]* +)*/.exec(command)?.[0] ?? "";
  const before = command.slice(lead.length, end).match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const words = before.map((word) => word.replaceAll('"', "").replaceAll("\\\\", "\\"));
  const agent = /^[\w-]*/.exec(command.slice(end + asking.length))?.[0] ?? "";
  const isOurs = ourWords(words)?.rest.length === 0 && setupAgents.some(({ id }) => id === agent);
  return isOurs ? { lead, asks: command.slice(end), agent } : undefined;
}

function takeHooks(text: string): string | undefined {
  let rest = text;
  for (;;) {
    const events = nodeAt(rootOf(rest), ["hooks"]);
    const lists: readonly JsonMember[] = events?.kind === "object" ? events.children : [];
    const [found] = lists.flatMap((event) => hooksIn(event.node).map((hook) => ({ event, hook })));
    if (found === undefined) return rest === text ? undefined : rest;
    const { hook, event } = found;
    // A group that held nothing else goes with it.
    const isAlone = hook.list !== event.node && hook.list.kind === "array" && hook.list.children.length === 1;
    const edit = isAlone ? removeChild(rest, event.node, hook.item) : removeChild(rest, hook.list, hook.own);
    rest = applyEdits(rest, [edit]);
  }
}
