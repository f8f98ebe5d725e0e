// Closes a turn of a host's model: its changes are validated, and errors that they brought go back to the model for a few rounds.
//
// Invariant: a turn always closes: by a verdict, after its rounds, by the breaker, or unvalidated where no server answers.
// Invariant: whether a round made things better is counted from diagnostics; what the model says of it counts nothing.

import type { Engine, Invocation } from "../engine/engine.ts";
import type { ChangeClass, ProblemOfFile, ValidationJson } from "../model/consequences.ts";
import type { Standing } from "../model/standing.ts";
import type { CancelSignal } from "../std/cancel.ts";
import { isCancellation, unlessCancelled } from "../std/cancel.ts";
import { agreeing, counted } from "../std/words.ts";
import type { CorrectionPacket, Intent } from "./correction-packet.ts";
import { errorLine, packetOf } from "./correction-packet.ts";
import type { TurnInput, TurnWatch } from "./turn-watch.ts";

/** What the model answers: what it intended by the change that it has just made, or that it has no further one. */
export type CorrectionReply =
  | { readonly kind: "changed"; readonly intent: Intent }
  | { readonly kind: "gave_up"; readonly why: string };

export interface CorrectionOptions {
  readonly engine: Pick<Engine, "invoke" | "facts">;
  readonly caller: Invocation["caller"];
  /** Told of each file before it is written, by the host, also in the rounds. */
  readonly watch: TurnWatch;
  /** Asks the host's model; resolves when the changes that it makes are on disk. */
  readonly ask: (packet: CorrectionPacket) => Promise<CorrectionReply>;
  /** Shows what is unresolved. */
  readonly tellOperator: (notice: OperatorNotice) => void | Promise<void>;
  /** How often the model is asked; by the settings without it. */
  readonly rounds?: number;
  /** The most files of a turn that are validated, at most 5,000, which is the default. */
  readonly files?: number;
  /** How long one validation may take; 30 s for every 500 changed files without it. */
  readonly timeoutMs?: number;
  readonly signal?: CancelSignal;
}

/** A verdict, and how far it goes. */
export interface TurnVerdict {
  readonly class: ChangeClass;
  /** Undefined where the validation itself was refused. */
  readonly validation: ValidationJson | undefined;
  readonly standing: Standing | undefined;
  /** For the model and for people. */
  readonly text: string;
}

export interface CorrectionRound {
  readonly packet: CorrectionPacket;
  readonly reply: CorrectionReply;
  /** After what the model changed. */
  readonly verdict: TurnVerdict;
}

export interface OperatorNotice {
  readonly why: string;
  /** What is unresolved, as far as it is known. */
  readonly errors: readonly ProblemOfFile[];
  readonly rounds: number;
  readonly text: string;
}

export interface TurnClosing {
  /** `nothing_changed` by the turn; `validated` at once; `corrected` in the rounds; `unresolved`; `unverified`: no server answered, or not for every file. */
  readonly outcome: "nothing_changed" | "validated" | "corrected" | "unresolved" | "unverified";
  readonly verdict: TurnVerdict | undefined;
  readonly rounds: readonly CorrectionRound[];
  /** The state of diagnostics for the model's next context window; undefined where nothing changed. */
  readonly forModel: string | undefined;
  readonly notice: OperatorNotice | undefined;
}

export class CorrectionLoop {
  readonly #options: CorrectionOptions;

  constructor(options: CorrectionOptions) {
    this.#options = options;
  }

  /** `intent` is why the turn's change was made, where the host knows it. */
  async close(intent?: Intent): Promise<TurnClosing> {
    const { watch } = this.#options;
    if (watch.files.length === 0) return nothingChanged;
    try {
      const closing = whole(await this.#closed(intent), watch.files.length, this.#most);
      if (closing.notice !== undefined) await this.#options.tellOperator(closing.notice);
      return closing;
    } finally {
      // Also where the host's own code fails: what it writes next belongs to another turn.
      watch.end();
    }
  }

  // — below: private, in the order they are used —

  /** What ends the turn from outside is the host's to handle; the operator is told before what is left unresolved. */
  async #closed(intent: Intent | undefined): Promise<TurnClosing> {
    const found: Found = { errors: [], rounds: [] };
    try {
      return await this.#corrected(intent, found);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const why = isCancellation(error) ? "the turn was cancelled" : `the model could not be asked: ${said}`;
      if (found.errors.length > 0)
        await this.#options.tellOperator(this.#notice(why, found.errors, found.rounds.length));
      throw error;
    }
  }

