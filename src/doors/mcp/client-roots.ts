// The directories that a client says it works in: the first is where the engine opens, the others become folders of it.

import type { Server } from "@modelcontextprotocol/server";
import type { Engine, Invocation } from "../../engine/engine.ts";
import { clientRootsTimeoutMs } from "../../engine/limits.ts";
import { localPath } from "../../engine/local-path.ts";
import { isRecord } from "../../std/json.ts";

/** Paths of the roots that are directories of this machine; what else a client may name is passed over. */
export function rootPaths(answer: unknown): readonly string[] {
  const roots = isRecord(answer) && Array.isArray(answer["roots"]) ? answer["roots"] : [];
  return roots.flatMap((root: unknown) => {
    const uri = isRecord(root) ? root["uri"] : undefined;
    const path = typeof uri === "string" ? localPath(uri) : undefined;
    return path === undefined ? [] : [path];
  });
}

/** Makes the engine's folders those of the client. The root it was opened with stays: everything relative starts there. */
export class ClientRoots {
  readonly #caller: Invocation["caller"];
  #followed: readonly string[] = [];

  constructor(caller: Invocation["caller"]) {
    this.#caller = caller;
  }

  /** The engine was opened with these besides its own. */
  opened(others: readonly string[]): void {
    this.#followed = others;
  }

  /** Returns why a folder could not be followed, a line each. */
  async follow(engine: Engine, paths: readonly string[]): Promise<readonly string[]> {
    const own = engine.facts.root;
    const wanted = paths.filter((path) => path !== own);
    const gone = this.#followed.filter((path) => !wanted.includes(path));
    const added = wanted.filter((path) => !this.#followed.includes(path));
    this.#followed = wanted;
    const faults: string[] = [];
    for (const [operation, path] of [
      ...added.map((path) => ["add_workspace_folder", path] as const),
      ...gone.map((path) => ["remove_workspace_folder", path] as const),
    ]) {
      // The client says where it works, not the agent that it runs: what that may steer is no matter here.
      const caller: Invocation["caller"] = { ...this.#caller, allowed: ["read", "control"], roots: wanted };
      const outcome = await engine.invoke({ operation, input: { path }, caller, unasked: true });
      if (!outcome.ok) faults.push(`${path} is not followed: ${outcome.refusal.what}`);
    }
    return faults;
  }
}

/** What a client answers that is asked for its roots; nothing when it does not. */
export async function listRoots(server: Server): Promise<readonly string[]> {
  const [answer] = await Promise.allSettled([server.listRoots(undefined, { timeout: clientRootsTimeoutMs })]);
  return answer.status === "fulfilled" ? rootPaths(answer.value) : [];
}
