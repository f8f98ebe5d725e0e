// TypeScript as repositories lay it out: a solution with a project beside it, a workspace that is not built, aliases of paths,
// a package that imports itself by name.

import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Layout, Shape } from "./shape.ts";

const base = {
  strict: true,
  noEmit: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  skipLibCheck: true,
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What tests import, as far as types go. */
function stubTestRunner(layout: Layout, directory: string): void {
  layout.write(`${directory}/vitest/package.json`, json({ name: "vitest", version: "0.0.0", types: "index.d.ts" }));
  const names = ["expect", "test", "it", "describe", "vi", "expectTypeOf", "beforeEach", "afterEach", "assertType"];
  layout.write(`${directory}/vitest/index.d.ts`, names.map((name) => `export declare const ${name}: any;\n`).join(""));
}

/** Tests import the package by its own name, which a condition of the manifest leads to the sources. */
const zod: Shape = {
  id: "zod",
  language: "typescript",
  has: "tests beside the sources, a package that imports itself by name, locales",
  packages: ["zod"],
  extensions: [".ts"],
  askIn: /^packages\/zod\/src\/v4\/(?:core|classic|mini)\/[^/]+\.ts$/,
  oracle: {
    kind: "script",
    options: { ...base, customConditions: ["@zod/source"], exactOptionalPropertyTypes: false },
  },
  build(layout) {
    layout.copy("zod", "src", "packages/zod/src");
    layout.copy("zod", "package.json", "packages/zod/package.json");
    layout.write("package.json", json({ name: "zod-repository", private: true, workspaces: ["packages/*"] }));
    layout.write("tsconfig.base.json", json({ compilerOptions: { ...base, customConditions: ["@zod/source"] } }));
    layout.write("tsconfig.json", json({ extends: "./tsconfig.base.json", include: ["packages/**/*.ts"] }));
    layout.write("packages/zod/tsconfig.json", json({ extends: "../../tsconfig.base.json", include: ["src"] }));
    stubTestRunner(layout, "node_modules");
  },
};

/** The root is a solution whose projects lie beside it under names of their own; further off, a project that nothing refers to. */
const rxjsSolution: Shape = {
  id: "rxjs-solution",
  language: "typescript",
  has: "a solution with project references, .mts files of an unreferenced project that import the sources",
  packages: ["typescript"],
  extensions: [".ts", ".mts"],
  askIn: /^src\/internal\/(?!operators\/).*\.ts$/,
  oracle: { kind: "script", options: { ...base, allowImportingTsExtensions: true } },
  build(layout) {
    const project = (options: object, rest: object): string =>
      json({
        compilerOptions: { ...base, composite: true, emitDeclarationOnly: true, noEmit: false, ...options },
        ...rest,
      });
    layout.copy("typescript", "src", "src", /\.(?:json|js)$/);
    layout.write("package.json", json({ name: "rx-solution", private: true, type: "module" }));
    const references = [{ path: "./tsconfig.build.json" }, { path: "./kit" }];
    layout.write("tsconfig.json", json({ files: [], references }));
    layout.write("tsconfig.build.json", project({ rootDir: "src", outDir: "out/core" }, { include: ["src"] }));
    const built = [{ path: "../tsconfig.build.json" }];
    layout.write("kit/tsconfig.json", project({ outDir: "../out/kit" }, { include: ["*.ts"], references: built }));
    layout.write("kit/index.ts", kitSource);
    const checks = { compilerOptions: { ...base, allowImportingTsExtensions: true }, include: ["*.mts"] };
    layout.write("perf/probe/checks/tsconfig.json", json(checks));
    layout.write("perf/probe/checks/observe.mts", probeSource);
    layout.write("perf/probe/checks/schedule.mts", scheduleSource);
  },
};

const kitSource = `import { Observable } from "../src/internal/Observable";
import { Subscription } from "../src/internal/Subscription";
import { isFunction } from "../src/internal/util/isFunction";
import type { Observer } from "../src/internal/types";

export function watch<T>(source: Observable<T>, observer: Partial<Observer<T>>): Subscription {
  const subscription = new Subscription();
  if (isFunction(observer.next)) subscription.add(source.subscribe(observer));
  return subscription;
}
`;

const probeSource = `import { Observable } from "../../../src/internal/Observable.ts";
import { Subject } from "../../../src/internal/Subject.ts";
import { BehaviorSubject } from "../../../src/internal/BehaviorSubject.ts";
import { Subscriber, SafeSubscriber } from "../../../src/internal/Subscriber.ts";
import { Notification, observeNotification } from "../../../src/internal/Notification.ts";
import { config } from "../../../src/internal/config.ts";
import { firstValueFrom } from "../../../src/internal/firstValueFrom.ts";
import { isObservable } from "../../../src/internal/util/isObservable.ts";
import { noop } from "../../../src/internal/util/noop.ts";
import { pipe } from "../../../src/internal/util/pipe.ts";
import type { Observer, Unsubscribable } from "../../../src/internal/types.ts";

const subject = new Subject<number>();
const behaviour = new BehaviorSubject(1);
const plain = new Observable<number>((subscriber: Subscriber<number>) => subscriber.next(1));
const observer: Partial<Observer<number>> = { next: noop };
const unsubscribable: Unsubscribable = plain.subscribe(observer);
unsubscribable.unsubscribe();
subject.complete();
config.useDeprecatedNextContext = false;
observeNotification(Notification.createNext(behaviour.value), observer as Observer<number>);
export const results = [isObservable(plain), pipe(noop), firstValueFrom(subject), SafeSubscriber, behaviour.getValue()];
`;

const scheduleSource = `import { Scheduler } from "../../../src/internal/Scheduler.ts";
import { AsyncScheduler } from "../../../src/internal/scheduler/AsyncScheduler.ts";
import { AsyncAction } from "../../../src/internal/scheduler/AsyncAction.ts";
import { VirtualTimeScheduler, VirtualAction } from "../../../src/internal/scheduler/VirtualTimeScheduler.ts";
import { dateTimestampProvider } from "../../../src/internal/scheduler/dateTimestampProvider.ts";
import { scheduled } from "../../../src/internal/scheduled/scheduled.ts";
import { TestScheduler } from "../../../src/internal/testing/TestScheduler.ts";
import { EMPTY } from "../../../src/internal/observable/empty.ts";
import { mergeInternals } from "../../../src/internal/operators/mergeInternals.ts";

const virtual = new VirtualTimeScheduler();
virtual.flush();
virtual.maxFrames = virtual.frame + 1;
export const stamp = dateTimestampProvider.now();
export const used = [Scheduler, new AsyncScheduler(AsyncAction), VirtualAction, scheduled([1], virtual), TestScheduler, EMPTY, mergeInternals];
`;

/** Packages of one workspace import each other by name; their builds are not there, so the names lead nowhere. */
const tanstack: Shape = {
  id: "query-unbuilt",
  language: "typescript",
  has: "a workspace whose packages import each other by name and are not built, .tsx",
  packages: ["query-core", "react-query", "query-persist", "react-types", "csstype"],
  extensions: [".ts", ".tsx"],
  askIn: /^packages\/query-core\/src\/[^/]+\.ts$/,
  oracle: {
    kind: "script",
    options: {
      ...base,
      jsx: "preserve",
      paths: {
        "@tanstack/query-core": ["./packages/query-core/src/index.ts"],
        "@tanstack/query-persist-client-core": ["./packages/query-persist-client-core/src/index.ts"],
        "@tanstack/react-query": ["./packages/react-query/src/index.ts"],
      },
    },
  },
  build(layout) {
    const packages = {
      "query-core": "query-core",
      "react-query": "react-query",
      "query-persist": "query-persist-client-core",
    };
    layout.write("package.json", json({ name: "query", private: true, type: "module", workspaces: ["packages/*"] }));
    layout.write("tsconfig.base.json", json({ compilerOptions: { ...base, jsx: "preserve" } }));
    for (const [id, name] of Object.entries(packages)) {
      layout.copy(id, "src", `packages/${name}/src`);
      layout.copy(id, "package.json", `packages/${name}/package.json`);
      layout.write(`packages/${name}/tsconfig.json`, json({ extends: "../../tsconfig.base.json", include: ["src"] }));
      layout.write("node_modules/@tanstack/.keep", "");
      symlinkSync(`../../packages/${name}`, join(layout.root, "node_modules", "@tanstack", name));
    }
    layout.copy("react-types", ".", "node_modules/@types/react");
    layout.copy("csstype", ".", "node_modules/csstype");
    layout.write(
      "node_modules/@types/prop-types/package.json",
      json({ name: "@types/prop-types", types: "index.d.ts" }),
    );
    layout.write(
      "node_modules/@types/prop-types/index.d.ts",
      "export type Validator<T> = any;\nexport type ReactComponentLike = any;\nexport type WeakValidationMap<T> = any;\nexport type Requireable<T> = any;\nexport type InferProps<T> = any;\n",
    );
  },
};

/** The sources import each other through an alias; a generated file stands beside them. */
const mobxAliased: Shape = {
  id: "mobx-aliases",
  language: "typescript",
  has: "path aliases, a barrel file, generated files, an examples project that extends the root's",
  packages: ["mobx"],
  extensions: [".ts"],
  askIn: /^src\/.*\.ts$/,
  oracle: {
    kind: "script",
    options: { ...base, strict: false, experimentalDecorators: true, paths: { "~/*": ["./src/*"] } },
  },
  build(layout) {
    layout.copy("mobx", "src", "src");
    const options = { ...base, strict: false, experimentalDecorators: true, paths: { "~/*": ["./src/*"] } };
    layout.write("package.json", json({ name: "mobx-repository", private: true }));
    layout.write("tsconfig.json", json({ compilerOptions: options, include: ["src"] }));
    for (const directory of ["api", "core", "types", "utils"]) {
      for (const file of filesIn(layout, `src/${directory}`))
        layout.write(
          file,
          layout.read(file).replaceAll(/from "\.\.\/(internal|types\/[\w-]+|utils\/[\w-]+)"/g, 'from "~/$1"'),
        );
    }
    layout.write("examples/tsconfig.json", json({ extends: "../tsconfig.json", include: ["."] }));
    layout.write("examples/counter.ts", exampleSource);
    layout.write("src/generated/errors.gen.ts", generatedSource);
  },
};

const exampleSource = `import { action, autorun, computed, createAtom, makeObservable, observable, ObservableMap } from "~/mobx";
import { getNextId, isFunction } from "~/utils/utils";

export class Counter {
  count = 0;
  readonly names = new ObservableMap<string, number>();
  readonly atom = createAtom("counter");

  constructor() {
    makeObservable(this, { count: observable, double: computed, grow: action });
  }

  get double(): number {
    this.atom.reportObserved();
    return this.count * 2;
  }

  grow(): void {
    this.count += isFunction(this.grow) ? 1 : getNextId();
    this.names.set("count", this.count);
    this.atom.reportChanged();
  }
}

const counter = new Counter();
autorun(() => console.log(counter.double));
counter.grow();
`;

const generatedSource = `// Code generated by a tool. DO NOT EDIT.
import { die } from "~/errors";
import { $mobx, globalState } from "~/internal";

export const failures: Record<string, () => never> = {
  unknown: () => die(1),
  nested: () => die(2, String($mobx), globalState.runId),
};
`;

function filesIn(layout: Layout, directory: string): string[] {
  return readSources(join(layout.root, directory)).map((name) => `${directory}/${name}`);
}

function readSources(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith(".ts"));
}

export const typescriptShapes: readonly Shape[] = [zod, rxjsSolution, tanstack, mobxAliased];
