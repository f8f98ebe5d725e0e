// The forms in which a user may describe a server or a language, brought to one.
//
// A full override names an id and may say all that a built-in entry says. A registry record is `{language, binary,
// args, env}`. A command record is `{extensions, command: [binary, …], language_id}`. Both short forms may add
// `initializationOptions` and `settings`, which are laid over those of a known server instead of replacing them.

import {
  CatalogFault,
  wantEnv,
  wantExtensions,
  wantOnly,
  wantProgram,
  wantRecord,
  wantText,
  wantTexts,
} from "./catalog-fault.ts";
import { checkEntryFields } from "./entry-checks.ts";
import type { Env, LanguageEntry, ServerEntry } from "./entry.ts";
import type { JsonObject } from "./json.ts";
import type { LaunchWish } from "./override-launch.ts";

export interface CatalogOverrides {
  readonly servers?: readonly (ServerOverride | RegistryRecord | CommandRecord)[];
  readonly languages?: readonly LanguageOverride[];
}

/** A known id: every field given here replaces the built-in one. An unknown id: a new server. */
export interface ServerOverride extends Partial<Omit<ServerEntry, "id" | "proven">> {
  readonly id: string;
  /** The languages that prefer it. */
  readonly language?: string | readonly string[];
  /** Extensions that are added to the first of the languages. */
  readonly extensions?: readonly string[];
  /** Short for `launch`, like the next two. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Env;
}

export interface RegistryRecord {
  readonly language: string;
  readonly binary: string;
  readonly args?: readonly string[];
  readonly env?: Env;
  readonly extensions?: readonly string[];
  readonly scope?: readonly string[];
  readonly initializationOptions?: JsonObject;
  readonly settings?: JsonObject;
}

export interface CommandRecord {
  /** With or without the leading dot. */
  readonly extensions: readonly string[];
  readonly command: readonly string[];
  /** Without it, the language of the first extension. */
  readonly language_id?: string;
  readonly env?: Env;
  readonly scope?: readonly string[];
  readonly initializationOptions?: JsonObject;
  readonly settings?: JsonObject;
}

/** A known id: every field given here replaces the built-in one. An unknown id: a new language. */
export interface LanguageOverride extends Partial<Omit<LanguageEntry, "id">> {
  readonly id: string;
}

/** The one form to which all others are brought. */
export interface Wish {
  readonly field: string;
  /** Absent in the short forms, which are recognised by their program. */
  readonly id?: string;
  readonly languages: readonly string[];
  readonly extensions: readonly string[];
  /** An extension may keep a language of its own, as `.tsx` does in a list for TypeScript. */
  readonly extensionsMayDiffer: boolean;
  readonly launch: LaunchWish;
  readonly fields: Partial<Omit<ServerEntry, "id" | "proven">>;
  /** The fields are laid over those of a known server. */
  readonly layered: boolean;
}

export function toWish(override: ServerOverride | RegistryRecord | CommandRecord, field: string): Wish {
  wantRecord(override, field);
  if ("binary" in override) return fromRegistry(override, field);
  if (Array.isArray(override.command)) return fromCommand(override as CommandRecord, field);
  return fromOverride(override as ServerOverride, field);
}

// — below: private, in the order they are used —

function fromRegistry(record: RegistryRecord, field: string): Wish {
  wantOnly(record, ["language", "binary", "args", "env", "extensions", ...layeredFields], field);
  return {
    field,
    languages: [wantText(record.language, `${field}.language`)],
    extensions: record.extensions === undefined ? [] : wantExtensions(record.extensions, `${field}.extensions`),
    extensionsMayDiffer: false,
    launch: {
      command: wantProgram(record.binary, `${field}.binary`),
      args: record.args === undefined ? [] : wantTexts(record.args, `${field}.args`),
      ...(record.env === undefined ? {} : { env: wantEnv(record.env, `${field}.env`) }),
    },
    fields: layered(record, field),
    layered: true,
  };
}

function fromCommand(record: CommandRecord, field: string): Wish {
  wantOnly(record, ["extensions", "command", "language_id", "env", ...layeredFields], field);
  const [program, ...args] = wantTexts(record.command, `${field}.command`);
  const given = record.language_id;
  return {
    field,
    languages: given === undefined ? [] : [wantText(given, `${field}.language_id`)],
    extensions: wantExtensions(record.extensions, `${field}.extensions`),
    extensionsMayDiffer: true,
    launch: {
      command: wantProgram(program, `${field}.command[0]`),
      args,
      ...(record.env === undefined ? {} : { env: wantEnv(record.env, `${field}.env`) }),
    },
    fields: layered(record, field),
    layered: true,
  };
}

const layeredFields = ["scope", "initializationOptions", "settings"] as const;

function layered(record: RegistryRecord | CommandRecord, field: string): Wish["fields"] {
  const { scope, initializationOptions, settings } = record;
  const fields = {
    ...(scope && { scope }),
    ...(initializationOptions && { initializationOptions }),
    ...(settings && { settings }),
  };
  checkEntryFields(fields, field);
  return fields;
}

const entryFields = [
  "title",
  "role",
  "launch",
  "roots",
  "install",
  "readiness",
  "diagnostics",
  "finds",
  "misses",
  "references",
  "exhaustiveOnlyWith",
  "coverage",
  "symbolSearch",
  "symbolLimit",
  "restricted",
  "obeys",
  "quirks",
  "scope",
  "initializationOptions",
  "settings",
] as const satisfies readonly (keyof ServerEntry)[];

function fromOverride(override: ServerOverride, field: string): Wish {
  wantOnly(override, ["id", "language", "extensions", "command", "args", "env", ...entryFields], field);
  const { id, language, extensions, command, args, env, ...fields } = override;
  if (fields.launch !== undefined && command !== undefined) {
    throw new CatalogFault(`${field}.command`, "and launch say the same thing; give one of them");
  }
  checkEntryFields(fields, field);
  return {
    field,
    id: wantText(id, `${field}.id`),
    languages: language === undefined ? [] : languagesOf(language, `${field}.language`),
    extensions: extensions === undefined ? [] : wantExtensions(extensions, `${field}.extensions`),
    extensionsMayDiffer: false,
    launch: {
      ...(command === undefined ? {} : { command: wantProgram(command, `${field}.command`) }),
      ...(args === undefined ? {} : { args: wantTexts(args, `${field}.args`) }),
      ...(env === undefined ? {} : { env: wantEnv(env, `${field}.env`) }),
    },
    fields,
    layered: false,
  };
}

function languagesOf(language: string | readonly string[], field: string): readonly string[] {
  if (typeof language === "string") return [wantText(language, field)];
  return wantTexts(language, field).map((one, index) => wantText(one, `${field}[${index}]`));
}
