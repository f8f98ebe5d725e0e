// The roots that one engine serves: each with its own workspace, and every file with the root it belongs to.

import type { FilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { Session } from "../session/session.ts";
import type { Control } from "./control.ts";
import type { Snapshot } from "./snapshot.ts";
import type { View } from "./view.ts";
import type { Workspace } from "./workspace.ts";

export class Roots implements Control {
  readonly #main: Workspace;

  constructor(main: Workspace) {
    this.#main = main;
  }

  get root(): FilePath {
    return this.#main.root;
  }

  get sessions(): readonly Session[] {
    return this.#main.sessions;
  }

  /** What one call sees. */
  view(): View {
    let snapshot: Promise<Snapshot> | undefined;
    const taken = (): Promise<Snapshot> => (snapshot ??= this.#main.snapshot());
    return {
      root: this.root,
      locate: async (raw) => {
        const own = await taken();
        return { snapshot: own, file: await own.file(raw) };
      },
      all: async () => [await taken()],
    };
  }

  start(): never {
    return notYet();
  }

  restart(): never {
    return notYet();
  }

  addFolder(): never {
    return notYet();
  }

  removeFolder(): never {
    return notYet();
  }

  folders(): readonly FilePath[] {
    return [this.root];
  }

  openDocument(): never {
    return notYet();
  }

  closeDocument(): never {
    return notYet();
  }

  filesChanged(): never {
    return notYet();
  }

  setLogLevel(): never {
    return notYet();
  }

  close(): Promise<void> {
    return this.#main.close();
  }
}

function notYet(): never {
  return refuse({ code: "unknown_operation", what: "This is not there yet." });
}
