// Questions of one caller: which server is asked, how it is reached, and what its answer does not cover.
//
// Invariant: a question enters the lane of a session here and nowhere else in a snapshot: with others, or alone with
// what is supposed.
// Invariant: an answer says everything that is known to be missing from it.

import type { FilePath } from "../../model/file-path.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { AskOptions } from "../../session/ask-host.ts";
import type { Session } from "../../session/session.ts";
import { firstAble } from "../servers/attempts.ts";
import type { Projects } from "../projects/projects.ts";
import type { Supposition } from "../supposition.ts";
import type { Hierarchy, HierarchyDirection, Location } from "../../model/code-facts.ts";
import type { FilePlace, Place } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { references } from "../../session/questions/queries.ts";
import { pooled } from "../../std/pooled.ts";
import { callersByUse } from "../../session/questions/callers-by-use.ts";
import { hierarchy, isAnywhere } from "../../session/questions/hierarchy.ts";
import { subtypesByImplementation } from "../../session/questions/subtypes-by-implementation.ts";

export interface AskingContext {
  /** The servers of a file that are on this machine, in order of preference; the first is refused when there is none. */
  sessionsFor(file: FilePath): AsyncIterable<Session>;
  readonly projects: Projects;
  readonly freshness: readonly Reason[];
  /** Files as they would be, where that is what is asked about. */
  readonly supposition?: Supposition | undefined;
}

/** An answer about uses, with what is known against it. */
export interface AskedUses<T> {
  readonly answer: Answer<T>;
  /** Reasons that no account can settle: changes that were not seen, and directories that were not read. */
  readonly lasting: readonly Reason[];
  /** Why the server may not have searched all: projects that are not loaded, packages that are not there. */
  readonly coverage: () => Promise<readonly Reason[]>;
}

export type Question<T> = (session: Session, options: AskOptions) => Promise<Answer<T>>;

/** Of the servers of a file the first that can be asked answers: one that has not declared it, or may not run, gives way. */
export class Asking {
  readonly #context: AskingContext;
  readonly #options: AskOptions;

  constructor(context: AskingContext, options: AskOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** A question about one place or file. */
  about<T>(file: FilePath, question: Question<T>): Promise<Answer<T>> {
    return this.#first(file, async (session) => qualified(await this.put(session, question), this.#context.freshness));
  }

  /** A question about one place or file, whose answer may lie in a package. */
  beyond<T>(file: FilePath, question: Question<T>): Promise<Answer<T>> {
    return this.#first(file, async (session) => {
      const answer = await this.put(session, question);
      const missing = await this.#context.projects.dependencies(file, session.options.server.entry);
      return qualified(answer, [...this.#context.freshness, ...missing]);
    });
  }

  /** A question about the whole workspace: only as complete as what the server has loaded. */
  async everywhere<T>(file: FilePath, question: Question<T>): Promise<Answer<T>> {
    const { answer, lasting, coverage } = await this.uses(file, question);
    return qualified(answer, [...lasting, ...(await coverage())]);
  }

  /** The same, with the doubts apart that an account of every occurrence can settle. */
  uses<T>(file: FilePath, question: Question<T>): Promise<AskedUses<T>> {
    return this.#first(file, async (session) => {
      const { projects, supposition } = this.#context;
      const whole = await this.#whole(session, file, question);
      const [isWhole, elsewhere] = await Promise.all([projects.isWhole(), projects.checkouts.missed(file)]);
      const coverage = async (): Promise<readonly Reason[]> => {
        const isSupposed = supposition?.supposed.has(file) === true;
        const { entry } = session.options.server;
        const [built, missing] = await Promise.all([
          projects.missedUses(file, entry, isSupposed),
          projects.dependencies(file, entry),
        ]);
        return [...whole.reasons, ...built, ...missing];
      };
      return {
        answer: whole.answer,
        lasting: [...whole.lasting, ...elsewhere, ...(isWhole ? [] : [partOfTree])],
        coverage,
      };
    });
  }

  /** The same about names, which are known also where their uses are missed. */
  names<T>(near: FilePath, question: Question<T>): Promise<Answer<T>> {
    return this.#first(near, async (session) => {
      const { answer, lasting, reasons } = await this.#whole(session, near, question);
      const missing = await this.#context.projects.dependencies(near, session.options.server.entry);
      return qualified(answer, [...lasting, ...reasons, ...missing]);
    });
  }

  /** A question to one server, regardless of others. */
  async put<T>(session: Session, question: Question<T>): Promise<Answer<T>> {
    const answer = await this.#inLane(session, (options) => question(session, options));
    return qualified(answer, this.#doubts(session));
  }

  // — below: private, in the order they are used —

  #first<T>(file: FilePath, ask: (session: Session) => Promise<T>): Promise<T> {
    return firstAble(this.#context.sessionsFor(file), ask);
  }

  async #whole<T>(session: Session, file: FilePath, question: Question<T>): Promise<LoadedWhole<T>> {
    const { projects, freshness } = this.#context;
    const { answer, reasons } = await this.#inLane(session, (asked) =>
      projects.loading.ask(session, file, asked, (options) => question(session, options)),
    );
    return { answer, reasons, lasting: [...freshness, ...this.#doubts(session)] };
  }

  #inLane<T>(session: Session, work: (options: AskOptions) => Promise<T>): Promise<T> {
    const options = this.#options;
    const { supposition } = this.#context;
    if (supposition !== undefined) return supposition.ask(session, options, work);
    return session.lane.together(options, () => work(options));
  }

  #doubts(session: Session): readonly Reason[] {
    return this.#context.supposition?.doubtsOf(session) ?? [];
  }
}