  async #corrected(first: Intent | undefined, found: Found): Promise<TurnClosing> {
    const { ask, engine, signal, rounds: most = engine.facts.correction.rounds } = this.#options;
    const breaker = new Breaker();
    const { rounds } = found;
    const texts = new Map<string, string | undefined>();
    let intent = first;
    let verdict = await this.#verdict();
    while (verdict.class === "new_errors") {
      const known = errorsOf(verdict);
      found.errors = known;
      const why =
        breaker.tripped(known) ??
        (rounds.length >= most ? `the limit of ${counted(most, "round")} was reached` : undefined);
      if (why !== undefined) return ended("unresolved", verdict, rounds, this.#notice(why, known, rounds.length));
      const packet = await this.#packet(rounds.length + 1, most, known, intent, texts);
      const reply = await unlessCancelled(signal, async () => ask(packet));
      verdict = await this.#verdict();
      rounds.push({ packet, reply, verdict });
      if (reply.kind === "gave_up" && verdict.class === "new_errors") {
        const left = errorsOf(verdict);
        const notice = this.#notice(`the model gave up: ${reply.why}`, left, rounds.length);
        return ended("unresolved", verdict, rounds, notice);
      }
      if (reply.kind === "changed") intent = reply.intent;
    }
    const known = found.errors;
    const unseen = known.filter(({ file }) => isUnchecked(verdict, file));
    if (unseen.length > 0 && verdict.class !== "lsp_unavailable") {
      const notice = this.#notice("their files were not checked again in time", unseen, rounds.length);
      return ended("unverified", verdict, rounds, notice);
    }
    if (verdict.class !== "lsp_unavailable") {
      return ended(rounds.length === 0 ? "validated" : "corrected", verdict, rounds, undefined);
    }
    // Errors that were known before the servers fell silent are not known to be gone.
    const isSilent = (verdict.validation?.checked_files ?? 0) === 0;
    const lost = isSilent ? known : unseen;
    const why = isSilent ? "no server answers any more" : "their files could not be checked again";
    const notice = lost.length === 0 ? undefined : this.#notice(why, lost, rounds.length);
    return ended("unverified", verdict, rounds, notice);
  }

  get #most(): number {
    return Math.min(this.#options.files ?? mostFiles, mostFiles);
  }

  async #verdict(): Promise<TurnVerdict> {
    const { engine, caller, watch, signal, timeoutMs } = this.#options;
    const turn = firstOf(watch.input(), this.#most);
    const timeout_ms = Math.min(longestMs, timeoutMs ?? partMs * Math.ceil(turn.file_paths.length / filesOfPart));
    const call = { operation: "validate_change", input: { ...turn, timeout_ms }, caller, signal };
    const outcome = await engine.invoke({ ...call, format: "json", maxCharacters: Number.POSITIVE_INFINITY });
    if (!outcome.ok) {
      const { what } = outcome.refusal;
      return { class: "lsp_unavailable", validation: undefined, standing: undefined, text: `lsp_unavailable: ${what}` };
    }
    const validation = (outcome.body.format === "json" ? outcome.body.json : undefined) as ValidationJson;
    const { standing } = outcome;
    return { class: validation.class, validation, standing, text: stateText(engine.facts.root, validation, standing) };
  }

  #notice(why: string, errors: readonly ProblemOfFile[], rounds: number): OperatorNotice {
    const { root } = this.#options.engine.facts;
    const done = `after ${counted(rounds, "round")} of correction`;
    const head = `A change left ${counted(errors.length, "error")} ${done}: ${why}.`;
    return { why, errors, rounds, text: [head, ...errors.map((error) => errorLine(root, error))].join("\n") };
  }

  async #packet(
    round: number,
    rounds: number,
    errors: readonly ProblemOfFile[],
    intent: Intent | undefined,
    /** The texts after the round before; what a file had before the turn where it was not touched yet. */
    texts: Map<string, string | undefined>,
  ): Promise<CorrectionPacket> {
    const { engine, caller, watch, signal } = this.#options;
    const changed = [];
    for (const file of watch.files) {
      const before = texts.has(file) ? texts.get(file) : watch.before(file);
      const after = await watch.read(file);
      texts.set(file, after);
      if (before === after) continue;
      changed.push({
        from: before === undefined ? undefined : file,
        to: after === undefined ? undefined : file,
        before: before ?? "",
        after: after ?? "",
      });
    }
    return packetOf({
      engine,
      caller,
      signal,
      round,
      rounds,
      errors,
      intent,
      changed,
      read: (file) => watch.read(file),
    });
  }
}

