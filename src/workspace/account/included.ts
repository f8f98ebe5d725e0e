// Whether a file of C takes the text of another, as tests of static functions do: then these names reach further than it.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import { baseName } from "../../model/file-path.ts";
import { importStatements } from "../../languages/imports/import-statements.ts";
import type { RelativesContext } from "./relatives.ts";

type Texts = Pick<RelativesContext, "filesWith" | "read">;

export async function isIncluded(texts: Texts, declared: readonly Location[]): Promise<boolean> {
  for (const { file } of declared) {
    const name = isExternal(file) ? "" : baseName(file);
    const [word = ""] = name.split(/\W/);
    for (const other of word === "" ? [] : await texts.filesWith([word])) {
      const text = (await texts.read(other))?.text ?? "";
      const paths = importStatements("c", text).map(([, path = ""]) => path.slice(1, -1));
      if (paths.some((path) => path === name || path.endsWith(`/${name}`))) return true;
    }
  }
  return false;
}
