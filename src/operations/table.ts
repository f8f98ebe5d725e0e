// Every operation, in reading order. The one list from which doors, documentation and tests derive.

import type { Operation } from "./define.ts";
import { applyEdit } from "./edit/apply-edit.ts";
import { applySuggestion } from "./problems/apply-suggestion.ts";
import { formatDocument } from "./edit/format-document.ts";
import { formatRange } from "./edit/format-range.ts";
import { organizeImports } from "./edit/organize-imports.ts";
import { safeApplyEdit } from "./edit/safe-apply-edit.ts";
import { safeEdit } from "./edit/safe-edit.ts";
import { blastRadius } from "./impact/blast-radius.ts";
import { scriptOperation } from "./script/script.ts";
import { callers } from "./callers/callers.ts";
import { detectChanges } from "./impact/detect-changes.ts";
import { explore } from "./read/explore.ts";
import { exploreSymbol } from "./read/explore-symbol.ts";
import { findCallers } from "./callers/find-callers.ts";
import { findReferences } from "./find/find-references.ts";
import { goToDefinition } from "./find/go-to-definition.ts";
import { findSymbol } from "./symbols/find-symbol.ts";
import { getCrossRepoReferences } from "./find/get-cross-repo-references.ts";
import { getEditingContext } from "./read/get-editing-context.ts";
import { assembleContext } from "./context/assemble-context.ts";
import { getCompletions } from "./read/get-completions.ts";
import { getDiagnostics } from "./problems/get-diagnostics.ts";
import { getDocumentHighlights } from "./find/get-document-highlights.ts";
import { getInlayHints } from "./read/get-inlay-hints.ts";
import { getSemanticTokens } from "./read/get-semantic-tokens.ts";
import { getSignatureHelp } from "./read/get-signature-help.ts";
import { getSymbolSource } from "./read/get-symbol-source.ts";
import { getSymbolDocumentation } from "./read/get-symbol-documentation.ts";
import { getTestsForFile } from "./impact/get-tests-for-file.ts";
import { goToDeclaration } from "./find/go-to-declaration.ts";
import { goToImplementation } from "./find/go-to-implementation.ts";
import { goToSymbol } from "./symbols/go-to-symbol.ts";
import { goToTypeDefinition } from "./find/go-to-type-definition.ts";
import { inspectSymbol } from "./read/inspect-symbol.ts";
import { listSymbols } from "./symbols/list-symbols.ts";
import { suggestFixes } from "./problems/suggest-fixes.ts";
import { prepareRename } from "./rename/prepare-rename.ts";
import { renameFile } from "./rename/rename-file.ts";
import { renameSymbol } from "./rename/rename-symbol.ts";
import { typeHierarchy } from "./callers/type-hierarchy.ts";
import { addWorkspaceFolder } from "./serving/add-workspace-folder.ts";
import { closeDocument } from "./serving/close-document.ts";
import { detectLspServers } from "./serving/detect-lsp-servers.ts";
import { didChangeWatchedFiles } from "./serving/did-change-watched-files.ts";
import { getServerCapabilities } from "./serving/get-server-capabilities.ts";
import { executeCommand } from "./serving/execute-command.ts";
import { listWorkspaceFolders } from "./serving/list-workspace-folders.ts";
import { openDocument } from "./serving/open-document.ts";
import { removeWorkspaceFolder } from "./serving/remove-workspace-folder.ts";
import { insertAfterSymbol } from "./symbol-edit/insert-after-symbol.ts";
import { insertBeforeSymbol } from "./symbol-edit/insert-before-symbol.ts";
import { replaceSymbolBody } from "./symbol-edit/replace-symbol-body.ts";
import { restartLspServer } from "./serving/restart-lsp-server.ts";
import { runBuild } from "./runs/run-build.ts";
import { runTests } from "./runs/run-tests.ts";
import { safeDeleteSymbol } from "./symbol-edit/safe-delete-symbol.ts";
import { setLogLevel } from "./serving/set-log-level.ts";
import { activateSkill } from "./serving/activate-skill.ts";
import { deactivateSkill } from "./serving/deactivate-skill.ts";
import { getSkillPhase } from "./serving/get-skill-phase.ts";
import { startLsp } from "./serving/start-lsp.ts";
import { commitSession } from "./drafts/commit-session.ts";
import { createSimulationSession } from "./drafts/create-simulation-session.ts";
import { destroySession } from "./drafts/destroy-session.ts";
import { discardSession } from "./drafts/discard-session.ts";
import { editHistory } from "./edit/edit-history.ts";
import { evaluateSession } from "./drafts/evaluate-session.ts";
import { previewEdit } from "./edit/preview-edit.ts";
import { simulateChain } from "./drafts/simulate-chain.ts";
import { simulateEdit } from "./drafts/simulate-edit.ts";
import { validateChange } from "./context/validate-change.ts";
import { undoEdit } from "./edit/undo-edit.ts";

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
  assembleContext,
  getSymbolDocumentation,
  getTestsForFile,
  scriptOperation(() => operations),
  getDiagnostics,
  validateChange,
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
