// Servers for Go and its templates.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { command, drained, inOrder, listed } from "../forms.ts";

const roots = inOrder(["go.work"], ["go.mod"]);

/** The checks that `go vet` runs by default; `go test` fails by some of them. */
const vetted = [
  ...["appends", "asmdecl", "assign", "atomic", "bools", "buildtag", "cgocall", "composites", "copylocks", "defers"],
  ...["directive", "errorsas", "framepointer", "hostport", "httpresponse", "ifaceassert", "loopclosure", "lostcancel"],
  ...["nilfunc", "printf", "shift", "sigchanyzer", "slog", "stdmethods", "stdversion", "stringintconv", "structtag"],
  ...["testinggoroutine", "tests", "timeformat", "unmarshal", "unreachable", "unsafeptr", "unusedresult", "waitgroup"],
];

export const gopls = defineServer({
  id: "gopls",
  title: "gopls",
  launch: command("gopls", "serve"),
  roots,
  install: { any: "go install golang.org/x/tools/gopls@latest" },
  // One piece of work loads every module, and questions are held back until it has ended.
  readiness: drained({ titles: ["Setting up workspace"], quietMs: 0 }),
  diagnostics: "pull",
  finds: "all",
  references: "exhaustive",
  symbolLimit: 100,
  exhaustiveOnlyWith: ["go.work", "go.mod"],
  coverage: "go",
  restsOn: "go",
  initializationOptions: {
    pullDiagnostics: true,
    // Both are declared in any case, and empty until they are asked for here.
    semanticTokens: true,
    hints: {
      assignVariableTypes: true,
      compositeLiteralFields: true,
      compositeLiteralTypes: true,
      constantValues: true,
      functionTypeParameters: true,
      parameterNames: true,
      rangeVariableTypes: true,
    },
  },
  restricted: {
    kind: "adjusted",
    // A module may name the toolchain to fetch and run, a driver, tools in place of the compiler, and C code to build.
    env: {
      GOTOOLCHAIN: "local",
      GOFLAGS: "-mod=readonly -buildvcs=false",
      GOPROXY: "off",
      GOPACKAGESDRIVER: "off",
      CGO_ENABLED: "0",
    },
    smaller: true,
  },
  obeys: [
    { name: "go.mod", names: ["toolchain", "command", "path"], untrusted: "overridden", isManifest: true },
    { name: "go.work", names: ["toolchain", "path"], untrusted: "overridden", isManifest: true },
    { name: "go.env", names: ["toolchain", "command"], untrusted: "ignored" },
  ],
  quirks: {
    saysItIs: "gopls",
    clientsApart: true,
    versionArgs: ["version"],
    caches: ["go-build", "gopls"],
    remedies: [
      {
        says: "no package metadata for file",
        next: "If modules are not downloaded yet, run go mod download, or sightline trust to let gopls fetch them. A file that a build constraint leaves out here can only be searched as text.",
      },
    ],
    onDiskChange: "ask",
    // It takes what stands in the wrong place for a hint, such as a misplaced //go:build.
    buildErrors: { by: vetted, from: "hint" },
    supposes: { created: "open", keeps: "go" },
    notes: [
      "0.23.0: a package in a new directory is not loaded when its file is told, only when something is asked about it.",
      "0.23.0: modules without a go.work that uses them are never searched together, opened or not.",
      "0.23.0: errors of loading a package stay after the text that caused them was taken back.",
      "References are those of one build configuration: GOOS, GOARCH and tags.",
      "0.23.0: a failed load is announced under the title `Error loading workspace`.",
    ],
  },
  proven: true,
});

export const templ = listed(
  ["templ", "templ"],
  command("templ", "lsp"),
  roots,
  "go install github.com/a-h/templ/cmd/templ@latest",
  { quirks: { versionArgs: ["version"], notes: ["Starts gopls itself and needs it on the PATH."] } },
);

export const goServers: readonly ServerEntry[] = [gopls, templ];
