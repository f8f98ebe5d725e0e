// An answer that was kept is given again only where a server that was just started says the same, whatever was changed.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasServer } from "../installed.ts";
import type { RealPackage } from "../real-package.ts";
import { checkOut, chi, click, fetched, rxjs } from "../real-package.ts";
import { repeats } from "../../support/soak.ts";
import type { Asked, Stood } from "./replayed.ts";
import { Replay } from "./replayed.ts";

interface Subject {
  readonly real: RealPackage;
  readonly asked: readonly Asked[];
  /** Files beside the sources that decide how they are read, each with texts that mean something else. */
  readonly manifests: Readonly<Record<string, readonly string[]>>;
  /** A text that uses a symbol from a new file. */
  readonly caller: string;
  readonly comment: string;
}

const subjects: readonly Subject[] = [
  {
    real: rxjs,
    asked: [
      { file: "internal/util/isFunction.ts", at: "function @@isFunction(" },
      { file: "internal/util/identity.ts", at: "function @@identity<" },
      { file: "internal/Notification.ts", at: "enum @@NotificationKind" },
    ],
    manifests: {
      "tsconfig.json": [
        JSON.stringify({ include: ["internal/**/*.ts"] }),
        JSON.stringify({
          include: ["**/*.ts"],
          compilerOptions: { paths: { isFunction: ["./internal/util/isFunction"] } },
        }),
      ],
      "node_modules/@types/extra/index.d.ts": ["declare const isFunction: () => void;\n"],
      "node_modules/@types/extra/package.json": ['{"name":"@types/extra","version":"1.0.0","types":"index.d.ts"}'],
    },
    caller:
      'import { isFunction as other } from "./internal/util/isFunction";\nother(1);\nglobalThis.isFunction?.();\n',
    comment: "// isFunction",
  },
  {
    real: click,
    asked: [
      { file: "click/utils.py", at: "def @@echo(" },
      { file: "click/exceptions.py", at: "class @@Abort(" },
      { file: "click/_compat.py", at: "def @@strip_ansi(" },
    ],
    manifests: {
      "pyrightconfig.json": ['{"exclude":["click/shell_completion.py"]}', '{"extraPaths":["click"]}'],
      "click/utils.pyi": ["def echo(message: object) -> None: ...\n"],
    },
    caller: "from click.utils import echo as other\nother(1)\n",
    comment: "# echo",
  },
  {
    real: chi,
    asked: [
      { file: "mux.go", at: "func @@NewMux(" },
      { file: "context.go", at: "func @@URLParam(" },
      { file: "chain.go", at: "func @@Chain(" },
    ],
    manifests: {
      "go.mod": ["module github.com/go-chi/chi/v5\n\ngo 1.20\n", "module example.com/other\n\ngo 1.20\n"],
    },
    caller: "package chi\n\nvar other = NewMux()\n",
    comment: "// NewMux",
  },
];

/** A step: what becomes of a file, or everything as it was at first. */
type Kind = "comment" | "use" | "swap" | "remove" | "touch";
type Step =
  | { readonly kind: "source"; readonly how: Kind; readonly file: number }
  | { readonly kind: "caller" | "manifest"; readonly which: number; readonly text: number }
  | { readonly kind: "restore" };

const source = fc.record({
  kind: fc.constant("source" as const),
  how: fc.constantFrom<Kind[]>("comment", "use", "swap", "remove", "touch"),
  file: fc.nat(1_000),
});
const beside = fc.record({
  kind: fc.constantFrom("caller" as const, "manifest" as const),
  which: fc.nat(9),
  text: fc.nat(9),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: source },
  { weight: 2, arbitrary: beside },
  { weight: 4, arbitrary: fc.constant({ kind: "restore" as const }) },
);

describe.each(subjects.filter(({ real }) => hasServer(real.server) && fetched([real]).length > 0))(
  "$real.id",
  (subject) => {
    test("no hit differs from what a fresh server says, after any changes of sources, manifests and packages", {
      timeout: 4_000_000,
    }, async () => {
      const checkout = checkOut(subject.real);
      const replay = await Replay.open(checkout.root, subject.real.server);
      try {
        const seed = fc.sample(fc.integer(), 1)[0] ?? 0;
        const drawn = fc.sample(step, { numRuns: repeats({ test: 7, soak: 1_000 }), seed });
        // So that there is a hit, whatever was drawn.
        const steps: readonly Step[] = [...drawn, { kind: "restore" }];
        let hits = 0;
        const world = new World(replay, subject, checkout.sources);
        await replay.warm(subject.asked);
        for (const [at, one] of steps.entries()) {
          world.take(one);
          const kept = await replay.kept(subject.asked);
          const isHit = kept.some((stood) => stood !== undefined);
          const said = isHit ? await replay.fresh(subject.asked) : [];
          for (const [which, stood] of kept.entries()) {
            if (stood === undefined) continue;
            hits++;
            const where = `seed ${seed}, step ${at} (${JSON.stringify(one)}), ${subject.asked[which]?.at}`;
            expect({ where, ...shown(stood) }).toEqual({ where, ...shown(said[which]) });
          }
          await replay.warm(subject.asked);
        }
        expect(hits).toBeGreaterThan(0);
      } finally {
        await replay.close();
        checkout.remove();
      }
    });
  },
);

function shown(stood: Stood | undefined): Pick<Stood, "places" | "state"> | undefined {
  return stood && { places: stood.places, state: stood.state };
}

/** The files as they are, and as they were at first. */
class World {
  readonly #replay: Replay;
  readonly #subject: Subject;
  readonly #sources: readonly string[];
  readonly #first = new Map<string, string | undefined>();

  constructor(replay: Replay, subject: Subject, sources: readonly string[]) {
    this.#replay = replay;
    this.#subject = subject;
    this.#sources = sources;
  }

  take(one: Step): void {
    if (one.kind === "restore") return this.#restore();
    if (one.kind !== "source") return this.#beside(one.kind, one.which, one.text);
    const file = this.#sources[one.file % this.#sources.length] ?? "";
    const text = this.#replay.read(file);
    if (text === undefined) return;
    this.#write(file, this.#changed(one.how, text, file));
  }

  // — below: private, in the order they are used —

  #restore(): void {
    for (const [file, text] of this.#first) this.#replay.write(file, text);
  }

  #beside(kind: "caller" | "manifest", which: number, text: number): void {
    const { manifests, caller, real } = this.#subject;
    if (kind === "caller")
      return this.#write(`other_caller${which}${real.extensions[0]}`, text % 3 === 0 ? undefined : caller);
    const names = Object.keys(manifests);
    const name = names[which % names.length] ?? "";
    const texts = [undefined, ...(manifests[name] ?? [])];
    this.#write(name, texts[text % texts.length]);
  }

  #changed(how: Kind, text: string, file: string): string | undefined {
    const { comment, asked } = this.#subject;
    const name = /@@(\w+)/.exec(asked[0]?.at ?? "")?.[1] ?? "";
    switch (how) {
      case "comment":
        return `${text}\n${comment}\n`;
      case "use":
        return `${text}\n${comment} ${file}\n`.replace(/\b(?:subscribe|format|handler)\b/, name);
      case "swap":
        return text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `${name}2`);
      case "remove":
        return undefined;
      case "touch":
        return text;
    }
  }

  #write(file: string, text: string | undefined): void {
    if (!this.#first.has(file)) this.#first.set(file, this.#replay.read(file));
    this.#replay.write(file, text);
  }
}
