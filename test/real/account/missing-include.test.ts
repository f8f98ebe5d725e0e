// A file of C++ whose headers are not found: what clangd makes of it is never called complete.

import { expect, test } from "vitest";
import { goToDefinition } from "../../../src/operations/find/go-to-definition.ts";
import { inspectSymbol } from "../../../src/operations/read/inspect-symbol.ts";
import { listSymbols } from "../../../src/operations/symbols/list-symbols.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

const fixture = parseFixture(`
-- db/impl.cc --
#include "db/impl.h"

namespace store {
void Impl::«at|Write»() {}
int Impl::Read() { return 1; }
}
-- include/db/impl.h --
namespace store {
class Impl { public: void Write(); int Read(); };
}
`);

test.each(hasServer("clangd") ? [listSymbols, inspectSymbol, goToDefinition] : [])(
  "$name is partial and says what is missing [BRG-50]",
  async (operation) => {
    await using acting = await Acting.open("clangd", fixture);
    const { file, span } = fixture.mark("at");
    const place = operation === listSymbols ? {} : span.start;
    const { standing } = await acting.perform(operation, { file_path: file, ...place });
    expect(standing.state).toBe("partial");
    const reason = standing.reasons.find(({ code }) => code === "dependencies_missing");
    expect(reason?.detail).toContain("db/impl.h");
  },
);
