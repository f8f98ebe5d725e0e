// Asks recorded questions again, and tells whether the answers are still the same.

import { digestOf } from "../../host/seal.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Engine, Invocation } from "../engine.ts";
import type { EvidenceDesk, EvidenceOf, ShownCall } from "./evidence-desk.ts";
import { hiddenText } from "./packets.ts";

export type ReplayVerdict =
  | { readonly kind: "same" }
  | { readonly kind: "differs"; readonly was: string; readonly is: string; readonly lines: readonly string[] }
  /** The texts that servers were shown are others now. */
  | { readonly kind: "changed"; readonly files: readonly string[] }
  | { readonly kind: "unasked"; readonly why: string };

export interface Replayed {
  readonly shown: ShownCall;
  readonly verdict: ReplayVerdict;
}

export interface ReplayOptions {
  readonly desk: EvidenceDesk;
  readonly engine: Engine;
  readonly of: EvidenceOf;
  readonly root: FilePath;
  readonly caller: Invocation["caller"];
  /** Also where files have changed since. */
  readonly anyway: boolean;
}

/** Only questions: what changes something, or runs something, is not done again. */
export async function replay(options: ReplayOptions, calls: readonly ShownCall[]): Promise<readonly Replayed[]> {
  const done: Replayed[] = [];
  for (const shown of calls.filter(({ call }) => call.effect === "read" && call.unasked !== true))
    done.push({ shown, verdict: await verdictOn(options, shown) });
  return done;
}

// — below: private, in the order they are used —

async function verdictOn(
  { desk, engine, of, root, caller, anyway }: ReplayOptions,
  shown: ShownCall,
): Promise<ReplayVerdict> {
  const packet = await desk.packet(of, shown);
  if (packet === undefined) return { kind: "unasked", why: "no packet was kept of it" };
  if (hiddenText.test(JSON.stringify(packet.input)))
    return { kind: "unasked", why: "its arguments were redacted (evidence.raw: full keeps them)" };
  const changed = await desk.changedSince(root, packet.files);
  if (changed.length > 0 && !anyway) return { kind: "changed", files: changed };
  const { operation, outcome: was } = shown.call;
  const { format, maxCharacters } = packet.form;
  const outcome = await engine.invoke({ operation, input: packet.input, caller, format, maxCharacters });
  const is = outcome.ok ? outcome.standing.state : outcome.refusal.code;
  const body = !outcome.ok
    ? ""
    : outcome.body.format === "text"
      ? outcome.body.text
      : JSON.stringify(outcome.body.json);
  if (digestOf(body) === packet.answer.hash && is === was) return { kind: "same" };
  const lines = packet.answer.text === undefined ? [] : differing(packet.answer.text, body);
  const size = (state: string, bytes: number): string => `${state}, ${bytes} characters`;
  return { kind: "differs", was: size(was, packet.answer.bytes), is: size(is, body.length), lines };
}

const maxLines = 20;

/** Lines of one text that the other lacks. */
function differing(was: string, is: string): string[] {
  const [before, after] = [was.split("\n"), is.split("\n")];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  return [...gone, ...come].slice(0, maxLines);
}
