// Texts that an agent gives: none of them may lead a server to a file that may not be shown.
//
// A file is judged as what it is by its name, and as what servers take it for because a configuration or a source names
// it. Where a text names a file for the first time, that file is judged as well.
// Invariant: whether there is something outside does not matter, so that the outside cannot be explored by asking.
// Invariant: what is not understood is refused; an agent can always write it plainly.

import { includesText, leadRules } from "../../languages/leads/lead-rules.ts";
import type { LeadFamily } from "../../languages/leads/leads.ts";
import { leadFamilyOf } from "../../languages/leads/leads.ts";
import type { Macro } from "../../languages/c/leads.ts";
import { macrosIn } from "../../languages/c/leads.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { confinedPlace } from "../trust/confine.ts";
import type { ConfigurationFamily, ConfigurationLead } from "./configuration-leads.ts";
import { configurationFamily, configurationLeads, settingsAt, settingsFamilies } from "./configuration-leads.ts";
import type { GivenCodeContext, Offence } from "./given-code.ts";
import { includedIn, newLeads, offenceOf } from "./given-code.ts";
import { isOutsideEnvironment } from "./outside-names.ts";
import type { NamedLead } from "./survey.ts";

export interface JudgedTextContext extends GivenCodeContext {
  files(): Promise<readonly FilePath[]>;
  /** Files that configurations name, with what they are to servers. */
  named(): Promise<ReadonlyMap<FilePath, NamedLead>>;
  /** Whether a source of C may take in a file that is none by its name. */
  isIncluded(file: FilePath): Promise<boolean>;
  /** Those of the macros that an include of a source is made of. */
  included(macros: readonly string[]): Promise<ReadonlySet<string>>;
  /** What a file holds now. */
  read(file: FilePath): Promise<string | undefined>;
}

/** Refuses a change that adds a lead to a place that may not be shown. */
export async function mustStayInside(context: JudgedTextContext, changes: readonly TextChange[]): Promise<void> {
  const given = new Judgement(context, changes);
  for (const { file, before, after } of changes) {
    if (after !== undefined) await given.judge(file, before ?? "", after);
  }
}

// — below: private, in the order they are used —

class Judgement {
  readonly #context: JudgedTextContext;
  readonly #given: ReadonlyMap<FilePath, string | undefined>;
  /** Files that are judged as what they are named as; they may name each other. */
  readonly #taken = new Set<string>();

  constructor(context: JudgedTextContext, changes: readonly TextChange[]) {
    this.#context = context;
    this.#given = new Map(changes.map(({ file, after }) => [file, after]));
  }

