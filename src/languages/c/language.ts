// C, C++, Objective-C and CUDA, as one record.

import type { Language } from "../language.ts";
import { cReach } from "./reach.ts";

export const c: Language = {
  family: "c",
  endings: /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|m|mm|cu)$/,
  furtherEndings: /\.(?:inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm|ccm|cxxm|hip|cl|metal)$/,
  indentation: "  ",
  isPreprocessed: true,
  account: { declaresApart: true },
  reach: cReach,
};
