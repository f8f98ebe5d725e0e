// Rules of a rename that rest on names and texts alone: what it may not be, what keeps the old name, what is said beside it.

import { nameFault } from "../../languages/syntax/identifier.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import { familyOf, languageRecord } from "../../languages/table.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { relativeTo } from "../../model/file-path.ts";
import { proposedFiles, targetsOf } from "../../model/plan.ts";
import { inertLine } from "../../render/inert.ts";
import { firstNames } from "../../std/words.ts";
import { shownPath } from "../foreign-text.ts";
import type { Finding, NewName, Rename, RenameFacts } from "./finding.ts";
import { declaringFiles, doubt, remark } from "./finding.ts";
import type { NewTexts } from "./mentions.ts";
import { mentionsOf, mentionsText } from "./mentions.ts";
import { isExcluded } from "./rename-steps.ts";

/** Asked before any server is. */
export function validName({ language, name, newName }: NewName): readonly Finding[] {
  const why = nameFault(language, newName, name);
  if (why === undefined) return [];
  const shown = JSON.stringify(inertLine(newName, 100));
  return [
    {
      kind: "refuse",
      details: {
        code: "bad_input",
        what: `${shown} is not a valid identifier${language === undefined ? "" : ` in ${language}`}.`,
        why,
        next: "Choose another name; nothing was asked or changed.",
      },
    },
  ];
}

/** A file that is moved cannot be left alone. */
export function excludedMoves({ snapshot, steps, globs }: Rename): readonly Finding[] {
  const moved = steps
    .flatMap((step) => (step.kind === "edit" ? [] : targetsOf({ steps: [step] })))
    .find(isExcluded(snapshot, globs));
  if (moved === undefined) return [];
  return [
    {
      kind: "refuse",
      details: {
        code: "conflicting_edit",
        what: `The rename moves ${shownPath(snapshot.base, moved)}, which is excluded.`,
        next: "Nothing was changed. Remove it from exclude_globs, or do not rename.",
      },
    },
  ];
}

export function declaredAt({ snapshot, meant: { declarations, isAlias }, steps, name }: Rename): readonly Finding[] {
  if (steps.some(({ kind }) => kind === "rename")) return [remark("A file has the same name and is renamed with it.")];
  const where = declarations.map(
    ({ file, span: { start } }) => `${shownPath(snapshot.base, file)}:${start.line}:${start.column}`,
  );
  if (isAlias) {
    const of = where.length === 0 ? "something outside the root" : firstNames(where, 3);
    return [remark(`Only the alias ${inertLine(name, 100)} changes; the symbol behind it does not: ${of}`)];
  }
  return where.length === 0 ? [] : [remark(`Declared at ${firstNames(where, 3)}`)];
}

export function renamedAlong({ snapshot, along }: Rename): readonly Finding[] {
  if (along.length === 0) return [];
  const names = along.map(
    ({ type, name, file, place }) =>
      `${type}.${inertLine(name, 100)} (${shownPath(snapshot.base, file)}:${place.line})`,
  );
  return [remark(`Also renamed, because they override one another: ${firstNames(names, 10)}`)];
}

export function filesLeftAlone({ snapshot, globs, leftAlone }: Rename): readonly Finding[] {
  if (globs.length === 0) return [];
  if (leftAlone.length === 0) return [remark("exclude_globs leaves nothing out: no file of the rename matches.")];
  const files = leftAlone.map((file) => shownPath(snapshot.base, file));
  return [remark(`Left alone by exclude_globs, with the old name in them: ${firstNames(files, 5)}`)];
}

/** The places that may have to change with it, the first few. */
export function possibleUses({ snapshot, possible }: Rename): readonly Finding[] {
  if (possible.length === 0) return [];
  const places = possible.map(({ location: { file, span }, why }) => {
    const path = isExternal(file) ? file.external : shownPath(snapshot.base, file);
    return `${inertLine(path)}:${span.start.line} (${why})`;
  });
  return [remark(`Possible uses, left with the old name: ${firstNames(places, 5)}`)];
}

