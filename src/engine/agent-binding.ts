// The binding of an agent, from the operator's file: read once at the start, and held against every root that is opened.
//
// Invariant: the file is the operator's. One that lies in a root is believed only where that root is trusted, for
// whoever wrote the repository could otherwise enable itself.

import { languageById } from "../catalog/table.ts";
import type { Catalog } from "../catalog/table.ts";
import type { AgentBinding } from "../config/agents.ts";
import { bindingOf, languagesNamed, wrongAgents } from "../config/agents.ts";
import { valueOfYaml } from "../config/agents-yaml.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, parentOf, parseFilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { operatorConfiguration } from "./configuration.ts";

/** `file` is absolute. */
export async function readBinding(host: Host, file: string, id: string | undefined): Promise<AgentBinding> {
  const { bytes } = await operatorConfiguration(host, file);
  const { text, lossy } = host.files.decode(bytes);
  if (lossy) wrongAgents(file, "It is not UTF-8");
  return bindingOf(file, await valueOfYaml(file, text), id);
}

/** Refuses a binding that the repository itself may have written. */
export async function mustBeOperators(
  host: Host,
  { file }: AgentBinding,
  root: FilePath,
  trusted: boolean,
): Promise<void> {
  if (trusted || !(await isIn(host, root, file))) return;
  refuse({
    code: "not_trusted",
    what: `The agents in ${file} are not believed.`,
    why: `The file lies in ${root}, which is not trusted: whoever wrote the repository wrote it too.`,
    next: "Keep it outside of the project, or trust the root with `sightline trust` or --trust.",
  });
}

/** By its own name, by that of its directory, or by what it leads to: a link of the repository is its word as well. */
async function isIn(host: Host, root: FilePath, file: string): Promise<boolean> {
  const path = parseFilePath(file);
  if (path === undefined) return false;
  const directory = parentOf(path);
  const [real, realDirectory] = await Promise.all([
    host.files.real(path),
    directory === undefined ? undefined : host.files.real(directory),
  ]);
  return [path, real, realDirectory].some((one) => one !== undefined && isInside(root, one));
}

/** A language that nobody knows would forbid everything without a word. */
export function mustKnowLanguages(catalog: Catalog, { file, named }: AgentBinding): void {
  const unknown = named.find((name) => languagesNamed(name).every((id) => languageById(catalog, id) === undefined));
  if (unknown !== undefined) wrongAgents(file, `No language ${JSON.stringify(unknown)} is known`);
}
