// What can be turned on the toy language server, and the capabilities that follow from it.

import type { PositionEncoding } from "../../model/line-index.ts";

/** Every value is plain JSON, so that a toy in a process of its own gets them as an argument. */
export interface ToyDials {
  readonly positionEncoding: PositionEncoding;
  readonly diagnostics: "push" | "push-unversioned" | "pull" | "pull-dynamic" | "none";
  /** Answers `workspace/diagnostic` as well, where it is pulled. */
  readonly workspaceDiagnostics: boolean;
  /** Publishes when a document is opened or changed, or only when it is saved, or only when the test says so. */
  readonly publishesOn: "change" | "save" | "demand";
  /** A document without problems is never published, unless it had some before. */
  readonly silentWhenClean: boolean;
  /** What is asked about after a document whose URI ends like this, since a text last changed, has a problem more. */
  readonly tiredAfter: string;
  /** An unknown name that is reported as a warning. */
  readonly mildName: string;
  readonly sync: "none" | "full" | "incremental";
  /** A change without a range is not understood, and lost. */
  readonly incrementalOnly: boolean;
  readonly save: "no" | "yes" | "with-text";
  readonly definition: "one" | "list" | "links";
  readonly hover: "markup" | "string" | "pair" | "list";
  readonly documentSymbols: "tree" | "flat";
  readonly workspaceSymbols: "old" | "new";
  /** Whether a search finds any part of a name in any case, or only its exact start, and nothing for no text at all. */
  readonly symbolQuery: "part" | "start";
  /** Whether it offers fixes and the like, at once with their edits or only when it is asked to fill them in. */
  readonly fixes: "none" | "edits" | "lazy";
  /** Commands that it declares; `toy.edit` and `toy.show` ask the client for something before they answer. */
  readonly commands: readonly string[];
  /** What it lays out: a whole document, a stretch of one. */
  readonly formats: readonly ("document" | "range")[];
  /** Proposals as a list, a list that is said to be cut, or a bare array. */
  readonly completion: "list" | "cut" | "array";
  readonly parameterLabels: "offsets" | "texts";
  readonly hintLabels: "text" | "parts";
  /** Of what it can be asked the tokens. */
  readonly tokens: readonly ("full" | "range")[];
  /** In which of its shapes a word is said to be renamable; `none` renames without saying anything beforehand. */
  readonly prepareRename: "placeholder" | "range" | "word" | "none";
  /** Globs of the files whose moves it wants to be asked about, and notified of. */
  readonly movedFiles: readonly string[];
  /** What is answered to a method, whatever it is asked. */
  readonly replies: Readonly<Record<string, unknown>>;
  /** The error with which a method is answered. */
  readonly errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
  /** Methods that are not declared at the start but registered right after `initialized`. */
  readonly registers: readonly string[];
  /** Methods that are not offered at all. */
  readonly lacks: readonly string[];
  /** Globs of the files that it registers watchers for. */
  readonly watches: readonly string[];
  /** Sections it asks for by `workspace/configuration`, before it answers `initialize`. */
  readonly asksSettings: readonly string[];
  /** Knows only open documents until the test lets it finish. */
  readonly slowIndex: boolean;
  /** What a question gets meanwhile: what is known, an empty list, or null. */
  readonly whileIndexing: "known" | "empty" | "null";
  /** The signal by which it reports that it indexes and that it has finished. */
  readonly indexSignal: "progress" | "status" | "log" | "silence";
  readonly indexTitle: string;
  /** So many questions are answered with ContentModified first. */
  readonly contentModified: number;
  /** Dies when this method arrives, or with the message of this number (1 is `initialize`). */
  readonly crashAt: string | number;
  /** Dies only if the message is about a document whose URI ends like this. */
  readonly crashFile: string;
  readonly crashCode: number;
  /** Methods that are never answered. */
  readonly neverAnswers: readonly string[];
  /** They are unanswered only if they are about a document whose URI ends like this. */
  readonly silentFile: string;
  /** Written to standard error at the start. */
  readonly stderr: string;
  /** Logged at the very start, before anything was received. */
  readonly greeting: string;
  /** Files of the language. */
  readonly extension: string;
}

