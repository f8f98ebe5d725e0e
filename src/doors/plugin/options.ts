// What a plugin is built with, checked before anything is opened.

import { z } from "zod";
import type { Invocation } from "../../engine/engine.ts";
import type { OpenOptions } from "../../engine/open.ts";
import type { LanguageRecord } from "../../engine/registered-servers.ts";
import { registryWith } from "../../engine/registered-servers.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Clock } from "../../std/clock.ts";
import type { FileTools } from "./file-arguments.ts";

export interface LspPluginOptions {
  /** The root lies here or above; where the process runs without it. */
  readonly directory?: string;
  /** Ids of the protocol, such as `typescript`; all that the root holds without any. */
  readonly languages?: readonly string[];
  /** Programs that serve a language in place of those that are known. */
  readonly registry?: readonly LanguageRecord[];
  /** Starts the servers with the session; without it the first tool call does. */
  readonly autoStart?: boolean;
  /** Ends the servers with the session; true without it. */
  readonly autoShutdown?: boolean;
  /** Tells servers of what file tools do; true without it. */
  readonly autoSync?: boolean;
  /** Shows no tool before a server has said that it can serve it, except `lsp_diagnostics`. */
  readonly strict?: boolean;
  /** Tools beside `vfs_write`, `vfs_edit`, `vfs_append` and `vfs_rm` that change files. */
  readonly fileTools?: readonly FileTools[];
  /** So many documents are kept open for the agent; 256 without it. */
  readonly maxDocumentCache?: number;
  /** What tools may do; `["read", "control", "propose"]` without it: they change no file. */
  readonly allowed?: Invocation["caller"]["allowed"];
  /** The operator trusts the root, so servers run unrestricted; by the grants without it. */
  readonly trusted?: boolean;
  /** Settings of Sightline, over those of profile `synwire`. */
  readonly settings?: NonNullable<OpenOptions["settings"]>;
  /** Where Sightline keeps its state; the user's own directory without it. */
  readonly stateDirectory?: string;
  /** The root is this very directory. */
  readonly exact?: boolean;
  /** The machine, for tests: `MemoryHost` of `sightline/testing`. */
  readonly host?: NonNullable<OpenOptions["host"]>;
  /** The servers that are known, for tests. */
  readonly catalog?: NonNullable<OpenOptions["catalog"]>;
  /** The time, for tests. */
  readonly clock?: Clock;
}

/** Refuses what cannot be meant, by the name of the option. */
export function checkedOptions(options: LspPluginOptions): LspPluginOptions & { readonly catalog: Catalog } {
  const parsed = schema.safeParse(options);
  if (!parsed.success) wrong(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  const { languages = [], registry = [], catalog } = options;
  const named = languages.filter((one) => registry.every(({ language }) => language !== one));
  return { ...options, catalog: registryWith([...registry, ...named.map((language) => ({ language }))], catalog) };
}

// — below: private, in the order they are used —

type Catalog = NonNullable<OpenOptions["catalog"]>;

const name = z.string().min(1);

const schema = z.strictObject({
  directory: name.optional(),
  languages: z.array(name).optional(),
  registry: z
    .array(
      z.strictObject({
        language: name,
        binary: name.optional(),
        args: z.array(z.string()).optional(),
        env: z.record(z.string(), z.string()).optional(),
        extensions: z.array(name).optional(),
      }),
    )
    .optional(),
  autoStart: z.boolean().optional(),
  autoShutdown: z.boolean().optional(),
  autoSync: z.boolean().optional(),
  strict: z.boolean().optional(),
  fileTools: z
    .array(
      z.strictObject({
        tool: name,
        file: z.union([name, z.array(name), z.custom<FileTools["file"]>((value) => typeof value === "function")]),
        does: z.enum(["write", "remove"]).optional(),
      }),
    )
    .optional(),
  maxDocumentCache: z.number().int().positive().optional(),
  allowed: z.array(z.enum(["read", "control", "propose", "write", "exec", "network"])).optional(),
  trusted: z.boolean().optional(),
  settings: z.looseObject({}).optional(),
  stateDirectory: name.optional(),
  exact: z.boolean().optional(),
  host: z.unknown().optional(),
  catalog: z.unknown().optional(),
  clock: z.unknown().optional(),
});

function wrong(issues: readonly string[]): never {
  throw new Refusal({
    code: "bad_input",
    what: "The plugin cannot be built with these options.",
    why: `${issues.join("; ")}.`,
    next: "Correct them; nothing was started.",
  });
}
