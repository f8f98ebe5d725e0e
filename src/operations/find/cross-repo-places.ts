// What tells two places apart.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";

export function locationKey({ file, span }: Location): string {
  return `${isExternal(file) ? file.external : file}:${span.start.line}:${span.start.column}`;
}
