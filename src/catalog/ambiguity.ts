// File patterns that mean different languages in different projects, and which files of a project decide.
//
// Invariant: every pattern here is claimed in `languages.ts` by each language that is named for it.

export interface Ambiguity {
  /** An extension, a file name or a glob, exactly as the languages claim it. */
  readonly pattern: string;
  /** Taken when no file of the project decides. If absent, the pattern does not match, and a weaker one is tried. */
  readonly byDefault?: string;
  /** The first whose marker is among the names that are present in the project. Markers may be globs. */
  readonly hints: readonly { readonly language: string; readonly present: readonly string[] }[];
}

const bazel = ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", ".buckconfig", ".bazelrc"];
const ansible = ["ansible.cfg", ".ansible-lint", "playbooks", "roles", "galaxy.yml"];

export const ambiguities: readonly Ambiguity[] = [
  {
    pattern: ".h",
    byDefault: "c",
    hints: [
      { language: "cpp", present: ["*.{cpp,cc,cxx,hpp,hh,hxx,cppm,ixx}"] },
      { language: "objective-c", present: ["*.xcodeproj", "*.xcworkspace", "*.m", "*.mm"] },
    ],
  },
  { pattern: ".m", byDefault: "objective-c", hints: [{ language: "matlab", present: ["*.prj", "*.mlx", "*.mat"] }] },
  {
    pattern: ".v",
    byDefault: "verilog",
    hints: [
      { language: "v", present: ["v.mod"] },
      { language: "coq", present: ["_CoqProject", "_RocqProject", "*.opam", "dune-project"] },
    ],
  },
  { pattern: ".pl", byDefault: "perl", hints: [{ language: "prolog", present: ["pack.pl", "*.plt", "*.prolog"] }] },
  // Qt, IDL and ProGuard use it too.
  { pattern: ".pro", hints: [{ language: "prolog", present: ["pack.pl", "*.plt", "*.prolog"] }] },
  {
    pattern: ".fs",
    byDefault: "fsharp",
    hints: [{ language: "glsl", present: ["*.{vs,vert,frag,glsl}"] }],
  },
  { pattern: ".pp", byDefault: "puppet", hints: [{ language: "pascal", present: ["*.{lpi,lpk,lpr,dpr}"] }] },
  {
    pattern: ".inc",
    hints: [
      { language: "php", present: ["composer.json", "*.php"] },
      { language: "pascal", present: ["*.{lpi,lpk,lpr,dpr}"] },
    ],
  },
  // Text::Template and other test files use it too, but Perl's are by far the most.
  { pattern: ".t", byDefault: "perl", hints: [] },
  // Compilers of C and Rust write dependencies for make under this extension.
  { pattern: ".d", hints: [{ language: "d", present: ["dub.json", "dub.sdl", "*.di", "{app,main,package}.d"] }] },
  // OpenCL uses it too, without a server of its own.
  { pattern: ".cl", byDefault: "commonlisp", hints: [] },
  { pattern: ".tpl", hints: [{ language: "helm", present: ["Chart.yaml"] }] },
  { pattern: "templates/*.{yaml,yml,tpl}", hints: [{ language: "helm", present: ["Chart.yaml"] }] },
  { pattern: "values.yaml", hints: [{ language: "helm", present: ["Chart.yaml"] }] },
  { pattern: "playbooks/*.{yml,yaml}", hints: [{ language: "ansible", present: ansible }] },
  { pattern: "tasks/*.{yml,yaml}", hints: [{ language: "ansible", present: ansible }] },
  { pattern: "handlers/*.{yml,yaml}", hints: [{ language: "ansible", present: ansible }] },
  { pattern: "group_vars/*.{yml,yaml}", hints: [{ language: "ansible", present: ansible }] },
  // Names are compared without regard to case, and a file called `build` is more often a script.
  { pattern: "BUILD", hints: [{ language: "starlark", present: bazel }] },
  { pattern: "BUCK", hints: [{ language: "starlark", present: bazel }] },
  { pattern: "WORKSPACE", hints: [{ language: "starlark", present: bazel }] },
];