/** Where some places may be uses, the mentions are all the others, and those. */
export async function nameLeft(rename: Rename, { tree, patience }: RenameFacts): Promise<readonly Finding[]> {
  const { snapshot, at, name, steps, leftAlone, possible } = rename;
  const changed: NewTexts = new Map([
    ...leftAlone.map((file) => [file, undefined] as const),
    ...proposedFiles({ steps }).map(({ file, after }) => [file, after] as const),
  ]);
  const what = possible.length === 0 ? "Unchanged: text, or the name of another symbol" : "Lines that keep the name";
  const mentions = await mentionsOf(tree, snapshot, { word: name, of: at.file, changed }, patience);
  const text = mentionsText(`${what} (${inertLine(name, 100)})`, mentions);
  return text === undefined ? [] : [remark(text)];
}

/**
 * What is left in the other half of a module: in its stub, or in the source of a stub. A stub is known by its name alone:
 * beside the source, or under the same path elsewhere in the root.
 */
export async function stubsLeft(rename: Rename, { tree }: Pick<RenameFacts, "tree">): Promise<readonly Finding[]> {
  const { snapshot, name, places } = rename;
  const inRoot = (file: FilePath): string => relativeTo(snapshot.root, file) ?? file;
  const halves = [...new Set(declaringFiles(rename))].flatMap((file) => {
    const isOtherHalf = languageRecord(file).rename?.isOtherHalf;
    return isOtherHalf === undefined ? [] : [(other: string): boolean => isOtherHalf(inRoot(file), other)];
  });
  if (halves.length === 0) return [];
  const others = (await snapshot.files()).filter((file) => halves.some((isOtherHalf) => isOtherHalf(inRoot(file))));
  const left: string[] = [];
  const unread: string[] = [];
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, "u");
  for (const file of others) {
    const text = await tree.text(file);
    if (text === undefined) unread.push(shownPath(snapshot.base, file));
    const lines = maskCommentsAndStrings(text ?? "", familyOf(file)).split(/\r\n|\r|\n/);
    const done = new Set(places.flatMap((one) => (one.file === file ? [one.span.start.line] : [])));
    const at = lines.findIndex((line, index) => word.test(line) && !done.has(index + 1));
    if (at !== -1) left.push(`${shownPath(snapshot.base, file)}:${at + 1}`);
  }
  const apart = "source and stub of a module are renamed separately, and";
  const findings: readonly (readonly [string, readonly string[]])[] = [
    [`${apart} the old name remains in`, left],
    [`${apart} these could not be read:`, unread],
  ];
  return findings.flatMap(([what, where]) =>
    where.length === 0 ? [] : [doubt("server_not_exhaustive", `${what} ${where.slice(0, 3).join(", ")}`)],
  );
}

/** A rename to or from a name that a runtime calls by itself changes the symbol's callers, without any use of it. */
export async function knownByName(
  { at: { file, place }, name, newName }: Rename,
  { tree }: Pick<RenameFacts, "tree">,
): Promise<readonly Finding[]> {
  const byItself = languageRecord(file).rename?.byItself;
  const text = byItself === undefined ? undefined : await tree.text(file);
  if (byItself === undefined || text === undefined) return [];
  const { isCalledBefore, isCalledAfter, isKey } = byItself({ file, text, place, name }, newName);
  const [from, to] = [name, newName].map((one) => inertLine(one, 100));
  const called = "is called implicitly by its name, through interfaces or by the language:";
  return [
    ...(isCalledBefore ? [remark(`${from} ${called} that ends here.`)] : []),
    ...(isCalledAfter ? [remark(`${to} ${called} so is this from now on.`)] : []),
    ...(isKey
      ? [remark(`This field has no tag: its key in JSON and similar formats changes from ${from} to ${to}.`)]
      : []),
  ];
}
