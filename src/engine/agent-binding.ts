// The binding of an agent, from the operator's file: read once at the start, and held against every root that is opened.
//
// Invariant: the file is the operator's (own-places), because the repository could otherwise enable itself.

import { languageById } from "../catalog/table.ts";
import type { Catalog } from "../catalog/table.ts";
import type { AgentBinding } from "../config/agents.ts";
import { bindingOf, languagesNamed, wrongAgents } from "../config/agents.ts";
import { valueOfYaml } from "../config/agents-yaml.ts";
import type { Host } from "../host/host.ts";
import { operatorConfiguration } from "./configuration.ts";

/** `file` is absolute. */
export async function readBinding(host: Host, file: string, id: string | undefined): Promise<AgentBinding> {
  const { bytes } = await operatorConfiguration(host, file);
  const { text, lossy } = host.files.decode(bytes);
  if (lossy) wrongAgents(file, "It is not UTF-8");
  return bindingOf(file, await valueOfYaml(file, text), id);
}

/** An unknown language would forbid everything silently. */
export function mustKnowLanguages(catalog: Catalog, { file, named }: AgentBinding): void {
  const unknown = named.find((name) => languagesNamed(name).every((id) => languageById(catalog, id) === undefined));
  if (unknown !== undefined) wrongAgents(file, `No language ${JSON.stringify(unknown)} is known`);
}
