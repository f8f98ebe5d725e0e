// Has a server run one of its own commands: only one that it declares, and never a second time on our own account.
//
// Invariant: `workspace/servers/server-commands.ts`, the only caller, has checked that the operator allows the command.

import type { FilePath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import type { Receipt } from "../../model/receipt.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { at } from "../../std/json.ts";
import type { AskOptions } from "../ask-host.ts";
import { proposedSteps } from "./code-actions-edit.ts";
import { answerWithStanding } from "../questions/queries.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";

export interface CommandCall {
  readonly command: string;
  readonly arguments: readonly unknown[];
  /** Opened first; some commands are about what is open. */
  readonly file?: FilePath | undefined;
}

export interface CommandRun {
  readonly server: string;
  readonly command: string;
  /** As the server answered; null for nothing. */
  readonly result: unknown;
  /** Edits that it asked us for meanwhile, and that were made, in their order. */
  readonly edits: readonly Receipt[];
  /** How many others it asked for, which were not made. */
  readonly refusedEdits: number;
}

/** Has a plan carried out that the server wants; refuses where it may not be. */
export type MakeEdit = (plan: Plan) => Promise<Receipt>;

export async function runServerCommand(
  session: Session,
  call: CommandCall,
  options: AskOptions,
  make: MakeEdit,
): Promise<Answer<CommandRun>> {
  const running = await session.usable(options);
  await running.late.offers("workspace/executeCommand", Math.min(options.waitMs, options.deadline.remaining()));
  mustDeclare(session, running, call.command);
  const before = running.edits.refused;
  const edits: Receipt[] = [];
  const params = { command: call.command, arguments: [...call.arguments] };
  const take = async (edit: unknown): Promise<void> => {
    const steps = await proposedSteps(session, running, edit);
    const plan = { root: session.options.root, why: `command ${call.command}`, steps };
    if (steps.length > 0) edits.push(await make(plan));
  };
  const asked = running.edits.during(take, () =>
    session.ask("workspace/executeCommand", call.file, () => params, options),
  );
  const reply = await asked.catch((error: unknown) => afterEdits(error, edits));
  if (reply === undefined) return madeAndFailed(session, call, edits);
  const refusedEdits = reply.running === running ? running.edits.refused - before : 0;
  const value = { server: session.id, command: call.command, result: reply.result ?? null, edits, refusedEdits };
  // What a command answers is its own affair, so it is not judged.
  return answerWithStanding(session, { ...reply, result: null }, value);
}

// — below: private, in the order they are used —

/** A command that fails is refused, unless it has changed files before: then what it did must be told. */
function afterEdits(error: unknown, edits: readonly Receipt[]): undefined {
  if (edits.length === 0 || !(error instanceof Refusal)) throw error;
  return undefined;
}

function madeAndFailed(session: Session, { command }: CommandCall, edits: readonly Receipt[]): Answer<CommandRun> {
  const detail = `the command failed after ${edits.length} of its edits ${edits.length === 1 ? "was" : "were"} made`;
  const value = { server: session.id, command, result: null, edits, refusedEdits: 0 };
  return { value, standing: standingOf([{ code: "unchecked", detail }]) };
}

function mustDeclare(session: Session, running: Running, command: string): void {
  const declared = declaredCommands(running);
  if (declared.includes(command)) return;
  refuse({
    code: "capability_missing",
    what: `${session.options.server.entry.title} has no command ${JSON.stringify(command)}.`,
    why: declared.length === 0 ? "It declares no commands." : `It declares: ${declared.slice(0, 30).join(", ")}.`,
    next: "suggest_fixes names commands with their arguments.",
  });
}

function declaredCommands({ capabilities }: Running): string[] {
  return capabilities.options("workspace/executeCommand").flatMap((options) => {
    const commands = at(options, ["commands"]);
    return Array.isArray(commands) ? commands.filter((one) => typeof one === "string") : [];
  });
}
