// Whether a member is a relative of the symbol: one that it overrides or implements, or that overrides or implements it.

import type { Location } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { ClassHeader } from "../../languages/python/classes.ts";
import type { ClassReader } from "../../languages/account-rules.ts";
import { groupOf, languageFor } from "../../languages/table.ts";
import type { NameRole } from "../../languages/names/rules.ts";
import type { LineageContext } from "./lineage.ts";
import { Lineage } from "./lineage.ts";
import { isSamePlace } from "./places.ts";
import type { FilePlace } from "../../model/place.ts";
import type { Deadline } from "../../std/deadline.ts";

export interface RelativesContext extends LineageContext {
  read(file: FilePath): Promise<LineIndex | undefined>;
  /** The files that may declare or name classes of these names. */
  filesWith(names: readonly string[]): Promise<readonly FilePath[]>;
  /** The implementations of a member. Empty where no server supports the request, undefined where it failed or was late. */
  implementations(at: FilePlace, until: Deadline): Promise<readonly Location[] | undefined>;
  /** How long servers are asked. */
  readonly until: Deadline;
}

interface FileClasses {
  readonly index: LineIndex;
  /** Without comments and strings. */
  readonly code: string;
  readonly classes: readonly ClassHeader[];
}

/** The most members that servers are asked about, and the most steps from a class to its bases. */
const maxAsked = 100;
const maxSteps = 8;

export class Relatives {
  readonly #context: RelativesContext;
  readonly #declared: readonly Location[];
  readonly #role: NameRole;
  readonly #known = new Map<string, Promise<boolean | undefined>>();
  readonly #foreign = new Map<string, Promise<boolean>>();
  readonly #classes = new Map<FilePath, Promise<FileClasses | undefined>>();
  readonly #bases = new Map<string, Promise<readonly string[]>>();
  readonly #lineage: Lineage;
  #own: Promise<readonly Location[] | undefined> | undefined;
  #asked = 0;

  constructor(context: RelativesContext, declared: readonly Location[], role: NameRole) {
    this.#context = context;
    this.#declared = declared;
    this.#role = role;
    this.#lineage = new Lineage(context, declared);
  }

