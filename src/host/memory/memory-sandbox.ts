// A sandbox in our own thread, for tests whose time is a clock of their own.

import type { Sandbox, SandboxEnd, SandboxProgram } from "../../model/sandbox/sandbox.ts";
import { ScriptInterpreter, loadInterpreter } from "../sandbox/interpreter.ts";

/** It is loaded once: what follows takes no turn of the event loop besides those of the answers. */
export async function openMemorySandbox(): Promise<Sandbox> {
  const loaded = await loadInterpreter(pages);
  return {
    run: ({ code, prelude, limits, ask, print }: SandboxProgram) =>
      new Promise<SandboxEnd>((resolve, reject) => {
        const interpreter = new ScriptInterpreter(
          loaded,
          { code, prelude, limits },
          {
            ask: (id, question) => void ask(question).then((text) => interpreter.answer(id, text), reject),
            print,
            end: resolve,
            now: () => 0,
          },
        );
        interpreter.start();
      }),
  };
}

const pages = 1_024;
