// The published test kit: write a fixture, open a session on a toy server, and ask.

export type { Mark } from "./fixture.ts";
export { Fixture, parseFixture } from "./fixture.ts";
export { FakeClock } from "./fake-clock.ts";
export { refusalOf } from "./refusal-of.ts";
export { StepClock, oneTurn as turn } from "./step-clock.ts";
export type { Program, ProgramEnd } from "../host/memory/memory-processes.ts";
export { MemoryHost } from "../host/memory/memory.ts";
export type { ToyDials } from "./toy/toy-dials.ts";
export { standardDials } from "./toy/toy-dials.ts";
export type { ReceivedMessage, ToyMachine } from "./toy/toy-server.ts";
export { ToyServer } from "./toy/toy-server.ts";
export type { DialsOrChoice, Incarnation } from "./toy/toy.ts";
export { Toy } from "./toy/toy.ts";
export type { SessionChoices, ToySession } from "./kits/kit.ts";
export { openSession, toyCommand, toyEntry, toyRoot } from "./kits/kit.ts";
export {
  checkDefinition,
  checkDiagnostics,
  checkDocumentSymbols,
  checkHover,
  checkReferences,
  checkWorkspaceSymbols,
  standingWords as standingText,
} from "./checks.ts";
export type { FaultServer } from "./fault-servers.ts";
export { faultCommand, faultServers } from "./fault-servers.ts";
export type { TraceLine } from "./replay.ts";
export { parseTrace, replayServer } from "./replay.ts";
