// From a recipe to the programs that install it: which are run, with which words, and what must hold in between.
//
// Invariant: no program is a shell, and none runs a script of a package: npm gets `--ignore-scripts`, pip takes wheels
// only, and Go builds without cgo and without another tool chain.
// Invariant: the content of the server's own package is compared with the recipe before anything of it is run.

import type { Recipe, ServerEntry } from "../../catalog/entry.ts";
import { refuse } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";

export interface InstallStep {
  /** A program of this machine by its name, or one of the stage by its path from there. */
  readonly program: "npm" | "python3" | "go" | "venv/bin/python";
  readonly args: readonly string[];
  readonly limitMs: number;
  /** Files that are written into the stage before. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Refuses to go on; gets what was printed, and reads files of the stage. */
  readonly check?: (output: string, read: (path: string) => Promise<string | undefined>) => Promise<void>;
}

const minuteMs = 60_000;

export function stepsOf(entry: ServerEntry, recipe: Recipe, stage: string): readonly InstallStep[] {
  switch (recipe.kind) {
    case "npm":
      return npmSteps(entry, recipe);
    case "pypi":
      return pypiSteps(recipe);
    case "go-module":
      return goSteps(entry, recipe, stage);
  }
}

/** What a step is for a person: the words that are run. */
export function stepText({ program, args }: InstallStep): string {
  return [program, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(" ");
}

// — below: private, in the order they are used —

/** What is to be fetched is decided and checked first; then `ci` takes just that, and compares each package with its hash. */
function npmSteps(entry: ServerEntry, recipe: Recipe & { kind: "npm" }): readonly InstallStep[] {
  const pins = [recipe, ...(recipe.beside === undefined ? [] : [recipe.beside])];
  const dependencies = Object.fromEntries(pins.map((pin) => [pin.package, pin.version]));
  const quiet = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--no-update-notifier"];
  let registry = "";
  return [
    {
      program: "npm",
      args: ["config", "get", "registry"],
      limitMs: minuteMs,
      files: { "package.json": JSON.stringify({ private: true, dependencies }) },
      check: async (output) => {
        registry = output.trim();
      },
    },
    {
      program: "npm",
      // The lock has to say where each package comes from, whatever the user has configured.
      args: ["install", "--package-lock-only", "--omit-lockfile-registry-resolved=false", ...quiet],
      limitMs: 5 * minuteMs,
      check: async (_, read) => checkLock(entry, pins, registry, (await read("package-lock.json")) ?? "{}"),
    },
    { program: "npm", args: ["ci", ...quiet], limitMs: 10 * minuteMs },
  ];
}

function checkLock(
  { title }: ServerEntry,
  pins: readonly { readonly package: string; readonly integrity: string }[],
  registry: string,
  text: string,
): void {
  const lock: unknown = JSON.parse(text);
  const packages = isRecord(lock) && isRecord(lock["packages"]) ? lock["packages"] : {};
  for (const pin of pins) {
    const locked = packages[`node_modules/${pin.package}`];
    const integrity = isRecord(locked) ? locked["integrity"] : undefined;
    if (integrity !== pin.integrity) refuseContent(title, pin.package, String(integrity), pin.integrity);
  }
  const host = hostOf(registry);
  for (const [place, locked] of Object.entries(packages)) {
    if (place === "" || (isRecord(locked) && locked["inBundle"] === true)) continue;
    const from = isRecord(locked) ? locked["resolved"] : undefined;
    const isHashed = isRecord(locked) && typeof locked["integrity"] === "string";
    if (isHashed && typeof from === "string" && hostOf(from) === host) continue;
    refuse({
      code: "policy_denied",
      what: `${title} was not installed.`,
      why: `Its dependency ${place.replace(/^.*node_modules\//, "")} would come from ${String(from)}, and not from the registry ${registry}.`,
      next: "Check which registry npm is configured for, or install the server by hand.",
    });
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

function refuseContent(title: string, name: string, found: string, pinned: string): never {
  refuse({
    code: "policy_denied",
    what: `${title} was not installed: ${name} is not what was pinned.`,
    why: `The registry offers content with the hash ${found}, and the catalogue pins ${pinned}.`,
    next: "Nothing of it was run. Check which registry is configured; if it is the public one, report this.",
  });
}

/** The server's own wheel by its hash and alone; then what it needs, which must be wheels too. */
function pypiSteps(recipe: Recipe & { kind: "pypi" }): readonly InstallStep[] {
  const wanted = `${recipe.package}==${recipe.version}`;
  const hashes = recipe.integrity.map((hash) => `--hash=sha256:${hash}`);
  // Isolated: neither variables nor the directory it is started in have a say in what Python imports.
  const pip = ["-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--only-binary", ":all:"];
  return [
    {
      program: "python3",
      args: ["-I", "-m", "venv", "venv"],
      limitMs: 3 * minuteMs,
      files: { "requirements.txt": `${[wanted, ...hashes].join(" ")}\n` },
    },
    {
      program: "venv/bin/python",
      args: [...pip, "--no-deps", "--require-hashes", "--requirement", "requirements.txt"],
      limitMs: 10 * minuteMs,
    },
    { program: "venv/bin/python", args: [...pip, wanted, ...(recipe.beside ?? [])], limitMs: 10 * minuteMs },
  ];
}

function goSteps(entry: ServerEntry, recipe: Recipe & { kind: "go-module" }, stage: string): readonly InstallStep[] {
  const env = {
    GOBIN: `${stage}/bin`,
    // Without it, a module could make the command fetch and run another tool chain.
    GOTOOLCHAIN: "local",
    // An empty value would give way to what `go env -w` has stored.
    GOFLAGS: "-buildvcs=false",
    GOWORK: "off",
    GO111MODULE: "on",
    // With cgo, a package decides on words for the C compiler.
    CGO_ENABLED: "0",
  };
  return [
    {
      program: "go",
      args: ["mod", "download", "-json", `${recipe.module}@${recipe.version}`],
      limitMs: 10 * minuteMs,
      env,
      check: async (output) => {
        const told: unknown = JSON.parse(output);
        const sum = isRecord(told) ? told["Sum"] : undefined;
        if (sum !== recipe.integrity) refuseContent(entry.title, recipe.module, String(sum), recipe.integrity);
      },
    },
    {
      program: "go",
      args: ["install", "-trimpath", `${recipe.package}@${recipe.version}`],
      limitMs: 30 * minuteMs,
      env,
    },
  ];
}
