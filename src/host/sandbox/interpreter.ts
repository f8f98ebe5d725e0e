// Runs one foreign program in QuickJS, which is compiled to WebAssembly: it has no file, no network, no timer and no memory of ours.
//
// Invariant: whatever the program does, it ends in exactly one `SandboxEnd`, unless a function of the interpreter itself
// never comes back; then only the end of the whole thread helps, and whatever runs this must see to it.

import variant from "@jitl/quickjs-wasmfile-release-sync";
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import type { SandboxEnd, SandboxLimit, SandboxLimits } from "../../model/sandbox/sandbox.ts";

export interface Job {
  readonly code: string;
  readonly prelude: string;
  readonly limits: SandboxLimits;
}

/** The way out of the sandbox. */
export interface Port {
  ask(id: number, question: string): void;
  print(line: string): void;
  end(end: SandboxEnd): void;
  /** Milliseconds. */
  now(): number;
}

interface Memory {
  grow(pages: number): number;
}

/** Neither Node's types of this version nor the language's name it. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory;
};

export interface LoadedInterpreter {
  readonly module: QuickJSWASMModule;
  /** Whether a program has ever asked for more memory than there is. */
  readonly wasFull: () => boolean;
}

/** Its types are those of CommonJS, whose default export is the module itself. */
const ours = variant as unknown as QuickJSSyncVariant;

/** The memory is bounded as a whole: what QuickJS counts by itself leaves most of it out. */
export async function loadInterpreter(memoryPages: number): Promise<LoadedInterpreter> {
  const wasmMemory = new WebAssembly.Memory({ initial: Math.min(initialPages, memoryPages), maximum: memoryPages });
  const grow = wasmMemory.grow.bind(wasmMemory);
  let wasFull = false;
  wasmMemory.grow = (pages) => {
    try {
      return grow(pages);
    } catch (error) {
      wasFull = true;
      throw error;
    }
  };
  const module = await newQuickJSWASMModuleFromVariant(newVariant(ours, { wasmMemory }));
  return { module, wasFull: () => wasFull };
}

/** What the WebAssembly of this variant begins with. */
const initialPages = 256;
/** Deeper recursion is refused by QuickJS with an error; the rest of its stack is for its own work. */
const stackBytes = 160 * 1024;

/** The name of the file in the positions of errors. */
export const programFile = "script.js";

export class ScriptInterpreter {
  readonly #job: Job;
  readonly #port: Port;
  readonly #wasFull: () => boolean;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  /** What the answers are given to, by the number of the question. */
  readonly #waiting = new Map<number, QuickJSHandle>();
  #asked = 0;
  #printed = 0;
  #computedMs = 0;
  #since: number | undefined;
  #stoppedBy: SandboxLimit | undefined;
  #said: SandboxEnd | undefined;
  #isOver = false;

  constructor({ module, wasFull }: LoadedInterpreter, job: Job, port: Port) {
    this.#wasFull = wasFull;
    this.#job = job;
    this.#port = port;
    this.#runtime = module.newRuntime();
    this.#runtime.setMaxStackSize(stackBytes);
    this.#runtime.setInterruptHandler(() => this.#mustStop());
    this.#context = this.#runtime.newContext();
  }

