// Comments and strings as most languages write them.

import { doubleQuoted, plainSyntax, sharp, slashes, sticky } from "../syntax/plain-prose.ts";

export const otherSyntax = plainSyntax({ prose: sticky(slashes, sharp, doubleQuoted), codeRun: /[^"/#]*/y });
