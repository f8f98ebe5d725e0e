// Patterns whose work may grow with the square of what they read, and why that cannot cost much.

export interface BoundedPattern {
  readonly file: string;
  /** How the pattern begins, as it is written. */
  readonly begins: string;
  /** The most characters that it is given; undefined for text that is never foreign. */
  readonly atMost: number | undefined;
  readonly reason: string;
}

/** A square of more than this is felt. */
export const mostRead = 4_000;

const headOfDeclaration = { atMost: 2_000, reason: "`bare` cuts the head of a declaration" } as const;
const headOfCall = { atMost: 200, reason: "`headBefore` cuts what stands before a bracket" } as const;
const line = { atMost: 2_000, reason: "a longer line declares nothing here" } as const;
const printed = { atMost: 4_000, reason: "a longer line is not read" } as const;
const before = (atMost: number) => ({ atMost, reason: "given so much of what stands beside the place" });
const path = { atMost: 4_000, reason: "a path, which the system limits" } as const;
const own = (reason: string) => ({ atMost: undefined, reason });

export const boundedPatterns: readonly BoundedPattern[] = [
  {
    file: "src/engine/skills/skill-files.ts",
    begins: String.raw`\[([^\]]+)\]`,
    ...own("reads the skills of this package"),
  },
  {
    file: "src/testing/toy/toy-fine.ts",
    begins: String.raw`([\p{L}_]`,
    ...own("the toy server reads what tests write"),
  },
  { file: "src/testing/toy/toy-knowledge.ts", begins: "([^/]+)", ...own("the toy server reads what tests write") },
  { file: "src/languages/c/conditional.ts", begins: String.raw`\[\[`, ...headOfDeclaration },
  { file: "src/languages/c/conditional.ts", begins: String.raw`(~?\w+|operator`, ...headOfDeclaration },
  { file: "src/languages/c/conditional.ts", begins: "^typedef", ...headOfDeclaration },
  { file: "src/languages/c/conditional.ts", begins: "^([^=(]*?)", ...headOfDeclaration },
  { file: "src/languages/java/names.ts", begins: String.raw`\$$|`, ...before(200) },
  { file: "src/languages/csharp/names.ts", begins: String.raw`\$@?"`, ...before(200) },
  { file: "src/languages/python/names.ts", begins: "@(?:", ...before(600) },
  { file: "src/languages/c/names.ts", begins: "(?:^|[;}", ...before(300) },
  { file: "src/languages/script/names.ts", begins: String.raw`\bif\s*`, ...before(200) },
  { file: "src/languages/script/names.ts", begins: String.raw`\bexport\s+(?:\w+\s+)*$`, ...before(100) },
  { file: "src/languages/script/names.ts", begins: String.raw`([\w$]+)\s{0,9}`, ...before(2_000) },
  { file: "src/languages/script/names.ts", begins: String.raw`^\}\s*(?:=`, ...before(400) },
  { file: "src/languages/script/names.ts", begins: String.raw`\b(?:import|require)`, ...before(300) },
  { file: "src/languages/names/members.ts", begins: String.raw`([\p{L}_$]`, ...before(300) },
  { file: "src/languages/go/build-constraints.ts", begins: "_(aix|", ...path },
  { file: "src/languages/names/start-rules.ts", begins: "(?:=>|", ...headOfCall },
  {
    file: "src/languages/python/names.ts",
    begins: String.raw`\b(?:\w+\.)*Process$`,
    ...headOfCall,
  },
  { file: "src/languages/python/names.ts", begins: "(?:executor|pool)", ...headOfCall },
  { file: "src/languages/rust/names.ts", begins: String.raw`\bthread::`, ...headOfCall },
  { file: "src/operations/impact/detect-changes.ts", begins: "(?:=>|", ...line },
  { file: "src/operations/impact/detect-changes.ts", begins: String.raw`([\p{L}_]`, ...line },
  { file: "src/operations/find/get-cross-repo-references.ts", begins: String.raw`\/(?:site|dist)`, ...path },
  { file: "src/operations/find/get-cross-repo-references.ts", begins: String.raw`\/pkg\/mod`, ...path },
  { file: "src/operations/find/get-cross-repo-references.ts", begins: String.raw`[\p{L}\p{N}_$#]*$`, ...before(200) },
  { file: "src/languages/c/head.ts", begins: String.raw`(?:\brequires|&&|\|\|)\s*[`, ...before(400) },
  { file: "src/languages/declarations/symbol-extent.ts", begins: String.raw`(?<![\w$.@])(?:(?:`, ...before(200) },
  { file: "src/operations/symbols/path.ts", begins: '(?:"[^"]*"|', atMost: 2_000, reason: "a longer path is refused" },
  { file: "src/toolchains/reports/compiler-lines.ts", begins: "^(.+?)", ...printed },
  { file: "src/toolchains/reports/compiler-lines.ts", begins: String.raw`^(?!\d+:)`, ...printed },
  { file: "src/toolchains/reports/compiler-lines.ts", begins: "^([ew]): ", ...printed },
  { file: "src/toolchains/reports/compiler-lines.ts", begins: String.raw`^\[(ERROR|WARNING)\]`, ...printed },
  { file: "src/workspace/account/aliases.ts", begins: String.raw`\bexports\s*\.`, ...before(2_000) },
];
