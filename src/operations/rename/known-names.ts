// Names that mean something by themselves: a rename to or from one changes who calls the symbol, without any use of it.

import { familyOf } from "../../languages/table.ts";
import { inertLine } from "../../render/inert.ts";
import type { Snapshot, Target } from "../../workspace/snapshot.ts";
import { textOf } from "../places.ts";
import { goText } from "./go-types.ts";

/** What is to be said of a rename before somebody relies on it; empty where the names mean nothing by themselves. */
export async function knownByName(snapshot: Snapshot, at: Target, name: string, newName: string): Promise<string[]> {
  const { file, place } = at;
  const family = familyOf(file);
  const known = called[family];
  const text = known === undefined ? undefined : (await textOf(snapshot, file))?.text;
  if (known === undefined || text === undefined) return [];
  const own =
    family === "go"
      ? goText(file, text).members.find((one) => one.place.line === place.line && one.name === name)
      : undefined;
  if (family === "go" && own?.kind !== "method") return own === undefined ? [] : keyText(own.rest, name, newName);
  const [from, to] = [name, newName].map((one) => inertLine(one, 100));
  return [
    ...(known.test(name)
      ? [`${from} is called by its name alone, through interfaces or by the language: that ends here.`]
      : []),
    ...(known.test(newName)
      ? [`${to} is called by its name alone, through interfaces or by the language: so is this from now on.`]
      : []),
  ];
}

// — below: private, in the order they are used —

const called: Readonly<Partial<Record<ReturnType<typeof familyOf>, RegExp>>> = {
  go: /^(?:String|GoString|Format|Error|Unwrap|Is|As|(?:Unm|M)arshal(?:JSON|Text|Binary|YAML|XML|XMLAttr)|Gob(?:En|De)code|Scan|Value|ServeHTTP|RoundTrip|Read|ReadAt|ReadFrom|ReadByte|ReadRune|Write|WriteAt|WriteTo|WriteString|WriteByte|Close|Seek|Flush|Len|Less|Swap|Push|Pop|Lock|Unlock|Set|Done|Err|Deadline)$/,
  script: /^(?:toString|toJSON|valueOf|then|constructor|inspect)$/,
  python: /^__\w+__$/,
};

/** The name of a field is what encoders write, where no tag gives another one. */
function keyText(rest: string, name: string, newName: string): string[] {
  const isSeen = /^\p{Lu}/u.test(name) || /^\p{Lu}/u.test(newName);
  if (!isSeen || /\bjson:"[^",]+/.test(rest)) return [];
  return [
    `No tag names this field: in JSON and the like its key changes from ${inertLine(name, 100)} to ${inertLine(newName, 100)}.`,
  ];
}
