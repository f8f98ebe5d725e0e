// The linters of a file: who is asked beside the server of its language, and who is not and why.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { Reason } from "../../model/standing.ts";
import type { Discovery } from "../../session/process/discovery.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import type { Session } from "../../session/session.ts";

/** The linters that the project of a file is set up for. */
export interface Linters {
  /** Those to be asked, each with its session or with what keeps it from having one. */
  readonly asked: readonly (() => Promise<Session>)[];
  /** Why others are not. */
  readonly unasked: readonly Reason[];
}

export interface LintersContext {
  mayRun(entry: ServerEntry): boolean;
  find(entry: ServerEntry): Promise<Discovery>;
  session(server: FoundServer): Promise<Session>;
}

/** Some linters are asked through a program of another name, so that the linter itself may be there. */
function programOf({ id, launch }: ServerEntry): string {
  return launch.kind !== "command" || launch.command === id ? "it" : launch.command;
}

/** Those of the entries that are on this machine and may run in the root; the others are named. */
export async function lintersOf(entries: readonly ServerEntry[], context: LintersContext): Promise<Linters> {
  const linters = entries.map(async (entry): Promise<Linters> => {
    const unasked = (code: Reason["code"], why: string): Linters => ({
      asked: [],
      unasked: [{ code, detail: `${entry.title} is set up here and was not asked: ${why}` }],
    });
    if (!context.mayRun(entry)) return unasked("restricted", "it may not run in a root that is not trusted");
    const one = await context.find(entry);
    if ("missing" in one)
      return unasked("scoped", one.isThere === true ? one.missing : `${programOf(entry)} is not installed`);
    return { asked: [() => context.session(one.found)], unasked: [] };
  });
  const all = await Promise.all(linters);
  return { asked: all.flatMap(({ asked }) => asked), unasked: all.flatMap(({ unasked }) => unasked) };
}
