// Which tools a client is shown, and how: everything derives from the operation table.
//
// Invariant: the list of operations depends on the exposure and on the extensions that were activated at the start alone, so
// that it is the same bytes in every process and never changes by a call, except in the profile whose list follows servers.

import type { z } from "zod";
import type { Exposure } from "../../config/options.ts";
import { draftInput, sharedInput } from "../../operations/shared-input.ts";
import type { Operation } from "../../operations/define.ts";
import type { Registry } from "../../operations/registry.ts";
import { coreRegistry } from "../../operations/registry.ts";
import { targetInput } from "../../operations/target.ts";
import type { Shown, ToolSchema } from "./tool-schema.ts";
import { toolSchema } from "./tool-schema.ts";
import type { RefusalDetails } from "../../model/refusal.ts";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly annotations: Annotations;
}

interface Annotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** What a client is shown: a choice of the operator's, what a passive surface has, or nothing where its agent may not ask. */
export type Shows = Exposure | "passive" | "none";

/** Whether a client can ask about code by itself: by resources and prompts as well as by tools. */
export function isAsking(exposure: Shows): boolean {
  return exposure !== "none" && exposure !== "passive";
}

/** In the order of the table. The single tool stands for all of them, so it shows none by its own name. */
export function exposedOperations(exposure: Shows, { operations }: Registry = coreRegistry): readonly Operation[] {
  return operations.filter(isShown[exposure]);
}

const isShown: { readonly [S in Shows]: (operation: Operation) => boolean } = {
  core: (operation) => operation.exposure === "core",
  full: () => true,
  readonly: ({ kind }) => kind === "query",
  passive: ({ passive }) => passive === true,
  script: ({ withScripts }) => withScripts === true,
  single: () => false,
  none: () => false,
};

/** Whether a caller to whom only this is allowed could ever be answered. */
export function mayEverAsk(kind: Operation["kind"], allowed: readonly string[]): boolean {
  switch (kind) {
    case "query":
      return true;
    case "control":
    case "run":
      return allowed.includes("control");
    case "draft":
    case "edit":
      return allowed.includes("propose");
  }
}

/** Only the full list has tools for drafts; elsewhere what names one is left out. */
export function toolOf(operation: Operation, exposure: Shows = "full"): Tool {
  const known = exposure === "full" ? fullTools : otherTools;
  const tool = known.get(operation) ?? describeTool(operation, exposure);
  known.set(operation, tool);
  return tool;
}

/** Records never change, and deriving their schemas is what a list of tools costs: each session asks for one. */
const [fullTools, otherTools] = [new WeakMap<Operation, Tool>(), new WeakMap<Operation, Tool>()];

function describeTool(operation: Operation, exposure: Shows): Tool {
  return {
    name: operation.name,
    description: `${operation.summary} ${operation.guidance}`.trim(),
    inputSchema: toolSchema(operation.schema, { ...shown, hidden: exposure === "full" ? new Set() : draftArguments }),
    annotations: annotationsOf(operation),
  };
}

const draftArguments = new Set<z.core.$ZodType>(Object.values(draftInput));

const shown: Omit<Shown, "hidden"> = {
  // The instructions say once what these mean.
  explained: new Set([...Object.values(sharedInput), ...Object.values(draftInput), ...Object.values(targetInput)]),
  last: new Set([...Object.values(sharedInput), ...Object.values(draftInput)]),
};

/** What is never true of a question goes without saying: whatever reads only destroys nothing. */
function annotationsOf({ kind, title }: Operation): Annotations {
  switch (kind) {
    case "query":
      return { title, readOnlyHint: true, openWorldHint: false };
    case "control":
      return { title, readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    case "draft":
      return { title, readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
    case "edit":
      return { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
    case "run":
      // What a repository's own code does when it is built or tested cannot be known in advance.
      return { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  }
}

// — The tools that a client was shown last, and whether they are still those that it would be shown —

export class ShownTools {
  readonly #now: () => Promise<readonly Tool[]>;
  /** As a client was shown them last; undefined where none knows them. */
  #shown: string | undefined;

  constructor(now: () => Promise<readonly Tool[]>) {
    this.#now = now;
  }

  async list(): Promise<Tool[]> {
    const tools = await this.#now();
    this.#shown = JSON.stringify(tools);
    return [...tools];
  }

  /** Whether they have changed since they were last listed; true once, because a notified client lists them again. */
  async hasChanged(): Promise<boolean> {
    if (this.#shown === undefined) return false;
    const now = JSON.stringify(await this.#now());
    // Two events in a row are checked concurrently; the first one to see the change reports it.
    if (this.#shown === undefined || this.#shown === now) return false;
    this.#shown = undefined;
    return true;
  }
}

// — The refusal of a call to a tool that the caller was not shown —

/** `isHidden`: there is such an operation, but not among the tools of this connection. */
export function unknownTool(
  name: string,
  isHidden: boolean,
  exposure: Shows,
  shown: ReadonlySet<string>,
  isReader: boolean,
): RefusalDetails {
  return {
    code: "unknown_operation",
    what: isHidden ? `${name} is not among the tools of this server.` : `There is no tool ${JSON.stringify(name)}.`,
    ...whyHidden(isHidden, exposure, isReader),
    next: shown.size === 0 ? "Ask the operator to enable it." : `There are: ${[...shown].join(", ")}.`,
  };
}

function whyHidden(isHidden: boolean, exposure: Shows, isReader: boolean): Pick<RefusalDetails, "why"> {
  if (exposure === "none") return { why: "Language servers are not enabled for this agent." };
  if (exposure === "passive")
    return {
      why: "The setting policy.surface is passive: the host assembles context for the model, which calls no tools of its own.",
    };
  const options = isReader ? `--tools ${exposure} and --read-only` : `--tools ${exposure}`;
  return isHidden ? { why: `It was started with ${options}.` } : {};
}