  async judge(file: FilePath, before: string, after: string): Promise<void> {
    const family = leadFamilyOf(file);
    if (family !== undefined) await this.#code(file, family, before, after);
    if (configurationFamily(file) !== undefined) await this.#configuration(file, before, after);
    // What a compiler calls a header may have any name, but sources of other languages are none of its settings.
    else if (family === undefined || family === "data" || family === "shell") {
      const named = (await this.#context.named()).get(file);
      if (named !== undefined) await this.#as(named, file, before, after);
    }
    if (!includesText(file)) await this.#included(file, before, after);
  }

  // — below: private, in the order they are used —

  async #code(file: FilePath, family: LeadFamily, before: string, after: string): Promise<void> {
    const offence = await offenceOf(this.#context, { file, family, before, after });
    if (offence !== undefined) refuseFor(this.#context.root, file, offence);
    if (leadRules[family].includesText !== true) return;
    await this.#macros(file, before, after);
    const names = new Set(newLeads("c", before, after).flatMap(({ path }) => includedIn(path)));
    if (names.size === 0) return;
    const known = [...(await this.#context.files()), ...this.#given.keys()];
    for (const target of known.filter((one) => names.has(baseName(one)) && !includesText(one)))
      await this.#take({ role: "code", family: "script" }, target);
  }

  /** A macro that an include is made of may not become another path, unless that is a plain one. */
  async #macros(file: FilePath, before: string, after: string): Promise<void> {
    const keyOf = ({ name, path }: Macro): string => `${name}\n${path ?? ""}`;
    const former = new Set(macrosIn(before).map(keyOf));
    const added = macrosIn(after).filter((one) => !former.has(keyOf(one)));
    if (added.length === 0) return;
    const included = await this.#context.included(added.map(({ name }) => name));
    for (const { name, path } of added.filter((one) => included.has(one.name))) {
      const told = { line: lineOf(after, name), written: path ?? name };
      if (path === undefined) refuseFor(this.#context.root, file, { ...told, unclear: "an include is built from it" });
      const given = { file, family: "c", before: "", after: `#include "${path}"` } as const;
      const offence = await offenceOf(this.#context, given);
      if (offence !== undefined) refuseFor(this.#context.root, file, { ...offence, ...told });
    }
  }

  async #configuration(
    file: FilePath,
    before: string,
    after: string,
    family: ConfigurationFamily | undefined = configurationFamily(file),
  ): Promise<void> {
    const keyOf = ({ written, unclear }: ConfigurationLead): string => `${written}\n${unclear ?? ""}`;
    const former = new Set(configurationLeads(file, before, family).map(keyOf));
    for (const lead of configurationLeads(file, after, family)) {
      if (former.has(keyOf(lead))) continue;
      const { written, role, unclear } = lead;
      const offence = { line: lineOf(after, written), written };
      if (unclear !== undefined) refuseFor(this.#context.root, file, { ...offence, unclear });
      if (await this.#isOutside(lead)) refuseFor(this.#context.root, file, offence);
      if (role === undefined) continue;
      const targets = role === "settings" ? settingsAt(lead) : [lead.path];
      const named = { role, family: settingsFamilies[family ?? "script"] };
      for (const target of targets) await this.#take(named, target);
    }
  }

  async #isOutside({ path, written, way }: ConfigurationLead): Promise<boolean> {
    const { host, packages, places } = this.#context;
    if (way === "named") return (await packages.leadOf(written)) !== undefined;
    if (way === "environment") return isOutsideEnvironment(this.#context, path);
    return !(await places.mayShow(await confinedPlace(host, path)));
  }

  /** Judges a file that is named anew by all that it holds. */
  async #take(named: NamedLead, target: FilePath): Promise<void> {
    const key = `${named.role}\n${target}`;
    if (this.#taken.has(key)) return;
    this.#taken.add(key);
    const isKnown = named.role === "settings" && configurationFamily(target) !== undefined;
    if (isKnown || (await this.#context.named()).has(target)) return;
    const text = this.#given.has(target) ? this.#given.get(target) : await this.#context.read(target);
    if (text !== undefined) await this.#as(named, target, "", text);
  }

  /** Judges a file as what it is named as. */
  async #as({ role, family }: NamedLead, file: FilePath, before: string, after: string): Promise<void> {
    if (role === "settings") return this.#configuration(file, before, after, family);
    if (role === "flags") return this.#configuration(file, before, after, "flags");
    if (role === "opaque") {
      const offence = {
        line: 1,
        written: baseName(file),
        unclear: "compilers read it, and its format is not supported here",
      };
      return before === after ? undefined : refuseFor(this.#context.root, file, offence);
    }
    return this.#code(file, role === "code" ? "c" : "modulemap", before, after);
  }

  async #included(file: FilePath, before: string, after: string): Promise<void> {
    const offence = await offenceOf(this.#context, { file, family: "c", before, after });
    if (offence !== undefined && (await this.#context.isIncluded(file))) refuseFor(this.#context.root, file, offence);
  }
}

function lineOf(text: string, word: string): number {
  return text.slice(0, Math.max(0, text.indexOf(word))).split("\n").length;
}

function refuseFor(root: FilePath, file: FilePath, { line, written, unclear }: Offence): never {
  const shown = JSON.stringify(written.slice(0, 200));
  if (unclear === undefined) {
    return refuse({
      code: "outside_root",
      what: `Line ${line} of ${display(root, file)} leads outside the root.`,
      why: `${shown} is neither in an open root nor installed, and a server would read it.`,
      next: "Nothing was changed. Remove that line, or serve the other directory as a root too (--root . --root DIR).",
    });
  }
  return refuse({
    code: "outside_root",
    what: `Where line ${line} of ${display(root, file)} leads cannot be determined.`,
    why: `${shown} is not a plain path (${unclear}), so a server might read a file outside the root.`,
    next: "Nothing was changed. Write a literal path, in quotes, on one line, relative to the file.",
  });
}
