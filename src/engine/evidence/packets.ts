// Analysis packets: what one call asked of servers and what they answered, with all that the answers rest on.
//
// Invariant: a redacted packet holds numbers, places and names of files; every other text is replaced by its length. It
// still tells by its hashes whether a later answer is the same.

import { digestOf } from "../../host/seal.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { HeardNotification } from "../../model/records/notification.ts";
import { isRecord } from "../../std/json.ts";
import type { RequestEnd, WatchedRequest } from "../../std/request-watch.ts";
import { parsedRecord } from "../../store/user-key.ts";
import type { Invocation } from "../engine.ts";
import { within } from "./targets.ts";

/** What the answers of servers rest on. */
export interface Grounds {
  /** The requests that each server supports. */
  readonly servers: readonly { readonly server: string; readonly supports: readonly string[] }[];
  /** The documents that servers were shown, by path. */
  readonly documents: ReadonlyMap<FilePath, string>;
}

export interface PacketContent {
  readonly operation: string;
  readonly input: unknown;
  readonly requests: readonly (WatchedRequest & RequestEnd)[];
  /** The answer as it was given. */
  readonly body: string;
  readonly outcome: string;
  /** The form in which it was asked for. */
  readonly form: Pick<Invocation, "format" | "maxCharacters">;
}

/** More requests of one call, or more bytes of their answers, are counted only. */
const maxRequests = 200;
const maxReplyBytes = 256 * 1024;

export class Packets {
  readonly isFull: boolean;
  readonly #root: string;
  readonly #grounds: () => Grounds;
  /** Lists of capabilities as they are written, by the list. */
  readonly #capabilities = new WeakMap<readonly string[], string>();
  /** The documents that were written last. */
  #workspace: { readonly documents: Grounds["documents"]; readonly text: string } | undefined;

  constructor(raw: "redacted" | "full", root: string, grounds: () => Grounds) {
    this.isFull = raw === "full";
    this.#root = root;
    this.#grounds = grounds;
  }

  hasRoomFor(requests: number, bytes: number): boolean {
    return requests < maxRequests && bytes <= maxReplyBytes;
  }

  text({ operation, input, requests, body, outcome, form }: PacketContent): string {
    const { servers, documents } = this.#grounds();
    const head = JSON.stringify({
      version: 1,
      raw: this.isFull ? "full" : "redacted",
      operation,
      form,
      outcome,
      answer: { hash: digestOf(body), bytes: body.length, ...(this.isFull ? { text: body } : {}) },
    });
    const involved = new Map(requests.map(({ server, version }) => [server, version]));
    const told = [...involved].map(([server, version]) => this.#server(server, version, servers));
    const asked = requests.map((request) => this.#request(request));
    // What seldom changes is laid out once.
    const given = this.isFull ? JSON.stringify(input) : redactedInput(input);
    const rest = `"servers":[${told.join(",")}],"workspace":${this.#workspaceText(documents)},"requests":[${asked.join(",")}]`;
    return `${head.slice(0, -1)}${member("input", given)},${rest}}`;
  }

  /** What a server said of its own accord. */
  notificationText(
    { server, version }: Pick<HeardNotification, "server" | "version">,
    notifications: readonly Pick<HeardNotification, "method" | "params">[],
  ): string {
    const head = { version: 1, raw: this.isFull ? "full" : "redacted", server, serverVersion: version };
    let left = maxReplyBytes;
    const said = notifications.map(({ method, params }) => {
      const raw = JSON.stringify(params) ?? "";
      const one = `{"method":${JSON.stringify(method)},"bytes":${raw.length},"hash":"${digestOf(raw)}"`;
      left -= raw.length;
      // What does not fit is counted only.
      if (left < 0 || raw === "") return `${one}}`;
      return `${one},"params":${this.isFull ? raw : redactedJson(params)}}`;
    });
    return `${JSON.stringify(head).slice(0, -1)},"notifications":[${said.join(",")}]}`;
  }

  #server(server: string, version: string | undefined, servers: Grounds["servers"]): string {
    const capabilities = servers.find((one) => one.server === server)?.supports ?? none;
    const listed = this.#capabilities.get(capabilities) ?? JSON.stringify(capabilities);
    this.#capabilities.set(capabilities, listed);
    return `${JSON.stringify({ server, version }).slice(0, -1)},"capabilities":${listed}}`;
  }

  #request({ server, method, outcome, bytes, params, result }: PacketContent["requests"][number]): string {
    const raw = JSON.stringify(result);
    const asked = this.isFull ? JSON.stringify(params) : redactedJson(params);
    const answered = this.isFull || raw === undefined ? raw : redactedJson(result);
    const head = JSON.stringify({ server, method, outcome, bytes, hash: digestOf(raw ?? "") }).slice(0, -1);
    return `${head}${member("params", asked)}${member("result", answered)}}`;
  }

