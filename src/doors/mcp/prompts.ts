// Prompts: the skills, listed in a line each and given whole on request, and those that extensions of languages add.

import type { Skill } from "../../engine/skills/skill-files.ts";
import { briefly, readSkills } from "../../engine/skills/skill-files.ts";
import type { ExtensionPrompt } from "../../operations/extensions/define-extension.ts";
import type { Shows } from "./tool-list.ts";
import type { Server } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Registry } from "../../operations/registry.ts";

/** Under these the operations that skills name are tools; elsewhere they are none, or there is only one for all. */
const exposures: ReadonlySet<Shows> = new Set(["core", "full", "readonly"]);

export function hasSkills(exposure: Shows): boolean {
  return exposures.has(exposure);
}

/** Read on demand: listing tools does not need them. */
export async function skillPrompts(exposure: Shows, exposed: ReadonlySet<string>): Promise<readonly ExtensionPrompt[]> {
  if (!hasSkills(exposure)) return [];
  const skills = await readSkills();
  // Where an operator lets nothing but questions be asked, a skill that changes something is no offer.
  const isOffered = ({ operations }: Skill): boolean =>
    exposure !== "readonly" || operations.every((name) => exposed.has(name));
  return skills.filter(isOffered).map((skill) => skillPrompt(skill, exposed));
}

function skillPrompt(skill: Skill, exposed: ReadonlySet<string>): ExtensionPrompt {
  const { name, body, operations } = skill;
  const missing = operations.filter((one) => !exposed.has(one));
  return {
    name,
    title: /^# (.+)$/m.exec(body)?.[1] ?? name,
    description: briefly(skill),
    arguments: skill.arguments.map((one) => ({ name: one, description: one.replaceAll("-", " "), required: false })),
    calls: operations,
    text(given) {
      const said = skill.arguments.flatMap((one) => (Object.hasOwn(given, one) ? [`${one}: ${given[one]}`] : []));
      return [
        ...(said.length === 0 ? [] : [`Arguments: ${said.join("; ")}`, ""]),
        ...(missing.length === 0 ? [] : [missingText(missing), ""]),
        body,
      ].join("\n");
    },
  };
}

/** Names unavailable steps beforehand, so that an agent does not find out in the middle. */
function missingText(missing: readonly string[]): string {
  return `Not available: ${missing.join(", ")}. The operator can enable them with --tools full. Skip the steps that need them, and say which you skipped.`;
}

// — Prompts on the wire —

/** Those that ask for nothing which this client cannot call. */
export function offeredPrompts({ prompts }: Registry, exposed: ReadonlySet<string>): readonly ExtensionPrompt[] {
  return prompts.filter(({ calls }) => calls.every((name) => exposed.has(name)));
}

export function servePrompts(server: Server, offered: () => Promise<readonly ExtensionPrompt[]>): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await offered()).map(({ name, title, description, arguments: taken }) => {
      return { name, title, description, arguments: taken.map((one) => ({ ...one })) };
    }),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const prompts = await offered();
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      const names = prompts.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such prompt. There are: ${names}.`);
    }
    const given = params.arguments ?? {};
    const missing = prompt.arguments.filter(({ name, required }) => required && !Object.hasOwn(given, name));
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.name} needs ${names}.`);
    }
    const text = prompt.text(given);
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}
