// The life of one session as it is lived: every event is taken here, told to those who follow it, and acted upon.
//
// Invariant: the life of a session changes only through `transition`, here, in `take`.
// Invariant: waiters for another state check again after every event.

import type { Settings } from "../../config/settings.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import type { Life, LifeEffect, LifeEvent, SessionState } from "./lifecycle.ts";
import { newLife, transition } from "./lifecycle.ts";

export interface CourseContext {
  readonly server: string;
  readonly root: FilePath;
  readonly clock: Clock;
  readonly policy: Settings["restart"];
  readonly emit: Emit;
  /** Begins a start, which ends in an event. */
  spawn(): void;
  /** Something has been taken. */
  changed(): void;
}

export class LifeCourse {
  readonly #context: CourseContext;
  #life: Life = newLife;
  #retry: Timer | undefined;

  constructor(context: CourseContext) {
    this.#context = context;
  }

  get life(): Life {
    return this.#life;
  }

  get state(): SessionState {
    return this.#life.state;
  }

  take(event: LifeEvent): void {
    const { server, clock, policy, emit } = this.#context;
    const from = this.#life.state.name;
    const { life, effects } = transition(this.#life, event, clock.now(), policy);
    this.#life = life;
    if (life.state.name !== from) {
      const detail = life.state.name === "failed" ? { detail: life.state.why } : {};
      emit({ type: "session.state", server, from, to: life.state.name, ...detail });
    }
    for (const effect of effects) this.#run(effect);
    this.#context.changed();
  }

  /** No further attempt comes by itself. */
  rest(): void {
    this.#retry?.cancel();
  }

  #run(effect: LifeEffect): void {
    const { server, root, clock, emit } = this.#context;
    switch (effect.type) {
      case "spawn":
        return this.#context.spawn();
      case "kill":
      case "shutdown":
        return; // The caller that stops a session waits for these itself.
      case "schedule":
        emit({ type: "session.restarting", server, attempt: effect.attempt, delayMs: effect.delayMs });
        this.#retry = clock.after(effect.delayMs, () => this.take({ type: "retry_due" }));
        return;
      case "crashed":
        emit({ type: "session.crashed", server, root, exit: effect.exit, restarts: this.#life.lifetime });
        return;
      case "exhaust":
        return this.take({ type: "exhausted", why: effect.why });
      case "gave_up":
        emit({ type: "session.gave_up", server, root, why: effect.why });
        return;
    }
  }
}