interface LoadedWhole<T> {
  readonly answer: Answer<T>;
  /** What was not loaded. */
  readonly reasons: readonly Reason[];
  readonly lasting: readonly Reason[];
}

const partOfTree: Reason = {
  code: "projects_not_loaded",
  detail: "some directories of the root could not be read",
};

/** An answer that is known not to cover everything. */
export function qualified<T>({ value, standing }: Answer<T>, reasons: readonly Reason[]): Answer<T> {
  return { value, standing: standingOf([...standing.reasons, ...reasons], standing.evidence) };
}

/** The uses of one symbol, its declarations among them, or why they are not known. */
export type ManyUses = readonly Location[] | Refusal;

/** So many questions wait at a server at the same time: enough that it never waits for us. */
const atOnce = 32;

/** Asks for the uses of several symbols of one file at the same time; a symbol that is refused takes nothing from the others. */
export async function usesOfMany(
  session: Session,
  file: FilePath,
  places: readonly Place[],
  options: AskOptions,
): Promise<Answer<readonly ManyUses[]>> {
  const answers = await pooled(places, atOnce, async (place) => {
    try {
      return await references(session, { file, place }, true, options);
    } catch (error) {
      // A server without the capability is skipped for the next.
      if (!(error instanceof Refusal) || error.code === "capability_missing") throw error;
      return error;
    }
  });
  return {
    value: answers.map((answer) => (answer instanceof Refusal ? answer : answer.value)),
    standing: joinStandings(answers.flatMap((answer) => (answer instanceof Refusal ? [] : [answer.standing]))),
  };
}

/** Callers, callees, supertypes or subtypes, up to `depth` steps away. */
export async function hierarchyOf(
  asking: Asking,
  direction: HierarchyDirection,
  at: FilePlace,
  depth: number,
): Promise<Answer<Hierarchy>> {
  const question: Question<Hierarchy> = (session, options) => hierarchy(session, direction, at, depth, options);
  if (!isAnywhere(direction)) return asking.beyond(at.file, question);
  const { answer, lasting, coverage } = await askedHierarchy(asking, direction, at, depth);
  return qualified(answer, [...lasting, ...(await coverage())]);
}

/** The same about callers or subtypes, with the doubts apart that an account of uses can settle. */
export async function askedHierarchy(
  asking: Asking,
  direction: HierarchyDirection,
  at: FilePlace,
  depth: number,
): Promise<AskedUses<Hierarchy>> {
  const question: Question<Hierarchy> = (session, options) => hierarchy(session, direction, at, depth, options);
  const otherwise: Question<Hierarchy> = (session, options) =>
    direction === "incoming"
      ? callersByUse(session, at, depth, options)
      : subtypesByImplementation(session, at, options);
  try {
    return await asking.uses(at.file, question);
  } catch (lacking) {
    if (!isLacking(lacking)) throw lacking;
    // Without a hierarchy, callers are derived from uses, and subtypes from implementations.
    return asking.uses(at.file, otherwise).catch((error: unknown) => {
      throw isLacking(error) ? lacking : error;
    });
  }
}

function isLacking(error: unknown): boolean {
  return error instanceof Refusal && error.code === "capability_missing";
}
