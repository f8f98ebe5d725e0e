// Prints a line of progress while tests run: how far the run is, and which files it is waiting for.

import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";

import { pathIn } from "./order.ts";
import { inSeconds } from "./slowest.ts";

/** A run says something at least twice as often as a reader is asked to wait, which is 30 s. */
const everyMs = 15_000;
/** With more files under way than this, the line names those that have run longest. */
const shownFiles = 3;

export interface Progress {
  readonly elapsedMs: number;
  readonly files: { readonly finished: number; readonly all: number };
  readonly tests: { readonly passed: number; readonly failed: number };
  /** The files that have started and not ended. */
  readonly running: readonly { readonly path: string; readonly elapsedMs: number }[];
}

export function progressLine({ elapsedMs, files, tests, running }: Progress): string {
  const longest = [...running].sort((a, b) => b.elapsedMs - a.elapsedMs);
  const names = longest.slice(0, shownFiles).map((file) => `${file.path} ${inSeconds(file.elapsedMs)}`);
  const left = longest.length - names.length;
  return [
    `${inSeconds(elapsedMs)}: ${files.finished} of ${files.all} files`,
    `${tests.passed} tests passed${tests.failed > 0 ? `, ${tests.failed} FAILED` : ""}`,
    ...(names.length > 0 ? [`running ${names.join(", ")}${left > 0 ? ` and ${left} more` : ""}`] : []),
  ].join("; ");
}

export class ProgressReport implements Reporter {
  readonly #write: (line: string) => void;
  readonly #running = new Map<string, number>();
  #root = process.cwd();
  #began = 0;
  #timer: NodeJS.Timeout | undefined;
  #all = 0;
  #finished = 0;
  #passed = 0;
  #failed = 0;

  constructor(write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)) {
    this.#write = write;
  }

  onInit(vitest: Pick<Vitest, "config">): void {
    this.#root = vitest.config.root;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#began = performance.now();
    this.#all = specifications.length;
    this.#finished = 0;
    this.#passed = 0;
    this.#failed = 0;
    this.#running.clear();
    this.#timer ??= setInterval(() => this.tell(), everyMs).unref();
  }

  onTestModuleQueued(module: Pick<TestModule, "moduleId">): void {
    this.#running.set(module.moduleId, performance.now());
  }

  onTestCaseResult(test: Pick<TestCase, "result">): void {
    const { state } = test.result();
    if (state === "passed") this.#passed++;
    if (state === "failed") this.#failed++;
  }

  onTestModuleEnd(module: Pick<TestModule, "moduleId">): void {
    this.#running.delete(module.moduleId);
    this.#finished++;
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  tell(): void {
    const now = performance.now();
    const running = [...this.#running].map(([id, began]) => {
      return { path: pathIn(this.#root, id), elapsedMs: now - began };
    });
    this.#write(
      progressLine({
        elapsedMs: now - this.#began,
        files: { finished: this.#finished, all: this.#all },
        tests: { passed: this.#passed, failed: this.#failed },
        running,
      }),
    );
  }
}