export const standardDials: ToyDials = {
  positionEncoding: "utf-16",
  diagnostics: "push",
  workspaceDiagnostics: false,
  publishesOn: "change",
  silentWhenClean: false,
  tiredAfter: "",
  mildName: "",
  sync: "full",
  incrementalOnly: false,
  save: "no",
  definition: "one",
  hover: "markup",
  documentSymbols: "tree",
  workspaceSymbols: "old",
  symbolQuery: "part",
  fixes: "edits",
  commands: [],
  formats: [],
  completion: "list",
  parameterLabels: "offsets",
  hintLabels: "text",
  tokens: ["full"],
  prepareRename: "placeholder",
  movedFiles: [],
  replies: {},
  errors: {},
  registers: [],
  lacks: [],
  watches: [],
  asksSettings: [],
  slowIndex: false,
  whileIndexing: "known",
  indexSignal: "progress",
  indexTitle: "Indexing",
  contentModified: 0,
  crashAt: "",
  crashFile: "",
  crashCode: 1,
  neverAnswers: [],
  silentFile: "",
  stderr: "",
  greeting: "",
  extension: ".toy",
};

const providers: Readonly<Record<string, string>> = {
  "textDocument/definition": "definitionProvider",
  "textDocument/declaration": "declarationProvider",
  "textDocument/typeDefinition": "typeDefinitionProvider",
  "textDocument/implementation": "implementationProvider",
  "textDocument/documentHighlight": "documentHighlightProvider",
  "textDocument/references": "referencesProvider",
  "textDocument/hover": "hoverProvider",
  "textDocument/documentSymbol": "documentSymbolProvider",
  "textDocument/signatureHelp": "signatureHelpProvider",
  "textDocument/inlayHint": "inlayHintProvider",
  "workspace/symbol": "workspaceSymbolProvider",
  "textDocument/prepareCallHierarchy": "callHierarchyProvider",
  "textDocument/prepareTypeHierarchy": "typeHierarchyProvider",
};

export function capabilitiesOf(dials: ToyDials): Record<string, unknown> {
  const declared = Object.entries(providers).filter(([method]) => {
    return !dials.lacks.includes(method) && !dials.registers.includes(method);
  });
  return {
    ...Object.fromEntries(declared.map(([, provider]) => [provider, true])),
    ...(dials.positionEncoding === "utf-16" ? {} : { positionEncoding: dials.positionEncoding }),
    ...(dials.diagnostics === "pull"
      ? { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: dials.workspaceDiagnostics } }
      : {}),
    textDocumentSync: {
      openClose: true,
      change: ["none", "full", "incremental"].indexOf(dials.sync),
      ...(dials.save === "no" ? {} : { save: { includeText: dials.save === "with-text" } }),
    },
    ...(dials.fixes === "none" ? {} : { codeActionProvider: { resolveProvider: dials.fixes === "lazy" } }),
    ...(dials.formats.includes("document") ? { documentFormattingProvider: true } : {}),
    ...(dials.formats.includes("range") ? { documentRangeFormattingProvider: {} } : {}),
    ...(dials.commands.length === 0 ? {} : { executeCommandProvider: { commands: dials.commands } }),
    ...fineCapabilities(dials),
    ...(dials.movedFiles.length === 0 ? {} : { workspace: { fileOperations: aboutMoves(dials.movedFiles) } }),
    toyExtension: { unheardOf: true },
  };
}

function aboutMoves(globs: readonly string[]): Record<string, unknown> {
  const filters = globs.map((glob) => ({ scheme: "file", pattern: { glob, matches: "file" } }));
  return { willRename: { filters }, didRename: { filters } };
}

/** What has options of its own. */
function fineCapabilities({ lacks, tokens, prepareRename }: ToyDials): Record<string, unknown> {
  const legend = { tokenTypes: ["word"], tokenModifiers: ["declared"] };
  const asked = Object.fromEntries(tokens.map((one) => [one, true]));
  const resolves = !lacks.includes("completionItem/resolve");
  return {
    ...(lacks.includes("textDocument/completion")
      ? {}
      : { completionProvider: resolves ? { resolveProvider: true } : {} }),
    ...(tokens.length === 0 ? {} : { semanticTokensProvider: { legend, ...asked } }),
    ...(lacks.includes("textDocument/rename")
      ? {}
      : { renameProvider: prepareRename === "none" ? true : { prepareProvider: true } }),
  };
}
