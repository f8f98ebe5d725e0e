// Symbols get another name and their own one back: whether the compiler is as content as before, and every byte as it was.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../src/host/host.ts";
import type { Checkout } from "../../test/real/real-package.ts";
import { checkOut } from "../../test/real/real-package.ts";
import { pause } from "../peers/mcp-peer.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed } from "../shared/record.ts";
import { median, quantile, randomFrom } from "../shared/stats.ts";
import { openAsking } from "./asking.ts";
import type { Edited } from "./compilers.ts";
import { placeAt, shuffled } from "./mutation.ts";
import type { RenamablePackage } from "./packages.ts";
import { readSources } from "./packages.ts";
import type { CompilerError } from "./truth.ts";
import { newErrors } from "./truth.ts";

export interface Renamable {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Who renames; undefined where it was done, else why not. */
export interface Renamer {
  readonly title: string;
  rename(symbol: Renamable, to: string): Promise<string | undefined>;
  /** The same although uses may be missing, where the product holds renames back. */
  force?(symbol: Renamable, to: string): Promise<string | undefined>;
  /** Whether the answer to the last rename told of new errors, where the product can. */
  toldOfErrors?(): boolean;
  /** Takes the last rename back, where the product can. */
  undo?(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface RenameOptions {
  readonly count: number;
  readonly seed: number;
  readonly scratch: string;
  /** Only what is declared at the top of a file: what products can be asked about by its name. */
  readonly named?: boolean;
}

interface Renamed {
  readonly symbol: Renamable;
  readonly ms: number;
  /** Why nothing was renamed. */
  readonly refusal: string;
  /** What the rename made of the files, or would have made where it was held back. */
  readonly state: Edited;
  /** Whether new errors were told of; undefined where the product cannot. */
  readonly told: boolean | undefined;
  /** Why it was not renamed back, or which files then differ from what they were. */
  readonly back: string;
  /** The same of taking it back; undefined where the product cannot. */
  readonly undone: string | undefined;
}

export async function measureRenames(
  edited: RenamablePackage,
  open: (root: string) => Promise<Renamer>,
  options: RenameOptions,
  record: Recorder,
): Promise<void> {
  const checkout = checkOut(edited.real);
  try {
    const originals = new Map(checkout.sources.map((file) => [file, readFileSync(join(checkout.root, file), "utf8")]));
    const symbols = renamableIn(edited, checkout, options);
    const renamer = await open(checkout.root);
    const renamed: Renamed[] = [];
    try {
      const [first] = symbols;
      if (options.named === true && first !== undefined) {
        // Not all wait until their server has loaded the project; that is measured elsewhere.
        await thereAndBack(renamer, checkout, originals, first);
        await pause(settlingMs);
      }
      for (const symbol of symbols) renamed.push(await thereAndBack(renamer, checkout, originals, symbol));
    } finally {
      await renamer.close();
    }
    await report(edited, renamer.title, checkout, renamed, options, record);
  } finally {
    checkout.remove();
  }
}

/** Sightline, through its library. */
export async function openOwn(host: Host, edited: RenamablePackage, root: string): Promise<Renamer> {
  const asking = await openAsking(host, edited, root);
  let isTold = false;
  const renameBy = async (
    { file, line, column }: Renamable,
    to: string,
    options: object,
  ): Promise<string | undefined> => {
    const target = { file_path: join(root, file), line, column };
    const { json, refusal } = await asking.ask<RenameAnswer>("rename_symbol", { ...target, new_name: to, ...options });
    isTold = json?.safe === false;
    if (refusal !== undefined) return [refusal.what, refusal.why ?? ""].join(" ").trim();
    return json.applied === false ? (json.withheld ?? "not applied") : undefined;
  };
  return {
    title: "Sightline",
    rename: (symbol, to) => renameBy(symbol, to, {}),
    force: (symbol, to) => renameBy(symbol, to, { accept_partial: true }),
    toldOfErrors: () => isTold,
    undo: async () => (await asking.ask("undo_edit", {})).refusal?.what,
    close: () => asking.close(),
  };
}

interface RenameAnswer {
  readonly applied?: boolean;
  readonly withheld?: string;
  readonly safe?: boolean | "unknown";
}

export function renamableIn(
  edited: RenamablePackage,
  { root, sources }: Pick<Checkout, "root" | "sources">,
  { count, seed, named }: Pick<RenameOptions, "count" | "seed" | "named">,
): Renamable[] {
  const all = readSources(edited, root, sources).flatMap(({ file, text, masked }) =>
    [...masked.matchAll(edited.renamable)].flatMap((match): Renamable[] => {
      const { at, member, local } = match.indices?.groups ?? {};
      const found = named === true ? at : (at ?? member ?? local);
      // In Go that is no name.
      return found === undefined || text.slice(...found) === "_"
        ? []
        : [{ name: text.slice(...found), file, ...placeAt(text, found[0]) }];
    }),
  );
  // Overloads have one name several times, and a question by name cannot say which is meant.
  const isAlone = (one: Renamable): boolean =>
    all.filter(({ name, file }) => name === one.name && file === one.file).length === 1;
  return shuffled(named === true ? all.filter(isAlone) : all, randomFrom(seed)).slice(0, count);
}

// — below: private, in the order they are used —

const suffix = "Zq";
const settlingMs = 5_000;

async function thereAndBack(
  renamer: Renamer,
  { root }: Checkout,
  originals: ReadonlyMap<string, string>,
  symbol: Renamable,
): Promise<Renamed> {
  const began = performance.now();
  const refusal = await renamer.rename(symbol, `${symbol.name}${suffix}`);
  const ms = performance.now() - began;
  const state = differing(root, originals);
  const told = renamer.toldOfErrors?.();
  if (refusal !== undefined && state.size === 0) {
    await renamer.force?.(symbol, `${symbol.name}${suffix}`);
    const forced = differing(root, originals);
    restored(root, originals);
    return { symbol, ms, refusal, state: forced, told, back: "", undone: undefined };
  }
  const place = placeNow(root, symbol);
  const fault = place === undefined ? "its declaration is not there" : await renamer.rename(place, symbol.name);
  const back = fault ?? restored(root, originals);
  restored(root, originals);
  if (renamer.undo === undefined) return { symbol, ms, refusal: "", state, told, back, undone: undefined };
  await renamer.rename(symbol, `${symbol.name}${suffix}`);
  const undone = (await renamer.undo()) ?? restored(root, originals);
  restored(root, originals);
  return { symbol, ms, refusal: "", state, told, back, undone };
}

/** The files that differ from what they were; after that none does. */
function restored(root: string, originals: ReadonlyMap<string, string>): string {
  const left = [...differing(root, originals).keys()];
  for (const file of left) writeFileSync(join(root, file), originals.get(file) ?? "");
  return left.join(", ");
}

function differing(root: string, originals: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [file, text] of originals) {
    const now = readFileSync(join(root, file), "utf8");
    if (now !== text) found.set(file, now);
  }
  return found;
}

/** An earlier use on the same line moves the declaration. */
function placeNow(root: string, { name, file, line, column }: Renamable): Renamable | undefined {
  const renamed = `${name}${suffix}`;
  const text = readFileSync(join(root, file), "utf8").split("\n")[line - 1] ?? "";
  const at = text.indexOf(renamed, column - 1);
  return at < 0 ? undefined : { name: renamed, file, line, column: at + 1 };
}

async function report(
  { title, language, compiler }: RenamablePackage,
  renamer: string,
  { root }: Checkout,
  renamed: readonly Renamed[],
  { scratch, named }: RenameOptions,
  record: Recorder,
): Promise<void> {
  const done = renamed.filter(({ refusal }) => refusal === "");
  const states = renamed.map(({ state }) => state);
  const [before = [], ...after] = await compiler.compile(root, scratch, [new Map(), ...states]);
  const errors = new Map(renamed.map((one, index) => [one, newErrors(before, after[index] ?? [])]));
  const errorsOf = (one: Renamed): readonly CompilerError[] => errors.get(one) ?? [];
  const back = done.filter((one) => one.back === "").length;
  const undone = done.every((one) => one.undone === undefined)
    ? "-"
    : String(done.filter((one) => one.undone === "").length);
  const ms = done.map((one) => one.ms);
  const broken = done.filter((one) => errorsOf(one).length > 0);
  const heldBack = renamed.filter((one) => isHeldBack(one, errorsOf(one)));
  const isTelling = done.some(({ told }) => told !== undefined);
  const told = broken.length > 0 && isTelling ? String(broken.filter((one) => one.told === true).length) : "-";
  record.table(
    `Renames by ${renamer} in ${title}${named === true ? ", by name" : ""}; the truth is ${compiler.title}`,
    [
      "asked",
      "renamed",
      "right but held back",
      "compile as before",
      "told that not",
      "renamed back to every byte",
      "undone to every byte",
      "p50 ms",
      "p90 ms",
    ],
    [
      [
        ...[renamed.length, done.length, heldBack.length, done.length - broken.length].map(String),
        told,
        String(back),
        undone,
        fixed(median(ms), 0),
        fixed(quantile(ms, 0.9), 0),
      ],
    ],
  );
  const faults = renamed.flatMap((one) => faultsOf(one, errorsOf(one)));
  if (faults.length > 0) record.say(`\n${faults.join("\n")}`);
  for (const one of renamed) record.sample({ part: "rename", renamer, language, ...sampleOf(one, errorsOf(one)) });
}

/** Nothing was renamed although the compiler has nothing against it. */
function isHeldBack({ refusal, state }: Renamed, errors: readonly CompilerError[]): boolean {
  return refusal !== "" && state.size > 0 && errors.length === 0;
}

function sampleOf(one: Renamed, errors: readonly CompilerError[]): Readonly<Record<string, string | number | boolean>> {
  const { symbol, ms, refusal, state, told, back, undone } = one;
  const { name, file, line } = symbol;
  const heldBack = isHeldBack(one, errors);
  return {
    ...{ name, file, line, ms, refused: refusal !== "", heldBack, files: state.size, errors: errors.length },
    ...(told === undefined ? {} : { told }),
    ...{ restored: back === "", undone: undone === "" },
  };
}

function faultsOf({ symbol, refusal, back, undone = "" }: Renamed, errors: readonly CompilerError[]): string[] {
  const named = `- ${symbol.name} (${symbol.file}:${symbol.line})`;
  const [first] = errors;
  return [
    ...(refusal === "" ? [] : [`${named}: not renamed: ${refusal.replaceAll(/\s+/g, " ").slice(0, 160)}`]),
    ...(first === undefined
      ? []
      : [
          `${named}: ${refusal === "" ? "breaks" : "would break"} ${first.file}:${first.line}: ${first.message.slice(0, 160)}`,
        ]),
    ...(back === "" ? [] : [`${named}: not as it was when renamed back: ${back.slice(0, 200)}`]),
    ...(undone === "" ? [] : [`${named}: not as it was when undone: ${undone.slice(0, 200)}`]),
  ];
}
