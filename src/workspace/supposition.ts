// Files as they would be: the view of somebody who asks "what if", and of nobody else.

import type { FilePath } from "../model/file-path.ts";

/** The text of each file as it would be; null for one that would be gone. */
export type Supposed = ReadonlyMap<FilePath, string | null>;
