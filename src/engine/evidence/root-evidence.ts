// The evidence of one engine: a trail for each call, in the chain of this process and root and in the audit log.

import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import type { EvidenceChain } from "../../store/evidence/chain.ts";
import type { Invocation } from "../engine.ts";
import { AuditLog } from "./audit.ts";
import type { TrailContext } from "./call-trail.ts";
import { CallTrail } from "./call-trail.ts";
import type { NotificationLog } from "./notification-log.ts";
import type { Grounds } from "./packets.ts";
import { Packets } from "./packets.ts";

export interface CallEvidence {
  trail(invocation: Invocation): CallTrail;
  /** Everything recorded is with the kernel before. */
  close(): Promise<void>;
}

export interface EvidenceOptions {
  readonly host: Host;
  readonly root: FilePath;
  readonly settings: Settings["evidence"];
  /** The chain of this process and root; undefined where evidence is off. */
  readonly chain: EvidenceChain | undefined;
  /** What servers said of their own accord, in the same chain. */
  readonly heard?: NotificationLog | undefined;
  readonly auditLog: FilePath | undefined;
  readonly agent: string | undefined;
  readonly grounds: () => Grounds;
}

/** Undefined where nothing is to be recorded: then a call costs nothing more. */
export function evidenceOf(options: EvidenceOptions): CallEvidence | undefined {
  const { host, root, settings, chain, heard, auditLog, agent, grounds } = options;
  if (chain === undefined && auditLog === undefined) return undefined;
  const { raw } = settings;
  const context: TrailContext = {
    root,
    chain,
    heard,
    audit: auditLog && new AuditLog(host, auditLog, root),
    packets: raw === "off" || chain === undefined ? undefined : new Packets(raw, root, grounds),
    agent,
    wall: () => host.clock.wall(),
  };
  return {
    trail: (invocation) => new CallTrail(context, invocation),
    close: async () => context.audit?.close(),
  };
}

/** Where the audit log is: as the operator says, or where agent-lsp keeps it, if that directory is there. */
export async function auditLogOf(host: Host, given: string | undefined): Promise<FilePath | undefined> {
  if (given !== undefined) return parseFilePath(given);
  const home = host.home && joinPath(host.home, ".agent-lsp");
  const isThere = home !== undefined && (await host.files.stat(home))?.kind === "directory";
  return isThere ? joinPath(home, "audit.jsonl") : undefined;
}
