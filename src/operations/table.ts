// Every operation, in reading order. The one list from which doors, documentation and tests derive.

import type { Operation } from "./define.ts";
import { applyEdit } from "./apply-edit.ts";
import { applySuggestion } from "./apply-suggestion.ts";
import { formatDocument } from "./format-document.ts";
import { formatRange } from "./format-range.ts";
import { organizeImports } from "./organize-imports.ts";
import { safeApplyEdit } from "./safe-apply-edit.ts";
import { safeEdit } from "./safe-edit.ts";
import { blastRadius } from "./blast-radius.ts";
import { callers } from "./callers.ts";
import { detectChanges } from "./detect-changes.ts";
import { explore } from "./explore.ts";
import { exploreSymbol } from "./explore-symbol.ts";
import { findCallers } from "./find-callers.ts";
import { findReferences } from "./find-references.ts";
import { goToDefinition } from "./go-to-definition.ts";
import { findSymbol } from "./find-symbol.ts";
import { getCrossRepoReferences } from "./get-cross-repo-references.ts";
import { getEditingContext } from "./get-editing-context.ts";
import { getCompletions } from "./get-completions.ts";
import { getDiagnostics } from "./get-diagnostics.ts";
import { getDocumentHighlights } from "./get-document-highlights.ts";
import { getInlayHints } from "./get-inlay-hints.ts";
import { getSemanticTokens } from "./get-semantic-tokens.ts";
import { getSignatureHelp } from "./get-signature-help.ts";
import { getSymbolSource } from "./get-symbol-source.ts";
import { getSymbolDocumentation } from "./get-symbol-documentation.ts";
import { getTestsForFile } from "./get-tests-for-file.ts";
import { goToDeclaration } from "./go-to-declaration.ts";
import { goToImplementation } from "./go-to-implementation.ts";
import { goToSymbol } from "./go-to-symbol.ts";
import { goToTypeDefinition } from "./go-to-type-definition.ts";
import { inspectSymbol } from "./inspect-symbol.ts";
import { listSymbols } from "./list-symbols.ts";
import { suggestFixes } from "./suggest-fixes.ts";
import { prepareRename } from "./prepare-rename.ts";
import { renameFile } from "./rename-file.ts";
import { renameSymbol } from "./rename-symbol.ts";
import { typeHierarchy } from "./type-hierarchy.ts";
import { addWorkspaceFolder } from "./add-workspace-folder.ts";
import { closeDocument } from "./close-document.ts";
import { detectLspServers } from "./detect-lsp-servers.ts";
import { didChangeWatchedFiles } from "./did-change-watched-files.ts";
import { getServerCapabilities } from "./get-server-capabilities.ts";
import { executeCommand } from "./execute-command.ts";
import { listWorkspaceFolders } from "./list-workspace-folders.ts";
import { openDocument } from "./open-document.ts";
import { removeWorkspaceFolder } from "./remove-workspace-folder.ts";
import { insertAfterSymbol } from "./insert-after-symbol.ts";
import { insertBeforeSymbol } from "./insert-before-symbol.ts";
import { replaceSymbolBody } from "./replace-symbol-body.ts";
import { restartLspServer } from "./restart-lsp-server.ts";
import { runBuild } from "./run-build.ts";
import { runTests } from "./run-tests.ts";
import { safeDeleteSymbol } from "./safe-delete-symbol.ts";
import { setLogLevel } from "./set-log-level.ts";
import { activateSkill } from "./activate-skill.ts";
import { deactivateSkill } from "./deactivate-skill.ts";
import { getSkillPhase } from "./get-skill-phase.ts";
import { startLsp } from "./start-lsp.ts";
import { commitSession } from "./commit-session.ts";
import { createSimulationSession } from "./create-simulation-session.ts";
import { destroySession } from "./destroy-session.ts";
import { discardSession } from "./discard-session.ts";
import { editHistory } from "./edit-history.ts";
import { evaluateSession } from "./evaluate-session.ts";
import { previewEdit } from "./preview-edit.ts";
import { simulateChain } from "./simulate-chain.ts";
import { simulateEdit } from "./simulate-edit.ts";
import { undoEdit } from "./undo-edit.ts";

export const operationTable = [
  findSymbol,
  goToSymbol,
  goToDefinition,
  goToTypeDefinition,
  goToImplementation,
  goToDeclaration,
  findReferences,
  getCrossRepoReferences,
  findCallers,
  callers,
  typeHierarchy,
  getDocumentHighlights,
  inspectSymbol,
  exploreSymbol,
  explore,
  listSymbols,
  getSymbolSource,
  getEditingContext,
  getSymbolDocumentation,
  getTestsForFile,
  getDiagnostics,
  getCompletions,
  getSignatureHelp,
  getInlayHints,
  getSemanticTokens,
  prepareRename,
  renameSymbol,
  renameFile,
  suggestFixes,
  applySuggestion,
  blastRadius,
  detectChanges,
  previewEdit,
  createSimulationSession,
  simulateEdit,
  evaluateSession,
  simulateChain,
  commitSession,
  discardSession,
  destroySession,
  editHistory,
  undoEdit,
  applyEdit,
  safeApplyEdit,
  safeEdit,
  formatDocument,
  formatRange,
  organizeImports,
  replaceSymbolBody,
  insertAfterSymbol,
  insertBeforeSymbol,
  safeDeleteSymbol,
  runBuild,
  runTests,
  executeCommand,
  startLsp,
  restartLspServer,
  addWorkspaceFolder,
  removeWorkspaceFolder,
  listWorkspaceFolders,
  openDocument,
  closeDocument,
  didChangeWatchedFiles,
  setLogLevel,
  getServerCapabilities(() => operations),
  detectLspServers,
  activateSkill,
  deactivateSkill,
  getSkillPhase,
] as const;

export const operations: readonly Operation[] = [...operationTable];

export function operationNamed(name: string): Operation | undefined {
  return operations.find((operation) => operation.name === name);
}
