// Starts the servers of a root, all at the same time, because a caller asks for it or because the operator wants them warm.
//
// Invariant: a server that fails to start takes no other along.

import type { Patience } from "../../std/patience.ts";
import type { FilePath } from "../../model/file-path.ts";
import { addressText } from "../../model/address.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Session } from "../../session/session.ts";
import type { ConnectRequest, StartedServer } from "../control.ts";
import type { SearchPlace } from "../projects/search-places.ts";
import { firstAble } from "./attempts.ts";
import type { Workspace } from "../workspace.ts";

/** What the code of the root needs, or one language. */
export async function startServers(
  workspace: Workspace,
  language: string | undefined,
  patience: Patience,
): Promise<StartedServer[]> {
  const places = await workspace.places(language);
  if (language !== undefined && places.length === 0) {
    return [await startOne(workspace, language, workspace.servers.ofLanguage(language), undefined, patience)];
  }
  return Promise.all(
    places.map(({ near, language: own }) => startOne(workspace, own, workspace.sessionsFor(near), near, patience)),
  );
}

/** Asks a server that someone else runs from now on; refused where it is not there, and then nothing has changed. */
export async function connectServer(
  workspace: Workspace,
  language: string | undefined,
  { address, allow }: ConnectRequest,
  patience: Patience,
): Promise<StartedServer> {
  allow(workspace.settings.passive.hosts, workspace.root);
  const places = await workspace.places(language);
  const [place] = places;
  const served = language ?? place?.language;
  if (served === undefined || (language === undefined && places.length > 1)) return whichLanguage(places);
  const session = await workspace.servers.connect(served, address, patience);
  const waitsFor = await started(session, place?.near, patience);
  const connectedTo = addressText(address);
  return { server: session.id, root: workspace.root, connectedTo, ...(waitsFor === undefined ? {} : { waitsFor }) };
}

/** Ends the servers and starts the same ones again; those that were given up are among them. */
export async function restartServers(workspace: Workspace, patience: Patience): Promise<StartedServer[]> {
  const before = workspace.sessions.map((session) => ({
    entry: session.options.server.entry,
    near: session.documents.sharedPaths().at(-1),
  }));
  // What was installed or removed since the last look counts from now on, also where nothing runs yet.
  workspace.servers.reprobe();
  if (before.length === 0) return startServers(workspace, undefined, patience);
  return Promise.all(
    before.map(async ({ entry, near }) => {
      await workspace.servers.sessions.restart(entry.id);
      return startOne(workspace, entry.id, workspace.servers.of([entry]), near, patience);
    }),
  );
}

/** Runs in the background when an engine opens: a failure is emitted, and the first call meets it again. */
export async function prewarm(
  workspace: Workspace,
  languages: readonly string[],
  patience: Patience,
): Promise<StartedServer[]> {
  if (languages.includes("*")) return startServers(workspace, undefined, patience);
  const started = await Promise.all(
    languages.map(async (language) => {
      const isPresent = (await workspace.places(language)).length > 0;
      return isPresent ? startServers(workspace, language, patience) : [];
    }),
  );
  return started.flat();
}

// — below: private, in the order they are used —

function whichLanguage(places: readonly SearchPlace[]): never {
  const languages = [...new Set(places.map(({ language }) => language))];
  return refuse({
    code: "bad_input",
    what: "It is not clear which language the server at that address is for.",
    why: languages.length === 0 ? "The root has no code of a known language." : `There is ${languages.join(", ")}.`,
    next: "Name it with language_id.",
  });
}

/** `called` is what it goes by until a server is known. */
async function startOne(
  workspace: Workspace,
  called: string,
  sessions: AsyncIterable<Session>,
  near: FilePath | undefined,
  patience: Patience,
): Promise<StartedServer> {
  const { root } = workspace;
  try {
    return await firstAble(sessions, async (session) => {
      const waitsFor = await started(session, near, patience);
      return { server: session.id, root, ...(waitsFor === undefined ? {} : { waitsFor }) };
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const server = error.details.data?.["server"];
    return { server: typeof server === "string" ? server : called, root, failure: error.details };
  }
}

/** What it still waits for when the patience ends. */
async function started(
  session: Session,
  near: FilePath | undefined,
  { deadline, signal, waitMs = session.options.settings.ready.waitMs }: Patience,
): Promise<string | undefined> {
  const start = async (): Promise<string | undefined> => {
    const running = await session.start(deadline, signal);
    // Many a server loads nothing before a document is open.
    if (near !== undefined) await session.documents.synced(near);
    const verdict = await running.readiness.wait(Math.min(waitMs, deadline.remaining()), signal);
    return verdict.kind === "met" ? undefined : verdict.why;
  };
  return session.lane.together({ deadline, signal }, start);
}