  /** The texts that servers were shown: the same hash is the same workspace, as far as servers have it open. */
  #workspaceText(documents: Grounds["documents"]): string {
    if (this.#workspace === undefined || !isSame(this.#workspace.documents, documents)) {
      const files = [...documents].map(([file, hash]) => [within(this.#root, file), hash] as const);
      files.sort(([a], [b]) => (a < b ? -1 : 1));
      const text = JSON.stringify({ hash: workspaceHash(files), files: Object.fromEntries(files) });
      this.#workspace = { documents, text };
    }
    return this.#workspace.text;
  }
}

const none: readonly string[] = [];

function isSame(a: Grounds["documents"], b: Grounds["documents"]): boolean {
  if (a.size !== b.size) return false;
  for (const [file, hash] of b) if (a.get(file) !== hash) return false;
  return true;
}

export function workspaceHash(files: readonly (readonly [string, string])[]): string {
  return digestOf(files.map(([file, hash]) => `${hash} ${file}\n`).join(""));
}

/** What a packet says that a question needs. */
export interface RecordedPacket {
  readonly input: unknown;
  readonly form: Pick<Invocation, "format" | "maxCharacters">;
  readonly answer: { readonly hash: string; readonly bytes: number; readonly text?: string };
  readonly files: Readonly<Record<string, string>>;
}

export function parsePacket(text: string): RecordedPacket | undefined {
  const packet = parsedRecord(text);
  const answer = packet?.["answer"];
  const workspace = packet?.["workspace"];
  if (packet === undefined || !isRecord(answer) || !isRecord(workspace) || !isRecord(workspace["files"]))
    return undefined;
  const { hash, bytes, text: body } = answer;
  if (typeof hash !== "string" || typeof bytes !== "number") return undefined;
  const form = isRecord(packet["form"]) ? packet["form"] : {};
  return {
    input: packet["input"],
    form: form as RecordedPacket["form"],
    answer: { hash, bytes, ...(typeof body === "string" ? { text: body } : {}) },
    files: workspace["files"] as Readonly<Record<string, string>>,
  };
}

/** The length of a text, in its place. */
export const hiddenText = /«\d+»/;

// — below: private, in the order they are used —

/** Of messages of the protocol: what names a file or belongs to a closed set of words. */
const plainKeys: ReadonlySet<string> = new Set([
  "uri",
  "targetUri",
  "oldUri",
  "newUri",
  "kind",
  "code",
  "source",
  "languageId",
  "resultId",
  "previousResultId",
  "triggerCharacter",
]);

/** As JSON, without a copy in between, because it is done for every answer; undefined for what JSON leaves out. */
function redactedJson(value: unknown, key?: string): string | undefined {
  if (typeof value === "string")
    return key !== undefined && plainKeys.has(key) ? JSON.stringify(value) : `"«${value.length}»"`;
  if (Array.isArray(value)) {
    let items = "";
    for (const one of value) items += `${items === "" ? "" : ","}${redactedJson(one, key) ?? "null"}`;
    return `[${items}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value);
  let members = "";
  for (const name of Object.keys(value)) {
    // What a server wants back with the next request may hold anything.
    if (name !== "data") members += member(name, redactedJson(value[name], name));
  }
  return `{${members.slice(1)}}`;
}

/** With the comma before it; empty for what JSON leaves out. */
function member(name: string, json: string | undefined): string {
  return json === undefined ? "" : `,${nameText(name)}:${json}`;
}

/** The protocol has few names; those of a server's own, and paths in their place, are laid out again where there are many. */
const nameTexts = new Map<string, string>();
const namesKnown = 500;

function nameText(name: string): string {
  const known = nameTexts.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (nameTexts.size < namesKnown) nameTexts.set(name, text);
  return text;
}

/** Of arguments: what names a file or a symbol, and what is no text. */
const plainArguments: ReadonlySet<string> = new Set([
  "file_path",
  "file_paths",
  "file",
  "files",
  "path",
  "paths",
  "directory",
  "root_dir",
  "symbol_path",
  "symbol",
  "query",
  "targets",
  "language",
  "language_id",
  "direction",
  "scope",
  "mode",
  "format",
  "severity",
  "kind",
  "kinds",
]);

function redactedInput(input: unknown): string {
  if (!isRecord(input)) return "null";
  let members = "";
  for (const name of Object.keys(input)) {
    members += member(name, plainArguments.has(name) ? JSON.stringify(input[name]) : redactedJson(input[name]));
  }
  return `{${members.slice(1)}}`;
}
