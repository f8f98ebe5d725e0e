// The library: open a project and ask about it.

export type { OutcomeBody as Body, Engine, EngineStatus, Format, Invocation, Outcome } from "./engine/engine.ts";
export type {
  CorrectionOptions,
  CorrectionReply,
  CorrectionRound,
  OperatorNotice,
  TurnClosing,
  TurnVerdict,
} from "./context/correction.ts";
export { CorrectionLoop } from "./context/correction.ts";
export type { CorrectionPacket, Intent, SymbolFact } from "./context/correction-packet.ts";
export type { TurnInput, TurnWatchOptions } from "./context/turn-watch.ts";
export { TurnWatch } from "./context/turn-watch.ts";
export type {
  AssembledItems,
  AssemblerOptions,
  AssemblyRequest,
  InjectedContext,
  InjectedItem,
} from "./context/context-assembler.ts";
export { ContextAssembler } from "./context/context-assembler.ts";
export type { CallOptions, OpenedWorkspace, OpenWorkspaceOptions, Operations } from "./doors/library/open-workspace.ts";
export { openWorkspace } from "./doors/library/open-workspace.ts";
export type { LspTool } from "./engine/lsp-tools.ts";
export { lspTools, lspToolsNow } from "./engine/lsp-tools.ts";
export type { SingleLspTool } from "./engine/single/embedded.ts";
export type { OpenOptions } from "./engine/open.ts";
export { openEngine } from "./engine/open.ts";
export type { ChangeClass, ProblemCount, ProblemCounts, ProblemOfFile, ValidationJson } from "./model/consequences.ts";
export type { ContextAbsence, ContextItem, ContextRecord, ContextStamp } from "./model/records/context-item.ts";
export type { BridgeEvent } from "./model/event.ts";
export type { RefusalCode, RefusalDetails } from "./model/refusal.ts";
export { Refusal } from "./model/refusal.ts";
export type { Evidence, Reason, ReasonCode, Standing, StandingState } from "./model/standing.ts";
export type { Caller, EffectClass } from "./policy/effects.ts";