/** What a turn has come to. */
interface Found {
  /** New errors, as they were counted last. */
  errors: readonly ProblemOfFile[];
  readonly rounds: CorrectionRound[];
}

/** The most files that `validate_change` takes. */
const mostFiles = 5_000;
/** More are mostly compared in parts, which share the time. */
const filesOfPart = 500;
const partMs = 30_000;
const longestMs = 600_000;

function firstOf({ file_paths, before }: TurnInput, most: number): TurnInput {
  const kept = new Set(file_paths.slice(0, most));
  return { file_paths: [...kept], before: before.filter(({ file_path }) => kept.has(file_path)) };
}

/** A turn of more files than are validated is not called validated, and says how many are left. */
function whole(closing: TurnClosing, files: number, most: number): TurnClosing {
  if (files <= most) return closing;
  const left = `${counted(files - most, "further changed file")} of this turn ${agreeing(files - most, "was", "were")} not validated, because at most ${most} are.`;
  const outcome = closing.outcome === "unresolved" ? "unresolved" : "unverified";
  return { ...closing, outcome, forModel: [closing.forModel, left].join("\n") };
}

const nothingChanged: TurnClosing = {
  outcome: "nothing_changed",
  verdict: undefined,
  rounds: [],
  forModel: undefined,
  notice: undefined,
};

/** Ends the rounds where errors that were there come back, or two rounds in a row make nothing better. */
class Breaker {
  readonly #seen = new Set<string>();
  #least = Number.POSITIVE_INFINITY;
  #vain = 0;

  /** Why no further round is of use. */
  tripped(errors: readonly ProblemOfFile[]): string | undefined {
    const print = fingerprint(errors);
    if (this.#seen.has(print)) return "the same errors came back";
    this.#seen.add(print);
    this.#vain = errors.length < this.#least ? 0 : this.#vain + 1;
    this.#least = Math.min(this.#least, errors.length);
    return this.#vain >= vainRounds ? "two corrections in a row removed no error" : undefined;
  }
}

const vainRounds = 2;

/** Errors without their places: what moved with its line is the same. */
function fingerprint(errors: readonly ProblemOfFile[]): string {
  return errors
    .map(({ file, code, message }) => JSON.stringify([file, code, message]))
    .sort()
    .join("\n");
}

/** Errors of a file that was not checked again are not known to be gone. */
function isUnchecked({ validation }: TurnVerdict, file: string): boolean {
  return validation?.unchecked_files.some((one) => one.file === file) === true;
}

function errorsOf({ validation }: TurnVerdict): readonly ProblemOfFile[] {
  return (validation?.introduced ?? []).filter(({ severity }) => severity === "error");
}

function ended(
  outcome: TurnClosing["outcome"],
  verdict: TurnVerdict,
  rounds: readonly CorrectionRound[],
  notice: OperatorNotice | undefined,
): TurnClosing {
  const unresolved = notice === undefined ? [] : [`Not resolved: ${notice.why}.`];
  return { outcome, verdict, rounds, forModel: [...unresolved, verdict.text].join("\n"), notice };
}

/** The state after a change, with what is new; a state that was not checked to the end says so. */
function stateText(
  root: string,
  { class: verdict, errors, warnings, introduced }: ValidationJson,
  { state, reasons }: Standing,
): string {
  const told = [
    `${counted(errors.introduced, "new error")} (${errors.before} before, ${errors.now} now)`,
    `${counted(warnings.introduced, "new warning")}`,
  ].join(", ");
  const standing = state === "complete" ? "" : ` Standing: ${state} (${reasons[0]?.detail ?? "no reason known"}).`;
  return [`${verdict}: ${told}.${standing}`, ...introduced.slice(0, shown).map((one) => errorLine(root, one))].join(
    "\n",
  );
}

/** So many new problems are told to a model whose turn closes. */
const shown = 20;
