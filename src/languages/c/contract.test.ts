// The answers of C and C++ to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { c } from "./language.ts";

checkContract(c, {
  file: "cart.cpp",
  imports: {
    text: `«quoted|#include "cart.h"»
«angled|#include <größe/maß.h>»
«names|using namespace shop;»
// #include "comment.h"
const char *text = R"(
#include "string.h"
)";
`,
    says: { quoted: '"cart.h"', angled: "<größe/maß.h>", names: "" },
  },
  words: 'f(total, "total"); // total\n',
  declaration: {
    text: `int before = 1;

«lead»// Sums.
[[nodiscard]]
«given|static int «name|total»(const Items &items) {«body| return items.size(); »}»
`,
    kind: "function",
  },
  bases: none,
  exports: none,
  scope: { text: "static int total() { return 1; }\n", reaches: "file" },
  facts: { text: '#include "a.h"\n#include <b.h>\n', modules: ['"a.h"', "<b.h>"] },
  conditional: { text: "#ifdef WINDOWS\nint total();\n#else\nint whole;\n#endif\n", declares: ["total", "whole"] },
  leads: { text: '#include "../up.h"\n', paths: ["../up.h"] },
  broken: ['const char *a = "x\nauto b = R"(y\n', "/* a\n b", "#if A\nf(([{\n", "#include <a\n"],
});