  /** Undefined where the server failed, or the limit of questions is reached. */
  isRelative(location: Location): Promise<boolean | undefined> {
    const { file, span } = location;
    if ((this.#role !== "member" && this.#role !== "field") || isExternal(file)) return Promise.resolve(false);
    const key = keyOfPlace(file, span.start);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = rulesFor(file) !== undefined ? this.#byBases(location) : this.#byServer(location);
      this.#known.set(key, known);
    }
    return known;
  }

  /** Whether a place is in a Python class that is unrelated to the symbol's class, and shares no subclass with it. */
  async isInForeignClass(location: Location): Promise<boolean> {
    const [declared] = this.#declared;
    const [own, theirs] = await Promise.all([declared && this.#classAt(declared), this.#classAt(location)]);
    if (own === undefined || theirs === undefined || own.name === theirs.name) return false;
    const key = `${theirs.name} ${theirs.bases.join()} ${theirs.members.includes("__getattr__")}`;
    const known = this.#foreign.get(key) ?? this.#areForeign(own, theirs);
    this.#foreign.set(key, known);
    return known;
  }

  // — below: private, in the order they are used —

  async #areForeign(own: ClassHeader, theirs: ClassHeader): Promise<boolean> {
    if (theirs.members.includes("__getattr__") || (await this.#hasOtherNames([own.name, theirs.name]))) return false;
    if ((await this.#leadsTo(own, theirs.name)) || (await this.#leadsTo(theirs, own.name))) return false;
    return !(await this.#areJoined(own, theirs));
  }

  /** Whether a class is used under another name, or as a base that is computed. */
  async #hasOtherNames(names: readonly string[]): Promise<boolean> {
    const any = names.join("|");
    const renamed = new RegExp(
      String.raw`(?<!\w)(?:${any})[ \t]{1,9}as[ \t]|=[ \t]{0,9}(?:\w{1,99}\.){0,9}(?:${any})[ \t]{0,9}$|\btype\s{0,9}\([^()\n]{0,99}\([^()]{0,500}(?<!\w)(?:${any})(?!\w)|\*[ \t]{0,9}\[[^\]\n]{0,200}(?<!\w)(?:${any})(?!\w)`,
      "m",
    );
    for (const file of await this.#context.filesWith(names)) {
      const found = await this.#classesIn(file);
      if (found !== undefined && renamed.test(found.code)) return true;
    }
    return false;
  }

  #classesIn(file: FilePath): Promise<FileClasses | undefined> {
    const known = this.#classes.get(file) ?? this.#readClasses(file);
    this.#classes.set(file, known);
    return known;
  }

  async #readClasses(file: FilePath): Promise<FileClasses | undefined> {
    const reader = rulesFor(file);
    const index = reader && (await this.#context.read(file));
    if (index === undefined) return undefined;
    const code = maskCommentsAndStrings(index.text, groupOf(file));
    return { index, code, classes: reader?.of(code) ?? [] };
  }

  async #byServer(location: Location): Promise<boolean | undefined> {
    const [declared] = this.#declared;
    if (declared === undefined || isExternal(declared.file) || isExternal(location.file)) return false;
    this.#own ??= this.#implementations(declared.file, declared);
    const own = await this.#own;
    if (own?.some((one) => isSamePlace(one, location)) === true) return true;
    // A server searches the whole root for each of these questions, and where the name is a common one there are hundreds.
    if (await this.#lineage.leavesOut(location)) return own && false;
    if (this.#asked >= maxAsked) return undefined;
    this.#asked++;
    const theirs = await this.#implementations(location.file, location);
    if (theirs?.some((one) => this.#declared.some((other) => isSamePlace(other, one))) === true) return true;
    return own && theirs && false;
  }

  async #implementations(file: FilePath, { span }: Location): Promise<readonly Location[] | undefined> {
    const { until } = this.#context;
    return until.passed ? undefined : this.#context.implementations({ file, place: span.start }, until);
  }

  /** Whether one of the two classes is a base of the other, by its name. */
  async #byBases(location: Location): Promise<boolean> {
    const [declared] = this.#declared;
    const [own, theirs] = await Promise.all([declared && this.#classAt(declared), this.#classAt(location)]);
    if (own === undefined || theirs === undefined) return false;
    if ((await this.#leadsTo(own, theirs.name)) || (await this.#leadsTo(theirs, own.name))) return true;
    return (await this.#conforms(own, theirs)) || (await this.#conforms(theirs, own));
  }

  /** Whether a class has every member of a protocol, and so implements it. */
  async #conforms(one: ClassHeader, protocol: ClassHeader): Promise<boolean> {
    if (!protocol.bases.includes("Protocol") || protocol.members.length === 0) return false;
    const members = new Set(one.members);
    let level: readonly string[] = one.bases;
    for (let step = 0; step < maxSteps && level.length > 0; step++) {
      const bases = await this.#classesThat(level, ({ name }) => level.includes(name));
      for (const base of bases) for (const member of base.members) members.add(member);
      level = bases.flatMap((base) => base.bases);
    }
    return protocol.members.every((member) => members.has(member));
  }

  async #classAt({ file, span }: Location): Promise<ClassHeader | undefined> {
    const found = isExternal(file) ? undefined : await this.#classesIn(file);
    const reader = isExternal(file) ? undefined : rulesFor(file);
    return found && reader?.at(found.code, found.index.offsetOf(span.start), found.classes);
  }

  async #leadsTo(from: ClassHeader, to: string): Promise<boolean> {
    const seen = new Set<string>();
    let level: readonly string[] = from.bases;
    for (let step = 0; step < maxSteps && level.length > 0; step++) {
      if (level.includes(to)) return true;
      const fresh = level.filter((name) => !seen.has(name));
      for (const name of fresh) seen.add(name);
      level = (await Promise.all(fresh.map((name) => this.#basesOf(name)))).flat();
    }
    return false;
  }

  /** Whether some class derives from both, as with a mixin: through `self`, each then reaches members of the other. */
  async #areJoined(own: ClassHeader, theirs: ClassHeader): Promise<boolean> {
    const seen = new Set<string>();
    let level: readonly string[] = [theirs.name];
    for (let step = 0; step < maxSteps && level.length > 0; step++) {
      const fresh = level.filter((name) => !seen.has(name));
      for (const name of fresh) seen.add(name);
      const derived = await this.#classesThat(fresh, ({ bases }) => bases.some((base) => fresh.includes(base)));
      for (const one of derived) if (await this.#leadsTo(one, own.name)) return true;
      level = derived.map(({ name }) => name);
    }
    return false;
  }

  #basesOf(name: string): Promise<readonly string[]> {
    let known = this.#bases.get(name);
    if (known === undefined) {
      known = this.#readBases(name);
      this.#bases.set(name, known);
    }
    return known;
  }

  async #readBases(name: string): Promise<readonly string[]> {
    return (await this.#classesThat([name], (one) => one.name === name)).flatMap(({ bases }) => bases);
  }

  /** The classes that pass a test, of all files that contain one of the names. */
  async #classesThat(names: readonly string[], isWanted: (one: ClassHeader) => boolean): Promise<ClassHeader[]> {
    const found: ClassHeader[] = [];
    for (const file of names.length === 0 ? [] : await this.#context.filesWith(names)) {
      const classes = (await this.#classesIn(file))?.classes;
      found.push(...(classes ?? []).filter(isWanted));
    }
    return found;
  }
}

function rulesFor(file: FilePath): ClassReader | undefined {
  return languageFor(groupOf(file)).account?.classes;
}
