// What Java adds to the rules of a rename.

import type { RenameRules } from "../rename-rules.ts";
import { calledByName } from "../rename-rules.ts";
import { javaFamily } from "./family.ts";

export const javaRename: RenameRules = {
  family: javaFamily,
  byItself: calledByName(
    /^(?:main|premain|agentmain|finalize|toString|equals|hashCode|compareTo|close|iterator|(?:read|write)(?:Object|External)|readObjectNoData|readResolve|writeReplace)$/,
  ),
  // All files of a package see its types, and all subclasses see inherited members, without an import.
  seesAllNames: /^/,
};
