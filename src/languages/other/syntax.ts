// Comments and strings as most languages write them.

import { doubleQuoted, plainSyntax, sharp, slashes, sticky } from "../syntax/plain-prose.ts";
import type { Syntax } from "../syntax/prose.ts";

export const otherSyntax: Syntax = {
  ...plainSyntax({ prose: sticky(slashes, sharp, doubleQuoted), codeRun: /[^"/#]*/y }),
  isGuessed: true,
};
