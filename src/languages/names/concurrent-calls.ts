// How each language starts a function so that it runs beside its caller: which calls, and what they take.

import type { Family } from "../family.ts";

/**
 * A `callback` is given a function: one that is called in its arguments runs before it, and is not started by it.
 * A `task` is given what a call gives back, such as a promise, and so also starts what is called in its arguments.
 */
export interface StartRule {
  readonly takes: "callback" | "task";
  /** What stands right before the bracket. */
  readonly callee: RegExp;
  /** What it is called in an answer; what was matched, where it is not said. */
  readonly name?: string;
}

export interface Starts {
  readonly calls: readonly StartRule[];
  /** A word before the call itself, as in `go f()`. */
  readonly before?: { readonly word: RegExp; readonly name: string };
  /** Whether the text up to an opening brace begins a function without a name. */
  readonly closure: RegExp;
  /** A function without a name that has no braces, between a bracket and the use. */
  readonly expression?: RegExp;
}

const braced =
  /(?:=>|\bfunction\b[^{}]*|\bfunc\s*\([^{}]*|\|[^|{}]*\|\s*(?:async\s+)?(?:move\s*)?|\basync(?:\s+move)?|->|\][^{};]*)\s*$/;

export const startsOf: Readonly<Partial<Record<Family, Starts>>> = {
  go: {
    before: { word: /\bgo\s+(?:[\w.]+\.)?$/, name: "go" },
    calls: [callback(/\.Go$/, "errgroup.Go"), callback(/\btime\.AfterFunc$/)],
    closure: braced,
  },
  script: {
    calls: [
      callback(/\bnew\s+(?:Shared)?Worker$/),
      task(/\bPromise\.(?:all|allSettled|race|any)$/),
      callback(/\b(?:set(?:Timeout|Interval|Immediate)|queueMicrotask|requestAnimationFrame|process\.nextTick)$/),
      callback(/\.then$/, ".then"),
    ],
    closure: braced,
    expression: /=>/,
  },
  python: {
    calls: [
      callback(/\b(?:threading\.)?(?:Thread|Timer)$/, "threading.Thread"),
      callback(/\b(?:\w+\.)*Process$/, "multiprocessing.Process"),
      task(/\b(?:asyncio\.)?(?:create_task|ensure_future|gather|run_coroutine_threadsafe)$/),
      callback(/\b(?:asyncio\.)?to_thread$/, "asyncio.to_thread"),
      callback(/\.(?:submit|run_in_executor|apply_async|map_async|start_soon|call_soon|call_later)$/),
      callback(/(?:executor|pool)\w*\.(?:map|starmap|imap\w*)$/i),
    ],
    closure: /^(?!)/,
    expression: /\blambda\b/,
  },
  rust: {
    calls: [
      callback(/\bthread::(?:Builder::new\(\).*)?spawn$/, "thread::spawn"),
      callback(/\bspawn_blocking$/, "spawn_blocking"),
      callback(/\brayon::(?:spawn|join|scope)$/),
      task(/\b(?:tokio|task|runtime)::spawn(?:_local)?$/),
      task(/\.spawn$/, ".spawn"),
    ],
    closure: braced,
    expression: /\|[^|]*\|/,
  },
  java: {
    calls: [
      callback(/\bnew\s+Thread$/),
      callback(/\.(?:submit|execute|schedule\w*|invokeAll|invokeAny|startVirtualThread)$/),
      callback(/\.\w+Async$/),
    ],
    closure: braced,
    expression: /->/,
  },
  c: {
    calls: [
      callback(/\bstd::j?thread(?:\s+\w+)?$/, "std::thread"),
      callback(/\bstd::async$/),
      callback(/\bpthread_create$/),
    ],
    closure: braced,
  },
  csharp: {
    calls: [
      callback(/\bTask\.(?:Run|Factory\.StartNew)$/),
      callback(/\bnew\s+Thread$/),
      callback(/\bThreadPool\.QueueUserWorkItem$/),
      callback(/\bParallel\.(?:For|ForEach|Invoke|ForEachAsync)$/),
      task(/\bTask\.(?:WhenAll|WhenAny)$/),
    ],
    closure: braced,
    expression: /=>/,
  },
};

function callback(callee: RegExp, name?: string): StartRule {
  return { takes: "callback", callee, ...(name === undefined ? {} : { name }) };
}

function task(callee: RegExp, name?: string): StartRule {
  return { takes: "task", callee, ...(name === undefined ? {} : { name }) };
}
