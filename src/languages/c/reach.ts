// Which files may notice that one of C or C++ changes.

import { breaksLinks } from "./linked-names.ts";
import type { ReachRules } from "../reach-rules.ts";

export const cReach: ReachRules = {
  decidedBy: [
    ...["compile_commands.json", "compile_flags.txt", ".clangd", ".clang-tidy", "CMakeLists.txt", "*.cmake"],
    ...["CMakePresets.json", "meson.build", "Makefile", "configure.ac", "*.pch"],
  ],
  otherFiles: "imported",
  breaksLinks,
};