  start(): void {
    this.#turn(() => {
      const context = this.#context;
      const body = context.evalCode(`(async () => {\n${this.#job.code}\n})`, programFile);
      if (body.error !== undefined) return this.#threw(body.error);
      const prelude = context.unwrapResult(context.evalCode(this.#job.prelude, "sl.js"));
      const begun = context.callFunction(prelude, context.undefined, this.#functions(), body.value);
      if (begun.error !== undefined) this.#threw(begun.error);
    });
  }

  answer(id: number, text: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting === undefined || this.#isOver) return;
    this.#turn(() => {
      const given = this.#context.callFunction(waiting, this.#context.undefined, this.#context.newString(text));
      if (given.error !== undefined) this.#threw(given.error);
    });
  }

  // — below: private, in the order they are used —

  /** One turn of the program: until it waits for answers, or has ended. */
  #turn(work: () => void): void {
    this.#since = this.#port.now();
    try {
      work();
      const jobs = this.#runtime.executePendingJobs();
      if (jobs.error !== undefined) this.#threw(jobs.error);
    } catch (error) {
      this.#broke(error);
    }
    this.#computedMs += this.#port.now() - this.#since;
    this.#since = undefined;
    this.#settle();
  }

  #settle(): void {
    if (this.#isOver) return;
    const said = this.#said;
    const where = said?.kind === "threw" ? said.text : "";
    if (this.#stoppedBy !== undefined) this.#end({ kind: "stopped", by: this.#stoppedBy, text: where });
    else if (said !== undefined) this.#end(said);
    // No answer will come that could wake it.
    else if (this.#waiting.size === 0) this.#end({ kind: "stopped", by: "waiting", text: "" });
  }

  #end(end: SandboxEnd): void {
    this.#isOver = true;
    this.#port.end(end);
  }

  /** Asked by QuickJS every few thousand steps. */
  #mustStop(): boolean {
    const spent = this.#computedMs + (this.#since === undefined ? 0 : this.#port.now() - this.#since);
    if (spent > this.#job.limits.computingMs) this.#stoppedBy ??= "computing";
    return this.#stoppedBy !== undefined;
  }

  #functions(): QuickJSHandle {
    const context = this.#context;
    const functions = context.newObject();
    const add = (name: string, run: (text: string, second: QuickJSHandle) => void): void => {
      const made = context.newFunction(name, (first, second) => {
        if (this.#stoppedBy === undefined && !this.#isOver) run(context.getString(first), second);
      });
      context.setProp(functions, name, made);
    };
    add("ask", (question, wake) => this.#ask(question, wake));
    add("print", (line) => this.#print(line));
    add("returned", (text) => this.#returned(text));
    add("threw", (text) => {
      if (this.#saysNothing(text)) this.#stoppedBy ??= "memory";
      this.#said ??= { kind: "threw", text };
    });
    return functions;
  }

  /** Without memory for an error, QuickJS throws `null`; without memory for the words of one, the prelude says that it cannot be read. */
  #saysNothing(text: string): boolean {
    return (
      this.#wasFull() && /^\{"name":"(?:Thrown|Error)","message":"(?:null|something that cannot be read)"/.test(text)
    );
  }

  #ask(question: string, wake: QuickJSHandle): void {
    const { calls, callsAtOnce, callCharacters } = this.#job.limits;
    const isTooMany = this.#asked >= calls || this.#waiting.size >= callsAtOnce;
    if (isTooMany || question.length > callCharacters) {
      this.#stoppedBy = "calls";
      return;
    }
    this.#waiting.set(this.#asked, wake.dup());
    this.#port.ask(this.#asked++, question);
  }

  #print(line: string): void {
    const room = this.#job.limits.printedCharacters - this.#printed;
    if (room <= 0) return;
    this.#printed += line.length + 1;
    this.#port.print(line.length > room ? `${line.slice(0, room)} …` : line);
  }

  #returned(text: string): void {
    if (text.length > this.#job.limits.resultCharacters) this.#stoppedBy = "result";
    else this.#said ??= { kind: "returned", text };
  }

  /** What QuickJS itself reports: a fault of syntax, an interruption, or an error of the prelude. */
  #threw(error: QuickJSHandle): void {
    const dumped: unknown = this.#context.dump(error);
    const { name, message, stack } =
      typeof dumped === "object" && dumped !== null
        ? (dumped as Readonly<Record<string, unknown>>)
        : { name: "Error", message: String(dumped), stack: "" };
    const text = JSON.stringify({ name, message, stack });
    if (this.#saysNothing(text)) this.#stoppedBy ??= "memory";
    this.#said ??= { kind: "threw", text };
  }

  /** The interpreter failed: its own stack or its memory was too small for what the program did. */
  #broke(error: unknown): void {
    this.#stoppedBy ??= error instanceof RangeError ? "depth" : "memory";
  }
}
