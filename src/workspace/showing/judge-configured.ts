// What configurations and links of packages lead to: everything is touched, or only who imports what is found there.

import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import type { Withheld } from "../../session/withheld.ts";
import type { ConfigurationLead } from "./configuration-leads.ts";
import type { NamesContext, OutsidePackages } from "./outside-names.ts";
import { outsideModules } from "./outside-names.ts";

export interface ConfiguredContext extends NamesContext {
  /** Packages that lead outside, where the language has them in `node_modules`. */
  readonly packages: OutsidePackages | undefined;
}

export interface ConfiguredLead {
  readonly file: FilePath;
  readonly lead: ConfigurationLead;
}

export interface Configured {
  /** Why every file may see what lies outside. */
  readonly whole: Withheld | undefined;
  /** Directories outside in which imports and includes are looked for. */
  readonly searched: readonly FilePath[];
  /** Where a package or a module that is imported by name lies, if that is outside. */
  readonly found: (name: string) => Promise<string | undefined>;
  /** Why a text that is only supposed may see what lies outside. */
  readonly supposed: Withheld | undefined;
}

export async function judgeConfigured(
  context: ConfiguredContext,
  configured: readonly ConfiguredLead[],
): Promise<Configured> {
  const { root, packages } = context;
  const byItself = packages?.takenByItself;
  if (byItself !== undefined) return touchingAll(linkOutside(root, byItself));
  const searched: FilePath[] = [];
  const modules = new Map<string, string>();
  let supposed: Withheld | undefined;
  for (const { file, lead } of configured) {
    const why = leadOutside(root, file, undefined, lead.written);
    if (lead.way === "environment") {
      const held = await outsideModules(context, lead.path);
      // Names of that module are seen without being imported.
      if (held.has("__builtins__")) return touchingAll(why);
      if (held.size > 0) supposed ??= why;
      for (const name of held.keys()) modules.set(name, lead.written);
    } else if (lead.way === "named") {
      if ((await packages?.leadOf(lead.written)) !== undefined) return touchingAll(why);
    } else if ((await context.places.outsideOf(lead.path)) !== undefined) {
      if (lead.way !== "searched") return touchingAll(why);
      searched.push(lead.path);
    }
  }
  const found = async (name: string): Promise<string | undefined> => {
    const link = await packages?.leadOf(name);
    return link === undefined ? modules.get(name) : display(root, link);
  };
  return { whole: undefined, searched, found, supposed };
}

/** What a file of the root leads to. */
export function leadOutside(root: FilePath, file: FilePath, line: number | undefined, written: string): Withheld {
  const where = `${display(root, file)}${line === undefined ? "" : `:${line}`}`;
  return { where, why: `${where} leads to ${written}, outside the root` };
}

export function linkOutside(root: FilePath, link: FilePath): Withheld {
  const where = display(root, link);
  return { where, why: `${where} is a link that leads outside the root` };
}

// — below: private, in the order they are used —

function touchingAll(whole: Withheld): Configured {
  return { whole, searched: [], found: async () => undefined, supposed: undefined };
}
