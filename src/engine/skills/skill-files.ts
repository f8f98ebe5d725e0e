// Reads the skills that ship with us: for an agent as prompts, for a person as a list.

import { nodeFiles } from "../../host/node/node-files.ts";
import { ownSkills } from "../../host/own-skills.ts";
import { ownFileBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { bug } from "../../std/bug.ts";

export interface Skill {
  readonly name: string;
  readonly description: string;
  /** What a caller may say along with it, by name. */
  readonly arguments: readonly string[];
  /** Those that an agent may call for it without asking a person: none of them changes or runs anything. */
  readonly allowedTools: readonly string[];
  /** The operations that it asks an agent to call. */
  readonly operations: readonly string[];
  /** What an agent is to do. */
  readonly body: string;
}

/** In the order of their names. */
export async function readSkills(directory: FilePath = ownSkills): Promise<readonly Skill[]> {
  const entries = (await nodeFiles.list(directory)) ?? [];
  const names = entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  return Promise.all(names.sort().map((name) => readSkill(directory, name)));
}

/** The first sentence: what it is for. The rest says when. */
export function briefly({ description }: Skill): string {
  return /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
}

export const skillFile = "SKILL.md";

/** Of one of our own files: keys with a text, and below `metadata` one more. A test holds it against a reader of YAML. */
export function parseSkill(text: string): Skill {
  const [, head = "", body = ""] = /^---\n(.*?)\n---\n+(.*)$/s.exec(text) ?? [];
  const value = (key: string): string => {
    const written = new RegExp(`^ {0,2}${key}: (.+)$`, "m").exec(head)?.[1] ?? bug(`a skill of ours has no ${key}`);
    return written.startsWith('"') ? String(JSON.parse(written)) : written;
  };
  return {
    name: value("name"),
    description: value("description"),
    arguments: [...value("argument-hint").matchAll(/\[([^\]]+)\]/g)].map(([, name = ""]) => name),
    allowedTools: value("allowed-tools").split(" "),
    operations: value("operations").split(" "),
    body: body.trimEnd(),
  };
}

async function readSkill(directory: FilePath, name: string): Promise<Skill> {
  const bytes = await nodeFiles.read(joinPath(directory, name, skillFile), ownFileBytes);
  return parseSkill(nodeFiles.decode(bytes ?? bug(`the skill ${name} is not there`)).text);
}
