// `script`: a program of the caller asks many questions in one call, and only what it returns is an answer.

import { z } from "zod";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { SandboxEnd, SandboxLimit, SandboxLimits } from "../../model/sandbox/sandbox.ts";
import type { Answer } from "../../model/standing.ts";
import { Canceller, onCancel } from "../../std/cancel.ts";
import type { Declared, Operation, ProgramContext } from "../define.ts";
import { defineScript } from "../define.ts";
import { atOnce, ScriptCalls } from "./calls.ts";
import { methodNames, scriptMethods } from "./methods.ts";
import { preludeText } from "./prelude.ts";
import type { ScriptOutput } from "./result-text.ts";
import { resultText } from "./result-text.ts";
import { whatWasThrown } from "./thrown.ts";

const input = {
  code: z.string().min(1).max(100_000).describe("Body of an async function."),
  timeout_ms: z.int().min(100).max(600_000).optional(),
};

export const scriptLimits: SandboxLimits = {
  // 96 MiB
  memoryPages: 1_536,
  computingMs: 10_000,
  calls: 10_000,
  callsAtOnce: atOnce,
  resultCharacters: 1_000_000,
  callCharacters: 1_000_000,
  printedCharacters: 8_000,
};

type Script = Operation<"script", typeof input, unknown> &
  Declared<"script", typeof input, ScriptOutput, unknown, ProgramContext>;

/** `operations` is a function because the table of all operations holds this one too. */
export function scriptOperation(operations: () => readonly Operation[]): Script {
  return defineScript({
    name: "script",
    title: "Script",
    summary: "Ask many questions in one call: JavaScript over sl, which has every read operation as a method.",
    guidance,
    exposure: "full",
    withScripts: true,
    outsideDrafts: true,
    cli: { command: "script", positional: "program" },
    needs: [],
    input,
    limitMs: ({ timeout_ms }) => timeout_ms ?? defaultMs,
    run: (context, { code }) =>
      ran(
        context,
        code,
        operations().filter(({ cli }) => cli.positional !== "program"),
      ),
    isEmpty: ({ result, hasResult }) => !hasResult || (Array.isArray(result) && result.length === 0),
    toText: resultText,
    toJson: ({ result }) => result,
    meta: ({ tally, printed }) => ({
      "sightline/answers": tally,
      ...(printed.length === 0 ? {} : { "sightline/printed": printed }),
    }),
    hints: () => [],
    examples: [
      {
        title: "Exported functions that nothing uses",
        input: {
          code: [
            "const unused = [];",
            'for (const f of await sl.symbols("src/**/*.ts", { kinds: ["Function"] }))',
            "  if (f.exported && (await sl.references(f)).length === 0) unused.push(`${f.file}#${f.path}`);",
            "return unused;",
          ].join("\n"),
        },
      },
    ],
  });
}

const defaultMs = 120_000;

const guidance = [
  'e.g. `const dead = []; for (const f of await sl.symbols("src/**/*.ts")) if (f.exported && !(await sl.references(f)).length) dead.push(f.path); return dead`.',
  'Also files(glob), find(name), text(file, {from, to}), callers, implementation, types, source, diagnostics([file])…; a target is what an answer lists {file, line, column} or "file#Path".',
  'await sl.help() lists methods, sl.help("references") what one takes and gives. Promise.all is fine; no writes but drafts.',
].join(" ");

async function ran(
  context: ProgramContext,
  code: string,
  operations: readonly Operation[],
): Promise<Answer<ScriptOutput>> {
  const { patience, view, sandbox } = context;
  const methods = scriptMethods(operations);
  const over = new Canceller();
  const stopListening = onCancel(patience.signal, () => over.cancel(patience.signal?.reason));
  const open = new Set<Promise<unknown>>();
  const ask = (operation: string, asked: object): Promise<Answer<unknown>> => {
    const asking = context.ask(operation, asked, over);
    open.add(asking);
    void Promise.allSettled([asking]).then(() => open.delete(asking));
    return asking;
  };
  const calls = new ScriptCalls({ view, patience, ask, methods, operations });
  const printed: string[] = [];
  try {
    const end = await sandbox.run({
      code,
      prelude: preludeText(methodNames(methods), scriptLimits.callsAtOnce),
      limits: scriptLimits,
      deadline: patience.deadline,
      signal: patience.signal,
      ask: (question) => calls.answer(question),
      print: (line) => printed.push(line),
    });
    const text = returnedBy(end, code);
    const result: unknown = text === "" ? null : JSON.parse(text);
    const value = { result, hasResult: text !== "", printed, tally: calls.tally };
    return { value, standing: calls.standing };
  } finally {
    // Whatever it did not wait for ends with it.
    over.cancel();
    stopListening();
    await Promise.allSettled(open);
  }
}

function returnedBy(end: SandboxEnd, code: string): string {
  switch (end.kind) {
    case "returned":
      return end.text;
    case "threw": {
      const { where, what, refusal } = whatWasThrown(end.text, code);
      return refuse({
        code: "script_failed",
        what: `The script failed${where}: ${what}`,
        ...(refusal?.why === undefined ? {} : { why: refusal.why }),
        next: refusal?.next ?? 'Mend it and call it again; sl.help("name") says what a method takes and gives.',
      });
    }
    case "stopped":
      throw stopped(end.by, whatWasThrown(end.text, code).where);
  }
}

function stopped(by: SandboxLimit, where: string): Refusal {
  const { code, what, next } = stops[by];
  return new Refusal({ code, what: `The script ${what}${where}.`, next });
}

const { computingMs, calls: maxCalls, memoryPages, resultCharacters } = scriptLimits;

const stops: {
  readonly [L in SandboxLimit]: {
    readonly code: "timed_out" | "script_failed";
    readonly what: string;
    readonly next: string;
  };
} = {
  time: {
    code: "timed_out",
    what: "was not done in time",
    next: "Ask about less, ask in parallel with Promise.all, or give timeout_ms.",
  },
  computing: {
    code: "script_failed",
    what: `computed for more than ${computingMs / 1_000} s and was stopped`,
    next: "Look for a loop that does not end.",
  },
  calls: {
    code: "script_failed",
    what: `asked more than ${maxCalls} questions, or one that is too long, and was stopped`,
    next: "Ask about less.",
  },
  memory: {
    code: "script_failed",
    what: `needed more than ${memoryPages / 16} MiB and was stopped`,
    next: "Keep less.",
  },
  depth: {
    code: "script_failed",
    what: "went deeper than the sandbox can",
    next: "Recurse less deeply, or nest values less.",
  },
  result: {
    code: "script_failed",
    what: `returned more than ${resultCharacters} characters`,
    next: "Return counts or the first few.",
  },
  waiting: {
    code: "script_failed",
    what: "waits for something that never comes",
    next: "Await only calls of sl; there are no timers.",
  },
};
