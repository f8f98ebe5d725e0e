// The skills as prompts: listed in a line each, given whole on request.

import type { Skill } from "../../engine/skills/skill-files.ts";
import { briefly, readSkills } from "../../engine/skills/skill-files.ts";
import type { ExtensionPrompt } from "../../operations/extensions/define-extension.ts";
import type { Shows } from "./tool-list.ts";

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
